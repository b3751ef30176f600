"""How common the words of a lexicon are: by the sizes of SCOWL's lists for English, by chance for others.

A door to files. SCOWL sorts English words into lists of growing size, 10 (the most common) to 80; ``english.sizes.gz``
says for each word of the shipped list which is the first that has it (scripts/make_wordlist.py). A *rank* here is the
place among SIZES, 0 for the most common words.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.resources
from collections.abc import Callable, Iterable
from functools import cache

from arena.lexicon.lexicon import Lexicon

SIZES = (10, 20, 35, 40, 50, 55, 60, 70, 80)
RAREST = len(SIZES) - 1
# A lexicon is English if it has so many of a sample of the most common words. They are of odd length, so that the words
# of odd length of an English list are English, too.
SAMPLE, SHARE = 200, 0.8
LONGEST = 15  # letters; longer words are taken for as common as these

Ranks = Callable[[str], int]  # a word in capital letters -> its rank
_VALUES = bytes.maketrans(b"0123456789", bytes(range(10)))


@cache
def shipped_ranks() -> dict[str, int]:
    """Return the ranks of the words of the shipped list, less the rarest; read once in a process."""
    words, ranks = _shipped()
    return {word: rank for word, rank in zip(words, ranks, strict=True) if rank < RAREST}


@cache
def sample() -> tuple[str, ...]:
    """Return some of the most common words of English."""
    common = [word for word, rank in shipped_ranks().items() if not rank and len(word) % 2]
    return tuple(common[:: len(common) // SAMPLE][:SAMPLE])


@cache
def shares_by_length() -> tuple[tuple[float, ...], ...]:
    """Return for each number of letters up to LONGEST which share of the shipped words has at most a rank, by rank."""
    counts = [[0] * len(SIZES) for _ in range(LONGEST + 1)]
    for word, rank in zip(*_shipped(), strict=True):
        counts[min(len(word), LONGEST)][rank] += 1
    counts[:2] = [counts[2]] * 2  # no English word is shorter
    return tuple(tuple(sum(row[:place]) / sum(row) for place in range(1, len(SIZES))) for row in counts)


def ranks_of(lexicon: Lexicon) -> Ranks | None:
    """Return what tells the rank of a lexicon's words; None where it has words without end, and all are equally common.

    In a lexicon with the common words of English each word has the rank of its size, and the rarest where the shipped
    list does not have it. Nobody says here how common words of other languages are: each has a rank by chance, always
    the same, and as many have it as among English words of that length.
    """
    if lexicon.count is None:
        return None
    if sum(word in lexicon for word in sample()) >= SHARE * SAMPLE:
        ranks = shipped_ranks()
        return lambda word: ranks.get(word, RAREST)
    shares = shares_by_length()
    return lambda word: _by_chance(word, shares[min(len(word), LONGEST)])


def _by_chance(word: str, shares: Iterable[float]) -> int:
    drawn = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=4).digest(), "big") / 2**32
    return sum(drawn >= share for share in shares)


def _shipped() -> tuple[list[str], bytes]:
    # The words of the shipped list and their ranks.
    data = importlib.resources.files("arena.lexicon") / "data"
    words = gzip.decompress((data / "english.txt.gz").read_bytes()).decode("ascii").upper()
    digits = gzip.decompress((data / "english.sizes.gz").read_bytes()).strip()
    return words.split("\n")[1:-1], digits.translate(_VALUES)  # the first line says what the list is
