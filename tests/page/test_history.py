"""Results, positions and game records over HTTP: a small tournament is played once, and looked back at."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.notation.gcg_read import read_gcg
from arena.serve.lookback.strengths import Strengths
from arena.tournament import Tournament
from tests.page.client import PATIENCE, Served, served

FILE = """
name: small
seed: 7
bots: [{name: greedy, bot: greedy}, {name: longest, bot: longest}]
variants: [{name: standard, board: standard}]
pairs: 1
move_time: 5s
isolation: process
workers: 1
"""
NIM = """
name: sticks
seed: 7
bots: [{name: first, bot: first}, {name: random, bot: random}]
variants: [{name: nim, game: "nim(1,2)"}]
pairs: 1
isolation: process
workers: 1
"""


@pytest.fixture(scope="module")
def back(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("back")
    for name, text in (("small", FILE), ("sticks", NIM)):
        file = folder / f"{name}.yaml"
        file.write_text(text)
        Tournament.read(file, output=folder / name).run(stop=_never())
    with served(folder) as running:
        yield running


def _never() -> Any:
    from arena.runner.runs.stop import Stop

    return Stop()


def got(page: Served, path: str, **query: Any) -> Any:
    answer = page.http.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_results_are_found_and_reported(back: Served):
    rows = {row["name"]: row for row in got(back, "/api/results")["results"]}
    assert rows["small"]["games"] == 2 and rows["small"]["bots"] == ["greedy", "longest"]
    assert not rows["small"]["running"] and rows["small"]["trouble"] is None
    assert rows["played"]["people"] and rows["played"]["running"]
    report = got(back, "/api/results/small")
    assert report["games"] == 2 and {row["bot"] for row in report["standings"]} == {"greedy", "longest"}
    page = back.http.get("/api/results/small/report.html")
    assert page.status_code == 200 and page.headers["content-security-policy"].startswith("sandbox")
    for name in ("nothing", "..", "small%2F..%2F..", "played/live"):
        assert back.http.get(f"/api/results/{name}").status_code == 404


def test_a_game_is_looked_at_move_by_move(back: Served):
    listed = got(back, "/api/results/small/games", bot="greedy", limit=1)
    assert listed["count"] == 2 and len(listed["games"]) == 1 and not listed["games"][0]["hidden"]
    id = listed["games"][0]["id"]
    game = got(back, "/api/results/small/game", id=id)
    assert len(game["moves"]) == listed["games"][0]["turns"] == len(game["racks"])
    totals = [0] * len(game["players"])
    for move in game["moves"]:
        totals[move["seat"]] += move["points"]
        assert move["total"] == totals[move["seat"]]
    ended = [total + change for total, change in zip(totals, game["over"]["adjustments"], strict=True)]
    assert ended == game["over"]["scores"] == listed["games"][0]["scores"]
    table = got(back, f"/api/tables/{game['table']}")
    assert table["board"]["name"] == "standard" and len(table["board"]["window"]["rows"]) == 15
    seat = game["players"].index("greedy")
    move = next(move["turn"] for move in game["moves"] if move["seat"] == seat)
    plays = got(back, "/api/results/small/plays", id=id, move=move, most=3)
    assert plays["given_away"] == 0 and plays["rank"] == 1
    assert plays["plays"][0]["points"] == game["moves"][move]["points"] == plays["played"]["points"]
    weighed = got(back, "/api/results/small/plays", id=id, move=move, most=3, by="equity")
    assert weighed["plays"][0]["equity"] >= weighed["plays"][1]["equity"]
    assert weighed["given_away"] == round(max(0, weighed["plays"][0]["equity"] - weighed["played"]["equity"]), 2)
    assert (weighed["rank"] == 1) == (weighed["given_away"] == 0)
    assert weighed["count"] > plays["count"]  # exchanges, too
    wrong = back.http.get("/api/results/small/plays", params={"id": id, "move": move, "by": "luck"})
    assert wrong.status_code == 400 and wrong.json()["error"]["where"] == "by"
    assert back.http.get("/api/results/small/plays", params={"id": id, "move": 999}).status_code == 404
    assert back.http.get("/api/results/small/game", params={"id": "no/such/game/1"}).status_code == 404


def test_games_go_out_as_gcg_cgp_svg_and_png_and_a_gcg_comes_in(back: Served):
    id = got(back, "/api/results/small/games")["games"][0]["id"]
    game = got(back, "/api/results/small/game", id=id)
    gcg = back.http.get("/api/results/small/game.gcg", params={"id": id})
    assert "attachment" in gcg.headers["content-disposition"]
    assert len(read_gcg(gcg.text).players) == 2
    looked = back.http.post("/api/gcg", json={"gcg": gcg.text}).json()
    assert looked["problems"] == [] and looked["players"] == game["players"]
    assert [m["points"] for m in looked["moves"] if m["kind"] == "play"] == [
        m["points"] for m in game["moves"] if m["kind"] == "play"
    ]
    assert [t["at"] for t in looked["moves"][0]["tiles"]] == [t["at"] for t in game["moves"][0]["tiles"]]
    wrong = gcg.text.replace(f"+{game['moves'][0]['points']} ", f"+{game['moves'][0]['points'] + 1} ", 1)
    told = back.http.post("/api/gcg", json={"gcg": wrong}).json()["problems"]
    assert told and told[0]["move"] == 0
    assert back.http.post("/api/gcg", json={"gcg": "no record"}).status_code == 400
    cgp = back.http.get("/api/results/small/position.cgp", params={"id": id, "move": 4}).text
    position = back.http.post("/api/position", json={"cgp": cgp, "rules": "itu"}).json()
    assert position["rack"] == game["racks"][4] and position["warnings"] == []
    laid = {tuple(t["at"]): t["char"] for move in game["moves"][:4] for t in move["tiles"] if move["kind"] == "play"}
    assert {tuple(t["at"]): t["char"] for t in position["board"]} == laid
    svg = back.http.get("/api/results/small/board.svg", params={"id": id, "move": 0})
    assert svg.headers["content-type"] == "image/svg+xml" and svg.text.startswith("<svg ")
    png = back.http.get("/api/results/small/board.png", params={"id": id, "move": 0})
    assert png.content.startswith(b"\x89PNG")


def test_a_position_is_analysed(back: Served):
    sent = {"cgp": "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15 S/ 0/0 0 lex default;"}
    found = back.http.post("/api/position/plays", json={"position": sent, "most": 5}).json()
    assert found["plays"][0]["word"] == "CATS" and found["plays"][0]["text"] == "8G (CAT)S"
    body = {"position": {"cgp": sent["cgp"].replace(" S/", " ABCSUVV/")}, "most": 500, "by": "equity"}
    weighed = back.http.post("/api/position/plays", json=body).json()
    equities = [move["equity"] for move in weighed["plays"]]
    assert equities == sorted(equities, reverse=True) and len(equities) == min(500, weighed["count"])
    exchange = next(move for move in weighed["plays"] if move["kind"] == "change")
    assert exchange["tiles"] == [] and exchange["change"] and exchange["text"].startswith("exchange ")
    assert all(move["kept"] == "" or move["kind"] for move in weighed["plays"])
    wrong = back.http.post("/api/position/plays", json=body | {"by": "luck"})
    assert wrong.status_code == 400
    verdict = back.http.post("/api/position/judge", json={"position": sent, "text": "8G CATS"}).json()
    assert verdict["legal"] and verdict["words"] == [["CATS", 6]] and verdict["points"] == 6
    table = back.http.post("/api/position", json=sent).json()
    on_table = {"table": table["table"], "placed": table["board"], "rack": table["rack"]}
    same = back.http.post("/api/position/plays", json={"position": on_table, "most": 5}).json()
    assert same == found
    assert got(back, "/api/lookup", table=table["table"], word="cats")["valid"]
    assert not got(back, "/api/lookup", table=table["table"], word="QZX")["valid"]
    twice = back.http.post("/api/position", json=on_table | {"placed": table["board"] * 2})
    assert twice.status_code == 400 and twice.json()["error"]["where"] == "placed[3]"
    for wrong in ({}, {"cgp": "x"}, {"cgp": "1/1", "table": "x"}, {"table": "x"}, {"json": {"board": 7}}):
        assert back.http.post("/api/position", json=wrong).status_code in (400, 404)


def test_a_small_game_is_looked_at_position_by_position(back: Served):
    id = got(back, "/api/results/sticks/games")["games"][0]["id"]
    game = got(back, "/api/results/sticks/game", id=id)
    assert game["kind"] == "small" and len(game["positions"]) == len(game["moves"]) + 1
    assert game["positions"][0]["columns"] == 2 and game["positions"][-1]["moves"] == []
    assert back.http.get("/api/results/sticks/board.svg", params={"id": id, "move": 0}).status_code == 404


def test_two_bots_are_compared_on_the_same_tiles(back: Served):
    lines = got(back, "/api/compare", results="small", a="greedy", b="longest")["games"]
    assert lines and all(line["a"]["bots"] != line["b"]["bots"] for line in lines)
    same = got(back, "/api/compare", a="small", b="small")
    assert len(same["games"]) == 2 and all(line["same"] for line in same["games"])


def test_damaged_results_are_listed_with_what_is_wrong(back: Served, tmp_path: Path):
    folder = back.server.folder / "broken"
    folder.mkdir()
    (folder / "games.sqlite").write_bytes(b"no database")
    row = next(row for row in got(back, "/api/results")["results"] if row["name"] == "broken")
    assert row["trouble"]
    assert back.http.get("/api/results/broken").status_code in (404, 400)
    assert json.loads(back.http.get("/api/results/broken").text)["error"]["problem"]


def test_bots_have_the_strength_that_their_last_tournament_shows(back: Served):
    known = Strengths(back.server.folder).known(PATIENCE)
    assert set(known) == {"greedy", "longest", "first", "random"}
    told = known["greedy"]
    assert told["results"] == "small" and told["games"] == 2 and isinstance(told["elo"], float)
    ends = (told["low"], told["high"])
    assert any(end is None for end in ends), "two won games do not say how much stronger"
    assert all(end is None or (end < told["elo"]) == (end is told["low"]) for end in ends)
    bots = {bot["name"]: bot for bot in got(back, "/api/choices")["bots"]}
    assert bots["passer"]["strength"] is None and "strength" in bots["greedy"]
