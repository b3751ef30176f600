"""Answers that are known from elsewhere; where from stands with each."""

from __future__ import annotations

from functools import cache

import numba
import pytest

from arena.games import coins, connect, nim, peg, sticks, tictactoe
from arena.solver import Solver

SLOW = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="needs compiled kernels")


def after(game, text, by=" "):
    """Return the state after moves that are written with ``by`` between them ("" for one character each)."""
    state = game.initial(game.first)
    for word in text.split(by) if by else text:
        state = game.play(state, game.read_move(word))
    return state


def holding(game, state):
    """Return the moves, in words, after which the mover gets what the state is worth."""
    worth = Solver(game).forecast(state)
    return {move.what() for move in game.legal(state) if Solver(game).forecast(game.play(state, move)) == worth}


def mover_wins(game, state=None):
    state = game.initial(game.first) if state is None else state
    answer = Solver(game).solve(state)
    return not answer.tie and answer.winner == state.mover


# --- sticks: the mover loses exactly when the number is divisible by 4 (mod (most + 1) in general)


@pytest.mark.parametrize("count", range(1, 41))
def test_sticks_are_lost_by_the_mover_exactly_for_multiples_of_four(count):
    assert mover_wins(sticks.make_game(count)) == (count % 4 != 0)


def test_of_fourteen_sticks_take_two():
    game = sticks.make_game(14)
    assert str(Solver(game).best_move(game.initial(0))) == "X: take 2"


def test_a_thousand_sticks_are_lost_for_the_first_player_and_need_no_deep_recursion():
    from arena.contract.gifts import Gifts

    game = sticks.make_game(1000)
    for solver in (Solver(game), Solver(game, gifts=Gifts())):
        assert solver.forecast(game.initial(0)) == (2, 1)


# --- tic-tac-toe: 549,946 nodes, 255,168 games, 5,478 positions (626 + 316 won, 16 full): counted by many


def test_tictactoe_has_the_known_numbers_of_nodes_games_and_positions():
    game = tictactoe.make_game()
    ends = []

    @cache
    def count(state):
        outcome = game.outcome(state)
        if outcome is not None:
            ends.append(outcome.places)
            return 1, 1
        children = [count(game.play(state, move)) for move in game.legal(state)]
        return 1 + sum(nodes for nodes, _ in children), sum(games for _, games in children)

    assert count(game.initial(0)) == (549_946, 255_168)
    assert count.cache_info().currsize == 5_478
    assert [ends.count(places) for places in ((1, 2), (2, 1), (1, 1))] == [626, 316, 16]


def test_tictactoe_is_a_tie_whatever_the_opening():
    game = tictactoe.make_game()
    start = game.initial(0)
    assert Solver(game).forecast(start) == (1, 1)
    assert len(holding(game, start)) == 9


def test_only_the_middle_holds_a_corner_opening_and_only_corners_a_middle_one():
    game = tictactoe.make_game()
    corners = {"upper left", "upper right", "lower left", "lower right"}
    for corner in ("ul", "ur", "ll", "lr"):
        assert holding(game, after(game, corner)) == {"middle"}
    assert holding(game, after(game, "m")) == corners


def test_against_the_opposite_corner_trap_only_edges_hold():
    game = tictactoe.make_game()
    assert holding(game, after(game, "ul m lr")) == {"upper middle", "middle left", "middle right", "lower middle"}


def test_after_middle_upper_middle_upper_left_every_reply_loses_and_lower_right_delays_most():
    game = tictactoe.make_game()
    state = after(game, "m um ul")
    assert len(list(game.legal(state))) == 6
    assert Solver(game).forecast(state) == (1, 2)
    assert len(holding(game, state)) == 6
    assert Solver(game).aggressive(state).what() == "lower right"


def test_a_win_by_the_ninth_mark_is_no_tie():
    game = tictactoe.make_game()  # X on 1, 4, 6, 7, 8 and O on 2, 3, 5, 9, the last one completing 1-4-7
    state = after(game, "ul um ml ur mr m lm lr ll")
    assert game.outcome(state).places == (1, 2)
    assert list(game.legal(state)) == []


