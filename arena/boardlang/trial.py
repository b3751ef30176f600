"""Do the programs of a board's squares work? Every kind of square is tried on each letter of a few words. Pure.

The words are of 1 to 9 letters. A program may fail on some of them on purpose (such a play cannot be scored);
one that fails on all of them makes a square that no play can ever cover.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arena.board.layout import Layout, SquareKind
from arena.boardlang.run import compile_squares, fold_word
from arena.errors import ProgramError

WORDS = ("A", "HELLO", "AEIOU", "RHYTHMS", "QUIZZIFIED")


@dataclass(frozen=True, slots=True)
class Failure:
    """The first failure of a kind of square: its program's priority, the letter (from 1) and word, and the error.

    always: whether every other trial of it failed as well.
    """

    kind: SquareKind
    priority: int
    letter: int
    word: str
    error: ProgramError
    always: bool

    @property
    def path(self) -> tuple[str | int, ...]:
        """Where the program stands in a board file."""
        return "squares", str(self.kind.id), "programs", str(self.priority)


def failures(layout: Layout) -> Iterator[Failure]:
    """Yield a failure for every kind of square that has any; squares of plain multipliers cannot fail."""
    table = compile_squares(layout)
    for number, kind in layout.kinds.items():
        if kind.multipliers is not None:
            continue
        found: list[tuple[int, int, str, ProgramError]] = []
        tries = 0
        for word in WORDS:
            for at in range(len(word)):
                squares = [number if index == at else layout.used.id for index in range(len(word))]
                tries += 1
                try:
                    fold_word(table, squares, word, [1] * len(word), [False] * len(word))
                except ProgramError as error:
                    priority = _priority(layout, kind, error)
                    if priority is not None:
                        found.append((priority, at + 1, word, error))
        if found:
            yield Failure(kind, *found[0], always=len(found) == tries)


def _priority(layout: Layout, kind: SquareKind, error: ProgramError) -> int | None:
    """Return which program of a kind failed; None where it was another square's."""
    for priority in kind.programs:
        if error.where.startswith(f"{layout.name}: square {kind.name}, priority {priority},"):
            return priority
    return None
