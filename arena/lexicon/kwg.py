"""KWG, the word graph file that several engines of the field share: reading its words, and writing ours.

A file is an array of little-endian 32-bit nodes: bits 31-24 the letter (0 = GADDAG delimiter), bit 23 a word
ends here, bit 22 last of its siblings, bits 21-0 index of the first child (0 = none). Siblings are
neighbours in letter order. The child of node 0 is the forward root, that of node 1 the GADDAG root. The
letters are numbers; what they stand for is the reader's tile set, as with us. See docs/reference/lexicon.md.
"""

from __future__ import annotations

import numpy as np

from arena.errors import LexiconError
from arena.lexicon.alphabet import Alphabet
from arena.lexicon.wordgraph import WordGraph
from arena.lexicon.words import LONGEST, WordList

ENDS = 1 << 23
LAST = 1 << 22
ARC = LAST - 1
MOST_WORDS = 20_000_000  # more than any list has: a damaged graph can say millions of millions


def read_kwg(data: bytes, alphabet: Alphabet, where: str = "KWG file") -> WordList:
    """Return the words of the forward graph of a KWG file.

    Raises LexiconError, naming ``where``, for a file that is cut, runs in circles or leaves its array, and
    for letters that the alphabet does not have.
    """
    remedy = "Make it again with the program that wrote it."
    if len(data) < 8 or len(data) % 4:
        raise LexiconError(where, "is no KWG file: its size is not a number of nodes", remedy)
    nodes: list[int] = np.frombuffer(data, "<u4").tolist()
    words: list[bytes] = []
    stack = [(nodes[0] & ARC, b"")] if nodes[0] & ARC else []
    while stack:
        place, path = stack.pop()
        if place >= len(nodes):
            raise LexiconError(where, f"is damaged: it points to node {place} of {len(nodes)}", remedy)
        node = nodes[place]
        code = node >> 24
        if not 1 <= code <= alphabet.size:
            problem = f"has a letter number {code}, but the alphabet has {alphabet.size} letters"
            raise LexiconError(where, problem, "Give the tile set it was made for.")
        longer = path + bytes([code])
        if not node & LAST:
            stack.append((place + 1, path))
        if node & ENDS:
            words.append(longer)
        if node & ARC:
            stack.append((node & ARC, longer))
        if len(longer) > LONGEST or len(words) > MOST_WORDS:
            raise LexiconError(where, "is damaged: it has words without end", remedy)
    return WordList(alphabet, tuple(sorted(set(words))))


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
