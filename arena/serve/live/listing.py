"""What the list of games says: all that are not over, and the last ones that are. Bounded; from any thread."""

from __future__ import annotations

import threading
import time

from arena.serve.live.facts import Facts
from arena.serve.live.standing import Standing

MOST_LISTED = 100
LISTED_AFTER = 50  # games that are over and still listed


class Listing:
    """The line of each game. A game that has left the list does not come back to it, whatever is heard of it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._unfinished: dict[str, Facts] = {}
        self._over: dict[str, Facts] = {}

    @property
    def unfinished(self) -> int:
        """How many games are not over."""
        return len(self._unfinished)

    @property
    def full(self) -> bool:
        """Whether there are as many games that are over as are listed."""
        return len(self._over) >= LISTED_AFTER

    def add(self, game: str, line: Facts, *, over: bool = False) -> None:
        """List a game."""
        with self._lock:
            (self._over if over else self._unfinished)[game] = line

    def change(self, game: str, line: Facts) -> None:
        """Say something else of a game, where it is listed."""
        with self._lock:
            for lines in (self._unfinished, self._over):
                if game in lines:
                    lines[game] = line

    def end(self, game: str, line: Facts) -> None:
        """Count a game among those that are over, of which the one that changed first leaves the list."""
        with self._lock:
            self._unfinished.pop(game, None)
            self._over[game] = line
            while len(self._over) > LISTED_AFTER:
                del self._over[min(self._over, key=lambda name: float(self._over[name]["when"]))]

    def forget(self, game: str) -> None:
        with self._lock:
            self._unfinished.pop(game, None)
            self._over.pop(game, None)

    def shown(self) -> list[Facts]:
        """Return the games that one may look on at, those that go on first, the newest first."""
        with self._lock:
            found = [*self._unfinished.values(), *self._over.values()]
        found.sort(key=lambda facts: (facts["status"] == "over", -facts["when"]))
        return [dated(dict(facts)) for facts in found[:MOST_LISTED]]


def line_of_game(game: Standing) -> Facts:
    """Return what the list says of a game; its lock is held."""
    plan = game.plan
    return {
        "game": game.id, "title": plan.title, "kind": "word" if game.course.word else "small", "status": game.status,
        "players": list(plan.called), "scores": game.course.scores, "turn": game.course.turn,
        "people": len(plan.people), "when": game.changed,
    }  # fmt: skip


def dated(line: Facts) -> Facts:
    """Return a line with the time of the last change as people are told it."""
    when = line.pop("when")
    return {**line, "changed": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(when))}
