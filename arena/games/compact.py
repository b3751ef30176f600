"""The small games as integers for the compiled solver: what their forms have in common.

The mover is bit 61 in every game but peg solitaire, where seat ``first`` always moves. What the bits below it mean
stands in each game's file, at its gifts; a game that does not fit in them declares no compact form, and its Python
rules still answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # rules do without numpy until a solver asks for their compact form
    import numpy as np
    from numpy.typing import NDArray

MOVER = 61


def config_of(*numbers: int) -> NDArray[np.int64]:
    """Return what the kernels of a game are handed of this very game: int64[n]."""
    import numpy as np

    return np.array(numbers, dtype=np.int64)
