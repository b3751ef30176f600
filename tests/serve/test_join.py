"""Bots of ours at somebody's server: at one of ours, and at some that are not what they should be."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from arena.config.model import Limits
from arena.errors import ArenaError, ConfigError, RunError
from arena.records.replay import replay
from arena.records.store import Results
from arena.runner import bench as benches_of_ours
from arena.runner.bench import Bench
from arena.runner.plugin.find import find
from arena.serve.connection import Connection
from arena.serve.join import Guesting, Terms, connect
from arena.variants.build import build_game, word_table
from arena.wire.sexpr.visitor import Visitor
from tests.runner.shared_zygotes import SharedZygotes
from tests.serve.peers import SOON, in_threads, plan_for

PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"
TURN = SOON / 2  # of a bot; its server gives it more
SILENT = "said nothing for 0.5 s"
LIMITS = Limits(start_time=SOON, shutdown_time=0.2)
SPEC = plan_for().spec
Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def zygotes() -> Iterator[SharedZygotes]:
    with closing(SharedZygotes()) as shared:
        yield shared


@pytest.fixture
def visit(zygotes: SharedZygotes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visit]:
    """Let a bot play at a port; return its end of the conversation, whatever was said as ``news``."""
    zygotes.serve(monkeypatch, benches_of_ours)
    benches = []

    def go(port: int, name: str, bot: str, *, move_time: float = TURN, patience: float = SOON, news=None) -> Visitor:
        bench = Bench({bot: find(bot)}, SPEC, LIMITS)
        benches.append(bench)  # for whoever closes them: visits may go on in several threads
        visitor = Visitor(word_table(SPEC), name, variant=SPEC.name, seconds=move_time, seeds=int)
        connection = Connection(connect("127.0.0.1", port))
        terms = Terms(move_time=move_time, patience=patience, limits=LIMITS)
        try:
            report = news.append if news is not None else lambda line: None
            Guesting(connection, visitor, bench, bot, terms, report).run()
        finally:
            connection.hang_up()
        return visitor

    yield go
    for bench in benches:
        bench.close()


def scripted(talk: Callable[[socket.socket], None]) -> int:
    """Serve one connection by hand in a thread; return the port."""
    listener = socket.create_server(("127.0.0.1", 0))

    def run() -> None:
        with listener:
            sock, _ = listener.accept()
            with sock:
                sock.settimeout(SOON)
                talk(sock)

    threading.Thread(target=run).start()
    return int(listener.getsockname()[1])


def test_bots_of_ours_play_at_our_server_as_they_play_anywhere(serving, visit):
    games = 1 if PLAIN else 2
    server = serving(3, games=games, bots={"rack-words": find("rack-words")})
    visitors = in_threads(
        lambda: visit(server.port, "ann", "greedy"),
        lambda: visit(server.port, "bob", "opener"),
    )
    assert server.ending().played == games
    assert [len(visitor.games) for visitor in visitors] == [games] * 2
    with Results(server.folder) as results:
        records = list(results.records())
    game = build_game(plan_for(3).spec)
    for record in records:
        assert record.forfeits == ()
        ann = record.bots.index("ann")
        states = list(replay(record, game))
        for (_, before), (move, _) in pairwise(states):
            if move.seat == ann and move.note["kind"] == "play":
                best = game.view(before, ann).best()
                assert best.score == move.note["score"]
    scores = sorted(record.scores[record.bots.index("ann")] for record in records)
    assert scores == sorted(game.score for game in visitors[0].games)


@pytest.mark.parametrize(
    ("guest", "turn", "news"), [("raises", TURN, "lost my way"), ("sleeper", 0.5, "no answer within 0.5 s")]
)
def test_a_bot_that_breaks_passes_and_its_client_plays_on(serving, visit, connect, guest, turn, news):
    server = serving()
    lines: list[str] = []
    peer = connect(server)
    assert peer.register("bob") == "()"
    in_threads(
        peer.pass_all,
        lambda: visit(server.port, "ann", f"tests.serve.broken:{guest}", move_time=turn, news=lines),
    )
    assert server.ending().played == 1
    assert any(line.startswith("the bot passes from here") and news in line for line in lines)
    with Results(server.folder) as results:
        [record] = results.records()
    assert record.forfeits == ()


def test_a_refused_name_is_the_callers_error(serving, visit, connect):
    server = serving()
    assert connect(server).register("ann") == "()"
    with pytest.raises(ConfigError, match="the name ann is taken"):
        visit(server.port, "ann", "passer")


def answers(*replies: bytes) -> Callable[[socket.socket], None]:
    def talk(sock: socket.socket) -> None:
        for reply in replies:
            sock.recv(1 << 16)
            sock.sendall(reply)
        sock.recv(1 << 16)

    return talk


@pytest.mark.parametrize(
    ("talk", "error", "words"),
    [
        (lambda sock: None, RunError, "closed its connection|its connection broke"),
        (answers(b"HTTP/1.1 400 Bad Request\r\n"), RunError, "outside a list"),
        (answers(b"(hello)"), RunError, "cannot read"),
        (answers(b"(draw a b c d e f g)"), RunError, "may not be said now"),
        (answers(b"()(take-turn (a) 3)"), RunError, "cannot read"),
        (answers(b"() "), RunError, SILENT),
        (answers(b'()(error "go home")'), RunError, "go home"),
    ],
    ids=["leaves", "another protocol", "unknown", "too early", "no board", "silent", "sends away"],
)
def test_a_server_that_is_none_ends_the_visit_with_a_clear_error(visit, talk, error, words):
    with pytest.raises(error, match=words) as raised:
        visit(scripted(talk), "ann", "passer", patience=0.5 if words == SILENT else SOON)
    assert raised.value.exit_code == 4


def test_nobody_at_the_port_is_the_callers_error():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(ConfigError, match="nobody listens there") as raised:
        connect("127.0.0.1", port)
    assert raised.value.exit_code == 2


def test_a_host_without_an_address_is_the_callers_error():
    with pytest.raises(ConfigError, match="cannot connect"):
        connect("no-such-host.invalid", 9000)


def test_a_bot_that_does_not_start_is_told_before_anybody_waits(tmp_path: Path):
    with pytest.raises(ArenaError, match="does not start") as raised:
        Bench({"x": find("tests.guests.at_import:make_bot")}, SPEC, LIMITS)
    assert raised.value.exit_code == 3
