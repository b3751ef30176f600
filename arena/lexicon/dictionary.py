"""Dictionaries that a bot steps through letter by letter: ours, and a bot author's own.

Ours is a face over the packed graph, so it costs nothing to make. An own one is four functions over any
immutable structure (``make_dictionary``); ``check_dictionary`` says where it differs from a lexicon.
Letters are symbols of the alphabet as text ("A", "CH"). Words that a GADDAG has are found by its first
letter, the delimiter, and the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic, Protocol, TypeVar

from arena.errors import LexiconError
from arena.lexicon.alphabet import Alphabet
from arena.lexicon.lexicon import Lexicon, make_lexicon
from arena.lexicon.wordgraph import DELIMITER
from arena.lexicon.words import word_list

T = TypeVar("T")


class Dictionary(Protocol):
    """A place in a dictionary; the one that a bot is handed is its beginning."""

    @property
    def is_gaddag(self) -> bool:
        """Whether ``reverse`` leads anywhere: words are read outwards from any letter, not just forwards."""

    def step(self, char: str) -> tuple[bool, Dictionary] | None:
        """Follow a letter: (does a word end with it?, the place behind it), or None when no word goes on so."""

    def reverse(self) -> tuple[bool, Dictionary] | None:
        """Follow the delimiter, behind which the rest of the word is read forwards; None where there is none."""

    def lookup(self, word: str) -> bool:
        """Tell whether ``word`` is a word; asked at the beginning."""


@dataclass(frozen=True, slots=True)
class GraphDictionary:
    """A place in a lexicon's packed graph. Make the beginning with ``gaddag`` or ``forward``."""

    lexicon: Lexicon = field(repr=False)
    state: int
    is_gaddag: bool

    def step(self, char: str) -> tuple[bool, GraphDictionary] | None:
        """Follow a letter; a text that is no letter of the alphabet leads nowhere."""
        try:
            code = self.lexicon.alphabet.code(char)
        except LexiconError:
            return None
        return self._follow(code)

    def reverse(self) -> tuple[bool, GraphDictionary] | None:
        """Follow the delimiter of the GADDAG."""
        return self._follow(DELIMITER) if self.is_gaddag else None

    def lookup(self, word: str) -> bool:
        """Tell whether a word, in either case, is one; asked at the beginning."""
        return _reads(self, _letters(word, self.lexicon.alphabet))

    def _follow(self, code: int) -> tuple[bool, GraphDictionary] | None:
        step = self.lexicon.graph.step(self.state, code)
        return None if step is None else (step[0], GraphDictionary(self.lexicon, step[1], self.is_gaddag))


def gaddag(lexicon: Lexicon) -> GraphDictionary:
    """Return the lexicon as a dictionary that is read outwards from any letter."""
    return GraphDictionary(lexicon, lexicon.graph.gaddag, True)


def forward(lexicon: Lexicon) -> GraphDictionary:
    """Return the lexicon as a dictionary that is read forwards only."""
    return GraphDictionary(lexicon, lexicon.graph.forward, False)


@dataclass(frozen=True, slots=True)
class OwnDictionary(Generic[T]):
    """A bot author's own structure with the functions that walk it."""

    maker: DictionaryMaker[T]
    node: T

    @property
    def is_gaddag(self) -> bool:
        """Whether the author gave a ``reverse``."""
        return self.maker.reverse is not None

    def step(self, char: str) -> tuple[bool, OwnDictionary[T]] | None:
        """Ask the author's ``step``."""
        return self._wrapped(self.maker.step(char, self.node))

    def reverse(self) -> tuple[bool, OwnDictionary[T]] | None:
        """Ask the author's ``reverse``; None when there is none."""
        return None if self.maker.reverse is None else self._wrapped(self.maker.reverse(self.node))

    def lookup(self, word: str) -> bool:
        """Tell whether a word, a character a letter, is one; asked at the beginning."""
        return _reads(self, tuple(word))

    def _wrapped(self, step: tuple[bool, T] | None) -> tuple[bool, OwnDictionary[T]] | None:
        return None if step is None else (bool(step[0]), OwnDictionary(self.maker, step[1]))


