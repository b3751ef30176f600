"""The master seed of a tournament, and all that is made from it.

A master seed is text. What a person wrote is stretched first: each guess at it costs as much as the making did, about
half a second and 128 MiB. A drawn seed holds 128 bits, more than can be guessed, and needs none of that. From the key
that this gives, everything else is made by a keyed hash, each kind of thing under a key of its own, so that what is
seen of one (a board, a bot's own seed) tells nothing of another.

Scheme 1 is that of arena 0.1: whole numbers and a plain hash, whose streams anybody can compute from a number that was
guessed. It is here for games that were begun under it. Nothing here may be called in a process that holds a guest.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from arena.contract.chance import Random, drawn_bits, seed_of
from arena.errors import ConfigError

SCHEME = 2
BITS = 128  # of a drawn seed
LONGEST = 200  # characters of a written one

Branch = Literal["game", "bots", "board", "draw", "ladder", "trial"]

_DRAWN = re.compile(r"drawn-[0-9a-f]{32}")
_SALT = b"arena: master seed, scheme 2"
_COST, _BLOCK = 2**17, 8  # of scrypt: 128 * _COST * _BLOCK bytes, 128 MiB


def drawn_seed() -> str:
    """Return a new master seed of BITS bits, as text that can be written into a tournament file."""
    return f"drawn-{drawn_bits(BITS):0{BITS // 4}x}"


def read_seed(text: str, where: str = "seed") -> str:
    """Return a master seed in the one form in which it is used: no blanks around it, its accents composed.

    Raises ConfigError, naming ``where``: it is empty, too long or not printable, or a drawn one that was cut off.
    """
    seed = unicodedata.normalize("NFC", text.strip())
    if not seed:
        raise ConfigError(where, "the seed is empty", "Write any text or number; without a seed one is drawn")
    if len(seed) > LONGEST:
        problem = f"the seed has {len(seed)} characters, more than {LONGEST}"
        raise ConfigError(where, problem, "Write a shorter one")
    if not seed.isprintable():
        raise ConfigError(where, "the seed has characters that cannot be printed", "Write it on one line, without tabs")
    if seed.startswith("drawn-") and not _DRAWN.fullmatch(seed):
        problem = f"{seed!r} begins like a drawn seed but is not one"
        raise ConfigError(where, problem, "After 'drawn-' it has 32 digits 0-9 a-f; copy it whole")
    return seed


def was_drawn(seed: str) -> bool:
    """Tell whether a seed has the form of a drawn one."""
    return _DRAWN.fullmatch(seed) is not None


@dataclass(frozen=True, slots=True)
class Master:
    """A master seed and the scheme by which everything is made from it. Its text is in nobody's ``repr``."""

    text: str = field(repr=False)
    scheme: int = SCHEME

    def seed(self, branch: Branch, *names: str | int) -> int:
        """Return the 64-bit seed called ``names`` of a branch.

        game: of a game's chance, by variant and pair. bots: what the bots' own seeds of that game are made from.
        board: of a board drawn by chance, by variant. draw, ladder: lots. trial: of games that are no tournament's.
        Raises ConfigError for a scheme that this arena does not know.
        """
        if self.scheme == 1:
            return seed_of(int(self.text), "game" if branch == "bots" else branch, *names)
        if self.scheme != SCHEME:
            problem = f"the seeds of these games are made by scheme {self.scheme}, which this arena does not know"
            raise ConfigError("seed", problem, "Use the arena that played them")
        return hashed(_branch_key(_key(self.text), branch), *names)

    def stream(self, branch: Branch, *names: str | int) -> Random:
        """Return a generator of its own for the seed called ``names`` of a branch."""
        return Random(self.seed(branch, *names))

    def own_seed(self, *names: str | int) -> int:
        """Return a seed below 2^53 for a bot that plays outside a tournament of ours."""
        return self.seed("bots", *names) >> 11


def hashed(key: bytes, *names: str | int) -> int:
    """Return the 64 bits that a key and ``names`` make; without the key they say nothing of any others."""
    parts = [f"{type(name).__name__}:{name}".encode() for name in names]
    text = b"".join(len(part).to_bytes(4, "big") + part for part in parts)  # no two lists of names are the same text
    return int.from_bytes(hashlib.blake2b(text, key=key, digest_size=8).digest(), "big")


@lru_cache(maxsize=16)
def _key(seed: str) -> bytes:
    """Return the 32 bytes that a master seed stands for; slow for a written one, once a process."""
    if was_drawn(seed):
        return hashlib.blake2b(seed.encode(), person=b"arena drawn", digest_size=32).digest()
    return stretched(seed)


def stretched(seed: str) -> bytes:
    """Return the key of a written seed: scrypt, 128 MiB, about half a second. Raises ConfigError without the memory."""
    try:
        return hashlib.scrypt(
            seed.encode(), salt=_SALT, n=_COST, r=_BLOCK, p=1, maxmem=2 * 128 * _COST * _BLOCK, dklen=32
        )
    except (MemoryError, ValueError) as error:
        problem = "making a key of a written seed takes 128 MiB of memory, which is not available"
        raise ConfigError("seed", problem, "Free some memory, or leave the seed out: a drawn one needs none") from error


@lru_cache(maxsize=64)
def _branch_key(key: bytes, branch: str) -> bytes:
    return hashlib.blake2b(branch.encode(), key=key, person=b"arena branch", digest_size=32).digest()
