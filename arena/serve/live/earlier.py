"""Turns of a game that were played before it was put aside: what each seat said in them, to be heard again.

A bot is asked anew, so that it has thought what it thought then, or something like it; what counts is what was played.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from arena.contract.outcome import Fault
from arena.contract.resignation import RESIGNATION
from arena.records.record import MoveRecord
from arena.runner.seats.around import SeatAround
from arena.runner.seats.not_ready import NotReady
from arena.runner.seats.seat import Closing, Flood, Gone, Heard, Seat, Silence
from arena.scrabble.moves import read_move
from arena.wire.message.codec import Bad, encode
from arena.wire.message.plain import Message
from arena.wire.message.word_client import written

_SHARE = 0.8  # of its time, within which a bot answers a turn of old anew


class Halted(BaseException):
    """The game is put aside; it goes on later from what is kept.

    No Exception, because a match takes those for failures of its own.
    """


def line_of(move: str, turn: int, word: bool) -> bytes:
    """Return the answer that says a move, given as its text. word: of the word game."""
    said: dict[str, Any]
    if move == str(RESIGNATION):
        said = {"type": "forfeit"}
    else:
        said = written(read_move(move)) if word else {"type": "move", "move": move}
    return encode({**said, "turn": turn}).rstrip(b"\n")


class Earlier:
    """The turns so far of one game."""

    def __init__(self, moves: Sequence[MoveRecord], word: bool) -> None:
        self._moves, self._word = tuple(moves), word

    def __contains__(self, turn: int) -> bool:
        return 0 <= turn < len(self._moves)

    def move(self, turn: int) -> MoveRecord:
        return self._moves[turn]

    def heard(self, turn: int) -> Heard:
        """Return what was heard in that turn."""
        move = self._moves[turn]
        if move.fault is None:
            assert move.move is not None, "a turn without a fault has a move"
            return line_of(move.move, turn, self._word)
        fault, detail = Fault[move.fault.fault], move.fault.detail
        if fault is Fault.ILLEGAL and move.move is not None:
            return line_of(move.move, turn, self._word)
        if fault is Fault.LATE and not move.fault.final:
            return Silence()
        if fault is Fault.FLOOD:
            return Flood(detail)
        return Bad(detail) if fault is Fault.GARBLED and not move.fault.final else Gone(fault, detail)

    def check_ready(self, seat: int) -> None:
        """Raise NotReady for a seat that never was."""
        for move in self._moves:
            if move.seat == seat and move.fault is not None and move.fault.fault == Fault.NOT_READY.name:
                raise NotReady(move.fault.detail)


class BotSeat(SeatAround):
    """A bot's seat in a game that may be put aside, and that may have had turns before.

    seconds: of the bot's move.
    """

    def __init__(self, seat: Seat, earlier: Earlier, seconds: float, halted: Callable[[], bool]) -> None:
        super().__init__(seat)
        self._earlier, self._halted = earlier, halted
        self._turn, self._patience, self._until = -1, _SHARE * seconds, 0.0

    def tell(self, message: Message) -> None:
        if message["type"] == "your_turn":
            self._turn, self._until = message["turn"], time.monotonic() + self._patience
        self._seat.tell(message)

    def hear(self, deadline: float) -> Heard:
        if self._halted():
            raise Halted
        old = self._turn in self._earlier
        heard = self._seat.hear(min(deadline, self._until) if old else deadline)
        if self._halted():  # its process may have been ended for that
            raise Halted
        if not old:
            return heard
        if isinstance(heard, Silence) and time.monotonic() < self._until:
            return heard  # only a look
        return self._earlier.heard(self._turn)

    def close(self, *, patience: float) -> Closing:
        return self._seat.close(patience=0.0 if self._halted() else patience)
