"""What all live games of a server share."""

from __future__ import annotations

from dataclasses import dataclass

from arena.config.model import Limits
from arena.serve.live.benches import Benches
from arena.serve.live.kept import Shelf
from arena.serve.live.played import Played


@dataclass(frozen=True)
class Rooms:
    """Where games are kept, where bots come from, where records go, and what bots may use."""

    shelf: Shelf
    benches: Benches
    played: Played
    limits: Limits
