"""A game of the word game, played move by move. Games are values: a move returns the game after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from arena.contract.budget import Budget
from arena.contract.chance import seed_of, stream
from arena.contract.outcome import Outcome
from arena.errors import ConfigError, IllegalMove
from arena.scrabble.finding import FoundPlays, ScoredPlay
from arena.scrabble.moves import Challenge, Change, Pass, Play, Resign, WordMove
from arena.scrabble.table import Table
from arena.words.positions import Position, Verdict
from arena.words.reading import table as table_of

if TYPE_CHECKING:  # the rules bring kernels along, so they are imported when a game is dealt
    from arena.notation.gcg_record import PlayedTurn
    from arena.scrabble.rules import WordGame
    from arena.scrabble.turns import WordState


@dataclass(frozen=True, eq=False)
class Game:
    """A game between two turns; ``deal`` makes the first one. Seats are counted from 0.

    It knows everything, the bag's order too: it is for people and scripts. Bots are shown views (arena.bot).
    In a notebook a game shows its board as a picture.
    """

    _rules: WordGame
    _state: WordState
    _turns: tuple[PlayedTurn, ...] = ()

    @property
    def table(self) -> Table:
        """The board without tiles, the tile set, the words and the rules."""
        return self._rules.table

    @property
    def seats(self) -> int:
        """How many play."""
        return self._rules.seats

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, None when the game is over."""
        return None if self._state.ending else self._state.mover

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of each seat; what the end of the game adds or takes is in ``outcome.scores``."""
        return self._state.scores

    @property
    def racks(self) -> tuple[str, ...]:
        """Each seat's hand as text (``ABCDE??``)."""
        return tuple(self.table.tiles.print_hand(hand) for hand in self._state.hands)

    @property
    def bag_count(self) -> int:
        """Tiles in the bag."""
        return len(self._state.bag)

    @property
    def turn(self) -> int:
        """How many turns have been taken."""
        return self._state.turn

    @property
    def moves(self) -> tuple[WordMove | None, ...]:
        """The moves so far, oldest first."""
        return tuple(turn.move for turn in self._state.history)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended: each seat's place, final scores, why; None while it goes on."""
        return self._rules.outcome(self._state)

    @cached_property
    def position(self) -> Position:
        """The board, and the hand of the seat to move (None when the game is over)."""
        state = self._state
        last = state.last
        fresh = frozenset((tile.x, tile.y) for tile in last.tiles) if last is not None and last.kind == "play" else ()
        hand = None if self.to_move is None else state.hands[state.mover]
        return Position(self.table, state.board, hand, (), "game", frozenset(fresh))

    def plays(self, top: int | None = None) -> FoundPlays:
        """Return the legal plays of the seat to move, as ``Position.plays`` does; raise IllegalMove after the end.

        >>> from arena import words
        >>> [found.score for found in words.deal(seed=1).plays(3)]
        [62, 62, 62]
        """
        return self._going_on("plays").position.plays(top)

    def best(self, budget: Budget[Play] | None = None) -> ScoredPlay | None:
        """Return a play with the most points, None where there is none; raise IllegalMove after the end."""
        return self._going_on("best").position.best(budget)

    def judge(self, play: Play | ScoredPlay | str) -> Verdict:
        """Return what the rules say of a play of the seat to move; raise IllegalMove after the end."""
        return self._going_on("judge").position.judge(play)

    def play(self, move: WordMove | ScoredPlay | str) -> Game:
        """Return the game after a move of the seat to move; its hand is filled from the bag. This game stays as it is.

        move: a play as ``Position.judge`` takes it (``"8G CAT"``), or any Play, Change, Pass, Challenge or Resign.
        Raises IllegalPlay, with all ``faults``, for a move that the rules refuse (nothing is lost by it: ask again),
        IllegalMove after the end, UnreadableMove or NotationError for a text that says no play.

        >>> from arena import words
        >>> game = words.deal(seed=1)
        >>> after = game.play(game.plays(1)[0])
        >>> after.turn, sum(after.scores), game.turn
        (1, 62, 0)
        """
        if isinstance(move, str):
            move = self._going_on(move).position.read_play(move)
        elif isinstance(move, ScoredPlay):
            move = move.play
        return self._after(move)

    def change(self, tiles: str) -> Game:
        """Return the game after the seat to move has changed tiles, named as in a hand (``"VQ?"``).

        Raises IllegalPlay where the rules refuse it, NotationError for a text that names no tiles.

        >>> from arena import words
        >>> game = words.deal(seed=1)
        >>> game.change(game.racks[game.to_move][:3]).bag_count == game.bag_count
        True
        """
        hand = self.table.tiles.parse_hand(tiles)
        return self._after(Change(tuple(tile for tile, count in sorted(hand.items()) for _ in range(count))))

    def pass_turn(self) -> Game:
        """Return the game after the seat to move has passed; raise IllegalMove after the end."""
        return self._after(Pass())

    def challenge(self) -> Game:
        """Return the game after the seat to move has challenged the play before; it may still be its turn.

        Raises IllegalMove where there is no such play, or the rule book has no challenges.

        >>> from arena import words
        >>> table = words.table(challenge="double")
        >>> game = words.deal(seed=1, table=table)
        >>> after = game.play(game.plays(1)[0]).challenge()
        >>> after.to_move == game.to_move  # the play was good, and the turn is lost
        True
        """
        return self._after(Challenge())

    def resign(self) -> Game:
        """Return the game after the seat to move has left it; raise IllegalMove after the end."""
        return self._after(Resign())

    def gcg(self, names: Sequence[str] | None = None, *, title: str = "") -> str:
        """Return the game so far as a record in GCG; of one that goes on, the racks are written, too.

        names: of the players by seat (default: Player 1 and so on).
        Raises ConfigError for too few or too many names, NotationError for what GCG cannot say: a blank that shows a
        letter without a small form.

        >>> from arena import words
        >>> print(words.deal(seed=1).pass_turn().gcg().splitlines()[1])
        #player1 Player_1 Player 1
        """
        from arena.notation.gcg import write_gcg
        from arena.notation.gcg_record import record_as_gcg

        called = [f"Player {seat + 1}" for seat in range(self.seats)] if names is None else list(names)
        if len(called) != self.seats:
            raise ConfigError("names", f"{len(called)} names for {self.seats} players", "Give one a seat")
        outcome = self.outcome
        record = record_as_gcg(
            self.table,
            called,
            self._turns,
            adjustments=() if outcome is None else outcome.adjustments,
            reason="" if outcome is None else outcome.reason,
            title=title,
            hands=self.racks,
        )
        if outcome is None:
            record = replace(record, racks=dict(enumerate(self.racks)))
        return write_gcg(record)

    def svg(self) -> str:
        """Return the board as a picture in SVG, the tiles of the last play marked."""
        return self.position.svg()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        lines = [self.position.text()]
        for seat, (rack, score) in enumerate(zip(self.racks, self.scores, strict=True)):
            lines.append(f"player {seat + 1}: {score} points, {rack}")
        outcome = self.outcome
        lines.append(f"player {self._state.mover + 1} to move" if outcome is None else f"over: {outcome.reason}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        state = "over" if self.to_move is None else f"player {self.to_move + 1} to move"
        return f"<game on {self.table.layout.name}, turn {self.turn}, scores {self.scores}, {state}>"

    def _going_on(self, what: str) -> Game:
        if self.outcome is not None:
            raise IllegalMove(what, f"the game is over ({self.outcome.reason})", "Deal another")
        return self

    def _after(self, move: WordMove) -> Game:
        from arena.notation.gcg_record import PlayedTurn

        seat, before = self._state.mover, self._state
        after = self._rules.play(before, move)
        played = PlayedTurn(seat, str(move), dict(self._rules.note(before, after)))
        turns = self._turns
        if (undone := self._rules.note_undone(before, after)) is not None:
            turns = (*turns[:-1], replace(turns[-1], note=dict(undone)))
        return replace(self, _state=after, _turns=(*turns, played))


def deal(
    seed: int | str = 0,
    *,
    table: Table | None = None,
    seats: int = 2,
    first: int | None = None,
) -> Game:
    """Return a new game: the bag shuffled, hands dealt, who begins drawn, all from the seed (any number or text).

    table: where it is played (default: ``words.table()``). seats: 1 to 8. first: the seat that begins, None draws it.
    Raises ConfigError for seats that cannot be.

    >>> from arena import words
    >>> words.deal(seed=1)
    <game on standard, turn 0, scores (0, 0), player 1 to move>
    """
    from arena.scrabble.rules import WordGame

    if first is not None and not 0 <= first < seats:
        raise ConfigError("first", f"there is no seat {first} of {seats}", "Seats are counted from 0")
    rules = WordGame(table_of() if table is None else table, seats, first)
    return Game(rules, rules.start(stream(seed if isinstance(seed, int) else seed_of(0, seed), "start")))
