"""All that a worker needs to play any game of a run, as data that crosses a pipe or a network."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from arena import __version__
from arena.cache import kernels_folder
from arena.config.model import Clock, Limits, Tournament
from arena.contract.adjudication import Adjudication
from arena.contract.game_time import GameTime, TimeControl
from arena.errors import ConfigError
from arena.runner.builds.built import Built
from arena.runner.plugin.bytecode import compiled_folder
from arena.runner.plugin.find import Plugin, place_of
from arena.runner.plugin.places import parents_of, place_asked_for, top_of
from arena.runner.sandbox.hiding import hidden_results, within
from arena.runner.sandbox.isolation import PROCESS, Isolation, choose
from arena.runner.sandbox.limits import memory_of_machine
from arena.runner.sandbox.orders import ModulePlace
from arena.runner.sandbox.own_python import ours, plugin_paths
from arena.runner.submissions.admitted import Admitted
from arena.runner.terms import Terms
from arena.variants.plugins import find, split_call
from arena.variants.spec import VariantSpec

_LAUNCHER_BYTES = 16 * 1024 * 1024  # what a launcher and its keeper take that they share with nobody, at most
_SHARE = 4  # of the machine's memory, all launchers together take at most one part in so many


class BotSetup(msgspec.Struct, frozen=True):
    """One bot: ``value`` is ``module:factory`` of a plug-in, ``command`` the words of a foreign program.

    address: ``host:port`` at which a foreign program listens. process: "fresh" or "kept"; "" is as the setup says.
    files: what a plug-in may read beside what all may: named by whoever wrote the tournament file, nobody else.
    place: where the top-level module lies of a plug-in that is named by its path. odds: its own times, None for the
    setup's. paths: of one with an environment of its own, the folders of its import path, its own first. source: where
    it was handed in. refused: why it is not admitted, "" for one that is. folder: of a program that was built, where it
    is started, and what it may read.
    """

    name: str
    value: str = ""
    command: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    address: str = ""
    process: str = ""
    files: tuple[str, ...] = ()
    place: ModulePlace | None = None
    odds: TimeControl | None = None
    paths: tuple[str, ...] = ()
    source: str = ""
    refused: str = ""
    folder: str = ""

    def kept(self, whole: str) -> bool:
        """Whether its process stays from game to game, where the setup says ``whole``."""
        return (self.process or whole) == "kept"

    @property
    def foreign(self) -> bool:
        """Whether it knows nothing of ours and must be told the whole table."""
        return bool(self.command or self.address)


class Setup(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A run, for its workers.

    patience: faults of one seat in one game after which it must leave. process: "fresh", "kept" or "shared".
    paths: folders in which plug-ins are found beside the installed ones. launchers: most of them a worker keeps.
    versions: what the records name: "arena", and each bot. isolation: the walls around each bot.
    game_time, clock, backstop, ponder, adjudicate: see config.model.Tournament. journal: the folder of results in which
    games in progress are written down for whoever looks on, "" for none.
    """

    variants: dict[str, VariantSpec]
    bots: dict[str, BotSetup]
    move_time: float | None
    limits: Limits
    patience: int
    process: str
    paths: tuple[str, ...]
    launchers: int
    versions: dict[str, str]
    isolation: Isolation = PROCESS
    clock: Clock = "wall"
    backstop: float = 5.0
    ponder: bool = False
    journal: str = ""
    game_time: GameTime | None = None
    adjudicate: Adjudication | None = None

    @cached_property  # asked for every bot that is started, and as long as there are bots
    def kept_apart(self) -> tuple[str, ...]:
        """Where its bots lie, compiled too, as real paths: of these each is kept from those that are not its own."""
        places = {place_of_bot(bot) for bot in self.bots.values() if not bot.paths}
        places |= {compiled_folder(place) for place in places if place}  # also if compiled later
        handed_in = {place for bot in self.bots.values() for place in (bot.source, *bot.paths[:1])}
        in_sight = [os.path.realpath(path) for path in (*own_places(), *self.paths, "/usr", "/opt")]
        real = (os.path.realpath(place) for place in handed_in if place)
        places |= {place for place in real if any(within(place, root) for root in in_sight)}
        return tuple(sorted({os.path.realpath(place) for place in places if place}))

    def terms(self) -> Terms:
        """Return what holds for every game."""
        return Terms(
            self.move_time,
            self.limits,
            self.patience,
            {name: bot.options for name, bot in self.bots.items()},
            self.clock,
            self.backstop,
            self.ponder,
            self.versions,
            self.game_time,
            {name: bot.odds for name, bot in self.bots.items() if bot.odds is not None},
            self.adjudicate,
        )


