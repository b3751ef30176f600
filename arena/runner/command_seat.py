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
from arena.runner.channel import Channel, Output
from arena.runner.homes import make_home, remove_home
from arena.runner.isolation import PROCESS, Isolation, ours, programs, start
from arena.runner.keeper import EXIT_UNCONFINED
from arena.runner.limits import environment
from arena.runner.own_process import OwnProcess
from arena.runner.process_seat import NotReady
from arena.runner.seat import Gone
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
) -> subprocess.Popen[bytes]:
    """Start a foreign program in the folder ``home``, with pipes to and from it. Raises NotReady.

    errors: the descriptor that takes its standard error. read, hidden: files that it may, and may not, read beside
    its own.
    """
    if shutil.which(command[0]) is None:
        there = os.path.exists(command[0])
        raise NotReady(f"cannot start {command[0]!r}: {'Permission denied' if there else 'No such program'}")
    return start(
        isolation, isolation.tightened(limits), home, words=list(command), paths=ours(),
        read=[*programs(command), *read], hidden=hidden, environment=environment(home, os.environ),
        streams={"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": errors},
    )  # fmt: skip


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
    ) -> None:
        """read, hidden: files that it may, and may not, read beside its own."""
        self._home = make_home()
        heard, write = os.pipe()
        output = Output(heard, limits.output)
        try:
            self._process = start_program(command, limits, isolation, self._home, write, read, hidden)
        except BaseException:
            output.close()
            remove_home(self._home)
            raise
        finally:
            os.close(write)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        pid, pidfd = self._process.pid, os.pidfd_open(self._process.pid)
        super().__init__(pid, pidfd, Channel(self._stdout.fileno(), self._stdin.fileno(), output, pidfd), output)

    def tell(self, message: Message) -> None:
        self._channel.send(encode(message))

    def _why(self, gone: Gone, how: str) -> Gone:
        last = self._last_line()
        code = self._process.returncode
        if code == EXIT_UNCONFINED:
            raise RunError("isolation", last, "See docs/explanation/isolation.md")
        status = "" if code is None else describe_status(-code if code < 0 else code << 8)
        detail = f"{gone.detail} ({status})" if status else gone.detail
        killed = code == -signal.SIGKILL and not how
        return Gone(Fault.CRASHED, f"{detail}: {last}" if last and code else detail, killed)

    def _reap(self) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)

    def _hang_up(self) -> None:
        with contextlib.suppress(OSError):
            self._stdin.close()

    def _put_away(self) -> None:
        with contextlib.suppress(OSError):
            self._stdout.close()
        remove_home(self._home)
