"""All moves of a position, plays and exchanges in one list, by what they are worth: points, or points and leave."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from arena.errors import ConfigError
from arena.scrabble.bag import without_tiles
from arena.scrabble.finding import EngineField, PlayFinder
from arena.scrabble.moves import Change, Pass, Play
from arena.scrabble.position import Board
from arena.scrabble.supply import on_board
from arena.scrabble.table import Table
from arena.scrabble.tiles import Hand
from arena.scrabble.view import most_changed

if TYPE_CHECKING:  # leaves bring kernels along, so they are imported when a ranking by equity is asked for
    from arena.engine.equity import EquityFinder
    from arena.engine.leaves import Leaves

Ranking = Literal["points", "equity", "sim", "endgame"]
MOST_EXCHANGES = 500_000  # that are weighed one by one: a second for each hundred thousand
RANKINGS: tuple[Ranking, ...] = ("points", "equity", "sim", "endgame")
LeaveTable = str | os.PathLike[str] | Mapping[str, float]


class RankedMove(NamedTuple):
    """A move and what it is worth.

    move:   a Play, a Change, or the Pass. score: its points now.
    word:   the main word of a play, "" for others. across: whether it reads across.
    kept:   the tiles that stay in the hand, as text.
    equity: points and the value of what is kept; None where that was not asked for.
    value:  points still to come under best play, less the other's; None where that was not asked for.
    exact:  whether ``value`` is proven.
    win:    chance to win, 0 to 1; None where that was not asked for, or is not known.
    spread: mean points ahead at the end of its rollouts; None where that was not asked for. iterations: its rollouts.
    """

    move: Play | Change | Pass
    score: int
    word: str = ""
    across: bool = True
    kept: str = ""
    equity: float | None = None
    value: float | None = None
    exact: bool = False
    win: float | None = None
    spread: float | None = None
    iterations: int = 0


@dataclass(frozen=True)
class SeenPosition:
    """A position as rankings want it.

    hand: the mover's. unseen: {tile id: count} of the bag and all other hands together. bag: tiles in the bag.
    board: the tiles of the field. others: the hands of the others in the order of play, None where unknown.
    scores: points, the mover's first; None where unknown. scoreless: how many scoreless turns in a row there were.
    """

    table: Table
    field: EngineField
    hand: Hand
    unseen: Hand
    bag: int
    board: Board
    others: tuple[Hand | None, ...] = (None,)
    scores: tuple[int, ...] | None = None
    scoreless: int = 0

    @property
    def points(self) -> tuple[int, ...]:
        """The scores, all level where they are not known."""
        return (0,) * (1 + len(self.others)) if self.scores is None else self.scores

    @property
    def may_change(self) -> int:
        """How many tiles may be exchanged."""
        return most_changed(self.table.rules, sum(self.hand.values()), self.bag)

    def kept(self, move: Play | Change | Pass) -> Hand:
        """Return what a move leaves in the hand."""
        gone = () if isinstance(move, Pass) else move.tiles
        return without_tiles(self.hand, [tile if isinstance(tile, int) else tile.tile for tile in gone])


def unseen_tiles(table: Table, board: Board, *held: Hand) -> dict[int, int]:
    """Return {tile id: count} of the tiles of the set that neither lie on the board nor are held."""
    left = dict(enumerate(table.tiles.counts))
    for known in (on_board(board), *held):
        for tile, count in known.items():
            left[tile] = left.get(tile, 0) - count
    return {tile: count for tile, count in left.items() if count > 0}


def in_bag(table: Table, unseen: Hand, others: int) -> int:
    """Return how many of the unseen tiles are in the bag, where the hands of the others are as full as they can be."""
    return max(0, sum(unseen.values()) - others * table.hand_size)


def leaves_of(table: Table, leaves: LeaveTable | None, where: str) -> Leaves:
    """Return a leave table: of a file, of values, or (None) the one that comes with the package for these tiles.

    Raises ConfigError, saying how to make one, where there is none.
    """
    from arena.engine.leaf_files import read_leaves, shipped_leaves
    from arena.engine.leaves import Leaves

    if isinstance(leaves, Mapping):
        return Leaves.of(leaves, table.tiles)
    if leaves is not None:
        return read_leaves(os.fspath(leaves), table.tiles)
    shipped = shipped_leaves(table.tiles)
    if shipped is None:
        name = table.tiles.name
        made = f"Make one with 'arena train leaves --tiles {name} --lexicon LIST -o FILE.klv2', and name the file: "
        remedy = f"{made}--leaves FILE.klv2, or leaves= from Python"
        raise ConfigError(where, f"there is no leave table for the tile set {name!r}", remedy)
    return shipped


def by_points(place: SeenPosition) -> Iterator[RankedMove]:
    """Yield plays by their points, then exchanges (fewer tiles first) and the pass, which take none."""
    for play in place.table.generator.plays(place.field, place.hand).sorted():
        yield RankedMove(play.play, play.score, play.word, play.across)
    yield from (RankedMove(change, 0) for change in exchanges(place))
    yield RankedMove(Pass(), 0)


def exchanges(place: SeenPosition) -> Iterator[Change]:
    """Yield all exchanges, those of fewer tiles first."""
    for size in range(1, place.may_change + 1):
        yield from _changes(place.hand, size)


def check_exchanges(place: SeenPosition, where: str) -> None:
    """Raise ConfigError where a hand has more exchanges than can be weighed one by one."""
    ways = [1] + [0] * place.may_change  # by how many tiles are given away
    for count in place.hand.values():
        ways = [sum(ways[max(0, size - count) : size + 1]) for size in range(len(ways))]
    if sum(ways) > MOST_EXCHANGES:
        problem = f"a hand of {sum(place.hand.values())} tiles has {sum(ways):,} exchanges, which cannot all be weighed"
        raise ConfigError(where, problem, "Use --by points here")


def equity_finder(table: Table, leaves: LeaveTable | None = None, where: str = "leaves") -> EquityFinder:
    """Return what finds moves by equity at a table, for one thread at a time; raise as ``leaves_of`` does."""
    from arena.engine.equity import EquityFinder

    return EquityFinder(table, leaves_of(table, leaves, where))


def by_equity(place: SeenPosition, finder: EquityFinder, plays: PlayFinder | None = None) -> Iterator[RankedMove]:
    """Yield moves by equity, the pass last; with an empty bag by points and what the end of the game gives for tiles.

    finder: of the same table. plays: finds plays with an empty bag; None for the table's own, which is for one thread.
    """
    if place.bag == 0:
        yield from _at_the_end(place, plays or place.table.generator)
        return
    for move in finder.ranked(place.field, place.hand, place.may_change):
        yield RankedMove(move.move, move.score, move.word, move.across, equity=move.equity)


def _at_the_end(place: SeenPosition, finder: PlayFinder) -> Iterator[RankedMove]:
    # With an empty bag no leave is worth anything: what ``static`` plays by then.
    from arena.engine.static_move import last_worth

    worth = last_worth(place.table, place.hand, place.table.tiles.points(place.unseen))
    plays = finder.plays(place.field, place.hand).sorted()
    weighed = [(worth(play.play, play.score), play) for play in plays]
    for equity, play in sorted(weighed, key=lambda one: -one[0]):  # stable: in the order of points where they tie
        yield RankedMove(play.play, play.score, play.word, play.across, equity=float(equity))
    yield RankedMove(Pass(), 0, equity=float(worth(Pass(), 0)))


def named_once(place: SeenPosition, moves: Iterator[RankedMove]) -> Iterator[RankedMove]:
    """Yield moves with what they keep; of plays with the same squares and faces only the first."""
    seen: set[tuple[tuple[int, int, str, int], ...]] = set()
    for ranked in moves:
        if isinstance(ranked.move, Play):
            name = ranked.move.squares_and_faces
            if name in seen:
                continue
            seen.add(name)
        yield ranked._replace(kept=place.table.tiles.print_hand(place.kept(ranked.move)))


def _changes(hand: Hand, size: int) -> Iterator[Change]:
    # All changes of so many tiles, each set of them once, in the order of their ids.
    ids = sorted(hand)

    def choose(index: int, room: int) -> Iterator[tuple[int, ...]]:
        if room == 0:
            yield ()
        elif index < len(ids):
            for count in range(min(room, hand[ids[index]]), -1, -1):
                for rest in choose(index + 1, room - count):
                    yield (ids[index],) * count + rest

    yield from (Change(tiles) for tiles in choose(0, size))
