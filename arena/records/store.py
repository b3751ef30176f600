"""Where results lie on disk, for their one writer: the folder's files and a lock. A door to the outside.

One transaction a game, or one for those that came in together; a game is there whole or not at all. Before every write
the files are looked at: what somebody does to them behind a run's back ends it at once, and what was finished is kept.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import structs

from arena.errors import ResultsError, UnknownFormat
from arena.printable import LONGEST, printable_lines
from arena.records import manifest as manifests
from arena.records import record as records
from arena.records.compression import GAMES_TO_LEARN_FROM, Compressor, checksum, make_dictionary
from arena.records.doctor import examine, repair
from arena.records.manifest import Manifest
from arena.records.rebuild import recovered
from arena.records.record import GameRecord
from arena.records.results import GAMES, MANIFEST, Results, find_results
from arena.records.schema import COLUMNS, PAGE, keep_dictionary, make_tables, mark_format, read_dictionary, renumbered
from arena.records.watch import FolderWatch, copy_games, hold_lock, is_held

__all__ = ["GAMES", "LOCK", "MANIFEST", "Results", "Store", "being_written", "checksum", "find_results"]

LOCK = "lock"

_DICTIONARY = 1  # the number of the one dictionary of a file

Differences = Callable[[Manifest, Manifest], Sequence[str]]


class Follower(Protocol):
    """Hears of the games of a store, in the thread that writes them, once they are on disk. It raises nothing."""

    def added(self, number: int, record: GameRecord) -> None:
        """Hear of a finished game and its number."""

    def moved(self) -> None:
        """Hear that games have got other numbers, or are gone."""

    def close(self) -> None:
        """Let go of what is open: nothing more is written."""


def _any_difference(old: Manifest, new: Manifest) -> Sequence[str]:
    return [] if old == new else ["the manifest changed"]


def being_written(folder: Path) -> bool:
    """Tell whether somebody writes the results in a folder now."""
    return is_held(folder / LOCK)


def games_in(folder: Path) -> int:
    """Return how many games there are in a folder, 0 where there are no results."""
    if not os.path.isfile(folder / GAMES):
        return 0
    with Results(folder) as there:
        return there.count()


def earlier_games(folder: Path, count: int, differences: Sequence[str] = ()) -> ResultsError:
    """Return the error of a run that is to begin where games of another one are.

    differences: what forbids going on with them, as far as that is known.
    """
    there = f"there {'is 1 game' if count == 1 else f'are {count} games'} of an earlier run here"
    afresh = f"another folder with --output (or remove {GAMES} there) to start afresh"
    if differences:
        problem = f"{there}, and it was another one: {'; '.join(differences)}"
        return ResultsError(str(folder), problem, f"Choose {afresh}")
    return ResultsError(str(folder), there, f"Go on with --resume, or choose {afresh}")


def mend_games(folder: Path) -> str:
    """Where games are damaged, make a new file of those that are whole; return what was lost, "" for nothing.

    A run that goes on does the same once it has opened its store; this is for who reads the games before that.
    Raises ResultsError where somebody writes there, or nothing can be written.
    """
    try:
        lock = hold_lock(folder / LOCK)
        if lock is None:
            raise ResultsError(str(folder), "another runner writes here", "Wait for it, or stop it first")
        try:
            return "" if examine(folder).sound else repair(folder).text()
        finally:
            os.close(lock)
    except (OSError, sqlite3.Error) as error:
        raise ResultsError(str(folder), f"cannot be mended ({error})", "Check who owns it") from error


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
        self._watch: FolderWatch | None = None
        self._follower: Follower | None = None
        self._known = 0  # games that are there
        self._compressor = Compressor()
        self._learning = False  # whether there is no dictionary yet
        self.mended = ""  # what was found damaged and is to be played again, for people
        self.rebuilt = ""  # what the manifest was made again from, for people
        with self._explained():
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
        with self._explained():
            base = self._open((self.folder / GAMES).resolve().as_uri())
            base.execute(f"PRAGMA page_size={PAGE}")  # of a new file; an older one keeps its own
            base.execute("PRAGMA journal_mode=WAL")
            base.execute("PRAGMA synchronous=NORMAL")
            with self._transaction():
                make_tables(base)
            if "bot" not in {row[1] for row in base.execute("PRAGMA table_info(voids)")}:  # results of an older arena
                base.execute("ALTER TABLE voids ADD COLUMN bot TEXT NOT NULL DEFAULT ''")
            # An empty write: a read-only folder or a full disk is found before the first game is played.
            base.execute("BEGIN IMMEDIATE")
            base.execute("INSERT INTO voids(id, reason, detail) VALUES ('', '', ?)", ("x" * 65536,))
            base.execute("DELETE FROM voids WHERE id = ''")
            base.execute("COMMIT")
        if self.count():
            if not resume:
                raise earlier_games(self.folder, self.count(), self._hindrances(manifest, differences))
            found = differences(self._former(), manifest)
            if found:
                raise ResultsError(
                    str(self.folder),
                    "these games were played by another tournament: " + "; ".join(found),
                    "Only additions can be resumed; choose another folder with --output",
                )
        with self._explained():
            with self._transaction():
                mark_format(base)
            self._write_manifest(manifest)
            self._known = self.count()
            self._watch = FolderWatch(self.folder, GAMES, LOCK)
            newest = base.execute("SELECT max(number) FROM dictionaries").fetchone()[0]
            self._learning = newest is None
            if newest is not None:
                with contextlib.suppress(ResultsError):  # games that need it say so; new ones go without
                    self._compressor = Compressor(read_dictionary(base, newest, str(self.folder / GAMES)))

    def _hindrances(self, manifest: Manifest, differences: Differences) -> Sequence[str]:
        """Return what would forbid going on with the games, whose seed a run that goes on has unless it says another.

        Nothing where their manifest is damaged or lost: whoever goes on with them is told.
        """
        try:
            former = self._former()
        except ResultsError:
            return ()
        if former.lost:
            return ()
        if former.master != manifest.master:  # and what was drawn from it is drawn otherwise
            manifest = structs.replace(manifest, seed=former.seed, scheme=former.scheme, variants=former.variants)
            manifest = structs.replace(manifest, tournament=manifest.identity)
        return differences(former, manifest)

    def _write_manifest(self, manifest: Manifest) -> None:
        """Write it beside the games and into its file."""
        data = manifests.encode(manifest)
        self.base.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (MANIFEST, data))
        beside = self.folder / f"{MANIFEST}.new"
        beside.write_bytes(data)
        os.replace(beside, self.folder / MANIFEST)

    def extend(self, manifest: Manifest) -> None:
        """Write a manifest in the place of the one so far, which says what that said, and more."""
        self.look()
        with self._explained():
            self._write_manifest(manifest)
            self._noted()

    def _former(self) -> Manifest:
        """Return the manifest of the games that are there, made again where it is damaged."""
        file = self.folder / MANIFEST
        try:
            return manifests.decode(file.read_bytes(), str(file))
        except UnknownFormat:
            raise
        except (OSError, ResultsError):
            found, self.rebuilt = recovered(self)
            return found

    def _mend(self) -> None:
        """Where games are damaged, go on with a new file of those that are whole."""
        with self._explained():
            if not examine(self.folder).sound:
                self.mended = repair(self.folder).text()

    def _hold(self) -> None:
        self._lock = hold_lock(self.folder / LOCK)
        if self._lock is None:
            owner = (self.folder / LOCK).read_text(errors="replace")[:100].strip() or "unknown"
            raise ResultsError(
                str(self.folder), f"another runner (process {owner}) writes here", "Wait for it, or stop it first"
            )
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, f"{os.getpid()}\n".encode(), 0)

    def look(self) -> None:
        """Raise ResultsError where somebody has removed, moved, replaced or cut what is written to; keep the games.

        Asked before every write, and by whoever waits for games now and then.
        """
        watch = self._watch
        if watch is None:
            raise ResultsError(str(self.folder), "nothing is written here any more")
        trouble = watch.trouble()
        if not trouble and (touched := watch.touched()) and not self._sound():
            trouble = touched
        if trouble:
            kept = self._keep(watch)
            self.close()
            raise ResultsError(str(self.folder), f"{trouble} while games were being written", kept)
        state = watch.lock_state()
        if state == "gone":
            self._take_lock_again(watch)
        elif state == "other":
            self.close()
            raise ResultsError(
                str(self.folder), "the lock was replaced, so another runner may write here",
                "The finished games are safe; stop the other runner, then go on with --resume",
            )  # fmt: skip

    def _take_lock_again(self, watch: FolderWatch) -> None:
        """Make a lock file in the place of one that was removed; whoever was faster has the folder."""
        with self._explained():
            lock, old = hold_lock(self.folder / LOCK), self._lock
        if lock is None:
            self.look()  # it is another one now
            return
        self._lock = lock
        os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
        if old is not None:
            os.close(old)
        watch.note()

    def _sound(self) -> bool:
        """Return whether a file that somebody else wrote to is whole, and still holds our games."""
        assert self._watch is not None
        try:
            other = sqlite3.connect(f"{(self.folder / GAMES).resolve().as_uri()}?mode=ro", uri=True, timeout=30)
            with contextlib.closing(other):
                whole = other.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
                found = int(other.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.DatabaseError:
            return False
        if whole and found >= self._known:
            self._watch.note()
            return True
        return False

    def _keep(self, watch: FolderWatch) -> str:
        """Write the games that are still to be seen where they last; return where they are, for people."""
        assert self._base is not None
        there = watch.folder
        if there is not None and there != self.folder.resolve():
            return f"The finished games are in {there}; move it back, and go on with --resume"
        manifest, count = self.manifest_copy(), self._known
        path = self.folder / f"{GAMES}.saved-1"
        number = 1
        while path.exists():
            number += 1
            path = self.folder / f"{GAMES}.saved-{number}"
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
        saved = copy_games(self._base, path, count)
        super().close()
        self._base = None
        if not saved:
            return "No copy could be made; `arena doctor` says what is whole"
        with contextlib.suppress(OSError):
            if not (self.folder / GAMES).exists():
                for ending in ("-wal", "-shm"):  # of the file that is gone: they would be taken for the new one's
                    (self.folder / f"{GAMES}{ending}").unlink(missing_ok=True)
                os.replace(path, self.folder / GAMES)
                path = self.folder / GAMES
            if manifest is not None and not (self.folder / MANIFEST).exists():
                (self.folder / MANIFEST).write_bytes(manifests.encode(manifest))
        where = f"{'The 1 finished game was' if count == 1 else f'All {count} finished games were'} saved in {path}"
        if path.name == GAMES:
            return f"{where}; go on with --resume"
        return f"{where}; put it in the place of {GAMES}, and go on with --resume"

    def followed_by(self, follower: Follower) -> None:
        """Have this one hear of all games from now on; it is closed with the store."""
        self._follower = follower

    def add(self, record: GameRecord) -> bool:
        """Write one finished game; return False where it was there already (it is never written twice)."""
        return bool(self.add_all([record]))

    def add_all(self, finished: Sequence[GameRecord]) -> list[GameRecord]:
        """Write finished games in one transaction; return those that were not there already."""
        new: list[GameRecord] = []
        numbers: list[int] = []
        self.look()
        with self._explained():
            if self._learning and self._known >= GAMES_TO_LEARN_FROM:
                self._learn()
            stored = [self._compressor.compress(records.encode(game)) for game in finished]
            with self._transaction():
                for game, data in zip(finished, stored, strict=True):
                    row = (game.id, game.variant, game.pairing, game.pair, game.half, data)
                    done = self.base.execute(f"INSERT OR IGNORE INTO games({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", row)
                    if done.rowcount == 1:
                        self.base.execute("INSERT OR REPLACE INTO sums VALUES (?, ?)", (game.id, checksum(data)))
                        new.append(game)
                        numbers.append(done.lastrowid or 0)
            self._known += len(new)
            self._noted()
        if self._follower is not None:
            for number, game in zip(numbers, new, strict=True):
                self._follower.added(number, game)
        return new

    def _learn(self) -> None:
        """Make the dictionary with which games are compressed from now on; those that are there stay as they are."""
        self._learning = False
        query = f"SELECT id, record FROM games LIMIT {GAMES_TO_LEARN_FROM}"
        known = []
        for name, data in self.base.execute(query):
            with contextlib.suppress(ResultsError):  # a game that was damaged since is no reason to stop
                known.append(self._frames.decompress(data, name))
        dictionary = make_dictionary(known, _DICTIONARY)
        if dictionary is not None:
            with self._transaction():
                keep_dictionary(self.base, _DICTIONARY, dictionary)
            self._compressor = Compressor(dictionary)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """All of a block is written, or nothing of it."""
        self.base.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.base.execute("COMMIT")
        except BaseException:
            if self.base.in_transaction:
                self.base.execute("ROLLBACK")
            raise

    def _noted(self) -> None:
        """Take the files as they are after a write of ours."""
        if self._watch is not None:
            self._watch.note()

    def set_aside(self, names: Sequence[str]) -> None:
        """Keep these games where no reader looks: they were finished, but the tournament ended before them."""
        self._move("games", "aside", names)

    def take_back(self) -> None:
        """Count the games that were set aside again; which of them do is decided anew by a run."""
        with self._explained():
            names = [row[0] for row in self.base.execute("SELECT id FROM aside")]
        self._move("aside", "games", names)

    def _move(self, source: str, target: str, names: Sequence[str]) -> None:
        """Move games from table to table, all of them or (on a crash) none."""
        if not names:
            return
        self.look()
        with self._explained():
            with self._transaction():
                renumbered(self.base)
                for name in names:
                    self.base.execute(
                        f"INSERT OR IGNORE INTO {target}({COLUMNS}) SELECT {COLUMNS} FROM {source} WHERE id = ?",
                        (name,),
                    )
                    self.base.execute(f"DELETE FROM {source} WHERE id = ?", (name,))
            self._known = self.count()
            self._noted()
        if self._follower is not None:
            self._follower.moved()

    def add_void(self, name: str, reason: str, detail: str, bot: str = "") -> None:
        """Write down that an attempt at a game is played again; ``bot``: whose process ended it, "" for none."""
        self.look()
        text = printable_lines(detail, LONGEST)
        with self._explained():
            self.base.execute(
                "INSERT INTO voids(id, reason, detail, bot) VALUES (?, ?, ?, ?)", (name, reason, text, bot)
            )
            self._noted()

    def close(self) -> None:
        if self._follower is not None:
            self._follower.close()
            self._follower = None
        super().close()
        self._base = None
        if self._watch is not None:
            self._watch.close()
            self._watch = None
        if self._lock is not None:
            with contextlib.suppress(OSError):
                os.ftruncate(self._lock, 0)  # the file stays: removing it would let two runners hold two locks
            os.close(self._lock)
            self._lock = None
