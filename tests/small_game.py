"""A game for trying the referee and the runner: three seats or two take sticks; what a fault costs can be chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from arena.contract.chance import Random
from arena.contract.game import GoOn, OpenView, Over, Ruling, TryAgain
from arena.contract.outcome import Fault, Forfeit, Offence, Outcome
from arena.errors import IllegalMove, UnreadableMove


@dataclass(frozen=True)
class Pile:
    sticks: int
    mover: int
    turn: int = 0
    gone: tuple[Forfeit, ...] = ()
    last: int = -1


class Sticks:
    """Take 1 to 3; who takes the last wins. faults: "ends", "skips" (the turn is lost) or "again"."""

    name = "small sticks"

    def __init__(self, sticks: int = 9, seats: int = 2, faults: str = "skips") -> None:
        self.sticks, self.seats, self.faults = sticks, seats, faults

    def start(self, rng: Random) -> Pile:
        return Pile(self.sticks, 0)

    def outcome(self, state: Pile) -> Outcome | None:
        left = {forfeit.seat for forfeit in state.gone}
        stay = [seat for seat in range(self.seats) if seat not in left]
        if len(stay) > 1 and state.sticks:
            return None
        winner = state.last if state.sticks == 0 and state.last >= 0 else stay[0] if stay else -1
        places = tuple(1 if seat == winner else 2 for seat in range(self.seats))
        return Outcome(places, "the end", forfeits=state.gone)

    def to_move(self, state: Pile) -> int:
        assert self.outcome(state) is None
        return state.mover

    def legal(self, state: Pile) -> Iterator[int]:
        return iter(range(1, min(3, state.sticks) + 1) if self.outcome(state) is None else ())

    def play(self, state: Pile, move: int) -> Pile:
        if move not in list(self.legal(state)):
            raise IllegalMove(str(move), "take 1 to 3 of what is there")
        return self._next(replace(state, sticks=state.sticks - move, last=state.mover))

    def penalize(self, state: Pile, offence: Offence) -> Ruling:
        forfeit = Forfeit(offence.seat, offence.fault, offence.detail)
        if self.faults == "ends":
            places = tuple(2 if seat == offence.seat else 1 for seat in range(self.seats))
            return Over(Outcome(places, "a fault", forfeits=(forfeit,)))
        if offence.final:
            gone = replace(state, gone=(*state.gone, forfeit))
            return GoOn(self._next(gone) if offence.seat == state.mover else gone)
        if self.faults == "again" and offence.fault is not Fault.LATE:
            return TryAgain()
        return GoOn(self._next(state))

    def _next(self, state: Pile) -> Pile:
        left = {forfeit.seat for forfeit in state.gone}
        order = [(state.mover + step) % self.seats for step in range(1, self.seats + 1)]
        return replace(state, mover=next((s for s in order if s not in left), state.mover), turn=state.turn + 1)

    def view(self, state: Pile, seat: int) -> OpenView:
        return OpenView(self, state, seat, state.turn)

    def read_move(self, text: str) -> int:
        try:
            return int(text)
        except ValueError:
            raise UnreadableMove("move", f"{text!r} is no number") from None

    def show(self, state: Pile) -> str:
        return f"{state.sticks} sticks, player {state.mover + 1} to move\n"

    def note(self, before: Pile, after: Pile) -> dict[str, int]:
        return {"left": after.sticks}
