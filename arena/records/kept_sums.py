"""Sums of games that a reader keeps in a file beside them, so that the next one need not read every game. A door.

What is in it was made from the games and can be made again: where it cannot be read or written, where another arena
wrote it, or where games were moved since, it counts for nothing, and whoever asks makes the sums anew.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import zstandard

from arena.records.compression import LEVEL, checksum

SUMS = "sums.sqlite"

Result = TypeVar("Result")
Place = tuple[int, int]  # level, number of the part on that level

_TABLE = """CREATE TABLE IF NOT EXISTS parts (
  level INTEGER, place INTEGER, version TEXT, numbering TEXT, last TEXT, data BLOB, sum INTEGER,
  PRIMARY KEY (level, place)
)"""


class KeptSums:
    """The parts that are kept of one folder's games."""

    def __init__(self, folder: Path, version: str, numbering: str, *, in_memory: bool = True, wait: float = 5) -> None:
        """version: of what parts hold; numbering: of the games (``Results.numbering``).

        in_memory: what cannot be kept on disk is kept in memory until ``close``; else it is let go of. wait: seconds at
        most for others who write.
        """
        self._path, self._made_for = folder / SUMS, (version, numbering)
        self._in_memory, self._wait = in_memory, wait
        self._memory: dict[Place, bytes] = {}
        self._base = self._open() if self._path.exists() else None

    def get(self, place: Place, last: str) -> bytes | None:
        """Return a part, None where it is not there, is damaged, or was made of other games.

        last: the last game that is to be in it (``Results.game_at``).
        """
        if place in self._memory:
            return self._memory[place]
        query = (
            "SELECT data, sum FROM parts WHERE level = ? AND place = ? AND version = ? AND numbering = ? AND last = ?"
        )
        row = self._try(lambda base: base.execute(query, (*place, *self._made_for, last)).fetchone())
        if row is None or not isinstance(row[0], bytes) or checksum(row[0]) != row[1]:
            return None
        try:
            return zstandard.decompress(row[0])
        except zstandard.ZstdError:
            return None

    def put(self, place: Place, last: str, part: bytes, instead: tuple[Place, ...] = ()) -> None:
        """Keep a part; last: the last game in it (``Results.game_at``); instead: those that it takes the place of."""
        data = zstandard.compress(part, LEVEL)
        row = (*place, *self._made_for, last, data, checksum(data))

        def write(base: sqlite3.Connection) -> bool:
            base.execute("BEGIN IMMEDIATE")
            base.execute("DELETE FROM parts WHERE version != ? OR numbering != ?", self._made_for)
            base.execute("INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            base.executemany("DELETE FROM parts WHERE level = ? AND place = ?", instead)
            base.execute("COMMIT")
            return True

        for old in instead:
            self._memory.pop(old, None)
        self._base = self._base or self._open()
        if not self._try(write) and self._in_memory:
            self._memory[place] = part

    def places(self) -> list[Place]:
        """Return the places of all parts that are kept of these games, in the order of their games' numbers."""
        query = "SELECT level, place FROM parts WHERE version = ? AND numbering = ? ORDER BY level, place"
        return self._try(lambda base: base.execute(query, self._made_for).fetchall()) or []

    def drop(self, places: Iterable[Place]) -> bool:
        """Let go of parts; return whether they are gone."""
        doubted = list(places)

        def write(base: sqlite3.Connection) -> bool:
            base.execute("BEGIN IMMEDIATE")
            base.executemany("DELETE FROM parts WHERE level = ? AND place = ?", doubted)
            base.execute("COMMIT")
            return True

        return bool(self._try(write))

    def close(self) -> None:
        if self._base is not None:
            self._base.close()
            self._base = None

    def _open(self) -> sqlite3.Connection | None:
        """Return the open file, made if need be; None where that does not go."""
        base = None
        try:
            base = sqlite3.connect(self._path, timeout=self._wait, isolation_level=None)
            base.execute("PRAGMA synchronous=OFF")  # what is lost is made again, what is damaged has another checksum
            columns = {row[1] for row in base.execute("PRAGMA table_info(parts)")}
            if columns and "last" not in columns:  # as an earlier arena made it
                base.execute("DROP TABLE parts")
            base.execute(_TABLE)
        except (sqlite3.Error, OSError):
            if base is not None:
                base.close()
            return None
        return base

    def _try(self, action: Callable[[sqlite3.Connection], Result]) -> Result | None:
        """Return what an action has of the file, None where there is no file, or it fails."""
        if self._base is None:
            return None
        try:
            return action(self._base)
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
            return None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()
