"""Every failure that we foresee, in one tree, each with the exit status a command ends with.

Anything else that escapes is a bug of ours and keeps its traceback. An error is written for the
person who caused it: where it is (file, line, key, move), what is wrong, what to do about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

EXIT_OK = 0
EXIT_PARTIAL = 1  # the run finished, but with voids or forfeits that were asked to count as failure
EXIT_USAGE = 2  # the person's input cannot be used
EXIT_PREFLIGHT = 3  # a bot did not start
EXIT_RUN = 4  # the run had to stop: disk full, results damaged, too many failures of our own
EXIT_INTERRUPTED = 130


class ArenaError(Exception):
    """A foreseen failure: where, what, and what to do.

    where:   file, line, key path, or command that the problem is in ("" when there is none).
    problem: what is wrong, in one sentence without a full stop.
    remedy:  what the person can do about it, or "".
    """

    exit_code = EXIT_USAGE

    def __init__(self, where: str, problem: str, remedy: str = "") -> None:
        super().__init__(where, problem, remedy)  # all three in args: survives pickling
        self.where, self.problem, self.remedy = where, problem, remedy

    def __str__(self) -> str:
        where = self.where.replace("\n", "\\n")  # a name of somebody's may hold one, and would begin a line of its own
        text = f"{where}: {self.problem}" if where else self.problem
        return visible(within(f"{text}. {self.remedy}" if self.remedy else text))


MOST_OF_A_WORD = 400  # characters of a message without a space in them: a path may be as long as that
MOST_OF_A_LINE = 2000
_LONG_WORD = re.compile(rf"\S{{{MOST_OF_A_WORD + 1},}}")
_LONG_LINE = re.compile(rf".{{{MOST_OF_A_LINE + 1},}}")


def within(text: str) -> str:
    """Return a message that a person can read: of a value that it repeats, however long, the beginning and the end."""
    if len(text) <= MOST_OF_A_WORD:
        return text
    text = _LONG_WORD.sub(lambda found: _ends(found[0], MOST_OF_A_WORD), text)
    return _LONG_LINE.sub(lambda found: _ends(found[0], MOST_OF_A_LINE), text)


def _ends(text: str, most: int) -> str:
    kept = (most - 3) // 2
    return f"{text[:kept]}...{text[-kept:]}"


def visible(text: str) -> str:
    """Return a text with its invisible characters written out, lines kept: what a file holds steers no terminal."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char == "\n" else char.encode("unicode_escape").decode("ascii") for char in text
    )


def save_as_utf8(data: bytes) -> str:
    """Return what to do about a file that should be UTF-8 text and is not; names UTF-16 where it looks like that."""
    return f"{'It looks like UTF-16: save' if is_utf16(data) else 'Save'} it in the encoding UTF-8"


def is_utf16(data: bytes) -> bool:
    """Return whether bytes look like UTF-16, which editors call Unicode: by its mark, or every other byte is 0."""
    return data.startswith((b"\xff\xfe", b"\xfe\xff")) or utf16_without_mark(data) is not None


def utf16_without_mark(data: bytes) -> str | None:
    """Return the encoding of bytes that are UTF-16 of mostly Latin text without a mark, None for others."""
    begin = data[:400]
    for encoding, zeros, letters in (("utf-16-le", begin[1::2], begin[::2]), ("utf-16-be", begin[::2], begin[1::2])):
        if len(begin) > 3 and zeros.count(0) > 0.8 * len(zeros) and letters.count(0) < 0.2 * len(letters):
            return encoding
    return None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``"Did you mean 'x'? "`` with the known word that is nearest to an unknown one, "" if none is near."""
    import difflib  # takes longer to load than all else here, and most processes never err

    folded = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    return f"Did you mean {folded[near[0]]!r}? " if near else ""


class WrongSystem(ArenaError):
    """The arena does not run on this system, or not with this kernel."""


class ConfigError(ArenaError):
    """A tournament, board, tile or rule-book file asks for something that cannot be done."""


class Complaints(ArenaError):
    """Several errors of one file or command, told all at once."""

    def __init__(self, errors: Sequence[ArenaError]) -> None:
        if not errors:
            raise ValueError("complaints need at least one error")
        first = errors[0]
        super().__init__(first.where, first.problem, first.remedy)
        self.args = (tuple(errors),)
        self.errors = tuple(errors)
        self.exit_code = max(error.exit_code for error in errors)

    def __str__(self) -> str:
        return "\n".join(str(error) for error in self.errors)


class ProgramError(ArenaError):
    """A program in the board language does not parse, or fails while it runs.

    name: ParseError, VarExists, VarNotFound, ReservedName, IndexOutOfBounds, DivisionByZero or
    StepLimit (the names of the board language, see docs/reference/board-language.md).
    """

    def __init__(self, where: str, name: str, problem: str, remedy: str = "") -> None:
        super().__init__(where, problem, remedy)
        self.args = (where, name, problem, remedy)
        self.name = name

    def __str__(self) -> str:
        text = f"{self.name} at {self.where}: {self.problem}"
        return visible(within(f"{text}. {self.remedy}" if self.remedy else text))


class LexiconError(ArenaError):
    """A word list or word graph cannot be used."""


class IllegalMove(ArenaError):
    """A move that the rules of the game do not allow; the problem names the rule."""


class UnreadableMove(ArenaError):
    """A move's text (or message) that says no move at all."""


class NotationError(ArenaError):
    """Text in a notation of the field (GCG, CGP, coordinates, board text) that cannot be read."""


class BotError(ArenaError):
    """A bot is not installed, is named twice, or does not start."""

    exit_code = EXIT_PREFLIGHT


class ResultsError(ArenaError):
    """Results on disk are missing, damaged, in use, or belong to another tournament."""

    exit_code = EXIT_RUN


class UnknownFormat(ResultsError):
    """Results, or a part of them, are in a format that only a newer arena knows; nothing of them is damaged."""


class RunError(ArenaError):
    """The run itself cannot go on; what was finished is on disk."""

    exit_code = EXIT_RUN


class RatingError(ArenaError):
    """Numbers that no rating can be made of; the problem names them."""
