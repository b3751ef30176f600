"""The course's client on ``/ws``: one connection, one game, by names instead of tokens.

A connection says who it is; it plays the computer at once, or the next one that wants a person. The game is a live game
like any other: here its events are put into the course's words.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from typing import Any

import msgspec
from starlette.websockets import WebSocket

from arena.errors import ArenaError, UnreadableMove
from arena.scrabble.moves import Pass, WordMove
from arena.serve.live.asked import NewGame, Seat, Word
from arena.serve.live.game import LiveGame
from arena.serve.live.hall import Hall
from arena.serve.live.helping import found_plays
from arena.serve.live.seating import MOST_NAME
from arena.serve.page.conversation import converse
from arena.serve.page.course_telling import Telling, table_of, turn_of
from arena.serve.page.course_wire import Message, Move, change_of, contents_as, message, play_of, read_message
from arena.serve.page.hub import Hub, Outbox
from arena.serve.page.thinkers import Thinkers
from arena.wire.message.codec import encode
from arena.wire.message.word_client import written

COMPUTER = "greedy"
GAME = Word(board="scrabble", rules="brighton")
HINTS = 10
MOST_WAITING = 100
_LOG = logging.getLogger("arena.page")


class CourseRoom:
    """Everybody who came to ``/ws``: who waits, and who plays."""

    def __init__(self, hall: Hall, hub: Hub, thinkers: Thinkers) -> None:
        self.hall, self.hub, self.thinkers = hall, hub, thinkers
        self._waiting: deque[CourseClient] = deque()
        self._beginning: set[asyncio.Task[None]] = set()

    async def serve(self, socket: WebSocket) -> None:
        """Serve one connection."""
        await socket.accept()
        client = CourseClient(self, socket)
        try:
            await client.serve()
        finally:
            await client.leave()

    async def seat(self, client: CourseClient, computer: bool) -> None:
        """Have a client play the computer, or the first one that waits, or have it wait. Raises ArenaErrors."""
        if computer:
            await self._begun(client, None)
            return
        while self._waiting:
            other = self._waiting.popleft()
            if not other.gone:
                await self._begun(other, client)
                return
        if len(self._waiting) >= MOST_WAITING:
            raise UnreadableMove("join", "too many wait already", "Play the computer")
        self._waiting.append(client)
        client.say("MsgAnnounce", "Waiting for another player.")

    def forget(self, client: CourseClient) -> None:
        """Have a client wait no longer."""
        with contextlib.suppress(ValueError):
            self._waiting.remove(client)

    async def _begun(self, first: CourseClient, second: CourseClient | None) -> None:
        """Have a game begin; it does so whole, also where one of them leaves meanwhile."""
        task = asyncio.create_task(self._begin(first, second))
        self._beginning.add(task)
        task.add_done_callback(self._beginning.discard)
        await asyncio.shield(task)

    async def _begin(self, first: CourseClient, second: CourseClient | None) -> None:
        seats = [Seat(kind="person", name=first.name)]
        if second is None:
            seats.append(Seat(kind="bot", bot=COMPUTER))
        else:
            if second.name.casefold() == first.name.casefold():
                second.name = f"{second.name[: MOST_NAME - 2]} 2"
            seats.append(Seat(kind="person", name=second.name))
        asked = NewGame(game=GAME, seats=seats, me=0, help="hints")
        made = await asyncio.to_thread(self.hall.make, asked, paths=False)
        game = self.hall.find(made.plan.id)
        await first.sit(game, 0, second)
        if second is not None:
            await second.sit(game, 1, first)
            await asyncio.to_thread(self.hall.join, game.id, made.invitations[1], second.name)
        for client in (first, second):
            if client is not None and client.gone:  # it left before it sat, and had nothing to give up then
                await client.leave()


class CourseClient:
    """One connection, from its name to the end of its game."""

    def __init__(self, room: CourseRoom, socket: WebSocket) -> None:
        self._room, self._socket = room, socket
        self._outbox = Outbox(socket)
        self.name = ""
        self.gone = False
        self.topic: Any = None
        self._game: LiveGame | None = None
        self._seat = 0
        self._other: CourseClient | None = None
        self._telling: Telling | None = None
        self._number = 0

    # What comes from the client.

    async def serve(self) -> None:
        """Read until the connection ends."""
        await converse(self._socket, self._outbox, self._hear)

    async def _hear(self, data: str | bytes) -> bool:
        """Carry one message out; return False where it is not understood."""
        try:
            await self._carry_out(read_message(data))
        except ArenaError as error:
            self.say("MsgAnnounce", f"Not understood: {error.problem}.")
            return False
        except Exception:
            _LOG.exception("a message of the course's client failed")
            self.say("MsgAnnounce", "The server failed.")
        return True

    async def _carry_out(self, said: Message) -> None:
        if not self.name:
            await self._join(said)
            return
        game = self._game
        if game is None or not self._playing:
            raise UnreadableMove(said.tag[:40], "there is no game now", "Wait for MsgJoinAck")
        match said.tag:
            case "MsgMove":
                await self._move(game, said.contents)
            case "MsgPass":
                await self._act(game, Pass())
            case "MsgSwap":
                await self._swap(game, said.contents)
            case "MsgHint":
                self.say("MsgHint", await self._room.thinkers.think(lambda: self._hints(game)))
            case _:
                raise UnreadableMove("tag", f"{said.tag[:40]!r} is no message of a client", "")

    async def _join(self, said: Message) -> None:
        if said.tag != "MsgJoin":
            raise UnreadableMove("tag", "the first message is MsgJoin", "")
        name, computer = contents_as(tuple[str, bool], said.contents, "MsgJoin")
        kept = " ".join(name.split())[:MOST_NAME]
        if not kept or not kept.isprintable():
            raise UnreadableMove("MsgJoin", f"{name[:40]!r} is no name", "")
        self.name = kept
        await self._room.seat(self, computer)

    async def _move(self, game: LiveGame, contents: Any) -> None:
        try:
            said = contents_as(Move, contents, "MsgMove")
            play = play_of(table_of(game), game.course.state.board, said)
        except UnreadableMove as error:
            self._refused(error.problem)
            return
        await self._act(game, play)

    async def _swap(self, game: LiveGame, contents: Any) -> None:
        try:
            change = change_of(table_of(game), contents_as(list[str], contents, "MsgSwap"))
        except UnreadableMove as error:
            self._refused(error.problem)
            return
        await self._act(game, change)

    async def _act(self, game: LiveGame, move: WordMove) -> None:
        turn = game.course.turn
        line = encode({**written(move), "turn": turn}).rstrip(b"\n")
        try:
            await asyncio.to_thread(game.act, self._seat, turn, line)
        except ArenaError as error:
            self._refused(error.problem)

    def _hints(self, game: LiveGame) -> list[list[str]]:
        """Return the best words for the rack, letter by letter, best first, each once."""
        with game.lock:
            state = game.course.state
        plays, _ = found_plays(table_of(game), state.board, state.hands[self._seat], 5 * HINTS)
        words = list(dict.fromkeys(play.word for play in plays))[:HINTS]
        alphabet = table_of(game).tiles.alphabet
        return [[alphabet.symbols[code - 1] for code in alphabet.encode(word)] for word in words]

    # What the game tells.

    async def sit(self, game: LiveGame, seat: int, other: CourseClient | None) -> None:
        """Take a seat of a game, and hear what happens there."""
        self._game, self._seat, self._other = game, seat, other
        self._telling = Telling(game, seat, self.name)
        self.topic = ("game", game.id, seat)
        self._room.hub.add(self)
        await asyncio.to_thread(game.connect, seat, True)
        self._catch_up()

    def news(self, number: int, data: str) -> None:
        """Hear that something happened; what it was is looked up in the game."""
        if number <= self._number:
            return
        self._number = number
        event = msgspec.json.decode(data)
        if event["event"] == "refused":
            refused = event["refused"]
            self._refused(" ".join(refused["lines"]) or refused["detail"])
        self._catch_up()

    def _catch_up(self) -> None:
        assert self._telling is not None
        for tag, contents in self._telling.more(gone=self.gone):
            self.say(tag, contents)

    def _refused(self, why: str) -> None:
        """Say that a move is refused, and whose turn it is, which both are told."""
        self.say("MsgMoveAck", {"Left": why})
        game = self._game
        for client in (self, self._other):
            if game is not None and client is not None and client._playing:
                for tag, contents in turn_of(game.course.to_move):
                    client.say(tag, contents)

    @property
    def _playing(self) -> bool:
        """Whether it was told that its game has begun, and not that it is over."""
        return self._telling is not None and self._telling.begun and not self._telling.ended

    def say(self, tag: str, contents: Any = None) -> None:
        """Queue a message."""
        if not self.gone:
            self._outbox.put(message(tag, contents))

    async def leave(self) -> None:
        """Go: whoever leaves a game gives it up, for nobody could come back to it."""
        self.gone = True
        self._room.forget(self)
        game = self._game
        if game is None:
            return
        self._room.hub.remove(self)
        with contextlib.suppress(ArenaError):
            await asyncio.to_thread(game.connect, self._seat, False)
            await asyncio.to_thread(game.resign, self._seat)

    @property
    def open(self) -> bool:
        return not self.gone

    @open.setter
    def open(self, value: bool) -> None:
        self.gone = not value
