"""Faults that solvers are known for, each with a game that shows it."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import cache

import pytest

from arena.contract.gifts import Gifts, SearchLimits
from arena.contract.outcome import Outcome
from arena.games import coins, connect, nim, peg, sticks, tictactoe
from arena.solver import EndlessGame, Solver
from arena.solver.compiled import UnfitKernels
from tests.solver.odd_games import WIN, Doubles, Step, Tree, chain

A_TIE, X, O = None, 0, 1  # noqa: E741


def solve(root, **rest):
    return Solver(Tree(root), **rest).solve(())


def test_a_solitaire_is_a_game_in_which_the_other_one_never_moves():
    root = (0, {"a": (0, {"c": O, "d": O}), "b": (0, {"e": O, "f": X})})
    answer = solve(root)
    assert (answer.move, answer.places) == (Step("b"), (1, 2))


def test_a_solitaire_of_one_seat_is_solved():
    class Alone(Tree):
        seats = 1

        def outcome(self, state):
            node = self._at(state)
            return None if isinstance(node, tuple) else Outcome((1,) if node else (2,), "a leaf")

    root = (0, {"a": False, "b": (0, {"c": False, "d": True})})
    answer = Solver(Alone(root)).solve(())
    assert (answer.move, answer.places) == (Step("b"), (1,))


@pytest.mark.parametrize("goal", range(1, 12))
@pytest.mark.parametrize("misere", [False, True])
def test_double_moves_and_misere_are_no_trouble(goal, misere):
    game = Doubles(goal, misere)

    @cache
    def wins(have, mover, left):  # plain recursion on the same rules, for seat 0
        for seat in (0, 1):
            if have[seat] >= goal:
                return (seat == 0) != misere
        results = []
        for step in (1, 2):
            after = (have[0] + step, have[1]) if mover == 0 else (have[0], have[1] + step)
            results.append(wins(after, mover, 1) if left == 2 else wins(after, 1 - mover, 2))
        return any(results) if mover == 0 else all(results)

    assert Solver(game).solve(game.start(None)).winner == (0 if wins((0, 0), 0, 2) else 1)


def test_a_game_of_ties_only_ends_in_a_tie_and_has_a_move():
    answer = solve((0, {"a": (1, {"b": A_TIE, "c": A_TIE}), "d": A_TIE}))
    assert answer.tie
    assert answer.winner is None
    assert answer.move == Step("a")


@pytest.mark.parametrize(("end", "places"), [(X, (1, 2)), (O, (2, 1)), (A_TIE, (1, 1))])
def test_a_game_that_is_final_from_the_start_has_a_forecast_and_no_move(end, places):
    game = Tree(end)
    solver = Solver(game)
    assert solver.best_move(()) is None
    assert solver.aggressive(()) is None
    assert solver.forecast(()) == places
    assert solver.ranked((), 3) == []
    assert game.calls["to_move"] == 0


def test_the_only_legal_move_is_the_best_one_even_when_it_loses():
    answer = solve(chain(3, O))
    assert (answer.move, answer.places) == (Step("on"), (2, 1))


def test_a_loss_is_worse_than_a_tie_for_both_sides():
    for mover, bad in ((0, O), (1, X)):
        answer = solve((mover, {"a": bad, "b": A_TIE}))
        assert (answer.move, answer.places) == (Step("b"), (1, 1))


def test_a_win_is_better_than_a_tie_for_both_sides():
    for mover, good in ((0, X), (1, O)):
        answer = solve((mover, {"a": A_TIE, "b": good}))
        assert (answer.move, answer.winner) == (Step("b"), mover)


def test_the_last_mover_is_not_taken_for_the_winner():
    answer = solve((0, {"a": O, "b": (1, {"c": X})}))  # X's own last move loses, O's last move loses too
    assert (answer.move, answer.places) == (Step("b"), (1, 2))


def test_a_look_ahead_of_one_move_is_not_enough():
    root = (0, {"a": (1, {"c": A_TIE, "d": O}), "b": (1, {"e": (0, {"f": X}), "g": (0, {"h": X, "i": O})})})
    assert solve(root).move == Step("b")


def test_the_move_is_one_of_the_state_asked_about_and_not_of_a_deeper_one():
    root = (0, {"a": (1, {"x": O}), "b": (1, {"y": (0, {"deep": X})})})
    game = Tree(root)
    assert Solver(game).best_move(()) in list(game.legal(()))


def test_the_mover_may_be_the_same_before_and_after_on_either_side():
    root = (1, {"a": (1, {"b": (1, {"c": O, "d": X})}), "e": X})
    answer = solve(root)
    assert (answer.move, answer.winner) == (Step("a"), 1)


def test_best_move_and_forecast_take_one_search_together():
    game = tictactoe.make_game()
    plays = [0]

    class Counting(type(game)):
        def play(self, state, move):
            plays[0] += 1
            return super().play(state, move)

    counting = Counting("counting", 1)
    start = counting.initial(0)
    solver = Solver(counting, gifts=Gifts())
    solver.best_move(start)
    once = plays[0]
    assert 0 < once < 40_000
    solver.forecast(start)
    solver.best_move(start)
    assert plays[0] == once


def test_ties_are_not_searched_twice():
    # a full tree of ties: 3 ** 6 leaves, each asked for its outcome once
    def ties(depth):
        return A_TIE if depth == 0 else (depth % 2, {label: ties(depth - 1) for label in "abc"})

    game = Tree(ties(6))
    assert Solver(game).solve(()).tie
    assert game.calls["play"] == sum(3**depth for depth in range(1, 7))


def test_the_search_stops_at_the_first_winning_move():
    game = Tree((0, {"a": O, "b": X, **{f"c{n}": chain(50, O) for n in range(50)}}))
    assert Solver(game).best_move(()) == Step("b")
    assert game.calls["play"] == 2


def test_whose_turn_is_never_asked_of_a_final_state():
    for game in (tictactoe.make_game(), connect.make_game(3, 3, 3), nim.make_game(1, 2), peg.make_game()):
        for gifts in (None, Gifts()):
            if game.name == "peg(hole=1)" and gifts is not None:
                continue  # minutes without a table of symmetries, and the tree game asks the same
            Solver(game, gifts=gifts).solve(game.initial(0))  # their to_move raises on final states


def test_states_that_cannot_be_hashed_are_solved_without_a_table():
    class Lists(Tree):
        def start(self, rng):
            return []

        def play(self, state, move):
            super().play(tuple(state), move)
            return [*state, move.label]

    game = Lists((0, {"a": (1, {"b": X, "c": O}), "d": (1, {"e": X})}))
    answer = Solver(game).solve([])
    assert (answer.move, answer.places, answer.hits) == (Step("d"), (1, 2), 0)


def test_a_very_long_game_needs_no_recursion():
    game = sticks.make_game(20_000, most=1)
    assert Solver(game, gifts=Gifts()).forecast(game.initial(0)) == (2, 1)


def test_a_game_that_runs_in_a_circle_is_refused():
    class Circle(Tree):
        def play(self, state, move):
            return () if len(state) == 3 else (*state, move.label)

    game = Circle((0, {"a": (1, {"a": (0, {"a": (1, {"a": None})})})}))
    with pytest.raises(EndlessGame, match="comes back"):
        Solver(game).solve(())


def test_four_seats_each_take_what_is_best_for_themselves():
    class Four(Tree):
        seats = 4

        def outcome(self, state):
            node = self._at(state)
            return None if isinstance(node, tuple) and isinstance(node[1], dict) else Outcome(node, "a leaf")

    root = (2, {"a": (3, {"c": (1, 2, 3, 4), "d": (2, 3, 4, 1)}), "b": (0, {"e": (4, 1, 2, 3), "f": (3, 4, 2, 1)})})
    answer = Solver(Four(root)).solve(())
    assert (answer.move, answer.places) == (Step("b"), (3, 4, 2, 1))


# --- aggressive


def test_the_aggressive_move_is_the_nearest_win():
    root = (0, {"slow": chain(4, X), "fast": chain(1, X, mover=1), "lost": O})
    solver = Solver(Tree(root))
    assert solver.best_move(()) == Step("slow")
    assert solver.aggressive(()) == Step("fast")
    assert solver.solve((), aggressive=True).plies == 2


def test_the_aggressive_move_is_the_most_distant_loss():
    root = (0, {"now": O, "late": chain(6, O), "soon": chain(2, O)})
    answer = Solver(Tree(root)).solve((), aggressive=True)
    assert (answer.move, answer.plies, answer.places) == (Step("late"), 7, (2, 1))


def test_the_loser_delays_and_the_winner_hurries():
    root = (1, {"a": (0, {"b": X, "c": chain(5, X)}), "d": (0, {"e": chain(2, X), "f": chain(9, X)})})
    answer = Solver(Tree(root)).solve((), aggressive=True)
    assert (answer.move, answer.plies) == (Step("d"), 4)


def test_moves_are_ranked_from_the_nearest_win_to_the_nearest_loss():
    root = (0, {"l1": O, "l5": chain(4, O), "t": A_TIE, "w5": chain(4, X), "w1": X})
    solver = Solver(Tree(root))
    assert [move.label for move, _ in solver.ranked((), 9)] == ["w1", "w5", "t", "l5", "l1"]
    assert [move.label for move, _ in solver.ranked((), 2)] == ["w1", "w5"]


# --- limits are said

SOLVERS = [
    (tictactoe.make_game(), None, "compiled"),
    (tictactoe.make_game(), Gifts(), "plain"),
    (connect.make_game(), None, "own search"),
]


@pytest.mark.parametrize(("game", "gifts", "method"), SOLVERS)
@pytest.mark.parametrize("aggressive", [False, True])
def test_a_limit_of_nodes_is_said_and_a_legal_move_is_given(game, gifts, method, aggressive):
    solver = Solver(game, gifts=gifts)
    assert solver.method == method
    start = game.initial(0)
    answer = solver.solve(start, aggressive=aggressive, limits=SearchLimits(nodes=50))
    assert (answer.limit, answer.places, answer.plies) == ("nodes", None, None)
    assert answer.nodes <= 52
    assert answer.move in list(game.legal(start))


@pytest.mark.parametrize(
    ("game", "gifts"),
    [(nim.make_game(12, 13, 14), None), (tictactoe.make_game(), Gifts()), (connect.make_game(), None)],
)
def test_a_limit_of_time_is_said(game, gifts):
    start = game.initial(0)
    answer = Solver(game, gifts=gifts).solve(start, limits=SearchLimits(time_left=lambda: 0.0))
    assert (answer.limit, answer.places) == ("time", None)
    assert answer.move in list(game.legal(start))


def test_an_answer_cut_short_is_not_kept():
    game = tictactoe.make_game()
    solver, start = Solver(game), game.initial(0)
    assert solver.solve(start, limits=SearchLimits(nodes=20)).limit == "nodes"
    assert solver.solve(start).places == (1, 1)


def test_after_a_limit_a_move_that_is_known_to_lose_is_not_given():
    root = (0, {"lost": O, "unknown": chain(500, A_TIE)})
    answer = Solver(Tree(root), limits=SearchLimits(nodes=100)).solve(())
    assert (answer.limit, answer.move) == ("nodes", Step("unknown"))


def test_a_full_table_changes_no_answer():
    # the least table has room for 153 positions; these games have more
    for game in (nim.make_game(3, 5, 7), coins.make_game(4, 10, 7)):
        assert Solver(game, memory=1).forecast(game.initial(0)) == (1, 2)


# --- gifts


@dataclass(frozen=True)
class Pile:
    left: int
    mover: int


class Mirror(Tree):
    """Take 1 or 2 of a pile; twins and keys that a solver may use."""

    def __init__(self, count, gifts):
        super().__init__(None, "mirror")
        self.count, self.gifts = count, gifts

    def start(self, rng):
        return Pile(self.count, 0)

    def outcome(self, state):
        return None if state.left > 0 else Outcome(WIN[1 - state.mover], "none left")

    def to_move(self, state):
        return state.mover

    def legal(self, state):
        return iter([Step(str(n)) for n in (1, 2) if n <= state.left])

    def play(self, state, move):
        self.calls["play"] += 1
        return Pile(state.left - int(move.label), 1 - state.mover)


@pytest.mark.parametrize("count", range(1, 20))
def test_keys_and_orders_change_the_cost_and_not_the_answer(count):
    gifts = Gifts(
        key=lambda state: (state.left, state.mover),
        twins=lambda state: [state],
        order=lambda state, moves: sorted(moves, key=str, reverse=True),
    )
    for given in (Gifts(), gifts):
        game = Mirror(count, given)
        assert (Solver(game).solve(game.start(None)).winner == 0) == (count % 3 != 0)


def test_twins_make_the_table_answer_more_often():
    game = tictactoe.make_game()
    alone, together = (
        Solver(game, gifts=gifts).solve(game.initial(0))
        for gifts in (Gifts(key=game.gifts.key), Gifts(key=game.gifts.key, twins=game.gifts.twins))
    )
    assert together.places == alone.places
    assert together.nodes * 3 < alone.nodes


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"), reason="the JIT is off")
@pytest.mark.parametrize("gift", ["moves", "play", "value", "mover", "key"])
def test_a_compact_form_whose_kernels_are_none_or_take_other_things_is_named(gift):
    game = nim.make_game(1, 2)
    compact = game.gifts.compact
    others = (lambda state, config: 2, compact.moves if gift == "play" else compact.play)
    for kernel in others:
        with pytest.raises(UnfitKernels, match=rf"nim\(1,2\): the kernel '{gift}' of its compact form is unfit"):
            Solver(game, gifts=Gifts(compact=replace(compact, **{gift: kernel})))


def test_kernels_of_others_serve_without_a_declared_signature():
    import numba

    game = sticks.make_game(14)
    compact = game.gifts.compact
    own = replace(
        compact, value=numba.njit(compact.value.py_func if hasattr(compact.value, "py_func") else compact.value)
    )
    answer = Solver(game, gifts=Gifts(compact=own)).solve(game.initial(0), aggressive=True)
    assert answer == Solver(game).solve(game.initial(0), aggressive=True)
