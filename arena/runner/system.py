"""The few things that only the operating system can do: death signals, adopting orphans, ending groups of processes.

Linux. Every wait here is bounded; a process is named by its id (held by us, or by a pidfd), never by its name.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import shutil
import signal
import sys
import time
from collections.abc import Callable, Container, Iterable
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE, _PR_SET_NAME = 4, 15
_PR_SET_CHILD_SUBREAPER = 36
_WALL = 0x40000000  # __WALL, see wait4(2): whatever signal a child ends with
_LIBC = ctypes.CDLL(None, use_errno=True)
_prctl = _LIBC.prctl


def die_with_parent(number: int = int(signal.SIGKILL)) -> None:
    """Ask for signal ``number`` when our parent ends."""
    _prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)


def adopt_orphans() -> None:
    """Become the parent of descendants whose own parent ended, however they detached themselves."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def set_dumpable(allowed: bool) -> None:
    """Say whether others of the same user may trace this process and read its memory."""
    _prctl(_PR_SET_DUMPABLE, int(allowed), 0, 0, 0)


def name_process(name: str) -> None:
    """Give this process the name (15 bytes) under which others see it."""
    _prctl(_PR_SET_NAME, name.encode(), 0, 0, 0)


class Forks:
    """Forks of a process that has one thread and nobody who wants to be told of it.

    Python's own fork runs hooks of threading, random and logging, for locks that other threads might hold and for
    chance: a fifth of the pages that a short-lived child copies, it copies for them. Where nobody else has hooks and
    there is no other thread, the C library's fork does all that is needed (a game seeds its chance itself).
    """

    _OURS = frozenset({"threading", "random", "logging"})  # who may register hooks that are left out

    def __init__(self) -> None:
        """Begin to watch who asks for hooks; whoever did so before was imported before."""
        self._plain = sys.platform == "linux" and getattr(sys, "_is_gil_enabled", lambda: True)()
        self._fork = ctypes.PyDLL(None, use_errno=True).fork
        register = os.register_at_fork

        def watched(**hooks: Callable[[], object]) -> None:
            if sys._getframe(1).f_globals.get("__name__") not in self._OURS:
                self._plain = False
            register(**hooks)

        for module in (os, sys.modules["posix"]):
            vars(module)["register_at_fork"] = watched

    def fork(self) -> int:
        """Return as os.fork does. Raises OSError."""
        if not self._plain or os.stat("/proc/self/task").st_nlink != 3:  # 2, and one a thread
            return os.fork()
        pid = int(self._fork())
        if pid < 0:
            raise OSError(ctypes.get_errno(), "fork failed")
        return pid


def contents(path: str) -> bytes:
    """Return what a file says, by no calls but those that it takes: such as lie in /proc are read in every game.

    Raises OSError.
    """
    file = os.open(path, os.O_RDONLY)
    try:
        return b"".join(iter(lambda: os.read(file, 1 << 16), b""))
    finally:
        os.close(file)


def has_children() -> bool:
    """Return whether we have children, ended ones included."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT | _WALL)
    except ChildProcessError:
        return False
    return True


def children() -> list[int]:
    """Return the ids of our direct children, ended ones included."""
    pid = os.getpid()
    try:
        return list(map(int, contents(f"/proc/{pid}/task/{pid}/children").split()))
    except OSError:
        return _children_by_stat(pid)


def _children_by_stat(parent: int) -> list[int]:
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                after_name = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
                if int(after_name[1]) == parent:
                    found.append(int(entry))
    return found


def signal_group(group: int, number: int) -> bool:
    """Send a signal to a process group; return False when it is empty."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def ended(pidfd: int, seconds: float) -> bool:
    """Wait up to ``seconds`` for a process to end; return whether it did."""
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    return bool(poll.poll(max(0, int(seconds * 1000 + 0.999))))


def end_group(pid: int, pidfd: int, *, patience: float, grace: float) -> str:
    """End the process ``pid``, leader of its group, and its group: wait, TERM, wait, KILL.

    patience: seconds to leave by itself. grace: seconds between TERM and KILL. Returns how it ended for
    people: "" by itself, "ended by TERM", "ended by KILL", or that it could not be ended.
    """
    how = ""
    if not ended(pidfd, patience):
        signal_group(pid, signal.SIGTERM)
        how = "ended by TERM"
        if not ended(pidfd, grace):
            signal_group(pid, signal.SIGKILL)
            how = "ended by KILL"
            if not ended(pidfd, 5.0):
                return "could not be ended by KILL"
    signal_group(pid, signal.SIGKILL)  # what is left of the group, if anything
    return how


