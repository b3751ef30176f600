"""A recorded tournament of two games, both conversations to the byte, however the client's bytes are cut.

Seed 1, ``words.txt``, a cheat in the first game; checked by hand against docs/reference/sexpr-protocol.md: TREE opens
over 7 7 (8 points), OR hooks onto its R, ZQ are on nobody's rack, the cheater hears why and plays the next game.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.records.replay import replay
from arena.records.store import Results
from arena.variants.build import build_game
from tests.serve.peers import Peer, in_threads, plan_for

FOLDER = Path(__file__).parent / "transcripts"
CUTS = {"whole": 1 << 20, "in threes": 3, "byte by byte": 1}


def lines(name: str) -> Iterator[tuple[str, bytes]]:
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        who, _, said = line.partition(" ")
        yield who, said.encode() + b"\n"


def read_exactly(peer: Peer, count: int) -> bytes:
    data = b""
    while len(data) < count and (more := peer.socket.recv(count - len(data))):
        data += more
    return data


def converse(peer: Peer, talk: list[tuple[str, bytes]], cut: int) -> None:
    for who, said in talk:
        if who == "C":
            for at in range(0, len(said), cut):
                peer.say(said[at : at + cut])
        else:
            assert read_exactly(peer, len(said)) == said


@pytest.mark.parametrize("cut", CUTS.values(), ids=CUTS)
def test_the_recorded_tournament_is_played_again_to_the_byte(serving, connect, cut):
    plan = plan_for(games=2)
    server = serving(games=2)
    talks = []
    for name in ("ann", "bob"):  # in this order: who registers first begins
        peer, talk = connect(server), list(lines(name))
        converse(peer, talk[:2], cut)
        talks.append(lambda peer=peer, talk=talk: converse(peer, talk[2:], cut))
    in_threads(*talks)
    ending = server.ending()
    assert (ending.played, ending.points, ending.winner) == (2, {"ann": 2.0, "bob": 0.0}, "ann")
    with Results(server.folder) as results:
        records = list(results.records())
    assert [record.id for record in records] == ["scrabble/ann-vs-bob/0001/1", "scrabble/ann-vs-bob/0001/2"]
    cheat = next(move for move in records[0].moves if move.fault)
    assert (cheat.fault.fault, records[0].bots[cheat.seat]) == ("ILLEGAL", "bob")
    assert [records[0].bots[left.seat] for left in records[0].forfeits] == ["bob"]
    assert records[1].forfeits == ()
    for record in records:
        assert len(list(replay(record, build_game(plan.spec)))) == len(record.moves) + 1


def test_a_whole_turn_may_come_in_one_packet(serving, connect):
    server = serving()
    ann, bob = connect(server), connect(server)
    assert (ann.register("ann"), bob.register("bob")) == ("()", "()")
    assert bob.hear() == "(draw a d e g n o r)"
    bob.say("()")
    assert ann.hear() == "(draw b c e e r r t)"
    assert ann.ask("()").startswith("(take-turn")
    ann.say("(place-tile 7 7 t)(place-tile 8 7 r)  (place-tile 9 7 e)\n(place-tile 10 7 e)(done-place)")
    assert [ann.hear() for _ in range(5)] == ["()", "()", "()", "()", "(tiles o _ f i)"]
    ann.say("()")
    endings = in_threads(ann.pass_all, bob.pass_all)
    assert endings[0] == ["(game-over -5 won)", "(tournament-over won)"]  # 8 for TREE, less BCRO_FI
    assert server.ending().played == 1
