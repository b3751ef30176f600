"""KWG, the word graph file that several engines of the field share: reading its words, and writing ours.

A file is an array of little-endian 32-bit nodes: bits 31-24 the letter (0 = GADDAG delimiter), bit 23 a word
ends here, bit 22 last of its siblings, bits 21-0 index of the first child (0 = none). Siblings are
neighbours in letter order. The child of node 0 is the forward root, that of node 1 the GADDAG root. The
letters are numbers; what they stand for is the reader's tile set, as with us. See docs/reference/lexicon.md.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.errors import LexiconError
from arena.lexicon.alphabet import Alphabet
from arena.lexicon.wordgraph import WordGraph
from arena.lexicon.words import LONGEST, WordList

ENDS = 1 << 23
LAST = 1 << 22
ARC = LAST - 1
MOST_WORDS = 1_000_000  # of a file of any size; beyond, MOST_A_NODE more for each node: no language has such endings
MOST_A_NODE = 50
_REMEDY = "Make it again with the program that wrote it."


def read_kwg(data: bytes, alphabet: Alphabet, where: str = "KWG file") -> WordList:
    """Return the words of the forward graph of a KWG file.

    Raises LexiconError, naming ``where``, for a file that is cut, runs in circles or leaves its array, for letters
    that the alphabet does not have, and for more words than a file of its size has in any language.
    """
    if len(data) < 8 or len(data) % 4:
        raise LexiconError(where, "is not a KWG file: its size is not a number of nodes", _REMEDY)
    packed = np.frombuffer(data, "<u4").astype(np.int64)
    _check(packed, alphabet, where)
    nodes: list[int] = packed.tolist()
    words: list[bytes] = []
    stack = [(nodes[0] & ARC, b"")] if nodes[0] & ARC else []
    while stack:
        place, path = stack.pop()
        node = nodes[place]
        longer = path + bytes([node >> 24])
        if not node & LAST:
            stack.append((place + 1, path))
        if node & ENDS:
            words.append(longer)
        if node & ARC:
            stack.append((node & ARC, longer))
    return WordList(alphabet, tuple(sorted(set(words))))


def _check(nodes: NDArray[np.int64], alphabet: Alphabet, where: str) -> None:
    """Raise LexiconError unless the words can be listed: counts them a letter at a time, without walking them.

    A damaged graph of a few nodes can say millions of millions of words.
    """
    ends_of_lists = np.flatnonzero(nodes & LAST)
    lists = nodes[:1] & ARC  # where the lists of the next letter begin
    lists = lists[lists > 0]
    paths: NDArray[np.float64] = np.ones(len(lists))  # how many ways lead there
    words, length = 0.0, 0
    while lists.size:
        if (beyond := lists[lists >= len(nodes)]).size:
            raise LexiconError(where, f"is damaged: it points to node {beyond[0]} of {len(nodes)}", _REMEDY)
        at = np.searchsorted(ends_of_lists, lists)
        if (at == len(ends_of_lists)).any():
            raise LexiconError(where, "is damaged: its last siblings have no end", _REMEDY)
        many = ends_of_lists[at] - lists + 1
        if (many > alphabet.size).any():
            raise _strange(nodes, lists, alphabet, where)
        before = np.cumsum(many) - many
        siblings = np.repeat(lists - before, many) + np.arange(int(many.sum()))
        found, ways = nodes[siblings], np.repeat(paths, many)
        codes = found >> 24
        if (codes < 1).any() or (codes > alphabet.size).any():
            raise _strange(nodes, lists, alphabet, where)
        words += float(ways @ ((found & ENDS) > 0))
        length += 1
        if length > LONGEST or words > MOST_WORDS + MOST_A_NODE * len(nodes):
            raise LexiconError(where, "is damaged: it has words without end", _REMEDY)
        on = found & ARC > 0
        lists, place = np.unique(found[on] & ARC, return_inverse=True)
        paths = np.bincount(place, ways[on], len(lists)).astype(np.float64)


def _strange(nodes: NDArray[np.int64], lists: NDArray[np.int64], alphabet: Alphabet, where: str) -> LexiconError:
    """Return the error of siblings that are not letters of the alphabet, each once."""
    for first in lists.tolist():
        for node in nodes[first : first + alphabet.size + 1].tolist():
            if not 1 <= node >> 24 <= alphabet.size:
                problem = f"has a letter number {node >> 24}, but the alphabet has {alphabet.size} letters"
                return LexiconError(where, problem, "Give the tile set it was made for.")
            if node & LAST:
                break
    return LexiconError(where, f"is damaged: more than {alphabet.size} letters stand side by side", _REMEDY)


def write_kwg(graph: WordGraph) -> bytes:
    """Return the graph as a KWG file, forwards and GADDAG, lists of siblings that end alike sharing their nodes.

    Raises LexiconError for a graph with cycles, or of more nodes than a KWG file can number (4,194,303).
    """
    if graph.count is None:
        raise LexiconError("lexicon", "has words without end", "A KWG file holds a list of words.")
    places, nodes = _laid_out(graph)
    if len(nodes) > ARC:
        raise LexiconError("lexicon", f"needs {len(nodes)} nodes", f"A KWG file has {ARC} at most.")
    out = np.empty(len(nodes), "<u4")
    out[0] = LAST | places.get(graph.forward, 0)
    out[1] = LAST | places.get(graph.gaddag, 0)
    for place, (target, code, flags) in enumerate(nodes[2:], start=2):
        out[place] = code << 24 | flags | places.get(target, 0)
    return out.tobytes()


def _laid_out(graph: WordGraph) -> tuple[dict[int, int], list[tuple[int, int, int]]]:
    """Return {state: index of its first node} and the nodes as (target state, letter, flags); nodes 0, 1 are room.

    A list of siblings that is the end of a longer one has no nodes of its own. Endings are numbered from
    their last sibling on, so that two are the same exactly when their numbers are.
    """
    edges: list[int] = graph.edges.tolist()
    numbers: dict[tuple[int, int, int], int] = {}  # (number of the ending behind, target, letter and flags)
    endings: dict[int, list[int]] = {}  # state -> numbers of its endings, the whole list first
    inner: set[int] = set()
    state = 2
    while state < len(edges):
        codes = graph.letters_from(state)
        rest, own = 0, []
        for k in range(len(codes) - 1, -1, -1):
            flags = codes[k] << 24 | (ENDS if edges[state + 1] >> codes[k] & 1 else 0) | (0 if rest else LAST)
            rest = numbers.setdefault((rest, edges[state + 2 + k], flags), len(numbers) + 1)
            own.append(rest)
        own.reverse()
        inner.update(own[1:])
        endings[state] = own
        state += 2 + len(codes)

    nodes: list[tuple[int, int, int]] = [(0, 0, 0)] * 2
    node_of_ending: dict[int, int] = {}
    named = {number: (target, flags) for (_, target, flags), number in numbers.items()}
    for own in endings.values():
        if own[0] not in inner:
            for number in own:
                node_of_ending.setdefault(number, len(nodes))
                target, flags = named[number]
                nodes.append((target, flags >> 24, flags & (ENDS | LAST)))
    return {state: node_of_ending[own[0]] for state, own in endings.items()}, nodes
