"""Whether the arena runs on this system: said in a line, not by a traceback. See docs/reference/where-it-runs.md."""

from __future__ import annotations

import os
import sys

from arena.errors import WrongSystem

_PLAYS = frozenset({"bench", "bots", "check", "cluster", "play", "run", "tcp"})  # commands that start bots
_HELP = "docs/reference/where-it-runs.md says what each system lacks"


def check_system(command: str) -> None:
    """Raise WrongSystem where a command cannot run: on anything but Linux, and with bots before Linux 5.3."""
    if sys.platform != "linux":
        other = {"win32": "Windows", "cygwin": "Windows", "darwin": "macOS"}.get(sys.platform, sys.platform)
        remedy = "Use Linux: a virtual machine, a container, or WSL 2 on Windows"
        problem = f"the arena runs on Linux only, and this is {other}"
        raise WrongSystem(f"arena {command}", problem, f"{remedy}. {_HELP}")
    if command not in _PLAYS:
        return
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):
        kernel = os.uname().release
        problem = f"bots cannot be started here: pidfd_open is refused by the kernel ({kernel}) or by what confines it"
        raise WrongSystem(f"arena {command}", problem, f"It takes Linux 5.3 or newer. {_HELP}") from None