@dataclass(frozen=True, slots=True)
class DictionaryMaker(Generic[T]):
    """Call it with words to get a dictionary of them."""

    empty: Callable[[], T]
    insert: Callable[[str, T], T]
    step: Callable[[str, T], tuple[bool, T] | None]
    reverse: Callable[[T], tuple[bool, T] | None] | None = None

    def __call__(self, words: Iterable[str]) -> OwnDictionary[T]:
        """Insert the words, one after the other, into an empty structure."""
        node = self.empty()
        for word in words:
            node = self.insert(word, node)
        return OwnDictionary(self, node)


def make_dictionary(
    empty: Callable[[], T],
    insert: Callable[[str, T], T],
    step: Callable[[str, T], tuple[bool, T] | None],
    reverse: Callable[[T], tuple[bool, T] | None] | None = None,
) -> DictionaryMaker[T]:
    """Make a dictionary of an own structure: ``make_dictionary(...)(words)``.

    empty():            the structure without words.
    insert(word, node): the structure with one more word; a GADDAG's inserts all its paths.
    step(char, node):   (does a word end with this letter?, the node behind it), or None.
    reverse(node):      the same for the delimiter of a GADDAG; leave it out for a trie.
    """
    return DictionaryMaker(empty, insert, step, reverse)


def require_gaddag(dictionary: Dictionary, who: str) -> None:
    """Raise LexiconError when a bot that reads outwards was handed a dictionary that only reads forwards."""
    if not dictionary.is_gaddag:
        problem = "needs a GADDAG, but its dictionary reads forwards only (it has no reverse)"
        raise LexiconError(who, problem, "Give make_dictionary a reverse function, or take a bot that steps forwards.")


@dataclass(frozen=True)
class Differences:
    """Where a dictionary differs from a lexicon, in alphabet order, each list up to the limit asked for.

    missing:  words of the lexicon that it does not have, or for a GADDAG has not in every one of its shapes.
    accepted: words that it has and the lexicon has not.
    complete: whether everything was compared; False when the limit or the number of steps cut it short.
    """

    missing: tuple[str, ...]
    accepted: tuple[str, ...]
    complete: bool

    def __bool__(self) -> bool:
        return bool(self.missing or self.accepted)


def check_dictionary(
    words: Lexicon | Iterable[str], dictionary: Dictionary, limit: int = 10, steps: int = 20_000_000
) -> Differences:
    """Compare a dictionary with the words that it should have.

    words: a lexicon, or words as text, a character a letter.
    limit: how many words of each kind to name, at least 1. steps: how many letters may be followed at most
    in looking for words too many, which has no end in a dictionary that takes everything.
    """
    if limit < 1:
        raise LexiconError("check_dictionary", f"limit is {limit}", "Ask for at least one word.")
    lexicon = words if isinstance(words, Lexicon) else _as_lexicon(words)
    spell = lexicon.alphabet.spell
    missing = [spell(codes) for codes in islice(_missing(lexicon, dictionary), limit)]
    longest = max(map(len, lexicon.graph.words()), default=0)
    budget = [steps]
    accepted = [spell(codes) for codes in islice(_too_many(lexicon, dictionary, longest + 1, budget), limit)]
    complete = len(missing) < limit and len(accepted) < limit and budget[0] > 0
    return Differences(tuple(missing), tuple(accepted), complete)


Reached = tuple[bool, Dictionary] | None  # what step and reverse return


