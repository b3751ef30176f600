"""How soon people who look on see a move, with many games and watchers at a time; how memory grows over many games.

``python bench/page.py`` serves the page in a process of its own and plays from this one: 50 games of two people on a
board without end, a move every two seconds a game, 200 connections that look on, and some that read nothing.
``--games-over 5000`` plays that many short games instead, one after the other.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import websockets
from websockets.typing import Origin

PEOPLE = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob"}]
GAME = {"kind": "word", "board": "infinite", "rules": "tournament", "lexicon": "any"}
PACE = 2.0  # seconds between two moves of a game
STEP = 250  # games between two looks at the memory


@contextmanager
def serving() -> Iterator[tuple[str, int]]:
    """Serve the page; the value is its address and its process."""
    command = [sys.executable, "-c", "from arena.cli.main import main; main()", "serve", "--no-browser", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder:
        command += ["--results", str(Path(folder) / "results"), "--isolation", "process"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                found = re.match(r"(http://\S+?)/$", server.stdout.readline().strip())
                assert found, "the server does not start"
                yield found[1], server.pid
            finally:
                server.terminate()
                server.wait(60)


def memory(pid: int) -> int:
    """Return the bytes of a process that are in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Playing:
    """One game: two people who lay one tile a move beside the last one, in a row that never ends."""

    def __init__(self, http: httpx.Client, address: str) -> None:
        made = http.post("/api/games", json={"game": GAME, "seats": PEOPLE, "me": 0, "first": 0, "help": "none"}).json()
        guest = {"game": made["game"], "invitation": made["invitations"][0]["invitation"]}
        joined = http.post("/api/join", json=guest).json()
        self.id, self.tokens = made["game"], (made["me"]["token"], joined["token"])
        self.address = address
        self.sent: dict[int, float] = {}  # turn -> when it was sent
        self.right = -1
        self.faces: dict[int, list[Any]] = {}

    async def play(self, http: httpx.AsyncClient, until: float, offset: float) -> None:
        """Play until a time. offset: of the first move, in seconds."""
        async with dial(self.address) as ann, dial(self.address) as bob:
            seats = (ann, bob)
            state: Any = {}
            racks: list[list[int]] = [[], []]
            for number, socket in enumerate(seats):
                await socket.send(json.dumps({"type": "sit", "game": self.id, "token": self.tokens[number]}))
                while not racks[number] or state.get("status") != "playing":
                    state = json.loads(await socket.recv())
                    racks[number] = state.get("rack") or racks[number]
                    table = state.get("table") or ""
                    if table and not self.faces:
                        shown = (await http.get(f"/api/tables/{table}")).json()
                        self.faces = {tile["id"]: tile["faces"][0] for tile in shown["tiles"]}
            await asyncio.sleep(offset)
            turn, mover = 0, 0
            while time.monotonic() < until and racks[mover]:
                tiles = [self._tile(tile, turn) for tile in racks[mover][: 2 if turn == 0 else 1]]
                for at, tile in enumerate(tiles):
                    tile["at"] = [self.right + 1 + at, 0]
                self.right += len(tiles)
                self.sent[turn] = time.monotonic()
                said = {"type": "play", "game": self.id, "turn": turn, "tiles": tiles}
                await seats[mover].send(json.dumps(said))
                for number, socket in enumerate(seats):
                    while True:
                        event = json.loads(await socket.recv())
                        assert event["type"] != "error", event
                        if event.get("event") == "move" and event["move"]["turn"] == turn:
                            assert event["move"]["kind"] == "play", event
                            racks[number] = event["rack"]
                            break
                turn, mover = turn + 1, 1 - mover
                await asyncio.sleep(max(0.0, self.sent[turn - 1] + PACE - time.monotonic()))

    def _tile(self, tile: int, turn: int) -> dict[str, Any]:
        return {"tile": tile, "char": self.faces[tile][0]}


def dial(address: str, **options: Any) -> Any:
    at = address.replace("http", "ws") + "/api/live"
    return websockets.connect(at, origin=Origin(address), max_size=None, **options)


