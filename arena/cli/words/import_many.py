"""Several game records at once, for ``arena import``: checked, summed up by player, and rated.

Exit status: 0 when all agree, 1 when something does not or a file is no record (it is named), 2 when none is a record.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from arena.cli.say import say, say_json_piece
from arena.cli.shared_work import sorted_out
from arena.cli.width import terminal_width
from arena.cli.words.gcg_files import gcg_files
from arena.errors import ArenaError, ConfigError
from arena.ratings.results import Columns
from arena.report.analysis import Analysis, analyse, analysis_facts, how_rated
from arena.report.analysis_text import league_notes, rating_table
from arena.report.json_text import json_text
from arena.report.numbers import NONE, fixed, grid, plural, wrapped
from arena.words.checking import CheckedRecord, check_record

AGREES, DISAGREES = 0, 1
MOST_NAMED = 20  # records with something wrong that are told in text
BATCH = 8  # records that travel to a helper together
LEFT = ("record", "line", "what disagrees", "player", "best words")


@dataclass
class Standing:
    """What one player did. games: finished ones, and game_points and game_bingos theirs; the rest is of all records."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    game_points: int = 0
    game_bingos: int = 0
    records: int = 0
    points: int = 0
    turns: int = 0
    best: int = 0
    best_words: tuple[str, ...] = ()


@dataclass
class RecordSums:
    """All records. copies: (a file, the file before it that holds the same game); left out of everything else."""

    records: list[CheckedRecord] = field(default_factory=list)
    copies: list[tuple[str, str]] = field(default_factory=list)
    players: dict[str, Standing] = field(default_factory=dict)
    rated: Analysis | None = None


def import_many(names: Sequence[str], given: Mapping[str, str], workers: int, *, as_json: bool) -> int:
    """Check the records of files and folders, print what was found, and return the exit status.

    Raises ConfigError for a folder without records, and what the first one raises where none can be read.
    """
    paths = list(dict.fromkeys(path for name in names for path in _paths(name)))
    checked, errors = sorted_out(partial(_check, dict(given)), paths, "records", workers=workers, batch=BATCH)
    sums = sum_up(checked)
    for error in errors:
        say(f"left out: {error}", err=True)
    if as_json:
        say_json_piece("".join(json_text(sums_json(sums, errors))), nl=True)
    else:
        say(sums_text(sums, len(errors)))
    return DISAGREES if errors or any(record.problems for record in sums.records) else AGREES


def _paths(name: str) -> list[str]:
    if not os.path.isdir(name):
        return [name]
    if not (paths := gcg_files(name)):
        raise ConfigError(name, "there is no file ending in .gcg in it", "Name a folder of GCG files")
    return paths


def _check(given: Mapping[str, str], path: str) -> CheckedRecord | ArenaError:
    try:
        return check_record(path, **given)
    except ArenaError as error:
        return error


def sum_up(checked: Iterable[CheckedRecord]) -> RecordSums:
    """Return what all records say together. A game that a second file holds counts once."""
    sums = RecordSums()
    first: dict[str, str] = {}
    results = Columns()
    for record in checked:
        before = first.setdefault(record.digest, record.where)
        if before != record.where:
            sums.copies.append((record.where, before))
            continue
        sums.records.append(record)
        names = [player.name for player in record.players]
        most = max(player.points for player in record.players)
        shared = [player.points for player in record.players].count(most) > 1
        for player in record.players:
            standing = sums.players.setdefault(player.name, Standing())
            standing.records += 1
            standing.points += player.points
            standing.turns += player.turns
            if player.best > standing.best:
                standing.best, standing.best_words = player.best, player.best_words
            if record.finished:
                standing.games += 1
                standing.game_points += player.points
                standing.game_bingos += player.bingos
                standing.won += player.points == most and not shared
                standing.drawn += player.points == most and shared
                standing.lost += player.points < most
        if record.finished and len(names) == 2 and names[0] != names[1]:
            results.add(names[0], names[1], 0.5 if shared else float(record.players[0].points == most))
    if len(results):
        sums.rated = analyse(results.results())
    return sums


