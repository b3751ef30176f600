"""Which of a kernel's signatures a call goes to: by the kinds of its arguments, the second time by their types."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from arena.jit.choose import Chooser


class Pair(NamedTuple):
    one: int
    other: int


def test_calls_that_differ_in_none_and_tuples_go_where_they_belong_again_and_again() -> None:
    ways = [("", "none", "none"), ("", "tuple", "none"), ("", "none", "tuple"), ("", "tuple", "tuple")]
    chooser = Chooser("kernel", [(way, lambda *args, way=way: way) for way in ways])
    for _ in range(3):
        assert chooser(1, None, None) == ways[0]
        assert chooser(1, (1, 2), None) == ways[1]
        assert chooser(1, None, Pair(1, 2)) == ways[2]
        assert chooser(1, Pair(1, 2), (1, 2)) == ways[3]
        assert chooser(1, (1, 2), Pair(1, 2)) == ways[3]


def test_arrays_of_two_kinds_are_told_apart_though_their_type_is_one() -> None:
    ways = [("<i4", "none"), ("<i8", "none"), ("<i4", "tuple"), ("<i8", "tuple")]
    chooser = Chooser("kernel", [(way, lambda *args, way=way: way) for way in ways])
    for _ in range(3):
        for way in ways:
            assert chooser(np.zeros(1, way[0]), None if way[1] == "none" else (1,)) == way


def test_what_was_not_compiled_is_refused_also_after_calls_that_were() -> None:
    chooser = Chooser("kernel", [(("none", "tuple"), lambda *args: 1), (("tuple", "none"), lambda *args: 2)])
    for _ in range(2):
        assert chooser(None, (1,)) == 1
        with pytest.raises(TypeError, match="kernel was not compiled for none, none"):
            chooser(None, None)
        with pytest.raises(TypeError, match="not compiled"):
            chooser(np.zeros(1), (1,))
