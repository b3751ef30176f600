"""The referee's quick reading says what the rules in plain Python say, of good plays and of bad ones."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from arena.scrabble.legality import faults_of_play
from arena.scrabble.moves import Placed
from arena.scrabble.quick import QuickRules, Worth
from arena.scrabble.rules import WordGame
from arena.scrabble.scoring import score_play
from tests.scrabble.generate_cases import Case, cases
from tests.scrabble.test_judge import bent

TURNS, TRIES = (3, 20) if os.environ.get("NUMBA_DISABLE_JIT") == "1" else (8, 120)


def plainly(case: Case, tiles: tuple[Placed, ...]) -> Worth | None:
    board = {(tile.x, tile.y): tile for tile in case.placed}
    if faults_of_play(case.at, board, tiles, case.hand, 1):
        return None
    score = score_play(case.at, board, tiles)
    return Worth(tuple((word.text, word.points) for word in score.words), score.total)


@pytest.mark.parametrize("board", ["scrabble", "hole", "infinite-hole", "checkpoints", "random"])
@pytest.mark.parametrize("rules", ["tournament", "chicago"])
@pytest.mark.parametrize("factor", [1, 2])
def test_what_it_says_is_what_the_plain_rules_say(board: str, rules: str, factor: int):
    rng, legal, illegal, unsaid = Random(board), 0, 0, 0
    fields: dict[str, Any] = {"rules": rules, "check_whole_board": False, "bonus_factor": factor}
    for case in cases(board, 32, TURNS, 5, 1, **fields):
        plays, quick = case.engine(), QuickRules(case.at)
        for _ in range(TRIES if plays else 0):
            found = plays[rng.randrange(len(plays))]
            for tiles in (found.play.tiles, bent(found.play.tiles, rng, case)):
                said = quick.worth({(tile.x, tile.y): tile for tile in case.placed}, tiles, case.hand)
                plain = plainly(case, tiles)
                assert said in (None, plain), tiles
                legal, illegal = legal + (said is not None), illegal + (plain is None)
                unsaid += said is None and plain is not None
    assert illegal
    if board not in ("checkpoints", "random"):  # squares with programs of their own are left to the plain rules
        assert legal
        assert not unsaid


def case_of(**changes: Any) -> Case:
    return next(iter(cases("scrabble", 5, 1, 4, **changes)))


def test_a_tile_that_is_not_in_the_hand_or_shows_no_such_face_is_left_to_the_plain_rules():
    case = case_of()
    quick, tiles = QuickRules(case.at), case.engine().sorted()[0].play.tiles
    assert quick.worth({}, tiles, case.hand) is not None
    assert quick.worth({}, tiles, {**case.hand, tiles[0].tile: 0}) is None
    assert quick.worth({}, (tiles[0]._replace(points=99), *tiles[1:]), case.hand) is None
    assert quick.worth({}, (tiles[0]._replace(tile=99), *tiles[1:]), {**case.hand, 99: 1}) is None
    assert quick.worth({}, (*tiles, tiles[0]), dict.fromkeys(case.hand, 9)) is None
    assert quick.worth({}, (), case.hand) is None


def test_a_rule_book_that_looks_at_the_whole_board_is_left_to_the_plain_rules():
    case = case_of(check_whole_board=True)
    tiles = case.engine().sorted()[0].play.tiles
    assert QuickRules(case.at).worth({}, tiles, case.hand) is None
    assert QuickRules(case_of(check_whole_board=False).at).worth({}, tiles, case.hand) is not None


def test_games_come_out_the_same_without_it(monkeypatch: pytest.MonkeyPatch):
    def played() -> list[Any]:
        game = WordGame(case_of(check_whole_board=False).at)
        state, rng = game.start(Random(3)), Random(4)
        told = []
        while game.outcome(state) is None and len(told) < TURNS:
            moves = list(game.legal(state))
            state = game.play(state, moves[rng.randrange(len(moves))])
            told.append((state.board, state.hands, state.scores, state.last, game.note(state, state)))
        return told

    quickly = played()
    monkeypatch.setattr(QuickRules, "worth", lambda self, board, tiles, hand: None)
    assert played() == quickly
    assert any(turn.kind == "play" for _, _, _, turn, _ in quickly)
