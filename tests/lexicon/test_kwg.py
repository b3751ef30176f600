"""KWG files: written as the field reads them, and read without trust."""

from __future__ import annotations

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import LexiconError
from arena.lexicon.alphabet import ENGLISH, Alphabet
from arena.lexicon.kwg import read_kwg, write_kwg
from arena.lexicon.lexicon import every_odd_word
from arena.lexicon.wordgraph import build
from arena.lexicon.words import read_words
from tests.oracles.gaddag import gaddag_paths
from tests.shared_data import shared

FEW = Alphabet.of("ABCD")
words_of_few = st.sets(st.lists(st.integers(1, 4), min_size=1, max_size=6).map(tuple), max_size=30)


def paths(data: bytes, root: int) -> set[tuple[int, ...]]:
    """Return all paths from the child of node ``root`` that end a word, read by the format's description."""
    nodes = np.frombuffer(data, "<u4")
    found = set()
    stack = [(int(nodes[root]) & 0x3FFFFF, ())]
    while stack:
        place, path = stack.pop()
        while place:
            node = int(nodes[place])
            longer = (*path, node >> 24)
            if node >> 23 & 1:
                found.add(longer)
            stack.append((node & 0x3FFFFF, longer))
            place = 0 if node >> 22 & 1 else place + 1
    return found


@given(words_of_few)
def test_a_written_file_has_the_words_forwards_and_the_paths_of_the_gaddag(words):
    data = write_kwg(build(words, FEW))
    assert paths(data, 0) == words
    assert paths(data, 1) == gaddag_paths(words)


@given(words_of_few)
def test_words_survive_the_way_there_and_back(words):
    assert [tuple(word) for word in read_kwg(write_kwg(build(words, FEW)), FEW).words] == sorted(words)


def test_an_empty_graph_is_two_nodes():
    assert write_kwg(build([], FEW)) == bytes.fromhex("00004000" * 2)  # source: the format's description
    assert read_kwg(bytes.fromhex("00004000" * 2), FEW).words == ()


def test_siblings_stand_in_letter_order():
    data = write_kwg(build([(1,), (2,), (4,)], FEW))
    nodes = [int(node) for node in np.frombuffer(data, "<u4")]
    first = nodes[0] & 0x3FFFFF
    assert [node >> 24 for node in nodes[first : first + 3]] == [1, 2, 4]


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="half a minute without the compiler")
def test_the_enable_list_has_the_known_number_of_nodes():
    """Words of 2 to 15 letters: 771,309 nodes with merged tails. Source: counted by an independent engine."""
    text = shared("enable1.txt").read_text()
    words = read_words("\n".join(w for w in text.split() if len(w) <= 15), ENGLISH)
    data = write_kwg(build(words, ENGLISH))
    assert len(data) // 4 == 771_309
    assert read_kwg(data, ENGLISH).words == words.words


def damaged(change) -> bytes:
    nodes = np.frombuffer(write_kwg(build([(1, 2), (1, 3), (4,)], FEW)), "<u4").copy()
    change(nodes)
    return nodes.tobytes()


def test_damaged_files_are_refused():
    good = damaged(lambda nodes: None)
    first = int(np.frombuffer(good, "<u4")[0]) & 0x3FFFFF

    def beyond(nodes):
        nodes[0] = 5_000

    def circle(nodes):
        nodes[first] = (int(nodes[first]) & ~0x3FFFFF) | first

    def stranger(nodes):
        nodes[first] = (int(nodes[first]) & 0xFFFFFF) | 9 << 24

    def open_end(nodes):
        nodes[:] = nodes & ~np.uint32(1 << 22)

    for data, problem in [
        (good[:-1], "number of nodes"),
        (b"", "number of nodes"),
        (damaged(beyond), "points to node 5000"),
        (damaged(circle), "without end"),
        (damaged(stranger), "letter number 9"),
        (damaged(open_end), "damaged"),
    ]:
        with pytest.raises(LexiconError, match=problem):
            read_kwg(data, FEW)


def test_words_without_end_are_not_written():
    with pytest.raises(LexiconError, match="without end"):
        write_kwg(every_odd_word(FEW).graph)