def test_perfect_play_on_both_sides_is_a_tie_of_nine_moves():
    game = tictactoe.make_game()
    solver, state = Solver(game), game.initial(0)
    while game.outcome(state) is None:
        state = game.play(state, solver.best_move(state))
    assert state.turn == 9
    assert game.outcome(state).places == (1, 1)


# --- nim with neighbours, the last one loses: the course's own list; (5): only the middle one (full recursion)


@pytest.mark.parametrize("rows", [(3, 5, 7), (2, 3, 4), (1, 3, 5), (2,), (3,), (1, 1)])
def test_nim_is_won_for_the_mover(rows):
    assert mover_wins(nim.make_game(*rows))


@pytest.mark.parametrize("rows", [(1,), (3, 3), (1, 2, 3), (1, 1, 1)])
def test_nim_is_lost_for_the_mover(rows):
    assert not mover_wins(nim.make_game(*rows))


@pytest.mark.parametrize("size", range(16 if numba.config.DISABLE_JIT else 31))
def test_a_single_row_of_nim_is_lost_only_when_empty_or_in_misere_with_one_stick(size):
    if size:
        assert mover_wins(nim.make_game(size, misere=False))
    assert mover_wins(nim.make_game(size or 0, 0, misere=True)) == (size != 1)


def test_an_empty_row_is_lost_in_normal_play():
    assert not mover_wins(nim.make_game(0, misere=False))


@pytest.mark.parametrize(
    ("rows", "wins"),
    [((3, 4, 5), True), ((1, 3, 5, 7), False), ((2, 2), False), ((4, 4), False), ((1, 2, 3), False),
     ((3, 3, 3), True), ((3, 5, 7), True)],
)  # fmt: skip
@pytest.mark.parametrize("misere", [False, True])
def test_rows_of_nim_have_the_same_winner_in_normal_and_misere_play(rows, wins, misere):
    assert mover_wins(nim.make_game(*rows, misere=misere)) == wins


def test_of_five_in_misere_only_the_middle_stick_wins():
    game = nim.make_game(5)
    assert holding(game, game.initial(0)) == {"row 1 stick 3"}


# Sprague-Grundy numbers of single rows, normal play (full recursion): equal numbers make a lost pair of rows
GRUNDY = [0, 1, 2, 3, 4, 1, 6, 3, 2, 1, 6, 7, 4, 5, 8, 1, 10, 5, 4, 7, 6]


@pytest.mark.parametrize("row", range(11 if numba.config.DISABLE_JIT else 21))
def test_two_rows_of_nim_are_lost_exactly_when_their_grundy_numbers_are_equal(row):
    for other in range(min(row, 9) + 1):
        assert mover_wins(nim.make_game(row, other, misere=False)) == (GRUNDY[row] != GRUNDY[other])


# --- coins, which is Nim with heaps: normal play by the exclusive or; misere by full recursion


def test_coins_4_10_7_are_won_only_by_seven_of_the_second_kind():
    game = coins.make_game(4, 10, 7)
    assert mover_wins(game)
    assert holding(game, game.initial(0)) == {"7 of kind 2"}


@pytest.mark.parametrize(
    ("piles", "wins"),
    [((1, 1, 1), False), ((1, 1), True), ((2, 1, 1), True), ((3, 1, 1), True), ((2, 2), False), ((1, 2, 3), False),
     ((3, 4, 5), True), ((1, 3, 5, 7), False), ((1, 1, 2, 2), False), ((5, 5, 1), True), ((0,), True)],
)  # fmt: skip
def test_misere_heaps(piles, wins):
    assert mover_wins(coins.make_game(*piles, misere=True)) == wins


