"""Seats in which our plug-ins sit: a template process a bot and worker, forked once a game.

The worker's side. Descriptors travel over the control channel; what a template or its children write is
decoded as JSON into plain values, never unpickled.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import time
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from arena.config.model import Limits
from arena.contract.outcome import Fault
from arena.errors import RunError
from arena.printable import LONGEST, printable
from arena.runner.channel import Channel, Output
from arena.runner.guest import EXIT_CRASHED, EXIT_MEMORY
from arena.runner.homes import make_home, remove_home
from arena.runner.isolation import PROCESS, Isolation, start
from arena.runner.keeper import EXIT_UNCONFINED
from arena.runner.limits import environment
from arena.runner.own_process import GRACE, OwnProcess
from arena.runner.seat import Gone
from arena.runner.system import describe_status, end_group, outer_pid
from arena.variants.spec import VariantSpec
from arena.wire.message.codec import encode
from arena.wire.message.plain import Message

_AWAITED = ("start", "your_turn", "game_over")  # messages that a guest acts on
_REPLY = 10.0  # seconds for a template to do what takes a millisecond


class NotReady(Exception):
    """A bot did not start: its own failure. ``args[0]`` says how; ``output`` is what it printed."""

    def __init__(self, detail: str, output: str = "", fault: Fault = Fault.NOT_READY, killed: bool = False) -> None:
        detail = printable(detail, LONGEST)
        super().__init__(detail)
        self.detail, self.output, self.fault, self.killed = detail, output, fault, killed


class TemplateHandle:
    """One template process, as its worker holds it. Raises NotReady where the plug-in fails or hangs."""

    def __init__(
        self,
        value: str,
        limits: Limits,
        paths: list[str],
        isolation: Isolation = PROCESS,
        read: Iterable[str] = (),
        hidden: Sequence[str] = (),
        kernels: str = "",
    ) -> None:
        """paths: where modules are found. read, hidden: files that it may, and may not, read beside those.

        kernels: a bundle of compiled ones (arena/jit/stored.py), "" for none.
        """
        limits = isolation.tightened(limits)
        self.value, self.limits = value, limits
        self._home = make_home()
        self._prepared: set[str] = set()
        self._lost = False  # a reply did not come in time: the next one that comes may be its
        ours, theirs = socket.socketpair()
        heard, write = os.pipe()
        self._output = Output(heard, limits.output)
        self._control = ours
        try:
            self.process = start(
                isolation, limits, self._home, control=theirs.fileno(), pass_fds=[theirs.fileno()],
                environment=environment(self._home, os.environ) | {"ARENA_KERNELS": kernels}, paths=paths,
                read=read, hidden=hidden,
                streams={"stdin": subprocess.DEVNULL, "stdout": write, "stderr": write},
            )  # fmt: skip
        finally:
            theirs.close()
            os.close(write)
        self._pidfd = os.pidfd_open(self.process.pid)
        try:
            self._ask(
                {"do": "load", "value": value, "limits": msgspec.to_builtins(limits), "paths": paths},
                limits.start_time, "import",
            )  # fmt: skip
        except BaseException:
            self.close()
            raise

    def prepare(self, spec: VariantSpec) -> None:
        """Have the template build a variant's game, once."""
        if spec.name not in self._prepared:
            request = {"do": "prepare", "variant": msgspec.to_builtins(spec)}
            self._ask(request, self.limits.start_time, f"warm-up for {spec.name}")
            self._prepared.add(spec.name)

    def fork(self) -> ProcessSeat:
        """Return a seat in a fresh process. Raises NotReady where the template has died, or cannot be forked."""
        ours, theirs = socket.socketpair()
        read, write = os.pipe()
        try:
            reply, fds = self._call({"do": "fork"}, _REPLY, (theirs.fileno(), write))
            if not fds:
                raise NotReady(str(reply.get("error", "its process spoiled its control channel")), self._output.text())
        except NotReady:
            ours.close()
            os.close(read)
            raise
        finally:
            theirs.close()
            os.close(write)
        return ProcessSeat(self, reply["pid"], fds[0], ours, Output(read, self.limits.output))

    def reap(self, pid: int) -> int | None:
        """Have an ended child reaped, and all that it left behind ended; return its wait status if known."""
        reply, _ = self._call({"do": "reap", "pid": pid}, _REPLY)
        status = reply["status"]
        return None if status is None else int(status)

    @property
    def alive(self) -> bool:
        return not self._lost and self.process.poll() is None

    def _ask(self, request: dict[str, Any], seconds: float, what: str) -> None:
        try:
            reply, _ = self._call(request, seconds)
        except NotReady as error:
            raise NotReady(f"{what}: {error.detail}", self._output.text(), killed=error.killed) from None
        if not reply["ok"]:
            self._output.drain()
            raise NotReady(f"{what} failed: {reply['error']}", self._output.text())

    def _call(
        self, request: dict[str, Any], seconds: float, fds: tuple[int, ...] = ()
    ) -> tuple[dict[str, Any], list[int]]:
        """Send one request and return its reply, by a deadline, draining what the template prints."""
        until = time.monotonic() + seconds
        line = encode(request)
        try:
            sent = socket.send_fds(self._control, [line], fds) if fds else self._control.send(line)
            self._control.sendall(line[sent:])
        except OSError:
            raise self._death() from None
        held, got = b"", list[int]()
        while not held.endswith(b"\n"):
            if not self._readable(until):
                self._lost = True
                raise NotReady(f"took more than {seconds:g} s")
            try:
                data, more, _, _ = socket.recv_fds(self._control, 1 << 16, 2)
            except OSError:
                data, more = b"", []
            got += more
            held += data
            if not data or len(held) > 1 << 20:
                raise self._death()
        try:
            return msgspec.json.decode(held, type=dict[str, Any]), got
        except msgspec.MsgspecError:  # a plug-in that writes on channels it does not own
            raise NotReady("its process spoiled its control channel") from None

    def _readable(self, until: float) -> bool:
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        if self._output.open:
            poll.register(self._output.fd, select.POLLIN)
        while True:
            left = until - time.monotonic()
            events = dict(poll.poll(max(0, int(left * 1000 + 0.999))))
            if self._output.fd in events:
                self._output.drain()
                if not self._output.open:
                    poll.unregister(self._output.fd)
            if self._control.fileno() in events:
                return True
            if left <= 0:
                return False

    def _death(self) -> NotReady:
        try:
            code = self.process.wait(1.0)
        except subprocess.TimeoutExpired:
            return NotReady("closed its control channel")
        self._output.drain()
        if code == EXIT_UNCONFINED:
            raise RunError("isolation", self._output.text().strip(), "See docs/explanation/isolation.md")
        status = -code if code < 0 else code << 8
        return NotReady(f"its process ended ({describe_status(status)})", killed=code == -signal.SIGKILL)

    def close(self) -> None:
        """End the template and all it started. Never raises, always bounded."""
        self._control.close()  # it sweeps its own children and leaves
        end_group(self.process.pid, self._pidfd, patience=0.5 if self._prepared else 0.05, grace=GRACE)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1.0)
        os.close(self._pidfd)
        self._output.close()
        remove_home(self._home)


