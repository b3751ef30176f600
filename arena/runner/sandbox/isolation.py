"""Which walls stand around bots on this machine, chosen by a tournament's ``isolation``, and what each of them stops.

``process`` takes what every Linux has: sessions, limits, a clean environment. ``auto`` adds every layer that the
machine offers (namespaces, Landlock, seccomp, no special rights). ``sandbox`` is ``auto`` that refuses to start
where the layers together do not keep bots from files, processes and the network. keeper.py puts them up. ``none`` is
for bots that play in the workers themselves (``process: shared``).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from arena.config.model import Limits
from arena.errors import ConfigError
from arena.runner.sandbox.family import SPACE
from arena.runner.sandbox.limits import process_limits
from arena.runner.sandbox.own_python import ours, own_command, own_environment, own_paths

WALLS = ("namespaces", "landlock", "seccomp", "capabilities")
MOST_PROCESSES = 64  # in namespaces of their own, where the limits do not say
_PROBING = 20.0  # seconds
NONE = (
    "the bots play in the workers themselves: nothing keeps them from files, the network, each other, or what is secret"
)


class Isolation(msgspec.Struct, frozen=True):
    """mode: as the tournament asks. layers: those of WALLS that are put up. hidden: files and folders out of sight."""

    mode: str = "process"
    layers: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()

    def tightened(self, limits: Limits) -> Limits:
        """Return the limits as they hold inside: a number of processes can be set where only the bot's own count."""
        if limits.processes is None and "namespaces" in self.layers:
            return msgspec.structs.replace(limits, processes=MOST_PROCESSES)
        return limits


PROCESS = Isolation()


@cache
def offered() -> frozenset[str]:
    """Return what this machine offers, by trying it in a process of its own (some hundredths of a second, once)."""
    command = own_command("arena.runner.sandbox.keeper", "probe")
    try:
        done = subprocess.run(
            command, env=own_environment(), cwd="/", stdin=subprocess.DEVNULL, capture_output=True, timeout=_PROBING,
            check=True,
        )  # fmt: skip
        return frozenset(json.loads(done.stdout))
    except (OSError, subprocess.SubprocessError, ValueError):
        return frozenset()


def choose(mode: str, where: str, hidden: Sequence[str] = ()) -> Isolation:
    """Return what ``mode`` means on this machine. Raises ConfigError for a sandbox that cannot be had."""
    if mode in ("process", "none"):
        return Isolation(mode)
    there = offered()
    if mode == "sandbox":
        lacking = []
        if "landlock" not in there:
            lacking.append("files cannot be closed to bots (no Landlock)")
        if "namespaces" not in there and "landlock-signals" not in there:
            lacking.append("processes cannot be closed to bots (no user namespaces, and Landlock too old or missing)")
        if "namespaces" not in there and "seccomp" not in there:
            lacking.append("the network cannot be closed to bots (neither user namespaces nor seccomp)")
        if lacking:
            remedy = "Write isolation: auto to take what there is, see docs/explanation/isolation.md"
            raise ConfigError(where, f"this machine has no sandbox: {'; '.join(lacking)}", remedy)
    return Isolation(mode, tuple(name for name in WALLS if name in there), tuple(hidden))


def described(isolation: Isolation, limits: Limits) -> dict[str, str]:
    """Return each layer's name, whether it is active here, and what it stops, for the manifest and for people."""
    if isolation.mode == "none":
        return {"none": NONE}
    there = offered() if isolation.mode != "process" else frozenset()
    limits = isolation.tightened(limits)
    superuser = os.geteuid() == 0
    bound = limits.processes is not None and (not superuser or "process-bound" in there)
    descriptions = {
        "own session": "active: signals from a bot's terminal group, stray children outliving it",
        "death signal": "active: bots outliving a killed runner or worker",
        "orphans adopted": "active: detached grandchildren outliving a game",
        "scrubbed environment": "active: reading the harness's environment variables",
        "working folder of its own": "active: files left from game to game",
        "address space": _limit(limits.memory, "bytes", "allocating without end"),
        "processor time": _limit(limits.cpu_time, "s a game", "spinning without end"),
        "file size": _limit(limits.file_size, "bytes", "one huge file (not many small ones)"),
        "open files": _limit(limits.open_files, "", "opening files without end"),
        "processes": f"{'active' if bound else 'not active'}: fork bombs that slow the machine until their game ends"
        + ("" if bound or limits.processes is None else " (a limit does not bind the superuser)"),
    }
    stops = {
        "namespaces": "seeing, tracing or signalling processes outside, any network, writing files, filling the disk, "
        "and processes left behind",
        "landlock": "reading files that are not its own, Python's or the arena's; writing outside its folder"
        + ("; signals to anybody outside" if "landlock-signals" in there else ""),
        "seccomp": "sockets, tracing, mounts, new namespaces, kernel services that bots do not need",
        "capabilities": "special rights of the superuser" if superuser else "nothing more: there are none to give up",
    }
    for name, what in stops.items():
        why = "not asked for" if isolation.mode == "process" else "not on this machine"
        descriptions[name] = f"{'active' if name in isolation.layers else f'not active ({why})'}: {what}"
    return descriptions


