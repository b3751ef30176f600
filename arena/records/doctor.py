"""What is whole and what is damaged in stored results, and how the whole part goes on living. A door to the outside.

A file that was cut short or changed by a byte is read as far as it can be read: forwards, backwards, and game by
game by the ids that its list of checksums names. Nothing is ever thrown away: a repaired file is a new one, the
damaged one stays beside it under another name.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.errors import ResultsError, UnknownFormat
from arena.records import manifest as manifests
from arena.records import record as records
from arena.records.compression import Decompressor, checksum
from arena.records.rebuild import recovered
from arena.records.results import GAMES, MANIFEST, Results
from arena.records.schema import (
    COLUMNS,
    COPIES,
    PAGE,
    format_fault,
    keep_dictionary,
    make_tables,
    mark_format,
    read_dictionary,
    refuse_newer,
)

_GAMES = ("games", "aside")
_MOST_FAULTS = 20
_MOST_NUMBERS = 10_000_000  # that are tried one by one between the ends: a number may itself be damaged


@dataclass(frozen=True, slots=True)
class Health:
    """games: finished games that are whole. damaged: (id, what is wrong). faults: of the file itself, for people.

    manifest: what is wrong with the manifest, "" when nothing is.
    """

    games: int
    damaged: tuple[tuple[str, str], ...]
    faults: tuple[str, ...]
    manifest: str

    @property
    def sound(self) -> bool:
        """Whether nothing is lost (a manifest is written anew by every run)."""
        return not self.damaged and not self.faults

    def text(self) -> str:
        """Return in a few words what was lost."""
        lost, whole = len(self.damaged), f"{self.games} game{'s' * (self.games != 1)}"
        parts = [f"{lost} damaged game{'s' * (lost != 1)}"] if lost else []
        parts += ["a damaged file"] if self.faults else []
        return f"{' and '.join(parts)}, {whole} whole" if parts else f"{whole}, all whole"


def examine(folder: Path, done: Callable[[], None] = lambda: None) -> Health:
    """Look at every game of the results in ``folder``. done: called for each that is whole.

    Raises ResultsError where there is no file at all, UnknownFormat where a newer arena wrote it.
    """
    path = folder / GAMES
    if not os.path.isfile(path):
        raise ResultsError(str(folder), f"there is no {GAMES}", "`arena run FILE` makes one")
    patient = _Patient(f"{path.resolve().as_uri()}?mode=ro", str(path))
    try:
        whole = 0
        for table, _ in patient.rows():
            if table == "games":
                whole += 1
                done()
    finally:
        patient.close()
    return Health(whole, tuple(patient.damaged), tuple(patient.faults), _manifest_of(folder))


def repair(folder: Path) -> Health:
    """Make a new file of all that is whole; the damaged one stays as ``games.sqlite.damaged-1`` (or -2, ...).

    The caller holds the folder's lock. A crash in the middle leaves the damaged file where it was.
    """
    path, fresh = folder / GAMES, folder / f"{GAMES}.repaired"
    for old in (fresh, *_companions(fresh)):
        old.unlink(missing_ok=True)
    patient = _Patient(path.resolve().as_uri(), str(path))
    made = sqlite3.connect(fresh)
    try:
        made.execute(f"PRAGMA page_size={PAGE}")
        make_tables(made)
        for number, dictionary in patient.dictionaries():
            keep_dictionary(made, number, dictionary)
        whole = 0
        for table, row in patient.rows():
            whole += table == "games"
            made.execute(f"INSERT OR IGNORE INTO {table}({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", row)
            made.execute("INSERT OR IGNORE INTO sums VALUES (?, ?)", (row[0], checksum(row[5])))
        for row in patient.voids():
            made.execute("INSERT INTO voids(id, reason, detail, bot) VALUES (?, ?, ?, ?)", row)
        for row in patient.about():
            made.execute("INSERT OR IGNORE INTO about VALUES (?, ?)", row)
        mark_format(made)
        made.commit()
    finally:
        made.close()
        patient.close()
    number = 1
    while (kept := folder / f"{GAMES}.damaged-{number}").exists():
        number += 1
    for old, new in zip(_companions(path), _companions(kept), strict=True):
        if old.exists():
            os.replace(old, new)
    os.link(path, kept)  # so that there is a file under the name of the results at every moment
    os.replace(fresh, path)
    return Health(whole, tuple(patient.damaged), tuple(patient.faults), _manifest_of(folder))


def restore_manifest(folder: Path) -> str:
    """Write the manifest again where it is damaged; return what it was made from, for people, "" where it was whole.

    The caller holds the folder's lock. The damaged file stays as ``manifest.json.damaged``.
    """
    if not _manifest_of(folder):
        return ""
    with Results(folder) as results:
        found, source = recovered(results)
    path, beside = folder / MANIFEST, folder / f"{MANIFEST}.new"
    beside.write_bytes(manifests.encode(found))
    if path.exists():
        os.replace(path, path.with_name(f"{MANIFEST}.damaged"))
    os.replace(beside, path)
    return source


class _Patient:
    """A file that may be damaged anywhere."""

    def __init__(self, uri: str, where: str) -> None:
        """Raises UnknownFormat."""
        self.damaged: list[tuple[str, str]] = []
        self.faults: list[str] = []
        self._base = sqlite3.connect(uri, uri=True, timeout=30, isolation_level=None)
        try:
            with contextlib.suppress(sqlite3.DatabaseError):  # what that is, the check says
                refuse_newer(self._base, where)
        except UnknownFormat:
            self._base.close()
            raise
        self._base.text_factory = lambda data: data.decode("utf-8", "replace")
        self._try("PRAGMA writable_schema=ON")  # else a file that is shorter than it says is not read at all
        checked = self._try(f"PRAGMA integrity_check({_MOST_FAULTS})")
        self.faults += [str(row[0]) for row in checked if row[0] != "ok"]
        self._sums = {str(row[0]): row[1] for row in self._scan("sums", "id, sum")}
        self._known = bool(self._sums)
        with contextlib.suppress(sqlite3.DatabaseError):
            if problem := format_fault(self._base):
                self._fault(problem)
        self._frames = Decompressor(lambda number: read_dictionary(self._base, number, where))
        self._check_dictionaries()

    def close(self) -> None:
        self._base.close()

    def rows(self) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """Yield (table, row) of every whole game, and note the others as damaged."""
        seen: set[str] = set()
        for table in _GAMES:
            for row in self._scan(table, COLUMNS):
                name = str(row[0])
                if name in seen:
                    continue
                seen.add(name)
                problem = self._problem(row)
                if problem:
                    self.damaged.append((name, problem))
                else:
                    yield table, row
        for name in sorted(self._sums.keys() - seen):
            self.damaged.append((name, "it cannot be read"))

    def voids(self) -> list[tuple[Any, ...]]:
        columns = {row[1] for row in self._try("PRAGMA table_info(voids)")}
        bot = "bot" if "bot" in columns else "''"  # results of an older arena
        return list(self._scan("voids", f"id, reason, detail, {bot}", key="number"))

    def dictionaries(self) -> list[tuple[int, bytes]]:
        """Return (number, dictionary) of each of which a copy is whole."""
        numbers = {row[0] for row in self._scan("dictionaries", "number", key="number")}
        found = []
        for number in sorted(number for number in numbers if isinstance(number, int)):
            with contextlib.suppress(ResultsError):
                found.append((number, read_dictionary(self._base, number, "")))
        return found

    def _check_dictionaries(self) -> None:
        whole: Counter[int] = Counter()
        for number, data, known in self._scan("dictionaries", "number, data, sum", key="number, copy"):
            whole[number] += isinstance(data, bytes) and checksum(data) == known
        for number, copies in whole.items():
            if copies < COPIES:
                self._fault(f"{COPIES - copies} of {COPIES} copies of dictionary {number} are damaged")

    def about(self) -> list[tuple[Any, ...]]:
        """Return what is kept beside the games: the copy of the manifest."""
        return list(self._scan("about", "name, data", key="name"))

    def _scan(self, table: str, columns: str, key: str = "id") -> Iterator[tuple[Any, ...]]:
        """Yield rows from both ends, and from the middle by number and by known ids; rows may come twice."""
        games = table in _GAMES
        numbered = games and "number" in {row[1] for row in self._try(f"PRAGMA table_info({table})")}
        ends = {"ASC": 0, "DESC": 0}
        broken = False
        for order in ends:
            try:
                if numbered:
                    query = f"SELECT number, {columns} FROM {table} ORDER BY number {order}"
                    for number, *row in self._base.execute(query):
                        ends[order] = number
                        yield tuple(row)
                else:
                    yield from self._base.execute(f"SELECT {columns} FROM {table} ORDER BY {key} {order}")
            except sqlite3.DatabaseError as error:
                if "no such table" not in str(error):
                    broken = True
                    self._fault(f"{table}: {error}")
            if not broken:
                return
        first = ends["ASC"] + 1
        middle = range(first, min(ends["DESC"], first + _MOST_NUMBERS))
        for where, values in (("number", middle), ("id", sorted(self._sums) if games else ())):
            for value in values:
                try:
                    yield from self._base.execute(f"SELECT {columns} FROM {table} WHERE {where} = ?", (value,))
                except sqlite3.DatabaseError:
                    continue

    def _problem(self, row: tuple[Any, ...]) -> str:
        name, data = row[0], row[5]
        if not isinstance(data, bytes):
            return "its record is not readable data"
        if self._known and self._sums.get(str(name)) != checksum(data):
            return "its record is not what was written"
        try:
            record = records.decode(self._frames.decompress(data, str(name)), str(name))
        except UnknownFormat:
            if self._known:  # it is what was written, so nothing here is damaged
                raise
            return "its record is not what was written"
        except ResultsError as error:
            return error.problem
        if row[:5] != (record.id, record.variant, record.pairing, record.pair, record.half):
            return "its record is that of another game"
        return ""

    def _try(self, statement: str) -> list[tuple[Any, ...]]:
        try:
            return self._base.execute(statement).fetchall()
        except sqlite3.DatabaseError as error:
            self._fault(str(error))
            return []

    def _fault(self, problem: str) -> None:
        if problem not in self.faults and len(self.faults) < _MOST_FAULTS:
            self.faults.append(problem)


def _companions(path: Path) -> list[Path]:
    return [path.with_name(path.name + ending) for ending in ("-wal", "-shm")]


def _manifest_of(folder: Path) -> str:
    path = folder / MANIFEST
    try:
        manifests.decode(path.read_bytes(), str(path))
    except OSError as error:
        return error.strerror or str(error)
    except ResultsError as error:
        return error.problem
    return ""