@pytest.mark.parametrize(
    ("piles", "moves"),
    [((2, 1, 1), {"1 of kind 1"}), ((3, 1, 1), {"2 of kind 1"}), ((3, 4, 5), {"2 of kind 1"}),
     ((5, 5, 1), {"1 of kind 1", "1 of kind 2", "1 of kind 3"})],
)  # fmt: skip
def test_misere_heaps_are_won_only_so(piles, moves):
    game = coins.make_game(*piles, misere=True)
    assert holding(game, game.initial(0)) == moves


def test_one_heap_of_a_hundred_is_won_in_both_kinds_of_play():
    for misere, move in ((False, "100 of kind 1"), (True, "99 of kind 1")):
        game = coins.make_game(100, misere=misere)
        assert Solver(game).best_move(game.initial(0)).what() == move


def test_seven_coins_depend_on_whose_turn_it_is():
    game = coins.make_game(7)
    assert Solver(game).forecast(game.initial(0)) == (1, 2)
    assert Solver(game).forecast(game.initial(1)) == (2, 1)


# --- connect


def test_three_in_a_line_on_five_rods_is_won_by_the_first_player_but_not_from_the_outer_rods():
    game = connect.make_game(5, 5, 3)
    start = game.initial(0)
    assert Solver(game).forecast(start) == (1, 2)
    assert not {"rod 1", "rod 5"} & holding(game, start)


@pytest.mark.parametrize("outer", ["rod 1", "rod 5"])
def test_an_outer_opening_loses_on_five_rods(outer):
    game = connect.make_game(5, 5, 3)
    assert Solver(game).forecast(game.play(game.initial(0), game.read_move(outer))) == (2, 1)


@pytest.mark.parametrize("sizes", [(3, 3, 3), (4, 4, 4)])
def test_small_square_boards_are_ties(sizes):
    game = connect.make_game(*sizes)
    assert Solver(game).forecast(game.initial(0)) == (1, 1)


def test_four_stones_over_the_top_of_a_rod_are_no_line():
    game = connect.make_game()
    bits = 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8  # rod 1 levels 5 and 6, rod 2 levels 1 and 2
    assert not game.in_line(bits)
    assert game.in_line(1 << 2 | 1 << 3 | 1 << 4 | 1 << 5)


def test_a_line_made_by_the_last_stone_of_a_full_board_wins():
    # C240: no draw, although no square is left
    game, moves = connect.make_game(), "211131416572345677654327654322345677654321"
    assert len(moves) == 7 * 6
    assert game.outcome(after(game, moves[:-1], "")) is None
    assert game.outcome(after(game, moves, "")).places == (2, 1)


# Tromp's table of board sizes: the sign of perfect play; -1 and +1: with the last stone
SIZES = {(4, 4): 0, (5, 4): 0, (6, 4): -1, (7, 4): 0, (4, 5): 0, (5, 5): 0, (6, 5): 0, (4, 6): 0, (5, 6): 0}


@SLOW
@pytest.mark.parametrize(("size", "score"), SIZES.items())
def test_perfect_play_by_board_size(size, score):
    game = connect.make_game(*size)
    assert game.gifts.search(1 << 27).score(game.initial(0)) == score


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("size", "score"),
    [((8, 4), -1), ((7, 5), 0), ((6, 6), -1), ((4, 7), 0), ((5, 7), 0), ((6, 7), 1), ((4, 8), 0), ((5, 8), 0)],
)
def test_perfect_play_by_board_size_of_the_great_ones(size, score):
    game = connect.make_game(*size)
    assert game.gifts.search(1 << 30).score(game.initial(0)) == score


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_the_usual_board_is_won_by_the_first_player_and_only_in_the_middle():
    game = connect.make_game()
    start = game.initial(0)
    solver = Solver(game, memory=1 << 30)
    assert solver.solve(start).places == (1, 2)
    assert solver.best_move(start).what() == "rod 4"
    for move in game.legal(start):
        assert (solver.forecast(game.play(start, move)) == (1, 2)) == (move.what() == "rod 4")


