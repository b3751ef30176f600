"""A lexicon: a packed graph with its name, its alphabet and the digest that tells it from any other.

Some odd ones out live here as well: ``any``, in which all letters are a word; ``odd``, in which every word of odd
length is a word (the course's stand-in where there is no dictionary); and the words of odd length of another lexicon.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from arena.errors import LexiconError
from arena.lexicon.alphabet import Alphabet
from arena.lexicon.wordgraph import Edges, WordGraph, build
from arena.lexicon.words import WordList, word_list


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Words that a variant plays with.

    digest: sha256 of the words as text (see ``WordList.digest``), or of a description for ``odd``.
    count:  number of words; None when there are words without end.
    path:   file of the packed graph, which other processes may map; None when it lives in memory only.
    left_out: lines of the word list that are no words of the alphabet.
    """

    name: str
    alphabet: Alphabet
    graph: WordGraph
    digest: str
    path: str | None = None
    left_out: int = 0

    @property
    def count(self) -> int | None:
        """Number of words; None when there are words without end."""
        return self.graph.count

    def __contains__(self, word: str | Sequence[int]) -> bool:
        """Tell whether a word, as text in any case or in letter codes, is in the lexicon."""
        if isinstance(word, str):
            try:
                word = self.alphabet.encode(word)
            except LexiconError:
                return False  # no tile shows that character, so it is no word here
        return self.graph.lookup(word)

    def lookup(self, codes: Sequence[int]) -> bool:
        """Tell whether a word in letter codes is in the lexicon."""
        return self.graph.lookup(codes)

    def words(self) -> Iterator[str]:
        """Yield all words as text that the alphabet reads back, in its order. LexiconError if they have no end."""
        return map(self.alphabet.spell, self.graph.words())


def make_lexicon(name: str, words: WordList) -> Lexicon:
    """Pack a word list in memory."""
    graph = build(words, words.alphabet)
    return Lexicon(name, words.alphabet, graph, words.digest, left_out=len(words.rejected))


def odd_words(lexicon: Lexicon) -> Lexicon:
    """Return the words of odd length of a lexicon."""
    chosen = word_list((word for word in lexicon.graph.words() if len(word) % 2), lexicon.alphabet)
    return replace(make_lexicon(f"odd({lexicon.name})", chosen), left_out=lexicon.left_out)


def every_odd_word(alphabet: Alphabet) -> Lexicon:
    """Return the lexicon in which any letters are a word when their number is odd.

    Its graph goes round in circles, so it needs no more room than its alphabet and works wherever a
    walk is bounded by hand and board; only listing its words is refused.
    """
    n = alphabet.size
    letters = ((1 << n) - 1) << 1
    even, odd, first = 2, 4 + n, 6 + 2 * n  # forward: an even or odd number read; GADDAG: nothing read yet
    left_odd, left_even = first + 2 + n, first + 2 + n + 3 + n
    edges: list[int] = [0, 0]
    edges += [letters, letters, *[odd] * n]
    edges += [letters, 0, *[even] * n]
    edges += [letters, letters, *[left_odd] * n]
    edges += [letters | 1, 0, odd, *[left_even] * n]
    edges += [letters | 1, letters, even, *[left_odd] * n]
    packed: Edges = np.array(edges, dtype=np.uint32) if n <= 31 else np.array(edges, dtype=np.uint64)
    packed.flags.writeable = False
    described = hashlib.sha256(("every word of odd length\n" + "\n".join(alphabet.symbols)).encode()).hexdigest()
    return Lexicon("odd", alphabet, WordGraph(packed, even, first, n, None), described)


def every_word(alphabet: Alphabet) -> Lexicon:
    """Return the lexicon in which any letters are a word: for games by agreement, and to try boards and rules.

    As with ``every_odd_word``, its graph goes round in circles and its words cannot be listed.
    """
    n = alphabet.size
    letters = ((1 << n) - 1) << 1
    forward, first, left = 2, 4 + n, 6 + 2 * n  # left: letters read backwards, before the delimiter
    edges: list[int] = [0, 0]
    edges += [letters, letters, *[forward] * n]
    edges += [letters, letters, *[left] * n]
    edges += [letters | 1, letters, forward, *[left] * n]
    packed: Edges = np.array(edges, dtype=np.uint32) if n <= 31 else np.array(edges, dtype=np.uint64)
    packed.flags.writeable = False
    described = hashlib.sha256(("every word\n" + "\n".join(alphabet.symbols)).encode()).hexdigest()
    return Lexicon("any", alphabet, WordGraph(packed, forward, first, n, None), described)
