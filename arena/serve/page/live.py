"""The socket of the page, ``/api/live``: one connection, what it holds open, and what it may do there."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from starlette.websockets import WebSocket

from arena.errors import ArenaError
from arena.scrabble.rules import WordGame
from arena.serve.live.course import Viewer
from arena.serve.live.game import LiveGame
from arena.serve.live.hall import Hall
from arena.serve.page import messages
from arena.serve.page.acting import act, ask
from arena.serve.page.conversation import TOO_MANY, converse
from arena.serve.page.guard import on_loopback
from arena.serve.page.history import History
from arena.serve.page.hub import MOST_FEEDS, Feed, Hub, Outbox
from arena.serve.page.messages import Leave, Look, Ping, Said, Sit, Watch, id_of, read_said
from arena.serve.page.server import Server
from arena.serve.page.thinkers import Thinkers
from arena.serve.page.watching import Watches, state_of
from arena.serve.problems import Refused, fields_of

MOST_SOCKETS, MOST_OF_ONE = 1000, 64  # connections: all, and of one address that is not this machine's
_LOG = logging.getLogger("arena.page")


class Live:
    """All connections of a server."""

    def __init__(self, server: Server, hall: Hall, hub: Hub, thinkers: Thinkers) -> None:
        self.server, self.hall, self.hub, self.thinkers = server, hall, hub, thinkers
        self.watches = Watches(History(server.folder), server.tables, hub)
        self.seats: dict[tuple[str, int], tuple[Connection, Feed]] = {}  # who holds each seat now
        self._addresses: dict[str, int] = {}
        self._count = 0

    async def serve(self, socket: WebSocket) -> None:
        """Serve one connection from its beginning to its end."""
        address = socket.client.host if socket.client else ""
        many = self._addresses.get(address, 0)
        if self._count >= MOST_SOCKETS or (many >= MOST_OF_ONE and not on_loopback(address)):
            await socket.close(TOO_MANY)
            return
        await socket.accept()
        self._count += 1
        self._addresses[address] = many + 1
        connection = Connection(self, socket)
        try:
            await connection.serve()
        finally:
            connection.close()
            self._count -= 1
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    def state(self, game: LiveGame, viewer: Viewer) -> dict[str, Any]:
        """Return the whole state of a game as a viewer may see it, with the id of its table."""
        rules = game.course.game
        table = self.server.tables.id_of(rules.table, game.plan.spec) if isinstance(rules, WordGame) else None
        return {**game.seen(viewer), "table": table}

    def looked_at(self, game: str) -> bool:
        """Tell whether anybody follows a game; from any thread."""
        return self.hub.followed(("game", game, None)) or any(
            self.hub.followed(("game", game, seat)) for seat in range(8)
        )


class Connection:
    """One connection."""

    def __init__(self, live: Live, socket: WebSocket) -> None:
        self._live, self._socket = live, socket
        self._outbox = Outbox(socket)
        self._feeds: dict[tuple[str, str], Feed] = {}  # ("game", id) or ("watch", name)
        self._viewers: dict[str, tuple[LiveGame, Viewer]] = {}

    async def serve(self) -> None:
        """Read until it ends, or has to."""
        await converse(self._socket, self._outbox, self._hear)

    async def _hear(self, data: str | bytes) -> bool:
        """Carry one message out; return False where it says nothing."""
        try:
            said = read_said(data)
        except Refused as error:
            self._refuse(error, id_of(data))
            return False
        try:
            await self._carry_out(said)
        except ArenaError as error:
            self._refuse(error, said.id)
        except Exception:
            _LOG.exception("a message failed: %s", type(said).__name__)
            self._refuse(Refused("server", "message", "the server failed; its log says how"), said.id)
        return True

    def _refuse(self, error: ArenaError, id: int | None) -> None:
        self._outbox.put({"type": "error", **({} if id is None else {"id": id}), **fields_of(error)})

    async def _carry_out(self, said: Said) -> None:
        match said:
            case Sit():
                await self._sit(said)
            case Look():
                await self._look(said)
            case Watch():
                await self._watch(said)
            case Leave():
                for key in (("game", said.game), ("watch", said.watch)):
                    self._drop(key)
            case Ping():
                self._outbox.put(self._pong(said.id))
            case (
                messages.Play()
                | messages.Change()
                | messages.Pass()
                | messages.Challenge()
                | messages.Move()
                | messages.Resign()
            ):
                game, seat = self._seated(said.game)
                await asyncio.to_thread(act, game, seat, said)
            case messages.Rematch():
                game, seat = self._seated(said.game)
                await asyncio.to_thread(self._live.hall.rematch, game, seat)
            case messages.Judge() | messages.Read() | messages.Hints() | messages.Lookup():
                game, seat = self._seated(said.game)
                answer = await self._live.thinkers.think(lambda: ask(game, seat, said))
                self._outbox.put(answer)

    # What is open.

    async def _sit(self, said: Sit) -> None:
        live = self._live
        game = await asyncio.to_thread(live.hall.find, said.game)
        seat = game.seat_of(said.token)
        self._check_room(("game", game.id))
        before = live.seats.get((game.id, seat))
        if before is not None and before[0] is not self:
            before[0].replaced(game.id)
        feed = self._follow(game, seat, said.seq, said.epoch)
        live.seats[game.id, seat] = self, feed
        await asyncio.to_thread(game.connect, seat, True)
        await asyncio.to_thread(game.wake)

    async def _look(self, said: Look) -> None:
        if not self._live.server.door.opened(self._socket.scope):
            raise Refused("token", "cookie", "the server's token is missing", "Open the link that the server printed")
        game = await asyncio.to_thread(self._live.hall.find, said.game)
        self._check_room(("game", game.id))
        self._follow(game, None, said.seq, said.epoch)

    async def _watch(self, said: Watch) -> None:
        if not self._live.server.door.opened(self._socket.scope):
            raise Refused("token", "cookie", "the server's token is missing", "Open the link that the server printed")
        key = ("watch", said.watch)
        self._check_room(key)
        watched = await self._live.watches.open(said.watch)
        self._drop(key)
        feed = Feed(key, self._outbox, lambda: state_of(watched))
        self._feeds[key] = feed
        self._live.hub.add(feed)
        feed.start(said.seq, said.epoch)

    def _check_room(self, key: tuple[str, str]) -> None:
        if len(self._feeds) >= MOST_FEEDS and key not in self._feeds:
            raise Refused("too_many", "game", f"a connection holds {MOST_FEEDS} things open", "Leave one of them")

    def _follow(self, game: LiveGame, viewer: Viewer, seq: int | None, epoch: str) -> Feed:
        self._drop(("game", game.id))
        topic = ("game", game.id, viewer)
        feed = Feed(topic, self._outbox, lambda: self._live.state(game, viewer))
        self._feeds["game", game.id] = feed
        self._viewers[game.id] = game, viewer
        self._live.hub.add(feed)
        feed.start(seq, epoch)
        return feed

    def _drop(self, key: tuple[str, str]) -> None:
        """Follow a thing no longer; a seat is free for another connection then."""
        feed = self._feeds.pop(key, None)
        if feed is None:
            return
        self._live.hub.remove(feed)
        if key[0] != "game":
            return
        game, viewer = self._viewers.pop(key[1])
        if viewer is not None and self._live.seats.get((game.id, viewer)) == (self, feed):
            del self._live.seats[game.id, viewer]
            game.connect(viewer, False)

    def replaced(self, game: str) -> None:
        """Say that another connection sits there now."""
        feed = self._feeds.pop(("game", game), None)
        if feed is not None:
            self._live.hub.remove(feed)
            self._viewers.pop(game)
            self._outbox.put({"type": "replaced", "game": game})

    def _seated(self, name: str) -> tuple[LiveGame, int]:
        """Return the game that a message is about, and the connection's seat there."""
        sitting = {key: (game, viewer) for key, (game, viewer) in self._viewers.items() if viewer is not None}
        if not name and len(sitting) == 1:
            name = next(iter(sitting))
        if name not in sitting:
            raise Refused("forbidden", "game", "this connection has no seat there", "Sit down first")
        game, viewer = sitting[name]
        assert viewer is not None
        return game, viewer

    def _pong(self, id: int | None) -> dict[str, Any]:
        clocks = {name: game.clocks() for name, (game, _) in self._viewers.items()}
        return {"type": "pong", "id": id, "now": time.time_ns() // 1_000_000, "clocks": clocks}

    def close(self) -> None:
        """Let go of everything."""
        for key in tuple(self._feeds):
            self._drop(key)
