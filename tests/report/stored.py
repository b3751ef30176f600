"""A results folder with known games, as a run would leave it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from arena.config.model import BotEntry, Tournament, VariantEntry
from arena.records.manifest import Manifest
from arena.records.store import Store
from tests.seeds import quick


def store(folder: Path, records: Any, name: str = "night", specs: dict[str, Any] | None = None, **more: Any) -> Path:
    """Write records into a folder and return it; ``more`` is of the tournament."""
    bots = sorted({bot for record in records for bot in record.bots})
    variants = sorted({record.variant for record in records})
    tournament = Tournament(
        name=name, seed=quick(7), bots=tuple(BotEntry(name=bot, plugin=bot) for bot in bots),
        variants=tuple(VariantEntry(name=variant) for variant in variants), **more,
    )  # fmt: skip
    manifest = Manifest(
        name=name, seed=quick(7), scheme=2, config="", config_hash="", tournament=dict(tournament.identity()),
        variants={}, limits={}, isolation={}, machine={},
        repeatable=True, bots={bot: {"plugin": bot} for bot in bots}, specs=specs or {},
    )  # fmt: skip
    with Store(folder, manifest, differences=lambda old, new: []) as written:
        for record in records:
            written.add(record)
    return folder
