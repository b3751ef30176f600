"""Clients by hand, and a server in a thread: on the loopback, on a free port, every wait bounded."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from arena.config.model import Limits, VariantEntry
from arena.runner.runs.stop import Stop
from arena.serve.hall import Plan
from arena.serve.lobby import listen
from arena.serve.tcp import Ending, serve
from arena.variants.load import load_variant
from arena.wire.sexpr.codec import Decoder, write
from tests.seeds import of_0_1

SOON = 120.0  # seconds after which a test gives up; nobody waits for them where all is well
WORDS = Path(__file__).parent / "words.txt"


def plan_for(players: int = 2, **changed: Any) -> Plan:
    """Return a plan for clients alone, with the few words of this folder."""
    seats = changed.pop("seats", players)
    rules = changed.pop("rules", "chicago")
    entry = VariantEntry(name="scrabble", board="scrabble", rules=rules, lexicon=str(WORDS))
    plan = Plan(
        name="test", players=players, seats=seats, games=1, bots={}, spec=load_variant(entry, seats=seats),
        master=of_0_1(1), move_time=SOON, limits=Limits(start_time=SOON, shutdown_time=0.2),
    )  # fmt: skip
    return replace(plan, **changed)


class Peer:
    """One end of a connection that speaks by hand."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=SOON)
        self._decoder = Decoder()
        self._heard: list[str] = []

    def say(self, text: str | bytes) -> None:
        self.socket.sendall(text.encode() if isinstance(text, str) else text)

    def hear(self) -> str | None:
        """Return the next message as text, None at the end of the connection."""
        while not self._heard:
            try:
                data = self.socket.recv(1 << 16)
            except ConnectionResetError:
                return None
            if not data:
                return None
            self._heard += [write(expression) for expression in self._decoder.feed(data)]
        return self._heard.pop(0)

    def ask(self, text: str) -> str | None:
        self.say(text)
        return self.hear()

    def register(self, name: str) -> str | None:
        return self.ask(f'(register "{name}")')

    def until(self, begin: str) -> str:
        """Pass, and acknowledge all else, until a message that begins so; return it."""
        while (heard := self.hear()) is not None:
            if heard.startswith(begin):
                return heard
            self.say("(exchange-tile)" if heard.startswith("(take-turn") else "()")
        raise AssertionError(f"the connection ended before {begin}")

    def pass_all(self) -> list[str]:
        """Pass until the end of the tournament; return how the games and it ended."""
        endings = []
        while (heard := self.hear()) is not None:
            if heard.startswith(("(game-over", "(tournament-over", "(error")):
                endings.append(heard)
            if not heard.startswith("(error"):
                self.say("(exchange-tile)" if heard.startswith("(take-turn") else "()")
        return endings

    def close(self) -> None:
        self.socket.close()


@dataclass
class Server:
    """A tournament that runs in a thread. ``ending`` waits for it; whoever started it closes the peers in the end."""

    port: int
    folder: Path
    news: list[str]
    stop: Stop
    thread: threading.Thread
    result: list[Ending | BaseException]
    arrived: threading.Condition
    peers: list[Peer] = field(default_factory=list)

    def ending(self) -> Ending:
        self.thread.join(SOON)
        assert not self.thread.is_alive(), "the server goes on"
        [result] = self.result
        if isinstance(result, BaseException):
            raise result
        return result

    def wait_for(self, pattern: str) -> None:
        """Wait until a line of news matches."""
        with self.arrived:
            found = self.arrived.wait_for(lambda: any(re.search(pattern, line) for line in self.news), SOON)
        assert found, f"no {pattern!r} in {self.news}"


def start(plan: Plan, folder: Path) -> Server:
    """Serve a plan in a thread."""
    listener = listen("127.0.0.1", 0)
    result: list[Ending | BaseException] = []
    news: list[str] = []
    arrived, stop = threading.Condition(), Stop()

    def note(line: str) -> None:
        with arrived:
            news.append(line)
            arrived.notify_all()

    def run() -> None:
        try:
            result.append(serve(plan, listener, folder, stop, note))
        except BaseException as error:
            result.append(error)

    thread = threading.Thread(target=run)
    server = Server(listener.getsockname()[1], folder, news, stop, thread, result, arrived)
    thread.start()
    return server


Serving = Callable[..., Server]


def in_threads(*tasks: Callable[[], Any]) -> list[Any]:
    """Do several things at once; return what they returned, or raise what one raised."""
    results: list[Any] = [None] * len(tasks)
    raised: list[BaseException] = []

    def run(index: int) -> None:
        try:
            results[index] = tasks[index]()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(tasks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SOON)
        assert not thread.is_alive(), "somebody waits for ever"
    if raised:
        raise raised[0]
    return results
