"""What bots do on a board, where games went, and where pairs part: counted by hand on small records."""

from __future__ import annotations

import msgspec
import pytest

from arena.board.layout import Layout, SquareKind
from arena.records.record import FaultRecord, ForfeitRecord
from arena.report.examine import examine
from arena.report.moves_text import doings_text, extents_text, partings_text, squares_text
from arena.report.pairs import partings
from arena.report.usage import Counter
from tests.report.games import game
from tests.report.misses import FULL, LAST, MIDDLE, OPENING, PASS, hand_made, turn


def counted(records, layout, specs=None):
    counter = Counter(specs or {}, {"tiny": layout})
    for record in records:
        counter.add(record)
    return counter.usage


def board(bounds=(-3, -3, 4, 4)):
    """A board with a double letter at (1, -1), a hole at (2, 1), its centre at (0, 0)."""

    def ids(x0, y0, x1, y1):
        import numpy as np

        cells = np.zeros((y1 - y0 + 1, x1 - x0 + 1), dtype=np.int32)
        for (x, y), kind in {(1, 0): 1, (3, 0): 1, (2, 1): -1}.items():
            if x0 <= x <= x1 and y0 <= y <= y1:
                cells[y - y0, x - x0] = kind
        return cells

    single, double = (SquareKind(id_, name, " ", {}, (1 + id_, 1)) for id_, name in enumerate(("SLS", "DLS")))
    return Layout("tiny", (0, 0), {0: single, 1: double}, single, bounds, ids)


def test_turns_are_counted_by_what_they_were(spec):
    change = turn(4, 0, "change 0 1 2", "change", 0, "ABCS")
    late = turn(5, 1, None, "timeout", 0, "AAB")
    first, second = hand_made()
    first = msgspec.structs.replace(first, moves=(*first.moves, change, late))
    usage = counted([first, second], board(), {"tiny": spec})
    one, two = usage.doings[""]["one"], usage.doings["tiny"]["two"]
    assert (one.games, one.turns, one.plays, one.passes, one.changes, one.changed) == (2, 3, 1, 1, 1, 3)
    assert (two.turns, two.plays, two.bingos, two.lost, two.tiles, two.points) == (4, 3, 1, 1, 8, 69)


def test_a_bonus_is_only_counted_where_the_rule_book_is_known():
    assert counted(hand_made(), board()).doings[""]["two"].bingos == 0


def test_squares_are_counted_by_kind():
    usage = counted(hand_made(), board())
    kinds = usage.squares["tiny"]
    # (1, 0) is covered by OPENING; (1, 0) and (3, 0) by FULL.
    assert vars(kinds["DLS"]["one"]) == {"tiles": 1, "plays": 1, "points": 6}
    assert vars(kinds["DLS"]["two"]) == {"tiles": 2, "plays": 1, "points": 57}
    assert vars(kinds["SLS"]["two"]) == {"tiles": 2 + 2 + 2, "plays": 3, "points": 69}
    assert usage.on_board["tiny"] == {"SLS": 8 * 8 - 3, "DLS": 2}


def test_a_board_without_end_says_how_far_games_went():
    usage = counted(hand_made(), board(None))
    extent = usage.extents()["tiny"]
    # x: 0 1 2 0 0 2 2 and 0 1 2 3; y: 0 0 0 1 2 -2 -1 and 0 0 0 0.
    assert (extent.games, extent.width.mean, extent.height.mean) == (2, (3 + 4) / 2, (5 + 1) / 2)
    assert (extent.widest, extent.highest, extent.tiles.mean) == (4, 5, 5.5)
    assert extent.x.mean == pytest.approx((1 + 1.5) / 2)
    assert extent.y.mean == pytest.approx(0)
    assert extent.x.low is None  # one pair
    assert usage.heat["tiny"][0, 0] == 2
    assert "tiny" not in usage.on_board
    [text] = extents_text(usage)
    assert text.splitlines()[-1].split() == [
        "tiny", "2", "5.5", "3.5", "3.0", "4", "5", "1.25", "+1.25", "-", "-", "0.00", "-", "-",
    ]  # fmt: skip
    assert extents_text(counted(hand_made(), board())) == []


