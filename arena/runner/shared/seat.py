"""A seat whose bot is an object of our own process, and the processes of such a seat, of which there are none.

The bot works while the seat is heard; so a deadline ends nothing here, and is seen when the bot has come back. Who does
not come back, or ends the process, is found by the worker's parent (turn_log.py). What a bot raises, returns and prints
is taken as from a process of its own.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from arena.contract.budget import ClockedBudget
from arena.contract.chance import Random
from arena.contract.game import GameInfo, SomeBot
from arena.contract.game_time import GameTimeLeft
from arena.contract.outcome import Fault
from arena.errors import ArenaError
from arena.runner.seats.seat import Chosen, Closing, Gone, Heard, Processes, Silence
from arena.runner.shared.common_random import CommonRandom, SeatRandom
from arena.runner.shared.plugins import BrokenPlugin, Plugins
from arena.runner.shared.printed import Printed
from arena.runner.shared.turn_log import IMPORTING, LEAVING, STARTING, WARMING, LogEntry, TurnLog
from arena.wire.message.challenging import before_choosing
from arena.wire.message.clocks import game_time_of, standing_of
from arena.wire.message.codec import encode
from arena.wire.message.plain import Message
from arena.wire.message.unsent import Shown

_READY = b'{"type": "ready"}'
_MOST_OF_A_LINE = 300  # characters of what a bot printed last, as of a process


@dataclass(frozen=True)
class WorkerParts:
    """What all seats of a worker have in common. output: bytes that are kept of what a bot prints. by_cpu: whether
    processor time judges moves. put_right: what bots leave in the process, whenever one has been at work."""

    plugins: Plugins
    log: TurnLog
    common: CommonRandom
    output: int
    by_cpu: bool = False
    put_right: Callable[[], None] = lambda: None


class ThisProcess:
    """The processes of a seat in our own: nothing can be held, and its time is the process's."""

    used = running = 0.0
    slept = True  # what is used between its turns is not its own

    def hold(self) -> None: ...

    def held(self) -> str:
        return ""

    def go(self) -> None: ...

    def look(self) -> None: ...

    def glance(self) -> None: ...

    def seconds(self) -> float:
        return time.process_time()

    def quick_seconds(self) -> float:
        return 0.0


class _Refused(Exception):
    """A factory that made no bot, and says why itself: no traceback could say it better."""


