"""Options that say how much a ranking by search looks at, for the commands that rank or analyse moves."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from arena.cli.durations import Seconds
from arena.contract.budget import Budget, ClockedBudget
from arena.scrabble.moves import WordMove
from arena.words import Effort

F = TypeVar("F", bound=Callable[..., Any])

SIM, ENDGAME = "sim", "endgame"
# option -> (with which searches, its type, what its help says)
_OPTIONS: dict[str, tuple[tuple[str, ...], Any, str]] = {
    "iterations": ((SIM,), click.IntRange(1), "of a simulation, one move with one draw each"),
    "plies": ((SIM,), click.IntRange(0, 20), "turns played behind each move  [2]"),
    "candidates": ((SIM,), click.IntRange(1, 200), "moves tried, those of most equity"),
    "threads": ((SIM,), click.IntRange(1, 64), "that share a simulation  [1]; the answer is the same"),
    "seed": ((SIM,), click.IntRange(0), "of the draws  [0]"),
    "nodes": ((ENDGAME,), click.IntRange(1), "positions that an exact search looks at"),
    "seconds": ((SIM, ENDGAME), Seconds(0, min_open=True), "to search at most, instead of the above"),
}


def effort_options(*, seconds: bool, **usual: str) -> Callable[[F], F]:
    """Add the options. seconds: whether one may limit the time. usual: what the command does without an option."""

    def add(command: F) -> F:
        for name, (goes_with, kind, about) in reversed(_OPTIONS.items()):
            if name != "seconds" or seconds:
                said = f"With --by {' or '.join(goes_with)}: {about}{f'  [{usual[name]}]' if name in usual else ''}."
                command = click.option(f"--{name}", type=kind, default=None, help=said)(command)
        return command

    return add


def taken(options: dict[str, Any], by: str | None, rankings: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """Take the options of searches out of a command's options and return those that were given.

    by: the ranking that was asked for. rankings: ranking -> the searches that it makes.
    Raises UsageError for one that goes with another ranking.
    """
    given = {name: value for name in _OPTIONS if (value := options.pop(name, None)) is not None}
    searches = rankings.get(by or "", ())
    for name in given:
        goes_with = _OPTIONS[name][0]
        if not set(goes_with) & set(searches):
            asked = " or ".join(f"--by {ranking}" for ranking, made in rankings.items() if set(made) & set(goes_with))
            raise click.UsageError(f"--{name} goes with {asked}")
    return given


def effort_of(given: dict[str, Any]) -> tuple[Effort, Budget[WordMove] | None]:
    """Return the effort of the options that were given, and the budget, whose clock runs from now on."""
    seconds = given.get("seconds")
    effort = Effort(**{name: value for name, value in given.items() if name != "seconds"})
    return effort, None if seconds is None else ClockedBudget(seconds, time.monotonic)
