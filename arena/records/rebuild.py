"""A manifest made again from the games alone, where the file is lost and no copy of it is left. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from arena.records.manifest import Manifest
from arena.records.record import GameRecord

LOST = (
    "the tournament file", "the master seed", "the variants' boards, tiles, rules and words", "the limits", "the walls",
    "the machine", "the hashes of the bots' files",
)  # fmt: skip


def rebuilt(name: str, records: Iterable[GameRecord]) -> Manifest:
    """Return what the games say of how they came about: who played, on which variants, by which versions.

    ``lost`` names what they do not say. Its tournament has what a report needs: bots, variants, seats, pairs.
    """
    bots: dict[str, dict[str, str]] = {}
    variants: dict[str, str] = {}
    players, pairs, repeatable = 2, 1, True
    for record in records:
        variants[record.variant] = ""
        players, pairs = len(record.bots), max(pairs, record.pair)
        for bot in record.bots:
            bots.setdefault(bot, {"version": record.versions.get(bot, "")})
        repeatable = repeatable and not any(move.fault and move.fault.fault == "LATE" for move in record.moves)
    tournament: dict[str, Any] = {
        "name": name, "bots": [{"name": bot} for bot in sorted(bots)],
        "variants": [{"name": variant} for variant in sorted(variants)], "players": players, "pairs": pairs,
    }  # fmt: skip
    return Manifest(
        name=name, seed="", config="", config_hash="", tournament=tournament, variants=variants, bots=bots, limits={},
        isolation={}, machine={}, repeatable=repeatable, lost=LOST,
    )  # fmt: skip
