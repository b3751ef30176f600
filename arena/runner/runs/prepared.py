"""A tournament between the bots of its file, in worker processes of this machine: prepared, and played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from arena.config.model import Tournament
from arena.records.manifest import Manifest
from arena.records.store import Results
from arena.runner.manifest import differences, make_manifest, strangers
from arena.runner.plugin.by_path import plugin_at
from arena.runner.plugin.find import Plugin, find, installed
from arena.runner.preflight import Trouble, start_all
from arena.runner.runs.games import Games
from arena.runner.runs.pool import Pool
from arena.runner.runs.stop import Stop
from arena.runner.sandbox.limits import cores
from arena.runner.sandbox.zygotes import Spare
from arena.runner.setup import Setup, setup_of
from arena.runner.shared.look import look_at_all
from arena.runner.shared.pool import SharedPool
from arena.schedule.result import Result
from arena.schedule.schedule import Schedule
from arena.variants.spec import VariantSpec


def plugins_of(tournament: Tournament) -> dict[str, Plugin]:
    """Return the plug-in of each bot that is one.

    Raises BotError where it is not installed, is named twice, or is not at its path or in its revision.
    """
    known = installed()
    plugins = {}
    for number, bot in enumerate(tournament.bots):
        if bot.plugin:
            plugins[bot.name] = find(bot.plugin, known, f"bot {bot.name}")
        elif bot.path:
            where = tournament.where(f"bots[{number}].{'rev' if bot.rev else 'path'}")
            plugins[bot.name] = plugin_at(bot.path, where, bot.rev).plugin
    return plugins


@dataclass(frozen=True, slots=True)
class Prepared:
    """All that is known before anything is started, and what a run is made of: a Source, for any number of runs.

    workers: games at once. folder: where the results go. spare: a zygote between the look and the first worker.
    """

    tournament: Tournament
    specs: tuple[VariantSpec, ...]
    plugins: dict[str, Plugin]
    setup: Setup
    workers: int
    folder: Path
    spare: Spare = field(default_factory=Spare, repr=False, compare=False)

    def manifest(self) -> Manifest:
        return make_manifest(self.tournament, self.specs, self.plugins, self.workers)

    def differences(self, old: Manifest, new: Manifest) -> Sequence[str]:
        if not old.lost:
            return differences(old, new)
        with Results(self.folder) as there:
            return strangers(there.records(), self.tournament, self.specs)

    def torn(self, recorded: Sequence[str]) -> Sequence[str]:
        return ()

    def schedule(self, recorded: Iterable[Result]) -> Schedule:
        return Schedule(self.tournament, recorded)

    def look(self, looked_at: Callable[[str], None]) -> list[Trouble]:
        if self.tournament.shared:
            return look_at_all(self.setup, looked_at)
        return start_all(self.setup, looked_at=looked_at, spare=self.spare)

    def play(self, games: Games, stop: Stop) -> bool:
        if self.tournament.shared:
            return SharedPool(self.setup, self.workers).play(games, stop)
        return Pool(self.setup, self.workers, self.spare).play(games, stop)

    def close(self) -> None:
        self.spare.close()


def prepare(
    tournament: Tournament, specs: Sequence[VariantSpec], *, workers: int | None = None, output: Path | None = None
) -> Prepared:
    """Return what a run needs of a tournament; starts no bot.

    workers, output: instead of the file's. Raises BotError (a bot is not installed) and ConfigError (a sandbox that
    this machine does not have).
    """
    plugins = plugins_of(tournament)
    count = workers or tournament.workers or cores()
    setup = setup_of(tournament, {spec.name: spec for spec in specs}, plugins, count, output)
    folder = output or Path(tournament.output)
    setup = msgspec.structs.replace(setup, journal=str(folder.absolute()))
    return Prepared(tournament, tuple(specs), plugins, setup, count, folder)
