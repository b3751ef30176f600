"""The page on writing a game runs as it is written, and its example stays short."""

from __future__ import annotations

import re
from pathlib import Path

from arena.games import tictactoe
from arena.solver import Solver

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "write-a-game.md"


def blocks():
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.S)


def run_page():
    import sys
    import types

    module = types.ModuleType("noughts")
    sys.modules["noughts"] = module  # dataclasses look their module up
    try:
        for block in blocks():
            exec(compile(block, str(PAGE), "exec"), module.__dict__)
    finally:
        del sys.modules["noughts"]
    return module


def test_the_page_runs_as_written():
    assert len(blocks()) == 5
    module = run_page()
    assert module.report.good


def test_the_example_is_a_whole_game_in_under_a_hundred_lines():
    assert len(blocks()[0].splitlines()) < 100


def test_the_example_is_the_game_that_we_ship_under_other_names():
    theirs, ours = run_page().make_game(), tictactoe.make_game()
    state, mine = theirs.initial(0), ours.initial(0)
    for square in (4, 1, 0):
        state = theirs.play(state, theirs.read_move(["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"][square]))
        mine = ours.play(mine, ours.read_move(tictactoe.SHORT[square]))
    assert Solver(theirs).solve(state, aggressive=True).plies == Solver(ours).solve(mine, aggressive=True).plies
    assert theirs.show(state) == ours.show(mine)
