"""Reading word lists: from the text of a file to sorted, distinct words in letter codes.

One word a line, in any order and case; CR LF, a byte-order mark, blank lines, "# comments" and
repeated words do no harm. A word with a character outside the alphabet is counted and reported,
not fatal: a list for one tile set may well be used with a smaller one. Opening files is left to
``variants/load_lexicon.py``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arena.errors import LexiconError, is_utf16, save_as_utf8
from arena.lexicon.alphabet import LINE_END, UNKNOWN, Alphabet

SHOWN = 40  # characters of a line that is named
LONGEST = 250  # letters; a longer line is no word but a file of another kind


@dataclass(frozen=True)
class WordList:
    """Words in letter codes, one bytes object each, sorted by the alphabet's order and distinct.

    rejected: the lines that are no words of this alphabet, as they were written, in order.
    repeated: how many lines were left out because their word was there already.
    """

    alphabet: Alphabet
    words: tuple[bytes, ...]
    rejected: tuple[str, ...] = ()
    repeated: int = 0

    @property
    def count(self) -> int:
        """How many words there are."""
        return len(self.words)

    @property
    def digest(self) -> str:
        """sha256 of the words as text in sorted order, one a line: the same list has the same digest."""
        return hashlib.sha256(self.alphabet.text_of(self.words).encode()).hexdigest()

    def complaint(self, limit: int = 5) -> str | None:
        """Return one sentence about the rejected lines, naming the first ``limit``; None if there are none."""
        if not self.rejected:
            return None
        some = ", ".join(repr(_shortened(line)) for line in self.rejected[:limit])
        more = ", ..." if len(self.rejected) > limit else ""
        number = len(self.rejected)
        lines, were = ("1 line has", "was") if number == 1 else (f"{number} lines have", "were")
        long = f" or more than {LONGEST} letters" if any(len(line) > LONGEST for line in self.rejected) else ""
        return f"{lines} a character outside the alphabet{long} and {were} left out: {some}{more}"


def _shortened(line: str) -> str:
    return line if len(line) <= SHOWN else f"{line[:SHOWN]}..."


def read_words(text: str | bytes, alphabet: Alphabet, where: str = "word list") -> WordList:
    """Read a word list from the text (or UTF-8 bytes) of a file.

    Raises LexiconError, naming ``where``, when bytes are not UTF-8 or hold a zero byte (a binary file).
    """
    text = _decoded(text, where) if isinstance(text, bytes) else text
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if "#" in text:
        text = re.sub(r"#[^\n]*", "", text)
    if re.search(r"[^\S\n]", text):
        text = re.sub(r"(?m)^[^\S\n]+|[^\S\n]+$", "", text)
    coded = alphabet.codes_of(text)
    lines = coded.split(bytes([LINE_END]))
    rejected: list[str] = []
    if bytes([UNKNOWN]) in coded or max(map(len, lines)) > LONGEST:
        good = []
        for codes, spelling in zip(lines, text.split("\n"), strict=True):
            if UNKNOWN in codes or len(codes) > LONGEST:
                rejected.append(spelling)
            else:
                good.append(codes)
        lines = good
    written = [line for line in lines if line]
    words = sorted(set(written))
    return WordList(alphabet, tuple(words), tuple(rejected), len(written) - len(words))


def _decoded(data: bytes, where: str) -> str:
    if b"\0" in data:
        remedy = save_as_utf8(data) if is_utf16(data) else "Give a list with one word per line"
        raise LexiconError(where, "is not a text file", f"{remedy}.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LexiconError(f"{where}:{line}", "is not UTF-8 text", f"{save_as_utf8(data)}.") from None


def word_list(words: Iterable[str | Sequence[int]], alphabet: Alphabet) -> WordList:
    """Make a word list of single words, each text or letter codes.

    Raises LexiconError for an empty word or one with a character or code outside the alphabet.
    """
    coded = set()
    count = 0
    for word in words:
        codes = bytes(alphabet.encode(word)) if isinstance(word, str) else bytes(word)
        if not codes or min(codes) < 1 or max(codes) > alphabet.size:
            raise LexiconError(
                f"word {word!r}", f"is not a word of {alphabet.size} letters", "Codes are 1 to that number."
            )
        if len(codes) > LONGEST:
            raise LexiconError(f"word {word!r}", f"has {len(codes)} letters", f"A word has {LONGEST} at most.")
        coded.add(codes)
        count += 1
    return WordList(alphabet, tuple(sorted(coded)), (), count - len(coded))
