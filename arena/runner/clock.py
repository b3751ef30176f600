"""Processor time of a bot's processes, read from outside: theirs to spend, not theirs to tell.

Unit: seconds. What has ended counts where its parent waited for it (in hundredths, as the kernel keeps it); a
process that detached itself and lives on counts for nobody, and ends with the game.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

_SCHEDULED = 2  # CPUCLOCK_SCHED, see clock_getcpuclockid(3)
_MOST = 1000  # processes of one bot that are looked at
_TICK = 1.0 / os.sysconf("SC_CLK_TCK")


def processor_seconds(pid: int) -> float | None:
    """Return what the process ``pid`` alone has used, None when it is gone."""
    try:
        return time.clock_gettime((~pid << 3) | _SCHEDULED)
    except OSError:
        return None


def family_seconds(pid: int) -> float | None:
    """Return what ``pid`` and all its living and awaited descendants have used, None when it is gone."""
    total = processor_seconds(pid)
    if total is None:
        return None
    waiting, seen = [pid], 0
    while waiting and seen < _MOST:
        current = waiting.pop()
        seen += 1
        try:
            children = Path(f"/proc/{current}/task/{current}/children").read_bytes().split()
            fields = Path(f"/proc/{current}/stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            continue
        total += (int(fields[13]) + int(fields[14])) * _TICK  # cutime, cstime: fields 16 and 17 of the whole line
        for child in map(int, children):
            total += processor_seconds(child) or 0.0
            waiting.append(child)
    return total
