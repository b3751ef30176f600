"""A whole tournament between clients on TCP and bots of ours: one register, round after round, one result folder.

Each table has a thread, in which a Match (the runner's) plays its game; this thread keeps the records and decides
what comes next. Records, seeds and manifest are those of any tournament, so all that reads them reads these.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from arena import __version__
from arena.config.model import BotEntry, Isolation, Limits, Tournament, VariantEntry
from arena.contract.outcome import Fault, Void
from arena.contract.seeds import Master
from arena.errors import NotationError, ResultsError, RunError
from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.records.store import Store
from arena.runner.bench import Bench
from arena.runner.dialects import Dialects, first_state
from arena.runner.manifest import make_manifest
from arena.runner.match import Match
from arena.runner.plugin.find import Plugin
from arena.runner.runs.stop import Stop
from arena.runner.seats.not_ready import NotReady
from arena.runner.seats.seat import Gone, Seat, Silence
from arena.runner.terms import Terms
from arena.schedule import Job
from arena.serve.connection import Stopped
from arena.serve.lobby import Client, Lobby
from arena.serve.resume import clients_of, differences, manifest_of
from arena.serve.rounds import meetings, rounds
from arena.serve.tcp_seat import HaltingSeat, TcpSeat
from arena.variants.build import build_game
from arena.variants.spec import VariantSpec
from arena.wire.sexpr.host import Host
from arena.wire.sexpr.session import State

VARIANT = "scrabble"
_LOOK = 0.25  # seconds between two looks at whether somebody asked to stop

News = Callable[[str], None]


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


@dataclass(slots=True)
class Ending:
    """How it ended. planned, played: games; stopped: somebody asked. points: player -> its share of games won."""

    planned: int = 0
    played: int = 0
    stopped: bool = False
    points: dict[str, float] = field(default_factory=dict)

    @property
    def winner(self) -> str | None:
        """The player with the most points, None where several have them."""
        most = max(self.points.values(), default=0.0)
        best = [name for name, points in self.points.items() if points == most]
        return best[0] if len(best) == 1 else None


def serve(plan: Plan, listener: socket.socket, folder: Path, stop: Stop, news: News = lambda line: None) -> Ending:
    """Wait for the clients, play, keep every game in ``folder``, tell everybody the end; closes ``listener``.

    Raises BotError (a bot of ours does not start), ConfigError (no sandbox here), ResultsError, and RunError (a game
    failed through us).
    """
    halt = threading.Event()
    game = build_game(plan.spec)
    try:
        bench = Bench(plan.bots, plan.spec, plan.limits, plan.isolation, folder)
    except BaseException:
        listener.close()
        raise
    try:
        table = game.table  # type: ignore[attr-defined]
        try:
            before = former(plan, folder, bench, halt, news) if plan.resume else None
        except BaseException:
            listener.close()
            raise
        lobby = Lobby(listener, plan.clients, lambda: Host(table), taken=tuple(plan.bots),
                      register_time=plan.register_time, halt=halt, news=news, only=before)  # fmt: skip
        clients = lobby.gather(stop)
        if before is not None and len(clients) == plan.clients:
            clients.sort(key=lambda client: before.index(client.name))
        ending = Ending(stopped=len(clients) < plan.clients)
        try:
            if not ending.stopped:
                Hall(plan, clients, bench, halt, news).play(folder, stop, ending)
            for client in clients if ending.stopped else ():
                client.connection.fail(Fault.LATE, "the tournament was stopped")
        finally:
            for client in clients:
                client.connection.hang_up()
    finally:
        bench.close()
    return ending


def former(plan: Plan, folder: Path, bench: Bench, halt: threading.Event, news: News) -> tuple[str, ...] | None:
    """Return the clients of the games that are there already, None where there are none.

    Raises ResultsError where the plan is another one than these games were played by.
    """
    old = manifest_of(folder)
    if old is None:
        return None
    clients = clients_of(old, plan.players, plan.bots, folder)
    found = differences(old, Hall(plan, (), bench, halt, news).manifest())
    if found:
        problem = "these games were played by another tournament: " + "; ".join(found)
        raise ResultsError(str(folder), problem, "Repeat the command that began it, with --resume")
    news(f"goes on with {', '.join(clients)}")
    return clients


class Hall:
    """The tables of one tournament."""

    def __init__(self, plan: Plan, clients: Sequence[Client], bench: Bench, halt: threading.Event, news: News) -> None:
        self._plan, self._bench, self._halt, self._news = plan, bench, halt, news
        self._clients = {client.name: client for client in clients}
        self._names = [*self._clients, *plan.bots]
        self._game = build_game(plan.spec)
        self._dialects = Dialects(self._game, plan.spec, foreign=False)
        versions = {"arena": __version__} | {name: _version(plugin) for name, plugin in plan.bots.items()}
        self._terms = Terms(plan.move_time, plan.limits, patience=10, versions=versions)
        entries = [BotEntry(name=name, plugin=plan.bots[name].name) for name in plan.bots]
        entries += [BotEntry(name=client.name, address=client.peer) for client in clients]
        self._tournament = Tournament(
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
            limits=plan.limits,
            isolation=plan.isolation,
        )

    def play(self, folder: Path, stop: Stop, ending: Ending) -> None:
        """Play all rounds; ``ending`` is kept up to date."""
        ending.points = dict.fromkeys(self._names, 0.0)
        numbers = range(self._plan.games)
        ending.planned = sum(len(meetings(len(self._names), self._plan.seats, number)) for number in numbers)
        with Store(folder, self.manifest(), resume=self._plan.resume, differences=differences) as store:
            there = set()
            for record in store.records():
                there.add(record.id)
                _count(record, ending)
            for jobs in rounds(self._tournament, self._names, VARIANT, self._plan.games, self._first):
                missing = [job for job in jobs if job.id not in there]
                filled = [job for job in missing if sum(map(self._present, job.bots)) > 1]
                for record in self._round(filled, stop, store):
                    _count(record, ending)
                    self._news(f"{record.id}: {_result(record)}")
                if stop.asked:
                    ending.stopped = True
                    return
        for name, client in self._clients.items():
            client.connection.say(client.host.tournament_over(name == ending.winner))
        self._settle(self._clients.values())

    def _first(self, job: Job) -> int:
        first: int = first_state(self._game, job.seed).first
        return first

    def _present(self, name: str) -> bool:
        return name not in self._clients or self._clients[name].connection.gone is None

    def _round(self, jobs: Sequence[Job], stop: Stop, store: Store) -> list[GameRecord]:
        """Play games at the same time; store each as it ends, and tell its players."""
        if not jobs:
            return []
        records, failed = [], list[tuple[Job, Void]]()
        with ThreadPoolExecutor(len(jobs), thread_name_prefix="table") as threads:
            running: dict[Future[GameRecord | Void], Job] = {threads.submit(self._match, job): job for job in jobs}
            try:
                while running:
                    done, _ = wait(running, timeout=_LOOK, return_when="FIRST_COMPLETED")
                    store.look()
                    if stop.asked:
                        self._halt.set()
                    for future in done:
                        job, result = running.pop(future), future.result()
                        if isinstance(result, GameRecord):
                            store.add(result)
                            records.append(result)
                            self._tell_over(result)
                        elif not stop.asked:
                            store.add_void(job.id, result.reason, result.detail, result.bot)
                            failed.append((job, result))
            except BaseException:
                self._halt.set()
                raise
        if failed:
            job, void = failed[0]
            last = void.detail.strip().rpartition("\n")[2]
            raise RunError(job.id, f"{void.reason}: {last}", "What was finished is saved")
        if not stop.asked:
            self._settle([self._clients[name] for job in jobs for name in job.bots if name in self._clients])
        return sorted(records, key=lambda record: record.id)

    def _match(self, job: Job) -> GameRecord | Void:
        return Match(job, self._game, self._dialects, self._terms, lambda seat: self._sit(job.bots[seat])).play()

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
                told = max(0, score) if self._plan.clamp else score
                client.connection.say(client.host.game_over(told, won))

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

    def manifest(self) -> Manifest:
        manifest = make_manifest(self._tournament, [self._plan.spec], self._plan.bots, len(self._names))
        told = {client.name: {"client": client.registered, "from": client.peer} for client in self._clients.values()}
        return msgspec.structs.replace(manifest, bots=manifest.bots | told)


def _count(record: GameRecord, ending: Ending) -> None:
    ending.played += 1
    outcome = record.outcome()
    for seat, name in enumerate(record.bots):
        ending.points[name] += outcome.points(seat)


def _version(plugin: Plugin) -> str:
    return f"{plugin.distribution} {plugin.version}" if plugin.distribution else plugin.value


def _result(record: GameRecord) -> str:
    scores = record.scores or tuple(0 for _ in record.bots)
    told = ", ".join(f"{name} {score}" for name, score in zip(record.bots, scores, strict=True))
    left = [f"{record.bots[gone.seat]} left ({gone.detail or gone.fault or 'own wish'})" for gone in record.forfeits]
    return "; ".join([f"{told} ({record.reason})", *left])
