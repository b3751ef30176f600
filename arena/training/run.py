"""Training of a leave table: generations of self-play over all cores, each with the table of the one before it.

The first generation knows no leaves. Games are played in chunks, each with a stream of chance of its own, and their
sums are added in the order of the chunks: so any number of workers makes the same table, and so does a training that
was interrupted. After every few seconds what there is lies in a file, from which it goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np

from arena.engine.equity import EquityFinder
from arena.engine.leaves import Leaves
from arena.parallel import share
from arena.scrabble.table import Table
from arena.training.fit import TableMaker, check_size
from arena.training.generation import Generation
from arena.training.kept import Kept
from arena.training.samples import Racks, Sums, play_games

SHARES = 1, 1, 2, 3, 5  # of all games, for each generation
CARRIED = 0.0, 0.0, 0.7, 0.7  # what the racks of each generation count in the next one: the first tables are far off
CHUNK = 25  # games
SAVED_EVERY = 10.0  # seconds


class Training:
    """One training. table: the board, tiles, words and rules. games: of all generations together."""

    def __init__(self, table: Table, games: int, seed: int, kept: Kept | None = None) -> None:
        """Raises ConfigError where a table of leaves for these hands would be too large."""
        self._table, self._seed, self._kept = table, seed, kept
        check_size(table)
        self._racks = Racks(table)
        self._fit = TableMaker(self._racks)
        self.plan = [max(1, games * part // sum(SHARES)) for part in SHARES]
        self.leaves = self._fit.table
        self.generations: list[Generation] = []
        self._done = 0  # games of the generation at work
        self._sums = self._racks.empty()

    @property
    def played(self) -> int:
        """How many games were played so far."""
        return sum(generation.games for generation in self.generations) + self._done

    def resume(self) -> None:
        """Go on from what was kept, if anything was. Raises ResultsError where it is another training's or damaged."""
        state = None if self._kept is None else self._kept.read(len(self.leaves), self._racks.empty(), self.plan)
        if state is not None:
            self.leaves = self.leaves.with_values(state.values)
            self.generations = state.generations
            self._sums, self._done = state.sums, state.sums.games

    def run(self, workers: int, played: Callable[[int], None]) -> Iterator[Generation]:
        """Play what is left, yielding each generation when it is done. played: told how many games were, each time.

        ``leaves`` is the newest table at any time. To stop, close the iterator: what is kept can be resumed.
        """
        while len(self.generations) < len(self.plan):
            number = len(self.generations)
            yield self._generation(number, workers, played)
        self._save()

    def _generation(self, number: int, workers: int, played: Callable[[int], None]) -> Generation:
        finder = EquityFinder(self._table, self.leaves)

        def play(chunk: tuple[int, int]) -> Sums:
            return play_games(self._racks, finder, self._seed, (number, chunk[0]), chunk[1])

        games, saved = self.plan[number], time.monotonic()
        chunks = [(begin, min(CHUNK, games - begin)) for begin in range(self._done, games, CHUNK)]
        for chunk, sums in share(play, chunks, workers=workers):
            self._sums.add(sums)
            self._done += chunk[1]
            played(chunk[1])
            if time.monotonic() - saved > SAVED_EVERY:
                self._save()
                saved = time.monotonic()
        made = self._fit.leaves(self._sums)
        generation = self._compared(number + 1, made)
        self.leaves, self._done = made, 0
        self._sums.fade(CARRIED[number] if number < len(CARRIED) else 0.0)
        self.generations.append(generation)
        self._save()
        return generation

    def _compared(self, number: int, made: Leaves) -> Generation:
        sums, counted = self._sums, self._fit.counted
        weights = sums.leaves[:, 1] / max(1.0, sums.leaves[:, 1].sum())
        before, after = (table.values[counted].astype(np.float64) for table in (self.leaves, made))
        change, spread = (float(np.sqrt(weights @ square)) for square in ((after - before) ** 2, after**2))
        value = sums.value / max(1, sums.free)
        return Generation(number, sums.games, sums.turns, sums.changes, sums.racks, value, change, spread)

    def _save(self) -> None:
        if self._kept is not None:
            self._kept.write(self.leaves.values, self._sums, self.generations)
