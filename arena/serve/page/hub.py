"""Who looks at what: events go from the games' threads to the connections that follow them. Lives in the event loop.

A connection that reads too slowly is sent no backlog: its queue is dropped, and the whole state follows when it reads
again. So nobody waits for it, and it holds little memory.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable
from typing import Any, Protocol

import msgspec

MOST_QUEUED = 1 << 18  # bytes that wait for one connection
MOST_FEEDS = 16  # things that one connection holds open

Topic = Hashable  # what is followed, by whom: ("game", id, viewer) or ("watch", name)


class Sender(Protocol):
    """What a connection is written with."""

    async def send_text(self, data: str) -> None: ...


class Feed:
    """One thing that one connection follows. state: returns it whole, with its number in ``seq``."""

    def __init__(self, topic: Topic, outbox: Outbox, state: Callable[[], dict[str, Any]]) -> None:
        self.topic, self.outbox, self.state = topic, outbox, state
        self.known = 0  # the number of the last event that it was sent
        self.stale = False  # the state is to be sent instead of events
        self.open = True

    def start(self, seq: int | None, epoch: str) -> None:
        """Send the state, or that nothing happened since."""
        now = self.state()
        if seq == now["seq"] and epoch == now.get("epoch"):
            self.known = now["seq"]
            kept = ("game", "watch", "seq", "epoch", "clocks", "running")
            self.outbox.put({"type": "current", **{name: now[name] for name in kept if name in now}})
        else:
            self.known = now["seq"]
            self.outbox.put(now)

    def news(self, number: int, data: str) -> None:
        """Send an event that is news to it."""
        if self.stale or number <= self.known or not self.open:
            return
        self.known = number
        self.outbox.put_event(self, data)


class Outbox:
    """What waits to be sent on one connection."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self._queue: deque[tuple[Feed | None, str]] = deque()
        self._bytes = 0
        self._stale: dict[Feed, None] = {}
        self._filled = asyncio.Event()
        self.closed = False

    def put(self, message: dict[str, Any]) -> None:
        """Queue an answer; these are sent however slowly they are read, for each was asked for."""
        self._add(None, msgspec.json.encode(message).decode())

    def put_event(self, feed: Feed, data: str) -> None:
        """Queue an event, or, where too much waits, leave all events out until the state can be sent."""
        if self._bytes > MOST_QUEUED:
            kept: deque[tuple[Feed | None, str]] = deque(entry for entry in self._queue if entry[0] is None)
            for old, _ in self._queue:
                if old is not None:
                    self._set_stale(old)
            self._set_stale(feed)
            self._queue, self._bytes = kept, sum(len(text) for _, text in kept)
            return
        self._add(feed, data)

    def _set_stale(self, feed: Feed) -> None:
        feed.stale = True
        self._stale[feed] = None
        self._filled.set()

    def _add(self, feed: Feed | None, data: str) -> None:
        self._queue.append((feed, data))
        self._bytes += len(data)
        self._filled.set()

    async def run(self) -> None:
        """Send what is queued, until cancelled."""
        while True:
            await self._filled.wait()
            while self._queue:
                feed, data = self._queue.popleft()
                self._bytes -= len(data)
                if feed is None or feed.open:
                    await self._sender.send_text(data)
            self._filled.clear()
            while self._stale:
                feed = next(iter(self._stale))
                del self._stale[feed]
                if feed.open:
                    now = feed.state()
                    feed.known, feed.stale = now["seq"], False
                    await self._sender.send_text(msgspec.json.encode(now).decode())

    @property
    def waiting(self) -> int:
        """Bytes that wait."""
        return self._bytes


class Follower(Protocol):
    """Whoever hears of a topic."""

    topic: Topic
    open: bool

    def news(self, number: int, data: str) -> None:
        """Hear of an event, as JSON, with its number."""


class Hub:
    """All followers of a server, by topic."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._feeds: dict[Topic, set[Follower]] = {}

    def begin(self) -> None:
        """Take the loop that runs now for the one that all connections live in."""
        self._loop = asyncio.get_running_loop()

    def end(self) -> None:
        self._loop = None

    def add(self, feed: Follower) -> None:
        self._feeds.setdefault(feed.topic, set()).add(feed)

    def remove(self, feed: Follower) -> None:
        feed.open = False
        feeds = self._feeds.get(feed.topic, set())
        feeds.discard(feed)
        if not feeds:
            self._feeds.pop(feed.topic, None)

    def followed(self, topic: Topic) -> bool:
        """Tell whether anybody follows a topic; from any thread."""
        return topic in self._feeds

    def tell(self, topic: Topic, number: int, event: dict[str, Any]) -> None:
        """Hand an event on to whoever follows; from any thread, and without waiting."""
        loop = self._loop
        if loop is None or topic not in self._feeds:
            return
        data = msgspec.json.encode(event).decode()
        try:
            loop.call_soon_threadsafe(self._deliver, topic, number, data)
        except RuntimeError:  # the server ends
            return

    def _deliver(self, topic: Topic, number: int, data: str) -> None:
        for feed in tuple(self._feeds.get(topic, ())):
            feed.news(number, data)
