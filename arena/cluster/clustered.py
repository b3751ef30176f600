"""A tournament between the bots of its file, on the machines of a cluster: a Source, as ``Prepared`` is one."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from arena.cluster.cluster_machine import ClusterMachine, What
from arena.cluster.dispatch import Dispatch
from arena.cluster.fleet import Fleet
from arena.cluster.link import Tls, check_address
from arena.cluster.messages import Begin
from arena.cluster.pairs import Pairs, torn
from arena.cluster.parts import is_loopback, parts_of
from arena.config.model import Tournament
from arena.contract.result import Result
from arena.errors import ConfigError
from arena.records.manifest import Manifest
from arena.runner.plugin.find import Plugin
from arena.runner.preflight import Trouble
from arena.runner.runs.games import Games
from arena.runner.runs.prepared import Prepared
from arena.runner.runs.stop import Stop
from arena.runner.runs.trials import trials_of
from arena.schedule.schedule import Schedule


class Clustered:
    """The games of a prepared tournament, played on other machines. ``close`` ends the run on all of them."""

    def __init__(
        self, prepared: Prepared, address: str, *, tls: Tls | None = None, announce: Callable[[str], None] | None = None
    ) -> None:
        """Connect, and look at the machines that are there; no bot is started.

        address: of a Dask scheduler, ``tcp://HOST:PORT`` or ``tls://HOST:PORT``. announce: hears in a sentence what
        happens to machines. Raises ConfigError (see Link, parts_of) and RunError (no machine that fits).
        """
        self._prepared, self._manifest = prepared, prepared.manifest()
        check_address(address)
        if announce is not None and not address.startswith("tls://") and not is_loopback(address.partition("://")[2]):
            announce(
                f"warning: {address} is not encrypted, and whoever reaches a scheduler can run programs on its "
                "workers: use tls://, or a network that is yours alone"
            )
        if prepared.built:
            problem = f"{', '.join(prepared.built)} would have to be built on each machine"
            raise ConfigError("--cluster", problem, "Install them there and name what is installed, or leave it out")
        setup = prepared.setup
        handed_in = [bot.name for bot in prepared.tournament.bots if bot.submission]
        begin = Begin(
            setup=setup, workers=1, isolation=prepared.tournament.isolation,
            where=prepared.tournament.where("isolation"), output=str(prepared.folder.absolute()),
            trials=tuple(trials_of(prepared.tournament, handed_in, setup.variants)),
        )  # fmt: skip
        what = What(
            uuid.uuid4().hex, begin, parts_of(setup, prepared.plugins),
            {spec.name: spec.digest for spec in prepared.specs}, frozenset(setup.isolation.layers), self.timed,
        )  # fmt: skip
        self._recorded: list[str] = []
        self.fleet = Fleet(address, tls or Tls(), what, announce)
        try:
            self.fleet.find()
        except BaseException:
            self.fleet.close()
            raise

    @property
    def timed(self) -> bool:
        """Whether a clock runs for any bot, so that machines matter."""
        return not self._manifest.repeatable

    @property
    def tournament(self) -> Tournament:
        return self._prepared.tournament

    @property
    def plugins(self) -> dict[str, Plugin]:
        return self._prepared.plugins

    @property
    def folder(self) -> Path:
        return self._prepared.folder

    @property
    def workers(self) -> int:
        """Games at once, on all machines that fit now."""
        fit = ("fits", "starting", "ready")
        return sum(machine.seen.threads for machine in self.fleet.machines.values() if machine.state in fit)

    def manifest(self) -> Manifest:
        machine = {**self._manifest.machine, "workers": str(self.workers)}
        return msgspec.structs.replace(self._manifest, machine=machine, refused=dict(self.refused))

    def differences(self, old: Manifest, new: Manifest) -> Sequence[str]:
        return self._prepared.differences(old, new)

    def torn(self, recorded: Sequence[str]) -> Sequence[str]:
        return torn(recorded, self.tournament.players) if self.timed else ()

    def schedule(self, recorded: Iterable[Result]) -> Schedule:
        results = list(recorded)
        self._recorded = [result.id for result in results]
        return self._prepared.schedule(results)

    @property
    def refused(self) -> dict[str, str]:
        return self._prepared.refused

    def look(self, looked_at: Callable[[str], None], stop: Stop) -> list[Trouble]:
        troubles = self.fleet.start()
        self._prepared.refuse(troubles)
        self.fleet.without(self.refused)
        for bot in self.tournament.bots:
            looked_at(bot.name)
        return troubles

    def play(self, games: Games, stop: Stop) -> bool:
        pairs: Pairs[ClusterMachine] | None = Pairs(self.tournament.players, self._recorded) if self.timed else None
        return Dispatch(self.fleet, pairs).play(games, stop)

    def close(self) -> None:
        self._prepared.close()
        self.fleet.close()
