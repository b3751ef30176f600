"""What one seat sees of the word game, and the mirror that adds it up from what the seat was told.

Light to import: no kernels before somebody asks for plays. A view never holds the bag, another
hand, or the position that the referee keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from arena.scrabble.bag import deal_counts, with_tiles, without_tiles
from arena.scrabble.moves import Change, Pass, Placed, WordMove
from arena.scrabble.rulebook import RuleBook
from arena.scrabble.seen import ChallengeResult, SeenTurn, TurnKind
from arena.scrabble.table import Table
from arena.scrabble.tiles import TileSet

if TYPE_CHECKING:
    from arena.contract.budget import Budget
    from arena.scrabble.finding import EngineField, FoundPlays, ScoredPlay
    from arena.scrabble.turns import WordState

__all__ = ["Mirror", "SeenTurn", "Table", "TurnKind", "WordView", "most_changed", "unseen_by", "view_of"]


def most_changed(rules: RuleBook, held: int, bag: int) -> int:
    """Return how many tiles may be changed at most, 0 for none, by who holds so many while so many are in the bag."""
    if bag < max(1, rules.change_min_bag):
        return 0
    return min(held, bag, held if rules.change_max_tiles is None else rules.change_max_tiles)


@dataclass(frozen=True, eq=False)
class WordView:
    """What one seat may see between two turns.

    seat: yours. mover: whose turn it is. turn: how many turns have been taken. players: how many take part.
    hand:      your tiles, {tile id: count}.
    board:     {(x, y): tile} of everything that lies there.
    scores:    game points a seat, without what the end of the game will add or take.
    bag_count: tiles in the bag. hand_counts: tiles in each seat's hand.
    unseen:    {tile id: count} of the tiles that are neither on the board nor in your hand.
    gone:      the seats that have left. history: every turn so far, as everybody saw it.
    table:     the public things.
    challengeable: the play before, while you may challenge it instead of making a move; None where you may not.
    closing:   the game is over unless you challenge it: whatever else you answer lets it stand.
    """

    table: Table
    seat: int
    mover: int
    turn: int
    players: int
    hand: Mapping[int, int]
    board: Mapping[tuple[int, int], Placed]
    scores: tuple[int, ...]
    bag_count: int
    hand_counts: tuple[int, ...]
    unseen: Mapping[int, int]
    gone: tuple[int, ...]
    history: Sequence[SeenTurn]
    challengeable: SeenTurn | None = None
    closing: bool = False
    kept: EngineField | None = field(default=None, repr=False)  # a mirror's field; good until its next message

    @property
    def opening(self) -> bool:
        """Whether no tile lies on the board."""
        return not self.board

    @cached_property
    def field(self) -> EngineField:
        """Return the board as the engine wants it."""
        if self.kept is not None:
            return self.kept
        made = self.table.empty_field()
        made.place(tuple(self.board.values()))
        return made

    def phonies(self) -> tuple[str, ...]:
        """Return the words of the play that you may challenge which are not in the lexicon; () without such a play."""
        if self.challengeable is None:
            return ()
        from arena.scrabble.challenge import phonies_of

        return phonies_of(self.table, self.board, self.challengeable.tiles)

    def plays(self) -> FoundPlays:
        """Return every play that your hand and the board allow, with its points, in no order."""
        return self.table.generator.plays(self.field, self.hand)

    def best(self, budget: Budget[WordMove] | None = None) -> ScoredPlay | None:
        """Return the play with the most points, None if there is none; a budget that ends stops the search."""
        return self.table.generator.best(self.field, self.hand, budget)

    @property
    def may_change(self) -> int:
        """Return how many tiles you may change at most, 0 for none."""
        return most_changed(self.table.rules, sum(self.hand.values()), self.bag_count)

    def changes(self) -> Iterator[Change]:
        """Yield every change that the rules allow, each set of tiles once, in order of their ids."""
        most, ids = self.may_change, sorted(self.hand)

        def choose(index: int, room: int) -> Iterator[tuple[int, ...]]:
            if index == len(ids):
                yield ()
                return
            for count in range(min(room, self.hand[ids[index]]) + 1):
                for rest in choose(index + 1, room - count):
                    yield (ids[index],) * count + rest

        yield from (Change(tiles) for tiles in choose(0, most) if tiles)

    def legal(self) -> Iterator[WordMove]:
        """Yield your plays, your changes and the pass, for a seat whose turn it is; a challenge is not among them.

        When the game is over unless you challenge, it is the pass alone.
        """
        if self.closing:
            yield Pass()
            return
        yield from (scored.play for scored in self.plays())
        yield from self.changes()
        yield Pass()


def unseen_by(tiles: TileSet, board: Mapping[tuple[int, int], Placed], hand: Mapping[int, int]) -> dict[int, int]:
    """Return the tiles of a set that are neither on the board nor in the hand, {tile id: count}."""
    left = tiles.full()
    for placed in board.values():
        left[placed.tile] -= 1
    for tile, count in hand.items():
        left[tile] -= count
    return {tile: count for tile, count in left.items() if count}


def view_of(table: Table, state: WordState, seat: int) -> WordView:
    """Return what ``seat`` may see of a state."""
    hand = state.hands[seat]
    last = state.last
    challengeable = last.seen if last is not None and state.open_play is not None and seat == state.mover else None
    return WordView(
        table=table,
        seat=seat,
        mover=state.mover,
        turn=state.turn,
        players=len(state.hands),
        hand=dict(hand),
        board=dict(state.board),
        scores=state.scores,
        bag_count=len(state.bag),
        hand_counts=tuple(sum(held.values()) for held in state.hands),
        unseen=unseen_by(table.tiles, state.board, hand),
        gone=tuple(forfeit.seat for forfeit in state.gone),
        history=tuple(turn.seen for turn in state.history),
        challengeable=challengeable,
        closing=challengeable is not None and state.closing,
    )


@dataclass(frozen=True, slots=True)
class _OpenPlay:
    """A play that may be challenged. fresh: how many tiles its seat drew; drawn: which, of the own seat."""

    turn: SeenTurn
    fresh: int
    drawn: tuple[int, ...]
    closing: bool


class Mirror:
    """One seat's knowledge of one game, added up message by message: the same views without the referee's state.

    Its engine field grows with the tiles, view by view, so that no turn rebuilds the board but one
    that takes a play back. It trusts what it is told.

    seat: whose (from 0). players: how many take part. hand: its first hand. first: the seat that begins.
    Each method is one message; ``drawn`` and ``given`` are known, and asked for, for the own seat only.
    """

    def __init__(self, table: Table, seat: int, players: int, hand: Mapping[int, int], first: int) -> None:
        self.table, self.seat, self.players = table, seat, players
        self.hand = dict(hand)
        self.mover = first
        self.board: dict[tuple[int, int], Placed] = {}
        self.scores = [0] * players
        self.history: list[SeenTurn] = []
        self.gone: list[int] = []
        total = table.tiles.total
        self.hand_counts = deal_counts(total, players, first, table.hand_size)
        self.bag_count = total - sum(self.hand_counts)
        self._unseen = table.tiles.full()  # by kind, in the set's order; kinds stay when none is left
        self._see(self.hand.items())
        self._field: EngineField | None = None
        self._to_lay: list[Placed] = []  # on the board, and not yet on the field
        self._draw: tuple[int, tuple[int, ...]] = 0, ()  # of the last play: how many tiles, and which of its own
        self._open: _OpenPlay | None = None

    def begin_at(self, tiles: Sequence[Placed], scores: Sequence[int], bag_count: int, held: Sequence[int]) -> None:
        """Begin in a position: tiles that lie there, points, tiles in the bag and in each hand."""
        self.board = {(tile.x, tile.y): tile for tile in tiles}
        self.scores, self.bag_count, self.hand_counts = list(scores), bag_count, list(held)
        self._see((tile.tile, 1) for tile in tiles)

    def played(self, seat: int, tiles: Sequence[Placed], points: int, drawn: Sequence[int] = ()) -> None:
        """Note a play: its tiles, its points, and, of the own seat, the tiles drawn."""
        tiles = tuple(tiles)
        kept = self.hand_counts[seat] - len(tiles)
        fresh = min(max(0, self.table.hand_size - kept), self.bag_count)
        self.hand_counts[seat] = kept + fresh
        self.bag_count -= fresh
        for tile in tiles:
            self.board[tile[:2]] = tile
        self.scores[seat] += points
        self._to_lay += tiles
        if seat == self.seat:
            self.hand = with_tiles(without_tiles(self.hand, [tile.tile for tile in tiles]), drawn)
            self._see((tile, 1) for tile in drawn)
        else:
            self._see((tile.tile, 1) for tile in tiles)
        self._turn(seat, "play", tiles, points)
        self._draw = fresh, tuple(drawn)

    def open_play(self, *, closing: bool) -> None:
        """Note that the play that was just noted may be challenged. closing: unless it is, the game is over."""
        self._open = _OpenPlay(self.history[-1], *self._draw, closing)

    def failed(self, seat: int, tiles: Sequence[Placed]) -> None:
        """Note a turn that was lost by a play (or, without tiles, by another answer) that the rules refused."""
        self._turn(seat, "failed", tuple(tiles))

    def changed(self, seat: int, count: int, given: Sequence[int] = (), drawn: Sequence[int] = ()) -> None:
        """Note a change of ``count`` tiles."""
        if seat == self.seat:
            self.hand = with_tiles(without_tiles(self.hand, given), drawn)
            self._see((tile, 1) for tile in drawn)
            self._see((tile, -1) for tile in given)
        self._turn(seat, "change", count=count)

    def challenged(self, seat: int, result: ChallengeResult) -> None:
        """Note that a seat has challenged the play before, and what came of it."""
        if result.right and self._open is not None:
            self._take_back(self._open)
        self.scores[result.against] += result.points
        self._turn(seat, "challenge", challenge=result)

    def passed(self, seat: int) -> None:
        self._turn(seat, "pass")

    def timed_out(self, seat: int) -> None:
        self._turn(seat, "timeout")

    def forfeited(self, seat: int) -> None:
        """Note that a seat has left; its tiles stay out of the game."""
        self.gone.append(seat)
        self._turn(seat, "forfeit")

    def view(self) -> WordView:
        """Return what the seat sees now. Its engine field is the mirror's own: good until the next message."""
        if self._field is None:
            self._field = self.table.empty_field()
            self._field.place(tuple(self.board.values()))
        elif self._to_lay:  # the plays of all seats since the last view, at one stroke
            self._field.place(self._to_lay)
        self._to_lay = []
        open_play = self._open if self.mover == self.seat else None
        return WordView(
            table=self.table,
            seat=self.seat,
            mover=self.mover,
            turn=len(self.history),
            players=self.players,
            hand=dict(self.hand),
            board=dict(self.board),
            scores=tuple(self.scores),
            bag_count=self.bag_count,
            hand_counts=tuple(self.hand_counts),
            unseen={tile: count for tile, count in self._unseen.items() if count},
            gone=tuple(self.gone),
            history=tuple(self.history),
            challengeable=None if open_play is None else open_play.turn,
            closing=open_play is not None and open_play.closing,
            kept=self._field,
        )

    def _see(self, tiles: Iterable[tuple[int, int]]) -> None:
        for tile, count in tiles:
            self._unseen[tile] = self._unseen.get(tile, 0) - count

    def _take_back(self, play: _OpenPlay) -> None:
        seat, tiles = play.turn.seat, play.turn.tiles
        taken = {tile[:2] for tile in tiles}
        self.board = {square: tile for square, tile in self.board.items() if square not in taken}
        self._field, self._to_lay = None, []
        self.hand_counts[seat] += len(tiles) - play.fresh
        self.bag_count += play.fresh
        if seat == self.seat:
            self.hand = with_tiles(without_tiles(self.hand, play.drawn), [tile.tile for tile in tiles])
            self._see((tile, -1) for tile in play.drawn)
        else:
            self._see((tile.tile, -1) for tile in tiles)

    def _turn(
        self,
        seat: int,
        kind: TurnKind,
        tiles: tuple[Placed, ...] = (),
        points: int = 0,
        count: int = 0,
        challenge: ChallengeResult | None = None,
    ) -> None:
        self.history.append(SeenTurn(seat, kind, tiles, points, count, challenge))
        self._open = None
        if challenge is not None and not challenge.lost_turn:
            return
        if seat == self.mover or self.mover in self.gone:
            in_order = ((self.mover + step) % self.players for step in range(1, self.players + 1))
            self.mover = next((other for other in in_order if other not in self.gone), self.mover)
