"""Clients at tables, and bots of ours beside them: where the games of a tournament over TCP are played.

Each table has a thread, in which a Match (the runner's) plays its game; the thread of the run hears how they end and
deals with whoever is at none.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from arena import __version__
from arena.config.model import BotEntry, Isolation, Limits, Tournament, VariantEntry
from arena.contract.game import first_state
from arena.contract.outcome import Fault, Void
from arena.contract.result import Result
from arena.contract.seeds import Master
from arena.errors import NotationError, RunError
from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.runner.bench import Bench
from arena.runner.dialects import Dialects
from arena.runner.journal import Journal
from arena.runner.manifest import make_manifest
from arena.runner.match import Match
from arena.runner.plugin.find import Plugin
from arena.runner.preflight import Trouble
from arena.runner.runs.games import Games
from arena.runner.runs.stop import Stop
from arena.runner.seats.not_ready import NotReady
from arena.runner.seats.seat import Gone, Seat, Silence
from arena.runner.terms import Terms
from arena.schedule import Job
from arena.schedule.schedule import Schedule
from arena.serve.connection import Stopped
from arena.serve.lobby import Client, News
from arena.serve.resume import differences
from arena.serve.rounds import Rounds, planned
from arena.serve.tcp_seat import HaltingSeat, TcpSeat
from arena.variants.build import build_game
from arena.variants.spec import VariantSpec
from arena.wire.sexpr.session import State

VARIANT = "scrabble"
_LOOK = 0.25  # seconds between two looks at whether somebody asked to stop


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is to be played.

    players: who register, our bots among them. seats: at a table, all players or two. games: of every player.
    bots: name at the table -> the bot of ours. spec: the variant, for ``seats``.
    move_time: seconds a turn, and a message that is no turn. register_time: seconds from connecting to a name.
    clamp: whether a score below 0 is told as 0 (the record keeps it). isolation: as in a tournament file.
    resume: go on with the games that are missing, where there are some; with the same clients, by their names.
    """

    name: str
    players: int
    seats: int
    games: int
    bots: Mapping[str, Plugin]
    spec: VariantSpec
    master: Master
    move_time: float
    register_time: float = 30.0
    clamp: bool = False
    limits: Limits = field(default_factory=Limits)
    isolation: Isolation = "auto"
    resume: bool = False

    @property
    def clients(self) -> int:
        """How many clients are waited for."""
        return self.players - len(self.bots)


