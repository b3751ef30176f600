"""How wide the reader's terminal is."""

from __future__ import annotations

import shutil

NARROWEST = 40
ELSEWHERE = 80  # columns of a file or a pipe


def terminal_width() -> int:
    """Return the columns that text may take: the terminal's, those of the variable COLUMNS, or 80."""
    return max(NARROWEST, shutil.get_terminal_size((ELSEWHERE, 24)).columns)
