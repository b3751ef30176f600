"""Seats in which foreign programs sit: any command that speaks the message protocol on its standard input and output.

A fresh process a game, in its own session and an empty folder; what it writes to standard error is drained and kept.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
from collections.abc import Sequence

from arena.config.model import Limits
from arena.contract.outcome import Fault
from arena.errors import RunError
from arena.runner.sandbox.control_group import new_group
from arena.runner.sandbox.family import Family
from arena.runner.sandbox.homes import make_home, remove_home
from arena.runner.sandbox.isolation import PROCESS, Isolation, plan_for, programs
from arena.runner.sandbox.isolation import start_program as start_keeper
from arena.runner.sandbox.keeper import EXIT_UNCONFINED
from arena.runner.sandbox.limits import environment
from arena.runner.sandbox.namespaces import SHARED_MEMORY
from arena.runner.seats.channel import Channel, Output
from arena.runner.seats.not_ready import NotReady
from arena.runner.seats.own_process import OwnProcess
from arena.runner.seats.seat import Gone
from arena.runner.system import describe_status
from arena.wire.message.codec import encode
from arena.wire.message.plain import Message


def start_program(
    command: Sequence[str],
    limits: Limits,
    isolation: Isolation,
    home: str,
    errors: int,
    read: Sequence[str] = (),
    hidden: Sequence[str] = (),
    group: str = "",
    trouble: int | None = None,
    folder: str = "",
) -> subprocess.Popen[bytes]:
    """Start a foreign program in the folder ``home``, with pipes to and from it. Raises NotReady.

    folder: where it is started instead, "" for its home, which it has for its files in any case.

    errors: the descriptor that takes its standard error. read, hidden: files that it may, and may not, read beside
    its own. group: the entrance of its control group. trouble: a descriptor on which the keeper, and nobody else, says
    why the walls cannot be put up.
    """
    if shutil.which(command[0]) is None:
        there = os.path.exists(command[0])
        raise NotReady(f"cannot start {command[0]!r}: {'Permission denied' if there else 'No such program'}")
    plan = plan_for(
        isolation, isolation.tightened(limits), home, read=[*programs(command), *read], hidden=hidden, group=group
    )
    plan["folder"] = folder
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": errors}
    surroundings = environment(home, os.environ)
    return start_keeper(plan, command, environment=surroundings, streams=streams, trouble=trouble)


class CommandSeat(OwnProcess):
    """A foreign program. Raises NotReady where it cannot be started."""

    process = "command"
    brief = False

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits,
        isolation: Isolation = PROCESS,
        read: Sequence[str] = (),
        hidden: Sequence[str] = (),
        folder: str = "",
    ) -> None:
        """read, hidden: files that it may, and may not, read beside its own. folder: where it is started."""
        self._home = make_home()
        self._group = new_group() if isolation.layers else None
        if self._group is not None:
            self._group.bound(isolation.tightened(limits).processes)
        heard, write = os.pipe()
        output = Output(heard, limits.output)
        self._trouble, trouble = os.pipe()
        os.set_blocking(self._trouble, False)
        try:
            entrance = self._group.entrance if self._group else ""
            self._process = start_program(
                command, limits, isolation, self._home, write, read, hidden, entrance, trouble, folder
            )
        except BaseException:
            output.close()
            self._clear()
            raise
        finally:
            os.close(write)
            os.close(trouble)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        pid, pidfd = self._process.pid, os.pidfd_open(self._process.pid)
        inner = "namespaces" in isolation.layers
        places = (self._home, SHARED_MEMORY) if inner else ()
        limits = isolation.tightened(limits)
        self._family = Family(pid, limits, inner=inner, reaps=True, places=places, group=self._group)
        super().__init__(pid, pidfd, Channel(self._stdout.fileno(), self._stdin.fileno(), output, pidfd), output)

    @property
    def family(self) -> Family:
        return self._family

    def tell(self, message: Message) -> None:
        self._channel.send(encode(message))

    def _why(self, gone: Gone, how: str) -> Gone:
        last = self._last_line()
        code = self._process.returncode
        if code == EXIT_UNCONFINED and (trouble := self._unconfined()):
            raise RunError("isolation", trouble, "See docs/explanation/isolation.md")
        status = "" if code is None else describe_status(-code if code < 0 else code << 8)
        detail = f"{gone.detail} ({status})" if status else gone.detail
        killed = code == -signal.SIGKILL and not how
        return Gone(Fault.CRASHED, f"{detail}: {last}" if last and code else detail, killed)

    def _unconfined(self) -> str:
        """Return what the keeper said of walls that cannot be put up, "" where it said nothing."""
        try:
            return os.read(self._trouble, 4096).decode(errors="replace").strip()
        except BlockingIOError:
            return ""

    def _reap(self) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)

    def _hang_up(self) -> None:
        with contextlib.suppress(OSError):
            self._stdin.close()

    def _put_away(self) -> None:
        with contextlib.suppress(OSError):
            self._stdout.close()
        self._family.close()
        self._clear()

    def _clear(self) -> None:
        os.close(self._trouble)
        if self._group is not None:
            self._group.close()
        remove_home(self._home)
