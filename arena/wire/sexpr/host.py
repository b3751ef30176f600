"""The server's end of one s-expression conversation, between a game that speaks the message protocol and a client.

What the referee's side tells a seat (``start``, ``your_turn``, ``play_success`` ...) becomes what is said to the
client; what the client says becomes that seat's answer (``ready``, ``play``, ``change``, ``pass``). Pure.

A client is asked the next thing only when it has answered the last one: what is to be said until then waits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.errors import NotationError
from arena.scrabble.legality import faults_of_change, faults_of_play
from arena.scrabble.moves import Change, Pass, Placed, Play, WordMove
from arena.scrabble.table import Table
from arena.wire.message.word_client import WordClient
from arena.wire.sexpr.letters import Letters
from arena.wire.sexpr.messages import (
    SIZE,
    Ack,
    DonePlace,
    Draw,
    Exchange,
    GameOver,
    Message,
    Place,
    Register,
    TakeTurn,
    Tiles,
    TournamentOver,
    error,
)
from arena.wire.sexpr.session import End, Session, State


@dataclass(frozen=True, slots=True)
class Heard:
    """What follows from a client's message: what is said to it, and what its seat answers, if anything."""

    say: tuple[Message, ...] = ()
    answer: Mapping[str, Any] | None = None


class Host:
    """One client, from its registration to the end. A new game begins with each ``start`` that it is told."""

    def __init__(self, table: Table) -> None:
        """Raises ConfigError when the protocol has no words for this table."""
        self._table = table
        self._letters = Letters(table)
        self._session = Session()
        self._client: WordClient | None = None
        self._waiting: deque[Message] = deque()
        self._placed: list[Placed] = []
        self._tried: WordMove | None = None
        self._turn = -1
        self.name = ""

    @property
    def state(self) -> State:
        return self._session.state

    @property
    def quiet(self) -> bool:
        """Whether the client owes no answer, and there is nothing left to say."""
        return self.state in (State.HUB, State.CLOSED) and not self._waiting

    # What is said to the client.

    def accept(self) -> tuple[Message, ...]:
        """Answer a registration with yes."""
        return (self._said(Ack()),)

    def refuse(self, why: str) -> tuple[Message, ...]:
        """Say why not: of a registration or a turn; anywhere else it is the last thing that is said."""
        return (self._said(error(why)),)

    def game_over(self, score: int, won: bool) -> tuple[Message, ...]:
        return self._in_turn(GameOver(score, won))

    def tournament_over(self, won: bool) -> tuple[Message, ...]:
        return self._in_turn(TournamentOver(won))

    def tell(self, message: Mapping[str, Any]) -> tuple[Message, ...]:
        """Return what is to be said now of a message to this seat; ``game_over`` says nothing (see above)."""
        kind = message["type"]
        if kind == "start":
            self._client = WordClient(self._table, message)
            hand = self._client.mirror.hand
            ids = [tile for tile, count in sorted(hand.items()) for _ in range(count)]
            return self._in_turn(Draw(self._letters.names(ids)))
        assert self._client is not None, "a game begins with its start"
        if kind == "your_turn":
            mirror = self._client.mirror
            self._turn = message["turn"]
            return self._in_turn(TakeTurn(self._letters.board(mirror.board), mirror.bag_count))
        if kind == "game_over":
            return ()
        self._client.hear(message)
        match kind:
            case "play_success" | "change_success":
                return (self._said(Tiles(self._letters.names(message["new_tiles"]))),)
            case "errors":
                return self.refuse(self._why("; ".join(error["text"] for error in message["errors"])))
        if message.get("player") != self._client.mirror.seat + 1:
            return ()
        if kind == "passed":
            return (self._said(Tiles(())),)
        return self.refuse(self._why(message.get("reason") or "the time for this turn is up"))

    def _why(self, detail: str) -> str:
        """Return why the rules refuse the client's turn, in its own words; ``told`` where they do not."""
        assert self._client is not None
        mirror, player = self._client.mirror, self._client.mirror.seat + 1
        match self._tried:
            case Play(tiles):
                faults = faults_of_play(self._table, mirror.board, tiles, mirror.hand, player)
            case Change(ids):
                faults = faults_of_change(self._table, mirror.bag_count, ids, mirror.hand, player)
            case _:
                faults = []
        return "; ".join(map(self._letters.fault, faults)) or detail

    # What the client says.

    def hear(self, message: Message) -> Heard:
        """Return what follows from a message; raise NotationError where it may not be said now."""
        before = self.state
        self._session.message(End.CLIENT, message)
        match message:
            case Register(name):
                self.name = name
                return Heard()
            case Ack():
                answer = {"type": "ready"} if before is State.DRAWN else None
                return Heard(self._go_on(), answer)
            case Place(x, y, letter, blank):
                if before is State.TURN:
                    self._placed.clear()
                if len(self._placed) == SIZE * SIZE:
                    raise NotationError("place-tile", f"more than {SIZE * SIZE} tiles in one turn")
                self._placed.append(self._letters.placed(x, y, letter, blank))
                return Heard((self._said(Ack()),))
            case DonePlace():
                return self._answer(Play(tuple(self._placed)))
            case Exchange(names):
                return self._answer(Change(self._letters.ids(names)) if names else Pass())
        raise AssertionError(f"the table lets a client say {message}")

    def _answer(self, move: WordMove) -> Heard:
        assert self._client is not None
        self._tried = move
        return Heard((), self._client.write(move) | {"turn": self._turn})

    # The order of things.

    def _said(self, message: Message) -> Message:
        self._session.message(End.SERVER, message)
        return message

    def _in_turn(self, message: Message) -> tuple[Message, ...]:
        self._waiting.append(message)
        return self._go_on()

    def _go_on(self) -> tuple[Message, ...]:
        """Return what has waited for the client to answer and can be said now."""
        said = []
        while self._waiting and self.state is State.HUB:
            said.append(self._said(self._waiting.popleft()))
        return tuple(said)
