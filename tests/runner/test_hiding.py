"""What of the results bots are kept from, also where a run writes into the folder in which its bots lie."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from arena.config.model import BotEntry, Tournament, VariantEntry
from arena.errors import ConfigError
from arena.records.store import GAMES, Results
from arena.runner.plugin.find import find
from arena.runner.sandbox.hiding import hidden_results
from arena.runner.sandbox.isolation import Isolation, choose
from arena.runner.setup import BotSetup, setup_of
from arena.variants.load import load_variant
from tests.runner.conftest import play_on
from tests.runner.tables import ROOT, setup_for
from tests.runner.test_runs import run

NEVER = (
    "games.sqlite", "games.sqlite-wal", "games.sqlite-shm", "games.sqlite-journal", "sums.sqlite", "sums.sqlite-wal",
    "sums.sqlite-shm", "sums.sqlite-journal", "manifest.json", "lock",
)  # fmt: skip
BOT = """\
import os, sys
from pathlib import Path

class Reader:
    def choose(self, view, budget):
        for name in FILES:
            try:
                print("HAS" if Path(name).read_bytes() else "EMPTY", name)
            except OSError as error:
                print("NOT", name)
        return next(iter(view.legal()))

def make(info, rng):
    return Reader()
"""
PROGRAM = """\
import json, sys
def say(message):
    print(json.dumps(message), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        open(sys.argv[0].replace("program.py", "opening.txt")).read()
        say({"type": "ready"})
    elif message["type"] == "your_turn":
        say({"type": "move", "move": message["moves"][0], "turn": message["turn"]})
"""


def some_results(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / GAMES).write_text("records")
    (folder / "manifest.json").write_text("{}")
    return folder


def test_a_folder_of_its_own_is_hidden_whole_and_so_are_others_beside_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    other = some_results(tmp_path / "results" / "other")
    (tmp_path / "results" / "notes").mkdir()
    assert hidden_results("results/mine", ()) == (str(tmp_path / "results" / "mine"), str(other))


def test_in_the_current_folder_only_the_records_are_hidden_and_those_of_other_runs(tmp_path, monkeypatch):
    here = tmp_path / "here"  # beside tmp_path there may be results of other tests
    here.mkdir()
    monkeypatch.chdir(here)
    others = some_results(here / "results" / "other"), some_results(here / "inside"), some_results(tmp_path / "beside")
    (here / f"{GAMES}.damaged-1").write_text("records")
    hidden = hidden_results(".", ())
    assert set(hidden) == {str(here / name) for name in (*NEVER, f"{GAMES}.damaged-1")} | set(map(str, others))


def test_a_folder_with_a_bot_in_it_stays_in_sight_but_for_its_records(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bots, plain = some_results(tmp_path / "bots"), some_results(tmp_path / "plain")
    hidden = hidden_results(bots, [str(bots / "sub" / "mine.py")])
    assert set(hidden) == {str(bots / name) for name in NEVER} | {str(plain)}


def test_links_lead_nobody_around(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert hidden_results("link", [str(tmp_path / "real" / "bot.py")])[0] == str(tmp_path / "real" / GAMES)


def test_a_run_is_told_to_write_elsewhere_and_hides_that(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tournament = Tournament(
        name="t", bots=(BotEntry(name="random", plugin="random"),),
        variants=(VariantEntry(name="v", game="sticks(14)"),), output="results/t",
    )  # fmt: skip
    specs = {"v": load_variant(tournament.variants[0])}
    setup = setup_of(tournament, specs, {"random": find("random")}, 1, tmp_path / "there")
    if setup.isolation.layers:
        assert setup.isolation.hidden == (str(tmp_path / "there"),)


@pytest.mark.parametrize("layers", [None, ("namespaces",), ("landlock",)])
def test_a_bot_beside_the_results_reads_itself_and_no_record(
    worker_for, bots_home, tmp_path, monkeypatch, layers: tuple[str, ...] | None
):
    try:
        sandbox = choose("sandbox", "isolation")
    except ConfigError as error:
        pytest.skip(str(error))
    if layers is not None and not set(layers) <= set(sandbox.layers):
        pytest.skip(f"this machine has no {layers[0]}")
    some_results(tmp_path)
    other = some_results(tmp_path / "results" / "other")
    own = tmp_path / "reader_bot.py"
    files = [str(own), str(tmp_path / GAMES), str(tmp_path / "manifest.json"), str(other / GAMES)]
    own.write_text(BOT.replace("FILES", repr(files)))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    hidden = hidden_results(".", [str(own)])
    walls = Isolation("auto", sandbox.layers if layers is None else layers, hidden)
    setup = setup_for("first", isolation=walls, move_time=20.0, paths=(str(tmp_path), str(ROOT)))
    setup.bots["bot1"] = BotSetup("bot1", "reader_bot:make")
    record = play_on(worker_for(setup), setup, bots_home, "bot0", "bot1")
    assert record.forfeits == ()
    said = dict(reversed(line.split(" ", 1)) for line in record.circumstances.outputs[1].splitlines())
    assert said.pop(str(own)) == "HAS"
    assert len(said) == 3 and "HAS" not in said.values(), said


def test_a_tournament_may_write_beside_its_bots(tmp_path):
    """Plug-in, program and what the program reads lie in the current folder, which takes the results too."""
    (tmp_path / "tmp").mkdir()
    (tmp_path / "mine_bot.py").write_text(BOT.replace("FILES", "()"))
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "opening.txt").write_text("first")
    text = (
        "name: small\noutput: .\npairs: 1\nmove_time: 60s\nbots:\n  - {name: mine, bot: 'mine_bot:make'}\n"
        f"  - {{name: program, command: [{os.path.realpath(sys.executable)}, {tmp_path / 'program.py'}]}}\n"
        "variants:\n  - {name: sticks, game: sticks, options: {count: 14}}\n"
    )
    status, out, err = run(tmp_path, text=text)
    assert status == 0, (out, err)
    with Results(tmp_path) as results:
        assert [record.forfeits for record in results.records()] == [(), ()]
