"""The words that a record writes beside a play, compared with those that the play makes. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from arena.errors import LexiconError
from arena.scrabble.tiles import TileSet

_PARTS = re.compile(r"[\s,;/+]+")


def differs(text: str, formed: Sequence[str], tiles: TileSet) -> bool | None:
    """Return whether a column of words says others than the play made; None where the text is a remark, no words.

    formed: the words that the play makes, the main word first. The column may have all of them, the main word
    alone, or the others alone, in any order and case. Other text is a remark unless all of it is in capitals.
    """
    try:
        written = Counter("".join(tiles.letters(part)) for part in words_of(text))
    except LexiconError:
        return None
    if written and written in (Counter(formed), Counter(formed[:1]), Counter(formed[1:])):
        return False
    return True if all(map(_in_capitals, words_of(text))) else None


def words_of(text: str) -> list[str]:
    """Return the parts of a column of words, without brackets around letters of the board."""
    return [part for part in _PARTS.split(text.translate({ord("("): None, ord(")"): None})) if part]


def _in_capitals(part: str) -> bool:
    """Return whether a word is written as plays are: capitals, with a small letter for a wild card."""
    capitals = sum(character.isupper() for character in part)
    return len(part) > 1 and capitals >= sum(character.islower() for character in part)
