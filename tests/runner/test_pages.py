"""Large pages of a zygote: fewer entries to copy a fork, the same memory."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from arena.runner.sandbox import pages

TRY = """
import os, sys
from arena.runner.sandbox.pages import make_large
held = [bytes([k % 251]) * 4000 for k in range(8000)]  # 32 MB in Python's and malloc's heaps
made = make_large()
kept = open("/proc/self/smaps_rollup").read()
child = os.fork()
whole = all(text == bytes([k % 251]) * 4000 for k, text in enumerate(held))
held[17] = b"changed by the child" if child == 0 else held[17]
if child == 0:
    os._exit(0 if whole else 1)
status = os.waitpid(child, 0)[1]
print(made, status, whole and held[17] == bytes([17]) * 4000)
print(kept)
"""


def test_memory_is_the_same_in_large_pages_and_after_a_fork():
    done = subprocess.run([sys.executable, "-c", TRY], capture_output=True, text=True, check=True)
    made, status, same = done.stdout.splitlines()[0].split()
    assert (status, same) == ("0", "True")
    if int(made) == 0:
        pytest.skip("this kernel makes no large pages when asked")
    found = re.search(r"^AnonHugePages:\s+(\d+) kB", done.stdout, flags=re.M)
    assert found is not None
    assert int(found[1]) >= 2048


def test_only_memory_of_no_file_is_taken():
    maps = Path("/proc/self/maps").read_text()
    stack = next(line for line in maps.splitlines() if line.endswith("[stack]"))
    files = [line for line in maps.splitlines() if ".so" in line and " rw-p " in line]
    for line in (stack, *files):
        first = int(line.partition("-")[0], 16)
        assert all(first != low for low, _ in pages._heaps())
    assert pages._heaps()


def test_a_kernel_that_refuses_is_no_failure(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pages, "_heaps", lambda: [(1 << 46, (1 << 46) + (4 << 20))])  # nothing is mapped there
    assert pages.make_large() == 0

    def unreadable() -> list[tuple[int, int]]:
        raise OSError("no /proc here")

    monkeypatch.setattr(pages, "_heaps", unreadable)
    assert pages.make_large() == 0


def test_what_is_allocated_after_the_holes_are_filled_lies_at_the_heaps_end():
    program = """
        import ctypes
        from arena.runner.sandbox.pages import fill_holes
        libc = ctypes.CDLL(None)
        if not hasattr(libc, "mallinfo2"):
            print("no glibc"); raise SystemExit
        libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
        libc.free.argtypes = [ctypes.c_void_p]
        pieces = [libc.malloc(3000) for _ in range(400)]
        wall = libc.malloc(3000)
        for piece in pieces[::2]:
            libc.free(piece)
        filled = fill_holes()
        assert filled >= 200 * 3000, filled
        assert fill_holes() < 20_000
        assert all(libc.malloc(2900) > wall for _ in range(100))
        print("side by side")
        """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    if done.stdout == "no glibc\n":
        pytest.skip("there is no glibc to ask")
    assert done.stdout == "side by side\n"


def test_memory_that_nobody_wrote_to_is_not_filled():
    program = """
        import ctypes
        from arena.runner.sandbox.pages import make_large
        def resident():
            return int(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmRSS")))
        libc = ctypes.CDLL(None)
        libc.calloc.restype, libc.calloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t, ctypes.c_size_t]
        at = libc.calloc(1, 1 << 29)
        for place in range(0, 1 << 29, 1 << 21):
            ctypes.c_char.from_address(at + place).value = b"x"
        before = resident()
        make_large()
        print(resident() - before < 50_000)
        """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60)
    assert done.stdout == "True\n", done.stderr


def test_small_objects_of_a_child_lie_in_pools_that_nobody_wrote_to_before():
    program = """
        from arena.runner.sandbox.pages import fill_pools
        size, pool = 200, 1 << 14
        held = [bytes(size) for _ in range(6000)]
        old = {id(thing) // pool for thing in held}
        del held[::2]  # every second place is free
        assert fill_pools() >= 3000
        new = [bytes(size) for _ in range(1000)]
        print(sum(id(thing) // pool in old for thing in new))
        """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) <= 100  # all but those of the last pool


def test_filling_pools_again_takes_little():
    program = """
        from arena.runner.sandbox import pages
        pages.fill_pools()
        before = len(pages._held)
        pages.fill_pools()
        print(len(pages._held) - before)
        """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < sum(4 * (1 << 14) // size for size in range(48, 513, 16))  # four pools of each size


def test_code_and_its_constants_become_one_mapping_that_says_the_same():
    program = textwrap.dedent("""
        import ctypes, mmap, sys
        from arena.runner.sandbox import pages
        libc = ctypes.CDLL(None)
        libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        size = mmap.PAGESIZE
        held = mmap.mmap(-1, 7 * size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        for page in range(7):
            held[page * size : page * size + 1] = bytes([page])
        at = ctypes.addressof(ctypes.c_char.from_buffer(held))
        code, constants, other = mmap.PROT_READ | mmap.PROT_EXEC, mmap.PROT_READ, mmap.PROT_READ | mmap.PROT_WRITE
        for page, rights in enumerate((other, code, constants, code, constants, other, constants)):
            assert libc.mprotect(at + page * size, size, rights) == 0
        def there():
            return [((max(first, at) - at) // size, (min(last, at + 7 * size) - at) // size, rights)
                    for first, last, rights, _ in pages._mappings() if first < at + 7 * size and last > at]
        before = there()
        joined = pages.join_code()
        print(joined >= 1, len(before), *there(), list(held[:: size]) == list(range(7)))
    """)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "True 7 (0, 1, 'rw-p') (1, 5, 'r-xp') (5, 6, 'rw-p') (6, 7, 'r--p') True\n"
