"""The index of a lexicon's words by their letters, made from its graph; see ``_kernels/bags.py``."""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from arena.contract.chance import seed_of
from arena.engine._kernels import bags
from arena.lexicon.wordgraph import WordGraph

SALT_BITS = 48
SLOTS_A_WORD = 2  # at least
SIEVE_BITS_A_WORD = 16, 64, 128  # at least
MOST_WORDS = 1 << 21  # beyond it the index would take more than its gain is worth


class Anagrams(NamedTuple):
    """The index; its arrays are empty where words have no end, or are longer or more than anybody plays."""

    salts: NDArray[np.int64]
    slots: NDArray[np.int64]
    text: NDArray[np.uint8]
    sieves: NDArray[np.uint64]
    sizes: NDArray[np.int64]

    @property
    def known(self) -> bool:
        """Whether there is an index."""
        return self.text.size > 0


_known: WeakKeyDictionary[WordGraph, Anagrams] = WeakKeyDictionary()


def anagrams_of(graph: WordGraph) -> Anagrams:
    """Return the index of a graph's words, made when first asked for: every table with these words shares it."""
    found = _known.get(graph)
    if found is None:
        found = _known[graph] = _make(graph)
    return found


def _make(graph: WordGraph) -> Anagrams:
    salts = np.array([seed_of(0, "bag", code) >> (64 - SALT_BITS) for code in range(64)], np.int64)
    salts[0] = 0
    text = np.zeros(0, np.uint8)
    none = Anagrams(salts, np.zeros(0, np.int64), text, np.zeros(0, np.uint64), np.zeros(4, np.int64))
    if not graph.count or graph.count > MOST_WORDS:
        return none
    per_word = SLOTS_A_WORD, *SIEVE_BITS_A_WORD
    sizes = np.array([max(64, 1 << (many * graph.count - 1).bit_length()) for many in per_word], np.int64)
    index = none._replace(
        slots=np.zeros(sizes[0], np.int64), sieves=np.zeros(int(sizes[1:].sum()) // 64, np.uint64), sizes=sizes
    )
    edges, forward = np.asarray(graph.edges), int(graph.forward)
    room = bags.fill(edges, forward, *index)
    if room < 0:
        return none
    index = index._replace(text=np.zeros(room, np.uint8))
    bags.fill(edges, forward, *index)
    return index