async def look_on(game: Playing, until: float, seen: list[float]) -> None:
    """Follow a game; note how long after it was sent each move was there."""
    async with dial(game.address) as socket:
        await socket.send(json.dumps({"type": "look", "game": game.id}))
        while time.monotonic() < until:
            try:
                event = json.loads(await asyncio.wait_for(socket.recv(), max(0.01, until - time.monotonic())))
            except TimeoutError:
                return
            if event.get("event") == "move":
                seen.append(time.monotonic() - game.sent[event["move"]["turn"]])


async def read_nothing(games: list[Playing], until: float) -> None:
    """Look on at games, and read nothing of what is sent."""
    async with dial(games[0].address, max_queue=1, ping_interval=None) as socket:
        for game in games[:16]:
            await socket.send(json.dumps({"type": "look", "game": game.id}))
        await asyncio.sleep(max(0.0, until - time.monotonic()))


async def watched(address: str, games: int, watchers: int, slow: int, seconds: float) -> tuple[list[float], int]:
    """Return how long each watcher waited for each move, in seconds, and how many moves there were."""
    with httpx.Client(base_url=address, timeout=60) as http:
        playing = [Playing(http, address) for _ in range(games)]
    until = time.monotonic() + seconds + 0.05 * (watchers + games)
    seen: list[float] = []
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        tasks = [look_on(playing[number % games], until, seen) for number in range(watchers)]
        tasks += [read_nothing(playing, until) for _ in range(slow)]
        tasks += [game.play(http, until - 2, PACE * number / games) for number, game in enumerate(playing)]
        await asyncio.gather(*tasks)
    return seen, sum(len(game.sent) for game in playing)


def games_over(address: str, pid: int, count: int) -> list[tuple[int, int]]:
    """Play games that are given up at once, and return (games, bytes in memory) as they go on."""
    grown = [(0, memory(pid))]
    with httpx.Client(base_url=address, timeout=60) as http:
        for number in range(1, count + 1):
            asyncio.run(given_up(Playing(http, address)))
            if number % STEP == 0 or number == count:
                grown.append((number, memory(pid)))
                print(f"{number} games: {grown[-1][1] / 1e6:.1f} MB", file=sys.stderr)
    return grown


async def given_up(game: Playing) -> None:
    async with dial(game.address) as socket:
        await socket.send(json.dumps({"type": "sit", "game": game.id, "token": game.tokens[0]}))
        await socket.send(json.dumps({"type": "resign", "game": game.id}))
        while True:
            event = json.loads(await socket.recv())
            if (event.get("over") or {}).get("id"):
                return


def slope(grown: list[tuple[int, int]]) -> float:
    """Return the bytes that a game adds, by least squares over the second half, when all that is kept is there."""
    later = grown[len(grown) // 2 :]
    x, y = zip(*later, strict=True)
    return statistics.linear_regression(x, y).slope if len(later) > 1 else 0.0


def ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--slow", type=int, default=5, help="connections that read nothing")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--games-over", type=int, default=0, help="play so many short games instead")
    asked = parser.parse_args()
    with serving() as (address, pid):
        figures: dict[str, Any]
        if asked.games_over:
            grown = games_over(address, pid, asked.games_over)
            figures = {"games": asked.games_over, "first_bytes": grown[0][1], "last_bytes": grown[-1][1],
                    "bytes_a_game": round(slope(grown))}  # fmt: skip
        else:
            seen, moves = asyncio.run(watched(address, asked.games, asked.watchers, asked.slow, asked.seconds))
            hundredths = statistics.quantiles(seen, n=100)
            figures = {"games": asked.games, "watchers": asked.watchers, "slow": asked.slow, "moves": moves}
            figures |= {"seen": len(seen), "median_ms": ms(hundredths[49]), "p99_ms": ms(hundredths[98])}
            figures |= {"worst_ms": ms(max(seen)), "server_bytes": memory(pid)}
    print(json.dumps({"bench": "page", **figures}))


if __name__ == "__main__":
    main()
