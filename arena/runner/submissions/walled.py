"""A program that works on what a stranger handed in: run behind the walls of bots, within limits, and then gone.

It sees what bots see: no network, no other processes, no files but the system's, Python's, and those that it is given
to read. It may write into an empty folder of its own, which is gone afterwards; what it prints is what comes of it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import BinaryIO

import msgspec

from arena.config.model import Limits
from arena.errors import RunError
from arena.runner.sandbox.control_group import new_group
from arena.runner.sandbox.family import SPACE, Family
from arena.runner.sandbox.homes import make_home, remove_home
from arena.runner.sandbox.isolation import Isolation, plan_for, start_program
from arena.runner.sandbox.keeper import EXIT_UNCONFINED
from arena.runner.sandbox.limits import environment
from arena.runner.sandbox.namespaces import SHARED_MEMORY
from arena.runner.submissions.refused import Refused
from arena.runner.system import describe_status, end_group, ended
from arena.runner.unstarted import no_process

MOST_PRINTED = 96 << 20  # bytes of one stream, and of any file that it writes
LIMITS = Limits(memory=2048 << 20, file_size=MOST_PRINTED, open_files=512)
_LOOKING = 0.1  # seconds between looks at its processes
_GRACE = 1.0  # seconds for a keeper to end all that it started
_LAST = 4096  # bytes of its errors that are kept


@dataclass(frozen=True, slots=True)
class ProgramEnd:
    """What a program printed, and how it ended: "" for status 0. errors: the end of its standard error, as text."""

    data: bytes
    errors: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Walled:
    """How strangers' code is run. isolation: as that of the bots. seconds: of one program, at most.

    until: when all programs of one submission must have ended, by time.monotonic; None where only ``seconds`` counts.
    space: bytes that it may write into its folder. last: bytes of its errors that are kept, the last ones. stop: ends
    it when it is set.
    """

    isolation: Isolation
    seconds: float
    limits: Limits = LIMITS
    until: float | None = None
    space: int = SPACE
    last: int = _LAST
    stop: threading.Event = field(default_factory=threading.Event)

    def for_one(self) -> Walled:
        """Return the same for one submission, whose programs have ``seconds`` together from now on."""
        return replace(self, until=time.monotonic() + self.seconds)

    def left(self) -> float:
        """Return the seconds that a program may take which begins now, 0 or less for none."""
        return self.seconds if self.until is None else min(self.seconds, self.until - time.monotonic())

    def run(
        self, words: Sequence[str], read: Sequence[str], given: bytes = b"", more: Mapping[str, str] | None = None
    ) -> ProgramEnd:
        """Return what a program printed. read: what it may read. given: its standard input. more: of its environment.

        Raises Refused where it runs too long or takes too much, RunError where the walls cannot be put up.
        """
        seconds = self.left()
        if seconds <= 0:
            raise Refused(self._late)
        limits = msgspec.structs.replace(self.isolation.tightened(self.limits), cpu_time=self.seconds)
        home, group = make_home(), new_group() if self.isolation.layers else None
        if group is not None:
            group.bound(limits.processes)
        try:
            entrance = group.entrance if group else ""
            plan = plan_for(self.isolation, limits, home, read=read, group=entrance, space=self.space)
            with (
                tempfile.TemporaryFile() as put, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err,
                tempfile.TemporaryFile() as said,
            ):  # fmt: skip
                put.write(given)
                put.seek(0)
                streams = {"stdin": put, "stdout": out, "stderr": err}
                surroundings = environment(home, os.environ) | dict(more or {})
                trouble = said.fileno()
                process = start_program(plan, words, environment=surroundings, streams=streams, trouble=trouble)
                inner = "namespaces" in self.isolation.layers
                places = (home, SHARED_MEMORY) if inner else ()
                family = Family(
                    process.pid, limits, inner=inner, reaps=True, places=places, group=group, space=self.space
                )  # fmt: skip
                try:
                    problem = self._watch(process, family, seconds)
                finally:
                    family.close()
                if problem:
                    raise Refused(problem, _end_of(err, self.last))
                return _printed(process.returncode, out, err, said, self.limits.file_size, self.last)
        except OSError as error:
            raise no_process("submissions", error) from None
        finally:
            if group is not None:
                group.close()
            remove_home(home)

    @property
    def _late(self) -> str:
        return f"it took more than {self.seconds:.0f} s"

    def _watch(self, process: subprocess.Popen[bytes], family: Family, seconds: float) -> str:
        """Wait for the end of a program, or end it for what it does; return why, "" where it ended by itself."""
        pidfd, until = os.pidfd_open(process.pid), time.monotonic() + seconds
        problem = ""
        try:
            while not problem and not ended(pidfd, _LOOKING):
                exceeded = family.look()
                if exceeded is not None:
                    problem = exceeded[1]
                elif time.monotonic() > until:
                    problem = self._late
                elif self.stop.is_set():
                    problem = "nobody waits for it any more"
            if problem:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process.pid, signal.SIGHUP)  # the keeper ends all
            end_group(process.pid, pidfd, patience=_GRACE, grace=_GRACE)
        finally:
            os.close(pidfd)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_GRACE)
        return problem


def _printed(
    code: int | None, out: BinaryIO, err: BinaryIO, said: BinaryIO, most: int = MOST_PRINTED, last: int = _LAST
) -> ProgramEnd:
    """Return what came of a program that has ended. Raises RunError where its walls could not be put up.

    said: where the keeper, and nobody else, writes why. The status alone says nothing: any program may end with it.
    most, last: bytes of ``out`` and of ``err`` that are read.
    """
    errors = _end_of(err, last)
    said.seek(0)
    if code == EXIT_UNCONFINED and (trouble := said.read(_LAST).decode(errors="replace").strip()):
        raise RunError("isolation", trouble, "See docs/explanation/isolation.md")
    out.seek(0)
    problem = "" if code == 0 else describe_status(0 if code is None else -code if code < 0 else code << 8)
    return ProgramEnd(out.read(most + 1), errors, problem)


def _end_of(err: BinaryIO, last: int) -> str:
    err.seek(0, os.SEEK_END)
    err.seek(max(0, err.tell() - last))
    return err.read(last).decode(errors="replace")
