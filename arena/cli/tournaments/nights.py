"""``arena run`` with ``--budget``, and of a season: its options, and what is said before a night."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import click

from arena.cli.say import say, say_json
from arena.cli.tournaments.budgets import budget_text
from arena.cli.tournaments.starting import SaysStarts, Starting, installed_and_told
from arena.config.units import seconds_of
from arena.report.numbers import be, plural
from arena.runner.runs.prepared import Prepared
from arena.tournament import Night, Stop, Tournament

_LONGEST = 30 * 24 * 3600.0  # seconds of a budget


class TimeBudget(click.ParamType[float]):
    """A duration such as 2h, in seconds."""

    name = "TIME"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = seconds_of(str(value))
        if seconds is None or not 0 < seconds <= _LONGEST:
            self.fail(f"{value!r} is no time of up to 30 days; write 45m, 2h or 1h30m", param, ctx)
        return seconds


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked of a night. budget: seconds. add, retire: see ``Tournament.night``."""

    budget: float | None = None
    add: tuple[str, ...] = ()
    retire: tuple[str, ...] = ()


def night_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of a night, which it gets as ``wishes``."""

    @functools.wraps(command)
    def called(*, budget: float | None, add: tuple[str, ...], retire: tuple[str, ...], **others: object) -> Any:
        return command(wishes=Wishes(budget, add, retire), **others)

    for option in (
        click.option("--retire", multiple=True, metavar="NAME", help="Of a season: a bot that was added leaves it."),
        click.option(
            "--add", multiple=True, metavar="[NAME=]PATH",
            help="Of a season: add what was handed in there; only what is new or changed plays.",
        ),
        click.option(
            "--budget", type=TimeBudget(), help="Time to play in, such as 2h; what tells most of the ratings first."
        ),
    ):  # fmt: skip
        called = option(called)
    return called


def mended_text(what: str) -> str:
    """Return what is said of games that were damaged, and are played again."""
    kept = "undamaged games are kept, the others are played again, and the damaged file stays beside the new one"
    return f"the results were damaged ({what}): {kept}"


def to_trace(tournament: Tournament, workers: int | None) -> Prepared:
    """Return what a game is traced of: of a season, its bots in their versions."""
    if tournament.contents.season:
        return night_and_told(tournament, workers, None, Wishes())
    return installed_and_told(tournament, workers)


def night_and_told(
    tournament: Tournament,
    workers: int | None,
    stop: Stop | None,
    wishes: Wishes,
    *,
    keep_going: bool = False,
    spoken: bool = True,
) -> Night:
    """Return a night, saying what takes a while on the way, and where ``spoken`` its news and plan. On standard error.

    stop: None for a plan, which starts no bot.
    """
    count = len(tournament.contents.submitted) + len(wishes.add)
    doing = f"installing {plural(count, 'submission')}, each in an environment of its own"
    terminal = sys.stderr.isatty()
    with _Installing(count, terminal, doing) as installing:
        night = tournament.night(
            budget=wishes.budget, add=wishes.add, retire=wishes.retire, workers=workers, keep_going=keep_going,
            stop=stop, watcher=installing, installed=installing.ready,
        )  # fmt: skip
    if night.mended:
        say(mended_text(night.mended), err=True)
    for line in () if night.season is None or not spoken else night.season.news:
        say(line, err=True)
    if night.budget is not None and spoken:
        say(budget_text(night.budget), err=True)
    return night


def plan_night(tournament: Tournament, wishes: Wishes, *, as_json: bool) -> None:
    """Print what the next night would play; no bot is started."""
    night = night_and_told(tournament, None, None, wishes, spoken=False)
    news = () if night.season is None else night.season.news
    if as_json:
        facts: dict[str, Any] = {"name": tournament.name, "news": list(news), "missing": night.missing}
        say_json(facts | {"budget": None if night.budget is None else asdict(night.budget)})
        return
    for line in news:
        say(line)
    if night.budget is not None:
        say(budget_text(night.budget))
        return
    say(f"{plural(night.missing, 'game')} {be(night.missing)} missing; --budget TIME says how long they may take")


class _Installing(SaysStarts):
    """Says that submissions are installed, and then that bots are started, each where it takes a while."""

    def __init__(self, count: int, terminal: bool, doing: str) -> None:
        super().__init__(terminal)
        self._installing: Starting | None = None
        if count:
            self._installing = Starting(count, terminal, doing, "installed or refused")

    def __enter__(self) -> _Installing:
        if self._installing is not None:
            self._installing.__enter__()
        return self

    def __exit__(self, *failure: object) -> None:
        self._installed()

    def ready(self, bot: str) -> None:
        if self._installing is not None:
            self._installing.ready(bot)

    def looking(self, bots: int) -> None:
        self._installed()
        super().looking(bots)

    def _installed(self) -> None:
        if self._installing is not None:
            self._installing.__exit__()
            self._installing = None
