"""Simulates: tries the moves with the most equity on draws of what it cannot see, and plays what wins most often.

It takes the moves that *static* likes best, deals the unseen tiles at random to the others and the bag, plays some
turns by equity behind each move, and counts how often that wins (docs/explanation/simulation.md). All moves meet the
same draws, and those that cannot catch up are dropped. It uses its time, and keeps some back. With an empty bag, where
only one other holds tiles, nothing is hidden: it searches to the end, exactly if it has the time, and where every move
loses it plays the one that is worth most if the other replies as *static* does. With one tile in the bag it weighs the
plays that win most rollouts against every draw, each an endgame of its own, and plays what wins most.

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

from arena.bot import Bot, Budget, GameInfo, Random, WordMove, WordView, equity_finder, paced, word_table
from arena.contract.chance import seed_of
from arena.contract.pace import PartOfBudget
from arena.engine.endgame.known_hands import hands_of
from arena.engine.endgame.last_tile import LastTile, share_won
from arena.engine.endgame.player import EndgamePlayer
from arena.engine.endgame.solve import EndgameSolver
from arena.engine.equity import scored_plays
from arena.engine.simulation.inference import MOST_SETS, LikelyKept
from arena.engine.simulation.simulator import MOST_CANDIDATES, MOST_PLIES, SimulatedMove, Simulator

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
        solver = EndgameSolver(word_table(info))
        self.player, self.last_tile = EndgamePlayer(solver, self.simulator.finder), LastTile(solver)
        self.seed = rng.getrandbits(63)

    def challenge(self, view: WordView) -> bool:
        return bool(view.phonies())  # every play with a word that the lexicon does not have

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        part = PartOfBudget(paced(budget), self.share)
        hands = None if view.bag_count else hands_of(view)
        if hands is not None:
            return self.player.choose(view, hands, part, NODES).move
        iterations = self.iterations or (UNCLOCKED if budget.seconds is None else None)
        ends = view.bag_count == 1 and self.knows_ends(view)
        tried: Budget[WordMove] = PartOfBudget(part, BEFORE_ENDS) if ends else part
        seed = seed_of(self.seed, view.turn)
        likely = self.simulator.likely(view, seed, tried) if ends else None
        ranked = self.simulator.ranked(view, iterations, tried, seed, likely=likely)
        return self.before_last_tile(view, ranked, likely, part) if ends else ranked[0].move

    def knows_ends(self, view: WordView) -> bool:
        """Whether what may follow a play that takes the last tile of the bag can be searched."""
        return view.players == 2 and not view.gone and self.last_tile.able(view.field, view.bag_count)

    def before_last_tile(
        self, view: WordView, ranked: Sequence[SimulatedMove], likely: LikelyKept | None, budget: Budget[WordMove]
    ) -> WordMove:
        """Return the move of those, best first, that wins most draws of the last tile; the first if time is too short.

        Only the WEIGHED best plays are weighed: deep searches of few tell more than shallow ones of many. likely: what
        the other kept, and so what does not lie in the bag.
        """
        chances = list((view.unseen if likely is None else likely.in_bag(view.unseen)).values())
        ahead = view.scores[view.seat] - view.scores[1 - view.seat]
        weighed = self.last_tile.weigh(
            view.field, view.hand, view.unseen, 1, budget, plays=scored_plays(ranked)[:WEIGHED], nodes=NODES,
            worth=lambda draws: share_won(draws, ahead, chances),
        ).plays  # fmt: skip
        # where none wins a draw against best play, rollouts know what may win against less
        lost = all(ahead + value < 0 for one in weighed for value, _ in one.draws)
        return ranked[0].move if lost else weighed[0].play.play


def cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def make_bot(info: GameInfo, rng: Random) -> Sim:
    return Sim(info, rng)
