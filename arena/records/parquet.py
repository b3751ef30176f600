"""The two flat tables as Parquet, for programs that read columns. pyarrow is imported with the first file written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, BinaryIO

from arena.errors import ResultsError
from arena.records.record import GameRecord
from arena.records.tables import GAMES, MOVES, Column, columns, game_rows, move_rows

ROWS = 20_000  # a row group: what is in memory at a time

TABLES = ("games", "moves")


def write_parquet(table: str, records: Iterable[GameRecord], file: BinaryIO, *, times: bool = False) -> int:
    """Write ``games`` or ``moves`` into an open file; return how many rows there are.

    Every column's meaning is in its field's metadata under ``about``. Raises ResultsError when pyarrow is missing.
    """
    arrow, parquet = _pyarrow()
    wanted, rows = (GAMES, game_rows(records)) if table == "games" else (MOVES, move_rows(records))
    chosen = columns(wanted, times)
    schema = arrow.schema([_field(arrow, column) for column in chosen])
    written = 0
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for batch in _batches(rows):
            made = {column.name: [row[column.name] for row in batch] for column in chosen}
            writer.write_table(arrow.table(made, schema=schema))
            written += len(batch)
    return written


def _field(arrow: Any, column: Column) -> Any:
    types = {
        "text": arrow.string(), "integer": arrow.int64(), "seed": arrow.uint64(), "number": arrow.float64(),
        "truth": arrow.bool_(),
    }  # fmt: skip
    return arrow.field(column.name, types[column.kind], nullable=column.empty, metadata={"about": column.about})


def _batches(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while batch := list(islice(rows, ROWS)):
        yield batch


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ResultsError("parquet", "pyarrow is not installed", "pip install 'bot-arena[analysis]'") from None
    return pyarrow, pyarrow.parquet
