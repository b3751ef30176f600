"""The last lines of a game in the course's words."""

from __future__ import annotations

import pytest

from arena.records.record import GameRecord, MoveRecord
from arena.records.trace import last_lines, message_text


def record(*scores: int) -> GameRecord:
    moves = tuple(
        MoveRecord(turn=turn, seat=turn % 2, move="pass", note={"kind": "play", "score": score})
        for turn, score in enumerate(scores)
    )
    return GameRecord(
        id="v/a-vs-b/0001/1", variant="v", pairing="a-vs-b", pair=1, half=1, bots=("a", "b"), seed=1, moves=moves,
        places=(1, 1), reason="scoreless turns", scores=(0, 0),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((), []),
        ((0, 0), []),
        ((0, -3), []),
        ((0, 1), ["Best move was played by b for 1 point"]),
        ((7, 9, 9), ["Best move was played by b for 9 points"]),
    ],
)
def test_the_best_move_is_told_where_somebody_made_a_point(scores: tuple[int, ...], expected: list[str]):
    assert [line for line in last_lines(record(*scores)) if line.startswith("Best move")] == expected


def test_errors_are_told_by_their_texts():
    line = b'{"type": "errors", "turn": 2, "tiles": [], "errors": [{"type": "EmptyMove", "text": "EmptyMove"}]}'
    assert message_text(line) == "Errors turn=2 tiles=[] errors=[EmptyMove]"