class SharedSeat:
    """A plug-in in our own process; ``shown`` says what it sees of the game at which it sits."""

    process = "shared"
    brief = True

    def __init__(
        self, number: int, value: str, variant: str, around: WorkerParts, shown: Shown,
        info: Callable[[Message], GameInfo], sample: Callable[[], GameInfo],
    ) -> None:  # fmt: skip
        """number: of the seat. value: ``module:factory``. info: by a start message. sample: of any game, to warm up."""
        self._number, self._value, self._variant = number, value, variant
        self._around, self._shown, self._info, self._sample = around, shown, info, sample
        self._printed = Printed(around.output)
        self._random = SeatRandom(0)
        self._start: Message | None = None
        self._question: tuple[int, Any, float | None, GameTimeLeft | None] | None = None
        self._said: deque[Heard] = deque()
        self._verdict: Gone | None = None
        self._closing: Closing | None = None
        self._bot: SomeBot | None = None
        self._plays_on = False
        self._clock = time.process_time if around.by_cpu else time.monotonic
        self.family: Processes | None = ThisProcess() if around.by_cpu else None

    def tell(self, message: Message) -> None:
        if message["type"] == "start":
            self._start = message
        elif message["type"] == "your_turn":
            ms = message["ms"]
            seconds = None if ms is None else ms / 1000
            self._question = message["turn"], message["state"], seconds, standing_of(message)

    def answer(
        self, turn: int, state: Any, seconds: float | None, standing: GameTimeLeft | None, deadline: float
    ) -> Heard:
        """Do what ``tell`` and ``hear`` do of a question, without a message. seconds: that are left for the move."""
        self._question = turn, state, seconds, standing
        return self.hear(deadline)

    def fresh_turn(self) -> None: ...

    def stage(self) -> str:
        return ""

    def hear(self, deadline: float) -> Heard:
        if self._verdict is not None:
            return self._verdict
        if self._said:
            return self._said.popleft()
        if self._start is None and self._question is None:  # nothing is to be expected
            time.sleep(max(0.0, deadline - time.monotonic()))
            return Silence()
        ended = self._work(deadline)
        if ended > deadline and self._verdict is None:
            # Offers were said in time; an answer is heard when the seat is asked next, as one to this turn.
            return self._said.popleft() if len(self._said) > 1 else Silence()
        return self._said.popleft() if self._said else self._verdict or Silence()

    def _work(self, deadline: float) -> float:
        """Have the bot take its place or its turn; what comes of it is in ``_said``, or is the verdict.

        Returns when it was done.
        """
        around = self._around
        streams = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = self._printed
        around.common.seat = self._random
        try:
            try:
                if self._question is not None:
                    (turn, state, seconds, standing), self._question = self._question, None
                    around.log.turn(self._number, turn, deadline)
                    self._said.append(self._turn(turn, state, seconds, standing))
                elif self._start is not None:
                    start, self._start = self._start, None
                    self._begin(start, deadline)
            finally:
                around.put_right()
        except BaseException as error:
            around.put_right()  # an alarm may have rung meanwhile
            self._verdict = self._failed(error)
        finally:
            around.log.idle()
            sys.stdout, sys.stderr = streams
        return time.monotonic()

    def _failed(self, error: BaseException) -> Gone:
        """Return what is told of a bot that raised, or that did not begin; print what its process would have."""
        if isinstance(error, BrokenPlugin):
            self._print(error.output)
            return Gone(Fault.NOT_READY, error.why)
        if isinstance(error, MemoryError):
            self._print("MemoryError: the bot ran into its memory limit")
            return Gone(Fault.MEMORY, self._last_line())
        refused = isinstance(error, _Refused)
        self._print(str(error) if refused else "".join(traceback.format_exception(error)))
        return Gone(Fault.CRASHED, self._last_line())

    def _begin(self, start: Message, deadline: float) -> None:
        log, plugins = self._around.log, self._around.plugins
        broken = plugins.broken(self._value, self._variant)
        if broken is not None:
            raise broken
        try:
            factory = plugins.factory(self._value, lambda: log.turn(self._number, IMPORTING, deadline))
        except BaseException as error:
            raise self._broken(error, "", "import") from None
        self._around.common.seat = SeatRandom(0)  # whether it was imported now or earlier
        try:
            plugins.warm_up(self._value, self._variant, self._sample, lambda: log.turn(self._number, WARMING, deadline))
        except BaseException as error:
            raise self._broken(error, self._variant, f"warm-up for {self._variant}") from None
        log.turn(self._number, STARTING, deadline)
        seed = int(start["seed"])  # from here on, as in a process of its own: only a first game imports and warms up
        self._random = self._around.common.seat = SeatRandom(seed)
        info = self._info(start)
        game_time = game_time_of(start)
        self._plays_on = game_time is not None and game_time.overtime is not None
        try:
            bot = factory(info, Random(seed))
        except ArenaError as error:
            raise _Refused(str(error)) from None
        if not callable(getattr(bot, "choose", None)):
            raise _Refused(f"the factory returned {bot!r}, which has no method choose(view, budget)")
        self._bot = bot
        self._said.append(_READY)

    def _broken(self, error: BaseException, variant: str, stage: str) -> BrokenPlugin:
        """Return what a plug-in that does not begin is told of from now on."""
        self._print("".join(traceback.format_exception(error)))
        broken = BrokenPlugin(f"{stage} failed: {self._last_line()}", self._printed.text())
        self._around.plugins.note_broken(self._value, variant, broken)
        self._printed = Printed(self._around.output)  # it is printed when it is raised
        return broken

    def _turn(self, turn: int, state: Any, seconds: float | None, standing: GameTimeLeft | None) -> Chosen | bytes:
        """Ask the bot; return its answer."""
        started = time.monotonic()
        shown, clock = self._shown, self._clock

        def offer(move: Any) -> None:
            if self._plays_on or budget.time_left() > 0:
                line = encode({"type": "offer", "turn": turn, "move": shown.written(move)})
                self._around.log.keep(LogEntry("offered", turn, line.decode()))
                self._said.append(line)

        began = clock() if self._around.by_cpu else started
        budget = ClockedBudget(seconds, clock, offer, began, standing)
        assert self._bot is not None
        view = shown.view(state, self._number)
        move = before_choosing(self._bot, view) or self._bot.choose(view, budget)
        read = shown.read(move)
        taken = round((time.monotonic() - started) * 1000, 3)
        if read is not None:
            return Chosen(turn, read, taken)
        return encode({**shown.written(move), "turn": turn, "ms": taken})

    def _print(self, text: str) -> None:
        if text:
            self._printed.write(text.rstrip() + "\n")

    def _last_line(self) -> str:
        return self._printed.text().strip().rpartition("\n")[2][:_MOST_OF_A_LINE]

    def condemn(self, fault: Fault, detail: str) -> Gone:
        self._verdict = Gone(fault, detail)
        return self._verdict

    def rest(self) -> str:
        return self._printed.text()

    def close(self, *, patience: float) -> Closing:
        if self._closing is None:
            if self._bot is not None:  # what it does when it is deleted is its own
                self._around.log.turn(self._number, LEAVING, time.monotonic() + patience)
                self._bot = None
                self._around.put_right()
                self._around.log.idle()
            self._closing = Closing(self.rest(), "")
        return self._closing


class DepartedSeat:
    """The seat of a bot that ended an earlier worker: it sits there until the referee hears that it is gone."""

    process = "shared"
    brief = True
    family: Processes | None = None

    def __init__(self, fault: Fault, detail: str, ready: bool) -> None:
        """ready: whether it was so, and left later."""
        self._gone = Gone(fault, detail)
        self._ready = ready

    def tell(self, message: Message) -> None: ...

    def fresh_turn(self) -> None: ...

    def stage(self) -> str:
        return ""

    def hear(self, deadline: float) -> Heard:
        ready, self._ready = self._ready, False
        return _READY if ready else self._gone

    def condemn(self, fault: Fault, detail: str) -> Gone:
        return self._gone

    def rest(self) -> str:
        return ""

    def close(self, *, patience: float) -> Closing:
        return Closing("", "ended its process, or was ended with it")
