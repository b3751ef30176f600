"""Move generation finds what an exhaustive lister finds, on every board, whatever the tiles and the hand."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import count, islice
from typing import Any

import numpy as np
import pytest

from arena.contract.budget import ClockedBudget
from arena.engine.field import Field
from arena.engine.generate import Generator, Plays, ScoredPlay
from arena.scrabble.legality import faults_of_play
from arena.scrabble.moves import Placed
from arena.scrabble.scoring import score_play
from arena.scrabble.tiles import TileSet
from tests.scrabble.generate_cases import MIXED, WILD, Case, cases
from tests.scrabble.tables import CONFIGS, layout, lexicon, picture, punched, table, tile_set, word_at

BOARDS = sorted(path.stem for path in (CONFIGS / "boards").glob("*.board"))
SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"  # the kernels as plain Python: fewer and smaller positions
TURNS = 3 if SLOW else 9


def found_in(plays: Plays) -> dict[frozenset[Placed], int]:
    """Return {play: points}; a play that is listed twice fails."""
    found: dict[frozenset[Placed], int] = {}
    for play, _, score, _ in plays:
        key = frozenset(tuple(tile) for tile in play.tiles)
        assert key not in found, f"listed twice: {play}"
        found[key] = score
    return found


def compare(case: Case) -> int:
    plays, listed = case.engine(), case.listed()
    assert found_in(plays) == listed
    first = next(iter(plays.sorted()), None)
    assert case.best() == first
    assert (first.score if first else None) == max(listed.values(), default=None)
    return len(listed)


@pytest.mark.parametrize("wild", [0, 1, 2])
@pytest.mark.parametrize("board", BOARDS)
def test_the_engine_finds_what_the_exhaustive_lister_finds(board: str, wild: int):
    held = {0: 6, 1: 4, 2: 3}[wild]
    assert sum(compare(case) for case in cases(board, wild, min(TURNS, 5), held, wild)) > 0


@pytest.mark.parametrize("held", [1, 3, 7, 10, *(pytest.param(held, marks=pytest.mark.soak) for held in (2, 5, 8))])
def test_hands_of_any_size_are_played(held: int):
    for board in ("infinite-hole", "checkpoints"):
        for case in cases(board, held, 2 if SLOW or held > 7 else 5, held, rules="chicago" if held < 3 else "itu"):
            compare(case)


@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("board", BOARDS)
def test_the_engine_and_the_lister_agree_on_thousands_of_positions(board: str):
    for seed in range(100, 120):
        for case in cases(board, seed, 12, 1 + seed % 10 if seed % 3 == 0 else 1 + seed % 6, seed % 3):
            compare(case)


def test_a_bonus_may_multiply_the_main_word_and_come_early():
    for case in cases("superscrabble", 3, TURNS, 5, bonus_factor=3, bonus_tiles=2, full_hand_bonus=7):
        # the lister knows no factor, so the rules in plain Python are asked
        board = {(tile.x, tile.y): tile for tile in case.placed}
        plays = case.engine()
        assert [play.score for play in plays] == [score_play(case.at, board, play.play.tiles).total for play in plays]
        assert case.best() == next(iter(plays.sorted()), None)


def wide_case() -> Case:
    """Return a position with 58 letters."""
    letters = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *"abcdefghijklmnopqrstuvwxyz"][:26] + [chr(0x410 + i) for i in range(32)]
    entries = [{"faces": {letter: 1 + index % 9}, "count": 2} for index, letter in enumerate(letters)]
    tiles = TileSet.from_mapping({"name": "wide", "alphabet": {"letters": letters}, "tiles": [*entries, {"wild": 0}]})
    at = table("ЯЮ ЮЯ ЯЮЭ ABЯ ЭA AB BЯ", "standard", tiles)
    assert at.lexicon.graph.edges.dtype == np.uint64
    field, hand = Field(at), tiles.parse_hand("ЯЮЭA?")
    field.place(word_at(at, "AB", 0, 0))
    return Case(at, field, list(field.tiles.values()), hand)


def test_alphabets_of_more_than_thirty_one_letters_are_played():
    assert compare(wide_case()) > 5


def test_and_by_equity_too():
    # as plain Python: their kernels take the better part of a minute to compile
    done = subprocess.run([sys.executable, "-c", WIDE_EQUITY], env=os.environ | {"NUMBA_DISABLE_JIT": "1"})
    assert done.returncode == 0


WIDE_EQUITY = """
from arena.engine.equity import EquityFinder
from arena.engine.leaves import Leaves
from tests.scrabble.test_generate import wide_case

