"""Simulates: tries the moves with the most equity on draws of what it cannot see, and plays what wins most often.

It takes the moves that *static* likes best, deals the unseen tiles at random to the others and the bag, plays some
turns by equity behind each move, and counts how often that wins (docs/explanation/simulation.md). All moves meet the
same draws, and those that cannot catch up are dropped. It uses its time, and keeps some back. With an empty bag, where
only one other holds tiles, nothing is hidden: it searches to the end, exactly if it has the time. With one tile in the
bag it weighs the plays that win most rollouts against every draw, each an endgame of its own, and plays what wins most.

Options: ``iterations`` (most rollouts a move, one candidate with one draw each; where none is given, as many as the
time allows, and without a clock 1000), ``plies`` (turns behind a candidate, 2), ``candidates`` (10), ``threads`` (1,
and no more than there are cores for), ``share`` (percent of the time for a move that it uses at most, 80), ``leaves``
(a file with another table), ``infer`` (sets of tiles that are put to the other's last move, to see what it is likely to
have kept: 200 is a good number; 0, as it is where none is given, takes all unseen tiles alike). The same seed plays the
same moves where ``iterations`` end before the time does.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from arena.bot import Bot, Budget, GameInfo, Play, Random, WordMove, WordView, equity_finder, paced, word_table
from arena.contract.chance import seed_of
from arena.contract.pace import PartOfBudget
from arena.engine.endgame.ending import idle_of
from arena.engine.endgame.last_tile import LastTile
from arena.engine.endgame.solve import EndgameSolver
from arena.engine.simulation.inference import MOST_SETS
from arena.engine.simulation.simulator import MOST_CANDIDATES, MOST_PLIES, TIE, SimulatedMove, Simulator
from arena.scrabble.finding import ScoredPlay

MOST_THREADS, MOST_ITERATIONS = 64, 1_000_000
UNCLOCKED = 1000  # iterations without a clock
NODES = 5_000_000  # positions that a search to the end looks at, at most
BEFORE_ENDS = 0.3  # share of the time for rollouts, where what is best by them is searched behind
WEIGHED = 5  # plays that are weighed against every draw of the last tile


class Sim(Bot[WordView, WordMove]):
    def __init__(self, info: GameInfo, rng: Random) -> None:
        info.allow_options("iterations", "plies", "candidates", "threads", "share", "leaves", "infer")
        self.iterations = info.whole_option("iterations", 0, least=0, most=MOST_ITERATIONS)
        self.share = info.whole_option("share", 80, most=95) / 100
        threads = min(info.whole_option("threads", 1, most=MOST_THREADS), cores())
        plies = info.whole_option("plies", 2, least=0, most=MOST_PLIES)
        candidates = info.whole_option("candidates", 10, most=MOST_CANDIDATES)
        infer = info.whole_option("infer", 0, least=0, most=MOST_SETS)
        leaves = equity_finder(info).leaves
        # all that is loaded is loaded before the first clock starts
        self.simulator = Simulator(word_table(info), leaves, plies, candidates, threads, infer=infer)
        self.solver = EndgameSolver(word_table(info))
        self.last_tile = LastTile(self.solver)
        self.seed = rng.getrandbits(63)

    def challenge(self, view: WordView) -> bool:
        return bool(view.phonies())  # every play with a word that the lexicon does not have

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        part = PartOfBudget(paced(budget), self.share)
        hands = hands_at_the_end(view)
        if hands is not None:
            idle, row = idle_of(view.table.rules, view.players, view.history)
            in_turn = [idle[seat] for seat in hands]
            known = list(hands.values())
            return self.solver.solve(view.field, known, part, idle=in_turn, row=row, turns=view.turn, nodes=NODES).move
        iterations = self.iterations or (UNCLOCKED if budget.seconds is None else None)
        ends = view.bag_count == 1 and self.knows_ends(view)
        tried: Budget[WordMove] = PartOfBudget(part, BEFORE_ENDS) if ends else part
        ranked = self.simulator.ranked(view, iterations, tried, seed_of(self.seed, view.turn))
        return self.before_last_tile(view, ranked, part) if ends else ranked[0].move

    def knows_ends(self, view: WordView) -> bool:
        """Whether what may follow a play that takes the last tile of the bag can be searched."""
        return view.players == 2 and not view.gone and self.last_tile.able(view.field, view.bag_count)

    def before_last_tile(self, view: WordView, ranked: Sequence[SimulatedMove], budget: Budget[WordMove]) -> WordMove:
        """Return the move of those, best first, that wins most draws of the last tile; the first if time is too short.

        Only the WEIGHED best plays are weighed: deep searches of few tell more than shallow ones of many.
        """
        likely = self.simulator.likely(view, seed_of(self.seed, view.turn), budget)
        chances = list((view.unseen if likely is None else likely.in_bag(view.unseen)).values())
        ahead = view.scores[view.seat] - view.scores[1 - view.seat]

        def worth(draws: Sequence[tuple[int, int]]) -> float:
            return share_won(draws, ahead, chances)

        plays = [ScoredPlay(one.move, one.word, one.score, one.across) for one in ranked if isinstance(one.move, Play)]
        weighed = self.last_tile.weigh(
            view.field, view.hand, view.unseen, 1, budget, plays=plays[:WEIGHED], nodes=NODES, worth=worth
        ).plays
        alike = [one for one in weighed if one.depth == weighed[0].depth]
        return max(alike, key=lambda one: worth(one.draws)).play.play if alike else ranked[0].move


def share_won(draws: Sequence[tuple[int, int]], ahead: int, chances: Sequence[float]) -> float:
    """Return how much of a game a play wins, the mean over the draws; and by so little as among others, its points.

    draws: (value, how often) of each. chances: how likely each is beside the others.
    """
    worth = [(ahead + value > 0) + (ahead + value == 0) / 2 + TIE * value for value, _ in draws]
    return sum(value * chance for value, chance in zip(worth, chances, strict=True)) / sum(chances)


def hands_at_the_end(view: WordView) -> dict[int, dict[int, int]] | None:
    """Return the hands of all who are still in, in the order of play from the mover; None where they are not known.

    They are known when the bag is empty and of the others only one, who is still in, holds tiles: those not seen.
    """
    holding = [seat for seat in range(view.players) if seat != view.seat and view.hand_counts[seat]]
    if view.bag_count or len(holding) != 1 or holding[0] in view.gone:
        return None
    seats = [(view.seat + step) % view.players for step in range(view.players)]
    known = {view.seat: dict(view.hand), holding[0]: dict(view.unseen)}
    return {seat: known.get(seat, {}) for seat in seats if seat not in view.gone}


def cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def make_bot(info: GameInfo, rng: Random) -> Sim:
    return Sim(info, rng)
