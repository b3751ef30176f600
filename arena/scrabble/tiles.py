"""Tiles: sets of faces, and the sets of tiles that games are played with. Pure.

A tile is a set of faces, each a character (one letter of the alphabet, which may be written with
several signs, such as CH) and its points. An ordinary letter has one face; the wild card has every
letter. A tile's id is its place in the set, whatever it is: nobody may take 0 for the wild card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from arena.errors import ArenaError, Complaints, ConfigError, LexiconError, NotationError
from arena.lexicon.alphabet import Alphabet, composed, is_mark

WILD = "?"  # how text for people names the wild card
UNKNOWN = "_"  # how records name a tile that nobody saw
MOST_POINTS = 9_999  # of a face, either way: searches reckon in 32 bits
MOST_TILES = 1_000_000  # of a set: a bag is a list of its tiles

Hand = Mapping[int, int]  # tile id -> how many, never 0


class Face(NamedTuple):
    """One side of a tile that it may show: the letter and its points."""

    char: str
    points: int


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of tile: its id and its faces, in alphabet order."""

    id: int
    faces: tuple[Face, ...]

    @property
    def wild(self) -> bool:
        """Whether its player chooses what it shows."""
        return len(self.faces) > 1

    @property
    def points(self) -> int:
        """Return what it costs to hold it at the end: its cheapest face's points."""
        return min(face.points for face in self.faces)

    def face(self, char: str) -> Face | None:
        """Return its face that shows ``char``, if it has one."""
        return next((face for face in self.faces if face.char == char), None)


