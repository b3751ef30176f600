"""What our processes print of an exception that nobody foresaw: its words may be a guest's, so it is made printable."""

from __future__ import annotations

import sys
import traceback
from types import TracebackType

from arena.printable import printable_lines


def uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print a traceback on standard error: for ``sys.excepthook``."""
    sys.stderr.write(printable_lines("".join(traceback.format_exception(kind, error, trace))))
