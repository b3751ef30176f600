"""The referee: told what happened, it orders what is to be done. No clock, no process, no waiting.

Events go in (``hear``), orders come out (events.py). Any driver that can wait and send can use it: the process runner,
a server, a test with a list. It knows the contract of a game and nothing of any game.

Rules it keeps, for every game:
- Every answer carries the number of the turn it answers; an answer to another turn is dropped and noted,
  so a late answer is never taken for the next turn's move.
- When the time runs out, the best move offered for that turn is played, where it is legal.
- What a fault costs is the game's own business (``Game.penalize``); when several hold at once, the gravest
  (``Fault``'s order) decides. A seat's third garbled message, or its ``patience``-th fault, is final: the seat
  leaves. A move that the rules forbid is none of these faults: it costs what the rules say, however often it comes,
  and what ends a game of nothing but such moves is the rules' own limits.
- A seat may leave by its own wish in any game; that is no fault.
- A process that ends while another seat thinks is noticed when its own turn comes: when it happens must not
  depend on who looks first.
- Our own failure is a Void: the game does not count, and is played again.
- Where a tournament has agreed on it, an adjudicator ends a game that the rules would let go on, between two turns.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from arena.contract.adjudication import adjudged
from arena.contract.game import Game, GoOn, Over, TryAgain
from arena.contract.outcome import Fault, Offence, Outcome, Void
from arena.contract.resignation import Resignation, resigned, rule_resigned
from arena.errors import ConfigError, IllegalMove
from arena.printable import LONGEST, printable
from arena.referee.adjudicator import Adjudicator
from arena.referee.events import (
    Answered,
    Ask,
    Dismiss,
    Event,
    Exited,
    Finish,
    Garbled,
    HarnessFailed,
    Late,
    Offered,
    Order,
    Tell,
)

GARBLED_PATIENCE = 3
NOBODY_READY = "no player was ready"
NOTED = 100  # dropped answers that are kept word for word, a seat; the rest is counted


@dataclass(slots=True)
class _Seat:
    gone: Exited | None = None
    dismissed: bool = False
    garbled: int = 0
    faults: int = 0
    dropped: int = 0
    notes: list[str] = field(default_factory=list)


class Referee:
    """One game. ``begin`` once, then ``hear`` until an order is Finish; hearing more afterwards orders nothing."""

    def __init__(
        self, game: Game[Any, Any], state: Any, *, patience: int = 10, adjudicator: Adjudicator | None = None
    ) -> None:
        """state: the first state; patience: faults of one seat (forbidden moves are none) after
        which it must leave, at least 1. adjudicator: who may end the game by an agreed rule."""
        self._game = game
        self._seats = [_Seat() for _ in range(game.seats)]
        self._patience = patience
        self._offer: Hashable | None = None
        self._asked: int | None = None
        self._tries = 0
        self._adjudicator = adjudicator
        self.state = state
        self.turn = 0
        self.result: Outcome | Void | None = None

    def begin(self, *unready: Exited) -> list[Order]:
        """Return the first orders. ``unready``: the seats that never became ready; if all, nobody can win."""
        absent = {event.seat: event for event in unready}
        if len(absent) == self._game.seats:
            reasons = sorted(absent.items())
            details = "; ".join(f"player {seat + 1}: {printable(event.detail, LONGEST)}" for seat, event in reasons)
            return self._finish(Void(NOBODY_READY, details))
        orders: list[Order] = []
        for seat in sorted(absent):
            if self.result is None:
                orders += self._punish(seat, absent[seat].fault, absent[seat].detail, gone=True)
        return orders + self._next()

    def hear(self, *events: Event) -> list[Order]:
        """Return what follows from events that hold at the same time (usually one), in the order they came in."""
        if self.result is not None:
            return []
        if len(events) == 1 and type(answer := events[0]) is Answered and self._awaits(answer):
            return self._answered(answer)  # as most often
        for event in events:
            if isinstance(event, HarnessFailed):
                return self._finish(Void(event.reason, event.detail))
        trouble: list[tuple[Fault, str]] = []
        for event in events:
            if isinstance(event, HarnessFailed):
                continue
            seat = self._seats[event.seat]
            if seat.dismissed:
                continue
            if isinstance(event, Exited):
                seat.gone = seat.gone or event
            elif isinstance(event, Garbled):
                if event.fault is Fault.GARBLED:
                    seat.garbled += 1
                trouble += [(event.fault, event.detail)] if event.seat == self._asked else []
            elif event.seat != self._asked or event.turn != self.turn:
                if not isinstance(event, Late):
                    self._drop(event)
            elif isinstance(event, Offered):
                self._offer = event.move
            elif isinstance(event, Late):
                trouble.append((Fault.LATE, event.detail))
            elif not trouble:
                return self._answered(event)
            else:
                self._drop(event)
        if self._asked is None:
            return []
        gone = self._seats[self._asked].gone
        if gone is not None:
            trouble.append((gone.fault, gone.detail))
        if not trouble:
            return []
        fault, detail = max(trouble, key=lambda pair: pair[0])  # the gravest; the first among equals
        if fault is Fault.LATE and gone is None and self._offer is not None:
            played = self._try_offer()
            if played is not None:
                return played
        return self._ruled(self._asked, fault, detail, gone=gone is not None)

    def _awaits(self, answer: Answered) -> bool:
        return answer.seat == self._asked and answer.turn == self.turn and not self._seats[answer.seat].dismissed

    @property
    def adjudicated(self) -> bool:
        """Whether the game was ended by an agreed rule, and not by its own."""
        return self._adjudicator is not None and bool(self._adjudicator.reason)

    def dropped(self, seat: int) -> tuple[int, list[str]]:
        """Return how many of the seat's answers were dropped, and the first of them in words."""
        return self._seats[seat].dropped, list(self._seats[seat].notes)

    # What follows from one turn.

    def _answered(self, event: Answered) -> list[Order]:
        before = self.state
        if isinstance(event.move, Resignation):
            return self._resigned(event.seat, event.move)
        try:
            after = self._game.play(before, event.move)
        except IllegalMove as error:
            return self._ruled(event.seat, Fault.ILLEGAL, str(error), move=event.move)
        return self._played(event.seat, before, after, event.move)

    def _resigned(self, seat: int, move: Resignation) -> list[Order]:
        """Return the orders of a seat's leave by its own wish, in its turn."""
        before, turn = self.state, self.turn
        ruling = rule_resigned(self._game, before, seat, turn)
        after = ruling.state if isinstance(ruling, GoOn) else before
        self._seats[seat].dismissed = True
        self._over_to(after)
        orders: list[Order] = [
            Tell(seat, turn, before, after, move=move, ruling=ruling),
            Dismiss(seat, resigned(seat, turn)),
        ]
        return orders + (self._finish(ruling.outcome) if isinstance(ruling, Over) else self._next())

    def _try_offer(self) -> list[Order] | None:
        before, seat, move = self.state, self._asked, self._offer
        assert seat is not None
        try:
            after = self._game.play(before, move)
        except ConfigError:  # it says that the game itself is wrong, whatever was offered
            raise
        except Exception:  # the rules refuse it, or cannot take it: as if nothing had been offered
            return None
        return self._played(seat, before, after, move, offered=True)

    def _played(self, seat: int, before: Any, after: Any, move: Any, offered: bool = False) -> list[Order]:
        tell = Tell(seat, self.turn, before, after, move=move, offered=offered)
        self._over_to(after)
        return [tell, *self._next()]

    def _ruled(
        self, seat: int, fault: Fault, detail: str, *, move: Hashable | None = None, gone: bool = False
    ) -> list[Order]:
        return [*self._punish(seat, fault, detail, move=move, gone=gone), *self._next(again=self._tries > 0)]

    def _punish(
        self, seat: int, fault: Fault, detail: str, *, move: Hashable | None = None, gone: bool = False
    ) -> list[Order]:
        """Return the orders of one ruling, and step to the state it leads to."""
        detail = printable(detail, LONGEST)  # whoever wrote it: everybody is told of it, and it stays in the record
        kept = self._seats[seat]
        kept.faults += fault is not Fault.ILLEGAL
        final = gone or fault.fatal or self._worn_out(kept, fault)
        if final and not gone and not fault.fatal:
            detail = f"{detail} (fault {kept.faults} of this player, the last that is borne)"
        offence = Offence(seat, self.turn, fault, detail, final, move)
        before = self.state
        ruling = self._game.penalize(before, offence)
        if isinstance(ruling, TryAgain) and final:
            raise ValueError(f"{self._game.name}: a final fault cannot be tried again")
        orders: list[Order] = []
        if isinstance(ruling, TryAgain):
            self._tries += 1
            return [Tell(seat, self.turn, before, before, move, offence, ruling)]
        after = ruling.state if isinstance(ruling, GoOn) else before
        orders.append(Tell(seat, self.turn, before, after, move, offence, ruling))
        self._over_to(after)
        if final:
            kept.dismissed = True
            orders.append(Dismiss(seat, offence))
        if isinstance(ruling, Over):
            orders += self._finish(ruling.outcome)
        return orders

    def _worn_out(self, kept: _Seat, fault: Fault) -> bool:
        """Return whether this fault of a seat is one too many."""
        if fault is Fault.ILLEGAL:
            return False
        return kept.garbled >= GARBLED_PATIENCE or kept.faults >= self._patience

    def _over_to(self, state: Any) -> None:
        self.state = state
        self.turn += 1
        self._asked = None
        self._offer = None
        self._tries = 0

    def _next(self, again: bool = False) -> list[Order]:
        """Return the orders that come next: the end, the ruling on a seat that has gone, or a question."""
        orders: list[Order] = []
        while self.result is None:
            outcome = self._game.outcome(self.state)
            if outcome is not None:
                return orders + self._finish(outcome)
            seat = self._game.to_move(self.state)
            gone = self._seats[seat].gone
            if gone is not None and not self._seats[seat].dismissed:
                orders += self._punish(seat, gone.fault, gone.detail, gone=True)
                again = False
                continue
            if self._seats[seat].dismissed:
                raise ValueError(f"{self._game.name}: asks a seat that has left")
            if not again and (reason := self._agreed_end()):
                return orders + self._finish(adjudged(self._game, self.state, reason))
            self._asked = seat
            return [*orders, Ask(seat, self.turn, self.state, again)]
        return orders

    def _agreed_end(self) -> str:
        """Return why the game is to be ended by an agreed rule, "" where it goes on: also once somebody has left."""
        if self._adjudicator is None or any(seat.dismissed for seat in self._seats):
            return ""
        return self._adjudicator.look(self.state, self.turn)

    def _drop(self, event: Answered | Offered) -> None:
        if isinstance(event, Offered):
            return  # an offer that crossed the end of its turn is nobody's fault
        seat = self._seats[event.seat]
        seat.dropped += 1
        if len(seat.notes) < NOTED:
            asked = f"turn {self.turn} is on" if event.seat == self._asked else "nobody asked"
            seat.notes.append(f"answer to turn {event.turn} when {asked}: {printable(str(event.move), 200)}")

    def _finish(self, result: Outcome | Void) -> list[Order]:
        self.result = result
        self._asked = None
        return [Finish(result)]
