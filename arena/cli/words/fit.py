"""A warning, on standard error, where tiles and words do not fit each other: for every command that plays with both."""

from __future__ import annotations

from collections.abc import Iterable

from arena.cli.say import say
from arena.lexicon.lexicon import Lexicon
from arena.scrabble.tiles import TileSet
from arena.variants.fit import misfits, misfits_of
from arena.variants.spec import VariantSpec


def warn_of_variants(specs: Iterable[VariantSpec]) -> None:
    """Warn of variants whose tiles and words do not fit."""
    warn_once(misfits_of(specs))


def warn_of_words(tiles: TileSet, lexicon: Lexicon, *, bag: bool = True, said: set[str] | None = None) -> None:
    """Warn where a tile set and a lexicon do not fit; bag: as for misfits. said: what needs no second warning."""
    warn_once(misfits(tiles, lexicon, bag=bag), said)


def warn_once(sentences: Iterable[str], said: set[str] | None = None) -> None:
    """Print each sentence as a warning, unless it was ``said`` already; it is, then."""
    earlier = set() if said is None else said
    for sentence in sentences:
        if sentence not in earlier:
            earlier.add(sentence)
            say(f"warning: {sentence}", err=True)
