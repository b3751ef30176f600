"""Live games over real sockets: whole games, turns that are not one's own, reconnecting, a restart, clocks, rematch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arena.records.replay import replay
from arena.records.store import Results
from arena.variants.build import build_game
from arena.variants.spec import spec_from
from tests.page.client import ANN, BOB, GREEDY, WORD, Served, Viewer, play_out, served


def fresh(page: Served, viewer: Viewer) -> Any:
    """Return the state that a new look gives, as the seat itself sees it."""
    other = Viewer(page, viewer.game, viewer.token)
    other.until(lambda message: message["type"] == "state")
    other.close()
    return other.state


def without(state: Any, *names: str) -> Any:
    seats = [{key: value for key, value in seat.items() if key != "connected"} for seat in state["seats"]]
    return {key: value for key, value in state.items() if key not in ("seq", *names)} | {"seats": seats}


def test_a_person_plays_a_whole_game_against_a_bot_and_its_record_is_like_any_other(page: Served, folder: Path):
    made = page.make(ANN, GREEDY)
    ann = Viewer(page, made["game"], made["me"]["token"])
    play_out(ann)
    over = ann.state["over"]
    assert over["reason"] == "out of tiles" and sorted(over["places"]) == [1, 2]
    assert ann.state["scores"] == over["scores"]
    with Results(folder / over["results"]) as results:
        record, manifest = results.get(over["id"]), results.manifest
    assert record.bots == ("Ann", "greedy") and record.process == ("person", "fresh")
    game = build_game(spec_from(manifest.specs[record.variant]))
    states = [state for _, state in replay(record, game)]
    assert game.outcome(states[-1]).scores == tuple(over["scores"])
    assert [move["points"] for move in ann.state["moves"]] == [move.note["score"] for move in record.moves]
    assert len(record.circumstances.ms) == len(record.moves)
    assert without(fresh(page, ann)) == without(ann.state), "events and a fresh look tell the same"
    ann.close()


def test_two_people_play_each_other_and_a_third_looks_on(page: Served):
    made = page.make(ANN, {"kind": "person"}, game=WORD | {"lexicon": "default"}, help="hints")
    ann = Viewer(page, made["game"], made["me"]["token"])
    ann.hear()
    assert ann.state["status"] == "waiting" and ann.state["seats"][1]["sat"] is False
    joined = page.join(made, name="Bob")
    bob = Viewer(page, made["game"], joined["token"])
    onlooker = Viewer(page, made["game"])
    play_out(ann, bob)
    assert [seat["name"] for seat in ann.state["seats"]] == ["Ann", "Bob"]
    while not (onlooker.state and onlooker.state["over"] and onlooker.state["over"]["id"]):
        onlooker.hear()
    assert onlooker.state["moves"] == ann.state["moves"] == bob.state["moves"]
    assert onlooker.state["you"] is None and onlooker.state["rack"] is None
    for viewer in (ann, bob, onlooker):
        viewer.close()


def refused(viewer: Viewer, type: str, **fields: Any) -> Any:
    viewer.send(type, id=99, **fields)
    error = viewer.answer("error")
    assert error["id"] == 99
    return error


def test_nobody_plays_out_of_turn_or_for_another(page: Served):
    made = page.make(ANN, BOB, help="hints")
    joined = page.join(made)
    ann, bob = Viewer(page, made["game"], made["me"]["token"]), Viewer(page, made["game"], joined["token"])
    onlooker = Viewer(page, made["game"])
    for viewer in (ann, bob):
        while viewer.state is None or viewer.state["status"] != "playing":
            viewer.hear()
    mover, other = (ann, bob) if ann.state["to_move"] == 0 else (bob, ann)
    assert refused(other, "pass", turn=0)["code"] == "state"
    assert refused(mover, "pass", turn=1)["code"] == "state"
    assert refused(onlooker, "pass", turn=0)["code"] == "forbidden"
    for token in ("", "x" * 22, made["invitations"][0]["invitation"], joined["token"][:-1]):
        stranger = Viewer(page, made["game"], token)
        assert stranger.answer("error")["code"] == "forbidden"
        assert refused(stranger, "pass", turn=0)["code"] == "forbidden"
        stranger.close()
    mover.send("hints", id=5, most=40, by="equity")
    told = mover.answer("hints")
    equities = [move["equity"] for move in told["plays"]]
    assert equities == sorted(equities, reverse=True) and told["count"] >= len(equities) > 0
    assert {move["kind"] for move in told["plays"]} <= {"play", "change"}
    assert all(bool(move["tiles"]) != bool(move["change"]) for move in told["plays"])
    assert refused(mover, "hints", by="luck")["code"] == "invalid"
    # The mover's message counts once, however often it is sent.
    mover.send("pass", turn=0)
    mover.send("pass", turn=0)
    mover.until(lambda message: message.get("event") == "move")
    assert mover.state["turn"] == 1 and mover.state["moves"][0]["kind"] == "pass"
    other.until(lambda message: message.get("event") == "move")
    assert other.state["to_move"] == other.state["you"]
    for viewer in (ann, bob, onlooker):
        viewer.close()


def test_an_invitation_is_for_one_guest_alone(page: Served):
    made = page.make(ANN, BOB)
    invitation = {"game": made["game"], "invitation": made["invitations"][0]["invitation"]}
    taken = {"game": made["game"], "invitation": invitation["invitation"], "name": "ann"}
    assert page.http.post("/api/join", json=taken).json()["error"]["where"] == "name"
    assert page.http.post("/api/join", json=invitation).status_code == 200
    for again in (invitation, {"game": made["game"], "invitation": made["me"]["token"]}):
        answer = page.http.post("/api/join", json=again)
        assert answer.status_code == 409 and answer.json()["error"]["code"] == "taken"
    unknown = page.http.post("/api/join", json={"game": "../" + made["game"], "invitation": "x"})
    assert unknown.status_code == 404


def test_after_a_cut_the_whole_state_comes_back_and_the_older_connection_is_told(page: Served):
    made = page.make(ANN, BOB, help="hints")
    joined = page.join(made)
    ann, bob = Viewer(page, made["game"], made["me"]["token"]), Viewer(page, made["game"], joined["token"])
    ann.until(lambda message: message.get("status") == "playing")
    mover = ann if ann.state["to_move"] == 0 else bob
    mover.my_turn()
    seen = fresh(page, mover)  # takes the seat over, and leaves it
    assert mover.answer("replaced")["game"] == made["game"]
    assert refused(mover, "pass", turn=0)["code"] == "forbidden"
    mover.open()
    mover.until(lambda message: message["type"] == "state")
    assert without(seen) == without(mover.state)
    # Whoever knows the last event is told that nothing happened since.
    onlooker = Viewer(page, made["game"], seq=mover.state["seq"], epoch="another")
    assert onlooker.hear()["type"] == "state"
    onlooker.open(seq=onlooker.state["seq"], epoch=onlooker.state["epoch"])
    assert onlooker.hear()["type"] == "current"
    onlooker.open(seq=onlooker.state["seq"] - 1, epoch=onlooker.state["epoch"])
    assert onlooker.hear()["type"] == "state"
    for viewer in (ann, bob, onlooker):
        viewer.close()


def test_a_game_goes_on_after_the_server_was_started_again(tmp_path: Path):
    with served(tmp_path) as first:
        made = first.make(ANN, GREEDY)
        ann = Viewer(first, made["game"], made["me"]["token"])
        for _ in range(3):
            ann.my_turn()
            ann.move()
        ann.my_turn()
        before = ann.state
        ann.close()
    kept = next((tmp_path / "played" / "live").glob("*.jsonl"))
    assert kept.stat().st_mode & 0o077 == 0, "nobody else reads the seed"
    assert made["me"]["token"] not in kept.read_text()
    with kept.open("ab") as file:
        file.write(b'{"turn":{"move":{"tu')  # a crash in the middle of a line
    with served(tmp_path) as second:
        ann = Viewer(second, made["game"], made["me"]["token"])
        ann.my_turn()
        left_out = ("epoch", "status", "first", "to_move")
        assert without(ann.state, *left_out) == without(before, *left_out)
        play_out(ann)
        over = ann.state["over"]
        ann.close()
    with Results(tmp_path / "played") as results:
        record, manifest = results.get(over["id"]), results.manifest
        assert results.count() == 1
    game = build_game(spec_from(manifest.specs[record.variant]))
    assert [state for _, state in replay(record, game)][-1].turn == len(record.moves)
    assert [move["text"] for move in before["moves"]] == [move["text"] for move in ann.state["moves"]][: before["turn"]]


def test_what_was_sent_while_a_game_is_put_aside_is_not_lost(page: Served):
    made = page.make(ANN, GREEDY)
    ann = Viewer(page, made["game"], made["me"]["token"])
    ann.my_turn()
    game = page.hall.find(made["game"])
    for _ in range(3):
        turn = ann.my_turn()["turn"]
        game.put_aside()
        ann.send("pass", turn=turn)
        ann.until(lambda message, turn=turn: message.get("event") == "move" and message["move"]["turn"] == turn)
    assert [move["kind"] for move in ann.state["moves"] if move["seat"] == 0] == ["pass"] * 3
    ann.send("resign")
    ann.event("over")
    ann.close()


def test_a_game_whose_people_are_gone_rests_and_is_found_again(page: Served):
    made = page.make(ANN, GREEDY)
    ann = Viewer(page, made["game"], made["me"]["token"])
    ann.my_turn()
    ann.close()
    game = page.hall.find(made["game"])
    while game.connected or not game.resting:
        page.http.get("/api/about")
    page.hall.sweep(lambda name: False, rest=0.0)
    while game.at_work:
        page.http.get("/api/about")
    page.hall.sweep(lambda name: False, rest=0.0)
    again = Viewer(page, made["game"], made["me"]["token"])
    assert again.my_turn()["turn"] == ann.state["turn"]
    assert page.hall.find(made["game"]) is not game
    again.move()
    again.close()


def test_whose_time_is_up_passes_and_time_is_told_with_every_event(page: Served):
    made = page.make(ANN, BOB, clock={"kind": "game", "seconds": 1.0, "increment": 0.0})
    joined = page.join(made)
    ann, bob = Viewer(page, made["game"], made["me"]["token"]), Viewer(page, made["game"], joined["token"])
    while ann.state is None or ann.state["status"] != "over":
        ann.hear()
    assert ann.state["over"]["reason"] == "scoreless turns" and ann.state["clocks"] == [0, 0]
    assert all(len(event["clocks"]) == 2 for event in ann.events)
    assert {move["kind"] for move in ann.state["moves"]} == {"timeout"}
    for viewer in (ann, bob):
        viewer.close()


@pytest.mark.parametrize("rules", ["brighton", "tournament"])
def test_a_refused_play_says_why_and_costs_what_the_rule_book_says(page: Served, rules: str):
    made = page.make(ANN, BOB, game=WORD | {"rules": rules, "tiles": "english"}, first=0)
    page.join(made)
    ann = Viewer(page, made["game"], made["me"]["token"])
    rack = ann.my_turn()["rack"]
    table = page.http.get(f"/api/tables/{ann.state['table']}").json()
    faces = {tile["id"]: tile["faces"][0] for tile in table["tiles"]}
    tiles = [{"at": [3, 5 + n], "tile": tile, "char": faces[tile][0]} for n, tile in enumerate(rack[:2])]
    ann.send("judge", id=3, tiles=tiles)
    verdict = ann.answer("verdict")
    assert not verdict["legal"] and verdict["id"] == 3 and verdict["turn"] == 0
    assert "FirstWordNotOverCenter" in [fault["type"] for fault in verdict["faults"]]
    assert any("must cover the centre, 8H" in line for line in verdict["lines"])
    costs_nothing = table["rules"]["failed_play"] == "try_again"
    assert (verdict["costs"] == "") == costs_nothing
    ann.send("play", id=4, turn=0, tiles=tiles)
    if costs_nothing:
        told = ann.event("refused")
        assert told["id"] == 4 and told["refused"]["again"] and told["to_move"] == 0 and told["turn"] == 0
        assert told["refused"]["lines"] == verdict["lines"]
        assert fresh(page, ann)["again"] == told["refused"]
    else:
        told = ann.event("move")
        assert told["id"] == 4 and told["move"]["kind"] == "failed" and told["turn"] == 1
        assert told["move"]["lines"] == verdict["lines"]
    ann.close()


def test_a_rematch_is_the_same_game_with_the_seats_turned(page: Served):
    made = page.make(ANN, BOB, first=0)
    joined = page.join(made)
    ann, bob = Viewer(page, made["game"], made["me"]["token"]), Viewer(page, made["game"], joined["token"])
    ann.my_turn()
    ann.send("resign")
    for viewer in (ann, bob):
        while not (viewer.state and viewer.state["over"] and viewer.state["over"]["id"]):
            viewer.hear()
    assert ann.state["over"]["places"] == [2, 1] and ann.state["over"]["forfeits"][0]["fault"] is None
    ann.send("rematch")
    assert bob.event("rematch")["rematch"] == {"asked": [0], "game": None}
    bob.send("rematch")
    bob.until(lambda message: message.get("event") == "rematch" and message["rematch"]["game"])
    follows = bob.state["rematch"]["game"]
    new = Viewer(page, follows, joined["token"])
    new.my_turn()
    assert new.state["you"] == 0 and [seat["name"] for seat in new.state["seats"]] == ["Bob", "Ann"]
    assert new.state["first"] == 0
    for viewer in (ann, bob, new):
        viewer.close()


def test_one_finds_ones_own_games_and_those_to_look_on_at(page: Served):
    made = page.make(ANN, GREEDY, first=0)
    ann = Viewer(page, made["game"], made["me"]["token"])
    ann.my_turn()
    seats = [{"game": made["game"], "token": made["me"]["token"]}, {"game": made["game"], "token": "x"}]
    (mine,) = page.http.post("/api/games/mine", json={"seats": seats}).json()["games"]
    assert mine["seat"] == 0 and mine["your_turn"] and mine["players"] == ["Ann", "greedy"]
    listed = page.http.get("/api/games").json()["games"]
    assert made["game"] in [game["game"] for game in listed]
    ann.close()


def test_bots_play_each_other_to_be_looked_at(page: Served):
    made = page.make(GREEDY, GREEDY, {"kind": "bot", "bot": "longest"}, me=None)
    onlooker = Viewer(page, made["game"])
    while not (onlooker.state and onlooker.state["over"] and onlooker.state["over"]["id"]):
        onlooker.hear()
    assert [seat["name"] for seat in onlooker.state["seats"]] == ["greedy", "greedy-2", "longest"]
    assert onlooker.state["racks"] is not None
    onlooker.close()


def test_a_small_game_is_played_by_its_cells_and_a_wrong_move_costs_nothing(page: Served):
    made = page.make(ANN, BOB, game={"kind": "small", "game": "tictactoe"}, first=0)
    joined = page.join(made)
    ann, bob = Viewer(page, made["game"], made["me"]["token"]), Viewer(page, made["game"], joined["token"])
    assert refused(ann, "play", turn=0, tiles=[])["code"] == "invalid"
    for mover, cell in ((ann, [0, 0]), (bob, [1, 1]), (ann, [0, 1]), (bob, [2, 2]), (ann, [0, 2])):
        state = mover.my_turn()
        assert refused(mover, "move", turn=state["turn"], move="no such square")["code"] == "invalid"
        (move,) = [move for move in state["position"]["moves"] if move["cells"] == [cell]]
        mover.send("move", turn=state["turn"], move=move["short"])
        mover.event("move")
    ann.event("over")
    assert ann.state["over"]["reason"] == "three in a row" and ann.state["over"]["places"] == [1, 2]
    marks = {tuple(cell["at"]): cell["mark"] for cell in ann.state["position"]["cells"]}
    assert [marks[0, row] for row in range(3)] == ["X"] * 3 and marks[1, 1] == "O"
    for viewer in (ann, bob):
        viewer.close()


def test_a_bot_that_cannot_play_the_game_loses_it_and_nothing_is_left_hanging(page: Served):
    made = page.make(ANN, GREEDY, game={"kind": "small", "game": "nim(1,2)"}, first=0)
    ann = Viewer(page, made["game"], made["me"]["token"])
    ann.event("over")
    assert ann.state["over"]["forfeits"][0]["fault"] == "not_ready"
    ann.close()


def test_wrong_wishes_are_all_told_at_once(page: Served):
    asked = {
        "game": {"kind": "word", "board": "nowhere", "rules": "no-such"},
        "seats": [{"kind": "person", "name": "A\u0007"}, {"kind": "bot", "bot": "gredy"}],
        "me": 1,
        "clock": {"kind": "game", "seconds": 0.0},
    }
    answer = page.http.post("/api/games", json=asked)
    told = [answer.json()["error"], *answer.json()["more"]]
    assert answer.status_code == 400
    assert {error["where"] for error in told} >= {
        "me", "clock.seconds", "seats[0].name", "seats[1].bot", "game.board", "game.rules",
    }  # fmt: skip
    assert page.http.post("/api/games", content=b"[", headers={"content-type": "application/json"}).status_code == 400
    assert page.http.post("/api/games", content=json.dumps(asked)).status_code == 400