def sums_text(sums: RecordSums, left_out: int) -> str:
    """Return all for people: what disagrees, a line a player, the ratings, and how many records there were."""
    parts = []
    wrong = [record for record in sums.records if record.problems]
    if wrong:
        rows = [[record.where, str(record.problems[0][0]), _first_problem(record)] for record in wrong[:MOST_NAMED]]
        parts.append(grid(["record", "line", "what disagrees"], rows, LEFT))
        if len(wrong) > MOST_NAMED:
            parts[-1] += f"\n... and {plural(len(wrong) - MOST_NAMED, 'more record')} (--json has all)"
    parts += [f"{copy}: the same game as {before}; counted once" for copy, before in sums.copies]
    heads = ["player", "games", "won", "drawn", "lost", "points a game", "points a turn", "bingos a game", "best play",
             "best words"]  # fmt: skip
    parts.append(grid(heads, [_player_cells(name, sums.players[name]) for name in _by_success(sums)], LEFT))
    width = terminal_width()
    if sums.rated is not None:
        parts.append("\n".join(wrapped(how_rated(sums.rated, "game"), width)))
        for league in sums.rated.tables.leagues:
            parts.append("\n".join([rating_table(league, width), *wrapped(league_notes(league), width)]))
    parts.append(_last_line(sums, len(wrong), left_out))
    return "\n\n".join(parts)


def _first_problem(record: CheckedRecord) -> str:
    more = len(record.problems) - 1
    return record.problems[0][1] + (f" (and {more} more)" if more else "")


def _by_success(sums: RecordSums) -> list[str]:
    def key(name: str) -> tuple[float, str]:
        standing = sums.players[name]
        return -(standing.won + standing.drawn / 2) / max(1, standing.games), name

    return sorted(sums.players, key=key)


def _player_cells(name: str, standing: Standing) -> list[str]:
    return [
        name, str(standing.games), str(standing.won), str(standing.drawn), str(standing.lost),
        _mean(standing.game_points, standing.games), _mean(standing.points, standing.turns),
        _mean(standing.game_bingos, standing.games, 2), str(standing.best), ", ".join(standing.best_words),
    ]  # fmt: skip


def _mean(total: int, count: int, digits: int = 1) -> str:
    return fixed(total / count, digits) if count else NONE


def _last_line(sums: RecordSums, wrong: int, left_out: int) -> str:
    parts = [plural(len(sums.records), "record")]
    if unfinished := sum(not record.finished for record in sums.records):
        parts.append(f"{unfinished} unfinished (not rated)")
    if many := sum(record.finished and len(record.players) > 2 for record in sums.records):
        parts.append(f"{many} of more than two players (not rated)")
    if left_out:
        parts.append(f"{left_out} left out")
    return "; ".join([*parts, f"{wrong} disagree" if wrong else "everything agrees"])


def sums_json(sums: RecordSums, errors: Sequence[ArenaError]) -> dict[str, Any]:
    """Return all as one JSON object."""
    return {
        "records": [
            {
                "record": record.where,
                "players": [
                    {
                        "name": player.name, "points": player.points, "turns": player.turns, "bingos": player.bingos,
                        "best": player.best, "best_words": list(player.best_words),
                    }
                    for player in record.players
                ],
                "finished": record.finished,
                "problems": [{"line": line, "problem": text} for line, text in record.problems],
                "remarks": [{"line": line, "remark": text} for line, text in record.remarks],
            }
            for record in sums.records
        ],
        "players": [
            {
                "name": name, "records": (at := sums.players[name]).records, "games": at.games, "won": at.won,
                "drawn": at.drawn, "lost": at.lost, "game_points": at.game_points, "game_bingos": at.game_bingos,
                "points": at.points, "turns": at.turns, "best": at.best, "best_words": list(at.best_words),
            }
            for name in _by_success(sums)
        ],
        "copies": [{"record": copy, "same_as": before} for copy, before in sums.copies],
        "left_out": [str(error) for error in errors],
        "ratings": None if sums.rated is None else analysis_facts(sums.rated),
    }  # fmt: skip
