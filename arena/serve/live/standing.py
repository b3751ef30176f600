"""How one live game stands, and what each viewer is told of it. No thread, no disk; whoever changes it holds its lock.

What a viewer is told is numbered, a row of numbers for each viewer. Listeners are called with the lock held and only
hand on.
"""

from __future__ import annotations

import hmac
import threading
import time
from collections.abc import Callable
from typing import Literal

from arena.referee.events import Tell
from arena.serve.live.clock import PersonClock
from arena.serve.live.course import Course, Viewer
from arena.serve.live.facts import Facts, challenge_facts, refused_facts
from arena.serve.live.kept import Kept
from arena.serve.live.plan import Ended, GamePlan
from arena.serve.live.tokens import hash_of
from arena.serve.problems import Refused

Status = Literal["waiting", "starting", "playing", "over", "failed"]
Listener = Callable[[Viewer, int, Facts], None]  # viewer, its number, the event


class Standing:
    """One game as it stands: its course, who is there, clocks, how it ended."""

    def __init__(self, kept: Kept, listener: Listener) -> None:
        """Raises ArenaErrors where it cannot be gone on with by the rules of today."""
        self.lock = threading.RLock()
        self.course = Course(kept.plan, kept.turns)
        self.ended: Ended | None = kept.ended
        self.rematch, self.wishes = kept.rematch, sorted(set(kept.asked))
        self.changed = kept.changed or time.time()
        self.epoch = f"{time.time_ns():x}"
        self.connected: set[int] = set()
        self._listener = listener
        self._numbers: dict[Viewer, int] = {}
        self._failed = ""
        self._begun = bool(kept.turns)
        self._again: Facts | None = None
        last = kept.turns[-1].left if kept.turns else ()
        self._clocks = {
            seat: PersonClock(kept.plan.clock, last[seat] if seat < len(last) else None) for seat in kept.plan.people
        }

    @property
    def plan(self) -> GamePlan:
        return self.course.plan

    @property
    def id(self) -> str:
        return self.plan.id

    @property
    def status(self) -> Status:
        if self._failed:
            return "failed"
        if self.course.outcome is not None:
            return "over"
        if not self.plan.complete:
            return "waiting"
        return "playing" if self._begun else "starting"

    @property
    def finished(self) -> bool:
        """Whether nothing is left to be done: it is over, and its record is kept; or it failed."""
        return self.ended is not None or bool(self._failed)

    # Whose seat it is.

    def seat_of(self, token: str) -> int:
        """Return the seat that a token is of. Raises Refused."""
        key = hash_of(token)
        with self.lock:
            for number, seat in enumerate(self.plan.seats):
                if seat.key and hmac.compare_digest(seat.key, key):
                    return number
        raise Refused("forbidden", "token", "it is no seat's of this game", "Use the link of your seat")

    def invited(self, invitation: str) -> int:
        """Return the free seat that an invitation is for. Raises Refused: it is none, or it was used."""
        key = hash_of(invitation)
        with self.lock:
            for number, seat in enumerate(self.plan.seats):
                if seat.invitation and hmac.compare_digest(seat.invitation, key):
                    return number
        raise Refused(
            "taken", "invitation", "it was used, or it is none of this game", "Ask for another game to be made"
        )

    def connect(self, seat: int, connected: bool) -> None:
        """Note that a person's page is there, or is not any more; that alone changes nothing in the game."""
        with self.lock:
            if connected == (seat in self.connected):
                return
            (self.connected.add if connected else self.connected.discard)(seat)
            self._tell_all({"event": "connected", "seat": seat, "connected": connected})

    # What viewers are told.

    def _left(self) -> list[float | None]:
        return [self._clocks[seat].left if seat in self._clocks else None for seat in range(len(self.plan.seats))]

    def clocks(self) -> list[int | None] | None:
        """Return the milliseconds left by seat, None where nobody has a clock."""
        if self.plan.clock.kind == "none":
            return None
        return [None if left is None else round(left * 1000) for left in self._left()]

    def _running(self) -> int | None:
        mover = self.course.to_move
        return mover if self._begun and mover in self._clocks and self.plan.clock.kind != "none" else None

    def _common(self) -> Facts:
        return {
            "status": self.status, "turn": self.course.turn, "to_move": self.course.to_move if self._begun else None,
            "clocks": self.clocks(), "running": self._running(),
            **challenge_facts(self.course.game, self.course.state),
        }  # fmt: skip

    def _refused(self, tell: Tell, id: int | None) -> None:
        self._again = refused_facts(self.course.game, tell)
        fields: Facts = {"event": "refused", "refused": self._again}
        self._tell(tell.seat, fields if id is None else {**fields, "id": id})

    def _moved(self, viewer: Viewer, tell: Tell, id: int | None) -> Facts:
        fields: Facts = {"event": "move", "move": self.course.turns[-1], "scores": self.course.scores}
        fields |= self.course.shown(viewer)
        if self.course.outcome is not None:
            fields["over"] = self._over()
        if viewer is not None and viewer == tell.seat and tell.offence is not None:
            fields["refused"] = refused_facts(self.course.game, tell)
        return fields if id is None else {**fields, "id": id}

    def _tell_all(self, fields: Facts) -> None:
        self._tell_each(lambda viewer: fields)

    def _tell_each(self, make: Callable[[Viewer], Facts]) -> None:
        for viewer in (None, *self.plan.people):
            self._tell(viewer, make(viewer))

    def _tell(self, viewer: Viewer, fields: Facts) -> None:
        number = self._numbers[viewer] = self.number(viewer) + 1
        event = {"type": "event", "game": self.id, "seq": number, "epoch": self.epoch, **fields, **self._common()}
        self._listener(viewer, number, event)

    def number(self, viewer: Viewer) -> int:
        """Return the number of the last event that a viewer was told."""
        return self._numbers.get(viewer, 1)

    def seen(self, viewer: Viewer) -> Facts:
        """Return the whole state as a viewer may see it."""
        with self.lock:
            plan, course = self.plan, self.course
            shown = course.shown(viewer)
            held = shown.pop("held")
            again = self._again if viewer is not None and viewer == course.to_move else None
            return {
                "type": "state", "game": self.id, "seq": self.number(viewer), "epoch": self.epoch,
                "kind": "word" if course.word else "small", "title": plan.title, "you": viewer,
                "help": plan.help, "people": len(plan.people), "bot_seconds": plan.bot_seconds,
                "clock": plan.clock, "seats": self._seats(held), "first": course.first if self._begun else None,
                "again": again, "scores": course.scores, "board": course.board(), **shown, "moves": course.turns,
                "begins": list(plan.begins) or None, "over": self._over(),
                "rematch": self._again_facts(), **self._common(),
            }  # fmt: skip

    def _over(self) -> Facts | None:
        fields = {"reason": self._failed} if self._failed else self.course.over()
        if fields is not None and self.ended is not None:
            fields |= {"results": self.ended.results, "id": self.ended.id}
        return fields

    def _seats(self, held: list[int] | None = None) -> list[Facts]:
        scores = self.course.scores
        if held is None and self.course.word:
            held = [sum(hand.values()) for hand in self.course.state.hands]
        return [
            {
                "seat": number, "name": called, "kind": "person" if seat.person else "bot", "bot": seat.bot or None,
                "sat": seat.taken, "connected": number in self.connected, "score": scores and scores[number],
                "rack": held and held[number], "left": self.course.left(number),
            }
            for number, (seat, called) in enumerate(zip(self.plan.seats, self.plan.called, strict=True))
        ]  # fmt: skip

    def _again_facts(self) -> Facts | None:
        if not self.wishes and not self.rematch:
            return None
        return {"asked": self.wishes, "game": self.rematch or None}
