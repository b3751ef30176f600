"""A program in the board language as a tree: what parse.py makes, and interpret.py and compile.py read.

Frozen values. Chains of operators are flat (``terms`` and the ``operators`` between them) although they
group from the right; parentheses leave no trace. Nothing in a tree is nested deeper than NESTING, so
that whoever walks it may recurse. Places are those of the source text: line and column from 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

NESTING = 200  # levels of brackets that mean something, calls, signs and blocks inside one another


class Place(NamedTuple):
    """Where in the source text something stands, both from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


@dataclass(frozen=True, slots=True)
class Number:
    """An integer literal, already within 32 bits."""

    value: int


@dataclass(frozen=True, slots=True)
class Variable:
    """The value of a variable."""

    name: str
    place: Place


@dataclass(frozen=True, slots=True)
class Negate:
    """Minus an expression."""

    of: Arithmetic


@dataclass(frozen=True, slots=True)
class Chain:
    """Two or more terms joined by + and -, or by * / %; grouped from the right: a - (b - c).

    operators: (operator, its place), one fewer than the terms.
    """

    terms: tuple[Arithmetic, ...]
    operators: tuple[tuple[str, Place], ...]


@dataclass(frozen=True, slots=True)
class PointValue:
    """The points of a letter of the word."""

    index: Arithmetic
    place: Place


@dataclass(frozen=True, slots=True)
class CharToInt:
    """The code point of a character."""

    of: Character


@dataclass(frozen=True, slots=True)
class Char:
    """A character literal, as its code point."""

    code: int


@dataclass(frozen=True, slots=True)
class CharValue:
    """The character of a letter of the word."""

    index: Arithmetic
    place: Place


@dataclass(frozen=True, slots=True)
class IntToChar:
    """The character with a code point; any number will do."""

    of: Arithmetic


@dataclass(frozen=True, slots=True)
class Case:
    """A character made upper case (``upper``) or lower case."""

    upper: bool
    of: Character


@dataclass(frozen=True, slots=True)
class Truth:
    """true or false."""

    value: bool


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite."""

    of: Guard


@dataclass(frozen=True, slots=True)
class Compare:
    """Two numbers compared by = <> < <= > or >=."""

    left: Arithmetic
    operator: str
    right: Arithmetic


@dataclass(frozen=True, slots=True)
class Junction:
    r"""Two or more terms joined by /\ and \/, which bind alike and group from the right. All are evaluated."""

    terms: tuple[Guard, ...]
    operators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IsClass:
    """A question about a character: ``test`` is isDigit, isLetter, isVowel or isConsonant."""

    test: str
    of: Character


@dataclass(frozen=True, slots=True)
class Declare:
    """A new variable, 0 at first, in the innermost scope. ``place`` is the name's."""

    name: str
    place: Place


@dataclass(frozen=True, slots=True)
class Assign:
    """The nearest enclosing variable of that name takes a value. ``place`` is the name's."""

    name: str
    value: Arithmetic
    place: Place


@dataclass(frozen=True, slots=True)
class If:
    """One block or the other, each a fresh scope; ``otherwise`` is empty when there is none."""

    guard: Guard
    then: Block
    otherwise: Block
    place: Place


@dataclass(frozen=True, slots=True)
class While:
    """A block again and again while the guard holds; every round is a fresh scope."""

    guard: Guard
    body: Block
    place: Place


Arithmetic = Number | Variable | Negate | Chain | PointValue | CharToInt
Character = Char | CharValue | IntToChar | Case
Guard = Truth | Not | Compare | Junction | IsClass
Statement = Declare | Assign | If | While
Block = tuple[Statement, ...]
