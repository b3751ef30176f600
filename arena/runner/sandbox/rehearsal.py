"""A game played inside a zygote before it is forked, so that no game pays for what happens once a process.

Python specialises its code as it runs, and both it and the engine set up what they need when they first need it. A
child that inherits this writes to fewer pages, each of which would be copied, and its first moves are as fast as
its later ones. The rehearsal goes through everything of ours that a game goes through, wire and all, but not
through the plug-in: a bot that keeps something outside its games would carry it into them.
"""

from __future__ import annotations

import contextlib
import time
from typing import Any

from arena.contract.budget import Budget, ClockedBudget
from arena.contract.chance import Random
from arena.contract.game import GameInfo
from arena.runner.dialects import Dialects, clients_of
from arena.runner.inside.guest import Guest
from arena.variants.build import build_game
from arena.variants.spec import VariantSpec
from arena.wire.message.answers import Ready, read_answer
from arena.wire.message.codec import encode

TURNS = 40  # of both sides: Python specialises code that ran a few dozen times
LONGEST = 0.5  # seconds for all of it, looked at between turns
MOVE = 0.05  # seconds for a move: a hand of wild cards would take longer


class Rehearsal:
    """The other end of a guest's wire: plays for all seats but the first one, and says what the referee would."""

    def __init__(self, spec: VariantSpec) -> None:
        self._game = build_game(spec)
        self._state: Any
        self._state, self._dialect = Dialects(self._game, spec, foreign=False).begin(1)
        self._until = time.monotonic() + LONGEST
        self._turn = 0
        self._next = [self._dialect.start(0, self._state, seed=1, seconds=MOVE, options={}, brief=True)]

    def recv(self, size: int) -> bytes:
        """Return what is to be heard now: b"" at the end."""
        lines, self._next = self._next, []
        return b"".join(map(encode, lines))

    def sendall(self, line: bytes) -> None:
        """Take an answer, and go on until there is a question again, or the rehearsal is over."""
        answer = read_answer(line)
        if not isinstance(answer, Ready):
            self._move(0, self._dialect.read(answer, self._state, 0))  # type: ignore[arg-type]
        while self._goes_on():
            seat = self._game.to_move(self._state)
            if seat == 0:
                self._next.append(self._dialect.ask(self._turn, self._state, MOVE * 1000, brief=True))
                return
            self._move(seat, choose(self._game.view(self._state, seat), ClockedBudget(MOVE, time.monotonic)))

    def _goes_on(self) -> bool:
        return self._turn < TURNS and self._game.outcome(self._state) is None and time.monotonic() < self._until

    def _move(self, seat: int, move: Any) -> None:
        before, self._state = self._state, self._game.play(self._state, move)
        letters = self._dialect.turn_messages(seat, self._turn, before, self._state, move, None, None)
        self._next += [message for number, message in letters if number == 0]
        self._turn += 1


class StandIn:
    """A bot that does what most do with a view and a budget."""

    def choose(self, view: Any, budget: Budget[Any]) -> Any:
        return choose(view, budget)


def choose(view: Any, budget: Budget[Any]) -> Any:
    """Return the play with the most points where the view can tell it, else the first legal move."""
    if hasattr(view, "best"):
        found = view.best(budget)
        if found is not None:
            return found.play
    return next(iter(view.legal()))


def rehearse(spec: VariantSpec) -> None:
    """Play some turns of a variant. Never fails: what is wrong with a game shows when it is played."""

    def make(info: GameInfo, rng: Random) -> StandIn:
        return StandIn()

    with contextlib.suppress(Exception):
        wire: Any = Rehearsal(spec)
        Guest(wire, clients_of(spec)).games(make)
