"""The packed word graph holds exactly the words it was made of, in both shapes, and is as small as it can be."""

from __future__ import annotations

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import LexiconError
from arena.lexicon.alphabet import ENGLISH, Alphabet
from arena.lexicon.wordgraph import WordGraph, build
from arena.lexicon.words import read_words
from tests.oracles.gaddag import gaddag_paths, right_languages
from tests.shared_data import shared

FEW = Alphabet.of("ABCD")
MANY = Alphabet.of([chr(0x4E00 + k) for k in range(63)])

words_of_few = st.sets(st.lists(st.integers(1, 4), min_size=1, max_size=7).map(tuple), max_size=40)
words_of_many = st.sets(st.lists(st.integers(1, 63), min_size=1, max_size=5).map(tuple), max_size=30)


def states(graph: WordGraph, *roots: int) -> dict[int, int]:
    """Return {state: number of edges} of all that can be reached."""
    found: dict[int, int] = {}
    stack = list(roots)
    while stack:
        state = stack.pop()
        if state and state not in found:
            found[state] = int(graph.edges[state]).bit_count()
            stack += [int(t) for t in graph.edges[state + 2 : state + 2 + found[state]]]
    return found


@given(words_of_few)
def test_a_graph_holds_its_words_and_no_others(words):
    graph = build(words, FEW)
    assert [tuple(word) for word in graph.words()] == sorted(words)
    assert graph.count == len(words)


@given(words_of_few, st.lists(st.integers(0, 4), max_size=7))
def test_lookup_is_membership(words, codes):
    graph = build(words, FEW)
    assert graph.lookup(codes) == (tuple(codes) in words)
    assert all(graph.lookup(word) for word in words)


@given(words_of_few)
def test_the_gaddag_has_exactly_the_paths_of_its_definition(words):
    graph = build(words, FEW)
    assert {tuple(path) for path in graph.paths(graph.gaddag)} == gaddag_paths(words)


@given(words_of_few)
def test_no_two_states_are_alike(words):
    graph = build(words, FEW)
    wanted = right_languages({tuple(word) for word in words}) | right_languages(gaddag_paths(words))
    assert len(states(graph, graph.forward, graph.gaddag)) == len(wanted)


@given(words_of_few)
def test_the_array_holds_the_states_and_nothing_else(words):
    graph = build(words, FEW)
    found = states(graph, graph.forward, graph.gaddag)
    assert graph.edges.size == 2 + sum(2 + edges for edges in found.values())


@given(words_of_many)
def test_63_letters_fit(words):
    graph = build(words, MANY)
    assert graph.edges.dtype == np.uint64
    assert [tuple(word) for word in graph.words()] == sorted(words)
    assert {tuple(path) for path in graph.paths(graph.gaddag)} == gaddag_paths(words)


def test_an_empty_lexicon_is_a_graph_without_words():
    graph = build([], ENGLISH)
    assert (graph.forward, graph.gaddag, graph.count) == (0, 0, 0)
    assert list(graph.words()) == []
    assert not graph.lookup(ENGLISH.encode("A"))
    assert graph.step(graph.forward, 1) is None


def test_steps_forwards_and_outwards_tell_where_a_word_ends():
    graph = build([ENGLISH.encode("CARE"), ENGLISH.encode("CAR")], ENGLISH)
    c, a, r, e = ENGLISH.encode("CARE")
    state = graph.forward
    for code, ends in ((c, False), (a, False), (r, True), (e, True)):
        found = graph.step(state, code)
        assert found is not None
        assert found[0] is ends
        state = found[1]
    # CARE from its R: R, A, C, delimiter, E
    state = graph.gaddag
    for code, ends in ((r, False), (a, False), (c, True), (0, False), (e, True)):
        found = graph.step(state, code)
        assert found is not None
        assert found[0] is ends
        state = found[1]
    assert state == 0


def test_a_long_word_and_a_thousand_short_ones_outgrow_the_first_arrays():
    long = tuple(1 + (k * k) % 4 for k in range(250))
    words = {long} | {tuple(1 + (n >> 2 * k) % 4 for k in range(5)) for n in range(1024)}
    graph = build(words, FEW)
    assert [tuple(word) for word in graph.words()] == sorted(words)


@pytest.mark.parametrize("words", [[()], [(0,)], [(5,)]])
def test_words_outside_the_alphabet_are_refused(words):
    with pytest.raises(LexiconError):
        build(words, FEW)


def test_the_graph_cannot_be_written_to():
    graph = build([(1, 2)], FEW)
    with pytest.raises(ValueError, match="read-only"):
        graph.edges[0] = 1


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="half a minute without the compiler")
def test_the_enable_list_has_the_known_number_of_nodes():
    """Words of 2 to 15 letters: 796,860 nodes without merged sibling tails, 120,637 forwards alone.

    Source: counted by an independent engine, whose nodes are our edges and two more, one for each root.
    """
    text = shared("enable1.txt").read_text()
    graph = build(read_words("\n".join(w for w in text.split() if len(w) <= 15), ENGLISH), ENGLISH)
    assert graph.count == 168_551
    assert sum(states(graph, graph.forward).values()) + 2 == 120_637
    assert sum(states(graph, graph.forward, graph.gaddag).values()) + 2 == 796_860
