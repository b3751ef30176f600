"""A seat without a process: its answers are written down. For matches in tests that need no real bot."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from arena.contract.outcome import Fault
from arena.runner.seats.seat import Closing, Gone, Heard, Processes, Silence
from arena.wire.message.codec import encode
from arena.wire.message.plain import Message

Script = Callable[[Message], list[Heard]]


def behaves(act: str) -> Script:
    """Return the script of a guest of the zoo, as far as a double can play it."""

    def script(message: Message) -> list[Heard]:
        if message["type"] == "start":
            return [b'{"type": "ready"}']
        if message["type"] != "your_turn" or act == "sleeper":
            return []
        if act == "exits":
            return [Gone(Fault.CRASHED, "exit status 0")]
        return [encode({"type": "move", "move": "take 1", "turn": message["turn"]}).strip()]

    return script


class ScriptedSeat:
    """Answers each message with what its script says; silent when it says nothing."""

    brief = True

    def __init__(self, script: Script | str, process: str = "fresh") -> None:
        self.act = script if isinstance(script, str) else ""
        self._script = behaves(script) if isinstance(script, str) else script
        self.process = process
        self.messages: list[Message] = []
        self._said: deque[Heard] = deque()
        self._gone: Gone | None = None
        self._closing: Closing | None = None

    def tell(self, message: Message) -> None:
        self.messages.append(message)
        if self._gone is None:
            self._said.extend(self._script(message))

    def fresh_turn(self) -> None: ...

    def hear(self, deadline: float) -> Heard:
        if self._gone is not None:
            return self._gone
        if self._said:
            heard = self._said.popleft()
            if isinstance(heard, Gone):
                self._gone = heard
            return heard
        time.sleep(max(0.0, deadline - time.monotonic()))
        return Silence()

    @property
    def family(self) -> Processes | None:
        return None

    def stage(self) -> str:
        return ""

    def condemn(self, fault: Fault, detail: str) -> Gone:
        self._gone = Gone(fault, detail)
        return self._gone

    def rest(self) -> str:
        return ""

    def close(self, *, patience: float) -> Closing:
        if self._closing is None:
            over = any(message["type"] == "game_over" for message in self.messages)
            busy = self.act == "sleeper" and not over
            printed = "x" * 1000 if self.act == "prints" else ""
            self._closing = Closing(printed, "ended by TERM" if busy else "")
        return self._closing
