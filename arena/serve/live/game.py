"""One live game: seats that are taken, the match that plays it in a thread, and what everybody who looks on is told.

Truth is the course (course.py), which is what lies on disk (kept.py), folded by the rules. The match is asked to go on
from there whenever somebody is there to play; while nobody is, no thread and no process is at work for the game.
What a viewer is told is numbered, a row of numbers for each viewer. All that changes is behind one lock; listeners are
called with it held and only hand on.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from arena import __version__
from arena.config.model import Limits
from arena.contract.game import Over, TryAgain
from arena.contract.outcome import Fault, Void
from arena.errors import ArenaError
from arena.printable import printable
from arena.records.record import FaultRecord, GameRecord, MoveRecord
from arena.referee.events import Ask, Tell
from arena.runner.dialects import Dialects
from arena.runner.match import Match
from arena.runner.plugin.find import Plugin
from arena.runner.seats.seat import Seat
from arena.runner.terms import Terms
from arena.serve.live.benches import Benches
from arena.serve.live.clock import PersonClock
from arena.serve.live.course import Course, Viewer
from arena.serve.live.earlier import BotSeat, Earlier, Halted
from arena.serve.live.facts import Facts, refused_facts
from arena.serve.live.kept import Kept, Line, Shelf, seated
from arena.serve.live.person import Answered, PersonSeat
from arena.serve.live.plan import Ended, GamePlan, Sat, Turn
from arena.serve.live.played import Played
from arena.serve.problems import Refused

Status = Literal["waiting", "starting", "playing", "over", "failed"]
Listener = Callable[[Viewer, int, Facts], None]  # viewer, its number, the event
PATIENCE = 10  # faults of a seat after which it must leave
_LOG = logging.getLogger("arena.page")


@dataclass(frozen=True)
class Rooms:
    """What all games share."""

    shelf: Shelf
    benches: Benches
    played: Played
    limits: Limits


class LiveGame:
    """A game as it is kept, and as it goes on."""

    def __init__(self, kept: Kept, rooms: Rooms, listener: Listener) -> None:
        """Raises ArenaErrors where it cannot be gone on with by the rules of today."""
        self.lock = threading.RLock()
        self.course = Course(kept.plan, kept.turns)
        self._rooms, self._listener = rooms, listener
        self._turns = list(kept.turns)
        self.ended = kept.ended
        self.rematch, self.wishes = kept.rematch, sorted(set(kept.asked))
        self.changed = kept.changed or time.time()
        self.epoch = f"{time.time_ns():x}"
        self._numbers: dict[Viewer, int] = {}
        self.connected: set[int] = set()
        self._thread: threading.Thread | None = None
        self._halted = self._closed = False
        self._failed = ""
        self._begun = bool(kept.turns)
        self._again: Facts | None = None
        self._pending: dict[int, int | None] = {}  # seat -> the id of the message that answers its turn
        last = kept.turns[-1].left if kept.turns else ()
        self._clocks = {
            seat: PersonClock(kept.plan.clock, last[seat] if seat < len(last) else None) for seat in kept.plan.people
        }
        self._people: dict[int, PersonSeat] = {}

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
    def at_work(self) -> bool:
        """Whether a thread plays it now."""
        return self._thread is not None

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

    def join(self, seat: int, called: str, name: str, token: str) -> None:
        """Take a free seat, and begin where it was the last one."""
        with self.lock:
            sat = Sat(seat, called, name, hash_of(token))
            self._rooms.shelf.add(self.id, Line(sat=sat))
            self.course.plan = seated(self.plan, sat)
            self._tell_all({"event": "sat", "seat": seat, "name": called})
        self.wake()

    def connect(self, seat: int, connected: bool) -> None:
        """Note that a person's page is there, or is not any more; that alone changes nothing in the game."""
        with self.lock:
            if connected == (seat in self.connected):
                return
            (self.connected.add if connected else self.connected.discard)(seat)
            self._tell_all({"event": "connected", "seat": seat, "connected": connected})

    # What a seat does.

    def act(self, seat: int, turn: int | None, line: bytes, id: int | None = None) -> None:
        """Put in the answer of a seat to the turn that is on. Raises Refused where it is not its turn."""
        with self.lock:
            self._check_on()
            if turn != self.course.turn:
                raise Refused("state", "turn", f"turn {self.course.turn} is on, not {turn}", "Look at the board again")
            if seat != self.course.to_move:
                raise Refused("state", "turn", "it is not your turn", "Wait for it")
            if seat in self._pending:
                raise Refused("state", "turn", "this turn was answered already", "Wait for what comes of it")
            self._pending[seat] = id
            self._sit(seat).answer(line)
        self.wake()

    def resign(self, seat: int) -> None:
        """Have a seat leave the game, when its turn comes."""
        with self.lock:
            self._check_on()
            self._sit(seat).resign()
        self.wake()

    def _check_on(self) -> None:
        status = self.status
        if status == "over":
            raise Refused("state", "game", "the game is over", "Ask for a rematch")
        if status in ("waiting", "failed"):
            problem = "not everybody has sat down yet" if status == "waiting" else f"the game failed: {self._failed}"
            raise Refused("state", "game", problem)

    def _sit(self, seat: int) -> PersonSeat:
        if seat not in self._people:
            self._people[seat] = PersonSeat(
                self._clocks[seat], Earlier(self.course.records, self.course.word), word=self.course.word
            )
        return self._people[seat]

    # The match.

    def wake(self) -> None:
        """Have the game go on, where it can and does not."""
        with self.lock:
            if self._thread is not None or not self.plan.complete or self.finished or self._closed:
                return
            self._halted = False
            for seat in self.plan.people:
                self._sit(seat)
            self._thread = threading.Thread(target=self._play, name=f"game {self.id}", daemon=True)
            self._thread.start()

    def put_aside(self, *, closed: bool = False) -> threading.Thread | None:
        """Have the thread of the game end; it goes on from here when it is woken, unless the server is ``closed``.

        Returns the thread, None where there is none.
        """
        with self.lock:
            self._halted, self._closed = True, closed
            for person in self._people.values():
                person.halt()
            return self._thread

    @property
    def resting(self) -> bool:
        """Whether it waits for a person without a clock who is not there, so that it may be put aside."""
        with self.lock:
            mover = self.course.to_move
            waits = mover is not None and self.plan.seats[mover].person and mover not in self._pending
            return waits and self._begun and not self.connected and self.plan.clock.kind == "none"

    def _play(self) -> None:
        earlier = Earlier(self.course.records, self.course.word)
        left: list[Plugin] = []
        try:
            record = self._match(earlier, left).play()
        except Halted:
            record = None
        except BaseException as error:
            _LOG.exception("game %s failed", self.id)
            record = Void("the harness failed", f"{type(error).__name__}: {error}")
        finally:
            for plugin in left:
                self._rooms.benches.leave(self.plan.spec, plugin)
        self._after(record)

    def _match(self, earlier: Earlier, left: list[Plugin]) -> Match:
        plan = self.plan
        versions = {"arena": __version__} | {seat.name: seat.version or "person" for seat in plan.seats}
        terms = Terms(
            plan.bot_seconds,
            self._rooms.limits,
            patience=PATIENCE,
            options={seat.name: seat.options for seat in plan.seats if seat.options},
            versions=versions,
        )

        def open_seat(number: int) -> Seat:
            seat = plan.seats[number]
            earlier.check_ready(number)
            if seat.person:
                with self.lock:
                    return self._sit(number)
            plugin = Plugin(seat.bot, seat.value)
            opened = self._rooms.benches.seat(plan.spec, plugin)
            left.append(plugin)
            return BotSeat(opened, earlier, plan.bot_seconds, lambda: self._halted)

        game = self.course.game
        dialects = Dialects(game, plan.spec, foreign=False)
        return Match(plan.job, game, dialects, terms, open_seat, onlooker=self)

    def _after(self, record: GameRecord | Void | None) -> None:
        """Keep a game that is over; note one that failed; leave one that was put aside."""
        failed = ""
        if isinstance(record, GameRecord):
            times = tuple(round(turn.ms, 3) for turn in self._turns)
            circumstances = msgspec.structs.replace(record.circumstances, ms=times)
            try:
                self._rooms.played.add(self.plan, msgspec.structs.replace(record, circumstances=circumstances))
                self._rooms.shelf.add(self.id, Line(ended=Ended(self._rooms.played.name, record.id)))
            except ArenaError as error:
                failed = f"the record could not be kept: {error.problem}"
        elif isinstance(record, Void) and not self._halted:
            failed = f"{record.reason}: {record.detail.strip().rpartition(chr(10))[2]}"
            _LOG.error("game %s: %s: %s", self.id, record.reason, record.detail)
        with self.lock:
            self._thread = None
            late = {seat: person.answered for seat, person in self._people.items()}
            self._people.clear()
            if record is None:
                self._carry_over(late)
            else:
                self._pending.clear()
            if failed:
                self._failed = printable(failed, 300)
                self._tell_all({"event": "failed", "over": {"reason": self._failed}})
            elif isinstance(record, GameRecord):
                self.ended = Ended(self._rooms.played.name, record.id)
                self._tell_all({"event": "over", "over": self._over(), "racks": self.course.shown(None)["racks"]})

    def _carry_over(self, late: Mapping[int, Answered]) -> None:
        """Take what people sent while the game was being put aside into when it goes on; it then goes on at once."""
        for seat, (line, resigns) in late.items():
            if resigns:
                self._sit(seat).resign()
            if line is not None:
                self._sit(seat).answer(line)
        if self._people and not self._closed:
            self.wake()

    # What the match tells, in its thread.

    def begun(self, state: Any) -> None:
        """Hear the first state, which the course knows."""

    def asked(self, ask: Ask) -> None:
        """Hear that everybody is ready."""
        with self.lock:
            if not self._begun:
                self._begun = True
                self._tell_each(
                    lambda viewer: {
                        "event": "begun", "first": self.course.first, "begins": list(self.plan.begins) or None,
                        "seats": self._seats(), **self.course.shown(viewer),
                    }
                )  # fmt: skip

    def turn_over(self, tell: Tell, seconds: float) -> None:
        with self.lock:
            if tell.turn < len(self._turns):
                self._check_same(tell)
                return
            id = self._pending.pop(tell.seat, None)
            if isinstance(tell.ruling, TryAgain):
                self._refused(tell, id)
                return
            self._begun = True
            self._again = None
            clock = self._clocks.get(tell.seat)
            if clock is not None and (tell.offence is None or tell.offence.fault is not Fault.LATE):
                clock.add()
            turn = Turn(move_record(tell), seconds * 1000, tuple(self._left()))
            self._rooms.shelf.add(self.id, Line(turn=turn))
            self._turns.append(turn)
            self.changed = time.time()
            ended = tell.ruling.outcome if isinstance(tell.ruling, Over) else None
            self.course.take(turn.move, tell.after, turn.ms, ended)
            self._tell_each(lambda viewer: self._moved(viewer, tell, id if viewer == tell.seat else None))
            if self.course.outcome is not None:
                self._tell_all({"event": "over", "over": self._over(), "racks": self.course.shown(None)["racks"]})

    def _check_same(self, tell: Tell) -> None:
        """Raise where a turn of old comes out otherwise than it did."""
        if isinstance(tell.ruling, TryAgain):
            return
        old, new = self._turns[tell.turn].move, move_record(tell)
        if (old.seat, old.move, old.fault and old.fault.fault) != (new.seat, new.move, new.fault and new.fault.fault):
            raise RuntimeError(f"turn {tell.turn} was {old.move} and comes out as {new.move}")

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

    def _left(self) -> list[float | None]:
        return [self._clocks[seat].left if seat in self._clocks else None for seat in range(len(self.plan.seats))]

    # What viewers are told.

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
        }  # fmt: skip

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

    # The same again.

    def ask_rematch(self, seat: int) -> bool:
        """Note that a seat wants a rematch; return whether all people at the table do."""
        with self.lock:
            if self.status != "over":
                raise Refused("state", "game", "the game is not over", "A rematch is asked for when it is")
            if seat not in self.wishes:
                self._rooms.shelf.add(self.id, Line(asked=seat))
                self.wishes = sorted({*self.wishes, seat})
                self._tell_all({"event": "rematch", "rematch": self._again_facts()})
            return set(self.wishes) == set(self.plan.people) and not self.rematch

    def set_rematch(self, game: str) -> None:
        """Tell everybody of the game that follows."""
        with self.lock:
            self._rooms.shelf.add(self.id, Line(rematch=game))
            self.rematch = game
            self._tell_all({"event": "rematch", "rematch": self._again_facts()})

    def _again_facts(self) -> Facts | None:
        if not self.wishes and not self.rematch:
            return None
        return {"asked": self.wishes, "game": self.rematch or None}


def hash_of(token: str) -> str:
    """Return what is kept of a token: who reads the disk cannot sit down with it."""
    return hashlib.sha256(token.encode("utf-8", errors="replace")).hexdigest()


def move_record(tell: Tell) -> MoveRecord:
    """Return a turn as it is kept."""
    fault = None
    if tell.offence is not None:
        fault = FaultRecord(tell.offence.fault.name, tell.offence.detail, tell.offence.final)
    return MoveRecord(
        turn=tell.turn,
        seat=tell.seat,
        move=None if tell.move is None else str(tell.move),
        fault=fault,
        offered=tell.offered,
    )
