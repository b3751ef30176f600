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
import platform
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from arena.config.model import Limits
from arena.contract.outcome import Fault
from arena.runner.sandbox.control_group import ControlGroup
from arena.runner.sandbox.memory import memory_of, sent_at_most, threads_of

_SCHEDULED = 2  # CPUCLOCK_SCHED, see clock_getcpuclockid(3)
_MOST = 1000  # processes of one seat that are looked at
_TICK = 1.0 / os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
SPACE = 64 << 20  # bytes that one of a seat's own file systems may hold
STOPPING = 0.05  # seconds within which all processes of a seat are to stand still
_BUSY = 5.0  # seconds more for those that use no processor time meanwhile: a busy machine has not let them stop
_ENDED = "ZXx"
_ALARM = 1 << (signal.SIGALRM - 1)
# Calls that wait for a socket (recvfrom, recvmsg), and one that may (read), by their numbers.
_RECEIVES, _READ = {"x86_64": ((b"45", b"47"), b"0"), "aarch64": ((b"207", b"212"), b"63")}.get(
    platform.machine(), ((), b"")
)
_PAUSES = (0.0, 0.00002, 0.00005, 0.0001, 0.0002, 0.0004)  # seconds between looks at whether it sleeps by itself
_STATE, _THREADS, _RESIDENT, _CAUGHT = 0, 17, 21, 31  # places in what follows the name in /proc/PID/stat
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


class Stat(NamedTuple):
    """What ``/proc/PID/stat`` says. awaited: seconds of its children that ended and that it waited for.

    caught: which of the first 31 signals it has a handler for, the first one as the lowest bit.
    """

    state: str
    awaited: float
    threads: int
    resident: int
    caught: int

    @classmethod
    def read(cls, text: bytes) -> Stat:
        fields = _fields(text)
        resident = int(fields[_RESIDENT]) * _PAGE
        return cls(fields[_STATE].decode(), _awaited(fields), int(fields[_THREADS]), resident, int(fields[_CAUGHT]))

    @classmethod
    def of(cls, pid: int) -> Stat | None:
        """Return what is said of a process, None when it is gone."""
        try:
            return cls.read(Path(f"/proc/{pid}/stat").read_bytes()).of_the_living(pid)
        except (OSError, IndexError, ValueError):
            return None

    def of_the_living(self, pid: int) -> Stat:
        """Return the same of a thread that goes on, where the first one has ended: the kernel shows no memory then."""
        if self.state not in _ENDED or self.threads <= 1:
            return self
        for task in threads_of(pid):
            with contextlib.suppress(OSError, IndexError, ValueError):
                stat = Stat.read(Path(f"/proc/{pid}/task/{task}/stat").read_bytes())
                if stat.state not in _ENDED:
                    return self._replace(state=stat.state, resident=stat.resident)
        return self


def _fields(text: bytes) -> list[bytes]:
    """Return what follows the name of the program in a line of ``/proc/PID/stat``."""
    return text[text.rindex(b")") + 2 :].split(b" ", 32)


def _awaited(fields: Sequence[bytes]) -> float:
    return (int(fields[13]) + int(fields[14])) * _TICK


class _Files(NamedTuple):
    """What is open of ``/proc/PID`` for a process that is looked at again and again: descriptors."""

    stat: int
    children: int
    call: int