case = wide_case()
finder = EquityFinder(case.at, Leaves.of({"Я": 20.0, "ЮЭ": 30.5, "A?": 9.0}, case.at.tiles))
ranked = finder.ranked(case.field, case.hand, 3)
assert finder.best(case.field, case.hand, 3) == ranked[0]
assert ranked[0].equity > ranked[0].score
"""


def test_where_coordinates_are_huge_plays_are_the_same():
    near, far = (70, 70), (7 * 300_000_000, 7 * 300_000_001)  # the board's pattern repeats every 7 squares
    at = table("CAB CABS SCAB AS AB BA BAA ABA", "infinite")
    lists = []
    for dx, dy in (near, far):
        field = Field(at)
        field.place(word_at(at, "CAB", dx, dy + 1))
        field.place(word_at(at, "CAB", 1_000_000, -5_000_003))  # far from the others
        plays = at.generator.plays(field, at.tiles.parse_hand("ABCS?"))
        assert field.letters.size < 40_000
        lists.append(
            sorted((t.x - dx, t.y - dy, play.score) for play in plays for t in play.play.tiles if abs(t.y - dy) < 99)
        )
    assert lists[0] == lists[1]
    assert lists[0]


def test_a_field_that_grew_equals_one_that_was_made_at_once():
    for case in islice(cases("infinite", 5, 30, 6), 8 if SLOW else 30):
        fresh = Field(case.at, case.placed)
        assert found_in(case.at.generator.plays(fresh, case.hand)) == found_in(case.engine())


def test_a_copy_of_a_field_goes_its_own_way():
    at = table("AB BA ABA")
    field = Field(at)
    field.place(word_at(at, "AB", 0, 0))
    twin, hand = field.copy(), at.tiles.parse_hand("A")
    twin.place(word_at(at, "A", 2, 0))
    assert len(at.generator.plays(field, hand)) == len(at.generator.plays(Field(at, word_at(at, "AB", 0, 0)), hand))
    assert len(at.generator.plays(twin, hand)) != len(at.generator.plays(field, hand))


def test_a_list_of_plays_stays_as_it_was_when_the_field_goes_on():
    at = table("AB BA ABA")
    field, hand = Field(at), at.tiles.parse_hand("AAB")
    plays = at.generator.plays(field, hand)
    before = list(plays)
    field.place(plays[0].play.tiles)
    assert list(plays) == before


def test_a_transposed_position_has_transposed_plays():
    for case in cases("hole", 11, TURNS, 5, 1):
        turned = Field(case.at, [tile._replace(x=tile.y, y=tile.x) for tile in case.placed])
        plays = found_in(case.at.generator.plays(turned, case.hand))
        back = {frozenset((y, x, *rest) for x, y, *rest in key): score for key, score in plays.items()}
        assert back == found_in(case.engine())


def test_ties_go_by_word_then_row_column_direction_and_tile():
    # CAT and ACT in three places each way: twelve plays of 10 points (published case, see known_positions)
    at = table("CAT ACT AT TA", "scrabble")
    best = at.generator.best(Field(at), at.tiles.parse_hand("CAT"))
    assert best is not None
    assert (best.word, best.score, best.across, best.play.tiles[0][:2]) == ("ACT", 10, False, (0, -2))


def test_the_order_of_a_sorted_list_is_points_word_row_column_across_before_down():
    for case in cases("standard", 2, TURNS, 4, 1):
        plays = list(case.engine().sorted())
        code = {symbol: index for index, symbol in enumerate(MIXED.alphabet.symbols)}

        def key(play: ScoredPlay, code: dict[str, int] = code) -> object:
            board = {(tile.x, tile.y): tile for tile in [*case.placed, *play.play.tiles]}  # noqa: B023
            dx, dy = (1, 0) if play.across else (0, 1)
            x, y = play.play.tiles[0][:2]
            while (x - dx, y - dy) in board:
                x, y = x - dx, y - dy
            start, letters = (y, x), []
            while (x, y) in board:
                letters.append(code[board[x, y].char])
                x, y = x + dx, y + dy
            return -play.score, letters, start, not play.across, [tile.tile for tile in play.play.tiles]

        assert plays == sorted(plays, key=key)


def test_an_opening_covers_the_centre_with_the_fewest_tiles_that_the_rules_ask_for():
    for fewest in (1, 2, 3):
        at = table("AB BA ABA", "random", opening_tiles=fewest)
        plays = at.generator.plays(Field(at), at.tiles.parse_hand("ABA"))
        assert {len(play.play.tiles) for play in plays} == set(range(fewest, 4))
        centre = at.layout.centre
        assert all(any(tile[:2] == centre for tile in play.play.tiles) for play in plays)


def test_a_lone_opening_tile_is_one_play_without_points():
    at = table("AB", "scrabble", opening_tiles=1)
    plays = list(at.generator.plays(Field(at), at.tiles.parse_hand("A?")))
    lone = [play for play in plays if len(play.play.tiles) == 1]
    assert len(lone) == 27  # A, and the wild card as each of 26 letters
    assert {play.score for play in lone} == {0}


def test_no_tiles_no_plays():
    at = table("AB BA")
    assert len(at.generator.plays(Field(at), {})) == 0
    assert at.generator.best(Field(at), {}) is None


def test_a_board_whose_centre_is_a_hole_cannot_be_opened():
    at = table("AB BA", punched(layout("scrabble"), (0, 0)))
    assert len(at.generator.plays(Field(at), at.tiles.parse_hand("AB"))) == 0


def test_words_without_end_are_played_as_far_as_the_hand_goes():
    from arena.lexicon.lexicon import every_odd_word

    at = table("AB", picture(".. .. .. .. ..\n.. .. .. .. .."))
    odd = type(at)(at.layout, at.tiles, every_odd_word(at.tiles.alphabet), at.rules, 7)
    plays = Generator(odd).plays(Field(odd), odd.tiles.parse_hand("ABC"))
    # three tiles in a row over the centre (2, 1): three places, six orders; down there is no room for three
    assert len(plays) == 18


def test_a_play_whose_points_cannot_be_told_is_left_out():
    from dataclasses import replace

    whole = layout("scrabble")
    broken = replace(whole.kinds[3], programs={0: "_result_ := 1 / 0"}, multipliers=None)
    at = table("AB BA", replace(whole, kinds={**whole.kinds, 3: broken}))
    assert len(at.generator.plays(Field(at), at.tiles.parse_hand("AB"))) == 0


def test_a_rule_book_that_looks_at_the_whole_board_only_takes_plays_that_mend_it():
    at = table("AB ABA BA", "scrabble", check_whole_board=True)
    field = Field(at, word_at(at, "BB", 0, 0))  # no word
    assert at.generator.best(field, at.tiles.parse_hand("A")) is None
    whole = table("AB ABA BA BB BBA", "scrabble", check_whole_board=True)
    field = Field(whole, word_at(whole, "BB", 0, 0))
    assert whole.generator.best(field, whole.tiles.parse_hand("A")) is not None


def test_graphs_and_tiles_of_one_letter_words_never_play_one_letter():
    at = table("A AB", "scrabble", tiles=tile_set())
    field = Field(at, word_at(at, "AB", 0, 0))
    assert all(len(play.word) > 1 for play in at.generator.plays(field, at.tiles.parse_hand("A")))
    assert lexicon("A AB").graph.lookup((1,))


def test_the_wild_card_is_none_of_the_first_tiles_of_the_mixed_set():
    assert MIXED.wild == WILD


class Looks:
    """A budget whose time is up at the ``limit``-th look at it; keeps what is offered."""

    seconds: float | None = 1.0
    deadline: float | None = None

    def __init__(self, limit: int) -> None:
        self.limit, self.looks = limit, 0
        self.offers: list[Any] = []

    def time_left(self) -> float:
        self.looks += 1
        return 1.0 if self.looks < self.limit else 0.0

    def offer(self, move: Any) -> None:
        self.offers.append(move)


def crowded(number: int) -> Case:
    """An endless board with many tiles, and a hand of nothing but wild cards."""
    case = next(iter(islice(cases("infinite", 77, number + 1, 5), number, None)))
    return Case(case.at, case.field, case.placed, {WILD: 3 if SLOW else 7})


def test_a_search_that_is_cut_off_returns_a_play_as_good_as_it_offered():
    case = crowded(4 if SLOW else 25)
    found = {play.play.key: play.score for play in case.engine()} if SLOW else None
    for limit in (1, 2, 4):
        budget = Looks(limit)
        play = case.at.generator.best(case.field, case.hand, budget)
        assert budget.looks <= limit
        assert play is not None
        board = {(tile.x, tile.y): tile for tile in case.placed}
        for offer in budget.offers:
            assert not faults_of_play(case.at, board, offer.tiles, case.hand, 1)
            assert score_play(case.at, board, offer.tiles).total <= play.score
        assert not faults_of_play(case.at, board, play.play.tiles, case.hand, 1)
        assert score_play(case.at, board, play.play.tiles).total == play.score
        assert found is None or found[play.play.key] == play.score


@pytest.mark.skipif(SLOW, reason="a matter of compiled code")
def test_seven_wild_cards_on_a_crowded_endless_board_end_before_their_clock_does():
    """On a clock that moves two milliseconds from look to look, which is what the steps between two looks take."""
    case = crowded(40)
    moments = count(0.0, 0.002)
    budget = ClockedBudget(0.05, lambda: next(moments))
    assert case.at.generator.best(case.field, case.hand, budget) is not None
    assert budget.time_left() > 0


def test_a_search_with_enough_time_finds_what_a_search_without_a_clock_finds():
    for case in islice(cases("hole", 21, TURNS, 5, 1), 4):
        assert case.at.generator.best(case.field, case.hand, Looks(1 << 30)) == case.best()
