"""What the search by look-ups needs where some squares are no plain multipliers, and its scoring of one play there.

Conventions: ``walk.py``, ``score.py``, ``limits.py``.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.board import I8, I32, I32_2, I64
from arena.engine._kernels.score import FAILED, I32_3, RAN, points_of_row
from arena.jit import kernel, types

# the arrays of ODD; made by programs.py
O_CELLS, O_RAW, O_IDS, O_SIGNS, O_WORD, O_EFFECTS, O_LIMITS, O_STARTS, O_CODE, O_CHARACTERS, O_USED = range(11)
O_RULES, O_WORK, O_RESULT = 11, 12, 13
STEPS_A_STEP = 4  # steps of a program that take as long as one of the search
ODD: Any = cast(Any, types.Tuple)(
    (I32_2, I32, I32, I32, I32_2, I32_3, I32_3, I32_2, I32, I32_2, types.int64, I64, I64, I64)
)


@kernel(types.boolean(I32, I8, I64, I32_2, ODD), bare=True)
def score(
    row: NDArray[np.int32], letters: NDArray[np.int8], dims: NDArray[np.int64], faces: NDArray[np.int32], odd: Any
) -> bool:
    # Gives a play the points that its squares' programs make; whether none of them fails.
    odd[O_RESULT][RAN] = 0
    points = points_of_row(
        row, 0, letters, odd[O_CELLS], odd[O_RAW], odd[O_IDS], dims, faces, odd[O_SIGNS], odd[O_WORD], odd[O_EFFECTS],
        odd[O_STARTS], odd[O_CODE], odd[O_CHARACTERS], odd[O_USED], odd[O_RULES], odd[O_WORK], odd[O_RESULT],
    )  # fmt: skip
    if points == FAILED:
        return False
    row[0] = points
    return True
