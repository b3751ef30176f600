"""A game without secrets at the terminal: show, ask or think, until somebody has won."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from arena.contract.budget import ClockedBudget
from arena.contract.gifts import Limits
from arena.contract.outcome import Outcome
from arena.errors import ArenaError, IllegalMove, UnreadableMove
from arena.games.transcript import replay
from arena.solver import Answer, Solver


class Left(ArenaError):
    """A person left the game, or the input ended, before the game did."""


@dataclass(frozen=True)
class Table:
    """Where people sit. ask: prompt -> a line, None at the end of the input; seconds: of the computer, a move."""

    ask: Callable[[str], str | None]
    say: Callable[[str], Any]
    seconds: float
    aggressive: bool = False


def play_open(game: Any, people: set[int], table: Table, moves: str = "") -> Outcome:
    """Play a game to its end; seats in ``people`` are asked, the computer plays the others.

    Raises Left when a person quits or the input ends too early.
    """
    state = replay(game, moves)
    solver = Solver(game)
    while game.outcome(state) is None:
        table.say(game.show(state))
        if game.to_move(state) in people:
            state = _persons_turn(game, state, solver, table)
        else:
            answer = _think(state, solver, table)
            table.say(f"{answer.move}{_unsure(answer)}")
            state = game.play(state, answer.move)
    table.say(game.show(state).rstrip("\n"))
    outcome: Outcome = game.outcome(state)
    return outcome


def _persons_turn(game: Any, state: Any, solver: Solver[Any, Any], table: Table) -> Any:
    prompt = game.prompt(state) if hasattr(game, "prompt") else "Your move? "
    while True:
        line = table.ask(prompt)
        word = "" if line is None else line.strip()
        if line is None or word.lower() == "quit":
            how = "the input ended before the game did" if line is None else "you left the game"
            raise Left("play", how, f"So far the position was:\n{game.show(state)}".rstrip("\n"))
        if word.lower() == "moves":
            table.say("\n".join(str(move) for move in game.legal(state)))
        elif word.lower() == "hint":
            answer = _think(state, solver, table)
            table.say(f"{answer.move}{_unsure(answer)}")
        elif word:
            try:
                return game.play(state, game.read_move(word))
            except (IllegalMove, UnreadableMove) as error:
                table.say(str(error))


def _think(state: Any, solver: Solver[Any, Any], table: Table) -> Answer[Any]:
    budget = ClockedBudget(table.seconds, time.monotonic)
    return solver.solve(state, aggressive=table.aggressive, limits=Limits(time_left=budget.time_left))


def _unsure(answer: Answer[Any]) -> str:
    return f"  (the best so far: the limit of {answer.limit} was reached)" if answer.limit else ""
