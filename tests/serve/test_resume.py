"""A tournament over TCP that was broken off goes on: with its missing games, between those who began it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.errors import ResultsError
from arena.records.store import Results
from tests.seeds import of_0_1
from tests.serve.peers import SOON, Peer, Server, in_threads, plan_for, start

GAMES = 4


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    servers: list[Server] = []

    def make(folder: str = "broken", **changed: object) -> Server:
        servers.append(start(plan_for(**({"games": GAMES} | changed)), tmp_path / folder))  # type: ignore[arg-type]
        return servers[-1]

    yield make
    for server in servers:
        if server.thread.is_alive():
            server.stop.ask()
        server.thread.join(SOON)
        for peer in server.peers:
            peer.close()


def connected(server: Server) -> Peer:
    server.peers.append(Peer(server.port))
    return server.peers[-1]


def registered(server: Server, *names: str) -> list[Peer]:
    peers = [connected(server) for _ in names]
    for peer, name in zip(peers, names, strict=True):
        assert peer.register(name) == "()"
    return peers


def broken_off(serve: Callable[..., Server]) -> Server:
    """Play one game and stop."""
    server = serve()
    ann, bob = registered(server, "ann", "bob")

    def first_game() -> None:
        ann.until("(game-over")
        server.stop.ask()
        ann.say("()")

    in_threads(first_game, bob.pass_all)
    assert server.ending().played < GAMES
    return server


def games(server: Server) -> list[tuple[object, ...]]:
    with Results(server.folder) as results:
        records = sorted(results.records(), key=lambda record: record.id)
        return [(game.id, game.bots, game.scores, [move.move for move in game.moves]) for game in records]


def test_a_tournament_goes_on_with_its_missing_games_whoever_registers_first(serve):
    whole = serve("whole")
    in_threads(*(peer.pass_all for peer in registered(whole, "ann", "bob")))
    assert whole.ending().played == GAMES
    before = games(broken_off(serve))
    again = serve(resume=True)
    endings = in_threads(*(peer.pass_all for peer in registered(again, "bob", "ann")))
    ending = again.ending()
    assert (ending.played, ending.planned, ending.stopped) == (GAMES, GAMES, False)
    assert ending.points == whole.ending().points
    assert games(again) == games(whole)
    assert [messages[-1].split()[0] for messages in endings] == ["(tournament-over"] * 2
    assert [len(messages) for messages in endings] == [GAMES - len(before) + 1] * 2


def test_a_stranger_is_no_player_of_a_tournament_that_goes_on(serve):
    broken_off(serve)
    again = serve(resume=True)
    stranger = connected(again)
    assert stranger.register("cy") == '(error "the tournament goes on between those who began it: ann, bob")'
    in_threads(*(peer.pass_all for peer in registered(again, "ann", "bob")))
    assert again.ending().played == GAMES


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"master": of_0_1(2)}, "seed: 1 -> 2"),
        ({"move_time": 3.0}, "move_time"),
        ({"players": 3}, "between ann, bob"),
    ],
)
def test_another_tournament_does_not_go_on_with_these_games(serve, changed, problem):
    broken_off(serve)
    with pytest.raises(ResultsError, match=problem):
        serve(resume=True, **changed).ending()


def test_where_nothing_was_played_a_resumed_tournament_begins(serve):
    server = serve(resume=True, games=1)
    in_threads(*(peer.pass_all for peer in registered(server, "ann", "bob")))
    assert server.ending().played == 1


def test_fewer_games_set_the_others_aside_and_more_bring_them_back(serve):
    whole = serve()
    in_threads(*(peer.pass_all for peer in registered(whole, "ann", "bob")))
    assert whole.ending().played == GAMES
    fewer = serve(resume=True, games=GAMES - 1)
    endings = in_threads(*(peer.pass_all for peer in registered(fewer, "ann", "bob")))
    fewer.ending()
    assert [len(told) for told in endings] == [1, 1]  # nothing was played
    assert len(games(fewer)) == GAMES - 1
    more = serve(resume=True)
    in_threads(*(peer.pass_all for peer in registered(more, "ann", "bob")))
    assert more.ending().played == GAMES
    assert len(games(more)) == GAMES
