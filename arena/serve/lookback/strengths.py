"""How strong the installed bots are, where results say so: Elo in the last tournament that each of them played.

Figures of one tournament are beside each other only; so they are told with its name. To work them out may take
seconds: that is done in a thread, and whoever asks meanwhile hears what is known by then.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arena.errors import ArenaError
from arena.records.manifest import Manifest
from arena.records.results import ResultsFolder
from arena.records.season import current
from arena.records.store import GAMES
from arena.serve.live.facts import Facts
from arena.serve.lookback.tournaments import standing_facts

MOST_GAMES = 5000  # of a tournament that is looked at: a larger one takes too long
MOST_RESULTS = 20  # tournaments that are looked at, the last played first
PATIENCE = 1.0  # seconds that the first one who asks waits
_OWN = ("options", "address", "command", "path", "submission", "move_time", "game_time")  # keys of an entry of its own
_LOG = logging.getLogger("arena.page")


class Strengths:
    """Those of one folder of results."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._of: dict[Path, tuple[float, dict[str, Facts]]] = {}  # results -> when they changed, and what they say
        self._thread: threading.Thread | None = None
        self._known: dict[str, Facts] = {}

    def known(self, patience: float = PATIENCE) -> dict[str, Facts]:
        """Return bot -> ``{"elo", "low", "high", "games", "results"}`` of those that results know."""
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._look, name="strengths", daemon=True)
                self._thread.start()
            thread = self._thread
        thread.join(patience)
        return dict(self._known)

    def _look(self) -> None:
        found: dict[str, Facts] = {}
        looked_at: dict[Path, tuple[float, dict[str, Facts]]] = {}
        for folder, when in self._newest():
            said = self._of.get(folder)
            if said is None or said[0] != when:
                said = when, _said(folder)
            looked_at[folder] = said
            for bot, facts in said[1].items():
                found.setdefault(bot, facts)
        self._of, self._known = looked_at, found  # what is not among the newest any more is forgotten

    def _newest(self) -> Iterator[tuple[Path, float]]:
        dated = []
        for file in self._folder.glob(f"*/{GAMES}"):
            try:
                dated.append((file.stat().st_mtime, file.parent))
            except OSError:
                continue
        for when, folder in sorted(dated, reverse=True)[:MOST_RESULTS]:
            yield folder, when


def _said(folder: Path) -> dict[str, Facts]:
    """Return what one tournament says of bots that play there with no options of their own."""
    try:
        results = ResultsFolder(folder)
        manifest = results.manifest
        if manifest.tournament.get("people") or not 0 < len(results) <= MOST_GAMES:
            return {}
        rows = standing_facts(results)["standings"]
    except (ArenaError, OSError) as error:
        _LOG.warning("%s: %s", folder, error)
        return {}
    except Exception:
        _LOG.exception("the strengths of %s cannot be told", folder)
        return {}
    names = _plain_bots(manifest)
    kept = ("elo", "low", "high", "games")
    by_name = {row["bot"]: row for row in rows}
    return {
        bot: {**{key: row[key] for key in kept}, "results": folder.name}
        for bot, name in names.items()
        if (row := by_name.get(name)) is not None and row["elo"] is not None
    }


def _plain_bots(manifest: Manifest) -> dict[str, str]:
    """Return installed bot -> its name in the tournament, of those that play as they are installed.

    Of a season, the name of the version that plays. Of several entries of one bot that called like it, else the first:
    the best of equal ones is the luckiest.
    """
    entries: list[dict[str, Any]] = manifest.tournament.get("bots", [])
    versions = current(manifest.season)
    found: dict[str, str] = {}
    for entry in entries:
        name = str(entry["name"])
        if any(entry.get(key) for key in _OWN) or (manifest.season and name not in versions):
            continue
        bot = str(entry.get("plugin") or name)
        if bot not in found or name == bot:
            found[bot] = versions[name].name if name in versions else name
    return found
