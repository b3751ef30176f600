"""Where results lie on disk, for readers: a folder with games.sqlite and manifest.json. A door to the outside.

Any number may read while a run writes. Everything that goes wrong with the disk is a ResultsError that names the file.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from arena.errors import ResultsError, UnknownFormat
from arena.records import manifest as manifests
from arena.records import record as records
from arena.records.compression import Decompressor, checksum
from arena.records.manifest import Manifest
from arena.records.record import GameRecord, VoidRecord
from arena.records.schema import DAMAGED, read_dictionary, read_numbering, refuse_newer

GAMES = "games.sqlite"
MANIFEST = "manifest.json"

_TOGETHER = 500  # games that are asked for at once by their ids


def find_results(name: str, base: Path = Path("results")) -> Path:
    """Return the folder that ``name`` means: a tournament's name under ``base``, or a folder's path.

    Raises ResultsError, listing what there is, when there are no results.
    """
    for folder in (Path(name), base / name):
        if os.path.isfile(folder / GAMES):
            return folder
    there = sorted(path.parent.name for path in base.glob(f"*/{GAMES}"))
    have = f"Results of {', '.join(there)} are here" if there else "`arena run FILE` makes some"
    raise ResultsError(name, f"no results of that name under {base}{os.sep}, and no folder with {GAMES}", have)


class Results:
    """Results that are read: any number of readers, also while a run writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._base: sqlite3.Connection | None = None
        path = folder / GAMES
        if not os.path.isfile(path):
            raise ResultsError(str(folder), f"there is no {GAMES}", "`arena run FILE` makes one")
        try:
            with self._explained():
                self._open(f"{path.resolve().as_uri()}?mode=ro")
        except BaseException:
            self.close()
            raise

    def _open(self, uri: str) -> sqlite3.Connection:
        """Raises UnknownFormat. What else is wrong with the file is said by whoever reads it."""
        base = self._base = sqlite3.connect(uri, uri=True, timeout=30, isolation_level=None)
        where = str(self.folder / GAMES)
        with contextlib.suppress(sqlite3.DatabaseError):
            refuse_newer(base, where)
        self._frames = Decompressor(lambda number: read_dictionary(base, number, where))
        return base

    @property
    def base(self) -> sqlite3.Connection:
        assert self._base is not None
        return self._base

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what the disk says into an error for people."""
        where = str(self.folder)
        try:
            yield
        except sqlite3.DatabaseError as error:
            text = str(error)
            if "readonly" in text or "unable to open" in text:
                raise ResultsError(where, f"cannot be written or opened ({text})", "Check who owns it") from error
            if "full" in text:
                raise ResultsError(
                    where, "the disk is full", "Make room, then go on with --resume; finished games are safe"
                ) from error
            if "disk I/O" in text:
                raise ResultsError(where, f"the disk failed ({text})", "Then go on with --resume") from error
            raise ResultsError(str(self.folder / GAMES), f"the file is damaged ({text})", DAMAGED) from error
        except (FileExistsError, NotADirectoryError) as error:
            named = error.filename or where
            raise ResultsError(where, f"{named} is no folder", "Choose a folder that can be written") from error
        except OSError as error:
            raise ResultsError(where, f"{error.strerror or error}", "Choose a folder that can be written") from error

    @property
    def manifest(self) -> Manifest:
        """How the games came about: from its file, or where that is damaged from the copy beside the games."""
        path = self.folder / MANIFEST
        with self._explained():
            try:
                return manifests.decode(path.read_bytes(), str(path))
            except FileNotFoundError:
                damage = ResultsError(str(path), "the file is missing", "`arena doctor NAME --mend` makes it again")
            except UnknownFormat:
                raise
            except ResultsError as error:
                damage = error
            copy = self.manifest_copy()
            if copy is None:
                raise damage
            return copy

    def manifest_copy(self) -> Manifest | None:
        """Return the manifest that lies beside the games, None where there is none (older results) or it is damaged."""
        try:
            row = self.base.execute("SELECT data FROM about WHERE name = ?", (MANIFEST,)).fetchone()
            return None if row is None else manifests.decode(row[0], "the copy of the manifest")
        except UnknownFormat:
            raise
        except (sqlite3.DatabaseError, ResultsError, TypeError):
            return None

    def ids(self) -> set[str]:
        """Return the ids of all finished games."""
        with self._explained():
            found = {row[0] for row in self.base.execute("SELECT id FROM games")}
        if not all(isinstance(name, str) for name in found):
            raise ResultsError(str(self.folder / GAMES), "the file is damaged (an id is no text)", DAMAGED)
        return found

    def pairings(self) -> set[str]:
        """Return the pairings of all finished games, such as "greedy-vs-random"."""
        with self._explained():
            return {str(row[0]) for row in self.base.execute("SELECT DISTINCT pairing FROM games")}

    def count(self) -> int:
        with self._explained():
            return int(self.base.execute("SELECT count(*) FROM games").fetchone()[0])

    def records(self, *, variant: str | None = None) -> Iterator[GameRecord]:
        """Yield the finished games sorted by id, one at a time."""
        where, values = ("", ()) if variant is None else (" WHERE variant = ?", (variant,))
        with self._explained():
            for name, data, known in self.base.execute(f"{self._query()}{where} ORDER BY games.id", values):
                yield self._read(name, data, known)

    def _query(self) -> str:
        """Return the question for games with their checksums, which results of an older arena do not have."""
        if self.base.execute("SELECT count(*) FROM sqlite_master WHERE name = 'sums'").fetchone()[0]:
            return "SELECT games.id, record, sum FROM games LEFT JOIN sums ON games.id = sums.id"
        return "SELECT id, record, NULL FROM games"

    def _read(self, name: str, data: bytes, known: int | None) -> GameRecord:
        where = f"{self.folder}: game {name}"
        if not isinstance(name, str) or not isinstance(data, bytes):
            raise ResultsError(where, "the record is damaged (it is of another kind than what was written)", DAMAGED)
        if known is not None and known != checksum(data):
            raise ResultsError(where, "the record is damaged (it is not what was written)", DAMAGED)
        return records.decode(self._frames.decompress(data, where), where)

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """All reads of a block see the games that were there at the first of them."""
        with self._explained():
            self.base.execute("BEGIN")
        try:
            yield
        finally:
            with self._explained():
                if self.base.in_transaction:  # SQLite ends it itself at some errors, which are not to be hidden
                    self.base.execute("COMMIT")

    def numbering(self) -> str | None:
        """Return a text that is another one when games have got other numbers, or lost theirs; None without numbers.

        While it is the same, games have only been added, each with a higher number than all before it; unless the file
        lost its last ones with the machine's power, or is an older copy (see ``game_at``).
        """
        with self._explained():
            return read_numbering(self.base)

    def last_number(self) -> int:
        """Return the highest number of a game, 0 without games."""
        with self._explained():
            return int(self.base.execute("SELECT coalesce(max(number), 0) FROM games").fetchone()[0])

    def game_at(self, number: int) -> str:
        """Return the id and the checksum of the last game up to a number, "" where there is none.

        Where it is what it was, so are all games before it, as long as the numbering is the same. A game that is played
        again has other times, and so another checksum.
        """
        with self._explained():
            query = f"{self._query()} WHERE games.number <= ? ORDER BY games.number DESC LIMIT 1"
            row = self.base.execute(query, (number,)).fetchone()
        return "" if row is None else f"{row[0]} {row[2]}"

    def numbered(self, first: int, last: int) -> Iterator[GameRecord]:
        """Yield the games with numbers from ``first`` to ``last``."""
        with self._explained():
            for name, data, known in self.base.execute(
                f"{self._query()} WHERE games.number BETWEEN ? AND ? ORDER BY games.number", (first, last)
            ):
                yield self._read(name, data, known)

    def first_pairs(self, most: int) -> list[str]:
        """Return the ids of so many games at most, those with the smallest pair numbers; no record is read."""
        with self._explained():
            return [
                row[0] for row in self.base.execute("SELECT id FROM games ORDER BY pair, half, id LIMIT ?", (most,))
            ]

    def chosen(self, names: Sequence[str]) -> Iterator[GameRecord]:
        """Yield those of these games that there are, sorted by id. names: ids, sorted."""
        with self._explained():
            for start in range(0, len(names), _TOGETHER):
                some = names[start : start + _TOGETHER]
                marks = ", ".join("?" * len(some))
                query = f"{self._query()} WHERE games.id IN ({marks}) ORDER BY games.id"
                for name, data, known in self.base.execute(query, some):
                    yield self._read(name, data, known)

    def get(self, name: str) -> GameRecord:
        """Return one game. Raises ResultsError when there is none of that id, naming some that there are."""
        with self._explained():
            row = self.base.execute(f"{self._query()} WHERE games.id = ?", (name,)).fetchone()
            if row is None:
                like = self.base.execute("SELECT id FROM games WHERE id LIKE ? LIMIT 3", (f"%{name}%",)).fetchall()
                like = like or self.base.execute("SELECT id FROM games LIMIT 3").fetchall()
                raise ResultsError(
                    str(self.folder),
                    f"no game {name!r}" if name else "no game is named",
                    f"There are, for example: {', '.join(r[0] for r in like)}",
                )
        return self._read(*row)

    def voids(self) -> list[VoidRecord]:
        """Return every attempt at a game that was played again, in order."""
        with self._explained():
            there = {row[1] for row in self.base.execute("PRAGMA table_info(voids)")}
            columns = "id, reason, detail, bot" if "bot" in there else "id, reason, detail"  # older results
            return [VoidRecord(*row) for row in self.base.execute(f"SELECT {columns} FROM voids ORDER BY number")]

    def close(self) -> None:
        if self._base is not None:
            self._base.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


class ResultsFolder:
    """The results in one folder."""

    def __init__(self, folder: Path) -> None:
        """Raises ResultsError where there are no results."""
        self.folder = folder
        Results(folder).close()

    @property
    def manifest(self) -> Manifest:
        """How the games came about. Raises ResultsError where that is damaged."""
        with Results(self.folder) as store:
            return store.manifest

    def __len__(self) -> int:
        """Return the number of finished games."""
        with Results(self.folder) as store:
            return store.count()

    def stream(self, *, variant: str | None = None) -> Iterator[GameRecord]:
        """Yield the finished games one after the other, sorted by id; variant: only those of one."""
        with Results(self.folder) as store:
            yield from store.records(variant=variant)

    @property
    def voids(self) -> tuple[VoidRecord, ...]:
        """Attempts at games that were played again: of which game, why, and whose process ended it."""
        with Results(self.folder) as store:
            return tuple(store.voids())

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all finished games, sorted."""
        with Results(self.folder) as store:
            return tuple(sorted(store.ids()))

    def game(self, name: str) -> GameRecord:
        """Return one game by its id. Raises ResultsError, naming some that there are, where there is none."""
        with Results(self.folder) as store:
            return store.get(name)
