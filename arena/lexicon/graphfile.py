"""The packed graph as bytes: a head, and the array as it lies in memory, so that a file of it can be mapped.

    8 bytes   b"ARENAWG" and the format's number
    4 bytes   length of the head, little-endian
    4 bytes   CRC-32 of the head, little-endian
    head      JSON: letters, roots, number of words and of lines left out, digest, size and CRC-32 of the array; padded
              with blanks so that the array starts at a multiple of 64
    array     little-endian

The checksums find damage, not intent: ``WordGraph.fault`` says whether what they let through can be walked.
Opening, mapping and replacing files are left to ``variants/graph_cache.py``.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from arena.errors import LexiconError
from arena.lexicon.wordgraph import Edges, WordGraph

MAGIC = b"ARENAWG\x03"
_START = len(MAGIC) + 8  # of the head
_REMEDY = "Delete it; it is made again from the word list."


@dataclass(frozen=True, eq=False)
class PackedGraph:
    """What a packed file holds: the graph, the letters its codes stand for, and the digest of its words.

    left_out: lines of the word list that are no words of these letters; 0 in a file that does not say.
    """

    graph: WordGraph
    symbols: tuple[str, ...]
    digest: str
    left_out: int = 0


def pack(graph: WordGraph, symbols: tuple[str, ...], digest: str, left_out: int = 0) -> bytes:
    """Return the bytes of a packed file; left_out: lines of the word list that are no words of these letters."""
    edges = graph.edges.astype(graph.edges.dtype.newbyteorder("<"), copy=False)
    content = edges.tobytes()
    head = {
        "letters": symbols,
        "forward": graph.forward,
        "gaddag": graph.gaddag,
        "words": graph.count,
        "left_out": left_out,
        "digest": digest,
        "entries": int(edges.size),
        "bytes": edges.itemsize,
        "crc": zlib.crc32(content),
    }
    return framed(head, content)


def framed(head: Mapping[str, Any], content: bytes) -> bytes:
    """Return the bytes of a file with this head and this array."""
    text = json.dumps(head, ensure_ascii=True).encode()
    text += b" " * (-(_START + len(text)) % 64)
    return MAGIC + len(text).to_bytes(4, "little") + zlib.crc32(text).to_bytes(4, "little") + text + content


def unpack(data: Any, where: str) -> PackedGraph:
    """Read a packed file from a buffer (bytes or a map of the file), without copying its array.

    Raises LexiconError, naming ``where``, for anything that ``pack`` did not write: another file, a part of
    one, or one of which anything was changed.
    """
    view = memoryview(data)
    if len(view) < _START or bytes(view[:7]) != MAGIC[:7]:
        raise LexiconError(where, "is not a packed word graph", "Name a word list, or a file of `arena lexicon build`.")
    if bytes(view[:8]) != MAGIC:
        raise LexiconError(where, "was packed by another version", _REMEDY)
    start = _START + int.from_bytes(view[8:12], "little")
    text = bytes(view[_START:start])
    try:
        if zlib.crc32(text) != int.from_bytes(view[12:_START], "little"):
            raise ValueError("the header was changed")
        head = json.loads(text)
        symbols = tuple(str(symbol) for symbol in head["letters"])
        numbers = {key: int(head[key]) for key in ("forward", "gaddag", "entries", "bytes", "crc")}
        count = None if head["words"] is None else int(head["words"])
        digest, left_out = str(head["digest"]), int(head.get("left_out", 0))
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise LexiconError(where, "is damaged: its header cannot be read", _REMEDY) from error
    if numbers["bytes"] not in (4, 8) or start + numbers["bytes"] * numbers["entries"] != len(view):
        raise LexiconError(where, "is damaged: its size is not what its header says", _REMEDY)
    edges: Edges
    if numbers["bytes"] == 4:
        edges = np.frombuffer(data, "<u4", offset=start).astype(np.uint32, copy=False)  # a copy on big-endian machines
    else:
        edges = np.frombuffer(data, "<u8", offset=start).astype(np.uint64, copy=False)
    edges.flags.writeable = False
    roots_fit = all(0 <= numbers[root] < max(edges.size - 1, 1) for root in ("forward", "gaddag"))
    if edges.size < 2 or not roots_fit or zlib.crc32(view[start:]) != numbers["crc"]:
        raise LexiconError(where, "is damaged: its content is not what its header says", _REMEDY)
    graph = WordGraph(edges, numbers["forward"], numbers["gaddag"], len(symbols), count)
    return PackedGraph(graph, symbols, digest, left_out)
