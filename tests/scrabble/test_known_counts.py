"""Numbers of plays and sums of scores over fixed games, a variant a row: any change in them is a change of the rules.

The games are random but fixed: see ``generate_cases.cases``. The figures were taken from this engine when it agreed
with the exhaustive lister on every one of these boards. To take them anew, when a board file was changed on
purpose: ``python -m tests.scrabble.test_known_counts``.
"""

from __future__ import annotations

import json
import os
from itertools import islice
from pathlib import Path

import pytest

from tests.scrabble.generate_cases import cases
from tests.scrabble.tables import CONFIGS

KNOWN = Path(__file__).parents[1] / "known" / "play_counts.json"
BOARDS = sorted(path.stem for path in (CONFIGS / "boards").glob("*.board"))
GAMES, TURNS = 3, 12
SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def counts(board: str, turns: int = TURNS) -> list[list[list[int]]]:
    """Return [plays, sum of scores, best score] of every position, game by game."""
    games = []
    for seed in range(GAMES):
        rows = []
        for case in islice(cases(board, 500 + seed, TURNS, 7, seed), turns):
            scores = case.engine().scores
            rows.append([len(scores), int(scores.sum()), int(scores.max(initial=-1))])
        games.append(rows)
    return games


@pytest.mark.parametrize("board", BOARDS)
def test_the_plays_of_fixed_games_are_as_many_and_worth_as_much_as_ever(board: str):
    known, turns = json.loads(KNOWN.read_text(encoding="utf-8"))[board], 3 if SLOW else TURNS
    assert counts(board, turns) == [game[:turns] for game in known]


def test_every_shipped_board_has_its_counts():
    assert sorted(json.loads(KNOWN.read_text(encoding="utf-8"))) == BOARDS


if __name__ == "__main__":
    rows = ",\n".join(f'  "{board}": {json.dumps(counts(board))}' for board in BOARDS)
    KNOWN.write_text("{\n" + rows + "\n}\n", encoding="utf-8")
