"""How a server ends: at once, whatever it waits for; a game that was in the middle of something goes on later."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from arena.config.model import Limits
from arena.runner.plugin.find import installed
from arena.runner.seats.not_ready import NotReady
from arena.serve.live import benches as benches_room
from arena.serve.live import hall as hall_room
from arena.serve.live.asked import NewGame, Seat, Word
from arena.serve.live.benches import Benches
from arena.serve.live.hall import Hall
from arena.serve.live.kept import Shelf
from arena.serve.live.new import spec_of
from tests.page.client import PATIENCE


@pytest.fixture
def slow_to_start(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Bots that start when the event says so, as on a machine with far too much to do."""
    free, begun = threading.Event(), threading.Event()

    class SlowBench:
        def __init__(self, *parts: Any) -> None:
            begun.set()
            free.wait()

        def close(self) -> None:
            self.closed = True

    monkeypatch.setattr(benches_room, "Bench", SlowBench)
    monkeypatch.setattr(benches_room, "_ENDING", 0.0)
    free.begun = begun  # type: ignore[attr-defined]
    yield free
    free.set()


def ended(what: Any) -> bool:
    """Run a function in a thread, and tell whether it returns."""
    thread = threading.Thread(target=what, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    return not thread.is_alive()


def test_a_server_whose_bots_are_starting_ends_and_no_bot_has_lost_for_it(
    tmp_path: Path, slow_to_start: threading.Event, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(hall_room, "ENDING", PATIENCE)  # so that a thread that hangs is seen
    told: list[str] = []
    hall = Hall(tmp_path, lambda game, viewer, number, event: told.append(event["event"]), isolation="process")
    games = []
    for bot in ("greedy", "longest", "random"):
        seats = [Seat(kind="bot", bot=bot), Seat(kind="bot", bot=bot)]
        games.append(hall.make(NewGame(game=Word(), seats=seats), paths=True).plan.id)
    slow_to_start.begun.wait()  # type: ignore[attr-defined]
    assert ended(hall.close)
    assert not any(thread.name.startswith("game ") for thread in threading.enumerate())
    assert not set(told) & {"over", "failed", "move"}
    shelf = Shelf(tmp_path / "played" / "live")
    assert all(not shelf.read(game).turns and shelf.read(game).ended is None for game in games)


def test_whoever_waits_for_a_bot_is_let_go_when_the_benches_end(slow_to_start: threading.Event):
    held = Benches(Limits(), "process")
    spec = spec_of(Word(), 2, paths=True)
    plugin = installed()["greedy"][0]
    refused: list[str] = []

    def ask() -> None:
        with pytest.raises(NotReady) as error:
            held.seat(spec, plugin)
        refused.append(error.value.detail)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    slow_to_start.begun.wait()  # type: ignore[attr-defined]
    assert ended(held.close)
    asking.join(PATIENCE)
    assert refused == ["the server ends"]
    with pytest.raises(NotReady):
        held.seat(spec, plugin)


SERVE = """
import threading
from arena.serve.page import positions
def forever(*parts):
    print("thinking", flush=True)
    threading.Event().wait()
positions.is_word = forever
from arena.serve.page import app
app.choices = forever
from arena.cli.main import main
main()
"""


def test_a_server_that_thinks_for_ever_ends_when_it_is_told_to(tmp_path: Path):
    """It thinks about both at once: what the server's own thread asks for, and what somebody asks of a position."""
    command = [sys.executable, "-c", SERVE, "serve", "--port", "0", "--no-browser", "--isolation", "process"]
    with (
        subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as served,
        ExitStack() as ending,
    ):
        assert served.stdout is not None and served.stderr is not None
        ending.callback(served.kill)  # where something is wrong
        link = served.stdout.readline().strip()
        position = {"cgp": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ABC/ 0/0 0 lex default;"}
        table = httpx.post(f"{link}api/position", json=position, timeout=PATIENCE).json()
        host, port = link.removeprefix("http://").rstrip("/").split(":")
        for path in ("/api/choices", f"/api/lookup?table={table['table']}&word=QI"):
            asking = ending.enter_context(socket.create_connection((host, int(port))))
            asking.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
            assert served.stdout.readline() == "thinking\n"
        served.send_signal(signal.SIGTERM)
        assert served.wait(PATIENCE) in (0, -signal.SIGTERM)
        assert "Traceback" not in served.stderr.read()
