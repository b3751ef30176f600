"""Ratings beside those of an earlier day: from all games, and from those that had been played by then. Pure.

Ratings have their zero in the middle of whoever is rated, which moves as bots come. So the earlier ones are shifted
until those who are rated both times, each the same version, have the same mean.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from arena.ratings.tables import RatingRow, Tables
from arena.records.season import Register, SeasonEntry, counting

_LAST = 253402300799.0  # seconds since 1970 of the last second of the year 9999, behind which there are no dates


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating in Elo points; low and high None where there is no such end."""

    elo: float
    low: float | None
    high: float | None

    @property
    def half(self) -> float | None:
        """Half the width of its 95 % interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One version of a bot. now, then: its rating from all games, and that of the bot on the earlier day, shifted.

    before: the version that was rated then, 0 for none. games: of this version; recent: those since that day.
    """

    entry: SeasonEntry
    games: int
    recent: int
    now: Rated | None
    then: Rated | None
    before: int

    @property
    def change(self) -> float | None:
        """Elo points that the bot gained since; None where it is not rated both times."""
        return None if self.now is None or self.then is None else self.now.elo - self.then.elo


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """since: seconds since 1970 (UTC), None where nothing is compared. lines: versions that play, best first.

    retired: the others, best first. undated: games without a date, which count as played before. versions: whether it
    is of a season, in which bots have versions.
    """

    since: float | None
    lines: tuple[SeasonLine, ...]
    retired: tuple[SeasonLine, ...]
    undated: int = 0
    versions: bool = True

    @property
    def counting(self) -> dict[str, str]:
        """Bot -> the name of the version that counts for it (records/season.py)."""
        entries = [line.entry for line in (*self.lines, *self.retired)]
        return {bot: entry.name for bot, entry in counting(entries).items()}


@dataclass(frozen=True, slots=True)
class Earlier:
    """What had been played by an earlier day. tables: its ratings, None without a game. recent: bot -> games since."""

    since: float
    tables: Tables | None
    recent: Counter[str]
    undated: int


def season_table(register: Register, bots: Iterable[str], now: Tables, earlier: Earlier | None) -> SeasonTable:
    """Return the table. bots: of a tournament that is no season, and so has no register.

    now: the ratings from all games. earlier: None where nothing is compared.
    """
    versions = bool(register)
    register = register or tuple(
        SeasonEntry(bot=bot, version=1, name=bot, source="", hash="", joined=0.0) for bot in sorted(bots)
    )
    rows = {row.name: row for row in now.rows}
    compared = _Compared(now, earlier)
    lines = [_line(entry, register, rows.get(entry.name), compared) for entry in register]
    lines = [line for line in lines if line.entry.plays or line.games]
    lines.sort(key=lambda line: (line.now is None, -(line.now.elo if line.now else 0.0), line.entry.name))
    return SeasonTable(
        None if earlier is None else earlier.since,
        tuple(line for line in lines if line.entry.plays),
        tuple(line for line in lines if not line.entry.plays),
        0 if earlier is None else earlier.undated,
        versions,
    )


class _Compared:
    """Ratings of an earlier day on the scales of today."""

    def __init__(self, now: Tables, earlier: Earlier | None) -> None:
        self.since = 0.0 if earlier is None else earlier.since
        self.recent = Counter[str]() if earlier is None else earlier.recent
        tables = None if earlier is None else earlier.tables
        self._now = _by_league(now)
        self._then = {} if tables is None else _by_league(tables)
        shifts: dict[tuple[int, int], list[float]] = defaultdict(list)
        for name, (league, row) in self._now.items():
            if name in self._then:
                before, earlier_row = self._then[name]
                shifts[league, before].append(_elo(row) - _elo(earlier_row))
        self._shifts = {leagues: sum(found) / len(found) for leagues, found in shifts.items()}

    def __contains__(self, name: str) -> bool:
        return name in self._then

    def then(self, name: str, beside: str) -> Rated | None:
        """Return a version's rating of then on the scale of one of today; None where nothing connects the two."""
        if name not in self._then or beside not in self._now:
            return None
        league, row = self._then[name]
        shift = self._shifts.get((self._now[beside][0], league))
        if shift is None:
            return None
        low, high = (None if end is None else end + shift for end in (row.low, row.high))
        return Rated(_elo(row) + shift, low, high)


def _by_league(tables: Tables) -> dict[str, tuple[int, RatingRow]]:
    """Return bot -> (its league, its rating), of those that have one."""
    return {
        row.name: (number, row)
        for number, league in enumerate(tables.leagues)
        for row in league.rows
        if row.elo is not None
    }


def _elo(row: RatingRow) -> float:
    assert row.elo is not None
    return row.elo


def _line(entry: SeasonEntry, register: Register, row: RatingRow | None, compared: _Compared) -> SeasonLine:
    now = None if row is None or row.elo is None else Rated(row.elo, row.low, row.high)
    known = [one for one in register if one.bot == entry.bot and one.name in compared]
    if not entry.plays:  # of a version that plays no more, its own rating
        known = [one for one in known if one.name == entry.name]
    before = max(known, key=lambda one: _played_then(one, compared.since), default=None)
    then = None if before is None else compared.then(before.name, entry.name)
    games, recent = 0 if row is None else row.games, compared.recent[entry.name]
    return SeasonLine(entry, games, recent, now, then, 0 if then is None or before is None else before.version)


def _played_then(entry: SeasonEntry, since: float) -> tuple[bool, float]:
    """Return what is largest for the version that played on the earlier day, or else for the last before it."""
    return entry.joined <= since and (entry.plays or entry.retired > since), entry.joined


def day(seconds: float) -> str:
    """Return a time as text: 2026-09-30 18:05 (UTC); "" for 0, which is no time."""
    return since_text(seconds) if seconds else ""


def since_text(seconds: float) -> str:
    """Return a time that somebody asked for as text, one outside of 1970 to 9999 as the nearest one in it."""
    return datetime.fromtimestamp(min(max(0.0, seconds), _LAST), UTC).strftime("%Y-%m-%d %H:%M")