class Family:
    """The processes of one seat. ``close`` gives up what is held open here; it ends nobody."""

    def __init__(
        self, keeper: int, limits: Limits, *, inner: bool, reaps: bool, places: Sequence[str] = (),
        group: ControlGroup | None = None, space: int = SPACE,
    ) -> None:  # fmt: skip
        """keeper: the seat's keeper. inner: whether its child is a process of ours as well, and the root.

        reaps: whether the root waits for those that it adopts while a game goes on, and so inherits their time.
        places: where the keeper's file systems in memory are mounted that are the seat's own, of ``space`` bytes each.
        """
        self._places = [f"/proc/{keeper}/root{place}" for place in places]
        self._keeper, self._limits, self._inner, self._group = keeper, limits, inner, group
        self._reaps = reaps
        self._root: int | None = None if inner else keeper
        self._began = self.used = self._awaited = 0.0
        self.running = 0.0  # processor seconds of those processes alone that were there at the last look
        self.slept = False  # whether they stand still now without having been told
        self._most_files = space * len(places)
        self._seen: tuple[int, ...] = ()
        self._stopped: set[int] = set()
        self._holds = False
        self._frozen = False  # by the control group
        self._wire = ""  # what it hears us by, where that is all that can wake it
        self._fleeting = 0  # at the last look at more than one: how many were gone before they were looked at
        self._alone = True  # whether the last look found one process, without children
        self._files: dict[int, _Files] = {}  # of the two that are looked at most

    @property
    def root(self) -> int | None:
        """The process of ours from which the seat's descend; None while it has not been started."""
        if self._root is None:
            below = children(self._keeper)
            self._root = below[0] if below else None
        return self._root

    def first(self) -> int | None:
        """Return the process that the root, which has one thread, has started first; None where there is none."""
        root = self.root
        below = [] if root is None else self._children_of_one_thread(root)
        return below[0] if below else None

    def begin(self) -> None:
        """Count the processor time of a game from now on."""
        self._seen, self._alone = (), True  # processes of an earlier game are none of this one
        if self._limits.cpu_time is not None:
            self._began = self.seconds() or 0.0

    def seconds(self) -> float | None:
        """Return the processor seconds that the seat's processes have used so far, None when all are gone."""
        if self._group is not None and (spent := self._group.seconds()) is not None:
            return spent
        root = self.root
        return None if root is None or self._stat(root) is None else self._summed(self._stats())[0]

    def quick_seconds(self) -> float:
        """Return the processor seconds of those processes alone that were there at the last look: a call for each."""
        if len(self._seen) == 1:
            return processor_seconds(self._seen[0]) or 0.0
        return sum(processor_seconds(pid) or 0.0 for pid in self._seen)

    def look(self) -> tuple[Fault, str] | None:
        """Look at all processes once: return which limit they exceed together, None for none.

        ``used`` is then what ``seconds`` would have returned without a control group, to the last look.
        """
        limits, stats = self._limits, self._stats()
        used, resident, running = self._summed(stats)
        self.used, self._seen = used, tuple(stats)
        self._awaited = sum(stat.awaited for stat in stats.values())
        self.running = running
        if limits.processes is not None and len(stats) > limits.processes:
            return Fault.MEMORY, f"it has {len(stats)} processes, and may have {limits.processes}"
        if limits.memory is not None and resident + sent_at_most(stats) > limits.memory - self._most_files:
            taken = memory_of(stats) + self._files_bytes()
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

    def glance(self) -> tuple[Fault, str] | None:
        """Take down the processor time of a seat of one process, and no more than that; look at any other.

        Its memory, and whether it has started others, is seen when it is to stand still, and by ``look``.
        """
        if self._alone and len(self._seen) == 1 and not self._reaps and self._limits.cpu_time is None:
            used = processor_seconds(self._seen[0])
            if used is not None:
                self.used, self.running = self._awaited + used, used
                return None
        return self.look()

    def _summed(self, stats: Mapping[int, Stat]) -> tuple[float, int, float]:
        """Return processor seconds with those of children that were waited for, resident bytes, and seconds without."""
        root = self.root if self._reaps else None
        own = None if root is None else self._stat(root)
        awaited, resident, running = 0.0 if own is None else own.awaited, 0, 0.0
        for pid, stat in stats.items():
            awaited += stat.awaited
            running += processor_seconds(pid) or 0.0
            resident += stat.resident
        return awaited + running, resident, running

    # Standing still.

    def hears_by(self, inode: int) -> None:
        """Say by which socket the seat's first process hears of its turns.

        For seats whose processes nobody outside can signal, and to which the calls are refused by which a sleeping
        process could be woken: timers with a signal of one's choice, time limits of sockets (namespaces, seccomp).
        """
        self._wire = f"socket:[{inode}]"

    def _sleeps(self) -> bool:
        """Whether the seat is one process that sleeps until we send something: it stands still without being told.

        It has one thread, waits for a socket, and has no handler for SIGALRM, the one signal that it can have sent to
        itself later. It can make no sockets but pairs of streams, both ends of which are its own: of all that it may
        wait for so, only the wire can wake it. It did not run while we looked, so all of this held at one moment.
        """
        root, seen = self._root, self._seen
        if root is None or len(seen) != 1:
            return False
        pid = seen[0]
        clock = (~pid << 3) | _SCHEDULED
        try:
            before = time.clock_gettime(clock)
            files = self._opened(pid)
            call = os.pread(files.call, 128, 0).split(b" ", 2)  # first what fails as long as it runs
            if call[0] not in _RECEIVES and (call[0] != _READ or not self._is_wire(pid, int(call[1], 16))):
                return False
            fields = _fields(os.pread(files.stat, 1024, 0))
            if fields[_STATE] != b"S" or fields[_THREADS] != b"1" or int(fields[_CAUGHT]) & _ALARM:
                return False
            self._awaited = _awaited(fields)
            most = self._limits.memory
            if most is not None and int(fields[_RESIDENT]) * _PAGE > most - self._most_files:
                self._seen = ()  # to be looked at closely
                return False
            if os.pread(files.children, 64, 0) or os.pread(self._opened(root).children, 64, 0) != b"%d " % pid:
                return False
            if time.clock_gettime(clock) != before:
                return False
        except (OSError, IndexError, ValueError):
            return False
        self.running, self.slept = before, True
        return True

    def _is_wire(self, pid: int, fd: int) -> bool:
        return os.readlink(f"/proc/{pid}/fd/{fd}") == self._wire

    def hold(self) -> None:
        """Tell all processes to stand still; ``held`` says whether they do.

        Several are frozen at one stroke where there is a control group. To freeze and thaw takes the kernel about a
        millisecond, so that one process alone, as nearly every bot is, is left asleep where it sleeps by itself, and
        told by a signal where not.
        """
        self._holds, self.slept = True, False
        if self._alone and self._wire:
            return  # ``held`` sees whether it sleeps by itself
        self._tell_to_stop()

    def _tell_to_stop(self) -> None:
        if not self._alone and self._freeze():
            return
        for pid in self._seen or self._stats():  # whoever came since is found by ``held``
            self._stop(pid)

    def held(self) -> str:
        """Wait until all stand still; return "" or, where they do not, what keeps them moving."""
        if not self._holds:
            self.hold()
        began, used, clean = 0.0, 0.0, 0
        if self._alone and self._wire:
            if self._sleeps():
                return ""
            for pause in _PAUSES:  # it has answered, and is about to listen
                if pause:
                    time.sleep(pause)
                else:
                    os.sched_yield()  # perhaps it waits for this very processor
                if self._sleeps():
                    return ""
            self._tell_to_stop()
        while True:
            moving = self._moving()
            clean = 0 if moving else clean + 1
            # One look at many may miss who meanwhile went to another parent; there it is found by the next.
            if clean > (not self._alone and not self._frozen):
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
            if not self._frozen or self._group is None or not self._group.wait(STOPPING):
                os.sched_yield()  # who is to stop may wait for this very processor
                if waited > 0.0001:
                    time.sleep(min(0.0005, waited / 4))

    def go(self) -> None:
        """Let all processes go on."""
        if not self._holds:
            return
        self._holds = self.slept = False
        if self._frozen and self._group is not None:
            self._group.thaw()
        self._frozen = False
        for pid in self._stopped:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGCONT)
        self._stopped.clear()

    def _moving(self) -> int:
        """Return how many processes still run, having told newcomers to stop."""
        if self._frozen and self._group is not None and (still := self._group.frozen()) is not None:
            return 0 if still else 1
        stats = self._stats()
        if not self._alone and self._freeze():
            return 1
        moving = self._fleeting
        for pid, stat in stats.items():
            if pid not in self._stopped:  # also one that has ended: what it started may have been looked for too early
                self._stop(pid)
                moving += 1
            elif stat.state not in _ENDED:
                moving += stat.state not in _STILL or (stat.threads > 1 and not _all_still(pid))
        return moving

    def _freeze(self) -> bool:
        self._frozen = self._frozen or (self._group is not None and self._group.freeze())
        return self._frozen

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

    def _opened(self, pid: int) -> _Files:
        if pid not in self._files:
            while len(self._files) >= 2:  # the root, and the bot itself
                self._forget(next((old for old in self._files if old != self._root), next(iter(self._files))))
            opened: list[int] = []
            try:
                for name in ("stat", f"task/{pid}/children", "syscall"):
                    opened.append(os.open(f"/proc/{pid}/{name}", os.O_RDONLY | os.O_CLOEXEC))
            except OSError:
                for fd in opened:
                    os.close(fd)
                raise
            self._files[pid] = _Files(*opened)
        return self._files[pid]

    def _stat(self, pid: int) -> Stat | None:
        try:
            return Stat.read(os.pread(self._opened(pid).stat, 1024, 0))
        except (OSError, IndexError, ValueError):
            self._forget(pid)
            return None

    def _children_of_one_thread(self, pid: int) -> list[int]:
        try:
            return list(map(int, os.pread(self._opened(pid).children, 4096, 0).split()))
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
                status = os.statvfs(place)
                total += (status.f_blocks - status.f_bfree) * status.f_frsize
        return total

    def close(self) -> None:
        for pid in list(self._files):
            self._forget(pid)


def _all_still(pid: int) -> bool:
    return all(state in _STILL for state in _states(pid))


def _states(pid: int) -> Iterator[str]:
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError, IndexError, ValueError):
            yield Stat.read((task / "stat").read_bytes()).state