def _limit(value: float | None, unit: str, stops: str) -> str:
    return f"not set: {stops}" if value is None else f"active ({value} {unit}".rstrip() + f"): {stops}"


def importable(paths: Iterable[str]) -> Iterator[str]:
    """Yield what a process may read of the folders on its search path: modules and packages, not what lies beside."""
    for path in paths:
        try:
            yield from _importable(path, os.stat(path).st_mtime_ns)
        except OSError:
            continue


@lru_cache(1000)  # looked at for every bot that is started
def _importable(path: str, changed: int) -> tuple[str, ...]:
    """Return what may be read of a folder, as it was when names in it last changed. Raises OSError."""
    found = []
    for entry in sorted(Path(path).iterdir()):
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            beside = entry.suffix in (".libs", ".dist-info", ".egg-info")  # shared libraries, and what is installed
            if beside or any(entry.glob("*.py")) or any(entry.glob("*/*.py")):
                found.append(str(entry))
        elif entry.suffix in (".py", ".so", ".pyc", ".pth", ".zip"):
            found.append(str(entry))
    return tuple(found)


def programs(words: Sequence[str]) -> Iterator[str]:
    """Yield what a foreign program may read: itself, what lies beside it, and the files among its arguments."""
    for number, word in enumerate(words):
        if not os.path.isabs(word):
            continue
        for path in dict.fromkeys((word, os.path.realpath(word))):
            if os.path.isfile(path):
                yield path
                folder = os.path.dirname(path)
                if number == 0 and os.path.basename(folder) in ("bin", "sbin"):
                    yield os.path.dirname(folder)  # /somewhere/jdk/bin/java needs /somewhere/jdk
                else:
                    yield from (str(entry) for entry in Path(folder).iterdir() if entry.is_file())


def plan_for(
    isolation: Isolation, limits: Limits, home: str, *, paths: Sequence[str] = (), read: Iterable[str] = (),
    hidden: Sequence[str] = (), group: str = "", space: int = SPACE,
) -> dict[str, Any]:  # fmt: skip
    """Return the plan of a keeper, see keeper.py, but for its parent.

    paths: where modules are found beside the interpreter's own. read, hidden: more that may, or may not, be read, the
    latter as real paths. group: the entrance of the bot's control group, "" for none. space: bytes of each of its own
    file systems.
    """
    return {
        "layers": isolation.layers,
        "home": home,
        "limits": process_limits(limits),
        "read": [*importable(paths), *ours_to_read(), *read] if "landlock" in isolation.layers else [],
        "listed": [*paths, *ours()],
        "hidden": [*map(os.path.realpath, isolation.hidden), *hidden],
        "space": space,
        "processes": limits.processes,
        "group": group,
    }


def ours_to_read() -> Iterator[str]:
    """Yield where the arena itself lies, and what it needs, beside the interpreter's own folders."""
    yield from importable(path for path in own_paths() if not path.startswith((sys.prefix, sys.base_prefix)))


def start_program(
    plan: dict[str, Any], words: Sequence[str], *, environment: dict[str, str], streams: Mapping[str, Any],
    trouble: int | None = None,
) -> subprocess.Popen[bytes]:  # fmt: skip
    """Start a keeper with a foreign program.

    streams: stdin, stdout and stderr as for Popen. trouble: a descriptor on which the keeper says why the walls
    cannot be put up. Raises OSError.
    """
    plan = {**plan, "parent": os.getpid(), "words": list(words), "trouble": trouble}
    reader, writer = os.pipe()
    try:
        os.set_blocking(writer, False)
        with open(writer, "wb", closefd=True) as plan_file:  # a plan is far smaller than a pipe holds
            plan_file.write(msgspec.json.encode(plan))
        passed = [reader] if trouble is None else [reader, trouble]
        return subprocess.Popen(
            own_command("arena.runner.sandbox.keeper", str(reader)), pass_fds=passed, cwd=plan["home"],
            start_new_session=True, env=environment, **streams,
        )  # fmt: skip
    finally:
        os.close(reader)
