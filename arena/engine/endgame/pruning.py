"""The graph that an endgame search reads: the words that can still be played on a board, and no others."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels import end_words
from arena.engine._kernels.arrays import Graph
from arena.engine.field import Field
from arena.lexicon.wordgraph import build
from arena.lexicon.words import WordList
from arena.scrabble.tiles import Hand

MOST_WORDS = 60_000  # beyond them a graph of their own is not worth its making


def playable_words(field: Field, hands: Iterable[Hand]) -> list[bytes] | None:
    """Return, in letter codes, every word that the tiles of all hands together can make on a line of the board.

    What lies across is not looked at, so some of them cannot be played. None where they are very many, or the lexicon
    has no index of its words.
    """
    ground = field.ground
    if not ground.index.known:
        return None
    counts, wild, first, faces = np.zeros(64, np.int64), 0, ground.tiles.first, ground.tiles.faces
    for hand in hands:
        for tile, count in hand.items():
            if first[tile + 1] - first[tile] > 1:
                wild += count
            elif first[tile + 1] > first[tile]:
                counts[faces[first[tile], 1]] += count
    lines, masks = _lines(field)
    found = np.zeros(MOST_WORDS, np.int64)
    text = ground.index.text
    before = np.concatenate([[0], np.cumsum(field.letters > 0)]).astype(np.int64)
    made = end_words.playable(text, field.letters, before, lines, masks, counts, wild, np.zeros(64, np.int64), found)
    if made > MOST_WORDS:
        return None
    data = text.tobytes()
    return sorted(data[at + 1 : at + 1 + data[at]] for at in found[:made].tolist())


def graph_of(field: Field, hands: Iterable[Hand]) -> Graph:
    """Return the graph of the words that can be played, or of all where those are too many; 64 bits an entry."""
    ground, alphabet = field.ground, field.table.tiles.alphabet
    words = playable_words(field, hands)
    if words is None:
        edges, root = np.asarray(ground.graph.edges).astype(np.uint64), ground.graph.root
    else:
        graph = build(WordList(alphabet, tuple(words)), alphabet)
        edges, root = np.asarray(graph.edges).astype(np.uint64), graph.gaddag
    edges.flags.writeable = False
    return Graph(edges, int(root), ground.graph.everything)


def _lines(field: Field) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    # The rows and columns of the window that have tiles: first and last cell, how many tiles; and their letters.
    width, height, size = field.board.dims.tolist()
    spans = [(row * width, row * width + width - 1) for row in range(height)]
    spans += [(size + column * height, size + column * height + height - 1) for column in range(width)]
    lines, masks = [], []
    for first, last in spans:
        codes = [code for code in field.letters[first : last + 1].tolist() if code > 0]
        if codes:
            lines.append((first + 1, last - 1, len(codes)))  # without the rim
            masks.append(sum({1 << code for code in codes}))
    return np.array(lines, np.int64).reshape(-1, 3), np.array(masks, np.uint64)
