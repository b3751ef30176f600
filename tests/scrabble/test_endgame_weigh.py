"""Every move of an endgame has the value of a plain search over the referee's rules, the best of them first."""

from __future__ import annotations

import os
from typing import Any

import pytest

from arena.engine.endgame.solve import EndgameSolver
from arena.engine.endgame.weigh import EndgameWeigher, ValuedMove
from arena.scrabble.moves import Pass, Play
from arena.scrabble.rules import WordGame
from tests.oracles.endgame import state_of, to_come
from tests.scrabble.generate_cases import Case
from tests.scrabble.test_endgame import margin, positions

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"  # the kernels as plain Python: fewer positions


def move_of(found: ValuedMove) -> Play | Pass:
    return Pass() if found.play is None else found.play.play


def expected(case: Case, hands: list[dict[int, int]], move: Play | Pass) -> int:
    """Return what is still to come by a move, by the referee's rules."""
    game = WordGame(case.at, len(hands))
    before = state_of(case.at, {(tile.x, tile.y): tile for tile in case.placed}, hands)
    after = game.play(before, move)
    return margin([now + more for now, more in zip(after.scores, to_come(game, after), strict=True)])


@pytest.mark.parametrize(
    ("board", "seed", "counts", "fields"),
    [
        ("scrabble", 1, (2, 2), {}),
        ("infinite-hole", 2, (2, 1), {"wild": 1}),
        ("hole", 5, (2, 2), {"out_adjustment": "both"}),
        ("hole", 5, (2, 2), {"scoreless_limit": 1, "zero_play_scoreless": True}),
        ("scrabble", 6, (1, 1), {"turn_limit": 2}),
        ("checkpoints", 9, (1, 1, 1), {"scoreless_limit": 3}),
    ],
)
def test_every_move_has_the_value_of_a_plain_search(
    board: str, seed: int, counts: tuple[int, ...], fields: dict[str, Any]
):
    plays = 0
    for case, hands in positions(board, seed, 2 if SLOW else 4, *counts, **fields):
        solver = EndgameSolver(case.at)
        found = EndgameWeigher(solver).weigh(case.field, hands)
        assert {str(move_of(one)) for one in found} == {
            "pass",
            *(str(scored.play) for scored in case.at.generator.plays(case.field, hands[0])),
        }
        assert all(one.exact for one in found)
        assert [one.value for one in found] == [expected(case, hands, move_of(one)) for one in found]
        assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
        assert found[0].value == solver.solve(case.field, hands).value
        plays += len(found) - 1  # one is the pass
    assert plays > 0


def test_where_little_may_be_looked_at_what_is_exact_is_right_and_the_rest_is_told():
    guesses = 0
    for case, hands in positions("scrabble", 3, 3, 3, 3):
        for nodes in (1, 40, 400):
            found = EndgameWeigher(EndgameSolver(case.at)).weigh(case.field, hands, nodes=nodes)
            sure = [one for one in found if one.exact]
            assert [one.value for one in sure] == [expected(case, hands, move_of(one)) for one in sure]
            guesses += len(found) - len(sure)
    assert guesses > 0


def test_only_the_moves_that_are_asked_for_beside_the_best():
    for case, hands in positions("hole", 5, 3, 2, 2):
        weigher = EndgameWeigher(EndgameSolver(case.at))
        every = weigher.weigh(case.field, hands)
        some = weigher.weigh(case.field, hands, moves=[None])
        assert some[0] == every[0]
        assert {one.play is None for one in some} == {one.play is None for one in every[:1]} | {True}
        assert next(one for one in some if one.play is None).value == expected(case, hands, Pass())
