"""A tournament whose file was read: checked, planned, run, looked at."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from arena.cluster.clustered import Clustered
from arena.cluster.link import Tls
from arena.config.model import Tournament as Contents
from arena.contract.seeds import Master
from arena.errors import ConfigError
from arena.records.store import earlier_games, games_in
from arena.report.numbers import plural
from arena.report.sums.written import WrittenSums
from arena.results import Results
from arena.results import open as open_results
from arena.runner.night.night import Night, night_of
from arena.runner.plan import Plan, ask_options, make_plan
from arena.runner.plugin.find import distributions
from arena.runner.preflight import DoNotStart, Trouble, play_alone, start_all
from arena.runner.runs.prepared import Prepared, prepare
from arena.runner.runs.progress import RunWatcher, Unwatched
from arena.runner.runs.run import Run
from arena.runner.runs.stop import Stop
from arena.runner.sandbox.limits import cores
from arena.runner.sandbox.zygotes import Spare
from arena.runner.season.entrants import Addition
from arena.runner.season.opening import Opening, Watched, open_night
from arena.runner.seeds import master_so_far
from arena.runner.worker import Worker
from arena.tournament.played import Played
from arena.variants.fit import misfits_of
from arena.variants.load import load_variant_of, open_tournament
from arena.variants.samples import tournament_file
from arena.variants.spec import VariantSpec


class Tournament:
    """A tournament whose file was read, with everything that it names; nothing is started before ``check`` or ``run``.

    contents: the file's, with every default filled in. specs: its variants, complete in themselves. folder: where
    the results go. resume: whether a run goes on with the games that lie there; a season always does.
    """

    def __init__(
        self, contents: Contents, specs: tuple[VariantSpec, ...], *, output: Path | None = None, resume: bool = False
    ) -> None:
        self.contents, self.specs, self.resume = contents, specs, resume or contents.season
        self._output = output
        self._prepared: Prepared | None = None

    @classmethod
    def read(
        cls, file: str | os.PathLike[str], *, output: str | os.PathLike[str] | None = None, resume: bool = False
    ) -> Tournament:
        """Return the tournament of a file, or of a shipped one by its bare name.

        output: a folder for the results instead of the file's. resume: it goes on with the games in that folder, if
        there are any, and has their seed where the file has none; a file without one has one drawn else.
        Raises Complaints with all that is wrong with the file and with those that it names, each with its line.
        """
        folder = None if output is None else Path(output)

        def before(contents: Contents) -> Master | None:
            goes_on = resume or contents.season
            return master_so_far(folder or Path(contents.output), contents.seed) if goes_on else None

        contents, specs = open_tournament(tournament_file(Path(file)), distributions(), before)
        return cls(contents, specs, output=folder, resume=resume)

    @classmethod
    def of(
        cls, contents: Contents, *, output: str | os.PathLike[str] | None = None, resume: bool = False
    ) -> Tournament:
        """Return a tournament that no file describes; paths in it are absolute or start in the current folder.

        output, resume: as for ``read``. Raises Complaints with what is wrong with its variants.
        """
        folder = None if output is None else Path(output)
        goes_on = resume or contents.season
        before = master_so_far(folder or Path(contents.output), contents.seed) if goes_on else None
        contents = contents.seeded(before)
        specs = tuple(load_variant_of(contents, index) for index in range(len(contents.variants)))
        return cls(contents, specs, output=folder, resume=resume)

    @property
    def name(self) -> str:
        return self.contents.name

    @property
    def seed(self) -> str:
        """The master seed; whoever has it knows all games to come."""
        return self.contents.seed

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(bot.name for bot in self.contents.bots)

    @property
    def variants(self) -> tuple[str, ...]:
        return tuple(spec.name for spec in self.specs)

    @property
    def folder(self) -> Path:
        return self._output or Path(self.contents.output)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences about tiles and words that do not fit each other."""
        return tuple(misfits_of(self.specs))

    def __repr__(self) -> str:
        return f"<{self.name}: {plural(len(self.bots), 'bot')} on {plural(len(self.specs), 'variant')}>"

    def plan(
        self, *, ask: bool = False, asking: Callable[[tuple[str, ...]], None] = lambda bots: None
    ) -> Plan:  # fmt: skip
        """Return how many games there are, and roughly how long they may take. Plays nothing.

        ask: start the bots that are given options, once each, to hear whether they take them; BotError where one
        does not. asking: called with their names before that.
        """
        if ask:
            ask_options(self.contents, self.specs, lambda bots: asking(tuple(bots)))
        return make_plan(self.contents, self.specs, cores())

    def prepared(
        self, workers: int | None = None, *, installed: Callable[[str], None] = lambda bot: None
    ) -> Prepared:  # fmt: skip
        """Return what a run needs, the same object each time for as many workers; starts no bot.

        What was handed in (``from`` in the file) is installed, each in an environment of its own. installed: called
        with the name of each, once that is done or it was refused, from several threads.
        Raises BotError (a bot is not installed), ConfigError (a sandbox that this machine does not have, a folder of
        wheels that cannot be read) and RunError (environments cannot be kept).
        """
        count = workers or self.contents.workers or cores()
        if self._prepared is None or self._prepared.workers != count:
            self._prepared = prepare(
                self.contents, self.specs, workers=count, output=self._output, installed=installed
            )  # fmt: skip
        return self._prepared

    def night(
        self,
        *,
        budget: float | None = None,
        add: Sequence[str] = (),
        retire: Sequence[str] = (),
        workers: int | None = None,
        keep_going: bool = False,
        stop: Stop | None = None,
        watcher: RunWatcher | None = None,
        installed: Callable[[str], None] = lambda bot: None,
    ) -> Night:
        """Return what the next ``run`` of a season plays, or one that has a budget of time; plays none of it yet.

        budget: seconds from now on; what tells most comes first, where the kind leaves that free. add: paths of what
        was handed in, or NAME=PATH for another version of a bot; retire: bots that were added and leave. Both are
        a season's. keep_going: bots of a season's file that do not start are left out, and are no error.
        stop: ends the look at bots that is part of this; without it nobody is started, and what a game of a new bot
        takes is assumed. watcher, installed: hear who was looked at and installed.

        Raises ConfigError (nothing is at a path, nobody is called so, no pair fits into the budget), ResultsError (the
        folder's games are another tournament's), BotError, RunError.
        """
        watcher = watcher or Unwatched()
        if self.contents.season:
            opening = Opening(tuple(map(Addition.read, add)), tuple(retire), budget, stop, keep_going)
            watched = Watched(installed, watcher.looking, watcher.looked_at)
            try:
                return open_night(
                    self.contents, self.specs, opening, watched, workers=workers, output=self._output
                )  # fmt: skip
            finally:
                watcher.looked(())
        if add or retire:
            where = self.contents.where("season") if "season" in self.contents.marks else self.contents.path or "season"
            raise ConfigError(where, "bots come and go in a season alone", "Write season: true into the file")
        if budget is None:
            raise ConfigError("budget", "only a season has nights without a budget", "Give one, or run it as it is")
        prepared = self.prepared(workers, installed=installed)
        if not self.resume and (count := games_in(self.folder)):
            raise earlier_games(self.folder, count)
        if stop is not None:
            watcher.looking(len(self.bots))
        try:
            return night_of(prepared, budget, stop, watcher.looked_at)
        finally:
            watcher.looked(())

    def check(self, *, play: bool = True, watcher: RunWatcher | None = None) -> dict[str, tuple[Trouble, ...]]:
        """Start every bot once, and let each that starts play a game against itself on every variant.

        Returns what is wrong, by bot; () for one that is ready. play: False to start them only. watcher: hears which
        bots were looked at. Raises RunError where it goes wrong through the arena.
        """
        setup, watcher = self.prepared().setup, watcher or Unwatched()
        troubles_of: dict[str, list[Trouble]] = {bot: [] for bot in self.bots}
        troubles: list[Trouble] = []
        with closing(Spare()) as spare:
            watcher.looking(len(troubles_of))
            try:
                troubles = start_all(setup, looked_at=watcher.looked_at, spare=spare)
            finally:
                watcher.looked(troubles)
            for trouble in troubles:
                troubles_of[trouble.bot].append(trouble)
            if play:
                with closing(Worker(setup, spare.take())) as worker:
                    for bot, its in troubles_of.items():
                        for spec in () if its else self.specs:
                            its += play_alone(worker, setup, bot, spec.name, self.contents.master)
        return {bot: tuple(its) for bot, its in troubles_of.items()}

    def run(
        self,
        *,
        workers: int | None = None,
        cluster: str | Clustered | None = None,
        night: Night | None = None,
        keep_going: bool = False,
        watcher: RunWatcher | None = None,
        stop: Stop | None = None,
    ) -> Played:
        """Play what is missing and return how it ended; every game is on disk as soon as it is over.

        workers: games at once, instead of the file's number. cluster: the address of a Dask scheduler on whose workers
        the games are played, or what ``on_cluster`` returned, which is closed at the end. night: what ``night``
        returned; a season without one plays all that is missing. keep_going: bots that do not
        start forfeit their games; else they are a BotError before the first one. Those that were handed in (``from`` in
        the file) have to play a game against themselves as well, and forfeit without being asked for, unless nobody is
        left. watcher: is told how it gets on.
        stop: ends it early, asked from a watcher or a thread; the result then is not ``complete``. Without one, the
        signals of a terminal do (the first lets the running games finish, the second ends them), and it ends with
        KeyboardInterrupt once all that was finished is saved.

        Raises ConfigError (a cluster beside workers or a night, or other workers than a night's), ResultsError (the
        folder holds games and this does not resume, or somebody writes there), BotError, and RunError (a game failed
        through the arena too often).
        """
        if cluster is not None and (workers is not None or night is not None):
            asked = "workers" if workers is not None else "night"
            raise ConfigError(asked, "this is for games on this machine, not for a cluster's", "Leave it out")
        if night is not None and workers not in (None, night.workers):
            problem = f"the night was made for {plural(night.workers, 'game')} at once"
            raise ConfigError("workers", problem, "Name the workers where it is made: night(workers=...)")
        if cluster is None and (night is not None or self.contents.season):
            return self._run_night(night, workers, keep_going, watcher, stop)
        what: Prepared | Clustered = self.prepared(workers)
        if cluster is not None:
            what = self.on_cluster(cluster) if isinstance(cluster, str) else cluster
        if stop is not None:
            return self._run(what, keep_going, watcher, stop)
        with Stop() as own:
            return _complete(self._run(what, keep_going, watcher, own))

    def _run_night(
        self,
        night: Night | None,
        workers: int | None,
        keep_going: bool,
        watcher: RunWatcher | None,
        stop: Stop | None,
    ) -> Played:
        if stop is None:
            with Stop() as own:
                return _complete(self._run_night(night, workers, keep_going, watcher, own))
        what = night or self.night(workers=workers, keep_going=keep_going, stop=stop)
        return self._run(what, keep_going, watcher, stop)

    def on_cluster(
        self, address: str, *, tls: Tls | None = None, announce: Callable[[str], None] | None = None
    ) -> Clustered:
        """Connect to a Dask scheduler, and look at the workers that are there; starts no bot.

        address: ``tcp://HOST:PORT`` or ``tls://HOST:PORT``. tls: its files. announce: hears in a sentence, in the
        thread that runs, what happens to machines. Raises ConfigError (Dask is not installed, no such address, a bot
        that cannot be had on other machines, a season) and RunError (no scheduler there, no machine that fits for a
        minute).
        """
        if self.contents.season:
            where = self.contents.where("season")
            raise ConfigError(where, "a season is played on one machine", "Run it without a cluster")
        return Clustered(self.prepared(), address, tls=tls, announce=announce)

    def _run(self, what: Prepared | Clustered, keep_going: bool, watcher: RunWatcher | None, stop: Stop) -> Played:
        with Run(what, resume=self.resume, watcher=watcher, follower=WrittenSums) as run:
            troubles = run.look(stop)
            stopping = [trouble for trouble in troubles if trouble.bot not in what.tournament.submitted]
            if {trouble.bot for trouble in troubles} == {bot.name for bot in what.tournament.bots}:
                stopping = troubles  # nobody is left to play
            if stopping and not keep_going:
                raise DoNotStart(stopping, what.plugins, "keep_going=True")
            broken = {*(trouble.bot for trouble in troubles), *what.refused}
            absent = () if not isinstance(what, Night) or what.season is None else tuple(sorted(what.season.absent))
            return Played(run.play(stop), (*(bot for bot in self.bots if bot in broken), *absent))

    def results(self) -> Results:
        """Return the results that lie in the folder now. Raises ResultsError where there are none."""
        return open_results(str(self.folder))


def _complete(played: Played) -> Played:
    """Return how a run ended. Raises KeyboardInterrupt where a signal ended it."""
    if not played.complete:
        raise KeyboardInterrupt(played.saved)
    return played
