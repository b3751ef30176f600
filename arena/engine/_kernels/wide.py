"""The kernels that read the word graph, for alphabets of more than 31 letters; compiled only where needed."""

from __future__ import annotations

from typing import Any

from arena.engine._kernels.arrays import GRAPH64
from arena.engine._kernels.bounds import SHADOW, shadow_plain
from arena.engine._kernels.seek import BY_POINTS, SEARCHED, search_plain
from arena.engine._kernels.walk import WALKED, walk_plain
from arena.jit import kernel, types

walk = kernel(types.int64(GRAPH64, *WALKED), bare=True)(walk_plain)
shadow = kernel(types.void(GRAPH64, *SHADOW), bare=True)(shadow_plain)
by_points = kernel(*(types.int64(GRAPH64, *SEARCHED, *way) for way in BY_POINTS), bare=True)(search_plain)


def search(*given: Any) -> int:
    """Search as ``seek.search`` does; what goes by equity takes a minute more to compile, and is not always wanted."""
    if given[-1] is None:
        return by_points(*given)
    from arena.engine._kernels.wide_equity import by_equity

    return by_equity(*given)
