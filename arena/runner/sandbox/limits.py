"""What surrounds a bot's process wherever it runs: resource limits and a scrubbed environment.

Limits alone are no wall against malice: see isolation.py, which also says what each layer stops.
"""

from __future__ import annotations

import os
import resource
from collections.abc import Mapping
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


def apply_limits(limits: Limits) -> None:
    """Set the limits of this process, for good and for all that it starts."""
    _set(resource.RLIMIT_CORE, 0)
    _set(resource.RLIMIT_AS, limits.memory)
    _set(resource.RLIMIT_FSIZE, limits.file_size)
    _set(resource.RLIMIT_NOFILE, limits.open_files)
    _set(resource.RLIMIT_NPROC, limits.processes)


def apply_cpu_limit(limits: Limits) -> None:
    """Set the processor time of this process, counted from its start (a fork starts at 0)."""
    if limits.cpu_time is not None:
        _set(resource.RLIMIT_CPU, max(1, int(limits.cpu_time + 0.999)))


def _set(what: int, value: int | None) -> None:
    if value is None:
        return
    _, hard = resource.getrlimit(what)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
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
