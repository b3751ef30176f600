"""A whole tournament between clients on TCP and bots of ours: one register, round after round, one result folder.

It is a Run like any other, of a Hall of clients instead of a file's bots. Records, seeds and manifest are those of any
tournament, so all that reads them reads these.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from arena.contract.outcome import Fault
from arena.errors import ResultsError
from arena.report.sums.written import WrittenSums
from arena.runner.bench import Bench
from arena.runner.runs.run import Run
from arena.runner.runs.stop import Stop
from arena.serve.hall import Hall, Plan
from arena.serve.lobby import Lobby, News
from arena.serve.resume import clients_of, differences, manifest_of
from arena.variants.build import build_game
from arena.wire.sexpr.host import Host


@dataclass(frozen=True, slots=True)
class Ending:
    """How it ended. planned, played: games; stopped: somebody asked. points: player -> its share of games won."""

    planned: int = 0
    played: int = 0
    stopped: bool = False
    points: Mapping[str, float] = field(default_factory=dict)

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
        try:
            if len(clients) == plan.clients:
                ending = _played(Hall(plan, folder, clients, bench, halt, news), plan.resume, stop)
            else:
                ending = Ending(stopped=True)
            for client in clients if ending.stopped else ():
                client.connection.fail(Fault.LATE, "the tournament was stopped")
        finally:
            for client in clients:
                client.connection.hang_up()
    finally:
        bench.close()
    return ending


def _played(hall: Hall, resume: bool, stop: Stop) -> Ending:
    """Play all rounds, or those that are missing, and tell the clients the end."""
    with Run(hall, resume=resume, follower=WrittenSums) as run:
        run.look(stop)
        ended = run.play(stop)
    progress = ended.progress
    points = {name: progress.points.get(name, (0.0, 0))[0] for name in hall.names}
    ending = Ending(hall.planned, progress.before + progress.done, not ended.complete, points)
    if ended.complete:
        hall.over(ending.winner)
    return ending


def former(plan: Plan, folder: Path, bench: Bench, halt: threading.Event, news: News) -> tuple[str, ...] | None:
    """Return the clients of the games that are there already, None where there are none.

    Raises ResultsError where the plan is another one than these games were played by.
    """
    old = manifest_of(folder)
    if old is None:
        return None
    clients = clients_of(old, plan.players, plan.bots, folder)
    found = differences(old, Hall(plan, folder, (), bench, halt, news).manifest())
    if found:
        problem = "these games were played by another tournament: " + "; ".join(found)
        raise ResultsError(str(folder), problem, "Repeat the command that began it, with --resume")
    news(f"goes on with {', '.join(clients)}")
    return clients
