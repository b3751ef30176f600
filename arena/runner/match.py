"""One game: seats, clock and referee brought together. Returns a record, or a Void when we failed.

The clock is ours and monotonic: it starts when the question has been sent. What a move may take is its own time and
what is left of its seat's time for the game. Under ``clock: cpu`` a move is judged by the processor time that the
seat's processes use, with a multiple of it as wall clock behind; where that cannot be read (a program at an address),
the wall clock judges. A seat is only read while it is asked, so nothing depends on who writes first. A seat that is
still busy with an earlier turn is given ``limits.late_time`` to come back from it; then its process is ended.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Hashable, Mapping, Sequence
from math import inf
from typing import Any

from arena.contract.adjudication import adjudged
from arena.contract.game import Game, TryAgain, same_turn, takes_penalties
from arena.contract.game_clock import GameClock
from arena.contract.outcome import Fault, Outcome, Void
from arena.errors import ConfigError
from arena.records.record import GameRecord
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
from arena.referee.referee import NOBODY_READY, Referee
from arena.runner.answers import event_of, logged_event
from arena.runner.dialects import Dialect, Dialects
from arena.runner.onlooker import Onlooker, Unlooked
from arena.runner.recorder import Recorder
from arena.runner.seats.not_ready import NotReady
from arena.runner.seats.ready import hear_ready, unready
from arena.runner.seats.seat import Chosen, Flood, Gone, Heard, Seat, Silence
from arena.runner.shared.seat import SharedSeat
from arena.runner.shared.turn_log import TurnLog
from arena.runner.sitting import Sitting
from arena.runner.terms import Terms
from arena.runner.turn_clock import TurnClock, next_look
from arena.schedule import Job
from arena.wire.message.clocks import with_clocks, with_game_time
from arena.wire.message.codec import Bad, encode

LOOK = 0.1  # seconds between two looks at what the processes of a seat take together
SHORT_PATIENCE = 0.05  # seconds for a seat to leave that was told to go

Opener = Callable[[int], Seat]  # seat number -> the seat; raises NotReady
Trace = Callable[[int, bool, bytes], None]  # seat, whether the server sent it, the line


class Match:
    """One game from the opening of its seats to its record."""

    def __init__(
        self,
        job: Job,
        game: Game[Any, Any],
        dialects: Dialects,
        terms: Terms,
        open_seat: Opener,
        trace: Trace | None = None,
        onlooker: Onlooker | None = None,
        log: TurnLog | None = None,
    ) -> None:
        """log: where what the referee hears is kept, and what it has heard in an earlier attempt at this game."""
        self._log = log
        self._onlooker = onlooker or Unlooked()
        self._job, self._game, self._terms, self._open, self._trace = job, game, terms, open_seat, trace
        self._dialects = dialects
        by_cpu = terms.clock == "cpu"
        self._sittings = [Sitting(by_cpu, terms.ponder, GameClock(terms.time_control(bot))) for bot in job.bots]
        self._clock = TurnClock(terms.backstop)
        self._opening = dialects.opening(job.pair)
        self._recorder = Recorder(job, game, terms.versions, self._opening)
        self._text: Callable[[Hashable], str] = str if log is None else log.text_of
        self._came = 0.0  # when the last thing was heard
        self.keep: list[Seat] = []  # seats that may play another game
        self.killed = ""  # whose process ended by a SIGKILL that was not ours, and how

    def play(self, *, keep: bool = False) -> GameRecord | Void:
        """Play the game. ``keep`` leaves seats that behaved open, in ``self.keep``. Ends every other one."""
        began = time.monotonic()
        try:
            result, referee = self._run()
        except Exception:
            self._close(None)
            return Void("the harness failed", traceback.format_exc())
        except BaseException:
            self._close(None)
            raise
        self._close(result, keep)
        if isinstance(result, Void) and result.reason != NOBODY_READY:
            return result
        return self._recorder.record(result, referee, self._sittings, time.monotonic() - began)

    # The run of the game.

    def _run(self) -> tuple[Outcome | Void, Referee]:
        state, dialect = self._dialects.begin(self._job.seed, self._opening)
        self._onlooker.begun(state)
        rule = self._terms.adjudicate
        adjudicator = None if rule is None else Adjudicator(self._game, rule)
        referee = Referee(self._game, state, patience=self._terms.patience, adjudicator=adjudicator)
        orders = referee.begin(*self._seat_everybody(dialect, state))
        while referee.result is None or orders:
            question = self._obey(orders, dialect, referee)
            if question is None:
                break
            try:
                orders = self._ask(question, dialect, referee)
            except (OSError, MemoryError) as error:
                orders = referee.hear(HarnessFailed("the harness failed", repr(error)))
        assert referee.result is not None
        return self._settled(referee.result, referee), referee

    def _settled(self, result: Outcome | Void, referee: Referee) -> Outcome | Void:
        """Return how the game ended, less the points that overtime cost."""
        penalties = tuple(sitting.clock.penalty for sitting in self._sittings)
        if isinstance(result, Void) or not any(penalties):
            return result
        game = self._game
        if referee.adjudicated:
            return adjudged(game, referee.state, result.reason, penalties)
        if not takes_penalties(game):
            raise ConfigError(game.name, "overtime takes points, and this game has none", "Play it without overtime")
        return game.outcome_less(referee.state, penalties) or result

    def _seat_everybody(self, dialect: Dialect, state: Any) -> list[Exited]:
        """Open the seats, tell them the start, and wait until each is ready; return those that are not."""
        absent = []
        for number, bot in enumerate(self._job.bots):
            sitting, began = self._sittings[number], time.monotonic()
            try:
                sitting.seat = self._open(number)
                sitting.start = time.monotonic() - began
            except NotReady as failure:
                sitting.output = failure.output
                if failure.killed:
                    self._note_kill(number, failure.detail)
                absent.append(Exited(number, Fault.NOT_READY, failure.detail))
                continue
            sitting.process = sitting.seat.process
            sitting.family = sitting.seat.family
            if sitting.family is not None:
                sitting.family.go()  # one that was kept stood still since its last game
            control = self._terms.time_control(bot)
            start = dialect.start(
                number,
                state,
                seed=self._job.own_seed(number),
                seconds=control.move_time,
                options=self._terms.options.get(bot, {}),
                brief=sitting.seat.brief,
            )
            self._tell(number, with_game_time(start, control.game_time))
        until = time.monotonic() + self._terms.limits.start_time
        seated = [number for number, sitting in enumerate(self._sittings) if sitting.seat is not None]
        silent = []
        for number in seated:
            heard = self._await_ready(number, until)
            if isinstance(heard, Silence) and any(other.family is not None for other in self._others(number)):
                silent.append(number)
            else:
                absent += self._seated(number, heard)
        for number in silent:  # they started all at once, and one of them may have kept the processors from the others
            absent += self._seated(number, self._await_ready_alone(number))
        return absent

    def _await_ready(self, number: int, until: float) -> Heard:
        """Return what a seat says to the start, first; its time to begin goes on."""
        sitting, began = self._sittings[number], time.monotonic()
        assert sitting.seat is not None

        def hear(until: float) -> Heard:
            heard = self._heard(sitting, until)
            if isinstance(heard, bytes):
                self._traced(number, False, heard)
            return heard

        heard = hear_ready(sitting.seat, until, hear)
        sitting.start += time.monotonic() - began
        return heard

    def _await_ready_alone(self, number: int) -> Heard:
        """Give a seat that was not ready in time its whole time once more, with all others standing still."""
        others = self._others(number)
        for sitting in others:
            sitting.hold(always=True)
        for sitting in others:
            sitting.see_held()
        self._sittings[number].let_go()
        heard = self._await_ready(number, time.monotonic() + self._terms.limits.start_time)
        for sitting in others if self._terms.ponder else ():
            sitting.let_go()
        return heard

    def _seated(self, number: int, heard: Heard) -> list[Exited]:
        """Take what a seat said to the start; return its leave where that is not that it is ready."""
        sitting = self._sittings[number]
        assert sitting.seat is not None
        if isinstance(heard, Gone) and heard.killed:
            self._note_kill(number, heard.detail)
        trouble = unready(sitting.seat, heard, self._terms.limits.start_time)
        if trouble is None:
            sitting.rest()
            return []
        self._dismiss(number, SHORT_PATIENCE)
        return [Exited(number, Fault.NOT_READY, trouble)]

    def _obey(self, orders: Sequence[Order], dialect: Dialect, referee: Referee) -> Ask | None:
        """Carry out orders; return the question to ask, or None at the end."""
        question = None
        for order in orders:
            match order:
                case Tell():
                    if not isinstance(order.ruling, TryAgain):
                        whole = not same_turn(self._game, order.before, order.after)
                        self._charge(self._sittings[order.seat], whole)
                    self._onlooker.turn_over(order, self._clock.spent)
                    text = None if order.move is None else self._text(order.move)
                    self._recorder.note(order, text, self._clock, self._sittings[order.seat])
                    letters = dialect.turn_messages(
                        order.seat, order.turn, order.before, order.after, order.move, order.offence, order.ruling
                    )
                    for number, message in letters:
                        self._tell(number, message)
                case Dismiss(seat, offence):
                    self._dismiss(seat, SHORT_PATIENCE if offence.fault is not Fault.CRASHED else 0.0)
                case Finish(result):
                    result = self._settled(result, referee)
                    if isinstance(result, Outcome):
                        for number in range(len(self._sittings)):
                            self._tell(number, dialect.over(result, number))
                case Ask():
                    question = order
        return question

    def _ask(self, ask: Ask, dialect: Dialect, referee: Referee) -> list[Order]:
        """Ask one seat on its clock and let the referee hear what comes, until there are orders."""
        sitting = self._sittings[ask.seat]
        seat = sitting.seat
        assert seat is not None, "the referee asks a seat that was dismissed"
        self._onlooker.asked(ask)
        if not ask.again:
            self._clock.reset(self._allowed(sitting), sitting.clock.free())
        self._clock.begin_try()
        if self._log is not None and (again := self._heard_before(ask, dialect, referee)):
            return again
        if type(seat) is SharedSeat and seat.family is None:
            return self._ask_here(ask, seat, dialect, referee)
        others = self._others(ask.seat)
        for other in others:
            other.hold()
        begun = sitting.look()
        cpu_clock = self._terms.clock == "cpu" and begun is not None
        left = self._clock.left(cpu_clock)
        seat.fresh_turn()
        free = self._clock.free_left(cpu_clock)
        question = dialect.ask(ask.turn, ask.state, None if free is None else round(free * 1000, 3), brief=seat.brief)
        standing = sitting.clock.standing(self._clock.taken(cpu_clock))
        for other in others:
            other.see_held()
        self._tell(ask.seat, with_clocks(question, standing, by_cpu=cpu_clock))
        sitting.let_go()  # with the question before it already: it is woken once
        sent = time.monotonic()
        wall = self._clock.wall(cpu_clock)
        deadline = sent + wall
        orders: list[Order] = []
        while not orders:
            # What is owed from an earlier turn has a limit of its own.
            owed = None if sitting.owes is None else sitting.owes + self._terms.limits.late_time
            until = deadline if owed is None else min(deadline, owed)
            heard = self._heard(sitting, until, next_look(until, left, begun, sitting) if cpu_clock else until)
            now = time.monotonic() if isinstance(heard, Silence) else self._came
            over = cpu_clock and left is not None and sitting.used_since(begun) > left
            if cpu_clock and isinstance(heard, Silence) and now < until and not over:
                continue  # only a look at its processor time
            event: Event | None
            match heard:
                case bytes() | Chosen():
                    self._traced(ask.seat, False, heard)
                    event = event_of(heard, ask, dialect, sitting)
                    if over and isinstance(event, Answered) and event.turn == ask.turn:
                        event = Late(ask.seat, ask.turn, f"an answer after more than {left:.3g} s of processor time")
                case Bad(detail):
                    event = Garbled(ask.seat, detail)
                case Flood(detail):
                    event = Garbled(ask.seat, detail, Fault.FLOOD)
                case Gone(fault, detail, killed):
                    event = Exited(ask.seat, fault, detail)
                    if killed:
                        self._note_kill(ask.seat, detail)
                case Silence() if sitting.owes is not None and owed is not None and owed <= min(deadline, now):
                    event = Exited(ask.seat, Fault.LATE, f"did not come back from turn {sitting.owed_turn + 1}")
                case Silence():
                    kind = f"{left:.3g} s of processor time" if over else f"{wall:.3g} s"
                    still = "" if sitting.owes is None else f"; it was still at turn {sitting.owed_turn + 1}"
                    event = Late(ask.seat, ask.turn, f"no answer within {kind}{still}")
                    if sitting.owes is None and not sitting.patient:
                        sitting.owes, sitting.owed_turn = now, ask.turn
            self._clock.take(now - sent)
            if event is not None:
                if begun is not None:
                    self._clock.take_cpu(sitting.used_since(begun))
                if self._log is not None:
                    self._log.note(event, self._clock.spent, self._clock.cpu_spent, sitting.own_ms)
                orders = self._judged(referee, event, ask)
        sitting.rest()
        return orders

    def _ask_here(self, ask: Ask, seat: SharedSeat, dialect: Dialect, referee: Referee) -> list[Order]:
        """Do the same of a bot in our own process, by the wall clock: nobody is held, and there is no message."""
        sitting, clock = self._sittings[ask.seat], self._clock
        left, wall = clock.free_left(False), clock.wall(False)
        standing = sitting.clock.standing(clock.taken(False))
        sent = time.monotonic()
        heard: Heard = seat.answer(ask.turn, ask.state, None if left is None else round(left, 6), standing, sent + wall)
        while True:
            clock.take(time.monotonic() - sent)
            event: Event | None
            match heard:
                case Chosen() | bytes():
                    event = event_of(heard, ask, dialect, sitting)
                case Gone(fault, detail):
                    event = Exited(ask.seat, fault, detail)
                case _:
                    event = Late(ask.seat, ask.turn, f"no answer within {wall:.3g} s")
                    sitting.owes, sitting.owed_turn = sent + wall, ask.turn
            if event is not None:
                assert self._log is not None
                self._log.note(event, clock.spent, None, sitting.own_ms)
                orders = self._judged(referee, event, ask)
                if orders:
                    return orders
            heard = seat.hear(sent + wall)

    def _heard_before(self, ask: Ask, dialect: Dialect, referee: Referee) -> list[Order]:
        """Let the referee hear what it heard of this question in an earlier attempt; return the orders, [] for none."""
        orders: list[Order] = []
        while not orders and self._log is not None and (entry := self._log.earlier()) is not None:
            event = logged_event(entry, ask, dialect, self._sittings[ask.seat], self._game)
            if event is None:
                continue
            self._clock.spent, self._clock.cpu_spent = entry.spent, entry.cpu
            self._sittings[ask.seat].own_ms = entry.own_ms
            if entry.kind == "offered":
                self._log.keep(entry)
            self._log.note(event, entry.spent, entry.cpu, entry.own_ms)
            orders = self._judged(referee, event, ask)
        return orders

    def _heard(self, sitting: Sitting, until: float, look: float = inf) -> Heard:
        """Return what a seat says by ``until``, or by ``look`` that it said nothing; end it where it takes too much."""
        seat = sitting.seat
        assert seat is not None
        while True:
            family = sitting.family
            pause = inf if family is None else time.monotonic() + LOOK
            heard = seat.hear(min(until, look, pause))
            self._came = time.monotonic()  # looking, also at others, takes none of its time
            self._look_at_those_who_think_on(sitting)
            if family is None or isinstance(heard, Gone):
                return heard
            trouble = family.look() if isinstance(heard, Silence) else family.glance()
            if trouble is not None:
                return seat.condemn(*trouble)
            if not isinstance(heard, Silence) or time.monotonic() >= min(until, look):
                return heard

    def _look_at_those_who_think_on(self, asked: Sitting) -> None:
        for sitting in self._sittings if self._terms.ponder else ():
            if sitting is not asked and sitting.family is not None:
                trouble = sitting.family.look()
                if trouble is not None:
                    assert sitting.seat is not None
                    sitting.seat.condemn(*trouble)

    def _others(self, number: int) -> list[Sitting]:
        return [sitting for other, sitting in enumerate(self._sittings) if other != number]

    def _judged(self, referee: Referee, event: Event, ask: Ask) -> list[Order]:
        """Have the referee hear an event. What an answer does to our own code is its seat's doing."""
        try:
            return referee.hear(event)
        except Exception as error:
            # A ConfigError says that the game itself is wrong, whatever was answered; so does a move that was played.
            played = referee.turn != ask.turn
            if isinstance(error, ConfigError) or played or not isinstance(event, Answered | Offered):
                raise
            return referee.hear(Garbled(ask.seat, f"the rules cannot take it: {type(error).__name__}: {error}"))

    def _allowed(self, sitting: Sitting) -> float | None:
        """Return the seconds of this move: the move's own, or what is left of the game's."""
        return sitting.clock.limit()

    def _charge(self, sitting: Sitting, whole: bool) -> None:
        """End a seat's turn on its clock for the game, or part of one: by the times that the record keeps of it."""
        by_cpu = self._terms.clock == "cpu" and self._clock.cpu_spent is not None
        sitting.clock.charge(self._clock.taken(by_cpu), whole)

    def _note_kill(self, number: int, detail: str) -> None:
        self.killed = self.killed or f"{self._job.bots[number]}: {detail}"

    # What is told and kept.

    def _tell(self, number: int, message: Mapping[str, Any]) -> None:
        seat = self._sittings[number].seat
        if seat is not None:
            if self._trace is not None:
                self._traced(number, True, encode(message))
            seat.tell(message)

    def _traced(self, number: int, from_server: bool, line: bytes | Chosen) -> None:
        if self._trace is not None and isinstance(line, bytes):
            self._trace(number, from_server, line)

    def _dismiss(self, number: int, patience: float) -> None:
        sitting = self._sittings[number]
        if sitting.seat is not None:
            sitting.leave(sitting.seat.close(patience=patience))

    def _close(self, result: Outcome | Void | None, keep: bool = False) -> None:
        """End the seats that are left; those that behaved have their time to leave."""
        patience = self._terms.limits.shutdown_time if isinstance(result, Outcome) else SHORT_PATIENCE
        for sitting in self._sittings:
            if sitting.seat is None:
                continue
            if keep and isinstance(result, Outcome) and sitting.owes is None and sitting.seat.process == "kept":
                sitting.hold()  # others play meanwhile
                if sitting.see_held():
                    self.keep.append(sitting.seat)
                    sitting.output, sitting.seat = sitting.seat.rest(), None
                    sitting.family = None
                else:
                    sitting.leave(sitting.seat.close(patience=0.0))
            else:
                sitting.leave(sitting.seat.close(patience=SHORT_PATIENCE if sitting.owes else patience))
