"""Whether kept sums say what the games do: all of them made anew, and compared."""

from __future__ import annotations

from collections.abc import Sequence

from arena.records.kept_sums import KeptSums, Place
from arena.records.results import Results, ResultsFolder
from arena.report.gather import Gathered
from arena.report.sums import kept
from arena.report.sums.kept import Meter, Share, end_of, maker, unmetered, unshared
from arena.report.sums.packed import pack, unpack


def wrong_sums(results: ResultsFolder, *, share: Share = unshared, progress: Meter = unmetered) -> list[Place]:
    """Return the places of the parts that would count for a report, and are not what their games add up to.

    share, progress: as for ``sums.kept.gathered_of``. Raises ResultsError.
    """
    with Results(results.folder) as store, store.snapshot():
        numbering = store.numbering()
        if numbering is None:
            return []
        with KeptSums(results.folder, kept.VERSION, numbering) as sums:
            stored = {place: sums.get(place, end_of(store, *place)) for place in sums.places()}
        counting = {place: data for place, data in stored.items() if data is not None}
        blocks = [
            below for level, place in counting for below in range(place * _span(level), (place + 1) * _span(level))
        ]
        wrong = []
        with progress(len(blocks) * kept.SIZE) as done:
            made = iter((share if len(blocks) >= kept.WORTH_SHARING else unshared)(
                maker(results, numbering), blocks
            ))  # fmt: skip
            for place, data in counting.items():
                joined = Gathered(kept.MOST_PLAYS)
                for _ in range(_span(place[0])):
                    part = next(made)[1]
                    if part is not None:  # None: games were moved meanwhile, and these sums count no more
                        joined.merge(unpack(part))
                    for _ in range(kept.SIZE):
                        done()
                if pack(joined) != data:
                    wrong.append(place)
        return wrong if store.numbering() == numbering else []


def drop_sums(results: ResultsFolder, places: Sequence[Place]) -> bool:
    """Let go of kept parts, so that the next report makes them again; return whether they are gone."""
    with Results(results.folder) as store:
        numbering = store.numbering()
    with KeptSums(results.folder, kept.VERSION, numbering or "") as sums:
        return sums.drop(places)


def _span(level: int) -> int:
    return int(kept.FANOUT**level)