@dataclass(frozen=True, eq=False)
class TileSet:
    """All tiles of a game.

    tiles:    the kinds, ``tiles[id].id == id``.
    counts:   how many there are of each kind, by id, the set's scale already applied.
    alphabet: the letters that faces show, in order.
    language: whose words the counts are made for, as people call it; "" where the set does not say.
    """

    name: str
    tiles: tuple[Tile, ...]
    counts: tuple[int, ...]
    alphabet: Alphabet
    source: Mapping[str, Any] = field(default_factory=dict, repr=False)  # the mapping that it was read from
    language: str = ""

    @cached_property
    def total(self) -> int:
        """Return how many tiles there are in all."""
        return sum(self.counts)

    @cached_property
    def wild(self) -> int | None:
        """Return the id of the tile that ``?`` names: the one with the most faces, if any has several."""
        several = [tile for tile in self.tiles if tile.wild]
        return max(several, key=lambda tile: (len(tile.faces), -tile.id)).id if several else None

    @cached_property
    def codes(self) -> dict[str, int]:
        """Return the alphabet's code of each letter that a face can show."""
        return {symbol: code for code, symbol in enumerate(self.alphabet.symbols, start=1)}

    @cached_property
    def _plain(self) -> dict[str, int]:
        return {tile.faces[0].char: tile.id for tile in reversed(self.tiles) if not tile.wild}

    def has(self, tile: int) -> bool:
        """Return whether there is a tile with this id."""
        return 0 <= tile < len(self.tiles)

    def face(self, tile: int, char: str) -> Face | None:
        """Return the face of tile ``tile`` that shows ``char``, None where there is no such tile or face."""
        return self.tiles[tile].face(char) if self.has(tile) else None

    def plain(self, char: str) -> int | None:
        """Return the id of the (first) one-face tile that shows ``char``."""
        return self._plain.get(char)

    def full(self) -> dict[int, int]:
        """Return the whole set as a hand."""
        return {tile: count for tile, count in enumerate(self.counts) if count}

    def points(self, hand: Hand) -> int:
        """Return the points of the tiles in a hand, as lost at the end of a game."""
        return sum(self.tiles[tile].points * count for tile, count in hand.items())

    def letter(self, text: str) -> str:
        """Return the alphabet's letter that ``text`` writes in either case; raise LexiconError for none."""
        codes = self.alphabet.encode(text)
        if len(codes) != 1:
            raise LexiconError(self.name, f"{text!r} is not one letter", "Letters of several signs count as one")
        return self.alphabet.decode(codes)

    def letters(self, text: str) -> list[str]:
        """Return the letters that one sign writes, in either case: most often one, of a spelling such as Œ two.

        Raises LexiconError where a character of it is no letter.
        """
        return [self.alphabet.symbols[code - 1] for code in self.alphabet.encode(text)]

    def parse_hand(self, text: str) -> dict[int, int]:
        """Return {tile id: count} of tiles written one after the other, such as ``ABCDE??`` or ``[CH]OO``.

        ``?`` is the wild card and nothing else is; case does not matter; a letter of several signs stands
        in brackets, a tile with several faces by its id after a hash (``#7``). Blanks and commas may separate.
        Raises NotationError naming what cannot be read.
        """
        hand: dict[int, int] = {}
        for sign in _hand_signs(text):
            for tile in self._named(sign):
                if tile is None:
                    raise NotationError("hand", f"the tile set {self.name!r} has no tile {sign!r} (in {text!r})")
                hand[tile] = hand.get(tile, 0) + 1
        return hand

    def parse_rack(self, text: str) -> tuple[dict[int, int], int]:
        """Return a rack as records have it: the hand that is known, and how many tiles ``_`` says that nobody saw.

        Raises NotationError naming what cannot be read.
        """
        return self.parse_hand(text.replace(UNKNOWN, "")), text.count(UNKNOWN)

    def _named(self, sign: str) -> list[int | None]:
        """Return the tiles that one sign of a hand names, None for one that there is not."""
        if len(sign) > 1 and sign[0] == "#":
            tile = int(sign[1:10])
            return [tile if self.has(tile) else None]
        if sign == WILD:
            return [self.wild]
        try:
            return [self.plain(char) for char in self.letters(sign)] or [None]
        except LexiconError:
            return [None]

    def print_hand(self, hand: Hand) -> str:
        """Return a hand as text, in the order of the set, the wild card last; ``parse_hand`` reads it back."""
        signs, wild = self._signs, self.wild
        text = "".join([signs[tile] * hand[tile] for tile in sorted(hand) if tile != wild])
        return text if wild is None else text + WILD * hand.get(wild, 0)

    def print_tiles(self, tiles: Sequence[int]) -> str:
        """Return tiles, by their ids, as the hand that holds them."""
        signs, wild = self._signs, self.wild
        text = "".join([signs[tile] for tile in sorted(tiles) if tile != wild])
        return text if wild is None else text + WILD * tiles.count(wild)

    @cached_property
    def _signs(self) -> tuple[str, ...]:
        return tuple(self.sign(tile.id) for tile in self.tiles)

    def sign(self, tile: int) -> str:
        """Return how a hand's text names one tile."""
        if tile == self.wild:
            return WILD
        char = self.tiles[tile].faces[0].char
        if self.tiles[tile].wild or self.plain(char) != tile:
            return f"#{tile} "
        return char if len(char) == 1 else f"[{char}]"

    def read_board_letter(self, text: str, points: int | None = None) -> tuple[int, Face]:
        """Return (tile id, face) of a tile on a board by its letter: capital a plain tile, lower case a wild card.

        points: where given, the tile must show them, which tells a wild card's A for 0 from an A for 1.
        Raises NotationError when no tile shows it.
        """
        try:
            char = self.letter(text)
        except LexiconError as error:
            raise NotationError("tile", f"{text!r} is not a letter of the tile set {self.name!r}") from error
        return self.tile_showing(char, self.alphabet.is_small(text), points)

    def tile_showing(self, char: str, small: bool, points: int | None = None) -> tuple[int, Face]:
        """Return (tile id, face) of a letter of the alphabet on a board: a wild card that shows it where it is small.

        points: where given, the tile must show them. Raises NotationError when no tile shows it.
        """
        wild, plain = self.wild, self.plain(char)
        first = [wild, plain] if small else [plain, wild]
        rest = [tile.id for tile in self.tiles if tile.id not in first]
        for tile in [*first, *rest] if points is not None or not small else [wild]:
            face = None if tile is None else self.face(tile, char)
            if tile is not None and face is not None and points in (None, face.points):
                return tile, face
        text = self.alphabet.small(char) if small else char
        shown = text if points is None else f"{text} for {points}"
        raise NotationError("tile", f"no tile of {self.name!r} shows {shown}")

    @classmethod
    def from_mapping(
        cls, mapping: Mapping[str, Any], name: str | None = None, where: Callable[[str], str] | None = None
    ) -> TileSet:
        """Return the tile set that a file's mapping says (docs/reference/tiles.md).

        where: key path -> place for complaints; default ``NAME: KEY PATH``.
        Raises Complaints of ConfigErrors, everything at once.
        """
        if not isinstance(mapping, Mapping):
            raise ConfigError(name or "tiles", "not a mapping", "Write alphabet, scale and tiles")
        title = str(mapping.get("name", name or "tiles"))
        return _Reader(title, where or (lambda key: f"{title}: {key}")).read(mapping)


_HAND = re.compile(r"\[[^\[\]]*\]|#[0-9]+|[^\s,]")


def _hand_signs(text: str) -> list[str]:
    """Return the signs of a hand's text, each as it is written; marks stay with the letter that they are on."""
    signs: list[str] = []
    for sign in _HAND.findall(composed(text)):
        if signs and is_mark(sign[0]):
            signs[-1] += sign
        else:
            signs.append(sign)
    return signs


