"""Sums that are made while games are written, by whoever writes them: a report finds them when it is asked for.

They are kept in the same parts as a report's own (``kept.py``), each when its last game is on disk. Whoever is killed
before that leaves a part out, which the next one who writes reads up to where it was, or the next report makes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.records.record import GameRecord
from arena.records.results import Results

if TYPE_CHECKING:  # loaded with the first game, as a run begins without them
    from arena.records.kept_sums import KeptSums
    from arena.report.gather import Gathered

_WAIT = 1.0  # seconds: a run is not to wait for a report that writes sums


class WrittenSums:
    """Hears of the games of a store (``records.store.Follower``), and keeps their sums beside them.

    Games are finished and safe before it hears of them: what goes wrong here ends no run. It stops making sums then,
    and the next report tells whoever asks for it what is wrong.
    """

    def __init__(self, store: Results) -> None:
        self._store = store
        self._kept: KeptSums | None = None
        self._part: Gathered | None = None  # None: where to go on is to be found out
        self._next = 0
        self._given_up = False

    def added(self, number: int, record: GameRecord) -> None:
        """Add a game to its part; keep the part where it is the last one of it."""
        if self._given_up:
            return
        try:
            self._take(number, record)
        except Exception:  # notes of somebody else's game, a damaged record, a disk: a run goes on without sums
            self._given_up = True
            self.close()

    def moved(self) -> None:
        """Begin anew with the next game."""
        self.close()

    def close(self) -> None:
        """Let go of the file; a part that is not whole is not kept."""
        self._part = None
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def _take(self, number: int, record: GameRecord) -> None:
        from arena.report.gather import Gathered
        from arena.report.sums import kept

        if len(record.bots) != 2:  # such games are kept one by one, and their reports read all of them
            self._given_up = True
            self.close()
            return
        if self._part is None or number != self._next:
            self._begin(number)
        assert self._part is not None
        self._part.add(record)
        self._next = number + 1
        if number % kept.SIZE == 0:
            self._keep(number // kept.SIZE - 1)
            self._part = Gathered(kept.MOST_PLAYS)

    def _begin(self, number: int) -> None:
        """Read the games of a part that stand before one that was just added."""
        from arena.records.kept_sums import KeptSums
        from arena.report.gather import gather
        from arena.report.sums import kept

        self.close()
        numbering = self._store.numbering()
        assert numbering is not None, "whoever writes makes a file of today's format"
        self._kept = KeptSums(self._store.folder, kept.VERSION, numbering, in_memory=False, wait=_WAIT)
        first = (number - 1) // kept.SIZE * kept.SIZE + 1
        self._part = gather(self._store.numbered(first, number - 1), kept.MOST_PLAYS)

    def _keep(self, place: int) -> None:
        """Keep the part of this place, and those that it makes whole."""
        from arena.report.sums import kept
        from arena.report.sums.packed import pack, unpack

        assert self._kept is not None and self._part is not None
        data = pack(self._part)
        if data is None:
            return
        self._kept.put((0, place), kept.end_of(self._store, 0, place), data)
        for level in range(1, kept.LEVELS):
            if (place + 1) % kept.FANOUT:
                return
            place //= kept.FANOUT
            parts = []
            for below in range(place * kept.FANOUT, (place + 1) * kept.FANOUT):
                known = self._kept.get((level - 1, below), kept.end_of(self._store, level - 1, below))
                if known is None:  # an older file, or a report has joined them already
                    return
                parts.append(unpack(known))
            kept.keep_joined(parts, level, place, self._store, self._kept)