class ProcessSeat(OwnProcess):
    """A bot in a process of its own, forked from its template."""

    brief = True

    def __init__(self, template: TemplateHandle, pid: int, pidfd: int, wire: socket.socket, output: Output) -> None:
        super().__init__(outer_pid(pidfd), pidfd, Channel(wire.fileno(), wire.fileno(), output, pidfd), output)
        self.process = "fresh"
        self.owner = ("", "")  # bot and variant, for whoever keeps the seat
        self._template, self._inner, self._wire = template, pid, wire
        self._status: int | None = None

    def belongs_to(self, template: TemplateHandle) -> bool:
        return self._template is template

    def tell(self, message: Message) -> None:
        """Send a message; news waits for the next question, for a guest does nothing but listen until then."""
        (self._channel.send if message["type"] in _AWAITED else self._channel.hold)(encode(message))

    def _why(self, gone: Gone, how: str) -> Gone:
        if self._status is None:
            return Gone(gone.fault, gone.detail, killed=not self._template.alive and not how)
        last = self._last_line()
        code = os.waitstatus_to_exitcode(self._status)
        if code == EXIT_MEMORY:
            return Gone(Fault.MEMORY, last)
        if code == EXIT_CRASHED:
            return Gone(Fault.CRASHED, last)
        killed = code == -signal.SIGKILL and not how
        return Gone(Fault.CRASHED, f"{gone.detail} ({describe_status(self._status)})", killed)

    def _reap(self) -> None:
        # Where the template is gone too, the worker adopts and sweeps what it left.
        with contextlib.suppress(NotReady):
            self._status = self._template.reap(self._inner)

    def _hang_up(self) -> None:
        with contextlib.suppress(OSError):
            self._wire.shutdown(socket.SHUT_RDWR)

    def _put_away(self) -> None:
        self._wire.close()