def sweep(keep: Container[int] = (), seconds: float = 2.0) -> int:
    """Kill and reap every child that is not kept, and what they leave behind; return how many were still alive.

    All are killed before the first is waited for: what forks on while we wait must not outnumber what we end.
    Bounded: gives up after ``seconds`` (something that forks faster than we kill).
    """
    killed: set[int] = set()
    until = time.monotonic() + seconds
    while True:
        strays = [pid for pid in children() if pid not in keep]
        if not strays:
            return len(killed)
        dying = [pid for pid in strays if not _reaped(pid)]
        for pid in dying:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        killed.update(dying)
        for pid in dying:
            _reap_within(pid, min(0.5, until - time.monotonic()))
        if time.monotonic() > until:
            return len(killed)


def end_namespace() -> None:
    """As process 1 of a namespace, kill everybody else in it at one stroke; elsewhere do nothing."""
    if os.getpid() == 1 and os.getppid() == 0:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(-1, signal.SIGKILL)


def crowd(pid: int, enough: int) -> bool:
    """Return whether a process and its living descendants are ``enough`` or more."""
    waiting, seen = [pid], 1
    while waiting and seen < enough:
        current = waiting.pop()
        with contextlib.suppress(OSError):
            found = contents(f"/proc/{current}/task/{current}/children").split()
            seen += len(found)
            waiting += map(int, found)
    return seen >= enough


def outer_pid(pidfd: int) -> int:
    """Return the id that a process has here, whatever it is called in its own namespace; -1 when it is gone."""
    for line in Path(f"/proc/self/fdinfo/{pidfd}").read_text().splitlines():
        if line.startswith("Pid:"):
            return int(line.split()[1])
    return -1


def sweep_orphans(keep: Container[int], seconds: float = 2.0) -> int:
    """Sweep what we adopted, in a process that may have other children: those in sessions that are not ours."""
    found = children()
    kept = {pid for pid in found if pid in keep or _in_our_session(pid)}
    return sweep(kept, seconds) if len(kept) < len(found) else 0


def reap_orphans(seconds: float) -> None:
    """Reap what we adopted as it ends by itself, until nothing of it is left or for so long."""
    until = time.monotonic() + seconds
    while [pid for pid in children() if not _in_our_session(pid) and not _reaped(pid)] and time.monotonic() < until:
        time.sleep(0.05)


def _in_our_session(pid: int) -> bool:
    try:
        return os.getsid(pid) == os.getsid(0)
    except ProcessLookupError:
        return True


def _reaped(pid: int) -> bool:
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    except ChildProcessError:
        return True


def _reap_within(pid: int, seconds: float) -> None:
    try:
        pidfd = os.pidfd_open(pid)
    except OSError:
        return
    try:
        if ended(pidfd, seconds):
            _reaped(pid)
    finally:
        os.close(pidfd)


def remove_tree(folder: str) -> None:
    """Remove a folder with all that is in it, however deep, as far as that is allowed. Never fails."""
    try:
        shutil.rmtree(folder, ignore_errors=True)
    except RecursionError:
        _flatten(folder)
        with contextlib.suppress(RecursionError):
            shutil.rmtree(folder, ignore_errors=True)


def _flatten(folder: str) -> None:
    """Move folders in folders up until none is deeper than one level."""
    deep = [entry.path for entry in os.scandir(folder) if entry.is_dir(follow_symlinks=False)]
    moved = 0
    while deep:
        path = deep.pop()
        with contextlib.suppress(OSError):
            for entry in os.scandir(path):
                if entry.is_dir(follow_symlinks=False):
                    moved += 1
                    higher = f"{folder}/moved-{moved}-{os.urandom(4).hex()}"
                    os.rename(entry.path, higher)
                    deep.append(higher)


def describe_status(status: int) -> str:
    """Return what a wait status means, for people."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        try:
            return f"killed by signal {number} ({signal.Signals(number).name})"
        except ValueError:
            return f"killed by signal {number}"
    return f"exit status {os.waitstatus_to_exitcode(status)}"


def remove_unused(folders: Iterable[Path], seconds: float) -> list[Path]:
    """Remove folders that nobody has touched for so long, as far as that can be done; return them."""
    unused = []
    for folder in folders:
        with contextlib.suppress(OSError):
            if time.time() - folder.stat().st_mtime > seconds:
                shutil.rmtree(folder, ignore_errors=True)
                unused.append(folder)
    return unused
