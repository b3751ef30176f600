"""The games that are in progress, for whoever looks on from another process: a small file a game, beside the results.

Nothing is ever resumed from these files: they are written late and seldom, a game that is over soon never writes one,
and what a killed run has left of them is removed by the next. They say what everybody at the table may know: tiles on
the board, points, whose turn it is; no rack, no bag, no seed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from arena.contract.game import Game
from arena.referee.events import Ask, Tell
from arena.schedule import Job

FOLDER = "playing"
QUIET = 0.5  # seconds that a game has gone on before it is written, and between two writings
MOST_BYTES = 1 << 20  # of one game's file
_SHOWN = ("kind", "score", "words", "against", "against_points", "phonies")  # of what a game notes of a turn


class JournalTurn(msgspec.Struct, frozen=True, omit_defaults=True):
    """One turn, as everybody saw it: a change tells no tiles."""

    seat: int
    move: str | None
    note: dict[str, Any] = {}
    fault: str = ""


class JournalGame(msgspec.Struct, frozen=True):
    """A game in progress.

    outside: whether somebody who is no bot of ours sits there. pid: of who plays it. opening: how it began, as in its
    record.
    """

    id: str
    variant: str
    bots: tuple[str, ...]
    turns: tuple[JournalTurn, ...]
    to_move: int | None
    pid: int
    outside: bool = False
    opening: tuple[str, ...] = ()


class Journal:
    """Looks on at one game, and writes it down now and then. ``close`` removes the file, whatever happened."""

    def __init__(
        self, folder: Path, job: Job, game: Game[Any, Any], *, outside: bool = False, opening: tuple[str, ...] = ()
    ) -> None:
        """folder: of the results."""
        name = hashlib.blake2b(job.id.encode(), digest_size=12).hexdigest()
        self._file = folder / FOLDER / f"{name}.json"
        self._job, self._game, self._outside, self._opening = job, game, outside, opening
        self._heard: list[Tell] = []  # what is worked out only when it is written
        self._turns: list[JournalTurn] = []
        self._written = time.monotonic()
        self._there = False

    def begun(self, state: Any) -> None: ...

    def asked(self, ask: Ask) -> None:
        """Write what there is, where the last writing is some time ago."""
        now = time.monotonic()
        if now - self._written >= QUIET:
            self._written = now
            self._write(ask.seat)

    def turn_over(self, tell: Tell, seconds: float) -> None:
        if tell.after is tell.before and tell.offence is not None:
            return  # asked again
        self._heard.append(tell)

    def _turn(self, tell: Tell) -> JournalTurn:
        note = self._game.note(tell.before, tell.after)
        shown = {key: note[key] for key in _SHOWN if key in note}
        move = None if tell.move is None or note.get("kind") in ("change", "failed") else str(tell.move)
        fault = "" if tell.offence is None else tell.offence.fault.name.lower()
        return JournalTurn(tell.seat, move, shown, fault)

    def _write(self, to_move: int) -> None:
        self._turns += map(self._turn, self._heard)
        self._heard.clear()
        whole = JournalGame(
            self._job.id, self._job.variant, self._job.bots, tuple(self._turns), to_move, os.getpid(), self._outside,
            self._opening,
        )  # fmt: skip
        data = msgspec.json.encode(whole)
        if len(data) > MOST_BYTES:
            return
        with contextlib.suppress(OSError):  # a full disk must not end a game for this
            self._file.parent.mkdir(exist_ok=True)
            beside = self._file.with_suffix(".new")
            beside.write_bytes(data)
            os.replace(beside, self._file)
            self._there = True

    def close(self) -> None:
        """Remove what was written."""
        if self._there:
            with contextlib.suppress(OSError):
                self._file.unlink(missing_ok=True)
            self._there = False


def sweep_journal(folder: Path) -> None:
    """Remove what an earlier run has left; only for who holds the results' lock."""
    shutil.rmtree(folder / FOLDER, ignore_errors=True)


def games_in_progress(folder: Path, finished: Sequence[str] | set[str] = ()) -> Iterator[JournalGame]:
    """Yield the games that are written down now, but for ``finished`` ones; what cannot be read is left out."""
    done = set(finished)
    try:
        files = sorted((folder / FOLDER).glob("*.json"))
    except OSError:
        return
    for file in files:
        try:
            game = msgspec.json.decode(file.read_bytes(), type=JournalGame)
        except (OSError, msgspec.MsgspecError):
            continue
        if game.id not in done and _alive(game.pid):
            yield game


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
