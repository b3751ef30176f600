"""The compiled sums of racks for whoever trains leave tables: what ``_kernels/racks.py`` offers outside this room."""

from __future__ import annotations

from arena.engine._kernels.arrays import Index
from arena.engine._kernels.racks import (
    BINGO_FEATURES,
    MOST_BAGS,
    add_to_fit,
    add_to_leaves,
    bingo_features,
    complete,
    features_of,
    list_leaves,
    value_racks,
)

__all__ = [
    "BINGO_FEATURES",
    "MOST_BAGS",
    "Index",
    "add_to_fit",
    "add_to_leaves",
    "bingo_features",
    "complete",
    "features_of",
    "list_leaves",
    "value_racks",
]
