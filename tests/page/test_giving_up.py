"""Who gives a game up: in any game, in or out of turn, across a restart; nobody is charged, nor is it when replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.contract.game import first_state
from arena.contract.outcome import Fault, Forfeit
from arena.contract.resignation import RESIGNATION
from arena.records.replay import replay
from arena.records.store import Results
from arena.referee.events import Answered, Ask, Dismiss, Finish, Tell
from arena.referee.referee import Referee
from arena.report.gather import gather
from arena.small_games import read_game
from arena.variants.build import build_game
from arena.variants.spec import spec_from
from tests.page.client import ANN, BOB, Served, Viewer, served

CONNECT = {"kind": "small", "game": "connect(7,6,4)"}
PERFECT = {"kind": "bot", "bot": "perfect"}


def over(viewer: Viewer) -> None:
    while not (viewer.state and viewer.state["over"] and viewer.state["over"].get("id")):
        viewer.hear()


def test_a_small_game_is_given_up_and_nobody_is_charged(tmp_path: Path):
    with served(tmp_path) as page:
        made = page.make(ANN, BOB, game=CONNECT, first=0)
        joined = page.join(made)
        ann, bob = Viewer(page, made["game"], made["me"]["token"]), Viewer(page, made["game"], joined["token"])
        state = ann.my_turn()
        ann.send("move", turn=0, move=state["position"]["moves"][0]["short"])
        bob.my_turn()
        bob.send("resign")
        over(ann)
        assert ann.state["over"]["places"] == [1, 2]
        assert ann.state["over"]["forfeits"] == [{"seat": 1, "fault": None, "detail": "gave up"}]
        assert "resigns" in ann.state["over"]["reason"]
        last = ann.state["moves"][-1]
        assert (last["kind"], last["detail"], last["text"]) == ("forfeit", "gave up", "")
        assert ann.state["seats"][1]["left"] == "gave up"
        kept = ann.state["over"]
        game = page.http.get(f"/api/results/{kept['results']}/game", params={"id": kept["id"]}).json()
        assert game["moves"][-1]["kind"] == "forfeit" and "fault" not in game["moves"][-1]
        ann.close()
        bob.close()
    with Results(tmp_path / "played") as results:
        record, manifest = results.get(kept["id"]), results.manifest
        gathered = gather(results.records())
    assert [move.fault for move in record.moves] == [None, None] and record.forfeits[0].fault is None
    states = list(replay(record, build_game(spec_from(manifest.specs[record.variant]))))
    assert len(states) == 3
    doings = [one for by_bot in gathered.doings.values() for one in by_bot.values()]
    assert all(one.faults == one.forfeits == one.late == 0 for one in doings)


def test_a_bot_of_a_small_game_is_told_and_wins(page: Served):
    made = page.make(ANN, PERFECT, game={"kind": "small", "game": "tictactoe"}, first=0)
    ann = Viewer(page, made["game"], made["me"]["token"])
    state = ann.my_turn()
    ann.send("move", turn=0, move=state["position"]["moves"][0]["short"])
    ann.until(lambda message: message.get("event") == "move" and message["move"]["seat"] == 1)
    ann.my_turn()
    ann.send("resign")
    over(ann)
    assert ann.state["over"]["places"] == [2, 1] and ann.state["over"]["forfeits"][0]["fault"] is None
    ann.close()


@pytest.mark.parametrize("game", [{"kind": "word"}, CONNECT], ids=["word", "small"])
def test_who_gives_up_out_of_turn_has_given_up_after_a_restart(tmp_path: Path, game: dict[str, str]):
    with served(tmp_path) as page:
        made = page.make(ANN, BOB, game=game, first=0)
        joined = page.join(made)
        ann, bob = Viewer(page, made["game"], made["me"]["token"]), Viewer(page, made["game"], joined["token"])
        ann.my_turn()
        bob.until(lambda message: bob.state["status"] == "playing")
        bob.send("resign")
        bob.send("resign")  # once more says nothing new
        bob.send("ping", id=1)
        bob.answer("pong")
        assert page.hall.find(made["game"]).resigning
        ann.close()
        bob.close()
    with served(tmp_path) as page:
        assert page.hall.find(made["game"]).resigning
        ann = Viewer(page, made["game"], made["me"]["token"])
        state = ann.my_turn()
        if game == CONNECT:
            ann.send("move", turn=0, move=state["position"]["moves"][0]["short"])
        else:
            ann.send("pass", turn=0)
        over(ann)
        assert [left["seat"] for left in ann.state["over"]["forfeits"]] == [1]
        assert ann.state["over"]["places"] == [1, 2]
        ann.close()


def test_the_referee_takes_a_resignation_for_no_fault():
    game = read_game("tictactoe")
    referee = Referee(game, first_state(game, 1))
    (asked,) = referee.begin()
    assert isinstance(asked, Ask)
    tell, dismiss, finish = referee.hear(Answered(asked.seat, 0, RESIGNATION))
    assert isinstance(tell, Tell) and tell.offence is None and tell.move is RESIGNATION
    assert isinstance(dismiss, Dismiss) and dismiss.seat == asked.seat
    assert isinstance(finish, Finish) and finish.result.forfeits == (Forfeit(asked.seat, None, "gave up"),)  # type: ignore[union-attr]
    assert Forfeit(0, Fault.RESIGNED).fault is None
