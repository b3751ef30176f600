"""The table of a season as text, as rows for a page, and as plain values. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.report.numbers import MOST_LINES, NONE, WIDTH, fixed, grid, plural, signed, wrapped
from arena.report.season.table import Rated, SeasonLine, SeasonTable, day, since_text

_PLAYING = ["rank", "bot", "version", "plays as", "from", "Elo", "+-", "games"]
_CHANGE = ["change", "then", "then\n+-", "then\nversion", "games\nsince"]
_RETIRED = ["bot", "version", "played as", "from", "until", "Elo", "+-", "games"]
_LEFT = ("bot", "version", "plays as", "played as", "from", "until")


def explained(table: SeasonTable) -> list[str]:
    """Return the sentences that say what the columns are."""
    sentences = ["Ratings from all games, as in the standings. +-: half the 95 % interval."]
    if table.versions:
        sentences.append(
            "Every version of a bot is rated for itself; those that play no more stand apart. from, until: the "
            "times (UTC) between which a version plays."
        )
    if table.since is not None:
        sentences.append(
            f"then: the bot's rating from the games up to {since_text(table.since)} (UTC), by the version that "
            "played then, shifted so that those who are rated both times have the same mean; change: Elo points gained "
            "since. A change that is small beside the intervals says little."
        )
    if table.undated:
        sentences.append(f"{plural(table.undated, 'game')} of an older arena have no date, and count as played before.")
    return sentences


def playing_heads(table: SeasonTable) -> list[str]:
    return _PLAYING if table.since is None else [*_PLAYING[:7], *_CHANGE[:4], _PLAYING[7], _CHANGE[4]]


def playing_rows(table: SeasonTable) -> list[list[str]]:
    """Return the cells of those that play, see ``playing_heads``."""
    return [_playing(rank, line, table.since is not None) for rank, line in enumerate(table.lines, 1)]


def _playing(rank: int, line: SeasonLine, compared: bool) -> list[str]:
    entry = line.entry
    cells = [str(rank), entry.bot, f"v{entry.version}", entry.name, day(entry.joined), *_rated(line.now)]
    if not compared:
        return [*cells, str(line.games)]
    before = f"v{line.before}" if line.before else "new"
    return [*cells, signed(line.change), *_rated(line.then), before, str(line.games), str(line.recent)]


def retired_heads() -> list[str]:
    return list(_RETIRED)


def retired_rows(table: SeasonTable) -> list[list[str]]:
    """Return the cells of versions that play no more, see ``retired_heads``."""
    return [
        [line.entry.bot, f"v{line.entry.version}", line.entry.name, day(line.entry.joined), day(line.entry.retired),
         *_rated(line.now), str(line.games)]
        for line in table.retired
    ]  # fmt: skip


def _rated(rated: Rated | None) -> list[str]:
    return [NONE, NONE] if rated is None else [signed(rated.elo), fixed(rated.half)]


def season_text(table: SeasonTable | None, width: int = WIDTH) -> list[str]:
    """Return the sections; [] where there is no table."""
    if table is None:
        return []
    parts = [f"{'SEASON' if table.versions else 'CHANGES'}\n" + "\n".join(wrapped(explained(table), width))]
    parts.append(grid(playing_heads(table), playing_rows(table)[:MOST_LINES], _LEFT, width=width, keep=2))
    if table.retired:
        rows = grid(retired_heads(), retired_rows(table)[:MOST_LINES], _LEFT, width=width, keep=2)
        parts.append(f"Versions that play no more\n{rows}")
    return parts


@dataclass(frozen=True, slots=True)
class SeasonSection:
    """One table of a page: a title, sentences, heads (each with whether its column is text), rows."""

    title: str
    notes: tuple[str, ...]
    heads: tuple[tuple[str, bool], ...]
    rows: tuple[tuple[str, ...], ...]


def season_sections(table: SeasonTable | None) -> list[SeasonSection]:
    """Return the tables of a page; [] where there is none."""
    if table is None:
        return []
    playing = _section(
        "The season" if table.versions else "Changes", explained(table), playing_heads(table), playing_rows(table)
    )
    retired = _section("Versions that play no more", (), retired_heads(), retired_rows(table))
    return [playing, retired] if table.retired else [playing]


def _section(title: str, notes: Sequence[str], heads: Sequence[str], rows: Sequence[Sequence[str]]) -> SeasonSection:
    named = tuple((head.replace("\n", " "), head in _LEFT) for head in heads)
    return SeasonSection(title, tuple(notes), named, tuple(map(tuple, rows)))


def season_facts(table: SeasonTable | None) -> dict[str, Any] | None:
    """Return the same as plain values, times in seconds since 1970 (UTC); None where there is no table."""
    if table is None:
        return None
    return {
        "since": table.since,
        "games_without_date": table.undated,
        "playing": _facts(table.lines),
        "retired": _facts(table.retired),
    }


def _facts(lines: Sequence[SeasonLine]) -> list[dict[str, Any]]:
    return [
        {
            "bot": line.entry.bot, "version": line.entry.version, "name": line.entry.name,
            "from": line.entry.joined or None, "until": line.entry.retired or None,
            "elo": None if line.now is None else line.now.elo,
            "half_width": None if line.now is None else line.now.half,
            "elo_then": None if line.then is None else line.then.elo,
            "half_width_then": None if line.then is None else line.then.half,
            "version_then": line.before or None, "change": line.change,
            "games": line.games, "games_since": line.recent,
        }
        for line in lines
    ]  # fmt: skip
