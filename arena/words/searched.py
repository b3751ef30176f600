"""Moves of a position by search: by simulation while the bag has tiles, by an exact search when it has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.contract.budget import Budget
from arena.errors import ConfigError
from arena.scrabble.finding import ScoredPlay
from arena.scrabble.moves import Pass, WordMove
from arena.scrabble.seen import SeenTurn
from arena.scrabble.tiles import Hand
from arena.scrabble.view import WordView
from arena.words.ranking import RankedMove, SeenPosition, exchanges

if TYPE_CHECKING:  # searches bring kernels along, so they are imported when a ranking by search is asked for
    from arena.engine.endgame.weigh import EndgameWeigher, ValuedMove
    from arena.engine.leaves import Leaves
    from arena.engine.simulation.simulator import SimulatedMove, Simulator

ITERATIONS, PLIES, CANDIDATES = 5000, 2, 15
NODES = 2_000_000
MOST_SEARCHED = 15  # tiles of a hand; with 20, a thousand positions take seconds, and with 30 minutes
PLAIN = 1000  # times as long a position takes where the search is not compiled, about
MOST_ITERATIONS, MOST_NODES = 100_000_000, 10**12


@dataclass(frozen=True)
class Effort:
    """How much a ranking by search looks at; the same effort and seed give the same answer.

    iterations: of a simulation, one candidate with one draw each, in all; None for as many as the budget allows, or
            5000 without one. plies: turns behind a candidate. candidates: moves that are tried, those of most equity.
    threads: that work at a simulation; the answer is the same. seed: of its draws.
    nodes: positions that the search of an endgame looks at; None for as many as the budget allows, or 2 million (2000
            where the search is not compiled: more players than two, an empty board, rule books with a limit of turns).
    """

    iterations: int | None = None
    plies: int = PLIES
    candidates: int = CANDIDATES
    threads: int = 1
    seed: int = 0
    nodes: int | None = None


def by_sim(
    place: SeenPosition, leaves: Leaves, effort: Effort, budget: Budget[WordMove] | None, where: str
) -> Iterator[RankedMove]:
    """Yield the candidates, most chances to win first, those that could not catch up behind the others.

    Raises ConfigError for an effort that no simulation makes.
    """
    simulator = simulator_of(place, leaves, effort, where)
    yield from map(simulated, simulator.ranked(view_of(place), iterations_of(effort, budget), budget, effort.seed))


def simulator_of(place: SeenPosition, leaves: Leaves, effort: Effort, where: str) -> Simulator:
    """Return what simulates at a position's table; raise ConfigError as ``by_sim`` does."""
    from arena.engine.simulation.simulator import MOST_CANDIDATES, MOST_PLIES, Simulator

    for name, value, least, most in (
        ("iterations", effort.iterations, 1, MOST_ITERATIONS),
        ("plies", effort.plies, 0, MOST_PLIES),
        ("candidates", effort.candidates, 1, MOST_CANDIDATES),
        ("threads", effort.threads, 1, 64),
    ):
        if value is not None and not least <= value <= most:
            raise ConfigError(f"{where}: {name}", f"{value} {name}", f"Between {least} and {most}")
    return Simulator(place.table, leaves, effort.plies, effort.candidates, effort.threads)


def iterations_of(effort: Effort, budget: Budget[WordMove] | None) -> int | None:
    """Return how many iterations a simulation makes at most, None for as many as its budget allows."""
    clocked = budget is not None and budget.seconds is not None
    return effort.iterations or (None if clocked else ITERATIONS)


def nodes_of(effort: Effort, budget: Budget[WordMove] | None, usual: int = NODES) -> int | None:
    """Return how many positions an endgame's search looks at most, None for as many as its budget allows."""
    clocked = budget is not None and budget.seconds is not None
    return effort.nodes or (None if clocked else usual)