class _Reader:
    """Reads one mapping and gathers what is wrong with it."""

    def __init__(self, title: str, place: Callable[[str], str]) -> None:
        self.title, self.place = title, place
        self.wrong: list[ArenaError] = []

    def complain(self, key: str, problem: str, remedy: str = "") -> None:
        self.wrong.append(ConfigError(self.place(key), problem, remedy))

    def count(self, value: Any, key: str, least: int) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and value >= least:
            return value
        self.complain(key, f"{value!r} is not a whole number from {least} upwards")
        return 0

    def points(self, value: Any, key: str) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_POINTS:
            return value
        remedy = f"Points are a whole number from -{MOST_POINTS} to {MOST_POINTS}"
        self.complain(key, f"{value!r} is not a number of points", remedy)
        return 0

    def read(self, mapping: Mapping[str, Any]) -> TileSet:
        for key in mapping.keys() - {"name", "language", "alphabet", "scale", "tiles", "about"}:
            remedy = "Fields: name, about, language, alphabet, scale, tiles"
            self.complain(str(key), f"a tile set has no field {key!r}", remedy)
        language = mapping.get("language", "")
        if not isinstance(language, str):
            self.complain("language", f"{language!r} is not the name of a language", "For example language: French")
        alphabet = self.alphabet(mapping.get("alphabet"))
        scale = self.count(mapping.get("scale", 1), "scale", 1)
        entries = mapping.get("tiles")
        if not isinstance(entries, list) or not entries:
            self.complain("tiles", "there is no list of tiles", "Write '- {faces: {A: 1}, count: 9}' and so on")
            entries = []
        tiles, counts = [], []
        for index, entry in enumerate(entries):
            faces, count = self.tile(entry, f"tiles[{index}]", alphabet)
            tiles.append(Tile(index, tuple(faces)))
            counts.append(count * scale)
        if sum(counts) > MOST_TILES:
            self.complain(
                "tiles", f"{sum(counts)} tiles are too many", f"A set has at most {MOST_TILES}, its scale counted"
            )
        if self.wrong or alphabet is None:
            raise Complaints(self.wrong)
        return TileSet(self.title, tuple(tiles), tuple(counts), alphabet, dict(mapping), language)

    def alphabet(self, value: Any) -> Alphabet | None:
        if not isinstance(value, Mapping) or not isinstance(value.get("letters"), list):
            self.complain("alphabet", "no letters in order", "Write alphabet: {letters: [A, B, C]}")
            return None
        fields = {"letters", "capitals", "spellings", "strip_accents"}
        for extra in value.keys() - fields:
            self.complain(
                f"alphabet.{extra}",
                f"an alphabet has no field {extra!r}",
                "Fields: letters, capitals, spellings, strip_accents",
            )
        try:
            return Alphabet.of(
                [str(letter) for letter in value["letters"]],
                capitals=self.pairs(value, "capitals"),
                spellings=self.pairs(value, "spellings"),
                strip_accents=value.get("strip_accents", False) is True,
            )
        except ArenaError as error:
            self.complain("alphabet", error.problem, error.remedy)
            return None

    def pairs(self, alphabet: Mapping[str, Any], field: str) -> dict[str, str]:
        """Return a field of texts by text, complaining where it is something else."""
        mapping = alphabet.get(field) or {}
        if isinstance(mapping, Mapping):
            return {str(key): str(value) for key, value in mapping.items()}
        self.complain(f"alphabet.{field}", "no pairs of texts", "For example {ẞ: SS}")
        return {}

    def tile(self, entry: Any, key: str, alphabet: Alphabet | None) -> tuple[Iterable[Face], int]:
        """Return the faces and the count of ``{faces: {A: 1}, count: 9}`` or ``{wild: 0, count: 2}``."""
        if not isinstance(entry, Mapping) or ("faces" in entry) == ("wild" in entry):
            self.complain(key, "a tile needs either 'faces' or 'wild'", "For example {faces: {A: 1}, count: 9}")
            return [], 0
        for extra in entry.keys() - {"faces", "wild", "count"}:
            self.complain(f"{key}.{extra}", f"a tile has no field {extra!r}", "Fields: faces or wild, count")
        count = self.count(entry.get("count", 1), f"{key}.count", 0)
        if alphabet is None:
            return [], count
        if "wild" in entry:
            points = self.points(entry["wild"], f"{key}.wild")
            return [Face(symbol, points) for symbol in alphabet.symbols], count
        if not isinstance(entry["faces"], Mapping) or not entry["faces"]:
            self.complain(f"{key}.faces", "no faces", "For example faces: {A: 1}")
            return [], count
        faces = [
            Face(composed(str(char)), self.points(value, f"{key}.faces.{char}"))
            for char, value in entry["faces"].items()
        ]
        for face in faces:
            if face.char not in alphabet.symbols:
                self.complain(
                    f"{key}.faces", f"{face.char!r} is not a letter of the alphabet", "Write it as listed there"
                )
        return sorted(faces, key=lambda face: alphabet.code(face.char) if face.char in alphabet.symbols else 0), count
