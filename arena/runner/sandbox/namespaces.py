"""Linux namespaces: a process that sees no other processes, no network, and files that it cannot change.

By ctypes. Works for any user where user namespaces are allowed, and for the superuser anyhow. The first child
after ``enter`` is process 1 of its world: when it ends, the kernel ends everything in there. The user stays the
same, so files keep their owner; rights over anything outside are gone.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from dataclasses import dataclass
from pathlib import Path

_NEWNS, _NEWUTS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET = (
    0x00020000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000,
)  # fmt: skip
_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_BIND, _MS_REC, _MS_PRIVATE = 1, 2, 4, 8, 4096, 16384, 1 << 18
_MS_NOATIME, _MS_NODIRATIME = 1 << 10, 1 << 11  # when a folder was read would tell the next game
_MOUNT_SETATTR, _AT_FDCWD, _AT_RECURSIVE, _ATTR_RDONLY = 442, -100, 0x8000, 1
_PR_CAPBSET_DROP, _PR_CAP_AMBIENT, _CLEAR_ALL = 24, 47, 4
_CAPABILITY_VERSION = 0x20080522
SHARED_MEMORY = "/dev/shm"
SPENT_PIDS = 300  # Linux's RESERVED_PIDS: ids below are given out once; after the last, the kernel begins again here

_BYTES_A_FILE = 8192  # of a file system: there may be a file for each so many

_LIBC = ctypes.CDLL(None, use_errno=True)


def enter() -> None:
    """Leave for a world of our own; the next child is its process 1. Raises OSError."""
    user, group = os.geteuid(), os.getegid()
    apart = _NEWNS | _NEWUTS | _NEWIPC | _NEWPID | _NEWNET
    if _LIBC.unshare(_NEWUSER | apart) == 0:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    else:  # the superuser needs no user namespace for the rest
        _called(_LIBC.unshare(apart), "leave the common namespaces")


@dataclass(frozen=True)
class ProcessIds:
    """The process ids of one namespace, as its first process sees them.

    load: an open file that tells which was given out last. bound: how many there are from ``SPENT_PIDS`` on, which are
    given out again and again; None where the kernel sets no such bound.
    """

    load: int
    bound: int | None

    def last(self) -> int:
        """Return the id that was given out last. Raises OSError."""
        return int(os.pread(self.load, 100, 0).split()[-1])

    def following(self, pid: int) -> int:
        """Return the id that comes after ``pid`` where no process has it."""
        at_end = self.bound is not None and pid + 1 >= SPENT_PIDS + self.bound
        return SPENT_PIDS if at_end else pid + 1

    def close(self) -> None:
        os.close(self.load)


def furnish(home: str, space: int, hidden: tuple[str, ...], processes: int | None) -> ProcessIds:
    """Process 1: a /proc in which a process sees those that it may look into; all files read-only but ``home`` and the
    folder for shared memory, which are empty, seen by nobody else, and hold ``space`` bytes each.

    hidden: folders and files that are to be empty. processes: how many there may be at a time, where that can be set.
    Returns what tells of its process ids; the file below it can be opened no more.
    """
    _mount(None, "/", None, _MS_REC | _MS_PRIVATE, None)
    _read_only()
    _mount("proc", "/proc", "proc", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC, None)
    for path in hidden:
        if os.path.isdir(path):
            _mount("tmpfs", path, "tmpfs", _MS_RDONLY | _MS_NOSUID | _MS_NODEV, "size=0,mode=555")
        elif os.path.isfile(path):
            _mount("/dev/null", path, None, _MS_BIND, None)
    own = _MS_NOSUID | _MS_NODEV | _MS_NOATIME | _MS_NODIRATIME
    for place in (home, SHARED_MEMORY):
        if os.path.isdir(place):
            _mount("tmpfs", place, "tmpfs", own, f"size={space},nr_inodes={max(1, space // _BYTES_A_FILE)},mode=700")
    os.chdir(home)
    bounded = processes is not None and limit_processes(processes)
    load = os.open("/proc/loadavg", os.O_RDONLY | os.O_CLOEXEC)
    only = _MS_RDONLY | _MS_NOSUID | _MS_NODEV | _MS_NOEXEC
    # Process 1 is in nobody's sight: what the kernel counts of its children that ended (faults, processor time) would
    # tell a game whatever an earlier one wanted to leave. Before Linux 5.8 there are no subsets, and others' are
    # hidden from all but group 0.
    for options in ("subset=pid,hidepid=4", "hidepid=2", None):
        try:
            _mount("proc", "/proc", "proc", only, options)
            break
        except OSError:
            if options is None:
                raise
    return ProcessIds(load, processes if bounded else None)


def limit_processes(most: int) -> bool:
    """Bound the processes of this process namespace; return False where the kernel (before 6.14) has no such bound.

    What is bound is their ids: those from ``SPENT_PIDS`` on are given out again and again, so there are ``most`` of
    them, and those below, which would be extra processes at first, are declared spent where the kernel lets us.
    """
    try:
        before = Path("/proc/sys/kernel/pid_max").read_text()
        Path("/proc/sys/kernel/pid_max").write_text(str(SPENT_PIDS + most))
    except OSError:
        return False
    with contextlib.suppress(OSError):  # not every kernel is built with it
        Path("/proc/sys/kernel/ns_last_pid").write_text(str(SPENT_PIDS))
    return before != Path("/proc/sys/kernel/pid_max").read_text()


def drop_capabilities() -> None:
    """Give up every special right, for good. Raises OSError."""
    for number in range(64):
        if _LIBC.prctl(_PR_CAPBSET_DROP, number, 0, 0, 0) < 0:
            break  # past the last one, or without the right to drop them (then there are none)
    _LIBC.prctl(_PR_CAP_AMBIENT, _CLEAR_ALL, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    nothing = (ctypes.c_uint32 * 6)()
    _called(_LIBC.capset(header, nothing), "drop capabilities")


def _read_only() -> None:
    attributes = (ctypes.c_uint64 * 4)(_ATTR_RDONLY, 0, 0, 0)
    done = _LIBC.syscall(
        _MOUNT_SETATTR, _AT_FDCWD, b"/", _AT_RECURSIVE, ctypes.byref(attributes), ctypes.c_size_t(32)
    )  # fmt: skip
    _called(done, "make files read-only")


def _mount(source: str | None, target: str, kind: str | None, flags: int, data: str | None) -> None:
    def text(value: str | None) -> bytes | None:
        return None if value is None else os.fsencode(value)

    _called(_LIBC.mount(text(source), text(target), text(kind), ctypes.c_ulong(flags), text(data)), f"mount {target}")


def _called(result: int, what: str) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"namespaces: cannot {what}: {os.strerror(number)}")
