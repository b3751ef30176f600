"""The kernels that read the word graph, for alphabets of more than 31 letters; compiled only where needed."""

from __future__ import annotations

from arena.jit import kernel, types
from arena.scrabble._kernels import WALK, walk_plain
from arena.scrabble._kernels_board import E64
from arena.scrabble._kernels_bounds import SHADOW, shadow_plain
from arena.scrabble._kernels_odd import ODD
from arena.scrabble._kernels_seek import SEARCH, search_plain

walk = kernel(types.int64(E64, *WALK), bare=True)(walk_plain)
shadow = kernel(types.void(E64, *SHADOW), bare=True)(shadow_plain)
search = kernel(types.int64(E64, *SEARCH, types.none), types.int64(E64, *SEARCH, ODD), bare=True)(search_plain)
