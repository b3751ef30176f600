"""The search by equity, for alphabets of more than 31 letters; compiled only where needed."""

from __future__ import annotations

from arena.engine._kernels.arrays import GRAPH64
from arena.engine._kernels.seek import BY_EQUITY, SEARCHED, search_plain
from arena.jit import kernel, types

by_equity = kernel(*(types.int64(GRAPH64, *SEARCHED, *way) for way in BY_EQUITY), bare=True)(search_plain)
