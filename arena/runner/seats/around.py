"""A seat around another one: everything goes on to it. Whoever wants to see or change something overrides that."""

from __future__ import annotations

from arena.contract.outcome import Fault
from arena.runner.seats.seat import Closing, Gone, Heard, Processes, Seat
from arena.wire.message.plain import Message


class SeatAround:
    """A Seat, as far as the one inside it is."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self.process, self.brief = seat.process, seat.brief

    @property
    def family(self) -> Processes | None:
        return self._seat.family

    def tell(self, message: Message) -> None:
        self._seat.tell(message)

    def hear(self, deadline: float) -> Heard:
        return self._seat.hear(deadline)

    def fresh_turn(self) -> None:
        self._seat.fresh_turn()

    def stage(self) -> str:
        return self._seat.stage()

    def condemn(self, fault: Fault, detail: str) -> Gone:
        return self._seat.condemn(fault, detail)

    def rest(self) -> str:
        return self._seat.rest()

    def close(self, *, patience: float) -> Closing:
        return self._seat.close(patience=patience)
