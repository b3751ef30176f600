"""One worker process as its parent holds it: the channel to it, and how it is ended."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import subprocess
from collections.abc import Sequence

from arena.runner.sandbox.own_python import own_command, own_environment
from arena.runner.system import ended
from arena.runner.unstarted import no_process


class WorkerProcess:
    """A worker, the channel to it, and how it is ended."""

    def __init__(
        self, module: str, setup: bytes, kernels: str, given: Sequence[int] = (), descriptors: Sequence[int] = ()
    ) -> None:
        """module: with a ``main``. kernels: see ``stored_kernels``. given: arguments; descriptors: what goes over.

        Raises RunError where the system does not start it.
        """
        ours, theirs = socket.socketpair()
        environment = own_environment()
        environment["OMP_NUM_THREADS"] = environment["OPENBLAS_NUM_THREADS"] = environment["NUMBA_NUM_THREADS"] = "1"
        environment["PYTHONHASHSEED"] = "0"
        environment["ARENA_KERNELS"] = kernels  # a referee needs a few; numba loads slowly
        try:
            with theirs:
                self.process = subprocess.Popen(
                    own_command(module, str(theirs.fileno()), *map(str, given)),
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=[theirs.fileno(), *descriptors],
                    start_new_session=True, env=environment,
                )  # fmt: skip
        except OSError as error:
            ours.close()
            raise no_process("worker", error) from None
        self.pidfd = os.pidfd_open(self.process.pid)
        self.channel = ours
        self._held = b""
        self.send(setup)

    def send(self, line: bytes) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # its end is noticed when we read
            self.channel.sendall(line + b"\n")

    @property
    def busy(self) -> bool:
        """Whether it was given something that it has not handed in."""
        raise NotImplementedError

    @property
    def awaited(self) -> int:
        """What its channel is polled for."""
        return select.POLLIN

    def receive(self) -> list[bytes] | None:
        """Return the lines that the worker said; None when it has ended."""
        try:
            data = self.channel.recv(1 << 20)
        except ConnectionResetError:
            data = b""
        if not data:
            return None
        *lines, self._held = (self._held + data).split(b"\n")
        return lines

    def end(self, seconds: float) -> None:
        """End the worker and all it started: by closing its channel, then by force."""
        self.channel.close()
        if not ended(self.pidfd, seconds):
            self.process.terminate()  # its zygote and its launchers see their channels close, and sweep
            if not ended(self.pidfd, 1.0):
                self.process.kill()
                ended(self.pidfd, 5.0)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1.0)
        os.close(self.pidfd)

    def close(self) -> None:
        """Give up what is kept of it after its end."""
