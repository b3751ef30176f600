"""From sums of racks to a leave table.

A rack's value is fitted as a sum over its tiles and pairs of tiles, and over how likely its tiles make a word of them
all. So every rack has a value, also those that nobody saw. A leave is worth the mean of the racks it may become, each
as likely as it is drawn: an exact mean over all draws. What the racks of a short leave came to otherwise is added in
so far as there were enough of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.engine import rack_sums as kernels
from arena.engine.leaves import Leaves, leaves_of
from arena.engine.rack_sums import Index
from arena.errors import ConfigError
from arena.scrabble.table import Table
from arena.training.samples import COUNTED, STAGES, Racks, Sums

SINGLE_PRIOR, PAIR_PRIOR, WORD_PRIOR = 1.0, 200.0, 1.0  # racks that say 0, for each feature of a kind
RARE = 600.0  # racks of a leave beside which its own mean counts as much as the fit
MOST_RACKS = 30_000_000


def check_size(table: Table) -> None:
    """Raise ConfigError where hands are so large that their racks are too many, or so small that nothing is kept."""
    tiles, full = table.tiles, table.hand_size
    many = leaves_of(tiles.counts, full)
    if full < 2 or many > MOST_RACKS:
        problem = f"{many:,} racks of up to {full} tiles of {tiles.name!r} cannot all be valued"
        raise ConfigError("leaves", problem, f"Hands of 2 tiles and more, and at most {MOST_RACKS:,} racks, can")


class TableMaker:
    """Makes leave tables of a table's racks; what does not change is made once."""

    def __init__(self, racks: Racks) -> None:
        self._racks = racks
        tiles, full = racks.tiles, racks.full
        every = Leaves.all_of(tiles, full)
        self._all = every.arrays
        self._listed = _listed(every)
        self._tile_of = np.zeros(racks.kinds, np.int32)
        self._tile_of[racks.numbers] = np.arange(len(racks.numbers), dtype=np.int32)
        self._counts = np.zeros(racks.kinds, np.int64)
        self._counts[racks.numbers] = tiles.counts
        self.table = Leaves.all_of(tiles, full - 1)
        self._shorter = np.flatnonzero(self._listed[:, 0] < full)  # of all, the table's, in the same order
        counted = _listed(racks.counted)
        sizes = self._listed[self._shorter, 0]
        self.counted = np.flatnonzero(sizes <= COUNTED)  # of the table, those that are counted one by one
        assert len(self.counted) == len(counted)
        # What the lexicon knows of the racks takes long, so it is made once: 2 for a word, and a chance of 1 at most.
        weights = np.zeros(racks.size - STAGES)
        weights[-kernels.BINGO_FEATURES :] = 2, 1, 0
        both = self._valued(weights, racks.ground.index)
        chance = np.where(both >= 2, both - 2, both)
        self._words = np.stack([both >= 2, chance, np.sqrt(chance)], axis=1)

    def leaves(self, sums: Sums) -> Leaves:
        """Return the table that the racks make."""
        racks = self._racks
        kinds, ground = racks.kinds, racks.ground
        weights = fitted(sums, kinds)
        values = self._valued(weights[:-STAGES], ground.index._replace(slots=np.zeros(0, np.int64)))
        values += self._words @ weights[-STAGES - kernels.BINGO_FEATURES : -STAGES]
        average = kernels.complete(self._listed, self._all, self._counts, racks.full, values)
        table: NDArray[Any] = values[self._shorter] - average
        count = sums.leaves[:, 1]
        seen = count > 0
        own = np.zeros(len(count))
        stages: NDArray[Any] = sums.leaves[:, 2:] @ weights[-STAGES:]
        own[seen] = (sums.leaves[seen, 0] - stages[seen]) / count[seen] - average - table[self.counted[seen]]
        table[self.counted] += own * count / (count + RARE)
        return self.table.with_values(table.astype(np.float32))

    def _valued(self, weights: NDArray[np.float64], index: Index) -> NDArray[np.float64]:
        # The sum over the features of each rack; without words' slots, those of words are 0.
        racks, faces = self._racks, self._racks.ground.tiles
        values = np.zeros(len(self._listed))
        kernels.value_racks(
            self._listed, self._tile_of, faces.faces, faces.first, index, racks.letters, weights.copy(), racks.kinds,
            racks.full, values,
        )  # fmt: skip
        return values


def fitted(sums: Sums, kinds: int) -> NDArray[np.float64]:
    """Return the features' weights by least squares; priors keep those that were hardly seen near 0."""
    size = len(sums.products)
    prior = np.full(size, PAIR_PRIOR)
    prior[:kinds] = SINGLE_PRIOR
    prior[size - STAGES - kernels.BINGO_FEATURES :] = WORD_PRIOR
    prior[size - STAGES :] = 1e-6
    return np.asarray(np.linalg.solve(sums.squares + np.diag(prior), sums.products), np.float64)


def _listed(leaves: Leaves) -> NDArray[np.uint8]:
    """Return the leaves of a table, uint8[n, 1 + longest]: how many tiles, and their numbers."""
    out = np.zeros((len(leaves), 1 + leaves.longest), np.uint8)
    kernels.list_leaves(leaves.arrays, out)
    return out
