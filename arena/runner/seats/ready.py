"""The start of a game at one seat: whether it says ``ready``, and what is wrong where it does not."""

from __future__ import annotations

from collections.abc import Callable

from arena.contract.outcome import Fault
from arena.runner.seats.seat import Chosen, Flood, Gone, Heard, Seat, Silence
from arena.wire.message.answers import Ready, read_answer
from arena.wire.message.codec import Bad


def hear_ready(seat: Seat, until: float, hear: Callable[[float], Heard]) -> Heard:
    """Return what a seat that was told the start says first by ``until``; of a kept one what belongs to this game.

    hear: how it is heard by a deadline, ``seat.hear`` or more than that.
    """
    seat.fresh_turn()
    while True:
        heard = hear(until)
        late = isinstance(heard, bytes) and seat.process == "kept" and not isinstance(read_answer(heard), Ready | Bad)
        if not late:
            return heard


def unready(seat: Seat, heard: Heard, seconds: float) -> str | None:
    """Return what is wrong with what a seat said to the start within its ``seconds``, None where it is ready."""
    match heard:
        case Silence():
            stage = seat.stage()
            return f"{stage}: took more than {seconds:g} s" if stage else f"it was not ready within {seconds:g} s"
        case Gone(Fault.NOT_READY, detail):
            return detail
        case Gone(_, detail):
            return f"before it was ready: {detail}"
        case Chosen():
            return "it answered before it was asked"
        case Flood(detail) | Bad(detail):
            return f"it did not say ready: {detail}"
    answer = read_answer(heard)
    if isinstance(answer, Ready):
        return None
    said = answer.detail if isinstance(answer, Bad) else f"it answered {type(answer).__name__.lower()!r}"
    return f"it did not say ready: {said}"