def simulated(found: SimulatedMove) -> RankedMove:
    """Return a candidate and what it came to."""
    ranked = RankedMove(found.move, found.score, found.word, found.across, equity=found.equity)
    if not found.iterations:  # there was no time, or nobody simulates here
        return ranked
    return ranked._replace(win=found.win, spread=found.spread, iterations=found.iterations)


def view_of(place: SeenPosition) -> WordView:
    """Return what the mover, seat 0, sees of a position; the hands of the others are full as far as there are tiles."""
    rest = sum(place.unseen.values()) - place.bag
    counts = [sum(place.hand.values())]
    for _ in place.others:
        counts.append(min(rest, place.table.hand_size))
        rest -= counts[-1]
    return WordView(
        table=place.table, seat=0, mover=0, turn=0, players=len(counts), hand=dict(place.hand), board=dict(place.board),
        scores=place.points, bag_count=place.bag, hand_counts=tuple(counts), unseen=dict(place.unseen), gone=(),
        history=history_of(place), kept=place.field,
    )  # fmt: skip


def history_of(place: SeenPosition) -> tuple[SeenTurn, ...]:
    """Return turns that led to as many scoreless ones in a row as there were: passes, the mover's turn next."""
    seats = 1 + len(place.others)
    return tuple(SeenTurn(-back % seats, "pass") for back in range(place.scoreless, 0, -1))


def hands_at_the_end(place: SeenPosition, where: str) -> list[Hand]:
    """Return all hands of a position with an empty bag, the mover's first.

    A hand that is not known has what is not seen, where it is the only one. Raises ConfigError where hands are not
    known, are not what the tiles of the set say, or have more tiles than an exact search takes.
    """
    others, tiles = list(place.others), place.table.tiles
    unknown = [number for number, hand in enumerate(others) if hand is None]
    if len(unknown) > 1:
        problem = f"the hands of {len(unknown)} others are not known"
        remedy = 'Write them, "others" in a position file, RACK/RACK/RACK in a CGP; or use --by equity or --by sim'
        raise ConfigError(where, problem, remedy)
    left = dict(place.unseen)
    for hand in others:
        for tile, count in (hand or {}).items():
            left[tile] = left.get(tile, 0) - count
    if unknown:
        others[unknown[0]] = {tile: count for tile, count in left.items() if count > 0}
    if any(count < 0 or (count and not unknown) for count in left.values()):
        held, unseen = (tiles.print_hand(_together(known)) for known in (others, [place.unseen]))
        problem = f"the others hold {held}, but {unseen} is what lies neither on the board nor in the mover's hand"
        raise ConfigError(
            where, problem, "With an empty bag both are the same: leave their hands out, or write all of them"
        )
    hands = [place.hand, *(hand or {} for hand in others)]
    if not all(hands) and place.table.rules.out_of_tiles_end:
        raise ConfigError(where, "somebody has no tiles left, so the game is over", "There is nothing to search")
    check_sizes(where, *(sum(hand.values()) for hand in hands))
    return hands


def check_sizes(where: str, *sizes: int) -> None:
    """Raise ConfigError for hands so large that each position has more plays than a bound of positions is a bound."""
    largest = max(sizes)
    if largest > MOST_SEARCHED:
        problem = f"a hand of {largest} tiles has too many plays for an exact search"
        raise ConfigError(where, problem, f"It takes hands of at most {MOST_SEARCHED}: use --by equity or --by points")


def _together(hands: Sequence[Hand | None]) -> Hand:
    whole: dict[int, int] = {}
    for hand in hands:
        for tile, count in (hand or {}).items():
            whole[tile] = whole.get(tile, 0) + count
    return whole


def by_endgame(
    place: SeenPosition, effort: Effort, budget: Budget[WordMove] | None, where: str
) -> Iterator[RankedMove]:
    """Yield all moves by the points still to come; with one tile in the bag plays by their mean over its draws.

    Then exchanges and the pass, which leave the bag as it was, stand last, and their values are not known.
    Raises ConfigError where there are more tiles in the bag, or hands that are not known.
    """
    if place.bag > 1:
        problem = f"{place.bag} tiles are in the bag, and an endgame is searched with an empty one, or one tile in it"
        raise ConfigError(where, problem, "Use --by sim or --by equity here")
    if place.bag:
        yield from _before_the_last_tile(place, effort, budget, where)
        return
    hands = hands_at_the_end(place, where)
    for found in valued(place, hands, effort, budget):
        yield ranked_value(place, found)


