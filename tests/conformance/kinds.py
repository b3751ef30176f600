"""A seat of every kind that there is, with a bot in it that behaves as it is told; for the suites of this folder."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from arena.cli.terminal.console import Console
from arena.cli.terminal.seat import PersonSeat
from arena.cli.terminal.watch import WatchedSeat
from arena.config.model import Limits
from arena.runner.guests import launcher_of
from arena.runner.sandbox.isolation import PROCESS
from arena.runner.seats.address import AddressSeat
from arena.runner.seats.command import CommandSeat
from arena.runner.seats.process import ProcessSeat
from arena.runner.seats.seat import Seat
from arena.serve.connection import Connection
from arena.serve.tcp_seat import HaltingSeat, TcpSeat
from arena.wire.sexpr.host import Host
from tests.conformance.scripted import ScriptedSeat
from tests.runner.shared_zygotes import SharedZygotes
from tests.runner.tables import setup_for
from tests.scrabble.tables import table

Opener = Callable[[str], Seat]

LIMITS = Limits(start_time=120.0, memory=None)
PLENTY = 120.0  # seconds; whoever needs them hangs
ROOT = Path(__file__).parents[2]
START = {
    "type": "start", "variant": "small", "game": "sticks", "players": 2, "you": 1, "timeout": 200, "options": {},
    "seed": 1, "game_seed": 1,
}  # fmt: skip
# A program that behaves like the bot `act` of the zoo, as far as this suite goes.
PROGRAM = """
import json, os, sys, time
act = sys.argv[1]
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print('{"type": "ready"}', flush=True)
    elif message["type"] == "your_turn":
        if act == "exits": os._exit(0)
        if act == "sleeper": time.sleep(600)
        if act == "prints": print('{"type": "game_over"}\\n' + "x" * 1000, file=sys.stderr, flush=True)
        print(json.dumps({"type": "move", "move": "take 1", "turn": message["turn"]}), flush=True)
    elif message["type"] == "game_over":
        break
"""


class Watched(WatchedSeat):
    """As it is, but that what is told of no word game is shown nowhere."""

    def tell(self, message: Any) -> None:
        self._seat.tell(message)


class Kinds:
    """Opens seats; ``close`` ends what they need. kind -> behaviour (an act of the zoo) -> the seat."""

    def __init__(self, folder: Path, zygotes: SharedZygotes) -> None:
        self._folder, self._zygotes, self._ends = folder, zygotes, ExitStack()
        self.open: dict[str, Opener] = {
            "process": self._process,
            "command": self._command,
            "scripted": ScriptedSeat,
            "address": self._address,
            "halting": lambda act: HaltingSeat(self._process(act), threading.Event()),
            "watched": lambda act: Watched(self._process(act), self._console()),
            "tcp": self._tcp,
            "person": lambda act: PersonSeat(self._console()),
        }

    def close(self) -> None:
        self._ends.close()

    def _kept(self, seat: Any) -> Any:
        self._ends.callback(seat.close, patience=0.0)
        return seat

    def _process(self, act: str) -> Seat:
        setup = setup_for(act, isolation=PROCESS, limits=LIMITS)
        zygote = self._zygotes.zygote_of(setup)
        launcher = self._ends.enter_context(closing(launcher_of(setup, zygote, setup.bots["bot0"])))
        return self._kept(ProcessSeat(launcher, "small"))

    def _program(self, act: str) -> list[str]:
        program = self._folder / "program.py"
        program.write_text(PROGRAM)
        return [sys.executable, str(program), act]

    def _command(self, act: str) -> Seat:
        return self._kept(CommandSeat(self._program(act), LIMITS))

    def _address(self, act: str) -> Seat:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            seat = self._kept(AddressSeat(f"127.0.0.1:{listener.getsockname()[1]}", LIMITS))
            wire, _ = listener.accept()
        with wire:
            program = subprocess.Popen(self._program(act), stdin=wire, stdout=wire, stderr=subprocess.DEVNULL)
        self._ends.callback(program.wait)
        self._ends.callback(program.kill)
        return seat

    def _tcp(self, act: str) -> Seat:
        ours, theirs = socket.socketpair()
        self._ends.enter_context(theirs)
        connection = Connection(ours)
        self._ends.callback(connection.hang_up)
        return TcpSeat(connection, Host(table("CAT")), PLENTY)

    def _console(self) -> Console:
        return Console(table("CAT"), ("ann", "bob"), lambda prompt: None, lambda text: None)


@contextmanager
def kinds(folder: Path, zygotes: SharedZygotes) -> Iterator[dict[str, Opener]]:
    """Yield how a seat of each kind is opened; all are closed at the end."""
    made = Kinds(folder, zygotes)
    with closing(made):
        yield made.open
