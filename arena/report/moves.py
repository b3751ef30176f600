"""All that is said of a tournament's moves one by one: points given away, doings and squares, where pairs part."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from arena.ratings.regret import ClusteredMean
from arena.report.looks import Regret
from arena.report.numbers import json_ready
from arena.report.pairs import Parting
from arena.report.regret_sums import regret_facts
from arena.report.usage import Usage


@dataclass(frozen=True)
class Moves:
    """What was found. regret is None where the engine was not asked; order: the bots, best first."""

    order: tuple[str, ...]
    usage: Usage
    partings: tuple[Parting, ...]
    regret: Regret | None


def parting_facts(parting: Parting) -> dict[str, Any]:
    """Return a pair as plain values; turn counts from 1, null where the games never part."""
    turn = None if parting.turn is None else parting.turn + 1
    return {**asdict(parting), "bots": list(parting.bots), "turn": turn}


def moves_facts(moves: Moves) -> dict[str, Any]:
    """Return everything as JSON-able values; units as in the reference page of ratings."""
    usage = moves.usage
    facts = {
        "regret": None if moves.regret is None else regret_facts(moves.regret, moves.order),
        "doings": [
            {"variant": variant, "bot": bot, **asdict(bots[bot])}
            for variant, bots in sorted(usage.doings.items())
            for bot in moves.order
            if bot in bots
        ],
        "squares": [
            {
                "variant": variant, "kind": kind, "on_board": usage.on_board.get(variant, {}).get(kind), "bot": bot,
                **asdict(bots[bot]),
            }
            for variant, kinds in sorted(usage.squares.items())
            for kind, bots in kinds.items()
            for bot in moves.order
            if bot in bots
        ],
        "extents": [
            {
                "variant": variant, "infinite": variant in usage.infinite, "games": extent.games,
                "widest": extent.widest, "highest": extent.highest,
                **{name: _mean(getattr(extent, name)) for name in ("width", "height", "tiles", "x", "y", "distance")},
            }
            for variant, extent in usage.extents().items()
        ],
        "pairs": [parting_facts(parting) for parting in moves.partings],
    }  # fmt: skip
    ready = json_ready(facts)
    assert isinstance(ready, dict)
    return ready


def _mean(figure: ClusteredMean) -> dict[str, Any]:
    return {"mean": figure.mean, "low": figure.low, "high": figure.high}
