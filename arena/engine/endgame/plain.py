"""The endgame search that plays anything: any number of seats, any rule book, an empty board. Slower than tree.py.

Every seat wants the most for itself, its own points less those of the best of the others (max^n). Of moves that it
likes equally well it takes the one that brings more points to itself, then the one that brings fewer to the next seat,
and so on; so there is one value, in whatever order the moves are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arena.engine.endgame.ending import EndOfGame
from arena.scrabble.bag import without_tiles
from arena.scrabble.finding import EngineField, PlayFinder, ScoredPlay
from arena.scrabble.tiles import Hand, TileSet

Points = tuple[int, ...]  # still to come, by seat
_Key = tuple[frozenset[tuple[int, int, int, str]], tuple[tuple[tuple[int, int], ...], ...], int, int, int | None]


class OutOfTime(Exception):
    """The search was told to stop."""


def liked(points: Points, seat: int) -> tuple[int, ...]:
    """Return by what a seat prefers an outcome to another, the larger the better."""
    others = [points[(seat + step) % len(points)] for step in range(1, len(points))]
    return points[seat] - max(others, default=0), points[seat], *(-more for more in others)


class PlainEndgame:
    """Searches one position.

    hands: those of the seats in the order of play, the mover's first. stop: asked at every node, whether to stop.
    out_of_tiles: whether the game ends when somebody has used up his tiles.
    """

    def __init__(
        self, finder: PlayFinder, tiles: TileSet, ending: EndOfGame, out_of_tiles: bool, stop: Callable[[], bool]
    ) -> None:
        self._finder, self._tiles, self._ending, self._stop = finder, tiles, ending, stop
        self._out_of_tiles = out_of_tiles
        self._known: dict[_Key, tuple[Points, bool, int, ScoredPlay | None]] = {}
        self.nodes = 0

    def search(self, field: EngineField, hands: Sequence[Hand], depth: int) -> tuple[Points, bool, ScoredPlay | None]:
        """Return the points to come, whether they are exact, and the mover's play (None: a pass).

        depth: how many moves ahead it looks. Raises OutOfTime when told to stop.
        """
        ending = self._ending
        points, exact, _, play = self._best(field, tuple(hands), 0, ending.left, ending.turns, depth, frozenset())
        return points, exact, play

    def _best(
        self,
        field: EngineField,
        hands: tuple[Hand, ...],
        seat: int,
        left: int,
        turns: int | None,
        depth: int,
        laid: frozenset[tuple[int, int, int, str]],
    ) -> tuple[Points, bool, int, ScoredPlay | None]:
        key = laid, tuple(tuple(sorted(hand.items())) for hand in hands), seat, left, turns
        known = self._known.get(key)
        if known is not None and (known[1] or known[2] >= depth):
            return known
        if self._stop():
            raise OutOfTime
        self.nodes += 1
        plays: list[ScoredPlay | None] = [*self._finder.plays(field, hands[seat]).sorted(), None]
        best: tuple[Points, bool, int, ScoredPlay | None] | None = None
        exact = True
        for play in plays:
            points, sure = self._after(field, hands, seat, left, turns, depth, laid, play)
            exact = exact and sure
            if best is None or liked(points, seat) > liked(best[0], seat):
                best = points, sure, depth, play
        assert best is not None
        found = best[0], exact, depth, best[3]
        self._known[key] = found
        return found

    def _after(
        self,
        field: EngineField,
        hands: tuple[Hand, ...],
        seat: int,
        left: int,
        turns: int | None,
        depth: int,
        laid: frozenset[tuple[int, int, int, str]],
        play: ScoredPlay | None,
    ) -> tuple[Points, bool]:
        # The points to come from a move on, its own among them, and whether they are exact.
        ending, score = self._ending, 0 if play is None else play.score
        left = left - 1 if play is None or (ending.zero and score == 0) else ending.passes
        turns = None if turns is None else turns - 1
        gained = tuple(score if other == seat else 0 for other in range(len(hands)))
        if play is not None:
            rest = without_tiles(hands[seat], [tile.tile for tile in play.play.tiles])
            hands = (*hands[:seat], rest, *hands[seat + 1 :])
            if not rest and self._out_of_tiles:
                return _sum(gained, self._tiles_at_end(hands, seat)), True
        if left == 0 or turns == 0:
            return _sum(gained, self._tiles_at_end(hands, None)), True
        if depth <= 1:
            return _sum(gained, self._tiles_at_end(hands, None)), False
        if play is not None:
            field = field.copy()
            field.place(play.play.tiles)
            laid = laid | {(tile.x, tile.y, tile.tile, tile.char) for tile in play.play.tiles}
        points, exact, *_ = self._best(field, hands, (seat + 1) % len(hands), left, turns, depth - 1, laid)
        return _sum(gained, points), exact

    def _tiles_at_end(self, hands: tuple[Hand, ...], out: int | None) -> Points:
        # What the end of the game adds to each seat; at a horizon, a guess.
        worth, ending = [self._tiles.points(hand) for hand in hands], self._ending
        if out is None:
            return tuple(-ending.idle * points for points in worth)
        added = [-ending.lost * points for points in worth]
        added[out] += ending.out * sum(worth)
        return tuple(added)


def _sum(one: Points, other: Points) -> Points:
    return tuple(a + b for a, b in zip(one, other, strict=True))
