"""A manifest made again where the file is lost: from its copy, or from the games alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.records.results import Results

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
        late = any(move.fault and move.fault.fault == "LATE" for move in record.moves)
        repeatable = repeatable and not late and not record.penalties
    tournament: dict[str, Any] = {
        "name": name, "bots": [{"name": bot} for bot in sorted(bots)],
        "variants": [{"name": variant} for variant in sorted(variants)], "players": players, "pairs": pairs,
    }  # fmt: skip
    return Manifest(
        name=name, seed="", config="", config_hash="", tournament=tournament, variants=variants, bots=bots, limits={},
        isolation={}, machine={}, repeatable=repeatable, lost=LOST,
    )  # fmt: skip


def recovered(results: Results) -> tuple[Manifest, str]:
    """Return a manifest in the place of one that is damaged, and for people what it was made from.

    From the copy that lies beside the games it is whole; without one (results of an older arena) from the games.
    """
    copy = results.manifest_copy()
    if copy is not None:
        return copy, "the copy beside the games"
    made = rebuilt(results.folder.resolve().name, results.records())
    return made, f"the games, which do not say {', '.join(made.lost[:-1])} and {made.lost[-1]}"
