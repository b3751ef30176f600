"""Our bots at a TCP table, ours or somebody else's, stand behind the walls of a tournament."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.records.store import Results
from arena.runner.bench import Bench
from arena.runner.plugin.find import find
from arena.runner.sandbox.isolation import choose
from arena.serve.connection import Connection
from arena.serve.join import Guesting, Terms
from arena.serve.join import connect as visit
from arena.variants.build import word_table
from arena.wire.sexpr.visitor import Visitor
from tests.guests.burglar import burglar_in
from tests.serve.peers import SOON, in_threads, plan_for


@pytest.fixture
def burglar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    try:
        choose("sandbox", "isolation")
    except ConfigError as error:
        pytest.skip(str(error))
    monkeypatch.syspath_prepend(tmp_path / "code")
    with burglar_in(tmp_path) as value:
        yield value
    sys.modules.pop("burglar_bot", None)


@pytest.mark.parametrize("mode", ["auto", "process"])
def test_bots_at_our_server_get_nothing_behind_its_walls(serving, connect, burglar: str, mode: str):
    server = serving(2, bots={"burglar": find(burglar)}, isolation=mode)
    peer = connect(server)
    assert peer.register("ann") == "()"
    in_threads(peer.pass_all)
    assert server.ending().played == 1
    with Results(server.folder) as results:
        [record] = results.records()
        layers = results.manifest.isolation
    left = [gone.detail for gone in record.forfeits]
    assert any("GOT" in detail for detail in left) is (mode == "process"), left
    assert layers["seccomp"].startswith("active" if mode == "auto" else "not active (not asked for)")


def test_processes_of_our_bots_are_looked_at_and_those_of_clients_cannot_be(serving, connect):
    server = serving(2, bots={"passer": find("passer")})
    peer = connect(server)
    assert peer.register("ann") == "()"
    in_threads(peer.pass_all)
    assert server.ending().played == 1
    with Results(server.folder) as results:
        [record] = results.records()
    times = dict(zip([record.bots[move.seat] for move in record.moves], record.circumstances.cpu_ms, strict=True))
    assert times["ann"] is None
    assert times["passer"] is not None and times["passer"] > 0


@pytest.mark.parametrize("mode", ["auto", "process"])
def test_bots_at_somebody_s_server_get_nothing_behind_our_walls(serving, connect, burglar: str, mode: str):
    server = serving(2)
    ann = connect(server)
    assert ann.register("ann") == "()"
    spec = plan_for().spec
    news: list[str] = []
    with Bench({"x": find(burglar)}, spec, plan_for().limits, mode) as bench:  # type: ignore[arg-type]
        visitor = Visitor(word_table(spec), "bob", variant=spec.name, seconds=SOON / 2, seeds=int)
        connection = Connection(visit("127.0.0.1", server.port))
        terms = Terms(move_time=SOON / 2, patience=SOON, limits=plan_for().limits)
        in_threads(ann.pass_all, Guesting(connection, visitor, bench, "x", terms, news.append).run)
        connection.hang_up()
    assert server.ending().played == 1
    gone = [line for line in news if line.startswith("the bot passes from here")]
    assert bool(gone) is (mode == "process"), news
