"""Large pages for a process that is forked again and again: a fork then copies one entry where it copied 512.

A template holds tens of megabytes once its kernels are loaded, and most of what a fork and the end of its child cost
is the copying and clearing of page tables. A child that writes to a large page gets small ones again, so nothing is
copied that was not before.
"""

from __future__ import annotations

import contextlib
import ctypes
from pathlib import Path

_MADV_COLLAPSE = 25  # Linux 6.1; older ones answer with an error, and all stays as it was
_LARGE = 2 << 20


def make_large() -> int:
    """Have the kernel put this process's heaps into large pages, as far as it can; return how many it made."""
    made = 0
    with contextlib.suppress(OSError, ValueError, AttributeError):
        libc = ctypes.CDLL(None)
        libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        for first, last in _heaps():
            for at in range(-(-first // _LARGE) * _LARGE, last - _LARGE + 1, _LARGE):
                made += libc.madvise(at, _LARGE, _MADV_COLLAPSE) == 0
    return made


def _heaps() -> list[tuple[int, int]]:
    # The ranges of writable memory that belong to no file: malloc's and Python's.
    found = []
    for line in Path("/proc/self/maps").read_text().splitlines():
        span, rights, _, _, _, *name = line.split(maxsplit=5)
        if rights.startswith("rw-p") and name in ([], ["[heap]"]):
            first, last = (int(end, 16) for end in span.split("-"))
            found.append((first, last))
    return found
