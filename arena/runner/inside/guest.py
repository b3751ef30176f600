"""A bot's side of the wire: reads messages, follows the game, lets the bot choose, writes its answers.

Runs in the bot's own process, in which a bot can do what it likes: nothing here is trusted by anybody.
The process ends with EXIT_CRASHED or EXIT_MEMORY when the bot raises; the traceback goes to what it printed.
"""

from __future__ import annotations

import contextlib
import os
import random
import socket
import sys
import traceback
from collections.abc import Mapping
from time import monotonic, process_time  # by name: a bot that replaces them in time spoils nothing
from typing import Any, Protocol

import msgspec

from arena.contract.budget import ClockedBudget
from arena.contract.chance import Random
from arena.contract.game import BotFactory, GameInfo, SomeBot
from arena.errors import ArenaError
from arena.wire.message.challenging import before_choosing
from arena.wire.message.clocks import game_time_of, standing_of
from arena.wire.message.codec import encode

EXIT_CRASHED = 70
EXIT_MEMORY = 71

Message = Mapping[str, Any]


class Client(Protocol):
    """One seat's end of a dialect (wire/message/plain.py, word.py)."""

    def info(self, start: Message, variant: str) -> GameInfo: ...
    def hear(self, message: Message) -> None: ...
    def view(self) -> Any: ...
    def write(self, move: Any) -> dict[str, Any]: ...


class ClientMaker(Protocol):
    """Makes the client that a start message asks for."""

    def __call__(self, start: Message, /) -> Client: ...


class _Refused(Exception):
    """A factory that made no bot, and says why itself: no traceback could say it better."""


class Guest:
    """One bot process: plays the games that its wire brings, one after the other."""

    def __init__(self, wire: socket.socket, client: ClientMaker) -> None:
        self._wire, self._client = wire, client
        self._factory: BotFactory | None = None
        self._held = b""
        self._lines: list[bytes] = []

    def wait(self) -> bool:
        """Wait for the first message; return whether there is one."""
        return bool(self._lines) or self._fill()

    def run(self, factory: BotFactory) -> int:
        """Play until the wire closes; return the exit status."""
        try:
            self.games(factory)
        except MemoryError:
            tell_text("MemoryError: the bot ran into its memory limit")
            return EXIT_MEMORY
        except (BrokenPipeError, ConnectionResetError):
            return 0
        except _Refused as refusal:
            tell_text(str(refusal))
            return EXIT_CRASHED
        except BaseException:
            tell_text(traceback.format_exc())
            return EXIT_CRASHED
        return 0

    def games(self, factory: BotFactory) -> None:
        """Play until the wire closes. Raises what the bot raises."""
        self._factory = factory
        while True:
            start = self._read()
            if start is None or not self._game(start):
                return

    def _game(self, start: Message) -> bool:
        """Play one game; return whether another may follow."""
        client = self._client(start)
        game_time = game_time_of(start)
        plays_on = game_time is not None and game_time.overtime is not None
        seed = int(start["seed"])
        random.seed(seed)  # a bot that uses the common generator is repeatable, and different from game to game
        bot = self._made(client.info(start, str(start["variant"])), Random(seed))
        self._send({"type": "ready"})
        while True:
            message = self._read()
            if message is None:
                return False
            if message["type"] == "game_over":
                return True
            if message["type"] == "your_turn":
                self._turn(client, bot, message, plays_on)
            else:
                client.hear(message)

    def _made(self, info: GameInfo, rng: Random) -> SomeBot:
        assert self._factory is not None
        try:
            bot = self._factory(info, rng)
        except ArenaError as error:
            raise _Refused(str(error)) from None
        if not callable(getattr(bot, "choose", None)):
            raise _Refused(f"the factory returned {bot!r}, which has no method choose(view, budget)")
        return bot

    def _turn(self, client: Client, bot: SomeBot, message: Message, plays_on: bool) -> None:
        """Ask the bot and answer. plays_on: whether an offer is of use when its time is up, since more costs points."""
        started = monotonic()
        turn, ms = message["turn"], message["ms"]
        clock = process_time if message.get("clock") == "cpu" else monotonic

        def offer(move: Any) -> None:
            if plays_on or budget.time_left() > 0:
                self._send({"type": "offer", "turn": turn, "move": client.write(move)})

        seconds = None if ms is None else ms / 1000
        budget = ClockedBudget(seconds, clock, offer, clock(), standing_of(message))
        view = client.view()
        answer = client.write(before_choosing(bot, view) or bot.choose(view, budget))
        answer["turn"] = turn
        answer["ms"] = round((monotonic() - started) * 1000, 3)
        self._send(answer)

    def _send(self, message: Message) -> None:
        self._wire.sendall(encode(message))

    def _read(self) -> Message | None:
        if not self._lines and not self._fill():
            return None
        message: Message = msgspec.json.decode(self._lines.pop())
        return message

    def _fill(self) -> bool:
        """Read until there are lines; return whether there are."""
        while not self._lines:
            data = self._wire.recv(1 << 16)
            if not data:
                return False
            *whole, self._held = (self._held + data).split(b"\n")
            self._lines = [line for line in whole if line]
            self._lines.reverse()
        return True


def tell_failure(error: BaseException) -> None:
    """Print what was raised, and where."""
    tell_text("".join(traceback.format_exception(error)))


def tell_text(text: str) -> None:
    """Print to what is kept of the bot's output, whatever the bot did to sys.stderr."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except Exception:
        pass
    with contextlib.suppress(OSError):
        os.write(2, text.rstrip().encode("utf-8", "replace") + b"\n")
