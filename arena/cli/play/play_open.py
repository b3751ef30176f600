"""A game without secrets at the terminal: show, ask or think, until somebody has won."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from arena.contract.budget import ClockedBudget
from arena.contract.game import Game, Move
from arena.contract.outcome import Outcome
from arena.errors import ArenaError, IllegalMove, UnreadableMove
from arena.small_games import Advice, Position, start


class PlayerLeft(ArenaError):
    """A person left the game, or the input ended, before the game did."""


@dataclass(frozen=True)
class Terminal:
    """Where people sit. ask: prompt -> a line, None at the end of the input; seconds: of the computer, a move."""

    ask: Callable[[str], str | None]
    say: Callable[[str], Any]
    seconds: float
    aggressive: bool = False


def play_open(game: Game[object, Move], people: set[int], terminal: Terminal, moves: str = "") -> Outcome:
    """Play a game to its end; seats in ``people`` are asked, the computer plays the others.

    Raises Left when a person quits or the input ends too early.
    """
    position = start(game, moves)
    while (outcome := position.outcome) is None:
        terminal.say(game.show(position.state))
        if position.to_move in people:
            position = _persons_turn(position, terminal)
        else:
            answer = _think(position, terminal)
            terminal.say(f"{answer.move}{_unsure(answer)}")
            assert answer.move is not None
            position = position.play(answer.move)
    terminal.say(game.show(position.state).rstrip("\n"))
    return outcome


def _persons_turn(position: Position, terminal: Terminal) -> Position:
    game, state = position.game, position.state
    prompt = game.prompt(state) if hasattr(game, "prompt") else "Your move? "
    while True:
        line = terminal.ask(prompt)
        word = "" if line is None else line.strip()
        if line is None or word.lower() == "quit":
            how = "the input ended before the game did" if line is None else "you left the game"
            raise PlayerLeft("play", how, f"So far the position was:\n{game.show(state)}".rstrip("\n"))
        if word.lower() == "moves":
            terminal.say("\n".join(position.moves))
        elif word.lower() == "hint":
            answer = _think(position, terminal)
            terminal.say(f"{answer.move}{_unsure(answer)}")
        elif word:
            try:
                return position.play(word)
            except (IllegalMove, UnreadableMove) as error:
                terminal.say(str(error))


def _think(position: Position, terminal: Terminal) -> Advice:
    budget = ClockedBudget(terminal.seconds, time.monotonic)
    return position.advise(aggressive=terminal.aggressive, time_left=budget.time_left)


def _unsure(answer: Advice) -> str:
    return f"  (the best so far: the limit of {answer.limit} was reached)" if answer.limit else ""
