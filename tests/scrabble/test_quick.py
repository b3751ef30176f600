"""The referee's quick reading says what the rules in plain Python say, of good plays and of bad ones."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from arena.scrabble.legality import faults_of_play
from arena.scrabble.moves import Placed
from arena.scrabble.position import Board
from arena.scrabble.quick import QuickRules, Worth
from arena.scrabble.rules import WordGame
from arena.scrabble.scoring import score_play
from arena.scrabble.tiles import Hand
from tests.scrabble.generate_cases import Case, cases
from tests.scrabble.tables import CONFIGS

TURNS, TRIES = (3, 20) if os.environ.get("NUMBA_DISABLE_JIT") == "1" else (8, 120)
BOARDS = sorted(path.stem for path in (CONFIGS / "boards").glob("*.board"))


def plainly(case: Case, board: Board, tiles: tuple[Placed, ...], hand: Hand) -> Worth | None:
    if faults_of_play(case.at, board, tiles, hand, 1):
        return None
    score = score_play(case.at, board, tiles)
    return Worth(tuple((word.text, word.points) for word in score.words), score.total)


def bent(tiles: tuple[Placed, ...], rng: Random, case: Case) -> tuple[Placed, ...]:
    """Return a play that is a little different, and mostly wrong."""
    changed: list[Any] = list(tiles)
    at = rng.randrange(len(changed))
    match rng.randrange(6):
        case 0:
            changed[at] = changed[at]._replace(x=changed[at].x + rng.choice((-1, 1)))
        case 1:
            changed[at] = changed[at]._replace(y=changed[at].y + rng.choice((-1, 1)))
        case 2:
            tile = rng.choice(case.at.tiles.tiles)
            face = rng.choice(tile.faces)
            changed[at] = changed[at]._replace(tile=tile.id, char=face.char, points=face.points)
        case 3:
            changed = [tile._replace(x=tile.x + 1) for tile in changed]
        case 4:
            del changed[at]
        case 5:
            changed = [tile._replace(x=tile.y, y=tile.x) for tile in changed]
    rng.shuffle(changed)
    return tuple(changed)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("rules", ["tournament", "chicago"])
@pytest.mark.parametrize("factor", [1, 2])
def test_what_it_says_is_what_the_plain_rules_say(board: str, rules: str, factor: int):
    """Of the engine's plays and of bent ones; from the hand, and from one that holds everything."""
    rng, legal, illegal, unsaid = Random(board), 0, 0, 0
    fields: dict[str, Any] = {"rules": rules, "check_whole_board": False, "bonus_factor": factor}
    for case in cases(board, 32, TURNS, 5, 1, **fields):
        plays, quick = case.engine(), QuickRules(case.at)
        lying = {(tile.x, tile.y): tile for tile in case.placed}
        everything = dict.fromkeys((tile.id for tile in case.at.tiles.tiles), 99)
        for _ in range(TRIES if plays else 0):
            found = plays[rng.randrange(len(plays))]
            wrong = bent(found.play.tiles, rng, case)
            for tiles, hand in ((found.play.tiles, case.hand), (wrong, case.hand), (wrong, everything)):
                said, plain = quick.worth(lying, tiles, hand), plainly(case, lying, tiles, hand)
                assert said in (None, plain), tiles
                legal, illegal = legal + (said is not None), illegal + (plain is None)
                unsaid += said is None and plain is not None
            said = quick.worth(lying, found.play.tiles, case.hand)
            assert said is None or said.total == found.score
    assert illegal
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
    assert quick.worth({}, tuple(tile._replace(x=tile.x + 10**6) for tile in tiles), case.hand) is None


def test_a_rule_book_that_looks_at_the_whole_board_is_left_to_the_plain_rules():
    case = case_of(check_whole_board=True)
    tiles = case.engine().sorted()[0].play.tiles
    assert QuickRules(case.at).worth({}, tiles, case.hand) is None
    assert QuickRules(case_of(check_whole_board=False).at).worth({}, tiles, case.hand) is not None


def test_games_come_out_the_same_without_it(monkeypatch: pytest.MonkeyPatch):
    def played() -> list[Any]:
        game = WordGame(case_of(check_whole_board=False).at)
        state, rng = game.start(Random(3)), Random(4)
        states = []
        while game.outcome(state) is None and len(states) < TURNS:
            moves = list(game.legal(state))
            state = game.play(state, moves[rng.randrange(len(moves))])
            states.append((state.board, state.hands, state.scores, state.last, game.note(state, state)))
        return states

    quickly = played()
    monkeypatch.setattr(QuickRules, "worth", lambda self, board, tiles, hand: None)
    assert played() == quickly
    assert any(turn.kind == "play" for _, _, _, turn, _ in quickly)
