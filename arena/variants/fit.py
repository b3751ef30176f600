"""Do a tile set and a lexicon fit each other? Pure; whoever plays with both is told when they do not.

A list of English words is played with French tiles as well as with English ones, and nothing fails: the letters
are the same. Only the bag is wrong. Three things are looked at:

    languages   the tile set's file says one (``language: French``); a lexicon's is in its name, where its name has the
                one of a language (the shipped ``english``, ``french.txt``, ``words-german.kwg``)
    letters     tiles that no word needs can be laid nowhere
    lines       many lines of the list have characters that no tile shows, and were left out
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from arena.board.layout import HOLE, Layout
from arena.lexicon.lexicon import Lexicon
from arena.scrabble.tiles import TileSet
from arena.variants.build import layout_of, word_parts
from arena.variants.spec import VariantSpec

LANGUAGES = frozenset(("danish", "english", "french", "german", "polish", "spanish"))  # of the shipped tile sets
MANY = 0.1  # of a list's lines; where fewer are left out it is their spelling: it's, e-mail


def misfits(tiles: TileSet, lexicon: Lexicon, *, bag: bool = True) -> list[str]:
    """Return a sentence, without a full stop, for each way in which a tile set and a lexicon do not fit.

    bag: whether a game is played, so that tiles that no word needs and lines without tiles matter; where one word or
    position is looked at, the languages alone do.
    """
    sentences = []
    theirs = _languages(lexicon.name, tiles.language)
    if tiles.language and theirs and tiles.language.casefold() not in theirs:
        others = " and ".join(sorted(name.capitalize() for name in theirs))
        sentences.append(
            f"the tiles are {tiles.language} ({tiles.name}) and the words {others} ({lexicon.name}): name a word list "
            f"of the tiles' language, or tiles of the words'"
        )
    if not bag:
        return sentences
    if unused := _unused(tiles, lexicon):
        letters = ", ".join(symbol for symbol, _ in unused)
        number = sum(count for _, count in unused)
        sentences.append(
            f"no word of {lexicon.name} has {letters}, so that {number} of the {tiles.total} tiles of {tiles.name} "
            "can never be laid"
        )
    lines = lexicon.left_out + (lexicon.count or 0)
    if lexicon.left_out and lexicon.left_out >= MANY * lines:
        have, are = ("has", "is") if lexicon.left_out == 1 else ("have", "are")
        sentences.append(
            f"{lexicon.left_out:,} of {lines:,} lines of {lexicon.name} {have} a character that no tile of "
            f"{tiles.name} shows, and {are} left out"
        )
    return sentences


def misfits_of(specs: Iterable[VariantSpec]) -> list[str]:
    """Return the same for variants, each sentence once, with the variants that it is about before it.

    Of their boards it is told where no word can ever begin.

    Variants of other games have neither tiles nor words. Raises LexiconError where a lexicon is gone.
    """
    about: dict[str, list[str]] = {}
    for spec in specs:
        if spec.word is not None:
            for sentence in [*misfits(*word_parts(spec.word)), *_without_opening(layout_of(spec))]:
                about.setdefault(sentence, []).append(spec.name)
    return [f"{_named(names)}: {sentence}" for sentence, names in about.items()]


def _without_opening(layout: Layout) -> list[str]:
    x, y = layout.centre
    around = layout.ids(x - 1, y - 1, x + 1, y + 1)
    if (around[[0, 1, 1, 2], [1, 0, 2, 1]] != HOLE).any():
        return []
    problem = f"the centre {layout.centre} of the board {layout.name} has no square beside it"
    return [f"{problem}, so nobody can ever lay a word: move the centre, or give it a neighbour"]


def _named(names: list[str]) -> str:
    if len(names) <= 3:
        return ", ".join(names)
    return f"{', '.join(names[:2])} and {len(names) - 2} more variants"


def _languages(name: str, language: str) -> frozenset[str]:
    """Return the languages whose names are words of a lexicon's name."""
    known = LANGUAGES | {language.casefold()}
    return frozenset(word for word in re.findall(r"[^\W\d_]+", name.casefold()) if word in known)


def _unused(tiles: TileSet, lexicon: Lexicon) -> list[tuple[str, int]]:
    """Return the letters that tiles show and no word has, each with how many tiles show nothing else."""
    used = set(lexicon.graph.letters_from(lexicon.graph.gaddag))  # the root has an edge for each letter of any word
    numbers: dict[str, int] = {}
    for tile, count in zip(tiles.tiles, tiles.counts, strict=True):
        if count and all(lexicon.alphabet.code(face.char) not in used for face in tile.faces):
            shown = "/".join(face.char for face in tile.faces)
            numbers[shown] = numbers.get(shown, 0) + count
    return list(numbers.items())
