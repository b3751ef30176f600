"""The kernels that read the word graph, for alphabets of more than 31 letters; compiled only where needed."""

from __future__ import annotations

from arena.engine._kernels.arrays import GRAPH64
from arena.engine._kernels.bounds import SHADOW, shadow_plain
from arena.engine._kernels.seek import SEARCHED, WAYS, search_plain
from arena.engine._kernels.walk import WALKED, walk_plain
from arena.jit import kernel, types

walk = kernel(types.int64(GRAPH64, *WALKED), bare=True)(walk_plain)
shadow = kernel(types.void(GRAPH64, *SHADOW), bare=True)(shadow_plain)
search = kernel(*(types.int64(GRAPH64, *SEARCHED, *way) for way in WAYS), bare=True)(search_plain)
