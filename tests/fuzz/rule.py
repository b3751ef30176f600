"""The rule that every reader keeps, whatever it is given: a right answer, or an ArenaError with the status of bad input.

Either comes within two seconds of processor time (of the whole process, so that a busy machine changes nothing) and
512 MiB of resident memory.
"""

from __future__ import annotations

import resource
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arena.errors import EXIT_USAGE, ArenaError, Complaints

SECONDS = 2.0  # of the processor, for one input
MEMORY = 512 * 2**20  # bytes resident, of the process at its most
MOST_TOLD = 100_000  # characters of a complaint: more is no help to anybody


class Finding(BaseException):
    """An input that breaks the rule. No Exception, so that nothing which is read takes it for its own."""


def judged(read: Callable[[bytes], Any], data: bytes, seconds: float = SECONDS, memory: int = MEMORY) -> bool:
    """Give one input to a reader; return whether it was read, False where it was refused as it should be.

    Raises Finding, or whatever else the reader raises, where the rule is broken.
    """

    def late(signum: int, frame: Any) -> None:
        raise Finding(f"more than {seconds:g} s of the processor")

    before = signal.signal(signal.SIGPROF, late)
    started = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        read(data)
        good = True
    except ArenaError as error:
        good = False
        refused(error)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    took = time.process_time() - started
    if took > seconds:  # all of it in one call that no signal interrupts
        raise Finding(f"{took:.1f} s of the processor, more than {seconds:g}")
    most = peak()
    if most > memory:
        raise Finding(f"{most >> 20} MiB resident, more than {memory >> 20}")
    return good


def refused(error: ArenaError) -> None:
    """Raise Finding where a complaint is none that a person can be shown."""
    if error.exit_code != EXIT_USAGE:
        raise Finding(f"bad input ends with status {error.exit_code}: {error}") from error
    text = str(error)
    parts = error.errors if isinstance(error, Complaints) else (error,)
    if not all(part.problem.strip() for part in parts) or len(text) > MOST_TOLD:
        raise Finding(f"a complaint of {len(text)} characters: {text[:200]!r}") from error
    odd = {char for char in text if not (char.isprintable() or char == "\n")}
    if odd:
        raise Finding(f"a complaint with the characters {sorted(odd)!r}: {text[:500]!r}") from error


def forget_peak() -> None:
    """Let the memory that was resident at its most be what is resident now: what is made once is no input's doing."""
    Path("/proc/self/clear_refs").write_text("5")


def peak() -> int:
    """Return the most bytes that this process had resident since forget_peak."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
