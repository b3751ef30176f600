"""The client's end of one s-expression conversation, between somebody's server and a bot of ours. Pure.

The server tells less than a bot is used to: no points, no number of players, nobody else's turns. What can be
worked out is worked out, and the rest is said as follows:

- The players are counted from the first bag: all tiles, less those in it and on the board, are full hands.
- New tiles on the board were played by the player after us, for the points that our rules give them; with more
  than two players they may be several plays, and then they count for nothing. Everybody else passed.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.contract.outcome import Outcome
from arena.errors import NotationError
from arena.scrabble.legality import faults_of_play
from arena.scrabble.moves import Placed
from arena.scrabble.scoring import score_play
from arena.scrabble.table import Table
from arena.wire.message.answers import Action, Change, Play
from arena.wire.message.faults import refused_message
from arena.wire.message.plain import over_message
from arena.wire.message.word import tiles_message
from arena.wire.message.word_client import WordClient
from arena.wire.sexpr.letters import Letters
from arena.wire.sexpr.messages import (
    Ack,
    Cell,
    DonePlace,
    Draw,
    Error,
    Exchange,
    GameOver,
    Message,
    Register,
    TakeTurn,
    Tiles,
    TournamentOver,
)
from arena.wire.sexpr.session import End, Session, State

MOST_PLAYERS = 8


@dataclass(frozen=True, slots=True)
class Step:
    """What follows from a server's message.

    say: to the server. tell: to the bot, in this order. sit: a new game begins, which wants a fresh bot.
    ask: the bot is to answer what it was told last. news: for people, "" for nothing.
    """

    say: tuple[Message, ...] = ()
    tell: tuple[Mapping[str, Any], ...] = ()
    sit: bool = False
    ask: bool = False
    news: str = ""


class Visitor:
    """One client. ``variant``, ``seconds`` and ``seeds`` (by a game's number) are what the bot is told of its games."""

    def __init__(self, table: Table, name: str, *, variant: str, seconds: float, seeds: Callable[[int], int]) -> None:
        self._table, self._name = table, name
        self._variant, self._seconds, self._seeds = variant, seconds, seeds
        self._letters = Letters(table)
        self._session = Session()
        self._client: WordClient | None = None
        self._hand: tuple[str, ...] = ()
        self._script: deque[Message] = deque()
        self._action: Action | None = None
        self._turn = 0
        self.games: list[GameOver] = []
        self.won: bool | None = None  # the tournament

    @property
    def state(self) -> State:
        return self._session.state

    @property
    def turn(self) -> int:
        """The number of the turn that the bot was asked for last."""
        return self._turn

    def register(self) -> tuple[Message, ...]:
        """Return the first words."""
        return (self._said(Register(self._name)),)

    def hear(self, message: Message) -> Step:
        """Return what follows; raise NotationError where the server may not say this now."""
        before = self.state
        self._session.message(End.SERVER, message)
        match message:
            case Draw(tiles):
                self._hand, self._client = tiles, None
                return Step(say=self._ack(), sit=True, news=f"game {len(self.games) + 1} begins")
            case TakeTurn(board, in_bag):
                return self._asked(board, in_bag)
            case Ack():
                news = f"registered as {self._name}" if before is State.REGISTERING else ""
                return Step(say=self._next(), news=news)
            case Tiles(names):
                return self._done(names)
            case GameOver(score, won):
                self.games.append(message)
                places = (1, 2) if won else (2, 1)
                tell = () if self._client is None else (over_message(Outcome(places, "the server says so")),)
                news = f"game {len(self.games)}: {score} points, {'won' if won else 'lost'}"
                return Step(say=self._ack(), tell=tell, news=news)
            case TournamentOver(won):
                self.won = won
                return Step(say=self._ack(), news=f"the tournament is {'won' if won else 'lost'}")
            case Error(why):
                return self._refused(why)
        raise AssertionError(f"the table lets a server say {message}")

    def answer(self, action: Action | None) -> tuple[Message, ...]:
        """Return the first words of a turn: the bot's action, or a pass where it has none that can be said."""
        places = [self._letters.place(_tile(tile)) for tile in action.tiles] if isinstance(action, Play) else []
        said = [place for place in places if place is not None]
        if said and len(said) == len(places):
            self._action, self._script = action, deque([*said, DonePlace()])
            return self._next()
        if isinstance(action, Change) and all(self._table.tiles.has(tile) for tile in action.tiles):
            self._action = action
            return (self._said(Exchange(self._letters.names(action.tiles))),)
        self._action = None
        return (self._said(Exchange(())),)

    # What the bot is told.

    def _asked(self, board: Sequence[Sequence[Cell]], in_bag: int) -> Step:
        there, tell = self._letters.tiles_on(board), []
        if self._client is None:
            start = self._start(len(there), in_bag)
            self._client = WordClient(self._table, start)
            tell.append(start)
        mirror = self._client.mirror
        lost = [square for square, tile in mirror.board.items() if there.get(square) != tile]
        if lost:
            raise NotationError("take-turn", f"the board lost or changed {len(lost)} tiles", "They stay where they are")
        fresh = tuple(tile for square, tile in there.items() if square not in mirror.board)
        others = range(2, mirror.players + 1)
        for player in others if mirror.mover != mirror.seat else ():
            if fresh and player == others[0]:
                points = self._points(fresh) if len(others) == 1 else 0
                tell.append(self._message(player, "played", tiles=tiles_message(fresh), points=points))
            else:
                tell.append(self._message(player, "passed"))
        self._turn += 1
        tell.append({"type": "your_turn", "turn": self._turn, "ms": round(self._seconds * 1000, 3)})
        return Step(tell=tuple(tell), ask=True)

    def _start(self, on_board: int, in_bag: int) -> Mapping[str, Any]:
        table = self._table
        players, rest = divmod(table.tiles.total - on_board - in_bag, table.hand_size)
        if rest or not 2 <= players <= MOST_PLAYERS:
            players = 2
        self._turn = 0
        return {
            "type": "start",
            "game": "word",
            "variant": self._variant,
            "players": players,
            "you": 1,
            "first": 2 if on_board else 1,
            "hand": {str(tile): count for tile, count in Counter(self._letters.ids(self._hand)).items()},
            "hand_size": table.hand_size,
            "timeout": round(self._seconds * 1000),
            "options": {},
            "seed": self._seeds(len(self.games)),
        }

    def _message(self, player: int, kind: str, **more: Any) -> Mapping[str, Any]:
        """Return a message to the bot, having followed it ourselves."""
        message = {"type": kind, "player": player, "turn": self._turn, **more}
        assert self._client is not None
        self._client.hear(message)
        return message

    def _points(self, tiles: Sequence[Placed]) -> int:
        """Return what a play is worth by our rules, 0 where it is no play by them (words aside)."""
        assert self._client is not None
        board, hand = self._client.mirror.board, Counter(tile.tile for tile in tiles)
        faults = faults_of_play(self._table, board, tiles, hand, 1)
        if any(fault.name != "WordNotInDictionary" for fault in faults):
            return 0
        return score_play(self._table, board, tiles).total

    def _done(self, names: Sequence[str]) -> Step:
        """The server has taken the turn."""
        drawn, action = list(self._letters.ids(names)), self._action
        match action:
            case Play(tiles):
                placed = tuple(map(_tile, tiles))
                fields = {"tiles": tiles_message(placed), "points": self._points(placed), "new_tiles": drawn}
                message = self._message(1, "play_success", **fields)
            case Change(ids):
                message = self._message(1, "change_success", old_tiles=list(ids), new_tiles=drawn)
            case _:
                message = self._message(1, "passed")
        return Step(say=self._ack(), tell=(message,))

    def _refused(self, why: str) -> Step:
        self._script.clear()
        if self.state is State.CLOSED:
            return Step(news=f"the server ends the conversation: {why}")
        tried = tiles_message(tuple(map(_tile, self._action.tiles))) if isinstance(self._action, Play) else []
        message = self._message(1, "errors", tiles=tried, errors=[refused_message(why)], again=False)
        return Step(tell=(message,), news=f"the server refuses the turn: {why}")

    # What is said.

    def _said(self, message: Message) -> Message:
        self._session.message(End.CLIENT, message)
        return message

    def _ack(self) -> tuple[Message, ...]:
        return (self._said(Ack()),)

    def _next(self) -> tuple[Message, ...]:
        return (self._said(self._script.popleft()),) if self._script else ()


def _tile(tile: Any) -> Placed:
    return Placed(tile.at[0], tile.at[1], tile.tile, tile.char, tile.points)
