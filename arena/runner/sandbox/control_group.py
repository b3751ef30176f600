"""Control groups (version 2) around a seat's processes, where this process may make some: in its own group.

They freeze all processes at one stroke, and count the processor time of all that ever ran in them. Where the
controller is handed down as well, the kernel itself bounds the number of processes. By the file system alone, see
docs.kernel.org/admin-guide/cgroup-v2.html.
"""

from __future__ import annotations

import contextlib
import os
import select
import time
from functools import cache
from pathlib import Path

_PREFIX = "arena-"


class ControlGroup:
    """One group. Every method may be called at any time; where the group is gone it says so by its answer."""

    def __init__(self, folder: Path) -> None:
        """Make the group. Raises OSError."""
        folder.mkdir()
        self.folder = folder
        self._open: dict[str, int] = {}
        try:
            for name, flags in (
                ("cgroup.freeze", os.O_WRONLY),
                ("cgroup.events", os.O_RDONLY),
                ("cpu.stat", os.O_RDONLY),
            ):
                self._open[name] = os.open(folder / name, flags | os.O_CLOEXEC)
        except OSError:
            self.close()
            raise

    def bound(self, processes: int | None) -> None:
        """Bound the number of processes, where this system hands that down; memory is looked after by whoever looks."""
        if processes is not None:
            with contextlib.suppress(OSError):
                (self.folder / "pids.max").write_text(str(processes + 1))  # and the launcher

    @property
    def entrance(self) -> str:
        """The file to which a process writes 0 to come in, with all that it starts from then on."""
        return str(self.folder / "cgroup.procs")

    def freeze(self) -> bool:
        """Have all processes stand still; return whether that was taken."""
        return self._write("cgroup.freeze", b"1")

    def thaw(self) -> bool:
        """Let them go on."""
        return self._write("cgroup.freeze", b"0")

    def frozen(self) -> bool | None:
        """Return whether all stand still, None where it cannot be told."""
        events = self._read("cgroup.events")
        return None if events is None else b"frozen 1" in events

    def wait(self, seconds: float) -> bool:
        """Wait until something changed since ``frozen`` was asked, or for so long; return whether that can be done."""
        if "cgroup.events" not in self._open:
            return False
        poll = select.poll()
        poll.register(self._open["cgroup.events"], select.POLLPRI)
        poll.poll(int(seconds * 1000))
        return True

    def seconds(self) -> float | None:
        """Return the processor seconds of all that ever ran here, None where it cannot be told."""
        stat = self._read("cpu.stat")
        if stat is None or not stat.startswith(b"usage_usec "):
            return None
        return int(stat.split(maxsplit=2)[1]) / 1e6

    def close(self) -> None:
        """Remove the group, whose processes have ended."""
        for fd in self._open.values():
            os.close(fd)
        self._open.clear()
        for _ in range(50):
            try:
                self.folder.rmdir()
                return
            except FileNotFoundError:
                return
            except OSError:  # a process that has just been killed is still on its way out
                time.sleep(0.002)

    def _write(self, name: str, data: bytes) -> bool:
        try:
            os.pwrite(self._open[name], data, 0)
        except (OSError, KeyError):
            return False
        return True

    def _read(self, name: str) -> bytes | None:
        try:
            return os.pread(self._open[name], 1024, 0)
        except (OSError, KeyError):
            return None


@cache
def parent_group() -> Path | None:
    """Return the folder in which this process may make control groups, None where it may not: tried by making one."""
    for mount in _mounts():
        for line in _lines("/proc/self/cgroup"):
            if line.startswith("0::"):
                folder = mount / line[3:].lstrip("/")
                with contextlib.suppress(OSError):
                    group = ControlGroup(folder / f"{_PREFIX}trial-{os.getpid()}-{os.urandom(4).hex()}")
                    usable = group.freeze() and group.frozen() is not None and group.seconds() is not None
                    group.close()
                    if usable:
                        return folder
    return None


def sweep_groups() -> None:
    """Remove what is left of groups whose makers have ended."""
    parent = parent_group()
    for folder in parent.glob(f"{_PREFIX}*") if parent is not None else ():
        maker = folder.name.removeprefix(f"{_PREFIX}trial-").removeprefix(_PREFIX).partition("-")[0]
        if maker.isdigit() and not os.path.exists(f"/proc/{maker}"):
            with contextlib.suppress(OSError):
                folder.rmdir()


@cache
def _sweep_once() -> None:
    sweep_groups()


def new_group() -> ControlGroup | None:
    """Return a new group for a seat, None where there can be none."""
    parent = parent_group()
    if parent is None:
        return None
    _sweep_once()
    try:
        return ControlGroup(parent / f"{_PREFIX}{os.getpid()}-{os.urandom(6).hex()}")
    except OSError:
        return None


def _mounts() -> list[Path]:
    found = []
    for line in _lines("/proc/self/mountinfo"):
        before, _, after = line.partition(" - ")
        if after.startswith("cgroup2 "):
            found.append(Path(before.split()[4]))
    return found


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []
