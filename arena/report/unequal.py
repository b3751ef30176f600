"""What a report says where some bots played far more games than others: which of its figures that touches."""

from __future__ import annotations

import numpy as np

from arena.report.numbers import plural
from arena.report.standings import Report

FAR_MORE = 2  # times as many games; less comes of every run that is not over, and misleads nobody


def unequal_text(report: Report) -> list[str]:
    """Return the sentences for a report whose bots played unequal numbers of games, [] for another.

    Of games of two it goes by what each two played (in a gauntlet one bot plays more than all others), else by what
    each bot played.
    """
    found = _of_pairings(report) if report.analysis is not None else _of_bots(report)
    if found is None:
        return []
    means = (
        "Elo takes that into account, and its intervals are wider where games are fewer. score, points and spread are "
        "means over all games of a bot, so they go by whom it met most; sums, and the best moves, have more of those "
        "who played more."
    )
    alone = "Points a game are means; sums, and the best moves, have more of those who played more."
    return [f"Not all played equally often: from {found}. {alone if report.players == 1 else means}"]


def _of_pairings(report: Report) -> str | None:
    assert report.analysis is not None
    met = report.analysis.pairings
    if not len(met):
        return None
    few, many = int(np.argmin(met.games)), int(np.argmax(met.games))
    # A run that is not over has begun a pair on each variant.
    if not _far(int(met.games[few]), int(met.games[many]), 2 * max(1, len(report.variants))):
        return None
    least, most = met[few], met[many]
    return (
        f"{plural(least.games, 'game')} ({least.one} - {least.other}) to {plural(most.games, 'game')} "
        f"({most.one} - {most.other})"
    )


def _of_bots(report: Report) -> str | None:
    rows = [row for row in report.standings[0].tables.rows if row.games]
    if not rows:
        return None
    least, most = min(rows, key=lambda row: row.games), max(rows, key=lambda row: row.games)
    if not _far(least.games, most.games, report.players * max(1, len(report.variants))):
        return None
    return f"{plural(least.games, 'game')} ({least.name}) to {plural(most.games, 'game')} ({most.name})"


def _far(least: int, most: int, begun: int) -> bool:
    """Tell whether numbers of games differ by far. begun: by how much they do in a run that is not over."""
    return most >= FAR_MORE * least and most - least > begun
