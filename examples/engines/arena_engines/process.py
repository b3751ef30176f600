"""The engine's process: lines to it, lines from it, and never longer than one is willing to wait."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

MOST = 4 << 20  # bytes of one answer
DEAF = 5.0  # seconds in which an engine neither listens nor says anything while it is told something
KEPT, WIDE = 4, 160  # of its last lines, for messages: how many, and how many characters of each


class EngineSilent(Exception):
    """The time is up, and the engine has not answered."""


class EngineFault(Exception):
    """The engine ended, said nonsense, or said that something is wrong: what, and its last words."""


class EngineProcess:
    """A program on pipes, its errors among its output."""

    def __init__(self, words: Sequence[str], folder: Path) -> None:
        """Start the program in ``folder``. Raises EngineFault where it cannot be started."""
        self._last: deque[str] = deque(maxlen=KEPT)
        self._buffer, self._heard, self._ended = b"", 0, False
        try:
            self._process = subprocess.Popen(
                words, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                process_group=0,
            )  # fmt: skip
        except OSError as error:
            raise EngineFault(f"cannot be started: {error.strerror} ({words[0]})") from error
        assert self._process.stdin is not None and self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._waiting = select.poll()
        self._waiting.register(self._stdout, select.POLLIN)
        os.set_blocking(self._stdin, False)

    def say(self, lines: Iterable[str]) -> None:
        """Send lines, and take in meanwhile what it says: one that talks before it listens would wait for us else.

        An engine that is gone, or does not listen for ``DEAF`` seconds, is noticed by ``hear``.
        """
        self._heard = 0
        text = "".join(f"{line}\n" for line in lines).encode()
        both = select.poll()
        both.register(self._stdin, select.POLLOUT)
        both.register(self._stdout, select.POLLIN)
        with contextlib.suppress(BrokenPipeError):
            while text and not self._ended and (ready := dict(both.poll(DEAF * 1000))):
                if self._stdout in ready:
                    self._take()
                if self._stdin in ready:
                    with contextlib.suppress(BlockingIOError):
                        text = text[os.write(self._stdin, text) :]

    def hear(self, left: Callable[[], float]) -> str:
        """Return its next line. left: seconds that one is still willing to wait.

        Raises EngineSilent when they are over, EngineFault where the process ends or talks without end.
        """
        while b"\n" not in self._buffer:
            if self._ended:
                return self._rest()
            seconds = left()
            if seconds <= 0 or not self._waiting.poll(min(seconds, 3600.0) * 1000):
                raise EngineSilent(f"no answer in time{self.last_words()}")
            self._take()
        line, _, self._buffer = self._buffer.partition(b"\n")
        return self._text(line)

    def _take(self) -> None:
        """Take in what it said. Raises EngineFault where it talks without end."""
        piece = os.read(self._stdout, 1 << 16)
        self._heard += len(piece)
        if self._heard > MOST:
            raise EngineFault(f"said more than {MOST} bytes without an answer{self.last_words()}")
        self._ended, self._buffer = not piece, self._buffer + piece

    def _rest(self) -> str:
        """Return the last line of a process that has ended. Raises EngineFault where there is none."""
        line, self._buffer = self._buffer, b""
        if line:
            return self._text(line)
        with contextlib.suppress(subprocess.TimeoutExpired):  # it may have closed its output and go on
            self._process.wait(1.0)
        raise EngineFault(f"{self._end()}{self.last_words()}")

    def _text(self, line: bytes) -> str:
        text = line.decode("utf-8", "replace").rstrip("\r")
        if text.strip():
            self._last.append(text.strip()[:WIDE])
        return text

    def _end(self) -> str:
        status = self._process.returncode
        if status is None:
            return "closed its output"
        return f"ended by {signal.Signals(-status).name}" if status < 0 else f"ended with exit status {status}"

    def last_words(self) -> str:
        """Return what it said last, for a message of one line: it is the last line of a crash that is shown first."""
        return f"; its last lines: {' | '.join(self._last)}" if self._last else ""

    def close(self) -> None:
        """End it, and what it started in its group: a wrapper's engine, too."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self._process.wait()
