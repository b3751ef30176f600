"""Every command's output into a reader that has gone away, as ``| head`` has: status 0 and not a word."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.cli.commands import COMMANDS
from arena.cli.main import main

FILE = """
name: small
seed: 3
bots: [first, random]
variants: [{name: sticks, game: sticks}]
pairs: 1
move_time: 60s
workers: 1
isolation: process
"""
CGP = "15/15/15/15/15/15/15/6ERA6/15/15/15/15/15/15/15 MUB/ 0/0 0 bdn scrabble;"
GCG = "#player1 ann Ann\n#player2 bob Bob\n>ann: CATXYZQ 8G CAT +10 10\n"
BOARD = "5\n" + ".. .. .. .. ..\n" * 5

# command -> (its words, standard input); results/small is there, and small.yaml
WAYS: dict[str, list[tuple[list[str], str]]] = {
    "init": [(["copied"], "")],
    "run": [(["small.yaml", "--resume"], ""), (["small.yaml", "--trace", "1"], ""), (["--help"], "")],
    "report": [(["small"], ""), (["small", "--format", "json"], ""), (["small", "--format", "csv"], "")],
    "results": [([], ""), (["--json"], "")],
    "replay": [(["small/sticks/first-vs-random/0001/1"], "")],
    "plan": [(["small.yaml"], ""), (["small.yaml", "--json"], "")],
    "check": [(["small.yaml", "--start-only"], "")],
    "compare": [(["small", "small"], "")],
    "export": [(["small"], ""), (["small", "--format", "csv"], "")],
    "doctor": [(["small"], "")],
    "tcp": [(["serve", "--help"], "")],
    "cluster": [(["local", "--help"], "")],
    "serve": [(["--help"], "")],
    "bots": [([], ""), (["new", "fresh-one"], ""), (["schema"], "")],
    "bench": [(["--help"], "")],
    "play": [(["tictactoe"], "quit\n"), (["--against", "passer", "--seed", "1", "--isolation", "process"], ":QUIT\n")],
    "advise": [(["nim(3,5,7)", "--json"], "")],
    "moves": [([CGP], ""), ([CGP, "--json"], ""), (["-", "--summary"], CGP)],
    "judge": [([CGP, "7I", "BUM"], "")],
    "scorechecker": [(["english"], BOARD + BOARD)],
    "solver": [(["english"], BOARD + "cat\n")],
    "boards": [([], ""), (["show", "standard"], ""), (["check", "standard"], "")],
    "square": [(["_result_ := 1"], "")],
    "lexicon": [(["check", "english", "CAT", "XQZ"], ""), (["info", "english"], "")],
    "games": [([], ""), (["check", "sticks", "--games", "2", "--states", "2"], "")],
    "import": [(["game.gcg"], "")],
    "analyse": [(["game.gcg"], ""), (["game.gcg", "--json"], "")],
    "train": [(["leaves", "--help"], "")],
    "ask": [(["first", "small/sticks/first-vs-random/0001/1", "1"], "")],
    "log": [(["small", "--bot", "first"], "")],
    "rate": [(["--wdl", "6,1,3"], "")],
    "sprt": [(["--wdl", "60,10,50", "--elo0", "0", "--elo1", "10"], "")],
}


@contextlib.contextmanager
def nobody_reads() -> Iterator[None]:
    reading, writing = os.pipe()
    os.close(reading)
    before, sys.stdout = sys.stdout, io.TextIOWrapper(os.fdopen(writing, "wb"), write_through=False)
    try:
        yield
    finally:
        gone, sys.stdout = sys.stdout, before
        gone.close()  # what was left in it went nowhere, or this fails


def status_of(*words: str) -> object:
    with pytest.raises(SystemExit) as end:
        main(list(words))
    return end.value.code


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gone")
    (folder / "small.yaml").write_text(FILE)
    (folder / "game.gcg").write_text(GCG)
    with contextlib.chdir(folder):
        assert status_of("run", "small.yaml") == 0
    return folder


def test_no_command_is_left_out():
    assert WAYS.keys() == COMMANDS.keys()


@pytest.mark.parametrize(
    ("words", "text"),
    [([name, *words], text) for name, ways in WAYS.items() for words, text in ways],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_a_reader_that_went_away_ends_a_command_in_silence(
    words: list[str], text: str, place: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(place)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    with nobody_reads():
        assert status_of(*words) == 0
    printed = capfd.readouterr().err
    assert "Traceback" not in printed and "failed" not in printed and "Broken pipe" not in printed, printed


def test_a_traced_game_that_nobody_reads_is_no_failure_of_the_arena(place: Path, monkeypatch, capfd):
    monkeypatch.chdir(place)
    with nobody_reads():
        assert status_of("run", "small.yaml", "--trace", "sticks/first-vs-random/0001/2") == 0
    assert capfd.readouterr().err == ""


def test_results_list_what_was_played(place: Path, monkeypatch, capfd):
    monkeypatch.chdir(place)
    assert status_of("results", "--json") == 0
    (row,) = json.loads(capfd.readouterr().out)
    assert row["name"] == "small" and row["games"] == row["total"] == 2 and row["state"] == "complete"
