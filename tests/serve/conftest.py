"""A server that has ended, with all its threads, when a test has."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.serve.peers import SOON, Peer, Server, plan_for, start


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start servers by what is special about their plan."""
    servers: list[Server] = []
    before = set(threading.enumerate())

    def make(players: int = 2, **changed: Any) -> Server:
        servers.append(start(plan_for(players, **changed), tmp_path / f"results{len(servers)}"))
        return servers[-1]

    yield make
    for server in servers:
        if server.thread.is_alive():
            server.stop.ask()
        server.thread.join(SOON)
    assert set(threading.enumerate()) <= before


@pytest.fixture
def connect() -> Iterator[Callable[[Server], Peer]]:
    """Connect by hand; hang up at the end."""
    peers: list[Peer] = []

    def make(server: Server) -> Peer:
        peers.append(Peer(server.port))
        return peers[-1]

    yield make
    for peer in peers:
        peer.close()