def _missing(lexicon: Lexicon, dictionary: Dictionary) -> Iterator[bytes]:
    """Yield the words of the lexicon that the dictionary lacks, or of which it lacks a path.

    Row i holds where reading leads that turns after i letters: first behind those i letters backwards, then
    behind each further one forwards (a dictionary without ``reverse`` has row 0 alone). Words come in order,
    so what a word shares with the one before is not read again: a quarter of the steps.
    """
    symbols = lexicon.alphabet.symbols
    outwards = dictionary.is_gaddag
    rows: list[list[Reached]] = [[(False, dictionary)]]
    before = b""
    for word in lexicon.graph.words():
        shared = 0
        while shared < min(len(word), len(before)) and word[shared] == before[shared]:
            shared += 1
        before = word
        del rows[shared + 1 :]
        for turn, row in enumerate(rows):
            del row[shared - turn + 1 :]
        for size in range(shared + 1, len(word) + 1):
            letter = symbols[word[size - 1] - 1]
            for turn, row in enumerate(rows):
                if turn or not outwards:
                    row.append(_further(row[-1], letter, turning=outwards and size == turn + 1))
            if outwards:
                whole: Reached = (False, dictionary)
                for code in reversed(word[:size]):
                    whole = _further(whole, symbols[code - 1], turning=False)
                rows.append([whole])
        if not all(row[-1] is not None and row[-1][0] for row in rows[1 if outwards else 0 :]):
            yield word


def _further(reached: Reached, letter: str, turning: bool) -> Reached:
    """Follow a letter from where reading has led, over the delimiter first when it turns here."""
    if reached is not None and turning:
        reached = reached[1].reverse()
    return None if reached is None else reached[1].step(letter)


def _too_many(lexicon: Lexicon, dictionary: Dictionary, longest: int, budget: list[int]) -> Iterator[bytes]:
    """Yield the words that the dictionary has and the lexicon has not, depth first, in alphabet order."""
    symbols = lexicon.alphabet.symbols
    stack: list[tuple[Dictionary, int, bytes, bool]] = [(dictionary, lexicon.graph.forward, b"", False)]
    while stack and budget[0] > 0:
        place, state, path, wrong = stack.pop()
        if wrong:
            yield path
        if len(path) >= longest:
            continue
        ahead = []
        for code, symbol in enumerate(symbols, start=1):
            budget[0] -= 1
            theirs = place.step(symbol)
            if theirs is None:
                continue
            ends, behind = theirs
            if dictionary.is_gaddag and not path:
                turned = behind.reverse()  # the rest of a word that begins with this letter
                ours = lexicon.graph.step(state, code) or (False, 0)
                if ends and not ours[0]:
                    yield bytes([code])
                if turned is not None:
                    ahead.append((turned[1], ours[1], bytes([code]), False))
                continue
            ours = lexicon.graph.step(state, code) or (False, 0)
            ahead.append((behind, ours[1], path + bytes([code]), ends and not ours[0]))
        stack.extend(reversed(ahead))


def _reads(dictionary: Dictionary, letters: tuple[str, ...]) -> bool:
    """Tell whether the dictionary has a word; in a GADDAG it is found by its first letter."""
    reached: Reached = (False, dictionary)
    for place, letter in enumerate(letters):
        reached = _further(reached, letter, turning=dictionary.is_gaddag and place == 1)
    return bool(letters) and reached is not None and reached[0]


def _letters(word: str, alphabet: Alphabet) -> tuple[str, ...]:
    try:
        return tuple(alphabet.symbols[code - 1] for code in alphabet.encode(word))
    except LexiconError:
        return ()


def _as_lexicon(words: Iterable[str]) -> Lexicon:
    """Return the lexicon of words as text, a character a letter. LexiconError where two differ only in case."""
    listed = sorted(set(words))
    own = sorted({character for word in listed for character in word})
    code = {character: number for number, character in enumerate(own, start=1)}
    alphabet = Alphabet.of(own) if own else Alphabet.of("A")
    return make_lexicon("words", word_list(([code[c] for c in word] for word in listed if word), alphabet))
