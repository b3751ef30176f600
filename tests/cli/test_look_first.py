"""Slips in a command's words and in tournament files are told before anything is compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli import compiling
from arena.cli.look_first import look_first
from arena.errors import Complaints

GOOD = "name: night\nbots: [first, random]\nvariants: [standard, {game: nim(3)}]\n"
SLIPS = {  # what is wrong with a file -> how that is told
    "name: night\nbots: [first, random]\n": "t.yaml:1:1: variants: the key 'variants' is missing",
    GOOD + "pairs: x\n": "t.yaml:4:8: pairs: expected a whole number",
    GOOD + "pears: 3\n": "t.yaml:4:1: pears: there is no key 'pears' here",
    GOOD + "  - [": "this is not valid YAML",
    "": "t.yaml: the file is empty",
    GOOD.replace("random", "randon"): "t.yaml:2:15: bots[1]: no bot called 'randon' is installed",
    GOOD.replace("nim(3)", "nym(3)"): "t.yaml:3:29: variants[1].game: there is no game called 'nym'",
    GOOD.replace("nim(3)", "nim(-3)"): "t.yaml:3:23: variants[1].game: nim(-3): row 1",
    GOOD.replace("standard", "standart"): "t.yaml:3:12: variants[0].board: there is no board called 'standart'",
    GOOD + "tiles: marsian\n": "t.yaml:4:1: tiles: there is no tile set called 'marsian'",
    GOOD + "rules: none.yaml\n": "t.yaml:4:1: rules: there is no file none.yaml",
    GOOD + "lexicon: none.txt\n": "t.yaml:4:1: lexicon: none.txt: there is no such lexicon or file",
    GOOD.replace("standard", "{board: standard, openings: [x]}"): "variants[0].openings[0]: CGP",
    GOOD.replace("{game: nim(3)}", "{game: nim(3), openings: [x]}"): "variants[1].openings[0]: move 1: cannot read 'x'",
}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path("t.yaml")


@pytest.mark.parametrize("text", SLIPS, ids=list(SLIPS.values()))
def test_what_is_wrong_with_a_file_is_found(file: Path, text: str):
    file.write_text(text)
    with pytest.raises(Complaints) as told:
        look_first("run", ["--workers", "2", str(file)])
    assert SLIPS[text] in str(told.value)


@pytest.mark.parametrize("command", ["run", "check", "plan"])
def test_all_that_is_wrong_is_told_at_once_with_its_remedies(file: Path, command: str):
    file.write_text(GOOD.replace("standard", "standart") + "pairs: 0\n")
    with pytest.raises(Complaints) as told:
        look_first(command, [str(file)])
    assert [error.where for error in told.value.errors] == ["t.yaml:3:12: variants[0].board", "t.yaml:4:8: pairs"]
    assert told.value.exit_code == 2
    assert told.value.errors[1].remedy == "Write a number between these two"


def test_nothing_is_said_of_a_file_that_is_fine_nor_of_words_in_lists(file: Path, capfd: pytest.CaptureFixture[str]):
    file.with_name("words.txt").write_text("1 2 3\n")  # told by the command itself
    for text in (GOOD, GOOD + "lexicon: words.txt\n"):
        file.write_text(text)
        look_first("run", [str(file)])
    look_first("run", ["quickstart"])
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("words", "status", "out", "err"),
    [
        ("run", 2, "", "Missing argument 'FILE'"),
        ("run --workers many t.yaml", 2, "", "'many' is not a valid integer"),
        ("check t.yaml --nosuch", 2, "", "No such option '--nosuch'"),
        ("tcp serve --nosuch", 2, "", "No such option '--nosuch'"),
        ("run --help", 0, "Play the tournament FILE", ""),
        ("lexicon check --help", 0, "Say whether the lexicon", ""),
    ],
)
def test_words_that_no_command_takes_are_told_and_help_is_given(
    file: Path, capfd: pytest.CaptureFixture[str], words: str, status: int, out: str, err: str
):
    command, *rest = words.split()
    with pytest.raises(SystemExit) as done:
        look_first(command, rest)
    assert done.value.code == status
    said = capfd.readouterr()
    assert out in said.out and err in said.err
    assert bool(said.out) == bool(out) and bool(said.err) == bool(err)


def test_a_game_that_ends_or_stops_whoever_imports_it_is_left_to_the_command(
    file: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    monkeypatch.syspath_prepend(str(file.parent.resolve()))
    file.with_name("ending_game.py").write_text("print('loud')\nimport os\nos._exit(7)\n")
    file.write_text(GOOD.replace("nim(3)", "ending_game:make_game"))
    look_first("run", [str(file)])
    file.with_name("waiting_game.py").write_text(
        "import signal\nsignal.setitimer(signal.ITIMER_REAL, .01)\nsignal.pause()"
    )
    file.write_text(GOOD.replace("nim(3)", "waiting_game:make_game"))
    look_first("run", [str(file)])
    assert capfd.readouterr() == ("", "")


def test_it_is_not_looked_twice_where_all_is_compiled(file: Path, monkeypatch: pytest.MonkeyPatch):
    looked: list[str] = []
    monkeypatch.setattr(compiling, "look_first", lambda command, words: looked.append(command))
    monkeypatch.setattr(compiling, "compile_rooms", lambda kinds, watcher: "")
    monkeypatch.setattr(compiling, "stored_kernels", lambda: "")
    monkeypatch.delitem(sys.modules, "arena.jit", raising=False)
    file.write_text(GOOD)
    for there in (True, False):
        monkeypatch.setattr(compiling, "compiled", lambda kinds, there=there: there)
        for command in ("run", "report"):  # a report is read without the engine
            compiling.prepare(command, [str(file)], own=True)
    assert looked == ["run"]


@pytest.mark.parametrize("text", [GOOD + "pairs: x\n", GOOD.replace("standard", "standart")], ids=["key", "board"])
def test_with_nothing_compiled_a_slip_is_told_and_nothing_is_compiled(file: Path, text: str):
    file.write_text(text)
    surroundings = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    begin = "from arena.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", begin, "run", "t.yaml"], capture_output=True, text=True, check=False,
        env={**surroundings, "ARENA_CACHE": str(Path("cache").resolve())}, timeout=120,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("t.yaml:") and done.stderr.count("\n") == 1
    assert not list(Path().glob("cache/**/*.nbc"))
