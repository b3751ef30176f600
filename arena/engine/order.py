"""The order of plays, best first, in plain Python; the compiled comparison (``precedes``) must agree with it.

Most points, then the main word by the order of the alphabet (a word goes before its extensions), then its row,
its column, across before down, then the ids of the tiles in the order of their squares.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Key = tuple[int, tuple[int, ...], int, int, bool, tuple[int, ...]]


def row_key(row: Sequence[int], letters: Sequence[int], faces: Sequence[Sequence[int]], dims: Sequence[int]) -> Key:
    """Return what a row of the kernels is sorted by, smallest first.

    letters: by cell, as before the play. faces: (tile, code, points). dims: see ``_kernels/arrays.py``.
    """
    points, start, last, _, *shown = row
    word: list[int] = []
    tiles: list[int] = []
    for cell in range(start, last + 1):
        code = letters[cell]
        if code == 0:
            tile, code, _ = faces[shown[len(tiles)]]
            tiles.append(tile)
        word.append(code)
    width, height, size = dims
    down = start >= size
    x, y = ((start - size) // height, (start - size) % height) if down else (start % width, start // width)
    return -points, tuple(word), y, x, down, tuple(tiles)


def best_first(
    rows: NDArray[np.int32], letters: NDArray[np.int8], faces: NDArray[np.int32], dims: NDArray[np.int64]
) -> list[int]:
    """Return the indices of the rows, best play first."""
    plain_letters, plain_faces, plain_dims = letters.tolist(), faces.tolist(), dims.tolist()
    keys = [row_key(row, plain_letters, plain_faces, plain_dims) for row in rows.tolist()]
    return sorted(range(len(keys)), key=keys.__getitem__)
