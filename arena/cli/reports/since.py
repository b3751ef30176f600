"""``--since``: the day beside whose ratings a report sets those of now."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

import click

from arena.results import Results

WEEK = 7 * 24 * 3600.0  # seconds; what a season's report looks back without being asked
_AGO = re.compile(r"([0-9]{1,6})\s*(h|d|w)")
_SECONDS = {"h": 3600.0, "d": 24 * 3600.0, "w": WEEK}
_KEY = "arena.since"  # in the context of a command

Command = TypeVar("Command", bound=Callable[..., Any])


class Since(click.ParamType[float]):
    """A time ago or a date, as seconds since 1970."""

    name = "TIME"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        text = str(value).strip()
        if ago := _AGO.fullmatch(text):
            return max(0.0, time.time() - float(ago[1]) * _SECONDS[ago[2]])  # nothing was played before 1970
        try:
            day = datetime.fromisoformat(text)
        except ValueError:
            self.fail(f"{text!r} is neither a time ago (36h, 7d, 2w) nor a date (2026-09-30, 2026-09-30T18:00, UTC)")
        return max(0.0, (day if day.tzinfo else day.replace(tzinfo=UTC)).timestamp())


def _keep(context: click.Context, parameter: click.Parameter, value: float | None) -> None:
    context.meta[_KEY] = value


def since_option(command: Command) -> Command:
    """Give a command the option; what was written is told by ``since_asked``."""
    text = "Beside each rating that of an earlier time: 7d, 36h or a date (UTC)  [of a season 7d]."
    return click.option("--since", type=Since(), expose_value=False, callback=_keep, help=text)(command)


def no_since(option: str) -> None:
    """Refuse the option beside another one, which has no use for it. Raises click.UsageError."""
    if click.get_current_context().meta.get(_KEY) is not None:
        raise click.UsageError(f"--since is for reports, and does not go with {option}")


def since_asked(results: Results) -> float | None:
    """Return the time that was written, for a season a week ago without; None for no such comparison."""
    asked: float | None = click.get_current_context().meta.get(_KEY)
    return a_week_ago(results) if asked is None else asked


def a_week_ago(results: Results) -> float | None:
    """Return the time a week ago for the results of a season, None for others."""
    return time.time() - WEEK if results.manifest.season else None
