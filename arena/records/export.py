"""Records as text for other programs: JSON lines and CSV. Pure; sorted by whoever hands the records in.

Without circumstances (times, printed output) an export of the same tournament is the same, byte for byte.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator

import msgspec

from arena.printable import printable_json
from arena.records.record import GameRecord
from arena.records.tables import GAMES, MOVES, Column, columns, game_rows, move_rows

_ENCODER = msgspec.json.Encoder(order="sorted")


def to_jsonl(records: Iterable[GameRecord], *, times: bool = False) -> Iterator[str]:
    """Yield one line a game, keys in a fixed order; ``times`` adds what differs from run to run."""
    for record in records:
        built = msgspec.to_builtins(record)
        del built["own_seeds"]
        for key in ("penalties", "opening", "adjudicated"):
            if not built[key]:
                del built[key]
        if not times:
            del built["circumstances"]
        yield printable_json(_ENCODER.encode(built).decode()) + "\n"


class _Line:
    """A file that holds one line, for csv.writer."""

    text = ""

    def write(self, text: str) -> int:
        self.text = text
        return len(text)


def to_csv(records: Iterable[GameRecord], *, times: bool = False, table: str = "games") -> Iterator[str]:
    """Yield a head and one line a row of ``games`` (a game and seat) or ``moves`` (a turn).

    The columns are those of records/tables.py; empty where there is no value, 1 and 0 for yes and no.
    """
    wanted, rows = (GAMES, game_rows(records)) if table == "games" else (MOVES, move_rows(records))
    chosen = columns(wanted, times)
    line = _Line()
    writer = csv.writer(line, lineterminator="\n")
    writer.writerow([column.name for column in chosen])
    yield line.text
    for row in rows:
        writer.writerow([_cell(column, row[column.name]) for column in chosen])
        yield line.text


def _cell(column: Column, value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return int(value)
    return (
        f"{value:.3f}"
        if column.times and isinstance(value, float)
        else f"{value:g}"
        if isinstance(value, float)
        else value
    )
