"""Challenges over real sockets: what is open to one, what everybody is told, and whose time it takes."""

from __future__ import annotations

from typing import Any

from tests.page.client import ANN, BOB, GREEDY, WORD, Served, Viewer
from tests.page.test_live import fresh, refused, without

ODD = WORD | {"lexicon": "odd"}  # words of an odd number of letters are words, and no others
CLOCK = {"kind": "game", "seconds": 600.0, "increment": 100.0}


def laid(page: Served, viewer: Viewer, count: int) -> list[Any]:
    """Return tiles of a rack across the centre."""
    table = page.http.get(f"/api/tables/{viewer.state['table']}").json()
    faces = {tile["id"]: tile["faces"][0] for tile in table["tiles"]}
    rack = viewer.state["rack"][:count]
    return [{"at": [n, 0], "tile": tile, "char": faces[tile][0]} for n, tile in enumerate(rack)]


def test_a_phony_is_taken_back_and_a_wrong_challenge_loses_the_turn(page: Served):
    made = page.make(ANN, BOB, game=ODD | {"challenge": "double"}, first=0, clock=CLOCK)
    token = page.join(made)["token"]
    ann, bob = Viewer(page, made["game"], made["me"]["token"]), Viewer(page, made["game"], token)
    rack = ann.my_turn()["rack"]
    assert ann.state["challenge"] is None and ann.state["help"] == "none"
    assert refused(ann, "challenge", turn=0)["problem"] == "there is no play to challenge"
    tiles = laid(page, ann, 2)
    ann.send("judge", id=3, tiles=tiles)
    assert ann.answer("verdict")["legal"]
    ann.send("play", id=4, turn=0, tiles=tiles)
    ann.event("move")
    assert refused(ann, "challenge", turn=1)["code"] == "state"
    assert bob.my_turn()["challenge"] == {"move": 0, "closing": False}
    bob.send("read", id=5, text="challenge")
    assert bob.answer("read")["kind"] == "challenge"
    bob.send("challenge", turn=1)
    for viewer in (ann, bob):
        move = viewer.event("move")["move"]
        assert (move["kind"], move["challenge"]["against"], move["challenge"]["lost_turn"]) == ("challenge", 0, False)
        assert len(move["challenge"]["phonies"][0]) == 2
        assert viewer.state["board"] == [] and viewer.state["scores"] == [0, 0] and viewer.state["to_move"] == 1
    assert sorted(ann.state["rack"]) == sorted(rack)
    assert bob.state["clocks"][1] <= 600_000, "a challenge adds nothing"
    bob.send("play", turn=2, tiles=laid(page, bob, 3))
    bob.event("move")
    assert bob.state["clocks"][1] > 600_000, "a play adds the increment"
    assert ann.my_turn()["challenge"] == {"move": 2, "closing": False}
    ann.send("challenge", turn=3)
    told = ann.event("move")
    assert told["move"]["challenge"]["lost_turn"] and told["move"]["challenge"]["phonies"] == []
    assert (told["to_move"], told["challenge"], len(ann.state["board"])) == (1, None, 3)
    bob.event("move")
    for viewer in (ann, bob):
        assert without(fresh(page, viewer), "clocks") == without(viewer.state, "clocks")
        viewer.close()


def test_a_bot_that_knows_the_words_challenges_a_phony_and_the_game_goes_on_after_a_rest(page: Served):
    made = page.make(ANN, GREEDY, game=ODD | {"challenge": 10}, first=0)
    ann = Viewer(page, made["game"], made["me"]["token"])
    ann.my_turn()
    ann.send("play", turn=0, tiles=laid(page, ann, 2))
    while len(ann.state["moves"]) < 3:
        ann.hear()
    assert [move["kind"] for move in ann.state["moves"]] == ["play", "challenge", "play"]
    page.hall.find(made["game"]).put_aside()
    ann.my_turn()
    ann.send("challenge", turn=3)
    told = ann.until(lambda message: message.get("event") == "move" and message["move"]["seat"] == 0)
    assert told["move"]["challenge"]["points"] == 10 and told["to_move"] == 0
    ann.send("resign")
    ann.event("over")
    ann.close()


def test_without_challenges_nothing_is_told_of_them(page: Served):
    made = page.make(ANN, GREEDY, first=0)
    ann = Viewer(page, made["game"], made["me"]["token"])
    ann.my_turn()
    assert "challenge" not in ann.state and all("challenge" not in event for event in ann.events)
    assert refused(ann, "challenge", turn=0)["code"] == "state"
    assert ann.state["turn"] == 0, "it cost nothing"
    ann.close()


def test_a_rule_that_there_is_not_is_refused(page: Served):
    answer = page.http.post("/api/games", json={"game": ODD | {"challenge": "triple"}, "seats": [ANN, GREEDY], "me": 0})
    assert answer.status_code == 400 and "challenge" in answer.text
