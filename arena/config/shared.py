"""What a file with ``process: shared`` must say, and must not: bots in the workers themselves have no process. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from arena.config.model import Tournament
from arena.config.node import Node
from arena.config.walk import Walk

# Limits of a process, which no bot has here; the others are times, and what is kept of output.
_OF_A_PROCESS = ("cpu_time", "memory", "open_files", "processes", "file_size")


def check_shared(tournament: Tournament, fields: Mapping[str, Node], walk: Walk) -> None:
    """Complain where bots are to share the workers' processes, and the file says something that does not go with it.

    fields: those of the file from which the tournament was read.
    """
    if not tournament.shared:
        if tournament.isolation == "none" and not walk.troubled("process"):
            problem = "'none' is for bots that play in the workers themselves; a process a bot has some isolation"
            walk.complain(fields["isolation"], "isolation", problem, "Write process: shared, or isolation: process")
        return
    if tournament.isolation != "none" and not walk.troubled("isolation"):
        problem = "'shared' plays the bots in the workers themselves: nothing keeps them from anything of yours"
        walk.complain(fields["process"], "process", problem, "For bots that you trust write isolation: none as well")
    if tournament.ponder:
        problem = "with process: shared one bot at a time is at work, so none can ponder"
        walk.complain(fields["ponder"], "ponder", problem, "Remove it, or write process: kept")
    _check_bots(fields.get("bots"), walk)
    _check_limits(fields.get("limits"), walk)


def _check_bots(bots: Node | None, walk: Walk) -> None:
    for number, bot in enumerate(bots.items if bots is not None and bots.kind == "list" else ()):
        for name, value in bot.entries if bot.kind == "mapping" else ():
            key = f"bots[{number}].{name.text}"
            if name.text in ("command", "address"):
                problem = f"a bot with {name.text!r} cannot play in a worker's own process (process: shared)"
                walk.complain(value, key, problem, "Remove it, or write process: fresh and another isolation")
            elif name.text == "process":
                problem = "process: shared holds for all bots of a run"
                walk.complain(value, key, problem, "Remove it, or remove process: shared and isolation: none")


def _check_limits(limits: Node | None, walk: Walk) -> None:
    for name, value in limits.entries if limits is not None and limits.kind == "mapping" else ():
        if name.text in _OF_A_PROCESS:
            problem = "it limits a process of a bot's own, and with process: shared there is none"
            walk.complain(value, f"limits.{name.text}", problem, "Remove it, or write process: kept")
