"""What the routes share: where the server listens, where results lie, the tables that were shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from arena.config.model import Isolation
from arena.serve.live.given import Given
from arena.serve.page.guard import Door
from arena.serve.page.tables import Tables

PLAYED = "played"  # the results in which games of people are kept


@dataclass
class Server:
    """One server of the page.

    door: where it listens. folder: of all results. played: the name of those that it writes itself. isolation: of bots.
    given: the game of the files that it was started with.
    """

    door: Door
    folder: Path = Path("results")
    played: str = PLAYED
    isolation: Isolation = "auto"
    given: Given | None = None
    tables: Tables = field(default_factory=Tables)
    started: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
