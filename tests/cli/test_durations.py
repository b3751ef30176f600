"""``--move-time``, ``--start-time`` and other durations: every command reads them as tournament files do."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.cli.durations import limits_with
from arena.cli.main import main
from arena.config.model import Limits

MOVE_TIME = [  # every command that takes one
    ("bots", "check", "greedy"),
    ("bots", "watch", "./mybot.py"),
    ("sprt", "run", "--new", "./mybot.py", "--old", "./older.py", "--elo", "0", "5"),
    ("play",),
    ("ask", "greedy", "quickstart/standard/greedy-vs-random/0001/1", "1"),
    ("tcp", "serve"),
    ("tcp", "join", "--name", "me"),
]
START_TIME = [words for words in MOVE_TIME if words[0] != "ask"]  # which has a bot start, however long that takes


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as stop:
        main(list(words))
    assert stop.value.code == 2
    return capsys.readouterr().err.strip()


@pytest.mark.parametrize("words", MOVE_TIME, ids=" ".join)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0s", "0s is outside 1 ms to 24 h. Write a duration between these two"),
        ("0.9ms", "0.9ms is outside 1 ms to 24 h. Write a duration between these two"),
        ("25h", "25h is outside 1 ms to 24 h. Write a duration between these two"),
        ("0", "'0' is not a duration. Write 500ms, 1s, 1m30s"),
        ("", "'' is not a duration. Write 500ms, 1s, 1m30s"),
    ],
)
def test_a_time_for_a_move_is_refused_in_the_same_words_by_every_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...], text: str, said: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert refused(capsys, *words, "--move-time", text) == f"--move-time: {said}"


@pytest.mark.parametrize("words", START_TIME, ids=" ".join)
@pytest.mark.parametrize("text", ["50ms", "61m"])
def test_a_time_for_the_start_has_the_bounds_of_a_tournament_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...], text: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    said = refused(capsys, *words, "--start-time", text)
    assert said == f"--start-time: {text} is outside 100 ms to 1 h. Write a duration between these two"


@pytest.mark.parametrize("option", ["--register-time", "--patience"])
def test_so_are_the_others(capsys: pytest.CaptureFixture[str], option: str) -> None:
    words = ("serve",) if option == "--register-time" else ("join", "--name", "me")
    assert refused(capsys, "tcp", *words, option, "0s").startswith(f"{option}: 0s is outside")
    assert refused(capsys, "tcp", *words, option, "soon").startswith(f"{option}: 'soon' is not a duration")


def test_a_start_that_was_not_asked_for_is_the_usual_one() -> None:
    assert limits_with(None) == Limits()
    assert limits_with(2.0) == Limits(start_time=2.0)


@pytest.mark.parametrize("shape", ["plug-in", "program"])
def test_who_starts_too_slowly_for_a_check_is_told_the_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], shape: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "slow.py").write_text("import time\ntime.sleep(3600)\n")
    bot = ("./slow.py",) if shape == "plug-in" else ("--command", f"python3 {tmp_path / 'slow.py'}")
    with pytest.raises(SystemExit) as stop:
        main(["bots", "check", *bot, "--on", "hole", "--start-time", "300ms", "--isolation", "process"])
    told = capsys.readouterr()
    assert stop.value.code == 3
    assert "0.3 s" in told.out + told.err
    assert "--start-time here, limits.start_time in a file" in told.out + told.err
