"""A worker's side of its launchers: processes of ours, each behind the walls of one seat.

Orders and replies: orders.py. What a launcher says is said by clean code; process ids are looked up in the
kernel all the same, so that nothing hangs on a number that came from behind a wall.
"""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from arena.errors import RunError
from arena.runner.sandbox.control_group import new_group
from arena.runner.sandbox.family import Family
from arena.runner.sandbox.homes import make_home, remove_home
from arena.runner.sandbox.isolation import Isolation, plan_for
from arena.runner.sandbox.keeper import EXIT_UNCONFINED
from arena.runner.sandbox.namespaces import SHARED_MEMORY
from arena.runner.sandbox.orders import (
    Broken,
    Launch,
    PluginPlan,
    Reap,
    Reaped,
    Start,
    Started,
    reply,
    send,
)
from arena.runner.sandbox.zygotes import REPLY, ZygoteHandle
from arena.runner.seats.channel import Output
from arena.runner.seats.not_ready import NotReady
from arena.runner.seats.own_process import GRACE
from arena.runner.system import describe_status, end_group

R = TypeVar("R")


def _can_write() -> bool:
    """Whether this machine still has space for a game: without walls a bot can spoil its own folder, and no more."""
    try:
        remove_home(make_home())
    except OSError:
        return False
    return True


class LauncherHandle:
    """One launcher behind its walls, with its keeper, as their worker holds them; no game's process yet."""

    def __init__(
        self, zygote: ZygoteHandle, plugin: PluginPlan, isolation: Isolation, read: Iterable[str] = (),
        hidden: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """read, hidden: files that the bot may, and may not, read beside those on its search path.

        Raises RunError where the walls cannot be put up.
        """
        self._zygote = zygote
        self.out_of_reach = "namespaces" in isolation.layers  # no bot can end it
        self._unwakeable = {"namespaces", "seccomp"} <= set(isolation.layers)
        self.limits = isolation.tightened(plugin.limits)
        plugin = msgspec.structs.replace(plugin, limits=self.limits)
        self._home = make_home()
        self._group = new_group() if isolation.layers else None
        if self._group is not None:
            self._group.bound(self.limits.processes)
        self._control, theirs = socket.socketpair()
        heard, write = os.pipe()
        self.output = Output(heard, plugin.limits.output)
        self._lost = self.playing = False
        try:
            read = [*read, plugin.kernels] if plugin.kernels else list(read)
            entrance = self._group.entrance if self._group else ""
            plan = plan_for(
                isolation, self.limits, self._home, paths=plugin.paths, read=read, hidden=hidden, group=entrance
            )
            self.keeper = zygote.launch(Launch(plan, plugin), theirs.fileno(), write)
            self._pidfd = os.pidfd_open(self.keeper)
        except BaseException:
            self._control.close()
            self._clear()
            raise
        finally:
            theirs.close()
            os.close(write)
        places = (self._home, SHARED_MEMORY) if "namespaces" in isolation.layers else ()
        self.family = Family(self.keeper, self.limits, inner=True, reaps=False, places=places, group=self._group)

    @property
    def alive(self) -> bool:
        return not self._lost and self._zygote.alive

    def start(self, variant: str, wire: int, output: int) -> int:
        """Have a process for games of a variant started, and return its id. Raises NotReady where there is none.

        Raises RunError for a variant that could not be built, and where this machine has no space for a game any more:
        that is no bot's fault.
        """
        if variant in self._zygote.failed:
            raise RunError(
                f"variants.{variant}", f"where its bots start it cannot be built: {self._zygote.failed[variant]}"
            )
        if self._unwakeable:
            self.family.hears_by(os.fstat(wire).st_ino)
        started = self._call(Start(variant), Started, (wire, output))
        if started.error:
            self._lost = True  # another one may have a folder that is still there
            if self.out_of_reach or not _can_write():
                raise RunError("launcher", started.error, "Is the disk full, or gone?")
            raise NotReady(started.error)
        self.playing = True
        first = self.family.first()
        if first is None:
            raise self._death()
        self.family.begin()
        return first

    def reap(self) -> int | None:
        """Have all ended that is left of a game; return the status of its first process, None where it is not known."""
        self.family.go()
        self.playing = False
        reaped = self._call(Reap(), Reaped)
        self._lost = self._lost or reaped.spent
        return reaped.status

    def _call(self, order: msgspec.Struct, kind: type[R], fds: tuple[int, ...] = ()) -> R:
        try:
            send(self._control, order, fds)
            return reply(self._control, kind, time.monotonic() + REPLY)
        except (OSError, Broken):
            self._lost = True
            raise self._death() from None

    def _death(self) -> NotReady:
        self._lost = True
        status = self._zygote.wait(self.keeper, 1.0)
        self.output.drain()
        if status is None and self.out_of_reach:
            raise RunError("launcher", "a process of the arena does not answer")
        if status is None:
            return NotReady("its launcher does not answer", killed=True)
        if os.waitstatus_to_exitcode(status) == EXIT_UNCONFINED:
            raise RunError("isolation", self.output.text().strip(), "See docs/explanation/isolation.md")
        if self.out_of_reach:
            raise RunError("launcher", f"a process of the arena ended ({describe_status(status)})")
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        return NotReady(f"its process ended ({describe_status(status)})", self.output.text(), killed=killed)

    def close(self) -> None:
        """End the launcher and all it started. Never raises, always bounded."""
        self.family.go()
        self.family.close()
        self._control.close()  # it sweeps its own children and leaves
        end_group(self.keeper, self._pidfd, patience=0.5, grace=GRACE)
        self._zygote.wait(self.keeper, 1.0)
        if self._pidfd >= 0:
            os.close(self._pidfd)
            self._pidfd = -1
        self._clear()

    def _clear(self) -> None:
        self.output.close()
        if self._group is not None:
            self._group.close()
        remove_home(self._home)
