"""The ends of commands that go wrong outside of the arena: a full disk, a reader that went away."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = "from arena.cli.main import main; main()"


def start(*words: str, output: object, **environment: str) -> subprocess.Popen[str]:
    paths = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])} | environment
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", PROGRAM, *words],
        env=paths,
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
    )  # type: ignore[call-overload,no-any-return]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_told_in_one_line_with_the_status_of_a_run_that_had_to_stop():
    with open("/dev/full", "w") as full, start("boards", output=full) as done:
        text = done.communicate(timeout=240)[1]
    assert done.returncode == 4
    assert text == "output: No space left on device. Make room, and try again\n"


def test_a_reader_that_went_away_is_no_reason_for_a_traceback():
    reading, writing = os.pipe()
    os.close(reading)
    with start("boards", "show", "superscrabble", output=writing) as done:
        os.close(writing)
        text = done.communicate(timeout=240)[1]
    assert done.returncode == 0
    assert text == ""


def test_a_letter_that_the_encoding_of_the_terminal_does_not_have_is_written_out():
    with start("lexicon", "check", "any", "\u017b\u0141", "--tiles", "polish", output=subprocess.PIPE,
               PYTHONIOENCODING="latin-1", PYTHONUTF8="0") as done:  # fmt: skip
        text, wrong = done.communicate(timeout=240)
    assert done.returncode == 0, wrong
    assert "\\u017b" in text
