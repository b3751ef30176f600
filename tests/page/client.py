"""A server of the page in this process, and clients that speak its protocol as docs/reference/page-protocol.md says."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from arena.serve.live.given import Given
from arena.serve.page.app import make_app, open_hall
from arena.serve.page.guard import Door
from arena.serve.page.hub import Hub
from arena.serve.page.run import make_server, open_port
from arena.serve.page.server import Server

PATIENCE = 120.0  # seconds that a busy machine may take for anything

WORD = {"kind": "word", "board": "standard", "rules": "itu"}
ANN, BOB = {"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob"}
GREEDY = {"kind": "bot", "bot": "greedy"}


class Served:
    """A server that runs: its address, and a client for HTTP."""

    def __init__(self, folder: Path, token: str = "", host: str = "127.0.0.1", given: Given | None = None) -> None:
        self._socket = open_port("127.0.0.1", 0)
        self.port = self._socket.getsockname()[1]
        self.server = Server(Door(host, self.port, token), folder=folder, isolation="process", given=given)
        self.hub = Hub()
        self.hall = open_hall(self.server, self.hub)
        self.app = make_app(self.server, self.hall, self.hub)
        self.base = f"http://127.0.0.1:{self.port}"
        self._uvicorn = make_server(self.app)
        self._thread = threading.Thread(target=self._uvicorn.run, kwargs={"sockets": [self._socket]}, daemon=True)
        self.http = httpx.Client(base_url=self.base, timeout=PATIENCE)

    def start(self) -> None:
        self._thread.start()
        while not self._uvicorn.started:
            assert self._thread.is_alive(), "the server did not start"
            self._thread.join(0.01)

    def wait(self, seconds: float) -> None:
        """Wait that long, or until the server has ended."""
        self._thread.join(seconds)

    def stop(self) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server does not end"
        self._socket.close()
        self.http.close()

    def make(self, *seats: Any, me: int | None = 0, game: Any = WORD, **more: Any) -> Any:
        answer = self.http.post("/api/games", json={"game": game, "seats": list(seats), "me": me, **more})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def join(self, made: Any, number: int = 0, name: str | None = None) -> Any:
        invitation = made["invitations"][number]["invitation"]
        told = {"game": made["game"], "invitation": invitation} | ({} if name is None else {"name": name})
        answer = self.http.post("/api/join", json=told)
        assert answer.status_code == 200, answer.text
        return answer.json()


@contextmanager
def served(folder: Path, **options: Any) -> Iterator[Served]:
    """Serve the page until the end of the ``with``."""
    running = Served(folder, **options)
    running.start()
    try:
        yield running
    finally:
        running.stop()


OPEN: list[ClientConnection] = []  # every socket of a test, to be closed at its end


def dial(served: Served, path: str, **options: Any) -> ClientConnection:
    """Return a socket that is closed at the end of the test at the latest."""
    at = f"ws://127.0.0.1:{served.port}{path}"
    # With a limit to what may lie unread, the end of a socket would wait ten seconds for whoever reads no more.
    made = connect(at, max_size=None, max_queue=None, open_timeout=PATIENCE, **options).__enter__()
    OPEN.append(made)
    return made


def close_all() -> None:
    """Close every socket that ``dial`` made."""
    while OPEN:
        OPEN.pop().close()


class Viewer:
    """One connection that follows one game: keeps the state as the protocol says, and every message it was sent."""

    def __init__(self, served: Served, game: str, token: str | None = None, **more: Any) -> None:
        self.served, self.game, self.token = served, game, token
        self.raw: list[str] = []
        self.state: Any = None
        self.events: list[Any] = []
        self.answers: list[Any] = []
        self.socket = dial(served, "/api/live", origin=served.base)
        self.open(**more)

    def open(self, **more: Any) -> None:
        if self.token is None:
            self.send("look", **more)
        else:
            self.send("sit", token=self.token, **more)

    def send(self, type: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": type, "game": self.game, **fields}))

    def hear(self) -> Any:
        """Take the next message into the state, and return it."""
        text = self.socket.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        self.raw.append(text)
        message = json.loads(text)
        match message["type"]:
            case "state":
                self.state = message
            case "event":
                self.events.append(message)
                assert message["seq"] == self.state["seq"] + 1, "an event is missing"
                self._apply(message)
            case _:
                self.answers.append(message)
        return message

    def _apply(self, event: Any) -> None:
        state = self.state
        common = ("seq", "status", "turn", "to_move", "clocks", "running", "challenge")
        own = ("scores", "bag", "rack", "racks", "unseen", "position", "over", "rematch", "first", "begins", "seats")
        state.update({name: event[name] for name in (*common, *own) if name in event})
        if event["event"] == "move":
            state["moves"].append(event["move"])
            state["again"] = None
            if event["move"]["kind"] == "play":
                state["board"] += [{**tile, "move": event["move"]["turn"]} for tile in event["move"]["tiles"]]
            if event["move"].get("challenge", {}).get("phonies"):
                state["board"] = [tile for tile in state["board"] if tile["move"] != event["move"]["turn"] - 1]
            for seat, (score, held) in enumerate(
                zip(event["scores"] or [None] * len(state["seats"]), event["held"] or [None] * 9, strict=False)
            ):
                state["seats"][seat] |= {"score": score, "rack": held}
            if event["move"]["kind"] == "forfeit":
                state["seats"][event["move"]["seat"]]["left"] = event["move"]["detail"]
        elif event["event"] == "refused":
            state["again"] = event["refused"]
        elif event["event"] == "connected":
            state["seats"][event["seat"]]["connected"] = event["connected"]
        elif event["event"] == "sat":
            state["seats"][event["seat"]] |= {"sat": True, "name": event["name"]}

    def until(self, holds: Callable[[Any], Any]) -> Any:
        """Hear until something holds of a message; return that message."""
        while True:
            message = self.hear()
            if holds(message):
                return message

    def event(self, name: str) -> Any:
        return self.until(lambda message: message.get("event") == name)

    def answer(self, type: str) -> Any:
        return self.until(lambda message: message["type"] == type)

    def my_turn(self) -> Any:
        """Hear until it is this seat's turn, or the game is over; return the state."""
        while self.state is None or not (
            self.state["status"] in ("over", "failed")
            or (self.state["status"] == "playing" and self.state["to_move"] == self.state["you"])
        ):
            self.hear()
        return self.state

    def best(self) -> list[Any]:
        """Return the tiles of the best play, [] where there is none."""
        self.send("hints", id=1, most=1)
        plays = self.answer("hints")["plays"]
        return plays[0]["tiles"] if plays else []

    def move(self) -> Any:
        """Make the best play, or pass; return what comes of it."""
        turn, tiles = self.state["turn"], self.best()
        if tiles:
            self.send("play", turn=turn, tiles=tiles)
        else:
            self.send("pass", turn=turn)
        return self.until(lambda message: message.get("event") == "move" and message["move"]["turn"] == turn)

    def close(self) -> None:
        self.socket.close()


def mover_of(*viewers: Viewer) -> Viewer | None:
    """Hear until it is the turn of one of these seats, all of which then know so; None when the game is over."""
    lead = viewers[0]
    while True:
        while lead.state is None or lead.state["status"] not in ("playing", "over", "failed"):
            lead.hear()
        if lead.state["status"] != "playing":
            return None
        for viewer in viewers:
            while viewer.state is None or viewer.state["turn"] < lead.state["turn"] or viewer.state["to_move"] is None:
                if viewer.state is not None and viewer.state["status"] in ("over", "failed"):
                    return None
                viewer.hear()
            if viewer.state["you"] == lead.state["to_move"] and viewer.state["turn"] == lead.state["turn"]:
                return viewer
        lead.hear()


def play_out(*viewers: Viewer) -> None:
    """Let seats play, each in its turn, until the game is over and its record is kept."""
    while (mover := mover_of(*viewers)) is not None:
        mover.move()
    for viewer in viewers:
        while not (viewer.state["over"] and viewer.state["over"].get("id")):
            viewer.hear()
