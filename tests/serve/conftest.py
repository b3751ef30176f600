"""A server that has ended, with all its threads, when a test has."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from arena.runner.match import Match
from arena.serve import hall
from tests.serve.peers import SOON, Peer, Server, plan_for, start


@pytest.fixture
def serving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Server]]:
    """Start servers by what is special about their plan; ``hurried`` are clients with less time: name -> seconds.

    So nobody is late who is not meant to be, however busy the machine is.
    """
    servers: list[Server] = []
    before = set(threading.enumerate())

    def make(players: int = 2, hurried: Mapping[str, float] | None = None, **changed: Any) -> Server:
        if hurried:
            hurry(monkeypatch, hurried)
        servers.append(start(plan_for(players, **changed), tmp_path / f"results{len(servers)}"))
        return servers[-1]

    yield make
    for server in servers:
        if server.thread.is_alive():
            server.stop.ask()
        server.thread.join(SOON)
    assert set(threading.enumerate()) <= before


def hurry(monkeypatch: pytest.MonkeyPatch, hurried: Mapping[str, float]) -> None:
    class Hurrying(Match):
        def _allowed(self, sitting: Any) -> float | None:
            names = (name for name, other in zip(self._job.bots, self._sittings, strict=True) if other is sitting)
            return hurried.get(next(names), super()._allowed(sitting))

    seat = hall.TcpSeat
    monkeypatch.setattr(hall, "Match", Hurrying)
    monkeypatch.setattr(
        hall, "TcpSeat", lambda connection, host, limit: seat(connection, host, hurried.get(host.name, limit))
    )


@pytest.fixture
def connect() -> Iterator[Callable[[Server], Peer]]:
    """Connect by hand; hang up at the end."""
    peers: list[Peer] = []

    def make(server: Server) -> Peer:
        peer = Peer(server.port)
        peers.append(peer)
        return peer

    yield make
    for peer in peers:
        peer.close()
