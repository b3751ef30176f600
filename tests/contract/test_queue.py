"""The priority queue keeps its promises: order, stability, cost, and a clear error when empty."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.contract.queue import EmptyQueue, PriorityQueue, best, drain, in_order
from arena.errors import ArenaError

ROOT = Path(__file__).parents[2]


@given(st.lists(st.integers()))
def test_things_come_out_in_order(things):
    assert list(in_order(things)) == sorted(things)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers())))
def test_equal_things_keep_their_order(pairs):
    assert list(in_order(pairs, key=lambda pair: pair[0])) == sorted(pairs, key=lambda pair: pair[0])


@given(st.lists(st.one_of(st.integers(), st.none()), max_size=60))
def test_a_queue_is_a_sorted_list_that_forgets_its_least(steps):
    queue, mirror = PriorityQueue(), []
    for step in steps:  # a number goes in, None takes one out
        if step is not None:
            queue.insert(step)
            mirror.append(step)
        elif mirror:
            assert queue.least() == min(mirror)
            taken = queue.take()
            assert taken == min(mirror)
            mirror.remove(taken)
        assert len(queue) == len(mirror)
        assert bool(queue) == bool(mirror)


def test_an_empty_queue_says_so():
    for ask in (PriorityQueue().take, PriorityQueue().least):
        with pytest.raises(EmptyQueue, match="empty"):
            ask()
    assert issubclass(EmptyQueue, ArenaError)


def test_things_need_no_order_of_their_own():
    queue = PriorityQueue([{"n": 2}, {"n": 1}, {"n": 1, "later": True}], key=lambda thing: thing["n"])
    assert list(drain(queue)) == [{"n": 1}, {"n": 1, "later": True}, {"n": 2}]
    assert not queue


@given(st.lists(st.tuples(st.integers(0, 5), st.integers())), st.integers(0, 8))
def test_the_best_few_are_the_first_of_a_stable_sort(pairs, count):
    assert best(pairs, count, key=lambda pair: pair[0]) == sorted(pairs, key=lambda pair: -pair[0])[:count]


class Counted:
    """A number that counts how often it is compared."""

    comparisons = 0

    def __init__(self, number):
        self.number = number

    def __lt__(self, other):
        Counted.comparisons += 1
        return self.number < other.number

    def __eq__(self, other):
        return self.number == other.number


def test_inserting_and_taking_cost_a_logarithm():
    size = 1 << 12
    queue = PriorityQueue(Counted(number * 7919 % size) for number in range(size))
    for action in (lambda: queue.insert(Counted(-1)), queue.take):
        Counted.comparisons = 0
        action()
        assert Counted.comparisons <= 2 * 13  # twice the height of the heap


def test_the_best_few_come_from_a_stream_without_a_list_of_it():
    assert best(iter(range(10_000)), 3) == [9999, 9998, 9997]


def example() -> Any:
    spec = importlib.util.spec_from_file_location("priority_queue", ROOT / "examples" / "priority_queue.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look for the module they are in
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("seed", range(3))
def test_the_example_s_queue_and_ours_pass_the_example_s_test(seed: int):
    module = example()
    for make in (PriorityQueue, module.LeftistQueue):
        assert module.check(make, random.Random(seed)) == 2000


def test_the_example_s_test_notices_a_queue_that_is_none():
    module = example()

    class LastInFirstOut(PriorityQueue):
        def insert(self, thing):
            self._count -= 2  # so that of equal things the later comes first
            super().insert(thing)

    with pytest.raises(AssertionError):
        module.check(LastInFirstOut, random.Random(1))


def test_the_page_s_example_holds():
    page = (ROOT / "docs" / "reference" / "games.md").read_text(encoding="utf-8")
    code = page.partition("## A worked example")[2].partition("```python\n")[2].partition("```")[0]
    assert "drain(queue)" in code
    exec(compile(code, "games.md", "exec"), {})
