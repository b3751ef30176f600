"""The tables of games.sqlite and the number of their format. A door to the outside.

Format 1 has records as JSON, in a table without row numbers, and no number of its format; 2 has one, and compressed
records. A file of format 1 that is written on gets the tables that it lacks, and its games stay as they are.
"""

from __future__ import annotations

import contextlib
import sqlite3

from arena import __version__
from arena.errors import ResultsError
from arena.records.compression import checksum
from arena.records.formats import unknown_format

FORMAT = 2

FORMAT_ROW = "format"  # in ``about``: the number once more, so that a damaged header is not taken for another format
WRITER_ROW = "arena"  # in ``about``: the version of the arena that gave the file its format

COPIES = 2  # of each dictionary: without it no record that needs it can be read

DAMAGED = "`arena doctor` says what is whole, and `arena run FILE --resume` plays the rest again"

NUMBERING_ROW = "numbering"  # in ``about``: changes whenever games get other numbers, or lose theirs

PAGE = 8192  # bytes a page: records of 1 to 2 KB leave less of it empty than of SQLite's 4096

COLUMNS = "id, variant, pairing, pair, half, record"  # of games and aside, in formats 1 and 2

_GAMES = """(
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, variant TEXT NOT NULL, pairing TEXT NOT NULL,
  pair INTEGER NOT NULL, half INTEGER NOT NULL, record BLOB NOT NULL
)"""

_TABLES = {
    "games": _GAMES,
    "aside": _GAMES,
    "voids": """(
      number INTEGER PRIMARY KEY, id TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL,
      bot TEXT NOT NULL DEFAULT ''
    )""",
    "about": "(name TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID",
    "sums": "(id TEXT PRIMARY KEY, sum INTEGER NOT NULL) WITHOUT ROWID",
    "dictionaries": """(
      number INTEGER NOT NULL, copy INTEGER NOT NULL, data BLOB NOT NULL, sum INTEGER NOT NULL,
      PRIMARY KEY (number, copy)
    )""",
}


def make_tables(base: sqlite3.Connection) -> None:
    """Make the tables that a file lacks; to be called in a transaction."""
    for name, columns in _TABLES.items():
        base.execute(f"CREATE TABLE IF NOT EXISTS {name} {columns}")


def mark_format(base: sqlite3.Connection) -> None:
    """Have a file say that it is of the format of today; to be called in a transaction.

    A file of an earlier arena becomes one by this; where it is one already, nothing is written.
    """
    if base.execute("PRAGMA user_version").fetchone()[0] == FORMAT:
        return
    for name, text in ((FORMAT_ROW, str(FORMAT)), (WRITER_ROW, __version__)):
        base.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (name, text.encode()))
    base.execute(f"PRAGMA user_version={FORMAT}")
    renumbered(base)


def renumbered(base: sqlite3.Connection) -> None:
    """Have a file say that the numbers of its games are not those that they were; to be called in a transaction.

    As long as nobody does, games are only ever added, each with a higher number than all before it.
    """
    base.execute("INSERT OR REPLACE INTO about VALUES (?, hex(randomblob(16)))", (NUMBERING_ROW,))


def read_numbering(base: sqlite3.Connection) -> str | None:
    """Return what changes with the numbers of games; None in a file that does not say it, as those of format 1."""
    if "number" not in {row[1] for row in base.execute("PRAGMA table_info(games)")}:
        return None
    try:
        row = base.execute("SELECT data FROM about WHERE name = ?", (NUMBERING_ROW,)).fetchone()
    except sqlite3.OperationalError:  # there is no such table
        return None
    return None if row is None else str(row[0])


def refuse_newer(base: sqlite3.Connection, where: str) -> None:
    """Raise UnknownFormat where a file says twice that a newer arena gave it its format; else do nothing.

    A file that says so once is damaged there (see ``format_fault``).
    """
    found, again, writer = _format(base)
    if found > FORMAT and (again is None or again > FORMAT):
        raise unknown_format(where, "the file", found, FORMAT, writer)


def format_fault(base: sqlite3.Connection) -> str:
    """Return what is wrong with the number of a file's format, "" for nothing. Raises sqlite3.DatabaseError."""
    found, again, _ = _format(base)
    return "" if again in (None, found) else f"the number of its format is damaged ({found} and {again})"


def _format(base: sqlite3.Connection) -> tuple[int, int | None, str]:
    """Return the number in a file's header, that beside the games (None where there is none), and who wrote it."""
    found = int(base.execute("PRAGMA user_version").fetchone()[0])
    about: dict[str, bytes] = {}
    with contextlib.suppress(sqlite3.DatabaseError):  # older results, and perhaps newer ones, have no such table
        query = "SELECT name, CAST(data AS BLOB) FROM about WHERE name IN (?, ?)"
        about = dict(base.execute(query, (FORMAT_ROW, WRITER_ROW)).fetchall())
    again = about.get(FORMAT_ROW)
    number = None if again is None else int(again) if again.isdigit() else 0
    return found, number, about.get(WRITER_ROW, b"").decode("utf-8", "replace")


def read_dictionary(base: sqlite3.Connection, number: int, where: str) -> bytes:
    """Return a dictionary of compressed records. Raises ResultsError where there is no whole copy of it."""
    with contextlib.suppress(sqlite3.DatabaseError, TypeError):
        for data, known in base.execute("SELECT data, sum FROM dictionaries WHERE number = ?", (number,)):
            if checksum(data) == known:
                return bytes(data)
    raise ResultsError(where, f"the dictionary {number} of its compressed records is damaged or missing", DAMAGED)


def keep_dictionary(base: sqlite3.Connection, number: int, dictionary: bytes) -> None:
    """Write a dictionary into a file; to be called in a transaction."""
    for copy in range(1, COPIES + 1):
        row = number, copy, dictionary, checksum(dictionary)
        base.execute("INSERT INTO dictionaries VALUES (?, ?, ?, ?)", row)
