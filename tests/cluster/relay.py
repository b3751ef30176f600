"""A network between a Dask worker and everybody else that can be cut: two ways through this process."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable


def free_port() -> int:
    """Return a port of loopback at which nobody listens now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Relay:
    """Passes on what comes to a port of its own, as long as it is not cut. Use as a context."""

    def __init__(self, target: int) -> None:
        """target: the port on loopback to which it goes on."""
        self.port, self.target = free_port(), target
        self._loop = asyncio.new_event_loop()
        self._open, self._stop = asyncio.Event(), asyncio.Event()
        self._writers: set[asyncio.StreamWriter] = set()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),), daemon=True)

    def __enter__(self) -> Relay:
        self._open.set()
        listens = threading.Event()
        self._listens = listens.set
        self._thread.start()
        assert listens.wait(20)
        return self

    def __exit__(self, *_: object) -> None:
        self._do(self._stop.set)
        self._thread.join(20)
        self._loop.close()

    def cut(self) -> None:
        """Pass nothing on from now on, and tell nobody: as a cable that is pulled."""
        self._do(self._open.clear)

    def mend(self, reset: bool) -> None:
        """Pass on again, also what was held. reset: not on the old connections, which break: it took too long."""
        if reset:
            self._do(lambda: [writer.transport.abort() for writer in self._writers])
        self._do(self._open.set)

    def _do(self, act: Callable[[], object]) -> None:
        self._loop.call_soon_threadsafe(act)

    async def _serve(self) -> None:
        async with await asyncio.start_server(self._connected, "127.0.0.1", self.port):
            self._listens()
            await self._stop.wait()
            for writer in [*self._writers]:
                writer.transport.abort()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            await self._open.wait()
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
            self._writers.add(far_writer)
            await asyncio.gather(self._pass_on(reader, far_writer), self._pass_on(far_reader, writer))
            self._writers.discard(far_writer)
        except OSError:  # nobody listens there
            writer.transport.abort()
        finally:
            self._writers.discard(writer)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(1 << 16):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        writer.transport.abort() if reader.exception() else writer.close()
