"""The letters of a language as its tiles have them: their order, their case, their accents.

A symbol is what one tile shows and may be several characters ("CH" in Spanish). Letter codes are
1..n in the alphabet's order; 0 is nobody's letter (a GADDAG's delimiter, an empty square). Nothing
here asks the machine's locale: case is Unicode's simple one, where it can be undone, unless the
alphabet says otherwise (Turkish i and İ).

Text from outside may write a letter with its marks as one character or as several (as file names on
some systems do). ``composed`` is the one place that settles it; whatever compares letters asks it first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from arena.errors import LexiconError

MOST_LETTERS = 63  # a state of the word graph has one bit a letter and one for the delimiter

# Capitals that Unicode's simple mapping does not give, or gives in a way that cannot be undone.
_CAPITALS = {"ß": "ẞ", "ς": "Σ"}
_PRIVATE = 0x10FE00  # a symbol of several characters stands as one private character while a text is read
UNKNOWN = 0xFE  # in ``codes_of``: a character that is no letter
LINE_END = 0xFF


@dataclass(frozen=True)
class Alphabet:
    """Letters in order, and how text is read in them. Make one with ``Alphabet.of``.

    symbols:       what the tiles show; the code of symbols[i] is i + 1.
    capitals:      (small, capital) pairs that go before Unicode's, as ("i", "İ").
    spellings:     (character, text) pairs that are read for one another, as ("ẞ", "SS").
    strip_accents: whether a character that is no letter loses its marks, as É read as E.
    """

    symbols: tuple[str, ...]
    capitals: tuple[tuple[str, str], ...] = ()
    spellings: tuple[tuple[str, str], ...] = ()
    strip_accents: bool = False

    @classmethod
    def of(
        cls,
        symbols: Iterable[str],
        *,
        capitals: Mapping[str, str] | None = None,
        spellings: Mapping[str, str] | None = None,
        strip_accents: bool = False,
    ) -> Alphabet:
        """Check and return an alphabet; a string as ``symbols`` has one symbol a character.

        Raises LexiconError for no or too many symbols, an empty one, or two that differ only in case.
        """
        made = cls(
            tuple(map(composed, symbols)),
            tuple(sorted((composed(a), composed(b)) for a, b in (capitals or {}).items())),
            tuple(sorted((composed(a), composed(b)) for a, b in (spellings or {}).items())),
            strip_accents,
        )
        if not 1 <= len(made.symbols) <= MOST_LETTERS:
            raise LexiconError("alphabet", f"has {len(made.symbols)} letters", f"It takes 1 to {MOST_LETTERS}.")
        seen: dict[str, str] = {}
        for symbol in made.symbols:
            if not symbol or symbol != symbol.strip() or any(c in "\r\n" for c in symbol):
                raise LexiconError("alphabet", f"{symbol!r} is not a letter", "Write one or more visible characters.")
            key = made._folded(symbol)
            if key in seen:
                raise LexiconError(
                    "alphabet", f"{seen[key]!r} and {symbol!r} are one letter but for their case", "Name each once."
                )
            seen[key] = symbol
        return made

    @property
    def size(self) -> int:
        """How many letters there are; their codes are 1 to this number."""
        return len(self.symbols)

    def code(self, symbol: str) -> int:
        """Return the code of a symbol, in either case. Raises LexiconError for another text."""
        number = self._exact.get(symbol) or self._code_of.get(self._folded(composed(symbol)))
        if number is None:
            raise LexiconError("alphabet", f"{symbol!r} is not one of its letters", f"It has {' '.join(self.symbols)}.")
        return number

    def encode(self, text: str) -> tuple[int, ...]:
        """Return the letter codes of a word: at each place the longest symbol that fits.

        Brackets hold a symbol together, or apart: "[C][H]" is two letters where "CH" would be one.
        Raises LexiconError, naming the first character that is no letter.
        """
        codes = self.codes_of(text)
        if UNKNOWN in codes or LINE_END in codes:
            problem = f"{self._stranger(text)!r} is not in the alphabet"
            raise LexiconError(f"word {text!r}", problem, f"Its letters are {' '.join(self.symbols)}.")
        return tuple(codes)

    def codes_of(self, text: str) -> bytes:
        """Return the codes of a whole text, a byte a letter: UNKNOWN for what is no letter, LINE_END for a newline."""
        text = composed(text)
        if self._several is None and "[" not in text:
            table = {ord(c): "".join(map(self._one, self._fold(c))) for c in set(text)}
            return text.translate(table).encode("latin-1")
        text = text.translate({ord(c): self._fold(c) for c in set(text)})
        text = self._token.sub(self._as_one_character, text)
        return text.translate({ord(c): self._one(c) for c in set(text)}).encode("latin-1")

    def decode(self, codes: Sequence[int]) -> str:
        """Return the letters in a row, as they would be read from a board."""
        return "".join(self.symbols[code - 1] for code in codes)

    def spell(self, codes: Sequence[int]) -> str:
        """Return text that ``encode`` reads as exactly these codes: with brackets only where it needs them."""
        plain = self.decode(codes)
        if self._several is None and "[" not in plain:
            return plain
        if tuple(self.codes_of(plain)) == tuple(codes):
            return plain
        return "".join(f"[{self.symbols[code - 1]}]" for code in codes)

    def text_of(self, words: Sequence[bytes]) -> str:
        """Return coded words as text, one a line: fast, for digests and lists of words."""
        table: dict[int, str] = dict(enumerate(self.symbols, start=1))
        table[LINE_END] = "\n"
        return bytes([LINE_END]).join(words).decode("latin-1").translate(table)

    def is_small(self, text: str) -> bool:
        """Return whether a letter is written small, as boards show what a wild card stands for.

        Accents and other spellings do not make a letter small: É is a capital where it is read as E.
        """
        text = composed(text)
        if text in self._exact:
            return False
        cased = [character for character in text if character.lower() != self._capital(character)]
        return bool(cased) and all(self._capital(character) != character for character in cased)

    def small(self, symbol: str) -> str:
        """Return how a letter is written small; the letter as it is, where its script has no small form."""
        return "".join(self._smalls.get(character) or self._lower(character) for character in symbol)

    # Reading: fold each character (case, accents, spellings), join symbols of several, look up codes.

    @cached_property
    def _code_of(self) -> dict[str, int]:
        return {self._folded(symbol): code for code, symbol in enumerate(self.symbols, start=1)}

    @cached_property
    def _exact(self) -> dict[str, int]:
        return {symbol: code for code, symbol in enumerate(self.symbols, start=1)}

    @cached_property
    def _own(self) -> frozenset[str]:
        return frozenset(self._capital(c) for symbol in self.symbols for c in symbol)

    @cached_property
    def _replacements(self) -> dict[str, str]:
        return {self._capital(a): "".join(map(self._capital, b)) for a, b in self.spellings}

    @cached_property
    def _capitals(self) -> dict[str, str]:
        return {**_CAPITALS, **dict(self.capitals)}

    @cached_property
    def _several(self) -> str | None:
        long = sorted((key for key in self._code_of if len(key) > 1), key=len, reverse=True)
        return "|".join(map(re.escape, long)) or None

    @cached_property
    def _token(self) -> re.Pattern[str]:
        bracketed = [] if any("[" in symbol for symbol in self.symbols) else [r"\[[^\[\]\n]*\]"]
        return re.compile("|".join(bracketed + ([self._several] if self._several else [])) or r"(?!)")

    @cached_property
    def _smalls(self) -> dict[str, str]:
        return {capital: small for small, capital in self.capitals}

    def _lower(self, character: str) -> str:
        small = character.lower()
        return small if len(small) == 1 and self._capital(small) == character else character

    def _as_one_character(self, match: re.Match[str]) -> str:
        code = self._code_of.get(match[0]) or self._code_of.get(match[0][1:-1])
        return chr(_PRIVATE + code) if code else chr(_PRIVATE)

    def _capital(self, character: str) -> str:
        if character in self._capitals:
            return self._capitals[character]
        capital = character.upper()
        # ı would become I, and ſ S: letters of their own here, so only what lower() undoes is taken
        return capital if capital.lower() == character else character

    def _fold(self, character: str) -> str:
        capital = self._capital(character)
        if 0 <= ord(character) - _PRIVATE <= MOST_LETTERS:
            return "\N{REPLACEMENT CHARACTER}"  # ours alone, see _PRIVATE
        if capital in self._own:
            return capital
        if capital in self._replacements:
            return self._replacements[capital]
        if self.strip_accents:
            parts = unicodedata.normalize("NFD", character)
            if len(parts) > 1 or unicodedata.combining(character):
                return "".join(self._fold(c) for c in parts if not unicodedata.combining(c))
        return capital

    def _folded(self, text: str) -> str:
        return "".join(map(self._capital, text))

    def _one(self, character: str) -> str:
        if character == "\n":
            return chr(LINE_END)
        place = ord(character) - _PRIVATE
        if 0 <= place <= MOST_LETTERS:
            return chr(place or UNKNOWN)
        return chr(self._code_of.get(character, UNKNOWN))

    def _stranger(self, text: str) -> str:
        """Return the first character of a word (or bracketed group) that is no letter: a slow, plain reading."""
        text = composed(text)
        longest = max(map(len, self.symbols))
        place = 0
        while place < len(text):
            group = re.match(r"\[[^\[\]\n]*\]", text[place:])
            sizes = [len(group[0])] if group else []
            for size in [*sizes, *range(longest, 0, -1)]:
                codes = self.codes_of(text[place : place + size])
                known = UNKNOWN not in codes and LINE_END not in codes
                if known and (len(codes) == 1 or size == 1):  # a symbol, or a character read as several (ß)
                    place += size
                    break
            else:
                return group[0] if group else text[place]
        return text


def composed(text: str) -> str:
    """Return text in the form in which letters are compared: each letter with its marks is one character (NFC)."""
    return text if text.isascii() or unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def is_mark(character: str) -> bool:
    """Return whether a character is a mark on the letter before it."""
    return not character.isascii() and unicodedata.category(character).startswith("M")


def characters(text: str) -> list[str]:
    """Return the characters that people see: ``composed``, and marks that make none with their letter stay with it."""
    text = composed(text)
    if text.isascii():
        return list(text)
    seen: list[str] = []
    for character in text:
        if seen and is_mark(character):
            seen[-1] += character
        else:
            seen.append(character)
    return seen


ENGLISH = Alphabet.of("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
