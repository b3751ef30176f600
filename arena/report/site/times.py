"""What a bot used of its time, and of how much: from its clocks and from what the tournament gives. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.report.numbers import fixed, percent, plural
from arena.report.standings import Report
from arena.report.times.game_times import BotGameTimes

HEADS = ("a move", "moves", "mean ms", "median ms", "99 of 100\nwithin ms", "worst ms", "of its time\n%")


def move_seconds(tournament: Mapping[str, Any], bot: str) -> float | None:
    """Return the seconds that a bot has for a move by the plain values of its tournament; None for no such time."""
    own: Any = next((entry.get("move_time", "") for entry in _bots(tournament) if entry.get("name") == bot), "")
    budgets = [entry.get("game_time") for entry in _bots(tournament) if entry.get("name") == bot]
    if own == "" and any(isinstance(budget, Mapping) for budget in budgets):
        return None  # whoever has a time of its own for the game has none of the tournament's
    given = tournament.get("move_time") if own == "" else own
    return float(given) if isinstance(given, int | float) and given > 0 else None


def _bots(tournament: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [entry for entry in tournament.get("bots", ()) if isinstance(entry, Mapping)]


def time_rows(report: Report, bot: str, seconds: float | None, clock: str) -> list[list[str]]:
    """Return a bot's rows, see HEADS; its share of the time is that of its mean move, by the clock that judges it."""
    rows = []
    for own in report.clocks:
        if own.bot != bot:
            continue
        for title, times, judges in (
            ("on the clock", own.wall, clock != "cpu"),
            ("processor", own.cpu, clock == "cpu"),
        ):
            if not times.count:
                continue
            share = times.mean / 1000 / seconds if judges and seconds and times.mean is not None else None
            figures = [fixed(value, 2) for value in (times.mean, times.p50, times.p99, times.longest)]
            rows.append([title, str(times.count), *figures, percent(share)])
    return rows


def time_notes(report: Report, bot: str, seconds: float | None, clock: str) -> list[str]:
    """Return in sentences what it had, how often it was late, and what it used of a time for the game."""
    line = report.standings[0].lines.get(bot)
    notes = []
    if seconds is not None:
        notes.append(f"It has {seconds:g} s {'of processor time ' if clock == 'cpu' else ''}for a move.")
    if line is not None and line.rating.games:
        lost = f"{plural(line.late, 'turn')} {'was' if line.late == 1 else 'were'}" if line.late else "No turn was"
        notes.append(f"{lost} lost to the clock.")
    notes += [_game_time(own) for own in report.game_times if own.bot == bot]
    return notes


def _game_time(own: BotGameTimes) -> str:
    text = f"Of its time for the game it used {fixed(own.used, 2)} s on average, {fixed(own.longest, 2)} s at most"
    if own.left is not None:
        had = own.used + own.left
        share = percent(own.used / had if had > 0 else None)
        text += f", {share} % of what it had; {fixed(own.least, 2)} s were left at least"
    return text + (f"; overtime cost it {plural(own.lost, 'point')}." if own.lost else ".")
