"""All that a worker needs to play any game of a run, as data that crosses a pipe or a network."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

import msgspec

from arena import __version__
from arena.config.model import Clock, Limits, Tournament
from arena.runner.isolation import PROCESS, Isolation, choose
from arena.runner.limits import memory_of_machine
from arena.runner.plugins import Plugin
from arena.variants.spec import VariantSpec

_TEMPLATE_BYTES = 160 * 1024 * 1024  # what a template with numeric libraries takes, at most


class BotSetup(msgspec.Struct, frozen=True):
    """One bot: ``value`` is ``module:factory`` of a plug-in, ``command`` the words of a foreign program.

    address: ``host:port`` at which a foreign program listens.
    """

    name: str
    value: str = ""
    command: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    address: str = ""

    @property
    def foreign(self) -> bool:
        """Whether it knows nothing of ours and must be told the whole table."""
        return bool(self.command or self.address)


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """A run, for its workers.

    patience: faults of one seat in one game after which it must leave. process: "fresh" or "kept".
    paths: folders in which plug-ins are found beside the installed ones. templates: most template processes a worker.
    versions: what the records name: "arena", and each bot. isolation: the walls around each bot.
    clock, backstop: see config.model.Tournament.
    """

    variants: dict[str, VariantSpec]
    bots: dict[str, BotSetup]
    move_time: float | None
    limits: Limits
    patience: int
    process: str
    paths: tuple[str, ...]
    templates: int
    versions: dict[str, str]
    isolation: Isolation = PROCESS
    clock: Clock = "wall"
    backstop: float = 5.0


def setup_of(
    tournament: Tournament, variants: Mapping[str, VariantSpec], plugins: Mapping[str, Plugin], workers: int
) -> Setup:
    """Return the setup of a tournament. plugins: bot name -> what it is, for the bots that are plug-ins."""
    bots = {}
    versions = {"arena": __version__}
    for bot in tournament.bots:
        plugin = plugins.get(bot.name)
        bots[bot.name] = BotSetup(bot.name, plugin.value if plugin else "", bot.command, bot.options, bot.address)
        if plugin is None:
            versions[bot.name] = bot.address or " ".join(bot.command)
        else:
            versions[bot.name] = f"{plugin.distribution} {plugin.version}" if plugin.distribution else plugin.value
    memory = memory_of_machine()
    return Setup(
        variants=dict(variants),
        bots=bots,
        move_time=tournament.move_time,
        limits=tournament.limits,
        patience=tournament.max_faults,
        process=tournament.process,
        paths=search_paths(),
        templates=16 if memory is None else max(4, min(200, memory // 2 // _TEMPLATE_BYTES // workers)),
        versions=versions,
        isolation=isolation_of(tournament),
        clock=tournament.clock,
        backstop=tournament.backstop,
    )


def isolation_of(tournament: Tournament) -> Isolation:
    """Return the walls of a tournament on this machine. Raises ConfigError where it asks for a sandbox in vain."""
    return choose(tournament.isolation, tournament.where("isolation"), (os.path.abspath(tournament.output),))


def search_paths() -> tuple[str, ...]:
    """Return where modules are found beside the interpreter's own folders, absolute."""
    own = (sys.prefix, sys.base_prefix, sys.exec_prefix)
    found = [os.path.abspath(path) for path in sys.path if not path.endswith(".zip")]
    return tuple(path for path in dict.fromkeys(found) if not path.startswith(own))
