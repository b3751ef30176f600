"""Which plays are refused, and with which faults."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.scrabble.legality import ORDER, IllegalPlay, PlayFault, faults_of_change, faults_of_play
from arena.scrabble.moves import Placed
from arena.scrabble.position import Board, words_through
from arena.scrabble.scoring import score_play
from arena.scrabble.table import Table
from tests.scrabble.tables import board, layout, picture, punched, table, tile_set, word, word_at
from tests.work import lines_run

EVERYTHING = dict.fromkeys(range(27), 9)


def faults(at: Table, lying: Board, tiles: list[Placed], hand: dict[int, int] | None = None) -> list[str]:
    return [str(fault) for fault in faults_of_play(at, lying, tiles, hand or EVERYTHING, 1)]


def test_a_cross_word_below_an_old_tile_is_seen():
    at = table("HAT TO CAB")
    lying = board(at, ("HAT", "8G"), ("O", "9I"))
    assert faults(at, lying, word(at, "C.B", "H7")) == ["WordNotInDictionary(BO)"]


def test_the_transposed_play_has_the_transposed_fault():
    at = table("HAT TO CAB")
    lying = board(at, ("HAT", "H7"), ("O", "9I"))
    tiles = word(at, "C.B", "8G")
    assert faults(at, lying, tiles) == ["WordNotInDictionary(BO)"]
    after = {**lying, **{(tile.x, tile.y): tile for tile in tiles}}
    assert ["".join(t.char for t in run) for run, _ in words_through(after, tiles)] == ["CAB", "BO"]


def test_an_opening_covers_the_centre_with_at_least_two_tiles():
    at = table("I CAT")
    assert faults(at, {}, word(at, "I", "8H")) == ["FirstWordTooShort"]
    assert faults(at, {}, word(at, "CAT", "1A")) == ["FirstWordNotOverCenter(0 0)"]
    assert faults(at, {}, word(at, "CAT", "8I")) == ["FirstWordNotOverCenter(0 0)"]
    for where in ("8F", "8G", "8H", "H6", "H7", "H8"):
        assert faults(at, {}, word(at, "CAT", where)) == []


def test_a_rule_book_may_let_a_lone_tile_open():
    at = table("AT", rules="chicago")
    assert faults(at, {}, word(at, "I", "8H")) == []
    assert score_play(at, {}, word(at, "I", "8H")).total == 0


def test_a_board_wider_than_high_ends_where_it_ends():
    at = table("CAT", picture("\n".join([".. " * 9] * 5), centre=(4, 2)))
    lying = {(tile.x, tile.y): tile for tile in word_at(at, "CAT", 3, 2)}
    c = word_at(at, "C", 8, 4)
    assert "EmptyTile(8 4)" not in faults(at, lying, c)
    assert "EmptyTile(4 8)" in faults(at, lying, word_at(at, "C", 4, 8))


def test_the_last_row_and_column_of_a_large_board_belong_to_it():
    at = table("TS CAT AT", "superscrabble", "superscrabble")
    lying = board(at, ("CAT", "11S"))
    assert faults(at, lying, word(at, "S", "12U")) == []
    assert score_play(at, lying, word(at, "S", "12U")).total == 2
    assert faults(at, lying, word(at, "AT", "21T")) == ["WordNotAdjacent"]


def test_a_hole_takes_no_tile_and_joins_none():
    at = table("CAT CATS CATSUP SUP UP", punched(layout("scrabble"), (3, 0)))
    lying = board(at, ("CAT", "8H"))
    assert faults(at, lying, word(at, "S", "8K")) == ["EmptyTile(3 0)"]
    assert faults(at, lying, word(at, "SUP", "8K")) == ["EmptyTile(3 0)"]
    assert faults(at, lying, word(at, "UP", "8L")) == ["WordNotAdjacent"]
    across = [*word(at, "S", "9J"), *word(at, "UP", "9K")]
    assert faults(at, lying, across) == ["WordNotInDictionary(TS)"]


def test_a_hole_between_the_tiles_takes_the_word_off_the_board():
    at = table("CAT UP", punched(layout("scrabble"), (3, 0)))
    tiles = [*word(at, "CAT", "8H"), *word(at, "UP", "8L")]
    assert faults(at, {}, tiles) == ["WordOutsideBoard"]
    tiles = [*word(at, "CAT", "8H"), *word(at, "UP", "8M")]  # a hole and an empty square
    assert faults(at, {}, tiles) == ["WordOutsideBoard", "WordNotConnected"]


def test_a_gap_of_empty_squares_is_told_once():
    at = table("CAT")
    assert faults(at, {}, [*word(at, "CAT", "8G"), *word(at, "S", "8L")]) == ["WordNotConnected"]
    lying = board(at, ("CAT", "8G"))
    assert faults(at, lying, [*word(at, "S", "8F"), *word(at, "S", "8J")]) == ["WordNotInDictionary(SCATS)"]


def test_a_tile_beyond_the_edge_lies_on_no_square_and_parts_nothing_beside_it():
    at = table("AT")
    lying = board(at, ("AT", "8N"))  # up to the last column
    beyond = word_at(at, "SS", 8, 0)
    assert faults(at, lying, beyond[:1]) == ["EmptyTile(8 0)"]
    assert faults(at, lying, beyond) == ["EmptyTile(8 0)", "EmptyTile(9 0)"]
    assert faults(at, lying, [*word_at(at, "S", 5, 0), *word_at(at, "S", 10, 0)]) == [
        "EmptyTile(10 0)",
        "WordOutsideBoard",
    ]


SMALL = picture("\n".join(".. " * 7 for _ in range(3)), centre=(3, 1))


@given(
    st.sets(st.integers(0, 6), max_size=3),  # holes
    st.sets(st.integers(0, 6), max_size=4),  # tiles that lie there
    st.sets(st.integers(-2, 8), min_size=1, max_size=4),  # tiles that are laid
    st.booleans(),
)
@settings(max_examples=300)
def test_what_parts_the_tiles_of_a_row_is_what_the_definition_says(
    holes: set[int], lying: set[int], new: set[int], across: bool
):
    """The oracle walks from tile to tile as the definition reads, on a row of seven squares."""
    row = SMALL if across else picture("\n".join(".. " * 3 for _ in range(7)), centre=(1, 3))
    at = table("AT", punched(row, *((n, 1) if across else (1, n) for n in holes)))
    a = tile_set().plain("A")

    def placed(numbers: set[int]) -> list[Placed]:
        return [Placed(*((n, 1) if across else (1, n)), a, "A", 1) for n in sorted(numbers)]

    lying -= holes | new
    old = {(tile.x, tile.y): tile for tile in placed(lying)}
    names = {fault.name for fault in faults_of_play(at, old, placed(new), {a: 9}, 1)}
    squares = set(range(7)) - holes
    between = [n for n in range(min(new), max(new)) if n not in new and n not in lying]
    assert ("EmptyTile" in names) == any(n not in squares for n in new)
    assert ("WordOutsideBoard" in names) == any(n not in squares for n in between)
    assert ("WordNotConnected" in names) == any(n in squares for n in between)


def test_the_same_tile_on_the_same_square_is_one_play_however_it_is_written():
    at = table("AT TA TAT")
    lying = board(at, ("AT", "8H"))
    across, down = word(at, "T", "8G"), word(at, "T", "G8")
    assert across == down
    assert faults(at, lying, across) == []


def test_coordinates_may_come_in_any_order():
    at = table("CAT")
    assert faults(at, {}, word(at, "CAT", "8G")[::-1]) == []


def test_a_letter_of_two_signs_alone_is_no_word():
    at = table("[CH]ICLEAN", tiles="spanish")
    assert faults(at, {}, word(at, "[CH]ICLEAN", "8D"), dict.fromkeys(range(30), 9)) == []
    assert [str(f) for f in faults_of_play(at, {}, word(at, "[CH]", "8H"), {4: 1}, 1)] == ["FirstWordTooShort"]


def test_every_kind_of_fault_is_told_in_the_written_order():
    at = table("CAT", punched(layout("scrabble"), (3, 0)))
    lying = board(at, ("CAT", "8H"))
    a = tile_set().plain("A")
    wrong = [
        Placed(0, 0, 99, "A", 1),  # no such tile, on the C
        Placed(1, 5, a, "B", 3),  # no such face
        Placed(3, 0, a, "A", 1),  # on the hole
        Placed(6, 6, 2, "B", 3),
    ]
    problems = faults_of_play(at, lying, wrong, {a: 1}, 2)
    assert [fault.name for fault in problems] == [
        "PieceDoesNotExist",
        "InvalidPieceInst",
        "PlayerDoesNotHavePiece",
        "PlayerDoesNotHavePiece",
        "OccupiedTile",
        "WordNotOnRowOrColumn",
        "EmptyTile",
    ]
    assert [str(fault) for fault in problems][:5] == [
        "PieceDoesNotExist(99)",
        f"InvalidPieceInst({a} B3)".replace(" B3", ", B3"),
        f"PlayerDoesNotHavePiece(2, {a})",
        "PlayerDoesNotHavePiece(2, 2)",
        "OccupiedTile(A1, 0 0, C3)",
    ]
    assert [ORDER.index(fault.name) for fault in problems] == sorted(ORDER.index(fault.name) for fault in problems)


def test_a_square_named_twice_is_occupied():
    at = table("CAT")
    tiles = [*word(at, "CAT", "8G"), *word(at, "B", "8H")]
    assert faults(at, {}, tiles) == ["OccupiedTile(B3, 0 0, A1)"]


def test_no_tiles_are_an_empty_move_and_nothing_else():
    assert faults(table(), {}, []) == ["EmptyMove"]


def test_a_detached_play_of_no_word_has_both_faults():
    at = table("CAT")
    lying = board(at, ("CAT", "8H"))
    assert faults(at, lying, word(at, "QQ", "1A")) == ["WordNotAdjacent", "WordNotInDictionary(QQ)"]


def test_a_connected_play_is_not_told_that_it_touches_nothing():
    at = table("CAT")
    lying = board(at, ("CAT", "8H"))
    assert faults(at, lying, word(at, "S", "8K")) == ["WordNotInDictionary(CATS)"]


def test_a_rule_book_may_check_the_whole_board():
    lying = board(table(), ("QQ", "8H"))
    for rules, names in [("tournament", []), ("chicago", ["WordNotInDictionary(QQ)"])]:
        at = table("AT", rules=rules)
        lying = {**board(at, ("QQ", "8H")), **board(at, ("A", "10H"))}
        assert faults(at, lying, word(at, "T", "10I")) == names


@pytest.mark.parametrize("name", ["infinite", "scrabble"])
def test_absurd_coordinates_cost_nothing(name: str):
    at = table("CAT", name)
    lying = {(tile.x, tile.y): tile for tile in word_at(at, "CAT", 0, 0)}
    a = tile_set().plain("A")
    # Whoever went over the squares between would not come back.
    for far in (10**6, 10**12, -(10**12), 10**30):
        problems = faults_of_play(at, lying, [Placed(-1, 0, a, "A", 1), Placed(far, 0, a, "A", 1)], {a: 2}, 1)
        assert len(problems) < 10
        assert {"WordNotConnected", "WordOutsideBoard"} & {fault.name for fault in problems}
        assert faults_of_play(at, lying, [Placed(far, far, a, "A", 1)], {a: 2}, 1)


def test_a_change_is_refused_for_what_is_wrong_with_it():
    at = table()  # tournament: seven tiles must be in the bag
    retinas, quioeu = tile_set().parse_hand("RETINAS"), tile_set().parse_hand("QUIOEU?")

    def refusals(hand: dict[int, int], text: str, bag: int = 50) -> list[str]:
        tiles = [tile for tile, count in tile_set().parse_hand(text).items() for _ in range(count)]
        return [str(fault) for fault in faults_of_change(at, bag, tiles, hand, 1)]

    assert refusals(retinas, "?") == ["PlayerDoesNotHavePiece(1, 0)"]
    assert refusals(quioeu, "?") == []
    assert refusals(quioeu, "u") == []
    assert refusals(quioeu, "UU") == []
    assert refusals(quioeu, "UUU") == ["PlayerDoesNotHavePiece(1, 21)"]
    assert refusals(quioeu, "u", bag=6) == ["NotEnoughPieces(1, 6)"]
    assert refusals(quioeu, "") == ["EmptyMove"]
    assert [str(f) for f in faults_of_change(at, 50, [77], quioeu, 1)] == ["PieceDoesNotExist(77)"]
    assert faults_of_change(table(rules="itu"), 2, [21, 21, 17], quioeu, 1) == [PlayFault("NotEnoughPieces", (3, 2))]
    assert faults_of_change(table(rules="itu"), 3, [21, 21, 17], quioeu, 1) == []
    assert faults_of_change(table(change_max_tiles=2), 50, [21, 21, 17], quioeu, 1) == [
        PlayFault("TooManyPieces", (3, 2))
    ]


@settings(max_examples=60)
@given(st.data())
def test_a_transposed_play_has_the_transposed_verdict(data: st.DataObject):
    at = table("CAT CATS ACT AT TA SAT TACT AS CAB AB BA")
    letters = st.sampled_from("ABCST")
    squares = st.tuples(st.integers(-2, 2), st.integers(-2, 2))
    placed = [
        Placed(x, y, tile_set().plain(char), char, tile_set().face(tile_set().plain(char), char).points)
        for (x, y), char in data.draw(st.dictionaries(squares, letters, max_size=7)).items()
    ]
    cut = data.draw(st.integers(0, len(placed)))
    lying, tiles = {(tile.x, tile.y): tile for tile in placed[:cut]}, placed[cut:]
    turned = [tile._replace(x=tile.y, y=tile.x) for tile in tiles]
    turned_board = {(y, x): tile._replace(x=y, y=x) for (x, y), tile in lying.items()}

    def verdict(on: Board, play: list[Placed]) -> list[str]:
        return sorted(fault.name for fault in faults_of_play(at, on, play, EVERYTHING, 1))

    assert verdict(lying, tiles) == verdict(turned_board, turned)
    if not verdict(lying, tiles):
        assert score_play(at, lying, tiles).total == score_play(at, turned_board, turned).total


def test_a_flood_of_tiles_is_answered_in_the_time_of_one():
    at = table("CAT", "infinite")
    line = [Placed(x, 0, 1, "A", 1) for x in range(1500)]
    heap = [Placed(0, 0, 1, "A", points) for points in range(1500)]
    faults_of_play(at, {}, line, {1: 1}, 1)  # the layout learns what lies there, once
    for flood in (line, heap):
        few, many = (lines_run(lambda n=n: faults_of_play(at, {}, flood[:n], {1: 1}, 1)) for n in (150, 1500))  # noqa: B023
        assert many < 30 * few  # of ten times as many tiles; by their square it would be a hundred times
    assert len(faults_of_play(at, {}, line, {1: 1}, 1)) == 2  # too few A in the hand, and no such word
    problems = faults_of_play(at, {}, heap, {1: 1}, 1)
    assert len(problems) == 1499 + 1 + 1499  # faces that are none, too few A, all on one square
    assert len(str(IllegalPlay("play", problems))) < 1000
