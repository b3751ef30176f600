"""An Elo and its interval in a row of a table: in whole points, and as a small picture on one scale. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from arena.ratings.tables import RatingRow
from arena.report.analysis_text import OPEN
from arena.report.numbers import signed

WIDE, HIGH, EDGE = 110, 16, 6  # units


def elo_text(row: RatingRow) -> str:
    """Return an Elo in whole points; a star stands before one that has no upper or lower end."""
    return (OPEN if row.standing in ("at least", "at most") else "") + signed(row.elo, 0)


def interval_text(row: RatingRow) -> str:
    """Return both ends of the interval of an Elo, in whole points."""
    return f"{signed(row.low, 0)} to {signed(row.high, 0)}"


class Bars:
    """Draws rows of one scale."""

    def __init__(self, rows: Iterable[RatingRow]) -> None:
        ends = [end for row in rows for end in (row.elo, row.low, row.high) if end is not None]
        self._low, self._high = (min(ends), max(ends)) if ends else (0.0, 0.0)

    def bar(self, row: RatingRow) -> Markup:
        """Return a row's picture: a dot at its Elo, a line over its interval, to the edge where that has no end."""
        if row.elo is None:
            return Markup("")
        low, high = (None if end is None else self._x(end) for end in (row.low, row.high))
        x, y = self._x(row.elo), HIGH / 2
        from_, to = low if low is not None else 0.0, high if high is not None else float(WIDE)
        return Markup(
            f'<svg class="bar" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" aria-hidden="true">'
            f'<line x1="{from_:.1f}" x2="{to:.1f}" y1="{y:g}" y2="{y:g}"/>'
            f'<circle cx="{x:.1f}" cy="{y:g}" r="4.5"/></svg>'
        )

    def _x(self, elo: float) -> float:
        if self._high <= self._low:
            return WIDE / 2
        return EDGE + (WIDE - 2 * EDGE) * (elo - self._low) / (self._high - self._low)
