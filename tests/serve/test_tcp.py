"""A server among clients of every kind: silent, vanishing, cheating, flooding, and forty-nine honest ones."""

from __future__ import annotations

import re
import socket
import threading

import pytest

from arena.contract.outcome import Void
from arena.errors import ConfigError, RunError
from arena.records.record import GameRecord
from arena.records.store import Results
from arena.report.standings import make_report
from arena.runner.plugin.find import find
from arena.serve import hall, tcp
from arena.serve.connection import Connection
from arena.serve.lobby import Lobby, listen
from arena.wire.sexpr import codec
from arena.wire.sexpr.messages import write
from tests.seeds import master, of_0_1
from tests.serve.peers import SOON, Peer, Server, in_threads

PLAYED = ["(game-over", "(tournament-over"]


def records(server: Server) -> list[GameRecord]:
    with Results(server.folder) as results:
        return list(results.records())


def registered(connect, server: Server, *names: str) -> list[Peer]:
    peers = []
    for name in names:
        peers.append(connect(server))
        assert peers[-1].register(name) == "()"
    return peers


def kinds(endings: list[str]) -> list[str]:
    return [ending.split(" ")[0] for ending in endings]


def left(record: GameRecord) -> list[tuple[str, str | None]]:
    return [(record.bots[gone.seat], gone.fault) for gone in record.forfeits]


# Honest clients.


def test_three_players_begin_in_rotation_and_all_hear_the_end(serving, connect):
    server = serving(3, games=3)
    peers = registered(connect, server, "ann", "bob", "cy")
    endings = in_threads(*(peer.pass_all for peer in peers))
    assert all(kinds(messages) == ["(game-over"] * 3 + ["(tournament-over"] for messages in endings)
    assert server.ending().played == 3
    with Results(server.folder) as results:
        beginners = {record.half: record.bots[record.moves[0].seat] for record in results.records()}
    assert sorted(beginners.values()) == ["ann", "bob", "cy"]
    assert [line.split(":")[0] for line in server.news[-3:]] == [
        f"scrabble/ann-vs-bob-vs-cy/0001/{half}"
        for name in ("ann", "bob", "cy")
        for half, who in beginners.items()
        if who == name
    ]


def test_a_tie_says_lost_to_both_and_negative_scores_have_a_sign(serving, connect):
    server = serving(master=of_0_1(15))  # under which both racks are worth 9 points
    endings = in_threads(*(peer.pass_all for peer in registered(connect, server, "ann", "bob")))
    assert endings == [["(game-over -9 lost)", "(tournament-over lost)"]] * 2
    server.ending()
    assert records(server)[0].all_lose


def test_scores_below_zero_are_told_as_zero_where_that_is_asked_for(serving, connect):
    server = serving(clamp=True)
    endings = in_threads(*(peer.pass_all for peer in registered(connect, server, "ann", "bob")))
    assert endings == [["(game-over 0 lost)", "(tournament-over lost)"], ["(game-over 0 won)", "(tournament-over won)"]]
    server.ending()
    assert records(server)[0].scores == (-11, -9)  # the records keep them


def test_results_are_those_of_any_tournament(serving, connect):
    server = serving(games=2)
    in_threads(*(peer.pass_all for peer in registered(connect, server, "ann", "R2 & Déjà")))
    server.ending()
    with Results(server.folder) as results:
        manifest = results.manifest
        report = make_report(manifest.name, results.records(), bots=sorted(manifest.bots))
    assert manifest.bots["R2-Deja"] == {"client": "R2 & Déjà", "from": "127.0.0.1"}
    assert set(report.standings[0].order) == {"ann", "R2-Deja"}
    assert all(record.process == ("tcp", "tcp") for record in records(server))


def test_bots_of_ours_sit_in_processes_and_keep_their_names(serving, connect):
    server = serving(3, bots={"passer": find("passer")})
    ann = connect(server)
    assert ann.register("Passer").startswith("(error")
    peers = registered(connect, server, "ann", "bob")
    in_threads(*(peer.pass_all for peer in peers))
    assert server.ending().played == 1
    [record] = records(server)
    assert dict(zip(record.bots, record.process, strict=True)) == {"ann": "tcp", "bob": "tcp", "passer": "fresh"}


# Registration.


def test_two_names_alike_are_refused_and_the_refused_one_is_no_player(serving, connect):
    server = serving()
    ann, twin = connect(server), connect(server)
    assert ann.register("Ann") == "()"
    assert twin.register("ann") == '(error "the name ann is taken")'
    assert twin.hear() is None
    [bob] = registered(connect, server, "bob")
    in_threads(ann.pass_all, bob.pass_all)
    assert server.ending().played == 1


