"""The first steps: samples by name and copied, what was played, and a word about whatever takes long."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import shlex
import sqlite3
import threading
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from arena.cli.commands import COMMANDS, GROUPS
from arena.cli.compiling import Waiting, kinds_for
from arena.cli.main import arena as main
from arena.cli.tournaments import starting as starts
from arena.variants.samples import configs_folder, tournament_file, tournaments
from tests.cli.conftest import FILE

ROOT = Path(__file__).parents[2]


def invoke(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, list(words))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return getattr(done.exception, "exit_code", 1), str(done.exception)
    return done.exit_code, done.output


def test_help_lists_every_command_once_in_its_group_with_an_example():
    status, text = invoke("--help")
    assert status == 0
    assert [name for entries in GROUPS.values() for name in entries] == list(COMMANDS)
    places = [text.index(f"\n{title}:\n") for title in GROUPS]
    assert places == sorted(places)
    for name, entry in COMMANDS.items():
        assert (
            len(re.findall(rf"^  {name} +{re.escape(entry.line)}\n +\$ {re.escape(entry.example)}$", text, re.M)) == 1
        )


@pytest.mark.parametrize("name", COMMANDS)
def test_the_example_of_a_command_names_what_there_is(name: str):
    words = shlex.split(COMMANDS[name].example.partition(" <")[0])
    assert words[:2] == ["arena", name]
    command: click.Command | None = main
    value = False
    for word in words[1:]:
        if value:
            value = False
        elif word.startswith("-"):
            assert command is not None
            [option] = [option for option in command.params if word in option.opts]
            value = isinstance(option, click.Option) and not option.is_flag
        elif isinstance(command, click.Group):
            command = command.get_command(click.Context(command), word)
            assert command is not None, word


def test_a_bare_name_is_a_shipped_tournament_unless_a_file_is_called_so(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "quickstart" in tournaments()
    for name in tournaments():
        assert tournament_file(Path(name)) == configs_folder() / "tournaments" / f"{name}.yaml"
    for other in ("quickstart.yaml", "./quickstart.yml", "x/quickstart", "nobody"):
        assert tournament_file(Path(other)) == Path(other)
    (tmp_path / "quickstart").mkdir()  # results, perhaps
    assert tournament_file(Path("quickstart")).is_file()
    (tmp_path / "swiss").write_text("name: mine")
    assert tournament_file(Path("swiss")) == Path("swiss")


def test_a_sample_is_planned_by_name_from_anywhere(tmp_path: Path, arena: Any):
    done = arena(tmp_path, "plan", "adversary")
    assert done.returncode == 0, done.stderr
    missing = arena(tmp_path, "plan", "adversery")
    assert missing.returncode == 2 and "adversery" in missing.stderr


def test_init_copies_all_samples_and_never_changes_a_file(tmp_path: Path):
    status, text = invoke("init", str(tmp_path / "new"))
    assert status == 0
    command = text.splitlines()[-1].strip()
    assert command.startswith("arena run ") and Path(command.split()[-1]).is_file()
    for folder in ("configs", "examples"):
        theirs = {path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file()}
        theirs = {path for path in theirs if "__pycache__" not in path.parts}
        copies = {
            path.relative_to(tmp_path / "new") for path in (tmp_path / "new" / folder).rglob("*") if path.is_file()
        }
        assert copies == theirs
    assert os.access(tmp_path / "new" / "examples" / "foreign" / "bot.sh", os.X_OK)
    assert invoke("init", str(tmp_path / "new"))[1].startswith("0 files copied")
    board = tmp_path / "new" / "configs" / "boards" / "hole.board"
    board.write_text("mine")
    (tmp_path / "new" / "configs" / "tiles" / "english.yaml").unlink()
    status, text = invoke("init", str(tmp_path / "new"))
    assert status == 2 and "hole.board" in text and "Nothing was copied" in text
    assert board.read_text() == "mine"
    assert not (tmp_path / "new" / "configs" / "tiles" / "english.yaml").exists()


def test_init_says_where_it_may_not_write(tmp_path: Path):
    (tmp_path / "configs").write_text("a file in the way")
    status, text = invoke("init", str(tmp_path))
    assert status == 2 and str(tmp_path / "configs") in text


def test_results_tell_complete_running_unfinished_and_damaged_apart(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.yaml").write_text(FILE)
    assert invoke("run", "small.yaml")[0] == 0
    status, text = invoke("results")
    assert status == 0
    assert re.search(r"^small +\d{4}-\d\d-\d\d \d\d:\d\d +4 +complete +(first|random), \d+ %$", text, re.M), text

    def rows() -> dict[str, object]:
        return {
            row["name"]: (row["state"], row["games"], row["total"])
            for row in json.loads(invoke("results", "--json")[1])
        }

    with (tmp_path / "results" / "small" / "lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert rows() == {"small": ("running", 4, 4)}
    games = tmp_path / "results" / "small" / "games.sqlite"
    with contextlib.closing(sqlite3.connect(games)) as base:
        base.execute("DELETE FROM games WHERE half = 2")
        base.commit()
    assert rows() == {"small": ("unfinished", 2, 4)}
    assert "2 of 4" in invoke("results")[1]
    (tmp_path / "results" / "other").mkdir()
    (tmp_path / "results" / "other" / "games.sqlite").write_bytes(b"nothing of the kind" * 100)
    assert rows()["other"] == ("damaged", 0, None)
    assert "arena doctor other" in invoke("results")[1]


def test_where_nothing_was_played_results_say_how_to_begin(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, text = invoke("results")
    assert status == 0 and "arena run quickstart" in text
    status, text = invoke("results", "nowhere")
    assert status == 2 or status == 4
    assert "nowhere" in text


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("run quickstart", {True}),
        ("run adversary --workers 2", {False}),
        ("run quickstart --help", set()),
        ("run nobody", set()),
        ("check quickstart", {True}),
        ("play", {True}),
        ("play --seed 3", {True}),
        ("play tictactoe", {False}),
        ("bots", set()),
        ("bots new mine", set()),
        ("bots check greedy", {True}),
        ("bots check perfect --game nim", {False}),
        ("moves position.json", {True}),
        ("report quickstart", set()),
    ],
)
def test_what_is_compiled_ahead_is_what_a_command_plays(words: str, kinds: set[bool]):
    command, *rest = words.split()
    assert kinds_for(command, rest) == kinds


@pytest.mark.parametrize("terminal", [True, False])
def test_compiling_is_told_at_once_and_once(terminal: bool, capfd: pytest.CaptureFixture[str]):
    waiting = Waiting(terminal)
    waiting.end()
    assert capfd.readouterr().err == ""  # nothing had to be compiled
    waiting.at(0, 58)
    assert "compiling the engine for this machine, once" in capfd.readouterr().err
    waiting.at(58, 58)
    assert ("58 of 58" in capfd.readouterr().err) == terminal
    waiting.end()
    assert "compiled in 0 s" in capfd.readouterr().err


def test_slow_starts_of_bots_are_told_and_quick_ones_are_not(monkeypatch, capfd: pytest.CaptureFixture[str]):
    with starts.Starting(3, False) as starting:
        starting.ready("quick")
    assert capfd.readouterr().err == ""
    monkeypatch.setattr(starts, "_SILENT", 0.0)
    monkeypatch.setattr(starts, "_PLAIN_EVERY", 0.001)
    said = threading.Event()
    real = starts.say

    def saying(text: str, err: bool = False) -> None:
        real(text, err=err)
        if "last slow" in text:
            said.set()

    monkeypatch.setattr(starts, "say", saying)
    with starts.Starting(3, False) as starting:
        starting.ready("slow")
        assert said.wait(60)
    printed = capfd.readouterr().err
    assert printed.splitlines()[0].startswith("starting 3 bots")
    assert "1 of 3 looked at, last slow" in printed
