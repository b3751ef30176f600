"""The quick verdict says what the rules in plain Python say, of good plays and of bad ones."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from arena.scrabble.judge import Verdict, judge
from arena.scrabble.legality import faults_of_play
from arena.scrabble.moves import Placed
from arena.scrabble.scoring import score_play
from tests.scrabble.generate_cases import Case, cases

TURNS, TRIES = (3, 20) if os.environ.get("NUMBA_DISABLE_JIT") == "1" else (8, 120)


def plainly(case: Case, tiles: tuple[Placed, ...]) -> Verdict | None:
    board = {(tile.x, tile.y): tile for tile in case.placed}
    held = {tile.id: 99 for tile in case.at.tiles.tiles}
    if faults_of_play(case.at, board, tiles, held, 1):
        return None
    score = score_play(case.at, board, tiles)
    return Verdict(tuple((word.text, word.points) for word in score.words), score.bonus, score.total)


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


@pytest.mark.parametrize("board", ["scrabble", "hole", "infinite-hole", "checkpoints", "random"])
@pytest.mark.parametrize("rules", ["tournament", "chicago"])
def test_the_quick_verdict_is_that_of_the_plain_rules(board: str, rules: str):
    rng, legal, illegal = Random(board), 0, 0
    fields: dict[str, Any] = {"rules": rules, "check_whole_board": False}
    for case in cases(board, 31, TURNS, 5, 1, **fields):
        plays = case.engine()
        for _ in range(TRIES if plays else 0):
            found = plays[rng.randrange(len(plays))]
            for tiles in (found.play.tiles, bent(found.play.tiles, rng, case)):
                verdict = judge(case.field, tiles)
                assert verdict == plainly(case, tiles), tiles
                legal, illegal = legal + (verdict is not None), illegal + (verdict is None)
            assert (judge(case.field, found.play.tiles) or Verdict((), 0, -1)).total == found.score
    assert legal
    assert illegal


def test_no_tiles_and_tiles_far_away_are_no_play():
    case = next(iter(cases("infinite", 1, 1, 4)))
    assert judge(case.field, ()) is None
    assert judge(case.field, (Placed(10**6, 10**6, 0, "A", 1),)) is None
