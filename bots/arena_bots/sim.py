"""Simulates: tries the moves with the most equity on draws of what it cannot see, and plays what wins most often.

It takes the moves that *static* likes best, deals the unseen tiles at random to the others and the bag, plays some
turns by equity behind each move, and counts how often that wins (docs/explanation/simulation.md). All moves meet the
same draws, and those that cannot catch up are dropped. It uses its time, and keeps some back.

Options: ``iterations`` (most rollouts a move, one candidate with one draw each; where none is given, as many as the
time allows, and without a clock 1000), ``plies`` (turns behind a candidate, 2), ``candidates`` (10), ``threads`` (1,
and no more than there are cores for), ``share`` (percent of the time for a move that it uses at most, 80), ``leaves``
(a file with another table). The same seed plays the same moves where ``iterations`` end before the time does.
"""

from __future__ import annotations

import os

from arena.bot import Bot, Budget, GameInfo, Random, WordMove, WordView, equity_finder, word_table
from arena.contract.chance import seed_of
from arena.engine.simulation.simulator import MOST_CANDIDATES, MOST_PLIES, Simulator

MOST_THREADS, MOST_ITERATIONS = 64, 1_000_000
UNCLOCKED = 1000  # iterations without a clock


class Sim(Bot[WordView, WordMove]):
    def __init__(self, info: GameInfo, rng: Random) -> None:
        info.allow_options("iterations", "plies", "candidates", "threads", "share", "leaves")
        self.iterations = info.whole_option("iterations", 0, least=0, most=MOST_ITERATIONS)
        self.share = info.whole_option("share", 80, most=95) / 100
        threads = min(info.whole_option("threads", 1, most=MOST_THREADS), cores())
        plies = info.whole_option("plies", 2, least=0, most=MOST_PLIES)
        candidates = info.whole_option("candidates", 10, most=MOST_CANDIDATES)
        leaves = equity_finder(info).leaves
        self.simulator = Simulator(word_table(info), leaves, plies, candidates, threads)  # before the first clock
        self.seed = rng.getrandbits(63)

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        part = Part(budget, self.share)
        iterations = self.iterations or (UNCLOCKED if budget.seconds is None else None)
        return self.simulator.ranked(view, iterations, part, seed_of(self.seed, view.turn))[0].move


class Part:
    """A budget of a share of another one's time."""

    def __init__(self, budget: Budget[WordMove], share: float) -> None:
        self._budget = budget
        self._kept = 0.0 if budget.seconds is None else budget.seconds * (1 - share)
        self.seconds = None if budget.seconds is None else budget.seconds - self._kept
        self.deadline = None if budget.deadline is None else budget.deadline - self._kept

    def time_left(self) -> float:
        return max(0.0, self._budget.time_left() - self._kept)

    def offer(self, move: WordMove) -> None:
        self._budget.offer(move)


def cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def make_bot(info: GameInfo, rng: Random) -> Sim:
    return Sim(info, rng)