def test_a_name_is_free_again_when_its_client_has_left(serving, connect):
    server = serving()
    [first] = registered(connect, server, "ann")
    first.close()
    server.wait_for("^ann left")
    peers = registered(connect, server, "ann", "bob")
    in_threads(*(peer.pass_all for peer in peers))
    assert server.ending().played == 1


class HurryingTwo(Lobby):
    """Gives the first two that connect the time of the plan, and all others enough."""

    accepted = 0

    def _accept(self) -> None:
        if self.accepted == 2:
            self._register_time = SOON
        self.accepted += 1
        super()._accept()


def test_who_never_registers_is_sent_away(serving, connect, monkeypatch):
    monkeypatch.setattr(tcp, "Lobby", HurryingTwo)
    server = serving(register_time=0.3)
    silent, slow = connect(server), connect(server)
    slow.say('(register "sl')
    assert silent.hear() == '(error "no registration within 0.3 s")'
    assert silent.hear() is None
    assert slow.hear().startswith("(error")
    in_threads(*(peer.pass_all for peer in registered(connect, server, "ann", "bob")))
    assert server.ending().played == 1


def test_who_only_connects_is_told_that_the_players_are_complete_and_the_door_is_closed(serving, connect):
    server = serving()
    silent = connect(server)
    peers = registered(connect, server, "ann", "bob")
    assert silent.hear() == '(error "the players are complete")'
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.port), timeout=SOON)
    in_threads(*(peer.pass_all for peer in peers))


NONSENSE = {
    "hello": b"hello",
    "an unknown message": b"(hello)",
    "bytes that are no text": b"\xff\xfe\x00",
    "a play before the registration": b"(done-place)",
    "two registrations": b'(register "x")(register "y")',
    "no name": b'(register "")',
    "a name without letters": b'(register "---")',
    "a name of ten megabytes": b'(register "' + b"x" * 10_000_000,
    "blanks without end": b" " * 10_000_000,
    "parentheses without end": b"(" * 10_000_000,
    "answers without end": b"()" * 5_000_000,
}


