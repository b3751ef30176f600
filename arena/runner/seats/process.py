"""Seats in which our plug-ins sit: a process a game, forked by the seat's launcher behind its walls."""

from __future__ import annotations

import contextlib
import os
import signal
import socket

from arena.contract.outcome import Fault
from arena.errors import RunError
from arena.runner.inside.guest import EXIT_CRASHED, EXIT_MEMORY
from arena.runner.inside.guest_start import EXIT_IMPORT, EXIT_WARM_UP, IMPORTING, WARMING, stage_of
from arena.runner.sandbox.family import Family
from arena.runner.sandbox.launchers import LauncherHandle
from arena.runner.seats.channel import Channel, Output
from arena.runner.seats.not_ready import NotReady
from arena.runner.seats.own_process import OwnProcess
from arena.runner.seats.seat import Gone
from arena.runner.system import describe_status
from arena.wire.message.codec import encode
from arena.wire.message.plain import Message

_AWAITED = ("start", "your_turn", "game_over")  # messages that a guest acts on


class ProcessSeat(OwnProcess):
    """A plug-in in a process of its own. Raises NotReady where it cannot be started."""

    brief = True

    def __init__(self, launcher: LauncherHandle, variant: str) -> None:
        self.process = "fresh"
        self.variant = variant
        self._launcher = launcher
        self._status: int | None = None
        self.reason_at_end = self.printed_at_end = ""
        ours, theirs = socket.socketpair()
        read, write = os.pipe()
        output = Output(read, launcher.limits.output)
        try:
            pid = launcher.start(variant, theirs.fileno(), write)
            pidfd = os.pidfd_open(pid)
        except BaseException as error:
            ours.close()
            output.close()
            if isinstance(error, OSError):
                raise NotReady("its process ended at once") from None
            raise
        finally:
            theirs.close()
            os.close(write)
        self._wire = ours
        super().__init__(pid, pidfd, Channel(ours.fileno(), ours.fileno(), output, pidfd, ours), output)

    @property
    def family(self) -> Family:
        return self._launcher.family

    @property
    def launcher(self) -> LauncherHandle:
        return self._launcher

    @property
    def failed_to_begin(self) -> bool:
        """Whether the process ended at the plug-in's import or warm-up: it would do so again."""
        return self._status is not None and os.waitstatus_to_exitcode(self._status) in (EXIT_IMPORT, EXIT_WARM_UP)

    def tell(self, message: Message) -> None:
        """Send a message; news waits for the next question, for a guest does nothing but listen until then."""
        (self._channel.send if message["type"] in _AWAITED else self._channel.hold)(encode(message))

    def stage(self) -> str:
        """Say what the process is at before it is ready, as far as it tells."""
        return {IMPORTING: "import", WARMING: f"warm-up for {self.variant}"}.get(stage_of(self.pid), "")

    def _why(self, gone: Gone, how: str) -> Gone:
        why = self._explained(gone, how)
        self.reason_at_end, self.printed_at_end = why.detail, self._output.text()
        return why

    def _explained(self, gone: Gone, how: str) -> Gone:
        if self._status is None and self._launcher.out_of_reach and not how:
            raise RunError("launcher", "a process of the arena that started a bot has ended")
        if self._status is None:
            return Gone(gone.fault, gone.detail, killed=not self._launcher.alive and not how)
        last = self._last_line()
        code = os.waitstatus_to_exitcode(self._status)
        known = {
            EXIT_MEMORY: (Fault.MEMORY, last),
            EXIT_CRASHED: (Fault.CRASHED, last or f"{gone.detail} ({describe_status(self._status)})"),
            EXIT_IMPORT: (Fault.NOT_READY, f"import failed: {last}"),
            EXIT_WARM_UP: (Fault.NOT_READY, f"warm-up for {self.variant} failed: {last}"),
        }
        if code in known:
            return Gone(*known[code])
        killed = code == -signal.SIGKILL and not how
        return Gone(Fault.CRASHED, f"{gone.detail} ({describe_status(self._status)})", killed)

    def _reap(self) -> None:
        # Where the launcher is gone too, the worker adopts and sweeps what it left.
        with contextlib.suppress(NotReady, RunError):
            self._status = self._launcher.reap()

    def _hang_up(self) -> None:
        with contextlib.suppress(OSError):
            self._wire.shutdown(socket.SHUT_RDWR)

    def _put_away(self) -> None:
        self._wire.close()
