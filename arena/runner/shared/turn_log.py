"""What a worker with bots in its own process is at, in memory that its parent can read without its help.

A bot that never returns, or ends the process, takes the worker with it. Whose turn it was, until when that turn may
last, and what the referee has heard of the game so far lie in a file without a name in memory; it costs a fraction of
a microsecond a turn, and is whole whatever becomes of the process.
"""

from __future__ import annotations

import mmap
import os
import struct
import time
from collections import deque
from collections.abc import Sequence
from typing import Any

import msgspec

from arena.contract.outcome import Fault
from arena.referee.events import Answered, Event, Exited, Garbled, Late

_HEAD = struct.Struct("<QqqddQ")  # games begun, seat, turn or stage, began, deadline (0: nobody is at work), log bytes
_TURN = struct.Struct("<qqdd")
_SEAT_AT, _DEADLINE_AT, _LOG_AT, _FIRST = 8, 32, 40, 64  # offsets; the log begins at the last of them
_NUMBER, _TIME = struct.Struct("<Q"), struct.Struct("<d")
_SIZE = 1 << 16
_MOST = 1 << 26  # bytes; a game that says more than that is not gone on with

LEAVING, IMPORTING, WARMING, STARTING = -4, -3, -2, -1  # instead of a turn
STAGES = {IMPORTING: "import", WARMING: "warm-up"}


class LogEntry(msgspec.Struct, frozen=True, array_like=True):
    """What the referee heard of the seat that was asked, and the clock of its turn afterwards.

    kind: "answered" (``turn`` and, of the turn that was on, the move as text), "late", "garbled", "exited" (``fault``
    and ``detail``), or "offered": a line that the seat sent. spent, cpu: seconds. own_ms: by the bot's own clock.
    """

    kind: str
    turn: int
    text: str = ""
    fault: str = ""
    spent: float = 0.0
    cpu: float | None = None
    own_ms: float | None = None

    def event(self, seat: int) -> Event:
        """Return what was heard, but for answers and offers, which have to be read."""
        if self.kind == "late":
            return Late(seat, self.turn, self.text)
        if self.kind == "garbled":
            return Garbled(seat, self.text, Fault[self.fault])
        return Exited(seat, Fault[self.fault], self.text)


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(LogEntry)


class Noted(msgspec.Struct, frozen=True):
    """What a worker left behind: games begun; the seat and turn (or stage) that were on; the game so far.

    began, deadline: of that turn, on the clock of ``time.monotonic()``; the deadline is 0 where no bot was at work.
    whole: whether the log has all of the game.
    """

    games: int
    seat: int
    turn: int
    began: float
    deadline: float
    log: tuple[LogEntry, ...]
    whole: bool

    @property
    def busy(self) -> bool:
        """Whether a bot was at work."""
        return self.deadline != 0


def new_log() -> int:
    """Return the descriptor of an empty log. Raises OSError."""
    log = os.memfd_create("arena-turns", os.MFD_CLOEXEC)
    os.ftruncate(log, _SIZE)
    return log


def overdue(log: int, seconds: float) -> bool:
    """Tell whether the turn that is on should have ended ``seconds`` ago."""
    deadline: float
    (deadline,) = _TIME.unpack(os.pread(log, _TIME.size, _DEADLINE_AT))
    return deadline != 0 and time.monotonic() > deadline + seconds


def read_log(log: int) -> Noted:
    """Return what a worker, which is no more, has left."""
    games, seat, turn, began, deadline, size = _HEAD.unpack(os.pread(log, _HEAD.size, 0))
    data = os.pread(log, size, _FIRST) if size <= _MOST else b""
    entries = tuple(map(_DECODER.decode, data.split(b"\n")[:-1]))
    return Noted(games, seat, turn, began, deadline, entries, whole=size <= _MOST)


class TurnLog:
    """The worker's end. ``begin`` a game, say whose ``turn`` it is and that it is over (``idle``), ``note`` events."""

    def __init__(self, log: int) -> None:
        """log: a descriptor of ``new_log``."""
        self._log = log
        self._memory = mmap.mmap(log, os.fstat(log).st_size)
        self._games = self._used = 0
        self._earlier: deque[LogEntry] = deque()
        self._text: tuple[object, str] = None, ""  # the move that was noted last, and how it is written

    def begin(self, log: Sequence[LogEntry] = ()) -> None:
        """Begin a game. log: what was heard of it in an earlier attempt, to be heard again first."""
        self._games += 1
        self._used = 0
        self._earlier = deque(log)
        _HEAD.pack_into(self._memory, 0, self._games, 0, 0, 0.0, 0.0, 0)

    def turn(self, seat: int, turn: int, deadline: float) -> None:
        """Say that a bot is about to work, and until when it may."""
        _TURN.pack_into(self._memory, _SEAT_AT, seat, turn, time.monotonic(), deadline)

    def idle(self) -> None:
        """Say that no bot is at work any more."""
        _TIME.pack_into(self._memory, _DEADLINE_AT, 0.0)

    def earlier(self) -> LogEntry | None:
        """Return what was heard next in an earlier attempt, None where there is no more."""
        return self._earlier.popleft() if self._earlier else None

    def note(self, event: Event, spent: float, cpu: float | None, own_ms: float | None) -> None:
        """Keep what the referee is about to hear."""
        if type(event) is Answered:  # as ``keep`` of a LogEntry would, in half the time, for this is every turn
            self._text = event.move, str(event.move)
            self._write(("answered", event.turn, self._text[1], "", spent, cpu, own_ms))
            return
        match event:
            case Late(_, turn, detail):
                entry = LogEntry("late", turn, detail, "", spent, cpu)
            case Garbled(_, detail, fault):
                entry = LogEntry("garbled", 0, detail, fault.name, spent, cpu)
            case Exited(_, fault, detail):
                entry = LogEntry("exited", 0, detail, fault.name, spent, cpu)
            case _:
                return  # an offer is kept when it is made
        self.keep(entry)

    def text_of(self, move: object) -> str:
        """Return a move's text, which was made already where it was noted last."""
        noted, text = self._text
        return text if noted is move else str(move)

    def keep(self, entry: LogEntry) -> None:
        """Keep what was said, or is to be heard."""
        self._write(entry)

    def _write(self, entry: LogEntry | tuple[Any, ...]) -> None:
        data = _ENCODER.encode(entry) + b"\n"
        begin = _FIRST + self._used
        end = begin + len(data)
        if end > len(self._memory):
            if self._used > _MOST or end > _MOST:
                self._used = _MOST + 1
                _NUMBER.pack_into(self._memory, _LOG_AT, self._used)
                return
            self._memory.resize(2 * end)
        self._memory[begin:end] = data
        self._used += len(data)
        _NUMBER.pack_into(self._memory, _LOG_AT, self._used)

    def close(self) -> None:
        self._memory.close()
        os.close(self._log)
