"""How a bot's process begins: in its own world already, it finds its plug-in, imports it, warms it up, and plays.

All of this is inside the process that the bot may do with as it likes, so nothing of it is believed by anybody. The
process is named by what it is at, which others may read when it does not come to an end (process_seat.py), and its
exit status tells what failed.
"""

from __future__ import annotations

import importlib
import socket
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from arena.runner.inside.guest import EXIT_CRASHED, EXIT_MEMORY, Client, Guest, tell_failure
from arena.runner.inside.guest_imports import ModuleSearch
from arena.runner.sandbox.limits import apply_limits, process_limits
from arena.runner.sandbox.orders import PluginPlan
from arena.runner.system import name_process

EXIT_IMPORT, EXIT_WARM_UP = 72, 73
IMPORTING, WARMING, PLAYING = "arena-import", "arena-warm-up", "arena-bot"


@dataclass(frozen=True)
class Variant:
    """What a bot's process has of a variant. clients: makes its end of a game. first: a start message of one."""

    clients: Callable[[Mapping[str, Any]], Client]
    first: Mapping[str, Any]


class Beginning:
    """All that a launcher can work out for its bot's processes before it forks one; nothing of it is in force there."""

    def __init__(self, plugin: PluginPlan) -> None:
        self.value, self.search, self.limits = plugin.value, ModuleSearch(plugin), process_limits(plugin.limits)


def run_guest(wire: socket.socket, beginning: Beginning, variant: Variant, name: str) -> int:
    """Import the plug-in once the first message has come, and play until the wire closes; return the exit status.

    That message is waited for, so that whoever started this process can look at it before the bot's code runs.
    """
    name_process(IMPORTING)
    apply_limits(beginning.limits)
    guest = Guest(wire, variant.clients)
    if not guest.wait():
        return 0
    try:
        beginning.search.begin()
        factory = factory_in(beginning.search.plugin(), beginning.value)
    except BaseException as error:
        return _failed(error, EXIT_IMPORT)
    try:
        warm_up = getattr(factory, "warm_up", None)
        if warm_up is not None:
            name_process(WARMING)
            warm_up(variant.clients(variant.first).info(variant.first, name))
    except BaseException as error:
        return _failed(error, EXIT_WARM_UP)
    name_process(PLAYING)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    status = guest.run(factory)
    try:
        sys.stdout.flush()
    except Exception:
        status = status or EXIT_CRASHED
    return status


def factory_at(value: str) -> Any:
    """Return what ``module:factory`` names, imported. Raises what the import raises, TypeError for no factory."""
    return factory_in(importlib.import_module(value.partition(":")[0]), value)


def factory_in(module: ModuleType, value: str) -> Any:
    """Return what ``module:factory`` names in its module. Raises TypeError for no factory."""
    found: Any = module
    for part in value.partition(":")[2].split("."):
        found = getattr(found, part)
    if not callable(found):
        raise TypeError(f"{value} is a {type(found).__name__}, not a factory")
    return found


def _failed(error: BaseException, status: int) -> int:
    if isinstance(error, SystemExit):
        tell_failure(error)
        return error.code if isinstance(error.code, int) and error.code else status
    tell_failure(error)
    return EXIT_MEMORY if isinstance(error, MemoryError) else status


def stage_of(pid: int) -> str:
    """Return what a bot's process calls itself, as far as it is one of the names here, else ""."""
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as comm:
            stage = comm.read(64).strip()
    except OSError:
        return ""
    return stage if stage in (IMPORTING, WARMING, PLAYING) else ""