def valued(
    place: SeenPosition,
    hands: Sequence[Hand],
    effort: Effort,
    budget: Budget[WordMove] | None,
    moves: Sequence[ScoredPlay | None] | None = None,
    weigher: EndgameWeigher | None = None,
    usual: int = NODES,
) -> list[ValuedMove]:
    """Return moves of a position with an empty bag by their values, see ``EndgameWeigher.weigh``.

    usual: nodes where nothing else limits the search.
    """
    from arena.engine.endgame.ending import idle_of

    if weigher is None:
        weigher = weigher_of(place)
    idle, row = idle_of(place.table.rules, len(hands), history_of(place))
    nodes = nodes_of(effort, budget, usual if weigher.compiled(place.field, hands) else max(1, usual // PLAIN))
    return weigher.weigh(
        place.field, hands, budget, moves=moves, idle=idle, row=row, turns=place.scoreless, nodes=nodes
    )


def weigher_of(place: SeenPosition) -> EndgameWeigher:
    """Return what weighs endgames at a position's table."""
    from arena.engine.endgame.solve import EndgameSolver
    from arena.engine.endgame.weigh import EndgameWeigher

    return EndgameWeigher(EndgameSolver(place.table))


def ranked_value(place: SeenPosition, found: ValuedMove) -> RankedMove:
    """Return a move of an endgame with its value, and with two players whose points are known, who wins."""
    win = won(place, found.value) if found.exact and found.value is not None else None
    play, value = found.play, None if found.value is None else float(found.value)
    if play is None:
        return RankedMove(Pass(), 0, value=value, exact=found.exact, win=win)
    return RankedMove(play.play, play.score, play.word, play.across, value=value, exact=found.exact, win=win)


def won(place: SeenPosition, value: float) -> float | None:
    """Return 1, a half or 0 for who wins by so many points still to come; None where points are not known."""
    if place.scores is None or len(place.scores) != 2:
        return None
    margin = place.scores[0] - place.scores[1] + value
    return 0.5 if margin == 0 else float(margin > 0)


def _before_the_last_tile(
    place: SeenPosition, effort: Effort, budget: Budget[WordMove] | None, where: str
) -> Iterator[RankedMove]:
    from arena.engine.endgame.last_tile import LastTile
    from arena.engine.endgame.solve import EndgameSolver

    last = LastTile(EndgameSolver(place.table))
    if len(place.others) != 1 or not last.able(place.field, place.bag):
        problem = "with a tile in the bag only positions of two players are searched, by rules that look at no turns"
        raise ConfigError(where, problem, "Use --by sim or --by equity here")
    check_sizes(where, sum(place.hand.values()), sum(place.unseen.values()) - place.bag)
    found = last.weigh(place.field, place.hand, place.unseen, place.bag, budget, nodes=nodes_of(effort, budget)).plays
    known = set()
    for weighed in found:
        play, known_wins = weighed.play, [(won(place, value), times) for value, times in weighed.draws]
        known.add(play.play)
        wins = [chance * times for chance, times in known_wins if chance is not None]
        win = (
            sum(wins) / sum(times for _, times in known_wins)
            if weighed.exact and len(wins) == len(known_wins)
            else None
        )
        yield RankedMove(
            play.play, play.score, play.word, play.across, value=weighed.value, exact=weighed.exact, win=win
        )
    for play in place.table.generator.plays(place.field, place.hand).sorted():
        if play.play not in known:  # there was no time for it, or it takes nothing from the bag
            yield RankedMove(play.play, play.score, play.word, play.across)
    yield from (RankedMove(change, 0) for change in exchanges(place))
    yield RankedMove(Pass(), 0)
