"""A game on disk while it is not over, and for some time after: one file a game, one line of JSON an event.

A door to the outside. The first line is the plan; others follow as they happen, each written at once. A last line
that was cut off by a crash is dropped. Only its owner can read the file: it holds the seed.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Lock

import msgspec

from arena.errors import ResultsError
from arena.serve.live.plan import FORMAT, Ended, GamePlan, Sat, Turn

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ENDING = ".jsonl"


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line: exactly one of these is set."""

    plan: GamePlan | None = None
    sat: Sat | None = None
    turn: Turn | None = None
    ended: Ended | None = None
    rematch: str | None = None
    asked: int | None = None
    resigned: int | None = None


class Kept(msgspec.Struct):
    """What a file says of a game."""

    plan: GamePlan
    turns: list[Turn]
    asked: list[int]
    resigned: list[int]
    ended: Ended | None = None
    rematch: str = ""
    changed: float = 0.0


class Shelf:
    """The folder of the games that are kept."""

    def __init__(self, folder: Path) -> None:
        """Raises ResultsError where the folder cannot be made."""
        self.folder = folder
        self._lock = Lock()
        with self._explained():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise ResultsError(str(self.folder), error.strerror or str(error), "Choose a folder that can be written") \
                from error  # fmt: skip

    def _file(self, game: str) -> Path:
        if not _ID.fullmatch(game):
            raise ResultsError(game[:64], "it is no name of a game")
        return self.folder / f"{game}{_ENDING}"

    def begin(self, plan: GamePlan) -> None:
        """Keep a new game."""
        with self._explained():
            fd = os.open(self._file(plan.id), os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            with os.fdopen(fd, "wb") as file:
                file.write(_line(Line(plan=plan)))

    def add(self, game: str, line: Line) -> None:
        """Write down what happened in a game."""
        with self._explained(), self._lock:
            fd = os.open(self._file(game), os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
            with os.fdopen(fd, "wb") as file:
                file.write(_line(line))

    def games(self) -> list[str]:
        """Return the ids of all games that are kept, the one that changed last first."""
        with self._explained():
            found = [(_changed(file), file.stem) for file in self.folder.glob(f"*{_ENDING}")]
        return [name for _, name in sorted(found, reverse=True)]

    def has(self, game: str) -> bool:
        return _ID.fullmatch(game) is not None and self._file(game).exists()

    def read(self, game: str) -> Kept:
        """Return what is kept of a game. Raises ResultsError where there is none, or it cannot be read."""
        file = self._file(game)
        with self._explained():
            data, changed = file.read_bytes(), file.stat().st_mtime
        whole, _, _cut = data.rpartition(b"\n")
        kept: Kept | None = None
        number = 0
        try:
            for number, text in enumerate(whole.split(b"\n"), 1):  # noqa: B007  told below
                line = msgspec.json.decode(text, type=Line)
                if kept is None:
                    if line.plan is None or line.plan.format != FORMAT:
                        raise ResultsError(str(file), "it is no game that this arena can go on with")
                    kept = Kept(line.plan, [], [], [], changed=changed)
                elif line.turn is not None:
                    kept.turns.append(line.turn)
                elif line.sat is not None:
                    kept.plan = seated(kept.plan, line.sat)
                elif line.ended is not None:
                    kept.ended = line.ended
                elif line.rematch is not None:
                    kept.rematch = line.rematch
                elif line.asked is not None:
                    kept.asked.append(line.asked)
                elif line.resigned is not None:
                    kept.resigned.append(line.resigned)
        except msgspec.MsgspecError as error:
            raise ResultsError(f"{file}:{number}", f"the file is damaged ({error})") from error
        if kept is None:
            raise ResultsError(str(file), "the file is damaged (it is empty)")
        return kept

    def mend(self, game: str) -> None:
        """Cut off what a crash has left of a line that was not written whole."""
        with self._explained(), self._lock:
            fd = os.open(self._file(game), os.O_RDWR | os.O_CLOEXEC)
            with os.fdopen(fd, "r+b") as file:
                data = file.read()
                if data and not data.endswith(b"\n"):
                    file.truncate(data.rfind(b"\n") + 1)

    def forget(self, game: str) -> None:
        """Remove a game."""
        with self._explained():
            self._file(game).unlink(missing_ok=True)

    def age(self, game: str) -> float:
        """Return the seconds since a game changed last."""
        return time.time() - _changed(self._file(game))


def seated(plan: GamePlan, sat: Sat) -> GamePlan:
    """Return a plan with a seat taken."""
    seats = list(plan.seats)
    seats[sat.seat] = msgspec.structs.replace(
        seats[sat.seat], called=sat.called, name=sat.name, key=sat.key, invitation=""
    )
    return msgspec.structs.replace(plan, seats=tuple(seats))


def _line(line: Line) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def _changed(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
