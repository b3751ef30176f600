"""Options whose value is a duration, read and bounded as tournament files have them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

import click

from arena.config.model import Limits
from arena.config.units import DAY, LEAST_TIME, START_TIMES, seconds_of, show_seconds
from arena.errors import ConfigError

Command = TypeVar("Command", bound=Callable[..., Any])


class Duration(click.ParamType[float]):
    """A time such as 500ms, 5s or 1m30s, in seconds. Raises ConfigError, with the option's name."""

    name = "TIME"

    def __init__(self, least: float = LEAST_TIME, most: float = DAY) -> None:
        self._least, self._most = least, most

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        option = self.name if param is None else param.opts[0]
        seconds = seconds_of(str(value))
        if seconds is None:
            raise ConfigError(option, f"{value!r} is not a duration", "Write 500ms, 1s, 1m30s")
        if not self._least <= seconds <= self._most:
            ends = f"{show_seconds(self._least)} to {show_seconds(self._most)}"
            raise ConfigError(option, f"{value} is outside {ends}", "Write a duration between these two")
        return seconds


class Seconds(click.FloatRange):
    """A number of seconds; "not a number" is neither more nor less than any bound, and none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = float(super().convert(value, param, ctx))
        return self.fail(f"{value!r} is no number of seconds.", param, ctx) if math.isnan(seconds) else seconds


MOVE_TIME = Duration()


def move_time(command: Command) -> Command:
    """Give a command that starts bots the option ``--move-time``, which it gets in seconds."""
    return click.option("--move-time", type=MOVE_TIME, default="1s", show_default=True, help="Time per move.")(command)


def start_time(command: Command) -> Command:
    """Give a command that starts bots the option ``--start-time``, which it gets in seconds, None for the usual one."""
    text = f"How long a bot may take to start  [{show_seconds(Limits().start_time)}]."
    return click.option("--start-time", type=Duration(*START_TIMES), help=text)(command)


@dataclass(frozen=True, slots=True)
class BotTimes:
    """move: seconds a move. limits: with the time for a start that was asked for."""

    move: float
    limits: Limits


def bot_times(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command both options, which it gets as its parameter ``times``."""

    @wraps(command)
    def taking(*, move_time: float, start_time: float | None, **given: Any) -> Any:
        return command(times=BotTimes(move_time, limits_with(start_time)), **given)

    return move_time(start_time(taking))


def limits_with(start_time: float | None) -> Limits:
    """Return the usual limits of a bot, with another time for its start where one was asked for."""
    return Limits() if start_time is None else Limits(start_time=start_time)
