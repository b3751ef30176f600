"""All moves of a tournament looked at, by several processes where that is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from arena.records.record import GameRecord
from arena.report.looks import Basis, Progress, Records
from arena.report.moves import Moves
from arena.report.pairs import partings
from arena.report.regret import look_at
from arena.report.usage import Counter
from arena.variants.spec import VariantSpec


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
    by: Basis = "points",
    leaves: str | None = None,
) -> Moves:
    """Return what the records say of every move.

    records: called whenever they are read anew, sorted by id. specs, layouts: of the word game's variants.
    regret:  whether the engine is asked for the best play of every position (0.4 ms each), or of ``sample`` of them.
    workers: processes that share that work; what is found is the same for any number. by, leaves: what is best, see
    ``look_at``.
    """
    counter = Counter(specs, layouts)
    every_parting = tuple(partings(_counted(records(), counter)))
    looked = None
    if regret:
        looked = look_at(
            records, specs, sample=sample, top=top, progress=progress, workers=workers, by=by, leaves=leaves
        )
    seen = {bot for bots in counter.usage.doings.values() for bot in bots}
    return Moves((*order, *sorted(seen - set(order))), counter.usage, every_parting, looked)


def _counted(records: Iterable[GameRecord], counter: Counter) -> Iterator[GameRecord]:
    for record in records:
        counter.add(record)
        yield record
