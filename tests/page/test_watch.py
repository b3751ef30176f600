"""A tournament of another process is watched while it runs, to its end; and what is left of games in progress."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.sync.client import connect

from arena.records.results import ResultsFolder
from arena.runner import journal
from arena.runner.journal import FOLDER, JournalGame, JournalTurn, games_in_progress, sweep_journal
from arena.serve.lookback.games import last_of_pair
from arena.serve.page.tables import Tables
from arena.serve.page.watching import Watched
from tests.page.client import PATIENCE, Served, dial, served
from tests.page.waiting import waiting_tournament
from tests.serve.peers import Peer, Server, in_threads, plan_for, start


class Watcher:
    """Follows a tournament as the protocol says, and checks that nothing is missing."""

    def __init__(self, page: Served, name: str) -> None:
        self.state: Any = None
        self.events: list[Any] = []
        self.socket = dial(page, "/api/live", origin=page.base)
        self.socket.send(json.dumps({"type": "watch", "watch": name}))

    def hear(self) -> Any:
        message = json.loads(self.socket.recv(timeout=PATIENCE))
        if message["type"] == "state":
            self.state = message
        elif message["type"] == "event":
            assert message["seq"] == self.state["seq"] + 1
            self.events.append(message)
            games = {game["id"]: game for game in self.state["games"]}
            for game in message.get("games", ()):
                games[game["id"]] = game
            for id in message.get("gone", ()):
                games.pop(id, None)
            self.state |= {key: value for key, value in message.items() if key not in ("type", "event", "gone")}
            self.state["games"] = list(games.values())
        return message


def test_a_running_tournament_is_watched_to_its_end(tmp_path: Path):
    file, seen = waiting_tournament(tmp_path, "slow")
    results = tmp_path / "results"
    command = [sys.executable, "-m", "arena.cli.main", "run", str(file), "--output", str(results / "slow")]
    command[1:3] = ["-c", "from arena.cli.main import main; main()"]
    with (
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=tmp_path) as run,
        ExitStack() as ending,
    ):
        ending.callback(seen.touch)  # where something is wrong
        while not (results / "slow" / "games.sqlite").exists():
            assert run.poll() is None, run.stderr.read() if run.stderr else ""
            time.sleep(0.05)
        with served(results) as page:
            watcher = Watcher(page, "slow")
            while watcher.state is None or not any(game["board"] for game in watcher.state["games"]):
                watcher.hear()
            assert watcher.state["running"] and watcher.state["done"] == 0
            seen.touch()
            while watcher.state is None or watcher.state["running"] or watcher.state["done"] < 2:
                watcher.hear()
            playing = [game for event in watcher.events for game in event.get("games", ())]
            assert any(game["board"] and game["players"] and not game["hidden"] for game in playing)
            assert all("rack" not in game for game in playing)
            while watcher.state["games"] or len(watcher.state["standings"]) < 2:
                watcher.hear()
            assert watcher.state["total"] == 2 and watcher.state["seconds_left"] == 0
            assert sum(row["games"] for row in watcher.state["standings"]) == 4
            assert sum(sum(cell) for row in watcher.state["crosstable"]["rows"] for cell in row if cell) == 4
            watcher.socket.close()
        assert run.wait(PATIENCE) == 0
    assert not list((results / "slow" / FOLDER).glob("*")), "the journal goes with the records"


def test_who_watches_what_is_not_there_is_told(page: Served):
    with connect(f"ws://127.0.0.1:{page.port}/api/live", origin=page.base, open_timeout=PATIENCE) as socket:
        for name in ("nothing", "..", "../x", ""):
            socket.send(json.dumps({"type": "watch", "watch": name, "id": 5}))
            error = json.loads(socket.recv(timeout=PATIENCE))
            assert (error["type"], error["code"], error["id"]) == ("error", "unknown", 5)


def _write(folder: Path, name: str, game: JournalGame) -> None:
    (folder / FOLDER).mkdir(exist_ok=True)
    (folder / FOLDER / name).write_bytes(msgspec.json.encode(game))


def test_games_that_are_over_or_whose_process_is_gone_are_not_in_progress(tmp_path: Path):
    turn = JournalTurn(0, "pass", {"kind": "pass"})
    here = JournalGame("v/a-vs-b/0001/1", "v", ("a", "b"), (turn,), 1, os.getpid())
    _write(tmp_path, "one.json", here)
    _write(tmp_path, "two.json", msgspec.structs.replace(here, id="v/a-vs-b/0002/1"))
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    _write(tmp_path, "three.json", msgspec.structs.replace(here, id="v/a-vs-b/0003/1", pid=int(gone.stdout)))
    (tmp_path / FOLDER / "four.json").write_bytes(b'{"half')
    assert [game.id for game in games_in_progress(tmp_path, {"v/a-vs-b/0002/1"})] == ["v/a-vs-b/0001/1"]
    sweep_journal(tmp_path)
    assert not (tmp_path / FOLDER).exists() and list(games_in_progress(tmp_path)) == []


def test_boards_of_clients_over_tcp_are_shown_where_nobody_meets_the_tiles_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(journal, "QUIET", 0.0)
    server = start(plan_for(games=2), tmp_path / "tcp")
    ann, bob = Peer(server.port), Peer(server.port)
    assert ann.register("ann") == bob.register("bob") == "()"
    looks: list[dict[str, Any]] = []
    watched: list[Watched] = []

    def pass_and_look() -> None:
        while (heard := ann.hear()) is not None:
            if heard.startswith("(take-turn"):
                if not watched:
                    watched.append(Watched("tcp", ResultsFolder(server.folder), Tables(), lambda number, event: None))
                watched[0].look()
                looks.extend(watched[0].state["games"])
            ann.say("(exchange-tile)" if heard.startswith("(take-turn") else "()")

    in_threads(pass_and_look, bob.pass_all)
    assert server.ending().played == 2
    shown = {game["id"].rpartition("/")[2]: set() for game in looks}
    for game in looks:
        shown[game["id"].rpartition("/")[2]].add(game["hidden"])
        assert set(game["players"]) == {"ann", "bob"} and "rack" not in json.dumps(game)
        assert (game["scores"] is None) == game["hidden"]
    first, second = (record.id.rpartition("/")[2] for record in in_order(server))
    assert shown == {first: {True}, second: {False}}
    assert not list((server.folder / FOLDER).glob("*")), "the journal goes with the records"
    ann.close()
    bob.close()


def in_order(server: Server) -> list[Any]:
    """Return the games as they were played, one after the other."""
    by_id = {record.id: record for record in ResultsFolder(server.folder).stream()}
    told = [line.split(": ")[0] for line in server.news if line.split(": ")[0] in by_id]
    return [by_id[name] for name in dict.fromkeys(told)]


def test_only_the_game_that_is_left_of_a_pair_is_the_last():
    pair = "v/a-vs-b/0001"
    assert not last_of_pair(f"{pair}/1", set(), 2) and not last_of_pair(f"{pair}/2", {f"{pair[:-1]}2/1"}, 2)
    assert last_of_pair(f"{pair}/2", {f"{pair}/1"}, 2) and last_of_pair(f"{pair}/1", {f"{pair}/2"}, 2)
    assert not last_of_pair(f"{pair}/2", {f"{pair}/1"}, 3)