# Scores of public test positions; two of them were wrong in a published book, and are right here
POSITIONS = {
    "43745416472735": -13,
    "32164625": 11,
    "4737": 18,
    "6146": 18,
    "427631264721": 10,
    "226744515337": 7,
    "475772722323": 4,
}


@SLOW
@pytest.mark.parametrize(("moves", "score"), POSITIONS.items())
def test_scores_of_known_positions(moves, score):
    game = connect.make_game()
    assert game.gifts.search(1 << 26).score(after(game, moves, "")) == score


@SLOW
@pytest.mark.parametrize(
    ("moves", "scores"),
    [("226744515337", (-1, 0, -1, 7, 6, -2, 0)), ("475772722323", (-14, 4, 4, 3, 4, -3, 4)),
     ("43745416472735", (-14, -14, -14, -14, -14, -13, -14))],
)  # fmt: skip
def test_scores_of_every_move_of_known_positions(moves, scores):
    game = connect.make_game()
    state = after(game, moves, "")
    children = [game.play(state, move) for move in game.legal(state)]
    assert tuple(-game.gifts.search(1 << 26).score(child) for child in children) == scores


@SLOW
@pytest.mark.parametrize(
    ("moves", "rods"),
    [("4737", {2, 5}), ("6146", {5}), ("226744515337", {4}), ("475772722323", {2, 3, 5, 7}), ("43745416472735", {6})],
)
def test_the_aggressive_move_has_the_best_score(moves, rods):
    game = connect.make_game()
    state = after(game, moves, "")
    assert Solver(game).aggressive(state).rod + 1 in rods


@SLOW
def test_a_table_and_a_window_change_no_score():
    from arena.contract.gifts import SearchLimits

    for size, score in [((4, 4), 0), ((5, 4), 0), ((6, 4), -1)]:
        game = connect.make_game(*size)
        start = game.initial(0)
        tiny, ample = game.gifts.search(1), game.gifts.search(1 << 26)  # a table that forgets nearly all
        assert tiny.score(start) == ample.score(start) == score
        sign = (score > 0) - (score < 0)
        assert tiny(start, False, SearchLimits()).value == ample(start, False, SearchLimits()).value == sign


# --- peg solitaire: one peg can be left whichever hole of the triangle is empty (full search, known since long)


@pytest.mark.parametrize("hole", range(1, 16))
def test_the_triangle_is_solved_from_every_hole(hole):
    game = peg.make_game(hole=hole)
    solver, state = Solver(game), game.initial(0)
    assert solver.forecast(state) == (1, 2)
    while game.outcome(state) is None:
        state = game.play(state, solver.best_move(state))
    assert state.pegs.bit_count() == 1


@SLOW
def test_the_english_cross_is_solved():
    game = peg.make_game("cross")
    solver, state = Solver(game), game.initial(0)
    assert solver.forecast(state) == (1, 2)
    while game.outcome(state) is None:
        state = game.play(state, solver.best_move(state))
    assert state.pegs.bit_count() == 1
    assert state.turn == 31  # 32 pegs, one fewer with every jump


def test_the_english_cross_has_seventy_six_jumps_and_eight_symmetries():
    board = peg.cross()
    assert (len(board.places), len(board.jumps), len(set(board.symmetries))) == (33, 76, 8)


def test_the_triangle_has_thirty_six_jumps_and_six_symmetries():
    board = peg.triangle(5)
    assert (len(board.places), len(board.jumps), len(set(board.symmetries))) == (15, 36, 6)


@SLOW
@pytest.mark.parametrize(("moves", "rods"), [("445", {3, 6}), ("44552", {6, 3}), ("1121", {2, 4, 5, 6, 7})])
def test_a_connect_search_that_is_cut_short_still_looks_ahead(moves, rods):
    # after 445 the other side makes three in an open row unless it is stopped on 3 or 6
    from arena.contract.gifts import SearchLimits

    game = connect.make_game()
    answer = Solver(game).solve(after(game, moves, ""), limits=SearchLimits(nodes=500))
    assert answer.limit == "nodes"
    assert answer.move.rod + 1 in rods
