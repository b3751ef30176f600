"""A variant, self-contained: all that another process or machine needs to build the same game.

Pure values, JSON-able through msgspec. load.py makes them from names and paths, build.py makes games of them.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

_FOR_PEOPLE = ("name", "about", "language")  # what files of boards, tiles and rules say to people alone


class LexiconSpec(msgspec.Struct, frozen=True, kw_only=True):
    """Which words: name for people, digest of the words, and where the packed graph lies on this machine.

    path is "" for lexica that need no file (words of odd length); it takes no part in the variant's digest.
    """

    name: str
    digest: str
    path: str = ""


class BegunSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A position that games begin in; see scrabble.turns.GameStart.

    placed: [x, y, tile id, letter, points] of each tile on the board. hands: the ids of a seat's known tiles.
    """

    placed: tuple[tuple[int, int, int, str, int], ...]
    hands: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    mover: int = 0


class WordSpec(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The parts of a variant of the word game.

    board_name, tiles_name, rules_name: what people call them.
    board:      the parsed board file.
    board_seed: the seed of a board drawn by chance, None for every other.
    tiles:      the parsed tile file. rules: every field of the rule book.
    hand_size:  tiles in a full hand (rules have the same).
    begun:      the position that games begin in, None for an empty board.
    """

    board_name: str
    board: dict[str, Any]
    board_seed: int | None
    tiles_name: str
    tiles: dict[str, Any]
    rules_name: str
    rules: dict[str, Any]
    lexicon: LexiconSpec
    hand_size: int
    begun: BegunSpec | None = None


class VariantSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One variant.

    name:    in ids and tables. game: "word", or the entry-point name of another game, with its ``options``.
    seats:   how many take part. word: the word game's parts, None for every other game.
    openings: how games begin, pair after pair: the text of a position in the word game (scrabble/begun.py), the texts
             of moves from the start in any other; () where every game begins at the beginning.
    """

    name: str
    game: str
    seats: int
    options: dict[str, Any] = {}
    word: WordSpec | None = None
    openings: tuple[tuple[str, ...], ...] = ()

    def opening(self, pair: int) -> tuple[str, ...]:
        """Return the opening of a pair of games, whose numbers count from 1; () where there are none."""
        return self.openings[(pair - 1) % len(self.openings)] if self.openings else ()

    @property
    def digest(self) -> str:
        """Return 32 hex digits that say what is played: equal for equal rules, whatever the names or the machine."""
        fields = msgspec.to_builtins(self, str_keys=True)
        fields.pop("name")
        if not self.openings:
            fields.pop("openings")  # as it was before there were any: old results go on
        if fields["word"] is not None:
            word = fields["word"]
            word["lexicon"] = word["lexicon"]["digest"]
            for part in ("board", "tiles", "rules"):
                word.pop(f"{part}_name")
                word[part] = {key: value for key, value in word[part].items() if key not in _FOR_PEOPLE}
        return hashlib.blake2b(msgspec.json.encode(fields, order="sorted"), digest_size=16).hexdigest()


def spec_data(spec: VariantSpec) -> dict[str, Any]:
    """Return a variant as plain JSON-able data, with text for every key."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(spec))
    return data


def spec_from(data: dict[str, Any]) -> VariantSpec:
    """Return the variant that ``spec_data`` told."""
    return msgspec.convert(data, VariantSpec)
