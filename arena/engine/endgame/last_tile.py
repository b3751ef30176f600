"""One tile in the bag: every play against every draw, each draw an endgame that is searched.

The mover knows which tiles are unseen, not which of them lies in the bag: each is there as often as it is unseen. A
play takes it, and then every hand is known. Passes and changes are not weighed: they leave the bag as it was.

With two to four tiles in the bag the same is done for plays that take them all, over draws that are taken by chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from arena.contract.budget import Budget
from arena.contract.chance import Random
from arena.engine.endgame.deadline import Deadline
from arena.engine.endgame.ending import ending_of
from arena.engine.endgame.pruning import graph_of
from arena.engine.endgame.solve import EndgameSolver
from arena.engine.endgame.tree import Tree
from arena.engine.field import Field
from arena.engine.simulation.win_chance import POINT
from arena.scrabble.bag import with_tiles, without_tiles
from arena.scrabble.finding import EngineField, ScoredPlay
from arena.scrabble.moves import WordMove
from arena.scrabble.tiles import Hand

MOST_IN_BAG = 4
SAMPLES = 12  # draws of two to four tiles that a play is weighed by
FIRST_DEPTH = 2
MOST_PLAYS = 300  # that are weighed where there is a limit: thousands take longer to list than a move has time
KEPT, FEWEST = 0.5, 2  # share of the plays that are looked at one move deeper, where there is a clock, and at least

Draws = list[tuple[tuple[int, ...], int]]
Values = tuple[tuple[int, int], ...]  # (value, how often) of each draw


@dataclass(frozen=True)
class WeighedPlay:
    """A play, and what it is worth over the draws.

    value: points still to come for the mover less the other's, the play's own among them, the mean over the draws.
    exact: whether every draw was searched to its end, and none left out. depth: moves ahead that all were looked at.
    draws: (value, how often) of each draw.
    """

    play: ScoredPlay
    value: float
    exact: bool
    depth: int
    draws: Values = ()


@dataclass(frozen=True)
class LastTileResult:
    """Plays that were weighed, best first; those looked at deeper go before the others.

    exact: whether all plays were, every draw to its end. sampled: whether draws were taken by chance.
    """

    plays: tuple[WeighedPlay, ...]
    exact: bool
    sampled: bool


class LastTile:
    """Weighs plays with one tile in the bag (or up to MOST_IN_BAG), at the table of a solver. Two seats."""

    def __init__(self, solver: EndgameSolver) -> None:
        self._solver = solver
        self._table = solver.table

    def able(self, field: EngineField, bag: int) -> bool:
        """Whether a position can be weighed: so many tiles in the bag, a board that the compiled search knows."""
        ending = ending_of(self._table.rules, 2)
        return 0 < bag <= MOST_IN_BAG and isinstance(field, Field) and self._solver.compiled(field, [{}, {}], ending)

    def weigh(
        self,
        field: EngineField,
        hand: Hand,
        unseen: Mapping[int, int],
        bag: int,
        budget: Budget[WordMove] | None = None,
        *,
        plays: Sequence[ScoredPlay] | None = None,
        depth: int | None = None,
        rng: Random | None = None,
        nodes: int | None = None,
        worth: Callable[[Values], float] | None = None,
    ) -> LastTileResult:
        """Weigh plays that take all that is in the bag, likely good ones first, deeper and deeper while there is time.

        hand: the mover's. unseen: {tile id: count} of the bag and the other's hand together. plays: those to weigh,
        likely good ones first (all, most points first). depth, nodes: how deep, and how many positions, at most. rng:
        for draws of more than one tile. worth: what (value, how often) of each draw are worth to the mover, by which
        plays are ordered and looked at deeper; None for the mean value.
        """
        assert isinstance(field, Field)
        if plays is None:
            plays = self._solver.finder.plays(field, hand).sorted()
        held = sum(hand.values())
        size = self._table.hand_size
        draws, sampled = _draws(unseen, bag, rng or Random(0))
        clock = Deadline(budget, nodes)
        taking = (one for one in plays if min(size - held + len(one.play.tiles), bag) == bag)
        able = list(islice(taking, MOST_PLAYS if clock.limited else None))
        graph = graph_of(field, [hand, unseen])
        ending, known = ending_of(self._table.rules, 2), self._solver.empty_table()

        def search(
            play: ScoredPlay, mine: Hand, theirs: Hand, depth: int, root: int, clock: Deadline
        ) -> tuple[int, bool] | None:
            after = field.copy()
            after.place(play.play.tiles)
            tree = Tree(after, [theirs, mine], ending, graph, known, root)
            for ahead in range(1, depth + 1):
                if not tree.look(ahead, clock):
                    return None
                value, proven, _ = tree.found()
                if proven:
                    break
            return (value, proven) if not clock.ends() else None

        left = [
            _Candidate(one, without_tiles(hand, [tile.tile for tile in one.play.tiles]), unseen, draws, n * len(draws))
            for n, one in enumerate(able)
        ]
        done: list[_Candidate] = []
        ahead, offered = FIRST_DEPTH, None
        while left and (depth is None or ahead <= depth):
            looked = []
            for candidate in left:
                if not candidate.look(search, ahead, clock):
                    break
                looked.append(candidate)
            if not looked:
                break
            looked.sort(key=lambda one: -(one.value if worth is None else worth(one.values)))
            done = looked + [one for one in done if one not in looked]
            if done[0].play is not offered:
                offered = done[0].play
                clock.offer(offered)
            if len(looked) < len(left) or all(one.exact for one in left):
                break
            ahead += 1
            if clock.limited:
                left = looked[: max(FEWEST, int(KEPT * len(looked)))]
        found = [
            WeighedPlay(one.play, one.value, one.exact and not sampled, one.depth, one.values)
            for one in done if one.depth
        ]  # fmt: skip
        exact = 0 < len(found) == len(plays) and all(one.exact for one in found)
        return LastTileResult(tuple(found), exact, sampled)


def share_won(draws: Values, ahead: int, chances: Sequence[float] | None = None) -> float:
    """Return how much of a game a play wins, the mean over the draws; and by a little, POINT each, its points.

    draws: (value, how often) of each. ahead: points, before the play. chances: how likely each draw is beside the
    others; None for as likely as it is often.
    """
    weights = [times for _, times in draws] if chances is None else chances
    worth = [(ahead + value > 0) + (ahead + value == 0) / 2 + POINT * value for value, _ in draws]
    return sum(value * weight for value, weight in zip(worth, weights, strict=True)) / sum(weights)


Search = Callable[[ScoredPlay, Hand, Hand, int, int, Deadline], tuple[int, bool] | None]


class _Candidate:
    # A play, the endgames that may follow it, and what they are worth as far as they were searched.

    def __init__(self, play: ScoredPlay, kept: Hand, unseen: Hand, draws: Draws, root: int) -> None:
        self.play, self.root = play, root
        self.hands = [(with_tiles(kept, drawn), without_tiles(unseen, drawn), times) for drawn, times in draws]
        self.value, self.exact, self.depth = 0.0, False, 0
        self.values: Values = ()

    def look(self, search: Search, depth: int, clock: Deadline) -> bool:
        # Searches all draws so many moves ahead; False, and nothing has changed, where the time is up before the end.
        values, exact = list[tuple[int, int]](), True
        for number, (mine, theirs, times) in enumerate(self.hands):
            found = search(self.play, mine, theirs, depth, self.root + number, clock)
            if found is None:
                return False
            value, proven = found
            values.append((self.play.score - value, times))
            exact = exact and proven
        self.value = sum(value * times for value, times in values) / sum(times for _, times in values)
        self.values, self.exact, self.depth = tuple(values), exact, depth
        return True


def _draws(unseen: Hand, bag: int, rng: Random) -> tuple[Draws, bool]:
    # The tiles that a play may draw, each with how often; and whether they were taken by chance.
    if bag == 1:
        return [((tile,), count) for tile, count in unseen.items()], False
    tiles = [tile for tile, count in unseen.items() for _ in range(count)]
    drawn = Counter(tuple(sorted(rng.sample(tiles, bag))) for _ in range(SAMPLES))
    return list(drawn.items()), True
