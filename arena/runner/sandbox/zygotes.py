"""Zygotes as those hold them who use them: workers, benches, and whoever looks at bots before the first game.

Orders and replies: orders.py. A zygote that looked at bots may be handed to a worker, which is another process: it goes
on from there, and nothing is loaded twice.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from arena.errors import RunError
from arena.runner.sandbox.limits import environment
from arena.runner.sandbox.orders import (
    Await,
    Awaited,
    Broken,
    Launch,
    Launched,
    Prepare,
    VariantsPrepared,
    reply,
    send,
)
from arena.runner.sandbox.own_python import own_command
from arena.runner.seats.channel import Output
from arena.runner.system import describe_status, ended
from arena.runner.unstarted import no_process
from arena.variants.spec import VariantSpec

REPLY = 10.0  # seconds for one of ours to do what takes milliseconds
_PREPARING = 600.0  # seconds for all variants: kernels may be compiled then
_PRINTED = 1 << 16  # bytes that are kept of what it prints
R = TypeVar("R")


class ZygoteHandle:
    """One zygote process, as its holder has it; may be used from several threads. Raises RunError where it fails.

    pid: its process id, which is nobody else's as long as whoever started it has not closed it.
    failed: variant -> why it could not be built there, of those that it was to prepare.
    """

    def __init__(
        self, channel: socket.socket, heard: int, pid: int, started: subprocess.Popen[bytes] | None = None
    ) -> None:
        """heard: what it prints. started: the process, for whom it is a child."""
        self.pid = pid
        self.failed: dict[str, str] = {}
        self._lock = threading.Lock()
        self._ours = channel
        self._output = Output(heard, _PRINTED)
        self._started = started
        self._pidfd = os.pidfd_open(pid)

    @property
    def alive(self) -> bool:
        return self._pidfd >= 0 and not ended(self._pidfd, 0.0)

    def prepare(self, variants: Iterable[VariantSpec], paths: Sequence[str], rehearsed: bool) -> None:
        """Have it build variants; see Prepare. Those that it has it need not build again."""
        wanted = list(variants)
        prepared = self._call(Prepare(wanted, list(paths), rehearsed), VariantsPrepared, _PREPARING)
        for spec in wanted:
            self.failed.pop(spec.name, None)
        self.failed |= prepared.failed

    def launch(self, order: Launch, control: int, output: int) -> int:
        """Return the process id of a new keeper, which is the zygote's child until ``wait`` has its status."""
        launched = self._call(order, Launched, REPLY, (control, output))
        if not launched.pid:
            raise no_process("zygote", OSError(launched.error, ""))
        return launched.pid

    def wait(self, keeper: int, seconds: float) -> int | None:
        """Return the status of a keeper that has ended, None where it has not or the zygote is gone."""
        try:
            return self._call(Await(keeper, seconds), Awaited, seconds + REPLY).status
        except RunError:
            return None

    def _call(self, order: msgspec.Struct, kind: type[R], seconds: float, fds: tuple[int, ...] = ()) -> R:
        with self._lock:
            try:
                send(self._ours, order, fds)
                return reply(self._ours, kind, time.monotonic() + seconds)
            except (OSError, Broken) as error:
                self._output.drain()
                last = self._output.text().strip()
                code = None if self._started is None else self._started.poll()
                how = "" if code is None else f" ({describe_status(-code if code < 0 else code << 8)})"
                raise RunError("zygote", f"{error}{how}{': ' if last else ''}{last}") from None

    @property
    def descriptors(self) -> tuple[int, int]:
        """What another process needs, beside the process id, to hold it: the channel, and what it prints."""
        return self._ours.fileno(), self._output.fd

    def give_away(self) -> None:
        """Leave it to another process that has its descriptors: to be called once that one is started."""
        self._ours.close()
        self._output.close()

    def close(self) -> None:
        """End the zygote and all that descends from it; one that was given away ends with its holder.

        Never raises, always bounded.
        """
        if self._pidfd < 0:
            return
        self._ours.close()
        if not ended(self._pidfd, 1.0):
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
            ended(self._pidfd, 1.0)
        if self._started is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._started.wait(1.0)
        self._output.close()
        os.close(self._pidfd)
        self._pidfd = -1


class Spare:
    """Holds at most one zygote that has looked at a run's bots, for the worker that is started next."""

    def __init__(self) -> None:
        self._held: ZygoteHandle | None = None

    def put(self, zygote: ZygoteHandle) -> None:
        self.close()
        self._held = zygote

    def take(self) -> ZygoteHandle | None:
        """Return it, to be closed by whoever takes it; None where there is none."""
        held, self._held = self._held, None
        return held

    def close(self) -> None:
        if (held := self.take()) is not None:
            held.close()


def start_zygote(
    variants: Iterable[VariantSpec], paths: Sequence[str], kernels: str, rehearsed: bool = True
) -> ZygoteHandle:
    """Return a zygote that has these variants. paths: where plug-ins of games lie. rehearsed: see Prepare.

    kernels: bundles of compiled ones (arena/jit/stored.py), a path a line, "" for none. Raises RunError.
    """
    ours, theirs = socket.socketpair()
    heard, write = os.pipe()
    surroundings = environment("/nowhere", os.environ) | {"ARENA_KERNELS": kernels}
    try:
        process = subprocess.Popen(
            own_command("arena.runner.sandbox.zygote", str(theirs.fileno())), env=surroundings, cwd="/",
            pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stdout=write, stderr=write,
            start_new_session=True,
        )  # fmt: skip
    except OSError as error:
        ours.close()
        os.close(heard)
        raise no_process("zygote", error) from None
    finally:
        theirs.close()
        os.close(write)
    zygote = ZygoteHandle(ours, heard, process.pid, process)
    try:
        zygote.prepare(variants, paths, rehearsed)
    except BaseException:
        zygote.close()
        raise
    return zygote
