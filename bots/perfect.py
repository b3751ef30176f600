"""Never plays a move worse than the best one, in any game without secrets, if it has the time: it asks the solver.

Where the time is too short for the whole truth, it plays the best move that is known by then, and may lose: so in the
beginning of connect four on 7 rods of 6 with a second a move (docs/reference/games.md has measurements). Options:
``memory`` (MiB for the solver's tables, 128 where none is given).
"""

from __future__ import annotations

import contextlib
from typing import Any

from arena.bot import Bot, Budget, GameInfo, Random
from arena.contract.gifts import Limits
from arena.errors import BotError
from arena.solver import Solver

MARGIN = 0.05, 0.15  # seconds, and share of the time, that are left for the way back
GLANCE = 5_000  # states of a first look, whose move is offered at once


class Perfect:
    """aggressive: of winning moves the nearest win, of losing ones the most distant loss."""

    def __init__(self, info: GameInfo, aggressive: bool) -> None:
        info.allow_options("memory")
        game = info.table
        if not all(hasattr(game, name) for name in ("play", "outcome", "to_move", "legal")):
            raise BotError("perfect", f"it cannot look through {info.game}, a game with secrets", "Choose another bot")
        memory = info.options.get("memory", 128)
        if isinstance(memory, bool) or not isinstance(memory, int) or memory < 1:
            raise BotError("perfect: memory", f"{memory!r} is no number of MiB", "Write a whole number, 1 or more")
        self.aggressive = aggressive
        self.solver = Solver(game, room=memory << 20)
        start = game.start(Random(0))
        self.solver.solve(start, aggressive=aggressive, limits=Limits(nodes=100))  # kernels are ready before the clock

    def choose(self, view: Any, budget: Budget) -> Any:
        state = view.state
        answer = self.solver.solve(state, aggressive=self.aggressive, limits=Limits(nodes=GLANCE))
        if answer.limit:
            budget.offer(answer.move)
            margin = max(MARGIN[0], MARGIN[1] * (budget.seconds or 0.0))
            limits = Limits(time_left=lambda: budget.time_left() - margin)
            answer = self.solver.solve(state, aggressive=self.aggressive, limits=limits)
        return answer.move


def make_bot(info: GameInfo, rng: Random) -> Bot:
    return Perfect(info, aggressive=False)


def warm_up(info: GameInfo) -> None:
    """Called once a variant, before the first game: whatever is loaded here, no game waits for."""
    with contextlib.suppress(BotError):  # said again, and counted, when a game asks for this bot
        Perfect(info, aggressive=False)


make_bot.warm_up = warm_up  # type: ignore[attr-defined]
