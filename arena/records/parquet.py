"""The two flat tables as Parquet, for programs that read columns. pyarrow is imported with the first file written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from typing import Any, BinaryIO

from arena.errors import ResultsError
from arena.records.record import GameRecord
from arena.records.tables import GAMES, MOVES, Column, columns, game_rows, move_rows

ROWS = 10_000  # a row group: of each table so many rows are in memory at a time

_Rows = Callable[[Iterable[GameRecord]], Iterator[dict[str, Any]]]
_KINDS: dict[str, tuple[tuple[Column, ...], _Rows]] = {"games": (GAMES, game_rows), "moves": (MOVES, move_rows)}

TABLES = tuple(_KINDS)


def write_parquet(
    files: Mapping[str, BinaryIO], records: Iterable[GameRecord], *, times: bool = False
) -> dict[str, int]:
    """Write ``games``, ``moves`` or both into open files, in one pass; return how many rows each has.

    files: table -> where it goes. Every column's meaning is in its field's metadata under ``about``. What is in memory
    does not grow with the games. Raises ResultsError when pyarrow is missing.
    """
    arrow, parquet = _pyarrow()
    with ExitStack() as open_tables:
        tables = {
            name: open_tables.enter_context(_Table(arrow, parquet, name, file, times)) for name, file in files.items()
        }
        for record in records:
            for table in tables.values():
                table.add(record)
    return {name: table.written for name, table in tables.items()}


class _Table:
    """One table that is written, a row group at a time."""

    def __init__(self, arrow: Any, parquet: Any, name: str, file: BinaryIO, times: bool) -> None:
        wanted, self._rows = _KINDS[name]
        self.written = 0
        self._arrow = arrow
        self._columns: dict[str, list[Any]] = {column.name: [] for column in columns(wanted, times)}
        self._waiting = 0  # rows in the columns
        self._schema = arrow.schema([_field(arrow, column) for column in columns(wanted, times)])
        self._writer = parquet.ParquetWriter(file, self._schema, compression="zstd")

    def add(self, record: GameRecord) -> None:
        for row in self._rows([record]):
            for name, values in self._columns.items():
                values.append(row[name])
            self._waiting += 1
            if self._waiting >= ROWS:
                self._flush()

    def _flush(self) -> None:
        if self._waiting:
            self._writer.write_table(self._arrow.table(self._columns, schema=self._schema))
            self.written += self._waiting
            self._waiting = 0
            for values in self._columns.values():
                values.clear()

    def __enter__(self) -> _Table:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        try:
            if kind is None:
                self._flush()
        finally:
            self._writer.close()


def _field(arrow: Any, column: Column) -> Any:
    types = {
        "text": arrow.string(), "integer": arrow.int64(), "seed": arrow.uint64(), "number": arrow.float64(),
        "truth": arrow.bool_(),
    }  # fmt: skip
    return arrow.field(column.name, types[column.kind], nullable=column.empty, metadata={"about": column.about})


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ResultsError("parquet", "pyarrow is not installed", "pip install 'bot-arena[analysis]'") from None
    return pyarrow, pyarrow.parquet