def setup_of(
    tournament: Tournament,
    variants: Mapping[str, VariantSpec],
    plugins: Mapping[str, Plugin],
    workers: int,
    output: Path | None = None,
    admitted: Mapping[str, Admitted] | None = None,
    built: Mapping[str, Built] | None = None,
) -> Setup:
    """Return the setup of a tournament. Raises ConfigError where it asks for a sandbox in vain.

    plugins: bot name -> what it is, for the bots that are plug-ins. output: where the results go, if not where the
    tournament says. admitted: what became of those that were handed in, by name. built: what came of those that had to
    be built.
    """
    bots, odds = {}, tournament.odds()
    versions = {"arena": __version__}
    for bot in tournament.bots:
        plugin = plugins.get(bot.name)
        bots[bot.name] = BotSetup(
            bot.name,
            plugin.value if plugin else "",
            bot.command,
            bot.options,
            bot.address,
            bot.process,
            bot.files,
            plugin.place if plugin else None,
            odds.get(bot.name),
        )
        if (handed_in := (admitted or {}).get(bot.name)) is not None:
            bots[bot.name] = _submission(bots[bot.name], handed_in)
        if (made := (built or {}).get(bot.name)) is not None:
            bots[bot.name] = msgspec.structs.replace(
                bots[bot.name], paths=made.paths, command=made.command, folder=made.folder
            )  # fmt: skip
            versions[bot.name] = made.label
        elif bot.submission:
            versions[bot.name] = _version_of(plugin, handed_in)
        elif plugin is None:
            versions[bot.name] = bot.address or " ".join(bot.command)
        elif plugin.commit:
            versions[bot.name] = f"{plugin.value} {plugin.commit[:12]}"
        else:
            versions[bot.name] = f"{plugin.distribution} {plugin.version}" if plugin.distribution else plugin.value
    if tournament.shared:
        _check_modules(bots, tournament.where("process"))
    setup = Setup(
        variants=dict(variants),
        bots=bots,
        move_time=tournament.move_time,
        limits=tournament.limits,
        patience=tournament.max_faults,
        process=tournament.process,
        paths=search_paths(variants.values()),
        launchers=launchers_for(workers),
        versions=versions,
        clock=tournament.clock,
        backstop=tournament.backstop,
        ponder=tournament.ponder,
        game_time=tournament.game_time,
        adjudicate=tournament.adjudicate,
    )
    return walled(setup, tournament.isolation, tournament.where("isolation"), output or tournament.output)


