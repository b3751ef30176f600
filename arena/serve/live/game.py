"""One live game: seats that are taken, and the match that plays it in a thread.

Truth is the course (course.py), which is what lies on disk (kept.py), folded by the rules. The match is asked to go on
from there whenever somebody is there to play; while nobody is, no thread and no process is at work for the game.
What viewers are told of it: standing.py.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from typing import Any

import msgspec

from arena.contract.game import Over, TryAgain, same_turn
from arena.contract.outcome import Fault, Void
from arena.errors import ArenaError
from arena.printable import printable
from arena.records.record import GameRecord
from arena.referee.events import Ask, Tell
from arena.runner.match import Match
from arena.runner.plugin.find import Plugin
from arena.runner.seats.not_ready import NotReady
from arena.runner.seats.seat import Seat
from arena.serve.live.earlier import BotSeat, Earlier, Halted
from arena.serve.live.kept import Kept, Line, seated
from arena.serve.live.match_of import live_match, move_record
from arena.serve.live.person import Answered, PersonSeat
from arena.serve.live.plan import Ended, Sat, Turn
from arena.serve.live.rooms import Rooms
from arena.serve.live.standing import Listener, Standing
from arena.serve.live.tokens import hash_of
from arena.serve.problems import Refused

_LOG = logging.getLogger("arena.page")


class LiveGame(Standing):
    """A game as it is kept, and as it goes on."""

    def __init__(self, kept: Kept, rooms: Rooms, listener: Listener) -> None:
        """Raises ArenaErrors where it cannot be gone on with by the rules of today."""
        super().__init__(kept, listener)
        self._rooms = rooms
        self._turns = list(kept.turns)
        self._thread: threading.Thread | None = None
        self._halted = self._closed = False
        self._pending: dict[int, int | None] = {}  # seat -> the id of the message that answers its turn
        self._resigned = set(kept.resigned)  # seats that leave when their turn comes
        self._people: dict[int, PersonSeat] = {}

    @property
    def at_work(self) -> bool:
        """Whether a thread plays it now."""
        return self._thread is not None

    def join(self, seat: int, called: str, name: str, token: str) -> None:
        """Take a free seat, and begin where it was the last one."""
        with self.lock:
            sat = Sat(seat, called, name, hash_of(token))
            self._rooms.shelf.add(self.id, Line(sat=sat))
            self.course.plan = seated(self.plan, sat)
            self._tell_all({"event": "sat", "seat": seat, "name": called})
        self.wake()

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
            if seat not in self._resigned:
                self._rooms.shelf.add(self.id, Line(resigned=seat))
                self._resigned.add(seat)
            self._sit(seat).resign()
        self.wake()

    @property
    def resigning(self) -> bool:
        """Whether a seat wants to leave, and its turn has not come."""
        return self.course.outcome is None and bool(self._resigned)

    def _check_on(self) -> None:
        status = self.status
        if status == "over":
            raise Refused("state", "game", "the game is over", "Ask for a rematch")
        if status in ("waiting", "failed"):
            problem = "not everybody has sat down yet" if status == "waiting" else f"the game failed: {self._failed}"
            raise Refused("state", "game", problem)

    def _sit(self, seat: int) -> PersonSeat:
        if seat not in self._people:
            person = PersonSeat(self._clocks[seat], Earlier(self.course.records, self.course.word))
            if seat in self._resigned:
                person.resign()
            self._people[seat] = person
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
        def open_seat(number: int) -> Seat:
            if self._halted:
                raise Halted
            seat = self.plan.seats[number]
            earlier.check_ready(number)
            if seat.person:
                with self.lock:
                    return self._sit(number)
            plugin = Plugin(seat.bot, seat.value)
            try:
                opened = self._rooms.benches.seat(self.plan.spec, plugin)
            except NotReady:
                if self._halted:  # the benches are closed: no fault of the bot's
                    raise Halted from None
                raise
            left.append(plugin)
            return BotSeat(opened, earlier, self.plan.bot_seconds, lambda: self._halted)

        return live_match(self.plan, self.course.game, self._rooms.limits, open_seat, self)

    def _after(self, record: GameRecord | Void | None) -> None:
        """Keep a game that is over; note one that failed; leave one that was put aside."""
        failed, ended = "", None
        if isinstance(record, GameRecord):
            times = tuple(round(turn.ms, 3) for turn in self._turns)
            circumstances = msgspec.structs.replace(record.circumstances, ms=times)
            try:
                kept = msgspec.structs.replace(record, circumstances=circumstances)
                ended = Ended(self._rooms.played.add(self.plan, kept), record.id)
                self._rooms.shelf.add(self.id, Line(ended=ended))
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
            elif ended is not None:
                self.ended = ended
                self._tell_all({"event": "over", "over": self._over(), "racks": self.course.shown(None)["racks"]})

    def _carry_over(self, late: Mapping[int, Answered]) -> None:
        """Take what people sent while the game was being put aside into when it goes on; it then goes on at once."""
        for seat, line in late.items():
            if line is not None:
                self._sit(seat).answer(line)
        if (self._people or self.resigning) and not self._closed:
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
            whole = not same_turn(self.course.game, tell.before, tell.after)  # a challenge alone adds nothing
            if clock is not None and whole and (tell.offence is None or tell.offence.fault is not Fault.LATE):
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