@pytest.mark.parametrize("data", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_in_the_lobby_ends_that_connection_alone(serving, connect, data):
    server = serving(players=3)
    peers = registered(connect, server, "ann", "bob")
    bad = connect(server)

    def shout() -> None:
        try:
            bad.say(data)
        except OSError:
            return

    shouting = threading.Thread(target=shout)
    shouting.start()
    heard = list(iter(bad.hear, None))
    shouting.join(SOON)
    assert heard[-1:] == [] or heard[-1].startswith("(error")
    peers += registered(connect, server, "cy")
    in_threads(*(peer.pass_all for peer in peers))
    assert left(records(server)[0]) == []
    assert server.ending().played == 1


# In a game.


def take_rack(peer: Peer) -> None:
    assert peer.hear().startswith("(draw")
    peer.say("()")


def until_turn(peer: Peer) -> None:
    peer.until("(take-turn")


def three(serving, connect, **changed):
    """Return a server, an honest pair, and a third client whose turn has come."""
    server = serving(3, games=2, **changed)
    third, *honest = registered(connect, server, "third", "ann", "bob")  # who registers first begins
    for peer in (third, *honest):
        take_rack(peer)
    until_turn(third)
    return server, honest, third


def play_on(server: Server, honest: list[Peer]) -> list[GameRecord]:
    """Let the honest ones play to the end; return the two records."""
    endings = in_threads(*(peer.pass_all for peer in honest))
    assert all(kinds(messages) == ["(game-over"] * 2 + ["(tournament-over"] for messages in endings)
    assert server.ending().played == 2
    return sorted(records(server), key=lambda record: left(record) != [])


def test_who_vanishes_leaves_the_game_and_the_others_play_both(serving, connect):
    server, honest, third = three(serving, connect)
    third.close()
    for record in play_on(server, honest):
        [(name, fault)] = left(record)
        assert name == "third"
        assert fault in {"CRASHED", "NOT_READY"}  # the second game it does not begin


def test_who_is_silent_in_its_turn_is_told_and_loses_its_connection(serving, connect):
    server, honest, third = three(serving, connect, hurried={"third": 0.5})
    third.say("(place-tile 7 7 ")
    assert third.hear().startswith("(error \"the client's play or exchange did not come within 0.5")
    assert third.hear() is None
    faults = {fault for record in play_on(server, honest) for _, fault in left(record)}
    assert faults == {"LATE", "NOT_READY"}


def test_who_is_silent_at_its_first_rack_never_begins(serving, connect):
    server = serving(3, games=1, hurried={"silent": 0.5})
    silent, *honest = registered(connect, server, "silent", "ann", "bob")
    in_threads(*(peer.pass_all for peer in honest))
    assert server.ending().played == 1
    assert left(records(server)[0]) == [("silent", "NOT_READY")]
    assert silent.hear().startswith("(draw")
    assert silent.hear().startswith("(error \"the client's () after its first rack")


def test_a_tile_at_a_time_does_not_stretch_the_turn(serving, connect):
    server, honest, third = three(serving, connect, hurried={"third": 0.6})
    pause = threading.Event()
    for x in range(200):  # where a tile gave it new time it would go on for ever
        third.say(f"(place-tile {x % 15} 7 a)")
        if third.hear() != "()":
            break
        pause.wait(0.1)
    else:
        pytest.fail("the turn has no end")
    assert ("third", "LATE") in [who for record in play_on(server, honest) for who in left(record)]


@pytest.mark.parametrize(
    ("turn", "why"),
    [
        (["(place-tile 7 7 z)", "(place-tile 8 7 t)"], "your rack lacks z; zt is no word"),
        (["(place-tile 0 0 a)"], "the first word does not cover 7 7"),
        (["(place-tile 7 7 a)", "(place-tile 7 7 a)"], "there is a tile on 7 7 already"),
        (["(place-tile 7 7 a)", "(place-tile 9 7 a)"], "there is a gap between the tiles"),
        (["(place-tile 7 7 a)", "(place-tile 8 8 a)"], "the tiles are not in one row or one column"),
        (["(place-blank 7 7 a)"], "your rack lacks _"),
    ],
)
def test_a_cheater_is_told_why_sits_out_and_plays_the_next_game(serving, connect, turn, why):
    server, honest, third = three(serving, connect)
    for place in turn:
        assert third.ask(place) == "()"
    reply = third.ask("(done-place)")
    assert reply.startswith("(error ")
    assert why in reply
    *_, cheater = in_threads(*(peer.pass_all for peer in honest), third.pass_all)
    assert kinds(cheater) == ["(game-over", "(game-over", "(tournament-over"]
    assert "lost" in cheater[0]
    assert server.ending().played == 2
    assert sorted(map(left, records(server))) == [[], [("third", "ILLEGAL")]]


def test_an_exchange_of_tiles_that_nobody_has_costs_the_turn_only(serving, connect):
    server, honest, third = three(serving, connect)
    assert third.ask("(exchange-tile z z z)") == '(error "your rack lacks z")'
    in_threads(*(peer.pass_all for peer in honest), third.pass_all)
    assert server.ending().played == 2
    assert list(map(left, records(server))) == [[], []]


BREACHES = {
    "done-place without a tile": b"(done-place)",
    "an answer to nothing": b"()",
    "another registration": b'(register "again")',
    "a server's message": b"(tiles a)",
    "no message": b"play for me please",
    "tiles without end": b"(place-tile 7 7 a)" * 300_000,
    "a message of ten megabytes": b"(exchange-tile " + b"a " * 5_000_000,
}


@pytest.mark.parametrize("data", BREACHES.values(), ids=BREACHES)
def test_a_breach_of_the_protocol_ends_the_connection_and_the_others_play_on(serving, connect, data):
    server, honest, third = three(serving, connect)

    def shout() -> None:
        try:
            third.say(data)
        except OSError:
            return

    shouting = threading.Thread(target=shout)
    shouting.start()
    heard = list(iter(third.hear, None))
    shouting.join(SOON)
    assert all(message == "()" or message.startswith("(error") for message in heard)
    faults = {fault for record in play_on(server, honest) for _, fault in left(record)}
    assert "NOT_READY" in faults
    assert faults & {"GARBLED", "FLOOD"}


def test_with_one_player_left_nothing_more_is_played(serving, connect):
    server = serving(2, games=5)
    ann, bob = registered(connect, server, "ann", "bob")
    take_rack(ann)
    take_rack(bob)
    until_turn(ann)
    ann.close()
    assert kinds(bob.pass_all()) == PLAYED
    ending = server.ending()
    assert (ending.planned, ending.played) == (5, 1)


def test_a_game_that_fails_through_us_ends_it_and_those_beside_it_are_kept(serving, connect, monkeypatch):
    class Failing(hall.Match):
        def play(self, *, keep: bool = False) -> GameRecord | Void:
            return Void("the harness failed", "Oh\ndear") if "ann" in self._job.bots else super().play(keep=keep)

    monkeypatch.setattr(hall, "Match", Failing)
    server = serving(4, seats=2, games=2)
    in_threads(*(peer.pass_all for peer in registered(connect, server, "ann", "bob", "cy", "di")))
    with pytest.raises(RunError, match=r"through no fault of a player \(the harness failed: dear\)"):
        server.ending()
    [record] = records(server)
    assert "ann" not in record.bots
    with Results(server.folder) as results:
        assert [row[1] for row in results.base.execute("SELECT id, reason FROM voids")] == ["the harness failed"]


def test_fifty_clients_at_once_one_of_them_hostile(serving, connect):
    server = serving(50, seats=2, games=2)
    hostile = connect(server)
    assert hostile.register("hostile") == "()"
    honest = in_threads(*(lambda index=index: registered(connect, server, f"p{index}")[0] for index in range(49)))

    def attack() -> None:
        until_turn(hostile)
        hostile.say(b"(" * 100_000)

    endings = in_threads(attack, *(peer.pass_all for peer in honest))[1:]
    ending = server.ending()
    assert (ending.planned, ending.played) == (50, 49)  # whoever should meet the hostile one next has nobody to meet
    games = [kinds(messages).count("(game-over") for messages in endings]
    assert sorted(games) == [1] + [2] * 48
    assert [gone for record in records(server) for gone in left(record)] == [("hostile", "GARBLED")]


# The end.


def test_a_stop_breaks_off_at_once_and_keeps_the_finished_games(serving, connect):
    server = serving(games=3, move_time=SOON)
    ann, bob = registered(connect, server, "ann", "bob")

    def ask_to_stop() -> list[str]:
        ann.until("(game-over")
        ann.say("()")
        until_turn(ann)
        server.stop.ask()
        return list(iter(ann.hear, None))

    heard, _ = in_threads(ask_to_stop, bob.pass_all)
    ending = server.ending()
    assert ending.stopped
    assert (ending.played, ending.planned) == (1, 3)
    assert heard == ['(error "the tournament was stopped")']
    assert len(records(server)) == 1


def test_a_stop_while_players_are_awaited_ends_the_waiting(serving, connect):
    server = serving()
    [ann] = registered(connect, server, "ann")
    server.stop.ask()
    assert ann.hear() == '(error "the tournament was stopped")'
    assert server.ending().stopped
    assert not server.folder.exists()


def test_a_port_in_use_is_an_error_that_says_so():
    with listen("127.0.0.1", 0) as taken, pytest.raises(ConfigError, match="the port is in use") as raised:
        listen("127.0.0.1", taken.getsockname()[1])
    assert raised.value.exit_code == 2


def test_an_address_that_is_not_ours_is_an_error_that_says_so():
    with pytest.raises(ConfigError, match="cannot listen there"):
        listen("192.0.2.1", 0)  # reserved for documentation: no machine has it


# Other rule books.


def refused(serving, connect, rules: str) -> tuple[Server, list[Peer]]:
    """Return a server under other rules, whose first player has just tried Z over the start square with an A."""
    server = serving(rules=rules)
    peers = registered(connect, server, "ann", "bob")
    for peer in peers:
        take_rack(peer)
    until_turn(peers[0])
    for place in ("(place-tile 7 7 z)", "(place-tile 8 7 a)"):
        assert peers[0].ask(place) == "()"
    assert peers[0].ask("(done-place)").startswith('(error "your rack lacks z')
    return server, peers


def test_where_a_refused_play_may_be_tried_again_the_turn_is_asked_for_again(serving, connect):
    server, (ann, bob) = refused(serving, connect, "brighton")
    assert ann.hear().startswith("(take-turn")
    assert ann.ask("(exchange-tile)") == "(tiles)"
    ann.say("()")
    in_threads(ann.pass_all, bob.pass_all)
    assert server.ending().played == 1
    [record] = records(server)
    assert (record.forfeits, len(record.moves[0].tries), record.moves[0].move) == ((), 1, "pass")


def test_where_a_refused_play_costs_the_turn_the_player_stays_in(serving, connect):
    server, (ann, bob) = refused(serving, connect, "itu")
    in_threads(ann.pass_all, bob.pass_all)
    assert server.ending().played == 1
    [record] = records(server)
    assert record.forfeits == ()
    assert record.moves[0].note["kind"] == "failed"
    assert len({move.seat for move in record.moves[-2:]}) == 2


def test_no_word_to_a_client_holds_a_seed(serving, connect, monkeypatch):
    said: list[str] = []
    say = Connection.say

    def saying(self, messages):
        messages = list(messages)
        said.extend(codec.encode(write(message) for message in messages).decode().split())
        say(self, messages)

    monkeypatch.setattr(Connection, "say", saying)
    server = serving(games=2, master=master(9))
    in_threads(*(peer.pass_all for peer in registered(connect, server, "ann", "bob")))
    server.ending()
    [seed, _] = [record.seed for record in records(server)]
    assert seed == master(9).seed("game", "scrabble", 1)
    numbers = {int(number) for word in said for number in re.findall("[0-9]+", word)}
    assert len(said) > 100 and max(numbers) < 1000, "nothing but squares, points and how many tiles are left"
    assert not any(master(9).text in word or f"{seed:x}" in word.lower() for word in said)
