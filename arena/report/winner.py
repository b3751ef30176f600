"""Who won, in one line: the same at the top of the text and of the page."""

from __future__ import annotations

from collections.abc import Sequence

from arena.ratings.tables import RatingRow
from arena.report.analysis import Analysis
from arena.report.kind import KindReport
from arena.report.numbers import percent, plural
from arena.report.standings import Report, leagues_in_order

ALIKE = 1e-6  # Elo points within which two bots are level
CERTAIN = 0.9995  # a chance above it is told as over 99.9 %: 100 % is none
NAMED = 5  # bots named that are level, or first in pools of their own; the others are counted


def winner_line(report: Report, kind_report: KindReport | None = None) -> str:
    """Return one sentence: the winner, what its win rests on, and who is second.

    kind_report: a knockout and a Swiss have a winner of their own; and while games are missing nobody has won yet.
    """
    if not report.games:
        return "No game has been played yet."
    finished = kind_report is None or kind_report.complete
    by_table = None if kind_report is None else _by_table(kind_report)
    if by_table is not None:
        kind = {"swiss": "the Swiss tournament", "knockout": "the knockout"}[kind_report.kind] if kind_report else ""
        return f"{_head(finished)}: {by_table}, in {kind}."
    leagues = [(rank, _playing(league.rows, report)) for rank, league in leagues_in_order(report.standings[0])]
    firsts = [rows for rank, rows in leagues if rank == 1 and rows]
    rest = [row for rank, rows in leagues if rank > 1 for row in rows]
    if not firsts:
        return "Nobody who plays now has played a game yet."
    if len(firsts) > 1:
        best = _some([rows[0] for rows in firsts])
        return f"No single winner: {len(firsts)} pools that never met; first in theirs: {best}."
    rows = [*firsts[0], *rest]
    level = [row for row in rows if _level(row, rows[0])]
    if len(rows) == 1:
        return f"{rows[0].name} played alone: {plural(rows[0].games, 'game')}."
    if len(level) > 1:
        return f"{'No winner' if finished else 'Nobody leads'}: {_some(level)} are level, {_share(rows[0])}."
    one, other = rows[:2]
    sentence = f"{_head(finished)}: {one.name}, {_share(one)}; second: {other.name}, {percent(other.points)} %"
    chance = chance_of(report.analysis, one.name, other.name)
    if chance is None:
        return f"{sentence}."
    share = "over 99.9" if chance > CERTAIN else percent(chance)
    return f"{sentence}; chance of being stronger: {share} %."


def _playing(rows: Sequence[RatingRow], report: Report) -> tuple[RatingRow, ...]:
    """Return those rows whose bots still play: versions of a season that are retired win nothing."""
    gone = set() if report.season is None else {line.entry.name for line in report.season.retired}
    return tuple(row for row in rows if row.name not in gone)


def _head(finished: bool) -> str:
    return "Winner" if finished else "In front, with games still to play"


def _share(row: RatingRow) -> str:
    return f"score {percent(row.points)} % in {plural(row.games, 'game')}"


def _some(rows: list[RatingRow]) -> str:
    names = [row.name for row in rows[:NAMED]]
    if len(rows) > NAMED:
        return f"{', '.join(names)} and {len(rows) - NAMED} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _level(row: RatingRow, first: RatingRow) -> bool:
    """Tell whether a bot stands beside the first: the same rating, and the same share of the points."""
    if row.standing != first.standing or row.points != first.points:
        return False
    return row.elo is None or first.elo is None or abs(row.elo - first.elo) < ALIKE


def _by_table(kind_report: KindReport) -> str | None:
    """Return the winner that a tournament's own table names; None where the standings say it."""
    if kind_report.kind == "knockout" and kind_report.complete and kind_report.facts:
        return str(kind_report.facts[-1]["winner"])
    if kind_report.kind == "swiss" and kind_report.facts:
        return str(kind_report.facts[0]["bot"])
    return None


def chance_of(analysis: Analysis | None, one: str, other: str) -> float | None:
    """Return the chance that one bot is stronger than another; None where no fit has both."""
    for check in () if analysis is None else analysis.checks:
        if check is not None and one in check.names and other in check.names:
            return float(check.superiority[check.names.index(one), check.names.index(other)])
    return None
