"""Real game records, replayed: the final scores, and exactly the lines that do not add up.

The figures are those that the records' own programs and a separate script agreed on.
"""

from __future__ import annotations

import pytest

from arena.errors import NotationError
from arena.notation.gcg import GcgGame, write_gcg
from arena.notation.gcg_read import read_gcg
from arena.notation.gcg_replay import GcgReplay, replay_gcg
from arena.scrabble.table import Table
from arena.variants.load import load_table
from tests.shared_data import shared

TABLES: dict[str, Table] = {}


def table(tiles: str = "english", board: str = "scrabble") -> Table:
    key = f"{tiles} {board}"
    if key not in TABLES:
        TABLES[key] = load_table(board=board, tiles=tiles, rules="tournament")
    return TABLES[key]


def replay(name: str, tiles: str = "english") -> tuple[GcgGame, GcgReplay]:
    game = read_gcg(shared("gcg", f"{name}.gcg").read_bytes())
    return game, replay_gcg(game, table(tiles))


@pytest.mark.parametrize(
    ("name", "scores", "tiles"),
    [
        ("G03", (454, 398), "english"),
        ("G04", (336, 298), "english"),
        ("G06", (397, 291), "english"),
        ("G10", (471, 407), "english"),
        ("G11", (316, 323), "polish"),
        ("G12", (375, 488), "english"),
        ("G15", (-6, -16), "english"),
        ("G16", (516, 363), "english"),
        ("G17", (526, 401), "english"),
        ("G19", (331, 417), "english"),
        ("G21", (331, 352), "english"),
        ("G31", (558, 397), "english"),
        ("G34", (689, 259), "english"),
        ("G35", (413, 390), "english"),
    ],
)
def test_a_sound_record_replays_without_a_mismatch(name, scores, tiles):
    _, played = replay(name, tiles)
    assert played.scores == scores
    assert played.problems == ()


@pytest.mark.parametrize(
    ("name", "on_board", "finished", "to_move"),
    [
        ("G03", 93, False, 1),
        ("G04", 77, False, 0),
        ("G12", 98, True, None),
        ("G15", 0, True, None),
        ("G19", 79, False, 1),
    ],
)
def test_what_lies_on_the_board_and_whose_turn_it_is(name, on_board, finished, to_move):
    _, played = replay(name)
    assert (len(played.board), played.finished, played.to_move) == (on_board, finished, to_move)


def test_letters_already_there_may_be_written_out():
    _, played = replay("G04")
    assert played.through == 5


@pytest.mark.parametrize(("name", "events"), [("G10", 46), ("G11", 53), ("G12", 24), ("G04", 20)])
def test_every_event_is_read(name, events):
    game, _ = replay(name, "polish" if name == "G11" else "english")
    assert len(game.events) == events


def test_a_penalty_in_the_middle_of_a_game_is_told_and_the_rest_read():
    _, played = replay("G20")
    assert [line for line, _ in played.problems] == [15, 16]
    assert played.scores == (516, 378)


def test_a_withdrawal_written_without_its_points_is_told_and_taken_back():
    _, played = replay("G23")
    assert [line for line, _ in played.problems] == [14]
    assert played.scores == (481, 393)


def test_four_players_replay_and_racks_that_lack_the_tiles_are_told():
    _, played = replay("G26")
    assert played.scores == (172, 184, 221, 149)
    assert [line for line, text in played.problems if "not on the rack" in text] == [7, 8, 9, 13, 15, 16, 18, 19, 20]


def test_two_players_of_one_nickname_are_kept_apart():
    _, played = replay("G27")
    assert played.scores == (345, 356)


def test_a_wrong_score_is_told_with_the_right_one():
    # German tiles of that club; GÄLE is worth 22 on the double word square
    _, played = replay("G32", "german")
    assert played.scores == (387, 374)
    wrong = [text for _, text in played.problems if "is right" in text]
    assert len(wrong) == 1
    assert "+32" in wrong[0]
    assert "+22" in wrong[0]


def test_partly_known_racks_are_no_mistake():
    _, played = replay("G33", "german")
    assert played.scores == (437, 362)
    assert played.problems == ()


def small(*lines: str, head: str = "#player1 A One\n#player2 B Two\n") -> GcgReplay:
    return replay_gcg(read_gcg(head + "\n".join(lines) + "\n"), table())


def test_blind_exchanges_leave_the_bag_as_it_was():
    played = small(">A: ABCDE 8H ABACA +0 0", ">B: -4 +0 0", ">A: X - +0 0", ">B: -4 +0 0")
    assert not any("exchange" in text for _, text in played.problems)


def test_a_play_that_cannot_be_placed_is_told_and_the_rest_is_read():
    played = small(">A: CAT 8G CAT +10 10", ">B: AT 8G DO. +5 5", ">A: S 8J S +0 10", ">B: Q O1 QQ +1 6")
    problems = dict(played.problems)
    assert "D cannot lie where there is C already" in problems[4]
    problems = {line: " ".join(text for at, text in played.problems if at == line) for line, _ in played.problems}
    assert "more tiles Q" in problems[6]
    assert "WordNotAdjacent" in problems[6]


def test_taking_back_what_was_not_played_is_told():
    played = small(">A: CAT 8G CAT +10 10", ">B: ABC -- -10 -10")
    assert "no play of this player" in dict(played.problems)[4]


def test_negative_coordinates_need_an_origin():
    game = read_gcg("#player1 A One\n#player2 B Two\n>A: CAT 1A CAT +7 7\n")
    endless = table("english", "infinite")
    with pytest.raises(NotationError):
        replay_gcg(game, endless)
    placed = read_gcg("#player1 A One\n#player2 B Two\n#origin -1 0\n>A: CAT 1A CAT +5 5\n")
    played = replay_gcg(placed, endless)
    assert sorted(played.board) == [(-1, 0), (0, 0), (1, 0)]
    assert read_gcg(write_gcg(placed)) == placed
