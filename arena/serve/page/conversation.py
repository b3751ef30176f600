"""One connection that messages come in on, of whatever protocol: how it is read, how fast, how it ends."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocket

from arena.serve.page.hub import Outbox

A_SECOND, AT_ONCE = 30.0, 120.0  # messages of one connection
MOST_WRONG = 100  # messages of one connection that say nothing
MOST_UNREAD = 1 << 20  # bytes of answers; who does not read them is not heard meanwhile
_LOOK = 0.05  # seconds between two looks at whether they were read
TOO_MANY = 1008

Hear = Callable[[str | bytes], Awaitable[bool]]


async def converse(socket: WebSocket, outbox: Outbox, hear: Hear) -> None:
    """Read a connection that is accepted, and send what its outbox holds, until it ends or has to.

    hear: carries one message out; returns False where it says nothing, of which it may send MOST_WRONG.
    """
    sending = asyncio.create_task(outbox.run())
    reading = asyncio.create_task(_read(socket, outbox, hear))
    await _first_of(sending, reading)


async def _read(socket: WebSocket, outbox: Outbox, hear: Hear) -> None:
    pace, wrong = Pace(), 0
    while wrong < MOST_WRONG:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        data = message.get("text")
        await pace.wait()
        while outbox.waiting > MOST_UNREAD:
            await asyncio.sleep(_LOOK)
        wrong += not await hear(data if data is not None else message.get("bytes") or b"")
    await socket.close(TOO_MANY, "too many messages that say nothing")


async def _first_of(*tasks: asyncio.Task[None]) -> None:
    """Wait until one task of a connection ends, by itself or as the server does, and end the others."""
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    except asyncio.CancelledError:
        pass  # the server ends, and this connection held it up: it is left here, so that nobody logs a failure
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Pace:
    """How fast a connection is read: AT_ONCE messages, and from then on A_SECOND; who sends more waits."""

    def __init__(self) -> None:
        self._allowance, self._since = AT_ONCE, time.monotonic()

    async def wait(self) -> None:
        """Wait until one more message may be read."""
        now = time.monotonic()
        self._allowance = min(AT_ONCE, self._allowance + (now - self._since) * A_SECOND) - 1
        self._since = now
        if self._allowance < 0:
            await asyncio.sleep(-self._allowance / A_SECOND)
