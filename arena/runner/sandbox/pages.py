"""What a process does to its memory before it is forked again and again, so that its children copy little.

A zygote holds tens of megabytes once its kernels are loaded, and most of what a fork and the end of its child cost
is the copying and clearing of page tables: in large pages a fork copies one entry where it copied 512. A child that
writes to a large page gets small ones again, so nothing is copied that was not before. And what a child allocates
shall lie side by side, and not in holes between older things, each on a page of its own.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import sys
from pathlib import Path

_MADV_COLLAPSE = 25  # Linux 6.1; older ones answer with an error, and all stays as it was
_LARGE = 2 << 20
_PAGE = os.sysconf("SC_PAGE_SIZE")
_MOST_HOLES = 16 << 20  # bytes, in all calls together; a heap with more is left as it is
_filled = 0
_SMALL = 512  # bytes of the largest objects that lie in pools
_EMPTY = sys.getsizeof(b"")
_POOL, _HEAD = 1 << 14, 64  # bytes of a pool (Python 3.10 and later), and of what stands before its first place
_BEGUN = 3
_MOST_PLACES = 20_000  # of one size
_held: list[bytes] = []


class _Info(ctypes.Structure):
    """glibc's struct mallinfo2."""

    _fields_ = tuple((name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost",
    ))  # fmt: skip


def fill_holes() -> int:
    """Take all free pieces of malloc's heap but its end, for good; return how many bytes that were.

    What this process, and so its children, allocate from now on lies at the heap's end. Does nothing where there
    is no glibc (2.33 or newer) to ask.
    """
    global _filled
    filled = 0
    with contextlib.suppress(OSError, AttributeError):
        libc = ctypes.CDLL(None)
        malloc, end, ask = libc.malloc, libc.sbrk, libc.mallinfo2
        malloc.restype, malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
        end.restype, end.argtypes = ctypes.c_void_p, [ctypes.c_ssize_t]
        ask.restype = _Info
        info = ask()
        last = (end(0) or 0) - info.keepcost  # where the heap's free end begins
        if info.fordblks - info.keepcost > _MOST_HOLES - _filled:
            return 0
        for size in (*(1 << bits for bits in range(20, 12, -1)), *range(4096, 15, -16)):
            while (at := malloc(size)) is not None and at < last:
                filled += size
    _filled += filled
    return filled


def fill_pools() -> int:
    """Take the free places in the pools of Python's own heap, for good; return how many objects that took.

    Python keeps small objects in pools of one size each (512 bytes at most), and a child that fills places between
    older objects has a page copied for each. After this it begins with pools that nobody wrote to.
    """
    filled = 0
    with contextlib.suppress(MemoryError):
        for size in range(48, _SMALL + 1, 16):
            seen: set[int] = set()
            begun = 0  # pools, one after the other, of which the first place was free
            while begun < _BEGUN and len(_held) - filled < _MOST_PLACES:
                place = bytes(size - _EMPTY)
                _held.append(place)
                pool, offset = divmod(id(place), _POOL)
                if pool not in seen:
                    seen.add(pool)
                    begun = begun + 1 if offset <= _HEAD else 0
            filled = len(_held)
    return filled


def join_code() -> int:
    """Make one mapping of each run of linked code and its constants; return how many runs that were.

    The linker gives each of many kernels a mapping for its code and one for its constants, and every fork, and the end
    of every child, goes through all of them. Constants may be run as code afterwards, which they are not.
    """
    joined = 0
    with contextlib.suppress(OSError, AttributeError):
        libc = ctypes.CDLL(None)
        libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        for first, last, rights in _runs():
            if rights == {"r--p", "r-xp"}:
                joined += libc.mprotect(first, last - first, mmap.PROT_READ | mmap.PROT_EXEC) == 0
    return joined


def _runs() -> list[tuple[int, int, set[str]]]:
    """Return where memory of no file is that is not written to, side by side, and what rights there are to it."""
    runs: list[tuple[int, int, set[str]]] = []
    for first, last, rights, name in _mappings():
        if rights in ("r--p", "r-xp") and not name:
            beside = runs.pop() if runs and runs[-1][1] == first else (first, first, set[str]())
            runs.append((beside[0], last, beside[2] | {rights}))
    return runs


def make_large() -> int:
    """Have the kernel put this process's heaps into large pages, as far as it can; return how many it made.

    Where less than half of a large page is in use, it stays as it is: an array of zeros takes no memory before it is
    written to, and shall not by this.
    """
    made = 0
    with contextlib.suppress(OSError, ValueError, AttributeError):
        libc = ctypes.CDLL(None)
        libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        with open("/proc/self/pagemap", "rb", buffering=0) as pages:
            for first, last in _heaps():
                for at in range(-(-first // _LARGE) * _LARGE, last - _LARGE + 1, _LARGE):
                    entries = os.pread(pages.fileno(), _LARGE // _PAGE * 8, at // _PAGE * 8)
                    if sum(byte >> 7 for byte in entries[7::8]) * 2 >= _LARGE // _PAGE:  # the highest bit: present
                        made += libc.madvise(at, _LARGE, _MADV_COLLAPSE) == 0
    return made


def _heaps() -> list[tuple[int, int]]:
    # The ranges of writable memory that belong to no file: malloc's and Python's.
    return [(first, last) for first, last, rights, name in _mappings() if rights == "rw-p" and name in ("", "[heap]")]


def _mappings() -> list[tuple[int, int, str, str]]:
    """Return the memory of this process in order: first and last address, rights, name ("" for that of no file)."""
    found = []
    for line in Path("/proc/self/maps").read_text().splitlines():
        span, rights, _, _, _, *name = line.split(maxsplit=5)
        first, last = (int(end, 16) for end in span.split("-"))
        found.append((first, last, rights, "".join(name)))
    return found
