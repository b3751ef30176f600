"""What is gathered of a folder's games: from sums that were kept of most of them, and from the records of the rest.

Sums are kept of every ``SIZE`` games in the order of their numbers, of ``FANOUT`` such parts as one, and so on. So a
million games are a few dozen parts, and when some games are new only those are read. A part is good for ever, as
games are only added; where games were set aside, taken back or lost since (``Results.numbering``), all are made again,
and where a part ends with another game than it did (``Results.game_at``), that part is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext

import msgspec

from arena import __version__
from arena.records.kept_sums import KeptSums
from arena.records.record import GameRecord
from arena.records.results import Results, ResultsFolder
from arena.report.gather import Gathered, gather
from arena.report.sums.packed import pack, unpack

SIZE = 1024  # games of a part of level 0
FANOUT = 16  # parts of a level that are one of the next
LEVELS = 4
MOST_PLAYS = 25  # best plays that are kept of a part

VERSION = f"{__version__} 4"  # of what parts hold: raise the number when a figure is gathered in another way
SPARSE = 100  # numbers a game, above which parts by number are not made
WORTH_SHARING = 8  # parts: for fewer no process is started

Meter = Callable[[int], AbstractContextManager[Callable[[], None]]]  # total -> what is called for each that is done


Make = Callable[[int], bytes | None]  # a part of level 0 by its place, None where the games were moved meanwhile
Share = Callable[[Make, Sequence[int]], Iterable[tuple[int, bytes | None]]]  # places, each with what is made of it


def unshared(make: Make, places: Sequence[int]) -> Iterable[tuple[int, bytes | None]]:
    """Make all parts in this process, one after the other."""
    return ((place, make(place)) for place in places)


def unmetered(total: int) -> AbstractContextManager[Callable[[], None]]:
    """Show nobody how far it is."""
    return nullcontext(lambda: None)


def gathered_of(
    results: ResultsFolder, top: int = 5, *, share: Share = unshared, progress: Meter = unmetered
) -> Gathered:
    """Return what all games of a folder say, as ``gather`` does; the best plays' records are at hand.

    top: more than ``MOST_PLAYS`` have every record read, as have games that are not of two and files of format 1.
    share: has many parts made by several processes. progress: is given the games that are to be read.
    """
    with Results(results.folder) as store, store.snapshot():
        gathered = _sums(results, store, share, progress) if top <= MOST_PLAYS else None
        if gathered is None:
            with progress(store.count()) as done:
                return gather(_counted(store.records(), done), top)
        gathered.top = top
        gathered.fill(store.get)
        return gathered


def sums_of(results: ResultsFolder, *, share: Share = unshared, progress: Meter = unmetered) -> Gathered | None:
    """Return what all games of a folder say, without the best plays' records; None where no sums of them can be kept.

    None: the file is of format 1, games are not of two, or games were moved meanwhile. share, progress: as above.
    """
    with Results(results.folder) as store, store.snapshot():
        return _sums(results, store, share, progress)


def _sums(results: ResultsFolder, store: Results, share: Share, progress: Meter) -> Gathered | None:
    numbering = store.numbering()
    if numbering is None:
        return None
    with KeptSums(results.folder, VERSION, numbering) as kept:
        return _from_parts(results, store, kept, numbering, share, progress)


def _from_parts(
    results: ResultsFolder, store: Results, kept: KeptSums, numbering: str, share: Share, progress: Meter
) -> Gathered | None:
    """Return what all games say; None where games are not of two, or were moved meanwhile."""
    last = store.last_number()
    if last > SPARSE * (store.count() + SIZE):
        return None  # no run gives such numbers: the file is damaged, and its games are read one by one
    whole = last // SIZE
    missing = _missing(store, kept, whole)
    with progress(len(missing) * SIZE + last % SIZE) as done:
        make = maker(results, numbering)
        for number, made in (share if len(missing) >= WORTH_SHARING else unshared)(make, missing):
            if made is None:
                return None
            kept.put((0, number), end_of(store, 0, number), made)
            for _ in range(SIZE):
                done()
        gathered = Gathered(MOST_PLAYS)
        stack: list[tuple[int, Gathered]] = []  # level, part: those that are still to be made one
        place = 0
        while place < whole:
            level, part = _largest(store, kept, place, whole)
            if part is None:  # another reader has put it into a larger one that ends beyond our last game
                data = make(place)
                if data is None:
                    return None
                kept.put((0, place), end_of(store, 0, place), data)
                part = unpack(data)
            stack.append((level, part))
            del part  # all parts are as large as what is made of them: none stays longer than it must
            place += FANOUT**level
            _join(stack, place, store, kept)
            level = stack[-1][0]
            if len(stack) == 1 and not _belongs(level, place - FANOUT**level, whole):
                gathered.merge(stack.pop()[1])
        rest = gather(_counted(store.numbered(whole * SIZE + 1, last), done), MOST_PLAYS)
        gathered.merge(rest)
        return None if rest.rankings else gathered


def _missing(store: Results, kept: KeptSums, whole: int) -> list[int]:
    """Return the places of level 0 that are in no part that is kept and holds."""
    missing = []
    place = 0
    while place < whole:
        level = next((level for level, _ in _kept_at(store, kept, place, whole)), None)
        if level is None:
            missing.append(place)
        place += FANOUT ** (level or 0)
    return missing


def _belongs(level: int, begin: int, whole: int) -> bool:
    """Tell whether a part that begins at a place is in a larger one that is whole as well."""
    span = FANOUT ** (level + 1)
    return level < LEVELS - 1 and (begin // span + 1) * span <= whole


def end_of(store: Results, level: int, place: int) -> str:
    """Return the last game of a part."""
    return store.game_at((place + 1) * FANOUT**level * SIZE)


def maker(results: ResultsFolder, numbering: str) -> Make:
    """Return what makes a part of level 0 from its games."""

    def make(place: int) -> bytes | None:
        with Results(results.folder) as store, store.snapshot():
            if store.numbering() != numbering:
                return None
            return pack(gather(store.numbered(place * SIZE + 1, (place + 1) * SIZE), MOST_PLAYS))

    return make


def _kept_at(store: Results, kept: KeptSums, place: int, whole: int) -> Iterator[tuple[int, bytes]]:
    """Yield the kept parts that begin at a place and hold, the largest first: level, bytes."""
    for level in reversed(range(LEVELS)):
        span = FANOUT**level
        if place % span or place + span > whole:
            continue
        data = kept.get((level, place // span), end_of(store, level, place // span))
        if data is not None:
            yield level, data


def _largest(store: Results, kept: KeptSums, place: int, whole: int) -> tuple[int, Gathered | None]:
    """Return the largest part that begins at a place, with its level; None for one of level 0 that is not there."""
    for level, data in _kept_at(store, kept, place, whole):
        try:
            return level, unpack(data)
        except (msgspec.MsgspecError, ValueError, KeyError, TypeError):
            continue
    return 0, None


def _join(stack: list[tuple[int, Gathered]], end: int, store: Results, kept: KeptSums) -> None:
    """Make one of the last parts of a stack, which end before the place ``end``, where they are all of a larger one."""
    while stack and (level := stack[-1][0]) < LEVELS - 1 and end % FANOUT ** (level + 1) == 0:
        parts = [part for own, part in stack[-FANOUT:] if own == level]
        if len(parts) < FANOUT:
            return
        del stack[-FANOUT:]
        place = end // FANOUT ** (level + 1) - 1
        stack.append((level + 1, keep_joined(parts, level + 1, place, store, kept)))


def keep_joined(parts: Iterable[Gathered], level: int, place: int, store: Results, kept: KeptSums) -> Gathered:
    """Make one part of a level of those of the level below, and keep it in their stead."""
    joined = Gathered(MOST_PLAYS)
    for part in parts:
        joined.merge(part)
    data = pack(joined)
    if data is not None:
        parts_of_it = tuple((level - 1, FANOUT * place + at) for at in range(FANOUT))
        kept.put((level, place), end_of(store, level, place), data, parts_of_it)
    return joined


def _counted(records: Iterator[GameRecord], done: Callable[[], None]) -> Iterator[GameRecord]:
    for record in records:
        yield record
        done()