class Hall:
    """The tables of one tournament, a Source of a run (runner/runs/source.py): it seats those who have registered.

    Games are played round by round, all of a round at the same time. None is played again: what fails through us ends
    the run, for the clients could not be told.
    """

    def __init__(
        self, plan: Plan, folder: Path, clients: Sequence[Client], bench: Bench, halt: threading.Event, news: News
    ) -> None:
        """folder: for the results. halt: is set where all games are to be broken off."""
        self.folder = folder
        self._plan, self._bench, self._halt, self._news = plan, bench, halt, news
        self._clients = {client.name: client for client in clients}
        self.names = (*self._clients, *plan.bots)
        self.workers = len(self.names)
        self._game = build_game(plan.spec)
        self._dialects = Dialects(self._game, plan.spec, foreign=False)
        versions = {"arena": __version__} | {name: _version(plugin) for name, plugin in plan.bots.items()}
        self._terms = Terms(plan.move_time, plan.limits, patience=10, versions=versions)
        entries = [BotEntry(name=name, plugin=plan.bots[name].name) for name in plan.bots]
        entries += [BotEntry(name=client.name, address=client.peer) for client in clients]
        self.tournament = Tournament(
            name=plan.name,
            bots=tuple(entries),
            variants=(VariantEntry(name=VARIANT, board="scrabble", rules=plan.spec.word.rules_name),)
            if plan.spec.word
            else (),
            seed=plan.master.text,
            scheme=plan.master.scheme,
            seed_given=True,
            players=plan.seats,
            pairs=-(-plan.games // plan.seats),
            move_time=plan.move_time,
            max_voids=0,
            limits=plan.limits,
            isolation=plan.isolation,
        )

    @property
    def planned(self) -> int:
        """How many games there are to be, if everybody stays."""
        return planned(len(self.names), self._plan.seats, self._plan.games)

    def manifest(self) -> Manifest:
        manifest = make_manifest(self.tournament, [self._plan.spec], self._plan.bots, self.workers)
        clients = {client.name: {"client": client.registered, "from": client.peer} for client in self._clients.values()}
        return msgspec.structs.replace(manifest, bots=manifest.bots | clients)

    def differences(self, old: Manifest, new: Manifest) -> Sequence[str]:
        return differences(old, new)

    def torn(self, recorded: Sequence[str]) -> Sequence[str]:
        return ()

    def schedule(self, recorded: Iterable[Result]) -> Schedule:
        kind = Rounds(self.tournament, self.names, VARIANT, self._plan.games, self._first, self._present)
        return Schedule(self.tournament, recorded, kind)

    def look(self, looked_at: Callable[[str], None], stop: Stop) -> list[Trouble]:
        """Nobody is left to be looked at: the bench has started our bots, and a client showed itself by registering."""
        return []

    def play(self, games: Games, stop: Stop) -> bool:
        while not stop.asked and (jobs := list(iter(games.take, None))):
            for record in self._round(jobs, games, stop):
                self._news(f"{record.id}: {_result(record)}")
        return not stop.asked

    def close(self) -> None:
        """Nothing of the bench or the clients is the run's: they stay for another tournament."""

    def over(self, winner: str | None) -> None:
        """Tell the clients that are still there that the tournament is over, and who has won it."""
        for name, client in self._clients.items():
            client.connection.say(client.host.tournament_over(name == winner))
        self._settle(self._clients.values())

    def _first(self, job: Job) -> int:
        first: int = first_state(self._game, job.seed).first
        return first

    def _present(self, name: str) -> bool:
        return name not in self._clients or self._clients[name].connection.gone is None

    def _round(self, jobs: Sequence[Job], games: Games, stop: Stop) -> list[GameRecord]:
        """Play games at the same time; hand in each as it ends, and tell its players. Return them in the ids' order."""
        records, failures = [], list[RunError]()
        with ThreadPoolExecutor(len(jobs), thread_name_prefix="table") as threads:
            running: dict[Future[GameRecord | Void], Job] = {threads.submit(self._match, job): job for job in jobs}
            try:
                while running:
                    done, _ = wait(running, timeout=_LOOK, return_when="FIRST_COMPLETED")
                    games.tick()
                    if stop.asked:
                        self._halt.set()
                    for future in done:
                        job, result = running.pop(future), future.result()
                        if isinstance(result, GameRecord):
                            games.finished(result)
                            records.append(result)
                            self._tell_over(result)
                        elif not stop.asked:
                            try:
                                games.failed(job, result)
                            except RunError as failure:
                                failures.append(failure)  # once the others of this round are over
            except BaseException:
                self._halt.set()
                raise
        if failures:
            raise failures[0]
        if not stop.asked:
            self._settle([self._clients[name] for job in jobs for name in job.bots if name in self._clients])
        return sorted(records, key=lambda record: record.id)

    def _match(self, job: Job) -> GameRecord | Void:
        outside = any(name in self._clients for name in job.bots)
        journal = Journal(self.folder, job, self._game, outside=outside)
        match = Match(
            job, self._game, self._dialects, self._terms, lambda seat: self._sit(job.bots[seat]), onlooker=journal
        )
        try:
            return match.play()
        finally:
            journal.close()

    def _sit(self, name: str) -> Seat:
        client = self._clients.get(name)
        if client is None:
            return HaltingSeat(self._bench.seat(name), self._halt)
        if client.connection.gone is not None:
            raise NotReady(f"it had left before: {client.connection.gone.detail}")
        return TcpSeat(client.connection, client.host, self._plan.move_time)

    def _tell_over(self, record: GameRecord) -> None:
        """Tell the players of a game how it ended, also those that had to leave it."""
        alone = record.places.count(1) == 1
        for seat, name in enumerate(record.bots):
            client = self._clients.get(name)
            if client is not None:
                score = record.scores[seat] if record.scores else 0
                won = alone and record.places[seat] == 1 and record.counts
                shown = max(0, score) if self._plan.clamp else score
                client.connection.say(client.host.game_over(shown, won))

    def _settle(self, clients: Iterable[Client]) -> None:
        """Wait until each client owes nothing; who owes it for too long has lost its connection."""
        until = time.monotonic() + self._plan.move_time
        for client in clients:
            client.connection.fresh()
            while client.connection.gone is None and not client.host.quiet:
                try:
                    heard = client.connection.hear(until)
                    if isinstance(heard, Silence) and client.host.state is State.LEAVING:
                        return  # the tournament is over, and nothing hangs on this answer
                    if isinstance(heard, Silence):
                        client.connection.fail(Fault.LATE, f"{client.host.state.value} did not come in time")
                    elif not isinstance(heard, Gone):
                        client.connection.say(client.host.hear(heard).say)
                except NotationError as error:
                    client.connection.fail(Fault.GARBLED, str(error))
                except Stopped:
                    return


def _version(plugin: Plugin) -> str:
    return f"{plugin.distribution} {plugin.version}" if plugin.distribution else plugin.value


def _result(record: GameRecord) -> str:
    scores = record.scores or tuple(0 for _ in record.bots)
    results = ", ".join(f"{name} {score}" for name, score in zip(record.bots, scores, strict=True))
    left = [f"{record.bots[gone.seat]} left ({gone.detail or gone.fault or 'own wish'})" for gone in record.forfeits]
    return "; ".join([f"{results} ({record.reason})", *left])
