"""The packed word graph: one flat array that reads words forwards, and outwards from any letter.

Layout of ``edges`` (uint32 for up to 31 letters, uint64 for up to 63). A state is an index s:

    edges[s]      mask of the letters with an edge: bit c for letter code c, bit 0 for the delimiter
    edges[s + 1]  mask of the letters whose edge completes a word
    edges[s + 2]  and on: the state behind each edge, in the order of the letters

State 0 is the empty one: both masks 0. A step by letter c from s is a bit test, a count of the bits
below c and one load, see ``step``. ``forward`` is the root for reading from the first letter on;
``gaddag`` the root of Gordon's GADDAG (Software: Practice and Experience 24, 1994): for a word w of n
letters and each i in 0..n-2 the path w[i]..w[0], delimiter, w[i+1]..w[n-1], and the whole word reversed
without a delimiter. Equal states exist once, so the two share all that follows a delimiter.

Which letters the codes stand for is the alphabet's business; files are left to ``graphfile.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.errors import LexiconError
from arena.lexicon.alphabet import MOST_LETTERS, Alphabet
from arena.lexicon.words import LONGEST, WordList, word_list

Edges = NDArray[np.uint32] | NDArray[np.uint64]
DELIMITER = 0


@dataclass(frozen=True, eq=False)
class WordGraph:
    """A packed graph of words; see the module for the layout.

    edges:   uint32[n] or uint64[n]; may be a read-only map of a file that processes share.
    forward: root state for reading forwards; gaddag: root state of the GADDAG. 0 without words.
    letters: size of the alphabet, codes 1..letters.
    count:   number of words; None for a graph with cycles, which has words without end.
    """

    edges: Edges
    forward: int
    gaddag: int
    letters: int
    count: int | None

    def step(self, state: int, code: int) -> tuple[bool, int] | None:
        """Follow letter ``code`` (0 = delimiter) from ``state``: (completes a word?, next state), or None."""
        edges = self.edges
        mask = int(edges[state])
        if not mask >> code & 1:
            return None
        target = int(edges[state + 2 + (mask & ((1 << code) - 1)).bit_count()])
        return bool(int(edges[state + 1]) >> code & 1), target

    def lookup(self, codes: Sequence[int]) -> bool:
        """Tell whether the word is in the graph; the empty one never is."""
        state, whole = self.forward, False
        for code in codes:
            step = self.step(state, code) if code != DELIMITER else None
            if step is None:
                return False
            whole, state = step
        return whole

    def letters_from(self, state: int) -> tuple[int, ...]:
        """Return the codes of the edges that leave a state, in order; 0 is the delimiter."""
        mask = int(self.edges[state])
        return tuple(code for code in range(self.letters + 1) if mask >> code & 1)

    def words(self) -> Iterator[bytes]:
        """Yield all words in letter codes, in the alphabet's order.

        Raises LexiconError for a graph that has words without end.
        """
        if self.count is None:
            raise LexiconError("lexicon", "has words without end", "Ask it for single words instead.")
        return self.paths(self.forward)

    def fault(self) -> str | None:
        """Say why the graph cannot be walked, None where it can: for one that somebody hands in, whatever its sums say.

        Every state that the roots lead to lies in the array with all its edges and knows no letter beyond the
        alphabet; and where there is a number of words, edges lead down only and there are so many.
        """
        edges, size = self.edges, self.edges.size
        known = edges.dtype.type((2 << self.letters) - 1)
        seen = np.zeros(size, np.bool_)
        states = np.unique(np.array([self.forward, self.gaddag], np.int64))
        while states.size:
            if int(states[-1]) > size - 2:
                return "an edge leads out of it"
            seen[states] = True
            masks = edges[states]
            if (masks & ~known).any() or (edges[states + 1] & ~masks).any():
                return "a state has an edge for no letter"
            many = np.bitwise_count(masks).astype(np.int64)
            if (states + 2 + many > size).any():
                return "a state is cut off"
            behind = self._behind(states, many)
            if (behind >= (np.repeat(states, many) if self.count is not None else size)).any():
                return (
                    "an edge leads back, so that words have no end" if self.count is not None else "an edge leads out"
                )
            states = np.unique(behind).astype(np.int64)
            states = states[~seen[states]]
        return None if self.count is None else self._miscounted(self.count)

    def _behind(self, states: NDArray[np.int64], many: NDArray[np.int64]) -> Edges:
        """Return the states behind the edges of ``states``, one after the other; many: how many each has."""
        before = np.cumsum(many) - many
        return self.edges[np.repeat(states + 2 - before, many) + np.arange(int(many.sum()))]

    def _miscounted(self, count: int) -> str | None:
        """Count the words, a letter at a time: float64, which is exact for every number that a head may say."""
        states, words, length = np.array([self.forward], np.int64), 0.0, 0
        paths: NDArray[np.float64] = np.ones(1)
        while states.size and length <= LONGEST and words <= count:
            many = np.bitwise_count(self.edges[states]).astype(np.int64)
            words += float(paths @ np.bitwise_count(self.edges[states + 1]))
            states, place = np.unique(self._behind(states, many).astype(np.int64), return_inverse=True)
            paths = np.bincount(place, np.repeat(paths, many)).astype(np.float64)
            length += 1
        if length > LONGEST + 1:
            return f"it has words of more than {LONGEST} letters"
        if words == count:
            return None
        return f"it has {'more than' if words > count else 'fewer than'} the {count} words that its header says"

    def paths(self, root: int) -> Iterator[bytes]:
        """Yield every path from ``root`` that completes a word, in order; code 0 stands for the delimiter."""
        stack = [(root, b"", False)]
        while stack:
            state, path, ends = stack.pop()
            if ends:
                yield path
            done = int(self.edges[state + 1])
            steps = [
                (int(self.edges[state + 2 + k]), path + bytes([code]), bool(done >> code & 1))
                for k, code in enumerate(self.letters_from(state))
            ]
            stack.extend(reversed(steps))


def build(words: WordList | Iterable[Sequence[int]], alphabet: Alphabet) -> WordGraph:
    """Pack words, forwards and as a GADDAG.

    words: a word list (the quick way), or letter codes word by word, in any order.

    Raises LexiconError for an empty word or a code outside the alphabet, or a graph beyond 2^32 entries.
    """
    from arena.lexicon import _kernels  # compiled code is loaded when a graph is built, not when one is mapped

    listed = words if isinstance(words, WordList) else word_list(words, alphabet)
    if listed.alphabet.size != alphabet.size or alphabet.size > MOST_LETTERS:
        raise LexiconError("lexicon", "was read with another alphabet", "Read the words again with this one.")
    starts = np.zeros(len(listed.words) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, listed.words), np.int64, len(listed.words)), out=starts[1:])
    codes = np.frombuffer(b"".join(listed.words), np.uint8)
    edges, forward, gaddag = _kernels.build(codes, starts, alphabet.size)
    if alphabet.size <= 31:
        if edges.size >= 1 << 32:
            raise LexiconError("lexicon", "is too large for one graph", "Use a shorter word list.")
        edges = edges.astype(np.uint32)
    edges.flags.writeable = False
    return WordGraph(edges, int(forward), int(gaddag), alphabet.size, len(listed.words))
