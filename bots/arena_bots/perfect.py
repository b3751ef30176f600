"""Never plays a move worse than the best one, in any game without secrets, if it has the time: it asks the solver.

Where the time is too short for the whole truth, it plays the best move that is known by then, and may lose: so in the
beginning of connect four on 7 rods of 6 with a second a move (docs/reference/games.md has measurements). Options:
``memory`` (MiB for the solver's tables, 128 where none is given). The bot ``aggressive`` is this one, too: it wins as
soon as it can, and where it must lose, it loses as late as it can.
"""

from __future__ import annotations

import contextlib

from arena.bot import Bot, BotError, Budget, GameInfo, Move, OpenView, Random, paced, small_game, warmed_by
from arena.contract.gifts import SearchLimits
from arena.solver import Solver

MARGIN = 0.05, 0.15  # seconds, and share of the time, that are left for the way back
GLANCE = 5_000  # states of a first look, whose move is offered at once


class Perfect(Bot[OpenView[object, Move], Move]):
    """aggressive: of winning moves the nearest win, of losing ones the most distant loss."""

    def __init__(self, info: GameInfo, aggressive: bool) -> None:
        info.allow_options("memory")
        game = small_game(info)
        self.aggressive = aggressive
        self.solver = Solver(game, memory=info.whole_option("memory", 128) << 20)
        start = game.start(Random(0))
        self.solver.solve(
            start, aggressive=aggressive, limits=SearchLimits(nodes=100)
        )  # kernels are ready before the clock

    def choose(self, view: OpenView[object, Move], budget: Budget[Move]) -> Move:
        state, budget = view.state, paced(budget)
        answer = self.solver.solve(state, aggressive=self.aggressive, limits=SearchLimits(nodes=GLANCE))
        if answer.limit:
            budget.offer(answer.move)
            margin = max(MARGIN[0], MARGIN[1] * (budget.seconds or 0.0))
            limits = SearchLimits(time_left=lambda: budget.time_left() - margin)
            answer = self.solver.solve(state, aggressive=self.aggressive, limits=limits)
        return answer.move


def warm_up(info: GameInfo) -> None:
    """What is loaded here, no game of this process waits for."""
    with contextlib.suppress(BotError):  # said again, and counted, when a game asks for this bot
        Perfect(info, aggressive=False)


@warmed_by(warm_up)
def make_bot(info: GameInfo, rng: Random) -> Perfect:
    return Perfect(info, aggressive=False)


@warmed_by(warm_up)
def make_aggressive(info: GameInfo, rng: Random) -> Perfect:
    return Perfect(info, aggressive=True)