def test_a_square_far_away_costs_no_more_than_one_nearby():
    far = turn(0, 0, f"{2**31 - 1} {-(2**31)} 0A1", "play", 1, "A")
    usage = counted([game(1, ("one", "two"), (1, 0), variant="tiny", moves=(far,))], board(None))
    assert usage.squares["tiny"]["SLS"]["one"].tiles == 1


def pair(one, other, **rest):
    """Return a pair of games with these moves."""
    return [
        game(1, ("one", "two"), (6, 12), variant="tiny", moves=one, **rest),
        game(1, ("two", "one"), (12, 6), variant="tiny", half=2, moves=other),
    ]


def swapped(turn_, /, **changes):
    return msgspec.structs.replace(turn_, **changes)


SAME = (OPENING, MIDDLE, PASS, LAST)
OTHER_TILES = swapped(MIDDLE, note=MIDDLE.note | {"hand": "AABB"})
OTHER_DRAWN = swapped(OPENING, note=OPENING.note | {"drawn": "BCC"})
LATE = swapped(MIDDLE, move=None, note={"kind": "timeout", "hand": "AAAB"}, fault=FaultRecord("LATE"))
GONE = {"forfeits": (ForfeitRecord(0, "CRASHED", "exit status 1"),)}


@pytest.mark.parametrize(
    ("one", "other", "more", "turn_", "cause"),
    [
        (SAME, SAME, {}, None, "same"),
        ((OPENING, MIDDLE), (FULL,), {}, 0, "choice"),
        ((OPENING, MIDDLE), (OPENING, swapped(MIDDLE, move="pass")), {}, 1, "choice"),
        ((OPENING, MIDDLE), (OPENING, LATE), {}, 1, "fault"),
        ((OPENING, MIDDLE), (OPENING, OTHER_TILES), {}, 1, "tiles"),
        ((OPENING, MIDDLE), (OTHER_DRAWN, MIDDLE), {}, 0, "tiles"),
        ((OPENING, MIDDLE), (OPENING, swapped(MIDDLE, seat=0)), {}, 1, "tiles"),
        (SAME[:2], SAME, {}, 2, "length"),
        (SAME[:2], SAME, GONE, 2, "fault"),
    ],
)
def test_a_pair_parts_where_and_why(one, other, more, turn_, cause):
    [found] = partings(pair(one, other, **more))
    assert (found.turn, found.cause) == (turn_, cause)
    assert (found.points, found.margin) == (0.0, -6.0)


def test_half_a_pair_is_left_out_and_pairs_are_told_apart():
    records = [*pair(SAME, SAME), game(2, ("one", "two"), (1, 2), variant="tiny", moves=SAME)]
    assert len(list(partings(records))) == 1
    void = pair(SAME, SAME)
    assert list(partings([void[0], msgspec.structs.replace(void[1], counts=False)])) == []


def test_games_of_three_seats_part_where_the_first_of_them_does():
    bots = ("a", "b", "c")
    games = [
        game(1, bots[n:] + bots[:n], (3, 2, 1), variant="tiny", half=n + 1, moves=SAME if n < 2 else (FULL,))
        for n in range(3)
    ]
    [found] = partings(games)
    assert (found.turn, found.cause, found.points) == (0, "choice", pytest.approx((1 + 0 + 0.5) / 3))


def test_the_text_says_what_must_not_be_only_where_it_is():
    good = examine(lambda: pair(SAME, SAME), {}, {"tiny": board()})
    assert "must not be" not in partings_text(good)[0]
    assert partings_text(good)[0].splitlines()[-1].split() == [
        "tiny", "one-vs-two", "1", "1", "0", "0", "0", "0", "-",
    ]  # fmt: skip
    bad = examine(lambda: pair((OPENING, MIDDLE), (OPENING, OTHER_TILES)), {}, {"tiny": board()})
    assert "must not be" in " ".join(partings_text(bad)[0].split())


def test_doings_and_squares_are_printed_per_game_and_play():
    moves = examine(hand_made, {}, {"tiny": board()}, order=("one", "two"))
    [doings], [used] = doings_text(moves), squares_text(moves)
    assert doings.splitlines()[-2].split() == [
        "all", "one", "1.0", "50.0", "6.0", "3.00", "1.00", "0.00", "0.00", "0.50", "0.00",
    ]  # fmt: skip
    assert ["tiny", "DLS", "2", "two", "1.00", "33.3", "57.0"] in [row.split() for row in used.splitlines()]
