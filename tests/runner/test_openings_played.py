"""Games that begin with an opening, and games that an agreed rule ends: played, played again, looked back at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arena.cli.reports.replay import replay_text
from arena.errors import ResultsError
from arena.records.record import GameRecord, decode, encode
from arena.records.replay import replay
from arena.records.store import Results
from arena.report.page.pictures import picture_after
from arena.report.replay import ReplayData
from arena.runner.asking.question import Conditions, question_of
from arena.serve.lookback.games import game_facts, old_game
from arena.serve.lookback.gcg_of import gcg_text
from arena.tournament import Tournament
from arena.variants.build import build_game
from arena.variants.spec import spec_from
from tests.variants.test_openings import CATS

FILE = f"""
name: opened
seed: 3
bots: [random, {{name: other, bot: random}}]
variants:
  - {{name: words, board: scrabble, rules: tournament, openings: ["{CATS} AEINRT?/ 12/7 0", "{CATS} / 0/90 0"]}}
  - {{name: squares, game: tictactoe, openings: ["middle", "upper left, middle"]}}
pairs: 2
move_time: 60s
limits: {{start_time: 120s}}
adjudicate: {{turns: 8, lead: 80, bag: 90}}
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Results]:
    folder = tmp_path_factory.mktemp("opened")
    (folder / "opened.yaml").write_text(FILE)
    done = Tournament.read(folder / "opened.yaml", output=folder / "results").run(workers=1)
    assert done.complete
    with Results(folder / "results") as results:
        yield results


def games(played: Results, variant: str) -> list[GameRecord]:
    return sorted((record for record in played.records() if record.variant == variant), key=lambda record: record.id)


def test_both_games_of_a_pair_begin_alike_with_the_seats_changed(played):
    words, squares = games(played, "words"), games(played, "squares")
    assert [len(games) for games in (words, squares)] == [4, 4]
    for first, second in (words[:2], words[2:], squares[:2], squares[2:]):
        assert first.opening == second.opening
        assert first.opening
        assert first.bots == second.bots[::-1]
    assert [record.opening for record in squares[::2]] == [("middle",), ("upper left", "middle")]
    assert words[0].moves[0].note["hand"] == words[1].moves[0].note["hand"] == "AEINRT?"
    assert [record.moves[0].seat for record in squares[::2]] == [1, 0], "whoever is on turn after the opening"
    assert not any(move.fault for record in (*words, *squares) for move in record.moves), "both knew where they were"


def test_what_is_kept_of_it_is_played_again_and_read_back(played):
    for record in played.records():
        game = build_game(spec_from(played.manifest.specs[record.variant]))
        assert decode(encode(record)) == record
        states = [state for _, state in replay(record, game)]
        assert len(states) == 1 + len(record.moves)
        question = question_of(record, spec_from(played.manifest.specs[record.variant]), game, 0, 2, Conditions())
        assert ("placed" in question.start) == (record.variant == "words")
        assert question.start.get("opening", []) == (list(record.opening) if record.variant == "squares" else [])


def test_an_agreed_rule_ends_a_game_and_is_marked(played):
    words, squares = games(played, "words"), games(played, "squares")
    assert {record.reason for record in words[2:]} == {"adjudicated: lead"}
    assert all(record.places == (2, 1) and not record.moves for record in words[2:]), (
        "90 points ahead with 82 in the bag"
    )
    for record in words[:2]:
        assert record.reason == "adjudicated: turns"
        assert len(record.moves) == 8
        assert record.adjustments == (0, 0)
    for record in (*words, *squares):
        assert record.adjudicated == record.reason.startswith("adjudicated")
    assert any(not record.adjudicated for record in squares), "the others end by their own rules"


def test_an_end_that_was_not_agreed_on_is_found(played):
    record = games(played, "words")[0]
    data = encode(record).replace(b'"adjudicated":true', b'"adjudicated":false')
    with pytest.raises(ResultsError, match="the game goes on"):
        list(replay(decode(data), build_game(spec_from(played.manifest.specs["words"]))))


def test_whoever_looks_back_sees_where_it_began(played):
    record = games(played, "words")[0]
    placed = [(-2, 0, "C", 3), (-1, 0, "A", 1), (0, 0, "T", 1), (1, 0, "S", 1)]
    facts = game_facts(old_game(record, played.manifest, "opened"), None)
    assert [(*tile["at"], tile["char"], tile["points"]) for tile in facts["placed"]] == placed
    assert [(x, y) for (x, y), cell in picture_after(record, 0).tiles.items() if not cell.fresh] == [
        t[:2] for t in placed
    ]
    shown = ReplayData({}).game(record)
    assert (shown["o"], shown["q"]) == (placed, [12, 7])
    assert ReplayData({}).game(games(played, "squares")[2])["n"] == "upper left, middle"
    text = "\n".join(replay_text(record, build_game(spec_from(played.manifest.specs["words"])), boards=False))
    assert "adjudicated: turns" in text
    with pytest.raises(ResultsError, match="begins with an empty board"):
        gcg_text(played.manifest, record, "opened")
