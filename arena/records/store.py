"""Where results lie on disk: a folder with games.sqlite, manifest.json and a lock. A door to the outside.

One transaction a game; a game is there whole or not at all. Readers may read while a run writes.
Everything that goes wrong with the disk is a ResultsError that names the file.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from arena.errors import ResultsError
from arena.printable import LONGEST, printable_lines
from arena.records import manifest as manifests
from arena.records import record as records
from arena.records.manifest import Manifest
from arena.records.record import GameRecord

GAMES = "games.sqlite"
MANIFEST = "manifest.json"
LOCK = "lock"

_DAMAGED = "`arena doctor` says what is whole, and `arena run FILE --resume` plays the rest again"

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
  id TEXT PRIMARY KEY, variant TEXT NOT NULL, pairing TEXT NOT NULL, pair INTEGER NOT NULL, half INTEGER NOT NULL,
  record BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS aside (
  id TEXT PRIMARY KEY, variant TEXT NOT NULL, pairing TEXT NOT NULL, pair INTEGER NOT NULL, half INTEGER NOT NULL,
  record BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS voids (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS sums (id TEXT PRIMARY KEY, sum INTEGER NOT NULL) WITHOUT ROWID;
"""


def checksum(record: bytes) -> int:
    """Return the checksum (CRC-32) that is kept of an encoded record, apart from it."""
    return zlib.crc32(record)


def find_results(name: str, base: Path = Path("results")) -> Path:
    """Return the folder that ``name`` means: a tournament's name under ``base``, or a folder's path.

    Raises ResultsError, listing what there is, when there are no results.
    """
    for folder in (Path(name), base / name):
        if (folder / GAMES).is_file():
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
        if not path.is_file():
            raise ResultsError(str(folder), f"there is no {GAMES}", "`arena run FILE` makes one")
        with self._told():
            self._open(f"{path.resolve().as_uri()}?mode=ro")

    def _open(self, uri: str) -> sqlite3.Connection:
        self._base = sqlite3.connect(uri, uri=True, timeout=30, isolation_level=None)
        return self._base

    @property
    def base(self) -> sqlite3.Connection:
        assert self._base is not None
        return self._base

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
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
            raise ResultsError(str(self.folder / GAMES), f"the file is damaged ({text})", _DAMAGED) from error
        except OSError as error:
            raise ResultsError(where, f"{error.strerror or error}", "Choose a folder that can be written") from error

    @property
    def manifest(self) -> Manifest:
        path = self.folder / MANIFEST
        with self._told():
            try:
                data = path.read_bytes()
            except FileNotFoundError:
                raise ResultsError(str(path), "the file is missing", _DAMAGED) from None
            return manifests.decode(data, str(path))

    def ids(self) -> set[str]:
        """Return the ids of all finished games."""
        with self._told():
            return {row[0] for row in self.base.execute("SELECT id FROM games")}

    def count(self) -> int:
        with self._told():
            return int(self.base.execute("SELECT count(*) FROM games").fetchone()[0])

    def records(self, *, variant: str | None = None) -> Iterator[GameRecord]:
        """Yield the finished games sorted by id, one at a time."""
        where, values = ("", ()) if variant is None else (" WHERE variant = ?", (variant,))
        with self._told():
            for name, data, known in self.base.execute(f"{self._query()}{where} ORDER BY games.id", values):
                yield self._read(name, data, known)

    def _query(self) -> str:
        """Return the question for games with their checksums, which results of an older arena do not have."""
        if self.base.execute("SELECT count(*) FROM sqlite_master WHERE name = 'sums'").fetchone()[0]:
            return "SELECT games.id, record, sum FROM games LEFT JOIN sums ON games.id = sums.id"
        return "SELECT id, record, NULL FROM games"

    def _read(self, name: str, data: bytes, known: int | None) -> GameRecord:
        where = f"{self.folder}: game {name}"
        if known is not None and known != checksum(data):
            raise ResultsError(where, "the record is damaged (it is not what was written)", _DAMAGED)
        return records.decode(data, where)

    def get(self, name: str) -> GameRecord:
        """Return one game. Raises ResultsError when there is none of that id, naming some that there are."""
        with self._told():
            row = self.base.execute(f"{self._query()} WHERE games.id = ?", (name,)).fetchone()
            if row is None:
                like = self.base.execute("SELECT id FROM games WHERE id LIKE ? LIMIT 3", (f"%{name}%",)).fetchall()
                like = like or self.base.execute("SELECT id FROM games LIMIT 3").fetchall()
                raise ResultsError(
                    str(self.folder), f"no game {name!r}", f"There are, for example: {', '.join(r[0] for r in like)}"
                )
        return self._read(*row)

    def voids(self) -> list[tuple[str, str, str]]:
        """Return (id, reason, detail) of every attempt that failed through us, in order."""
        with self._told():
            return list(self.base.execute("SELECT id, reason, detail FROM voids ORDER BY number"))

    def close(self) -> None:
        if self._base is not None:
            self._base.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


Differences = Callable[[Manifest, Manifest], Sequence[str]]


def _any_difference(old: Manifest, new: Manifest) -> Sequence[str]:
    return [] if old == new else ["the manifest changed"]


