"""Every example of the faces' docstrings runs and says what it says."""

from __future__ import annotations

import doctest

import pytest

from arena import small_games, words
from arena.words import analysis, game, positions, reading


@pytest.mark.parametrize(
    "module", [words, positions, reading, game, analysis, small_games], ids=lambda module: module.__name__
)
def test_examples_say_what_is_so(module):
    failed, tried = doctest.testmod(module)
    assert tried and not failed


@pytest.mark.parametrize("module", [words, small_games], ids=lambda module: module.__name__)
def test_every_public_function_has_an_example(module):
    functions = [getattr(module, name) for name in module.__all__ if not isinstance(getattr(module, name), type)]
    own = [function for function in functions if function.__module__.startswith(module.__name__)]
    assert own
    assert [function.__name__ for function in own if ">>>" not in (function.__doc__ or "")] == []
