"""A tournament between the bots of its file, in worker processes of this machine: prepared, and played."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from arena.config.model import Tournament
from arena.contract.result import Result
from arena.errors import ConfigError, ResultsError
from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.records.store import GAMES, Results
from arena.runner.builds.built import Built
from arena.runner.manifest import differences, make_manifest, strangers
from arena.runner.plugin.by_path import plugin_at
from arena.runner.plugin.find import Plugin, find, installed
from arena.runner.preflight import Trouble, start_all
from arena.runner.runs.pool import Pool
from arena.runner.runs.stop import Stop
from arena.runner.runs.trials import Trials, sentence_of, trials_of
from arena.runner.sandbox.hiding import hidden_results
from arena.runner.sandbox.isolation import Isolation, choose
from arena.runner.sandbox.limits import cores
from arena.runner.sandbox.zygotes import Spare
from arena.runner.setup import Setup, own_places, setup_of, without
from arena.runner.shared.look import look_at_all
from arena.runner.shared.pool import SharedPool, SharedWork
from arena.runner.submissions.admitted import Admitted
from arena.schedule.schedule import Schedule
from arena.variants.spec import VariantSpec


def plugins_of(tournament: Tournament, building: Collection[str] = ()) -> dict[str, Plugin]:
    """Return the plug-in of each bot that is one, those left out that were handed in or are ``building``.

    Raises BotError where it is not installed, is named twice, or is not at its path or in its revision.
    """
    known = installed()
    plugins = {}
    for number, bot in enumerate(tournament.bots):
        if bot.plugin:
            plugins[bot.name] = find(bot.plugin, known, f"bot {bot.name}")
        elif bot.path and bot.name not in building:
            where = tournament.where(f"bots[{number}].{'rev' if bot.rev else 'path'}")
            plugins[bot.name] = plugin_at(bot.path, where, bot.rev).plugin
    return plugins


@dataclass(frozen=True, slots=True)
class Prepared:
    """All that is known before anything is started, and what a run is made of: a Source, for any number of runs.

    workers: games at once. folder: where the results go. spare: a zygote between the look and the first worker.
    admitted: what became of those that were handed in. refused: those of them that forfeit their games, and why; more
    once they were looked at. built: what came of those that had to be built.
    """

    tournament: Tournament
    specs: tuple[VariantSpec, ...]
    plugins: dict[str, Plugin]
    setup: Setup
    workers: int
    folder: Path
    spare: Spare = field(default_factory=Spare, repr=False, compare=False)
    admitted: Mapping[str, Admitted] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    built: Mapping[str, Built] = field(default_factory=dict)

    def manifest(self) -> Manifest:
        return make_manifest(
            self.tournament, self.specs, self.plugins, self.workers, self.admitted, self.refused, self.built
        )  # fmt: skip

    def differences(self, old: Manifest, new: Manifest) -> Sequence[str]:
        if not old.lost:
            return differences(old, new)
        with Results(self.folder) as there:
            return strangers(there.records(), self.tournament, self.specs)

    def torn(self, recorded: Sequence[str]) -> Sequence[str]:
        return ()

    def schedule(self, recorded: Iterable[Result]) -> Schedule:
        return Schedule(self.tournament, recorded)

    def look(self, looked_at: Callable[[str], None], stop: Stop) -> list[Trouble]:
        """Start every bot, and let each that was handed in and starts play a game against itself on every variant."""
        troubles = self.tried(self.tournament.submitted, looked_at, stop)
        self.refuse(troubles)
        return troubles

    def refuse(self, troubles: Iterable[Trouble]) -> None:
        """Have those that were handed in, and are in trouble, forfeit their games."""
        for trouble in troubles:
            if trouble.bot in self.tournament.submitted:
                self.refused.setdefault(trouble.bot, sentence_of(trouble))

    def tried(
        self,
        players: Collection[str],
        looked_at: Callable[[str], None],
        stop: Stop,
        *,
        timed: Collection[str] = (),
        played: Callable[[GameRecord], None] = lambda record: None,
    ) -> list[Trouble]:
        """Start every bot, and let each of ``players`` that starts play a game against itself on every variant.

        Returns what went wrong, in the tournament's order. timed: bots that play such a game too, whose course decides
        nothing. played: hears of all these games. Where the bots share a process they are started alone.
        """
        if self.tournament.shared:
            return look_at_all(self.setup, looked_at)
        playing = {*players, *timed}
        troubles = start_all(
            self.setup, looked_at=lambda bot: None if bot in playing else looked_at(bot), spare=self.spare
        )
        wrong = {trouble.bot for trouble in troubles}
        for bot in wrong & playing:
            looked_at(bot)
        ready = [bot.name for bot in self.tournament.bots if bot.name in playing - wrong]
        if jobs := trials_of(self.tournament, ready, self.setup.variants):
            trials = Trials(jobs, looked_at, played)
            Pool(msgspec.structs.replace(self.setup, journal=""), self.workers, self.spare).play(trials, stop)
            troubles += [trouble for trouble in trials.troubles if trouble.bot in players]
            order = {bot.name: place for place, bot in enumerate(self.tournament.bots)}
            troubles.sort(key=lambda trouble: order[trouble.bot])
        return troubles

    def play(self, games: SharedWork, stop: Stop) -> bool:
        if self.tournament.shared:
            return SharedPool(self.setup, self.workers).play(games, stop)
        return Pool(without(self.setup, self.refused), self.workers, self.spare).play(games, stop)

    def close(self) -> None:
        self.spare.close()


def prepare(
    tournament: Tournament,
    specs: Sequence[VariantSpec],
    *,
    workers: int | None = None,
    output: Path | None = None,
    installed: Callable[[str], None] = lambda bot: None,
) -> Prepared:
    """Return what a run needs of a tournament; starts no bot, but installs those that were handed in or are built.

    workers, output: instead of the file's. installed: called with the name of each of these, once it is installed or
    refused, from several threads. Raises BotError (a bot is not installed, or cannot be built), ConfigError (a sandbox
    that this machine does not have, a folder of wheels that cannot be read) and RunError (environments cannot be kept).
    """
    built = _built(tournament, output, installed)
    plugins = plugins_of(tournament, built)
    admitted = admitted_of(tournament, output, installed)
    _tidy(admitted, built)
    plugins |= {name: one.environment.plugin for name, one in admitted.items() if one.environment is not None}
    plugins |= {name: one.plugin for name, one in built.items() if one.plugin is not None}
    refused = {name: one.refused for name, one in admitted.items() if one.refused}
    refused |= _refused_before(output or Path(tournament.output), admitted)
    return assembled(tournament, specs, plugins, admitted, refused, built, workers=workers, output=output)


def assembled(
    tournament: Tournament,
    specs: Sequence[VariantSpec],
    plugins: dict[str, Plugin],
    admitted: Mapping[str, Admitted],
    refused: dict[str, str],
    built: Mapping[str, Built],
    *,
    workers: int | None = None,
    output: Path | None = None,
) -> Prepared:
    """Return what a run needs of bots that were found. refused: of ``admitted``, those that forfeit, and why."""
    count = workers or tournament.workers or cores()
    setup = setup_of(tournament, {spec.name: spec for spec in specs}, plugins, count, output, admitted, built)
    folder = output or Path(tournament.output)
    setup = without(msgspec.structs.replace(setup, journal=str(folder.absolute())), refused)
    return Prepared(
        tournament, tuple(specs), plugins, setup, count, folder, admitted=admitted, refused=refused, built=built
    )  # fmt: skip


def _refused_before(folder: Path, admitted: Mapping[str, Admitted]) -> dict[str, str]:
    """Return those that forfeit games which are there already, since they failed when they were looked at."""
    if not admitted or not (folder / GAMES).is_file():
        return {}
    try:
        with Results(folder) as there:
            before = there.manifest if there.count() else None
    except ResultsError:  # whoever opens them to write says what is wrong
        return {}
    if before is None:
        return {}
    return {
        name: before.refused[name]
        for name, one in admitted.items()
        if name in before.refused and not one.refused and before.bots.get(name) == one.facts()
    }


def admitted_of(
    tournament: Tournament, output: Path | None, installed: Callable[[str], None]
) -> Mapping[str, Admitted]:  # fmt: skip
    """Return what became of those that were handed in, by name; builds see of the results what bots do: nothing."""
    if not tournament.submitted:
        return {}
    from arena.runner.submissions.admission import admit  # what it needs is loaded for nobody else

    return admit(tournament, _isolation_of_builds(tournament, output), installed)


def _built(
    tournament: Tournament, output: Path | None, installed: Callable[[str], None]
) -> Mapping[str, Built]:  # fmt: skip
    """Return what came of the bots that have to be built; builds see of the results what bots do: nothing."""
    if not any(bot.path for bot in tournament.bots):
        return {}
    from arena.runner.builds.build import build_all, built_bots

    building = built_bots(tournament, tournament.bots)
    if building and tournament.shared:
        problem = f"{building[0].name} needs an environment of its own, and process: shared has one for all bots"
        raise ConfigError(tournament.where("process"), problem, "Write process: kept and isolation: auto")
    return build_all(tournament, building, _isolation_of_builds(tournament, output), installed) if building else {}


def _isolation_of_builds(tournament: Tournament, output: Path | None) -> Isolation:
    where = tournament.where("isolation")
    hidden = () if tournament.isolation == "process" else hidden_results(output or tournament.output, own_places())
    return choose(tournament.isolation, where, hidden)


def _tidy(admitted: Mapping[str, Admitted], built: Mapping[str, Built]) -> None:
    """Remove environments that nobody uses any more, where some are in use here."""
    environments = [one.environment for one in admitted.values() if one.environment is not None]
    in_use = {path for one in environments for path in (one.folder, *one.shared)}
    in_use |= {path for one in built.values() for path in one.keeps}
    if admitted or built:
        from arena.runner.submissions.kept import tidy

        tidy(in_use)