class Store(Results):
    """Results that are written: one writer, held by a lock file with its process id."""

    def __init__(
        self, folder: Path, manifest: Manifest, *, resume: bool = False, differences: Differences = _any_difference
    ) -> None:
        """Open ``folder`` for writing, making it if need be.

        differences: (the old manifest, the new one) -> what forbids going on with the old games, for people.
        Raises ResultsError: another runner has it (naming its process), it holds games and ``resume`` is
        False, there are differences, or the disk refuses.
        """
        self.folder = folder
        self._base = None
        self._lock: int | None = None
        self.mended = ""  # what was found damaged and is to be played again, for people
        with self._told():
            folder.mkdir(parents=True, exist_ok=True)
            self._hold()
        try:
            if resume and (folder / GAMES).is_file():
                self._mend()
            self._prepare(manifest, resume, differences)
        except BaseException:
            self.close()
            raise

    def _prepare(self, manifest: Manifest, resume: bool, differences: Differences) -> None:
        with self._told():
            base = self._open((self.folder / GAMES).resolve().as_uri())
            base.execute("PRAGMA journal_mode=WAL")
            base.execute("PRAGMA synchronous=NORMAL")
            base.executescript(SCHEMA)
            # An empty write: a read-only folder or a full disk is found before the first game is played.
            base.execute("BEGIN IMMEDIATE")
            base.execute("INSERT INTO voids(id, reason, detail) VALUES ('', '', ?)", ("x" * 65536,))
            base.execute("DELETE FROM voids WHERE id = ''")
            base.execute("COMMIT")
        if self.count():
            if not resume:
                raise ResultsError(
                    str(self.folder),
                    f"there {'is 1 game' if self.count() == 1 else f'are {self.count()} games'} of an earlier run here",
                    f"Go on with --resume, or choose another output folder (or remove {GAMES} there) to start afresh",
                )
            found = differences(self.manifest, manifest)
            if found:
                raise ResultsError(
                    str(self.folder),
                    "these games were played by another tournament: " + "; ".join(found),
                    "Only additions can be resumed; use another name or output folder",
                )
        with self._told():
            beside = self.folder / f"{MANIFEST}.new"
            beside.write_bytes(manifests.encode(manifest))
            os.replace(beside, self.folder / MANIFEST)

    def _mend(self) -> None:
        """Where games are damaged, go on with a new file of those that are whole."""
        from arena.records.doctor import examine, repair

        with self._told():
            if not examine(self.folder).sound:
                self.mended = repair(self.folder).told()

    def _hold(self) -> None:
        self._lock = os.open(self.folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.pread(self._lock, 100, 0).decode(errors="replace").strip() or "unknown"
            os.close(self._lock)
            self._lock = None
            raise ResultsError(
                str(self.folder), f"another runner (process {owner}) writes here", "Wait for it, or stop it first"
            ) from None
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, f"{os.getpid()}\n".encode(), 0)

    def add(self, record: GameRecord) -> bool:
        """Write one finished game; return False where it was there already (it is never written twice)."""
        row = (record.id, record.variant, record.pairing, record.pair, record.half, records.encode(record))
        with self._told():
            self.base.execute("BEGIN IMMEDIATE")
            try:
                done = self.base.execute("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?)", row)
                if done.rowcount == 1:
                    self.base.execute("INSERT OR REPLACE INTO sums VALUES (?, ?)", (record.id, checksum(row[5])))
                self.base.execute("COMMIT")
            except BaseException:
                if self.base.in_transaction:
                    self.base.execute("ROLLBACK")
                raise
            return done.rowcount == 1

    def set_aside(self, names: Sequence[str]) -> None:
        """Keep these games where no reader looks: they were finished, but the tournament ended before them."""
        self._move("games", "aside", names)

    def take_back(self) -> None:
        """Count the games that were set aside again; which of them do is decided anew by a run."""
        with self._told():
            names = [row[0] for row in self.base.execute("SELECT id FROM aside")]
        self._move("aside", "games", names)

    def _move(self, source: str, target: str, names: Sequence[str]) -> None:
        """Move games from table to table, all of them or (on a crash) none."""
        if not names:
            return
        with self._told():
            self.base.execute("BEGIN IMMEDIATE")
            for name in names:
                self.base.execute(f"INSERT OR IGNORE INTO {target} SELECT * FROM {source} WHERE id = ?", (name,))
                self.base.execute(f"DELETE FROM {source} WHERE id = ?", (name,))
            self.base.execute("COMMIT")

    def add_void(self, name: str, reason: str, detail: str) -> None:
        """Write down that an attempt at a game failed through us."""
        with self._told():
            told = printable_lines(detail, LONGEST)
            self.base.execute("INSERT INTO voids(id, reason, detail) VALUES (?, ?, ?)", (name, reason, told))

    def close(self) -> None:
        super().close()
        self._base = None
        if self._lock is not None:
            with contextlib.suppress(OSError):
                os.ftruncate(self._lock, 0)  # the file stays: removing it would let two runners hold two locks
            os.close(self._lock)
            self._lock = None
