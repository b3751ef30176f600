"""Both ends of a game whose bots sit in the process of the server: states go over, no messages. Pure.

Only the start of a game is a message, so that a bot is told the same as everywhere (``GameInfo``). A question carries
the referee's state, from which the view is made; what was played is in it. An answer is the move itself where it is
what a message could say, and else the message, so that it is judged as everywhere.
"""

from __future__ import annotations

import contextlib
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from arena.contract.game import Game, Ruling, has_secrets
from arena.contract.outcome import Offence, Outcome
from arena.wire.message.answers import FURTHEST, MOST_TILES, Action
from arena.wire.message.codec import Bad
from arena.wire.message.plain import Letters, Message, PlainServer, as_sent

if TYPE_CHECKING:
    from arena.scrabble.table import Table
    from arena.wire.message.word import WordServer


_PLAIN = (int, int, int, str, int)  # what a tile of a play is made of, and of nothing derived from it


class Shown(Protocol):
    """What bots in our own process see of one game, and how their answers are read."""

    def view(self, state: Any, seat: int) -> Any:
        """Return what ``seat`` may see of a state."""

    def written(self, move: Any) -> dict[str, Any]:
        """Return the answer that says ``move``, as a message. Raises TypeError for what no message can say."""

    def read(self, move: Any) -> Hashable | None:
        """Return a move as the rules have it; None where its message has to be read."""


class ShownPlain:
    """Any game but the word game: its own views of the referee's states."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def view(self, state: Any, seat: int) -> Any:
        game = self._game
        if has_secrets(game):
            state = game.read_seen(as_sent(game.seen(state, seat)), seat)
        return game.view(state, seat)

    def written(self, move: Any) -> dict[str, Any]:
        return {"type": "move", "move": str(move)}

    def read(self, move: Any) -> Hashable | None:
        read: Hashable | None = None
        with contextlib.suppress(Exception):  # whatever a bot returned: its message is judged
            read = self._game.read_move(str(move))
        return read


class ShownWord:
    """The word game: views that are carried along from turn to turn."""

    def __init__(self, table: Table) -> None:
        from arena.scrabble.moves import Challenge, Change, Pass, Placed, Play
        from arena.scrabble.views import Views
        from arena.wire.message.word_client import written

        self._views, self._written = Views(table), written
        self._play, self._change, self._placed = Play, Change, Placed
        self._plain = Pass, Challenge  # moves that say nothing more

    def view(self, state: Any, seat: int) -> Any:
        return self._views.view(state, seat)

    def written(self, move: Any) -> dict[str, Any]:
        return self._written(move)

    def read(self, move: Any) -> Hashable | None:
        kind = type(move)
        if kind in self._plain:
            return move  # type: ignore[no-any-return]
        if kind is self._change:
            tiles = move.tiles
            plain = type(tiles) is tuple and len(tiles) <= MOST_TILES
            return move if plain and all(type(tile) is int and 0 <= tile <= FURTHEST for tile in tiles) else None
        if kind is not self._play or type(move.tiles) is not tuple or len(move.tiles) > MOST_TILES:
            return None
        for tile in move.tiles:
            if type(tile) is not self._placed or tuple(map(type, tile)) != _PLAIN:
                return None
            x, y, id_, char, points = tile
            if not (char.isascii() and char.isalpha() and len(char) <= 16 and id_ >= 0):  # its message is judged
                return None
            if min(x, y, id_, points) < -FURTHEST or max(x, y, id_, points) > FURTHEST:
                return None
        return move  # type: ignore[no-any-return]


class Unsent:
    """The server's end: tells the start as ``server`` would, hands states over, and tells nothing else."""

    def __init__(self, server: PlainServer | WordServer) -> None:
        self._server = server

    def start(
        self, seat: int, state: Any, *, seed: int, seconds: float | None, options: Mapping[str, Any], brief: bool
    ) -> Message:
        return self._server.start(seat, state, seed=seed, seconds=seconds, options=options, brief=True)

    def ask(self, turn: int, state: Any, ms: float | None, *, brief: bool) -> Message:
        return {"type": "your_turn", "turn": turn, "ms": ms, "state": state}

    def turn_messages(
        self,
        seat: int,
        turn: int,
        before: Any,
        after: Any,
        move: Hashable | None,
        offence: Offence | None,
        ruling: Ruling[object] | None,
    ) -> Letters:
        return []

    def over(self, outcome: Outcome, seat: int) -> Message:
        return {"type": "game_over"}

    def read(self, action: Action, state: Any, seat: int) -> Hashable | Bad:
        return self._server.read(action, state, seat)
