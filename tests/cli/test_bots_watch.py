"""``arena bots watch``: a look at a bot whenever it is saved."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cache import kernels_folder
from arena.cli.main import main
from tests.cli.test_sprt_run import BEST, PASSES, committed

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")

QUICK = ("--on", "hole", "--isolation", "process", "--seed", "7")
RAISES = BEST.replace("found = ", "raise ValueError('not today')\n        found = ")
WAITS = BEST.replace("found = ", "import time; time.sleep(0.02)\n        found = ")
SOAK = pytest.mark.soak  # the same way through the code, with other figures at its end
CASES = [  # what is committed, what it has become, the line's word and what else it says
    pytest.param(PASSES, BEST, "better", "100.0 % in 6 games", id="better"),
    pytest.param(BEST, PASSES, "worse", "0.0 % in 6 games", id="worse", marks=SOAK),
    pytest.param(BEST, BEST + "# the same\n", "even", "50.0 % in 6 games, 0.0 points a game", id="even", marks=SOAK),
    pytest.param(BEST, WAITS, "slower", "slower than before", id="slower"),
    pytest.param(BEST, RAISES, "broken", "crashed 6 times, first by ValueError: not today", id="crashes"),
    pytest.param(
        BEST, "import nothing_of_that_name\n", "broken", "No module named 'nothing_of_that_name'", id="import"
    ),
    pytest.param(BEST, "def make_bot(:\n", "broken", "SyntaxError", id="syntax", marks=SOAK),
]


def once(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int | str | None, str]:
    with pytest.raises(SystemExit) as stop:
        main(["bots", "watch", *words, "--once"])
    said = capsys.readouterr()
    return stop.value.code, said.out + said.err


@pytest.mark.parametrize(("before", "now", "word", "figures"), CASES)
def test_a_look_says_in_one_word_what_became_of_it(
    repository: Path, capsys: pytest.CaptureFixture[str], before: str, now: str, word: str, figures: str
) -> None:
    committed(repository, before).write_text(now)
    status, said = once(capsys, "./mybot.py", "--pairs", "3", *QUICK)
    assert re.search(rf"^\d\d:\d\d:\d\d now: {word}: ", said, re.M), said
    assert figures in said
    assert status == (3 if word == "broken" else 0)


def test_a_fault_is_told_with_the_command_that_repeats_it(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    committed(repository, BEST).write_text(RAISES)
    _, said = once(capsys, "./mybot.py", "--pairs", "1", *QUICK)
    found = re.search(r"\(again: arena (ask new watch-mybot-HEAD/\S+ \d+)\)", said)
    assert found, said
    with pytest.raises(SystemExit):
        main(found[1].split())
    told = capsys.readouterr()
    assert "not today" in told.out + told.err


@pytest.mark.parametrize(
    ("words", "status", "problem"),
    [
        (("greedy",), 2, "PATH: 'greedy' is no path"),
        (("./nothing.py",), 3, "there is no file or folder ./nothing.py"),
        (("./mybot.py", "--against", "v9"), 3, "now: broken: --against: "),
        (("./mybot.py", "--against", "v9"), 3, "has no revision 'v9'"),
        (("./mybot.py", "--move-time", "soon"), 2, "--move-time: 'soon' is not a duration"),
        (("./mybot.py", "--pairs", "0"), 2, "--pairs"),
    ],
)
def test_what_is_wrong_is_told(
    repository: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], status: int, problem: str
) -> None:
    committed(repository, BEST)
    found, said = once(capsys, *words)
    assert found == status and problem in said


def save(file: Path, text: str) -> None:
    """Write a file as many editors do: another one that takes its place. It changes at one moment."""
    new = file.with_name(f"{file.name}~")
    new.write_text(text)
    new.replace(file)


def test_each_save_is_looked_at_until_it_is_stopped(repository: Path) -> None:
    file = committed(repository, PASSES)
    command = [sys.executable, "-c", "from arena.cli.main import main; main()", "bots", "watch", "./mybot.py"]
    kernels = {"NUMBA_CACHE_DIR": str(kernels_folder(os.environ))}  # else they are compiled in the cache of this test
    surroundings = os.environ | kernels | {"PYTHONUNBUFFERED": "1", "XDG_CACHE_HOME": str(repository.parent / "cache")}
    with subprocess.Popen(
        [*command, "--pairs", "3", *QUICK], stdout=subprocess.PIPE, text=True, env=surroundings, cwd=repository
    ) as watching:
        assert watching.stdout is not None
        assert " now: even: " in watching.stdout.readline()
        (repository / "beside.txt").write_text("no file of the bot's")
        save(file, BEST)
        assert " mybot.py: better: " in watching.stdout.readline()
        save(file, RAISES)
        assert " mybot.py: broken: " in watching.stdout.readline()
        watching.send_signal(signal.SIGINT)
        assert watching.stdout.read() == ""
    assert watching.returncode == 0
