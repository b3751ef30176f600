"""Every reader keeps the rule of rule.py for damaged inputs, the same ones each time. Longer: ``nox -s fuzz``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.errors import ArenaError, ConfigError
from tests.fuzz.readers import READERS
from tests.fuzz.rule import Finding, judged

ROOT = Path(__file__).parents[2]
COUNT = 50  # inputs of each reader
MUCH = 2**40  # bytes: what this process has from other tests is no matter
TOGETHER = 8  # readers in one process: its start takes longer than their inputs
GROUPS = [list(READERS)[at : at + TOGETHER] for at in range(0, len(READERS), TOGETHER)]


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="kernels as plain Python take their time")
@pytest.mark.parametrize("names", GROUPS, ids=",".join)
def test_damaged_inputs_are_read_or_refused(names, tmp_path):
    """In a process of their own, so that its memory is what the inputs took."""
    command = [sys.executable, "-m", "tests.fuzz.plain", ",".join(names), "--count", str(COUNT)]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-4000:]
    for name in names:
        assert f"{name}: {COUNT} inputs" in done.stdout


@pytest.mark.parametrize("name", READERS)
def test_most_seeds_are_read(name):
    """Else the fuzzers would only ever see the first lines of a reader."""
    reader = READERS[name]
    good = 0
    for seed in reader.seeds:
        try:
            reader.read(seed)
            good += 1
        except ArenaError:
            pass
    assert good >= 1 and 2 * good >= len(reader.seeds)


def test_what_breaks_the_rule_is_found():
    def forever(data: bytes) -> None:
        while True:
            pass

    def status(data: bytes) -> None:
        error = ConfigError("here", "bad")
        error.exit_code = 1
        raise error

    def nothing_said(data: bytes) -> None:
        raise ConfigError("here", " ")

    def wide(data: bytes) -> None:
        bytearray(2 * 2**20)

    for read, message in ((forever, "of the processor"), (status, "status 1"), (nothing_said, "a complaint of")):
        with pytest.raises(Finding, match=message):
            judged(read, b"", seconds=0.05, memory=MUCH)
    with pytest.raises(Finding, match="MiB resident"):
        judged(wide, b"", memory=2**20)
    with pytest.raises(ZeroDivisionError):
        judged(lambda data: 1 / 0, b"", memory=MUCH)
    assert judged(lambda data: None, b"", memory=MUCH) and not judged(_refuses, b"", memory=MUCH)


def _refuses(data: bytes) -> None:
    raise ConfigError("here", "this cannot be read")
