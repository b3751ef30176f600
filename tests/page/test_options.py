"""Options of a bot in a new game: what its file rules out is refused, and who plays with others is another player."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arena.errors import Complaints
from arena.runner.plugin.about import BotOption
from arena.serve.live.asked import Seat
from arena.serve.live.plan import SeatPlan
from arena.serve.live.seating import bot_names, seats_for
from tests.page.client import Served, Viewer


def seats(*options: dict[str, Any], paths: bool = True) -> list[SeatPlan]:
    return seats_for([Seat("bot", bot="sim", options=one) for one in options], paths=paths)


def complaints(*options: dict[str, Any], paths: bool = True) -> list[str]:
    with pytest.raises(Complaints) as caught:
        seats(*options, paths=paths)
    return [f"{error.where}: {error.problem}" for error in caught.value.errors]


def test_every_option_that_the_file_rules_out_is_refused_with_its_place() -> None:
    assert complaints({"plies": -1, "share": "much"}, {"iterations": True}) == [
        "seats[0].options.plies: '-1' is not a whole number from 0",
        "seats[0].options.share: 'much' is not a whole number from 1 to 95",
        "seats[1].options.iterations: 'True' is not a whole number from 0 to 1000000",
    ]
    assert [seat.options for seat in seats({"plies": 0, "share": 95})] == [{"plies": 0, "share": 95}]


def test_who_comes_from_elsewhere_names_no_files_in_options() -> None:
    assert seats({"leaves": "mine/leaves.csv"})[0].options == {"leaves": "mine/leaves.csv"}
    for one in ({"leaves": "/etc/passwd"}, {"leaves": ["..", {"deep": "~root"}]}):
        assert "looks like a file's path" in complaints(one, paths=False)[0]


def test_the_same_bot_with_other_options_has_another_name() -> None:
    found = seats({}, {"plies": 3}, {"plies": 3}, {"plies": 4, "share": 50})
    assert [seat.name for seat in found] == ["sim", "sim-plies-3", "sim-plies-3-2", "sim-plies-4-share-50"]
    assert [seat.called for seat in found] == [
        "sim", "sim (plies 3)", "sim (plies 3) 2", "sim (plies 4, share 50)",
    ]  # fmt: skip
    # what cannot be told by a plain name is told apart by a digest, and never taken for another
    names = [bot_names("b", one)[0] for one in ({"f": "a/b"}, {"f": "a-b"}, {"f": True}, {"f": "x" * 300}, {"f": 1})]
    assert len(set(names)) == 5 and names[-1] == "b-f-1"
    assert bot_names("b", {"f": "a.csv"})[1] == "b (f a.csv)"
    assert len(bot_names("b", {"f": "x" * 300})[1]) <= 40


def test_a_game_is_played_and_recorded_with_them(page: Served, folder: Path) -> None:
    choices = {bot["name"]: bot["options"] for bot in page.http.get("/api/choices").json()["bots"]}
    assert choices["slow"] == [{"name": "seconds", "whole": False, "default": None, "least": None, "most": None}]
    assert BotOption(**choices["endgame"][1]).whole
    slow = {"kind": "bot", "bot": "slow", "options": {"seconds": 0}}
    passer = {"kind": "bot", "bot": "passer"}
    made = page.make(slow, passer, me=None, game={"kind": "word", "rules": "itu", "lexicon": "any"})
    looks = Viewer(page, made["game"])
    while not (looks.state and looks.state["over"] and looks.state["over"]["id"]):
        looks.hear()
    assert looks.state["seats"][0]["name"] == "slow (seconds 0)"
    assert "/passer-vs-slow-seconds-0/" in looks.state["over"]["id"]
    told = page.http.get(f"/api/results/{looks.state['over']['results']}").json()
    assert "slow-seconds-0" in str(told)
    refused = page.http.post(
        "/api/games",
        json={
            "game": {"kind": "word"},
            "seats": [passer, {"kind": "bot", "bot": "sim", "options": {"share": 96}}],
            "me": None,
        },
    )
    assert refused.status_code == 400
    assert refused.json()["error"]["where"] == "seats[1].options.share"