def launchers_for(workers: int) -> int:
    """Return how many launchers each of so many workers may keep on this machine."""
    memory = memory_of_machine()
    return 16 if memory is None else max(8, min(400, memory // _SHARE // _LAUNCHER_BYTES // workers))


def _check_modules(bots: Mapping[str, BotSetup], where: str) -> None:
    """Raise ConfigError where two bots are modules of one name that lie in two places: a process has only one."""
    seen: dict[str, tuple[str, str]] = {}
    for bot in bots.values():
        module, place = bot.value.partition(":")[0].partition(".")[0], place_of_bot(bot)
        other, there = seen.setdefault(module, (bot.name, place))
        if there != place:
            problem = f"{other} and {bot.name} are two modules {module!r}, and one process can have only one of a name"
            raise ConfigError(where, problem, "Write process: kept and isolation: auto, or give one another name")


def _submission(bot: BotSetup, handed_in: Admitted) -> BotSetup:
    """Return the setup of a bot that was handed in."""
    paths = () if handed_in.environment is None else handed_in.environment.paths
    return msgspec.structs.replace(bot, paths=paths, source=handed_in.path, refused=handed_in.refused)


def _version_of(plugin: Plugin | None, handed_in: Admitted | None) -> str:
    """Return what records call a bot that was handed in: its package, and the beginning of its hash."""
    digest = "" if handed_in is None else handed_in.digest[:12]
    if plugin is None:
        return f"not admitted {digest}".rstrip()
    named = f"{plugin.distribution} {plugin.version}".strip() or plugin.value
    return f"{named} {plugin.commit[:12] or digest}"


def search_paths(variants: Iterable[VariantSpec]) -> tuple[str, ...]:
    """Return the folders in which plug-ins, of games too, are found beside the installed ones."""
    return tuple(dict.fromkeys((*plugin_paths(), *_paths_of_games(variants))))


def _paths_of_games(variants: Iterable[VariantSpec]) -> Iterator[str]:
    """Yield the folders that lead to games which only finders of their own know, as of some editable installs."""
    for spec in variants:
        if spec.word is None:
            with contextlib.suppress(ConfigError):
                place = place_asked_for(find(split_call(spec.game)[0]).value)
                yield from () if place is None else parents_of(place)


def walled(setup: Setup, isolation: str, where: str, output: str | Path | None = None) -> Setup:
    """Return a setup with walls around its bots, which are kept from the results in ``output`` and beside it.

    isolation: as in a tournament. Raises ConfigError where it asks for a sandbox that this machine does not have.
    """
    hidden = () if output is None or isolation in ("process", "none") else hidden_results(output, _needed(setup))
    return msgspec.structs.replace(setup, isolation=choose(isolation, where, hidden))


def _needed(setup: Setup) -> list[str]:
    """Return the places that bots cannot do without."""
    bots = [path for bot in setup.bots.values() for path in (place_of_bot(bot), *bot.paths)]
    beside = [os.path.dirname(word) for bot in setup.bots.values() for word in bot.command if os.path.isabs(word)]
    return [*own_places(), *setup.paths, *bots, *beside, *words_of(setup), str(kernels_folder(os.environ))]


def own_places() -> list[str]:
    """Return where Python and the arena lie."""
    return [sys.prefix, sys.base_prefix, sys.exec_prefix, *ours()]


def without(setup: Setup, refused: Mapping[str, str]) -> Setup:
    """Return a setup in which bots are not admitted, for the reasons given by name."""
    bots = {
        name: msgspec.structs.replace(bot, refused=refused[name]) if name in refused else bot
        for name, bot in setup.bots.items()
    }
    return msgspec.structs.replace(setup, bots=bots)


def place_of_bot(bot: BotSetup) -> str:
    """Return where a bot lies: its top-level module or its program, "" for what belongs to the system."""
    if bot.place is not None:
        return top_of(bot.place)
    if bot.value:
        return place_of(bot.value)
    if bot.folder:
        return bot.folder
    first = bot.command[0] if bot.command else ""
    return os.path.realpath(first) if os.path.isabs(first) and not first.startswith("/usr") else ""


def words_of(setup: Setup) -> list[str]:
    """Return where the words of the variants lie: packed graphs, and the lists made of them for programs."""
    graphs = {spec.word.lexicon.path for spec in setup.variants.values() if spec.word} - {""}
    if not graphs:
        return []
    from arena.variants.graph_cache import folders  # brings numpy along: a worker of small games does without

    return sorted(graphs | {str(folder) for folder in folders()})
