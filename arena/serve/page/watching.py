"""Tournaments that are watched: what lies on disk is looked at again and again, and what changed is told.

The run may be of this process or of any other: its results folder is all that is read. One look serves everybody who
watches; where nobody does, nobody looks.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Any

from arena.errors import ArenaError
from arena.records.results import ResultsFolder
from arena.records.store import being_written
from arena.runner.journal import games_in_progress
from arena.runner.runs.speed import Speed
from arena.serve.live.facts import Facts
from arena.serve.lookback.games import last_of_pair
from arena.serve.lookback.tournaments import Boards, progress_facts, standing_facts
from arena.serve.page.history import History
from arena.serve.page.hub import Hub
from arena.serve.page.tables import Tables

LOOK = 0.5  # seconds between two looks at the games in progress
SHARE = 5.0  # how many times as long as working the standings out took is waited before it is done again
_LOG = logging.getLogger("arena.page")


class Watched:
    """One tournament: its state as it is told, numbered. Looked at by one thread at a time."""

    def __init__(self, name: str, results: ResultsFolder, tables: Tables, tell: Callable[[int, Facts], None]) -> None:
        self._name, self._results, self._tables, self._tell = name, results, tables, tell
        manifest = results.manifest
        self._boards, self._seats = Boards(manifest), int(manifest.tournament.get("players", 2))
        self._count = -1
        self._next = 0.0
        self._speed: Speed | None = None  # since it is watched
        self._before = 0  # games that there were then
        self._faults: set[tuple[str, int]] = set()  # that were told
        self.state: Facts = {
            "type": "state", "watch": name, "seq": 1, "epoch": f"{time.time_ns():x}", "running": False, "games": [],
            "seconds_left": None,
        }  # fmt: skip
        self.look(first=True)

    def look(self, *, first: bool = False) -> None:
        """Look at the disk, and tell what changed. Raises ArenaErrors where the results cannot be read."""
        now, runs = time.monotonic(), being_written(self._results.folder)
        count = len(self._results)
        if count != self._count and (now >= self._next or not runs):
            facts = standing_facts(self._results)
            self._next = time.monotonic() + SHARE * (time.monotonic() - now)
            self._count = count
            new = [fault for fault in facts["faults"] if (fault["id"], fault["turn"]) not in self._faults]
            self._faults = {(fault["id"], fault["turn"]) for fault in facts["faults"]}
            self.state |= facts
            if not first:
                changed = ("standings", "sprt", "crosstable")
                self._event("standings", {name: facts[name] for name in changed})
                if new:
                    self._event("faults", {"faults": new})
        progress = {"done": count, "total": self.state["total"], "running": runs, "seconds_left": self._left(count)}
        if any(self.state.get(key) != value for key, value in progress.items()):
            self.state |= progress
            if not first:
                self._event("progress", progress)
        self._games(first)

    def _left(self, count: int) -> int | None:
        """Return the seconds that are left at the speed since it is watched, None where that is not known."""
        now = time.monotonic()
        if self._speed is None:
            self._speed, self._before = Speed(now, count), count
        self._speed.note(now, count)
        total: int | None = self.state.get("total")
        if total is None or count - self._before < 5 or count >= total:
            return 0 if total is not None and count >= total else None
        return int((total - count) / self._speed.rate(now, count))

    def _games(self, first: bool) -> None:
        before = {game["id"]: game for game in self.state["games"]}
        done = set(self._results.ids())
        playing = list(games_in_progress(self._results.folder, done))
        seats = self._seats
        now = {}
        for game in playing:
            table = self._boards.table(game.variant)
            name = None if table is None else self._tables.id_of(table)
            hidden = game.outside and not last_of_pair(game.id, done, seats)
            now[game.id] = progress_facts(game, table, name, hidden)
        changed = [game for id, game in now.items() if before.get(id) != game]
        gone = [id for id in before if id not in now]
        self.state["games"] = list(now.values())
        if (changed or gone) and not first:
            self._event("playing", {"games": changed, "gone": gone})

    def _event(self, event: str, facts: Facts) -> None:
        self.state["seq"] += 1
        number = self.state["seq"]
        fields = {"type": "event", "watch": self._name, "seq": number, "epoch": self.state["epoch"], "event": event}
        self._tell(number, fields | facts)


class Watches:
    """All tournaments that are watched now."""

    def __init__(self, history: History, tables: Tables, hub: Hub) -> None:
        self._history, self._tables, self._hub = history, tables, hub
        self._watched: dict[str, Watched] = {}
        self._lock = asyncio.Lock()

    async def open(self, name: str) -> Watched:
        """Return a tournament, looked at now. Raises Refused where there are no such results, and ArenaErrors."""
        async with self._lock:
            if name not in self._watched:
                self._watched[name] = await asyncio.to_thread(self._made, name)
            return self._watched[name]

    def _made(self, name: str) -> Watched:
        def tell(number: int, event: Facts) -> None:
            self._hub.tell(("watch", name), number, event)

        return Watched(name, self._history.find(name), self._tables, tell)

    async def run(self) -> None:
        """Look at what is watched, until cancelled; forget what nobody watches any more."""
        while True:
            await asyncio.sleep(LOOK)
            async with self._lock:
                for name, watched in tuple(self._watched.items()):
                    if not self._hub.followed(("watch", name)):
                        del self._watched[name]
                        continue
                    try:
                        await asyncio.to_thread(watched.look)
                    except (ArenaError, OSError) as error:
                        _LOG.warning("watching %s: %s", name, error)
                    except Exception:
                        _LOG.exception("watching %s failed", name)
                        with contextlib.suppress(KeyError):
                            del self._watched[name]


def state_of(watched: Watched) -> dict[str, Any]:
    """Return the whole state of a tournament that is watched."""
    return dict(watched.state)
