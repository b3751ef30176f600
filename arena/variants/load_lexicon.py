"""A lexicon by name or path: shipped word lists, anybody's, packed graphs, and words of odd length.

A door to files; the packed graphs that it leaves behind are in ``graph_cache.py``'s care. What can be given:

    default, english     the list inside the package
    any                  any letters
    odd                  any letters whose number is odd; odd(NAME): the words of odd length of a lexicon
    a path               a word list (also .gz), a KWG file, or a packed graph of ``arena lexicon build``
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.resources
import io
import re
import zlib
from dataclasses import replace
from pathlib import Path

from arena.config.given_file import opened, pipe_of
from arena.errors import LexiconError, did_you_mean
from arena.lexicon.alphabet import Alphabet
from arena.lexicon.graphfile import MAGIC, PackedGraph, pack, unpack
from arena.lexicon.kwg import read_kwg
from arena.lexicon.lexicon import Lexicon, every_odd_word, every_word, make_lexicon, odd_words
from arena.lexicon.words import WordList, read_words
from arena.variants import graph_cache
from arena.variants.paths import path_of, shown

ONE_A_LINE = "Give a list with one word on each line, and nothing else there."
MOST_BYTES = 256 * 2**20  # of a file: a device has bytes without end
MOST_TEXT = 64 * 2**20  # of a word list: a few KiB of .gz can hold more than there is memory
_piped: dict[tuple[int, int] | None, bytes] = {}  # what came through pipes: it comes only once
SHIPPED = {"default": "english", "english": "english"}
ANY, ODD = "any", "odd"


def load_lexicon(name_or_path: str, alphabet: Alphabet, *, base: Path | None = None) -> Lexicon:
    """Return the lexicon that a name or a path says, for an alphabet.

    base: the folder that a relative path starts from (a tournament file's); the current one by default.

    The packed graph comes from the cache when one of the same content and alphabet was made before, and is
    kept there otherwise. Raises LexiconError: nothing of that name, a file that cannot be read, a list
    without a single word of the alphabet, a damaged graph or one for other letters.
    """
    odd = re.fullmatch(r"\s*odd\s*(?:\((.*)\))?\s*", name_or_path)
    if name_or_path.strip() == ANY:
        return every_word(alphabet)
    if odd:
        if odd[1] is None:
            return every_odd_word(alphabet)
        _check_within(name_or_path, odd[1])
        return _odd(load_lexicon(odd[1].strip(), alphabet, base=base))
    data, name, where = _content(name_or_path, base)
    if data[:7] == MAGIC[:7]:
        _unpacked(data, alphabet, where)  # looks at it whole
        path = Path(where).resolve()
        return _on_file(name, alphabet, graph_cache.map_graph(path), path)
    key = hashlib.sha256(hashlib.sha256(data).digest() + _identity(alphabet, where)).hexdigest()[:40]
    cached = graph_cache.find(key)
    if cached:
        return _on_file(name, alphabet, cached[1], cached[0])
    words = _words(data, alphabet, where)
    if not words.count:
        left_out = words.complaint()
        problem = f"has no word of the letters {' '.join(alphabet.symbols)}"
        raise LexiconError(where, f"{problem}; {left_out}" if left_out else problem, ONE_A_LINE)
    return _kept(make_lexicon(name, words), key)


def find_lexicon(name_or_path: str, *, base: Path | None = None) -> None:
    """Raise LexiconError when a name or path says no file that can be read; what is in it stays unread."""
    odd = re.fullmatch(r"\s*odd\s*\((.*)\)\s*", name_or_path)
    if odd:
        _check_within(name_or_path, odd[1])
        find_lexicon(odd[1].strip(), base=base)
    elif name_or_path.strip() not in (ANY, ODD):
        _content(name_or_path, base)


def _check_within(whole: str, named: str) -> None:
    # What stands in odd(...) has to be a list.
    if named.strip() in ("", ANY, ODD):
        problem = f"odd({named.strip()}) is no lexicon: odd(NAME) takes the words of a list"
        raise LexiconError(whole, problem, "Write odd, or odd(NAME) with the name or path of a list.")


def open_lexicon(name: str, digest: str, path: str, alphabet: Alphabet) -> Lexicon:
    """Return the lexicon of a variant's description, made elsewhere: map ``path``, or make it again by name.

    path: "" for a lexicon without a file. Raises LexiconError when neither gives words of this digest.
    """
    if path:
        try:
            packed = graph_cache.map_graph(Path(path))
        except (OSError, LexiconError):
            packed = None  # cleared away, or on another machine
        if packed and packed.digest == digest:
            _check_letters(packed.symbols, alphabet, path)
            return _on_file(name, alphabet, packed, path)
    try:
        lexicon = load_lexicon(name, alphabet)
    except LexiconError as error:
        problem = f"the packed graph of {name!r} is gone or incomplete"
        raise LexiconError(
            path or name, problem, "Start again from the tournament file, which builds it again."
        ) from error
    if lexicon.digest != digest:
        problem = f"the words of {name!r} on this machine are not those that the variant was made with"
        raise LexiconError(path or name, problem, "Give every machine the same word list.")
    return lexicon


def read_list(name_or_path: str, alphabet: Alphabet, *, base: Path | None = None) -> WordList:
    """Return the word list that a name or path says, with the lines that are no words of the alphabet.

    Raises LexiconError as ``load_lexicon`` does; ``any``, and ``odd`` alone, have no list.
    """
    odd = re.fullmatch(r"\s*odd\s*\((.*)\)\s*", name_or_path)
    if odd:
        whole = read_list(odd[1].strip(), alphabet, base=base)
        return replace(whole, words=tuple(word for word in whole.words if len(word) % 2))
    if name_or_path.strip() in (ANY, ODD):
        return WordList(alphabet, tuple(load_lexicon(name_or_path, alphabet).graph.words()))  # refuses: without end
    data, _, where = _content(name_or_path, base)
    return _words(data, alphabet, where)


def _words(data: bytes, alphabet: Alphabet, where: str) -> WordList:
    if data[:7] == MAGIC[:7]:
        packed = _unpacked(data, alphabet, where)
        return WordList(alphabet, tuple(packed.graph.words()))
    if where.lower().endswith(".kwg"):
        return read_kwg(data, alphabet, where)
    if data[:2] == b"\x1f\x8b":
        try:
            with gzip.open(io.BytesIO(data)) as text:
                data = text.read(MOST_TEXT + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise LexiconError(where, "is a damaged .gz file", "Copy it again.") from error
    if len(data) > MOST_TEXT:
        raise _too_large(where, MOST_TEXT)
    return read_words(data, alphabet, where)


def _unpacked(data: bytes, alphabet: Alphabet, where: str) -> PackedGraph:
    """Return a packed graph that somebody handed in, having looked at every edge of it."""
    packed = unpack(data, where)
    _check_letters(packed.symbols, alphabet, where)
    fault = packed.graph.fault()
    if fault is not None:
        raise LexiconError(where, f"is not a usable graph: {fault}", "Build it again from its word list.")
    return packed


def _too_large(where: str, most: int) -> LexiconError:
    return LexiconError(where, f"has more than {most >> 20} MiB", "No word list is as large: name another file.")


def _content(name_or_path: str, base: Path | None) -> tuple[bytes, str, str]:
    """Return a file's bytes, the lexicon's name for people and the file's for complaints."""
    shipped = SHIPPED.get(name_or_path)
    if shipped:
        packed = importlib.resources.files("arena.lexicon") / "data" / f"{shipped}.txt.gz"
        return packed.read_bytes(), shipped, f"arena/lexicon/data/{shipped}.txt.gz"
    path = path_of(name_or_path, base)
    try:
        with opened(path) as file:
            pipe = pipe_of(file)
            data = _piped.get(pipe) or file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise _too_large(str(path), MOST_BYTES)
        if pipe is not None:
            _piped[pipe] = data
        return data, path.name.split(".")[0] or path.name, str(path)
    except IsADirectoryError:
        raise LexiconError(str(path), "is a folder", "Name the word list itself.") from None
    except FileNotFoundError:
        hint = did_you_mean(name_or_path, [*SHIPPED, ANY, ODD])
        remedy = f"{hint}Names: default, english, any, odd, odd(NAME); anything else is a path to a word list."
        raise LexiconError(shown(path), "there is no such lexicon or file", remedy) from None
    except (OSError, ValueError) as error:
        problem = f"cannot be read ({getattr(error, 'strerror', None) or error})"
        raise LexiconError(shown(path), problem, "Check the path and its permissions.") from None


def _odd(whole: Lexicon) -> Lexicon:
    key = hashlib.sha256(b"odd" + whole.digest.encode() + _identity(whole.alphabet, "")).hexdigest()[:40]
    cached = graph_cache.find(key)
    if cached:
        return _on_file(f"odd({whole.name})", whole.alphabet, cached[1], cached[0])
    return _kept(odd_words(whole), key)


def _on_file(name: str, alphabet: Alphabet, packed: PackedGraph, path: Path | str) -> Lexicon:
    return Lexicon(name, alphabet, packed.graph, packed.digest, str(path), packed.left_out)


def _kept(lexicon: Lexicon, key: str) -> Lexicon:
    """Put a new graph into the cache and return the lexicon on top of the file, or as it is where there is none."""
    path = graph_cache.keep(key, pack(lexicon.graph, lexicon.alphabet.symbols, lexicon.digest, lexicon.left_out))
    if path is None:
        return lexicon
    return replace(lexicon, graph=graph_cache.map_graph(path).graph, path=str(path))


def _identity(alphabet: Alphabet, where: str) -> bytes:
    """Return what besides a file's bytes decides which graph comes of it."""
    kind = "kwg" if where.lower().endswith(".kwg") else "text"
    parts = (MAGIC, kind, alphabet.symbols, alphabet.capitals, alphabet.spellings, alphabet.strip_accents)
    return repr(parts).encode()


def _check_letters(symbols: tuple[str, ...], alphabet: Alphabet, where: str) -> None:
    if symbols != alphabet.symbols:
        problem = f"was packed for the letters {' '.join(symbols)}, not {' '.join(alphabet.symbols)}"
        raise LexiconError(where, problem, "Build it again with this tile set.")
