"""Games that begin in a position: what is on the board and the racks stays, the rest is drawn; bots are asked there."""

from __future__ import annotations

from pathlib import Path

from arena.contract.game import first_state
from arena.records.replay import replay
from arena.records.store import Results
from arena.serve.live.from_position import cgp_spec
from arena.variants.build import build_game
from arena.variants.spec import spec_data, spec_from
from tests.page.client import ANN, GREEDY, Served, Viewer, play_out

CGP = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15 SEE?/DQ 12/40 0 lex default;"


def test_known_tiles_stay_and_the_rest_is_drawn_from_what_is_left():
    spec = cgp_spec(CGP, {}, 2, paths=True)
    again = spec_from(spec_data(spec))
    assert again == spec and again.digest == spec.digest
    game = build_game(spec)
    tiles = game.table.tiles  # type: ignore[attr-defined]
    for seed in range(20):
        state = first_state(game, seed)
        assert state.scores == (12, 40) and state.mover == state.first == 0
        assert [sum(hand.values()) for hand in state.hands] == [7, 7]
        for hand, known in zip(state.hands, ("SEE?", "DQ"), strict=True):
            assert all(hand.get(tile, 0) >= count for tile, count in tiles.parse_hand(known).items())
        held = [tile for hand in state.hands for tile, count in hand.items() for _ in range(count)]
        there = [tile.tile for tile in state.board.values()]
        assert sorted([*held, *there, *state.bag]) == sorted(t for t, n in tiles.full().items() for _ in range(n))
    assert first_state(game, 1).hands != first_state(game, 2).hands


def test_a_position_no_game_comes_to_is_refused(page: Served):
    for cgp in (CGP.replace("SEE?", "QQQ"), "nonsense", CGP.replace("SEE?/DQ 12/40", "A/B/C 1/2/3")):
        asked = {"game": {"kind": "position", "cgp": cgp}, "seats": [ANN, GREEDY], "me": 0}
        answer = page.http.post("/api/games", json=asked)
        assert answer.status_code == 400 and answer.json()["error"]["where"].startswith("game.cgp"), answer.text


def test_a_game_from_a_position_is_played_to_its_end_and_kept(page: Served, folder: Path):
    made = page.make(ANN, GREEDY, game={"kind": "position", "cgp": CGP})
    ann = Viewer(page, made["game"], made["me"]["token"])
    ann.my_turn()
    assert ann.state["turn"] == 0 and ann.state["scores"] == [12, 40]
    assert [tile["char"] for tile in ann.state["board"]] == ["C", "A", "T"]
    assert all(tile["move"] is None for tile in ann.state["board"])
    play_out(ann)
    over = ann.state["over"]
    assert not over["forfeits"], "the bot knows what lies there"
    with Results(folder / over["results"]) as results:
        record, manifest = results.get(over["id"]), results.manifest
    game = build_game(spec_from(manifest.specs[record.variant]))
    assert [state for _, state in replay(record, game)][-1].scores is not None
    picture = page.http.get(f"/api/results/{over['results']}/board.svg", params={"id": over["id"], "move": -1})
    assert ">C<" in picture.text and ">T<" in picture.text
    gcg = page.http.get(f"/api/results/{over['results']}/game.gcg", params={"id": over["id"]})
    assert "empty board" in gcg.json()["error"]["problem"]
    ann.close()


def test_a_bot_is_asked_what_it_would_play(page: Served):
    sent = {"cgp": "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15 S/ 0/0 0 lex default;"}
    answer = page.http.post("/api/position/ask", json={"position": sent, "bot": "greedy"})
    assert answer.status_code == 200, answer.text
    assert answer.json()["text"] == "8G (CAT)S" and answer.json()["points"] == 6
    table = page.http.post("/api/position", json=sent).json()
    on_table = {"table": table["table"], "placed": table["board"], "rack": table["rack"]}
    unknown = page.http.post("/api/position/ask", json={"position": on_table, "bot": "greedy"})
    assert unknown.status_code in (200, 409)
    nobody = page.http.post("/api/position/ask", json={"position": sent, "bot": "nobody"})
    assert nobody.status_code == 400 and nobody.json()["error"]["where"] == "bot"
    idle = page.http.post("/api/position/ask", json={"position": sent, "bot": "passer"})
    assert idle.json()["kind"] == "pass"
