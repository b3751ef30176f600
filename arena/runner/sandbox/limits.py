"""What surrounds a bot's process wherever it runs: resource limits and a scrubbed environment.

Limits alone are no wall against malice: see isolation.py, which also says what each layer stops.
"""

from __future__ import annotations

import os
import resource
from collections.abc import Mapping, Sequence
from pathlib import Path

from arena.cache import kernels_folder
from arena.config.model import Limits

_PASSED = ("PATH", "NUMBA_DISABLE_JIT", "SYSTEMROOT")

_FIXED = {
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONNOUSERSITE": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "MPLBACKEND": "Agg",
}


def environment(home: str, given: Mapping[str, str]) -> dict[str, str]:
    """Return all that a bot's process finds in its environment: nothing personal, one thread a library.

    home: its working folder. given: the environment of the harness, of which only harmless names pass.
    """
    passed = {name: given[name] for name in _PASSED if name in given}
    passed.setdefault("PATH", os.defpath)
    passed["NUMBA_CACHE_DIR"] = str(kernels_folder(given))  # the user's own, which a strange HOME would hide
    return passed | _FIXED | {"HOME": home, "TMPDIR": home, "XDG_CACHE_HOME": home}


def process_limits(limits: Limits) -> list[tuple[int, int]]:
    """Return what a process of a bot's is to be limited to, as far as this one, which starts it, may have it.

    Each is a resource and its value, for good and for all that it starts. Processor time is counted from the fork.
    """
    seconds = None if limits.cpu_time is None else max(1, int(limits.cpu_time + 0.999))
    wanted = [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_FSIZE, limits.file_size),
        (resource.RLIMIT_NOFILE, limits.open_files),
        (resource.RLIMIT_NPROC, limits.processes),
        (resource.RLIMIT_CPU, seconds),
    ]
    return [(what, _allowed(what, value)) for what, value in wanted if value is not None]


def _allowed(what: int, value: int) -> int:
    _, hard = resource.getrlimit(what)
    return value if hard == resource.RLIM_INFINITY else min(value, hard)


def apply_limits(limits: Sequence[tuple[int, int]]) -> None:
    """Set the limits of this process, see ``process_limits``."""
    for what, value in limits:
        resource.setrlimit(what, (value, value))


def cores() -> int:
    """Return the processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def memory_of_machine() -> int | None:
    """Return the machine's memory in bytes, None where it cannot be told."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemTotal:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return None
