"""Commands that share their work: the same output for any number of processes, and progress on standard error."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli import shared_work
from arena.cli.main import arena as command
from arena.cli.main import main
from arena.cli.shared_work import progress

WORDS = "CAT CATS AT AS TA ACT DOG DOGS IS IT QI"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "words.txt").write_text(WORDS.replace(" ", "\n"))
    return tmp_path


def positions(place: Path, *more: str) -> str:
    """Return the path of a file with a hundred positions, and more lines."""
    hands = ["CAT", "ACTS", "DOGS", "QI", "S"]
    lines = [json.dumps({"board": "standard", "lexicon": "words.txt", "hand": hands[n % 5]}) for n in range(100)]
    (place / "positions.txt").write_text("\n".join([*lines[:50], *more, *lines[50:]]))
    return str(place / "positions.txt")


def test_a_summary_is_the_same_for_any_number_of_processes(place):
    def found(*options: str) -> str:
        result = CliRunner().invoke(command, ["moves", "--summary", positions(place), *options], catch_exceptions=False)
        assert result.exit_code == 0
        return result.stdout

    alone = found("--workers", "1")
    assert len(alone.splitlines()) == 100
    assert len(set(alone.splitlines())) == 5
    assert found("--workers", "3") == found() == alone


def test_warnings_and_errors_come_in_their_place(place, capsys):
    """Line 51 has more tiles in hand than there are; 52 cannot be read. What is before them is printed."""
    odd = json.dumps({"board": "standard", "lexicon": "words.txt", "hand": "QQI"})
    path = positions(place, odd, "{]")
    outputs = set()
    for workers in ("1", "2"):
        with pytest.raises(SystemExit) as stop:
            main(["moves", "--summary", path, "--workers", workers])
        assert stop.value.code == 2
        out, err = capsys.readouterr()
        assert len(out.splitlines()) == 51
        warning, error = err.splitlines()
        assert warning.startswith(f"{path}:51: warning: ")
        assert error.startswith(f"{path}:52: column 2: this is not valid JSON")
        outputs.add((out, err))
    assert len(outputs) == 1
    with pytest.raises(SystemExit):
        main(["moves", "--summary", path, "--workers", "2", "--strict"])
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 50
    assert err.startswith(f"{path}:51: ") and "warning: " not in err


def test_a_warning_comes_before_the_error_of_its_position(place, capsys):
    odd = {"board": "standard", "lexicon": "words.txt", "placed": [[x, 0, "Q"] for x in range(2)]}
    path = positions(place, json.dumps(odd))
    with pytest.raises(SystemExit):
        main(["moves", "--summary", path, "--workers", "2"])
    warning, error = capsys.readouterr().err.splitlines()
    assert warning.startswith(f"{path}:51: warning: ")
    assert error.startswith(f"{path}:51: there is no hand")


def test_workers_go_with_a_summary(place, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["moves", positions(place), "--workers", "2"])
    assert stop.value.code == 2
    assert "--workers goes with --summary" in capsys.readouterr().err


BOARD = "3\n.. .. ..\n.. .. ..\n.. .. ..\n"


@pytest.mark.parametrize(
    ("name", "case"), [("solver", BOARD + "tac\n"), ("scorechecker", BOARD + BOARD.replace(".. ..\n..", "a t\n..", 1))]
)
def test_cases_are_answered_the_same_for_any_number_of_processes(place, name, case):
    def told(text: str, *options: str) -> tuple[str, str]:
        result = CliRunner().invoke(command, [name, str(place / "words.txt"), *options], input=text)
        return result.stdout, str(result.exception or "")

    whole = case * 40
    alone = told(whole)
    assert alone[1] == "" and alone[0].lower().count("board:") == 80
    assert told(whole, "--workers", "2") == told(whole, "--workers", "1") == alone
    broken = told(whole + "3 x")
    assert broken[0] == alone[0] and "line" in broken[1]
    assert told(whole + "3 x", "--workers", "2") == broken


def test_a_dead_process_ends_the_command_with_its_status(place, monkeypatch, capsys):
    ours = os.getpid()

    def killed(*_: object) -> str:
        if os.getpid() != ours:
            os.kill(os.getpid(), signal.SIGKILL)
        return "1\t1\t1"

    monkeypatch.setattr("arena.cli.words.moves.summary_line", killed)
    with pytest.raises(SystemExit) as stop:
        main(["moves", "--summary", positions(place), "--workers", "2"])
    assert stop.value.code == 4
    assert "a process that shared the work was killed by SIGKILL" in capsys.readouterr().err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_a_bar_that_is_gone_at_the_end(monkeypatch):
    monkeypatch.setattr(shared_work, "_BAR_EVERY", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", screen := Terminal())
    monkeypatch.setattr(sys, "stdout", printed := io.StringIO())
    with progress(3, "games") as done:
        done()
        done()
        print("an answer")
    assert "0/3" in screen.getvalue() and "2/3" in screen.getvalue() and "games" in screen.getvalue()
    assert screen.getvalue().endswith("\x1b[2K")  # the line is empty again
    assert printed.getvalue() == "an answer\n"


def test_elsewhere_there_is_a_line_now_and_then(monkeypatch, capsys):
    with progress(3, "games") as done:
        done()
    assert capsys.readouterr().err == ""  # it did not take long
    monkeypatch.setattr(shared_work, "_PLAIN_EVERY", 0.0)
    with progress(3, "games") as done:
        done()
        done()
    with progress(None, "cases") as done:
        done()
    assert capsys.readouterr().err == "1 of 3 games\n2 of 3 games\n1 cases\n"


def test_who_reads_the_answers_as_they_come_sees_no_bar(monkeypatch):
    monkeypatch.setattr(sys, "stderr", screen := Terminal())
    monkeypatch.setattr(sys, "stdout", Terminal())
    with progress(3, "positions", printing=True) as done:
        done()
    assert screen.getvalue() == ""
