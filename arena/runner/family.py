"""All processes of one seat together, seen from outside: their processor time, their memory, and whether they run.

A seat's processes are the descendants of a process of ours (its root: a launcher, a keeper, or process 1 of a
program's namespace), which adopts whoever leaves its parent. Units: seconds and bytes. Nothing here is told by the
processes themselves; all is read from the kernel.

What ended counts where its parent waited for it (in hundredths of a second, as the kernel keeps it). A process that
came and went between two looks, and for which nobody waited, counts for nobody, unless there is a control group.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.config.model import Limits
from arena.contract.outcome import Fault
from arena.runner.control_group import ControlGroup

_SCHEDULED = 2  # CPUCLOCK_SCHED, see clock_getcpuclockid(3)
_MOST = 1000  # processes of one seat that are looked at
_TICK = 1.0 / os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
ROOM = 64 << 20  # bytes that one of a seat's own file systems may hold
STOPPING = 0.05  # seconds within which all processes of a seat are to stand still
_BUSY = 5.0  # seconds more for those that use no processor time meanwhile: a busy machine has not let them stop
_ENDED = "ZXx"
_STILL = "Tt" + _ENDED  # states of processes that do not run: stopped, or ended


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
    for member in [pid, *descendants(pid)]:
        stat = Stat.of(member)
        if stat is not None:
            total += stat.awaited
            total += (processor_seconds(member) or 0.0) if member != pid else 0.0
    return total


def children(pid: int) -> list[int]:
    """Return the direct children of a process, whichever of its threads started them."""
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    found: list[int] = []
    for thread in threads:
        with contextlib.suppress(OSError):
            found += map(int, Path(f"/proc/{pid}/task/{thread}/children").read_bytes().split())
    return found


def descendants(pid: int) -> list[int]:
    """Return all that descend from a process, itself left out."""
    found: list[int] = []
    waiting = [pid]
    while waiting and len(found) < _MOST:
        below = children(waiting.pop())
        found += below
        waiting += below
    return found


@dataclass(frozen=True, slots=True)
class Stat:
    """What ``/proc/PID/stat`` says. awaited: seconds of its children that ended and that it waited for."""

    state: str
    awaited: float
    threads: int
    resident: int

    @classmethod
    def read(cls, text: bytes) -> Stat:
        fields = text[text.rindex(b")") + 2 :].split(b" ", 22)  # the first is the third field of the whole line
        awaited = (int(fields[13]) + int(fields[14])) * _TICK
        return cls(fields[0].decode(), awaited, int(fields[17]), int(fields[21]) * _PAGE)

    @classmethod
    def of(cls, pid: int) -> Stat | None:
        """Return what is said of a process, None when it is gone."""
        try:
            return cls.read(Path(f"/proc/{pid}/stat").read_bytes())
        except (OSError, IndexError, ValueError):
            return None


class Family:
    """The processes of one seat. ``close`` gives up what is held open here; it ends nobody."""

    def __init__(
        self, keeper: int, limits: Limits, *, inner: bool, reaps: bool, places: Sequence[str] = (),
        group: ControlGroup | None = None,
    ) -> None:  # fmt: skip
        """keeper: the seat's keeper. inner: whether its child is a process of ours as well, and the root.

        reaps: whether the root waits for those that it adopts while a game goes on, and so inherits their time.
        places: where the keeper's file systems in memory are mounted that are the seat's own.
        """
        self._places = [f"/proc/{keeper}/root{place}" for place in places]
        self._keeper, self._limits, self._inner, self._group = keeper, limits, inner, group
        self._reaps = reaps
        self._root: int | None = None if inner else keeper
        self._began = self.used = 0.0
        self._most_files = ROOM * len(places)
        self._seen: tuple[int, ...] = ()
        self._stopped: set[int] = set()
        self._holds = False
        self._fleeting = 0  # at the last look at more than one: how many were gone before they were looked at
        self._alone = True  # whether the last look found one process, without children
        self._files: dict[int, tuple[int, int]] = {}  # of the two processes that are looked at most: stat, children

    @property
    def root(self) -> int | None:
        """The process of ours from which the seat's descend; None while it has not been started."""
        if self._root is None:
            below = children(self._keeper)
            self._root = below[0] if below else None
        return self._root

    def begin(self) -> None:
        """Count the processor time of a game from now on."""
        self._began = self.seconds() or 0.0

    def seconds(self) -> float | None:
        """Return the processor seconds that the seat's processes have used so far, None when all are gone."""
        if self._group is not None and (told := self._group.seconds()) is not None:
            return told
        root = self.root
        return None if root is None or self._stat(root) is None else self._summed(self._stats())[0]

    def quick_seconds(self) -> float:
        """Return the processor seconds of those processes alone that were there at the last look: a call for each."""
        return sum(processor_seconds(pid) or 0.0 for pid in self._seen)

    def look(self) -> tuple[Fault, str] | None:
        """Look at all processes once: return which limit they exceed together, None for none.

        ``used`` is then what ``seconds`` would have returned without a control group, to the last look.
        """
        limits, stats = self._limits, self._stats()
        used, resident = self._summed(stats)
        self.used, self._seen = used, tuple(stats)
        if limits.processes is not None and len(stats) > limits.processes:
            return Fault.MEMORY, f"it has {len(stats)} processes, and may have {limits.processes}"
        if limits.memory is not None and resident > limits.memory - self._most_files:
            taken = sum(map(_proportional, stats)) + self._files_bytes()
            if taken > limits.memory:
                return (
                    Fault.MEMORY,
                    f"its processes together take {taken >> 20} MiB, and may take {limits.memory >> 20}",
                )
        if limits.cpu_time is not None:
            total = (self.seconds() or 0.0) - self._began
            if total > limits.cpu_time:
                return Fault.LATE, f"its processes together used {total:.3g} s of processor time in this game"
        return None

    def _summed(self, stats: Mapping[int, Stat]) -> tuple[float, int]:
        """Return the processor seconds of processes and of what their parents waited for, and their resident bytes."""
        root = self.root if self._reaps else None
        own = None if root is None else self._stat(root)
        seconds, resident = 0.0 if own is None else own.awaited, 0
        for pid, stat in stats.items():
            seconds += stat.awaited + (processor_seconds(pid) or 0.0)
            resident += stat.resident
        return seconds, resident

    # Standing still.

    def hold(self) -> None:
        """Tell all processes to stand still; ``held`` says whether they do."""
        self._holds = True
        if self._group is not None and self._group.freeze():
            return
        for pid in self._seen or self._stats():  # whoever came since is found by ``held``
            self._stop(pid)

    def held(self) -> str:
        """Wait until all stand still; return "" or, where they do not, what keeps them moving."""
        if not self._holds:
            self.hold()
        began, used, clean = 0.0, 0.0, 0
        while True:
            moving = self._moving()
            clean = 0 if moving else clean + 1
            # One look at many may miss who meanwhile went to another parent; there it is found by the next.
            if clean > (not self._alone and self._group is None):
                return ""
            if clean:
                continue
            now = time.monotonic()
            if not began:
                began, used = now, self.seconds() or 0.0
            waited = now - began
            fleeing = bool(self._fleeting) and waited > 10 * STOPPING  # who starts another and ends, again and again
            if waited > STOPPING and ((self.seconds() or 0.0) - used > STOPPING / 2 or fleeing or waited > _BUSY):
                return f"{moving} of its processes did not stand still while others were asked"
            if self._group is None or not self._group.wait(STOPPING):
                time.sleep(min(0.0005, 0.00005 + waited / 4))

    def go(self) -> None:
        """Let all processes go on."""
        if not self._holds:
            return
        self._holds = False
        if self._group is not None:
            self._group.thaw()
        for pid in self._stopped:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGCONT)
        self._stopped.clear()

    def _moving(self) -> int:
        """Return how many processes still run, having told newcomers to stop."""
        if self._group is not None and (frozen := self._group.frozen()) is not None:
            return 0 if frozen else 1
        stats = self._stats()
        moving = self._fleeting
        for pid, stat in stats.items():
            if pid not in self._stopped:  # also one that has ended: what it started may have been looked for too early
                self._stop(pid)
                moving += 1
            elif stat.state not in _ENDED:
                moving += stat.state not in _STILL or (stat.threads > 1 and not _all_still(pid))
        return moving

    def _stop(self, pid: int) -> None:
        self._stopped.add(pid)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGSTOP)

    # Looking.

    def _stats(self) -> dict[int, Stat]:
        """Return what is said of each process of the seat."""
        root = self.root
        self._fleeting, self._alone = 0, True
        if root is None:
            return {}
        members = self._children_of_one_thread(root)
        if len(members) == 1:
            stat = self._stat(members[0])
            if stat is not None and stat.threads <= 1 and not self._children_of_one_thread(members[0]):
                return {members[0]: stat}
        self._alone = False
        every = {pid: Stat.of(pid) for pid in descendants(root)}
        there = {pid: stat for pid, stat in every.items() if stat is not None}
        self._fleeting = len(every) - len(there)
        return there

    def _opened(self, pid: int) -> tuple[int, int]:
        if pid not in self._files:
            while len(self._files) >= 2:  # the root, and the bot itself
                self._forget(next((old for old in self._files if old != self._root), next(iter(self._files))))
            stat = os.open(f"/proc/{pid}/stat", os.O_RDONLY | os.O_CLOEXEC)
            try:
                self._files[pid] = stat, os.open(f"/proc/{pid}/task/{pid}/children", os.O_RDONLY | os.O_CLOEXEC)
            except OSError:
                os.close(stat)
                raise
        return self._files[pid]

    def _stat(self, pid: int) -> Stat | None:
        try:
            return Stat.read(os.pread(self._opened(pid)[0], 1024, 0))
        except (OSError, IndexError, ValueError):
            self._forget(pid)
            return None

    def _children_of_one_thread(self, pid: int) -> list[int]:
        try:
            return list(map(int, os.pread(self._opened(pid)[1], 4096, 0).split()))
        except OSError:
            self._forget(pid)
            return []

    def _forget(self, pid: int) -> None:
        for fd in self._files.pop(pid, ()):
            os.close(fd)

    def _files_bytes(self) -> int:
        """Return what the files in the seat's own file systems take; 0 where it has none, or it cannot be told."""
        total = 0
        for place in self._places:
            with contextlib.suppress(OSError):
                told = os.statvfs(place)
                total += (told.f_blocks - told.f_bfree) * told.f_frsize
        return total

    def close(self) -> None:
        for pid in list(self._files):
            self._forget(pid)


def _proportional(pid: int) -> int:
    """Return the memory of a process, what it shares with others by its share; 0 when it is gone."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(("Pss:", "SwapPss:")))


def _all_still(pid: int) -> bool:
    return all(state in _STILL for state in _states(pid))


def _states(pid: int) -> Iterator[str]:
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError, IndexError, ValueError):
            yield Stat.read((task / "stat").read_bytes()).state
