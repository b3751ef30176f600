"""Commands that make a tournament or a game themselves name the user's own argument in errors, and no key of a file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arena.cli.main import main
from arena.config.model import Tournament
from tests.cli.test_sprt_run import BEST, committed

SPRT = ("sprt", "run", "--elo", "0", "5", "--new", "./mybot.py", "--old", "HEAD")
WATCH = ("bots", "watch", "./mybot.py", "--once")
CHECK = ("bots", "check", "greedy")
CASES = [  # arguments, exit status, how the line begins
    ((*SPRT[:-1], "v9"), 3, "--old: "),
    ((*SPRT[:-1], "./older.py"), 3, "--old: there is no file or folder"),
    ((*SPRT[:-3], "./newer.py", "--old", "./mybot.py"), 3, "--new: there is no file or folder"),
    ((*SPRT[:-3], "./empty", "--old", "./mybot.py"), 3, "--new: "),
    ((*SPRT, "--board", "nowhere"), 2, "--board: there is no board called 'nowhere'"),
    ((*SPRT, "--lexicon", "nowhere"), 2, "--lexicon: nowhere"),
    ((*WATCH, "--on", "nowhere"), 2, "--on: there is no board called 'nowhere'"),
    ((*WATCH, "--on", "hole", "--on", "hole"), 2, "--on: two boards have one name"),
    ((*WATCH, "--lexicon", "nowhere"), 2, "--lexicon: nowhere"),
    ((*CHECK, "--on", "nowhere"), 2, "--on: there is no board called 'nowhere'"),
    ((*CHECK, "--game", "nowhere"), 2, "--game: there is no game called 'nowhere'"),
    (("bots", "check", "nobody"), 3, "NAME: no bot called 'nobody'"),
    (("play", "--board", "nowhere"), 2, "--board: there is no board called 'nowhere'"),
    (("play", "--lexicon", "nowhere"), 2, "--lexicon: nowhere"),
    (("play", "--board-seed", "3"), 2, "--board-seed: the board 'standard' has nothing random in it"),
    (("play", "--tiles", "nowhere"), 2, "--tiles: there is no tile set called 'nowhere'"),
    (("tcp", "serve", "--rules", "nowhere"), 2, "--rules: there is no rule book called 'nowhere'"),
    (("tcp", "serve", "--lexicon", "nowhere"), 2, "--lexicon: nowhere"),
    (("tcp", "join", "--name", "me", "--rules", "nowhere"), 2, "--rules: there is no rule book called 'nowhere'"),
]


@pytest.mark.parametrize(("words", "status", "begins"), CASES, ids=[" ".join(words) for words, _, _ in CASES])
@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")
def test_the_argument_is_named(
    repository: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], status: int, begins: str
) -> None:
    committed(repository, BEST)
    (repository / "empty").mkdir()
    with pytest.raises(SystemExit) as stop:
        main(list(words))
    said = capsys.readouterr().err.strip()
    assert said.rpartition("\n")[2].startswith(begins), said
    assert stop.value.code == status
    assert "bots[" not in said and "variants[" not in said


def test_the_nearest_argument_is_found_where_there_is_no_file() -> None:
    made = Tournament(name="made", bots=(), variants=(), asked={"bots[1]": "--old", "bots[1].build": "--build"})
    assert made.where("bots[1].rev") == "--old"
    assert made.where("bots[1].build") == "--build"
    assert made.where("bots[0].path") == "bots[0].path"
    assert "asked" not in made.identity()
