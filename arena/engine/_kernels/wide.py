"""The kernels that read the word graph, for alphabets of more than 31 letters; compiled only where needed."""

from __future__ import annotations

from arena.engine._kernels.board import E64
from arena.engine._kernels.bounds import SHADOW, shadow_plain
from arena.engine._kernels.programmed import ODD
from arena.engine._kernels.seek import SEARCH, search_plain
from arena.engine._kernels.walk import WALK, walk_plain
from arena.jit import kernel, types

walk = kernel(types.int64(E64, *WALK), bare=True)(walk_plain)
shadow = kernel(types.void(E64, *SHADOW), bare=True)(shadow_plain)
search = kernel(types.int64(E64, *SEARCH, types.none), types.int64(E64, *SEARCH, ODD), bare=True)(search_plain)
