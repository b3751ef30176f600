"""The index of a lexicon's words by their letters, made from its graph."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np

from arena.contract.chance import seed_of
from arena.engine import kept_anagrams
from arena.engine._kernels import bags
from arena.engine._kernels.arrays import Index
from arena.lexicon.wordgraph import WordGraph

SALT_BITS = 48
SLOTS_A_WORD = 2  # at least
SIEVE_BITS_A_WORD = 16, 64, 128  # at least
MOST_WORDS = 1 << 21  # beyond it the index would take more than its gain is worth


_known: WeakKeyDictionary[WordGraph, Index] = WeakKeyDictionary()


def anagrams_of(graph: WordGraph) -> Index:
    """Return the index of a graph's words, made or read when first asked for: every table with these words shares it.

    It is empty where words have no end, or are longer or more than anybody plays.
    """
    found = _known.get(graph)
    if found is None:
        found = _known[graph] = _make(graph)
    return found


def empty_index(graph: WordGraph) -> Index:
    """Return an index that has room for a graph's words and none of them; without room where none is to be made."""
    salts = np.array([seed_of(0, "bag", code) >> (64 - SALT_BITS) for code in range(64)], np.int64)
    salts[0] = 0
    text = np.zeros(0, np.uint8)
    none = Index(salts, np.zeros(0, np.int64), text, np.zeros(0, np.uint64), np.zeros(4, np.int64))
    if not graph.count or graph.count > MOST_WORDS:
        return none
    per_word = SLOTS_A_WORD, *SIEVE_BITS_A_WORD
    sizes = np.array([max(64, 1 << (many * graph.count - 1).bit_length()) for many in per_word], np.int64)
    return none._replace(
        slots=np.zeros(sizes[0], np.int64), sieves=np.zeros(int(sizes[1:].sum()) // 64, np.uint64), sizes=sizes
    )


def _make(graph: WordGraph) -> Index:
    index = empty_index(graph)
    if not index.slots.size:
        return index
    if graph.count is None or graph.count < kept_anagrams.LEAST:
        return _filled(graph, index)
    name = kept_anagrams.name_of(graph, index)
    found = kept_anagrams.find(name, index)
    if found is None:
        found = _filled(graph, index)
        if found.known:
            kept_anagrams.keep(name, found)
    return found


def _filled(graph: WordGraph, index: Index) -> Index:
    """Return an index with what is in a graph; one that is not known where a word is longer than anybody plays."""
    edges, forward = np.asarray(graph.edges), int(graph.forward)
    text_size = bags.fill(edges, forward, index)
    if text_size < 0:
        return index._replace(slots=np.zeros(0, np.int64), sieves=np.zeros(0, np.uint64), sizes=np.zeros(4, np.int64))
    index = index._replace(text=np.zeros(text_size, np.uint8))
    bags.fill(edges, forward, index)
    return index
