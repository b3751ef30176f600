"""A bot of ours at somebody's server that speaks s-expressions over TCP: one connection, game after game.

The bot sits in a process of its own, a fresh one a game, on a clock. Whatever it does, the conversation goes on:
a bot that is late, falls over, or says what cannot be said passes, and in the first two cases to the end of the game.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from arena.config.model import Limits
from arena.errors import ConfigError, NotationError, RunError
from arena.runner.bench import Bench
from arena.runner.seats.not_ready import NotReady
from arena.runner.seats.process import ProcessSeat
from arena.runner.seats.seat import Chosen, Flood, Gone, Silence
from arena.serve.connection import Connection
from arena.wire.message.answers import Action, Offer, Ready, read_answer
from arena.wire.message.codec import Bad
from arena.wire.sexpr.messages import Error
from arena.wire.sexpr.session import State
from arena.wire.sexpr.visitor import Visitor

CONNECT_TIME = 10.0  # seconds
_SHUTDOWN = 0.5  # seconds for a bot's process to leave by itself

News = Callable[[str], None]


def connect(host: str, port: int) -> socket.socket:
    """Return a connection. Raises ConfigError where there is none to be had."""
    where = f"{host}:{port}"
    try:
        return socket.create_connection((host, port), timeout=CONNECT_TIME)
    except ConnectionRefusedError:
        problem, remedy = "nobody listens there", "Is the server started, and the tournament not begun yet?"
    except TimeoutError:
        problem, remedy = f"no connection within {CONNECT_TIME:g} s", "Check host and port"
    except OSError as error:
        problem, remedy = f"cannot connect ({error.strerror or error})", "Check host and port"
    raise ConfigError(where, problem, remedy)


@dataclass(frozen=True, kw_only=True)
class Terms:
    """move_time: seconds of a turn for the bot. patience: seconds that the server may be silent."""

    move_time: float
    patience: float
    limits: Limits = field(default_factory=Limits)


class Guesting:
    """One bot's visit. ``bot``: its name on the bench."""

    def __init__(
        self, connection: Connection, visitor: Visitor, bench: Bench, bot: str, terms: Terms, news: News
    ) -> None:
        self._connection, self._visitor, self._bench, self._bot = connection, visitor, bench, bot
        self._terms, self._news = terms, news
        self._seat: ProcessSeat | None = None

    def run(self) -> None:
        """Register, and play until the tournament is over.

        Raises ConfigError (the server refuses the registration) and RunError (it says what may not be said, is
        silent, or leaves before the end).
        """
        try:
            self._connection.say(self._visitor.register())
            while self._visitor.state is not State.CLOSED:
                self._once()
        finally:
            self._leave()

    def _once(self) -> None:
        self._connection.fresh()
        heard = self._connection.hear(time.monotonic() + self._terms.patience)
        if isinstance(heard, Silence):
            raise RunError("server", f"it said nothing for {self._terms.patience:g} s", "Try a longer --patience")
        if isinstance(heard, Gone):
            raise RunError("server", f"the tournament is not over, but {heard.detail}")
        registering = self._visitor.state is State.REGISTERING
        try:
            step = self._visitor.hear(heard)
        except NotationError as error:
            raise RunError("server", f"it broke the protocol: {error}") from None
        if isinstance(heard, Error) and self._visitor.state is State.CLOSED:
            if registering:
                raise ConfigError("server", f"it refuses the registration: {heard.why}", "Try another --name")
            raise RunError("server", f"it ends the conversation: {heard.why}")
        if step.news:
            self._news(step.news)
        if step.sit:
            self._sit()
        self._connection.say(step.say)
        for message in step.tell:
            self._tell(message)
        if step.ask:
            self._connection.say(self._visitor.answer(self._choose()))

    # The bot.

    def _sit(self) -> None:
        self._leave()
        try:
            self._seat = self._bench.seat(self._bot)
        except NotReady as failure:
            self._news(f"the bot does not start and passes in this game: {failure.detail}")

    def _tell(self, message: Mapping[str, Any]) -> None:
        if self._seat is None:
            return
        self._seat.tell(message)
        if message["type"] == "start":
            heard = self._seat.hear(time.monotonic() + self._terms.limits.start_time)
            if not isinstance(heard, bytes) or not isinstance(read_answer(heard), Ready):
                self._give_up(heard.detail if isinstance(heard, Gone | Bad | Flood) else "it did not get ready")

    def _choose(self) -> Action | None:
        """Return what the bot answers in time, or its best offer, or None."""
        deadline = time.monotonic() + self._terms.move_time
        offer: Action | None = None
        if self._seat is not None:
            self._seat.fresh_turn()
        while self._seat is not None:
            heard = self._seat.hear(deadline)
            if isinstance(heard, Silence):
                self._give_up(f"no answer within {self._terms.move_time:g} s")
            elif isinstance(heard, Gone | Flood):
                self._give_up(heard.detail)
            elif not isinstance(heard, Chosen):  # which nobody answers who sits in a process of its own
                answer = heard if isinstance(heard, Bad) else read_answer(heard)
                if isinstance(answer, Bad):
                    self._news(f"the bot passes: {answer.detail}")
                    return None
                if isinstance(answer, Ready) or answer.turn != self._visitor.turn:
                    continue
                if not isinstance(answer, Offer):
                    return answer
                offer = answer.move
        return offer

    def _give_up(self, why: str) -> None:
        self._news(f"the bot passes from here to the end of the game: {why}")
        self._leave()

    def _leave(self) -> None:
        if self._seat is not None:
            self._seat.close(patience=_SHUTDOWN)
            self._seat = None
