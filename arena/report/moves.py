"""All that is said of a tournament's moves one by one: points given away, doings and squares, where pairs part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from arena.ratings.regret import ClusteredMean
from arena.records.record import GameRecord
from arena.report.numbers import json_ready
from arena.report.pairs import Parting, partings
from arena.report.regret import Progress, Records, Regret, look_at
from arena.report.regret_sums import regret_facts
from arena.report.usage import Counter, Usage
from arena.variants.spec import VariantSpec


@dataclass(frozen=True)
class Moves:
    """What was found. regret is None where the engine was not asked; order: the bots, best first."""

    order: tuple[str, ...]
    usage: Usage
    partings: tuple[Parting, ...]
    regret: Regret | None


def examine(
    records: Records,
    specs: Mapping[str, VariantSpec],
    layouts: Mapping[str, Any],
    *,
    order: Sequence[str] = (),
    regret: bool = True,
    sample: int | None = None,
    top: int = 5,
    progress: Progress = lambda: None,
    workers: int = 1,
) -> Moves:
    """Return what the records say of every move.

    records: called whenever they are read anew, sorted by id. specs, layouts: of the word game's variants.
    regret:  whether the engine is asked for the best play of every position (0.4 ms each), or of ``sample`` of them.
    workers: processes that share that work; what is found is the same for any number.
    """
    counter = Counter(specs, layouts)
    every_parting = tuple(partings(_counted(records(), counter)))
    looked = look_at(records, specs, sample=sample, top=top, progress=progress, workers=workers) if regret else None
    seen = {bot for bots in counter.usage.doings.values() for bot in bots}
    return Moves((*order, *sorted(seen - set(order))), counter.usage, every_parting, looked)


def _counted(records: Iterable[GameRecord], counter: Counter) -> Iterator[GameRecord]:
    for record in records:
        counter.add(record)
        yield record


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
