"""The tree of a YAML file, with the line and column of everything, and what a scalar means.

Pure. Scalars keep the text as it was written; ``value_of`` reads it where YAML 1.1 and YAML 1.2 agree
about its meaning and says so (Trap) where they do not. The other trap, repeated keys, is the walk's business.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Node:
    """One scalar, list or mapping. line and column count from 1.

    text, plain: of a scalar: as written (without its quotes), and whether it stood without quotes.
    items:       of a list. entries: of a mapping, in order, repeated keys included; keys are scalars.
    size:        how many nodes it has with all aliases written out.
    """

    kind: Literal["scalar", "list", "mapping"]
    line: int
    column: int
    text: str = ""
    plain: bool = False
    items: tuple[Node, ...] = ()
    entries: tuple[tuple[Node, Node], ...] = ()
    size: int = 1

    def __str__(self) -> str:
        """Return how a complaint names it."""
        if self.kind == "scalar":
            short = self.text if len(self.text) <= 60 else self.text[:57] + "..."
            return f"{short!r}" if short else "nothing"
        return f"a {self.kind}"


@dataclass(frozen=True, slots=True)
class Trap:
    """A plain scalar that does not mean what it seems to mean, or not to every reader."""

    problem: str
    remedy: str


Value = str | int | float | bool | None

_NULL = {"", "~", "null", "Null", "NULL"}
_TRUE, _FALSE = {"true", "True", "TRUE"}, {"false", "False", "FALSE"}
_WORDS = re.compile(r"(?:yes|no|on|off)", re.IGNORECASE)
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]*)|0x[0-9a-fA-F]+")
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+][0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_TRAPS: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (
        re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"),
        "{0} is a number in base 60 to some YAML readers and text to others",
        "Write a duration with its units, such as '90s' or '1m30s', and text in quotes: \"{0}\"",
    ),
    (
        re.compile(r"[-+]?0[0-9_]+|0o[0-7]+|[-+]?0b[01_]+"),
        "{0} is a number in base 8 or 2 to some YAML readers, and one in base 10 or text to others",
        'Write the number without leading zeros or letters, or text in quotes: "{0}"',
    ),
    (
        re.compile(r"[-+]?[0-9.]+[eE][-+]?[0-9]+"),
        "{0} is a number to some YAML readers and text to others",
        'Write the number out, or text in quotes: "{0}"',
    ),
    (
        re.compile(r"[-+]?[0-9][0-9_]*(?:\.[0-9_]*)?"),
        "{0} is a number to some YAML readers and text to others",
        'Write the number without underscores, or text in quotes: "{0}"',
    ),
    (
        re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt\s].*)?", re.DOTALL),
        "{0} is a date to some YAML readers and text to others",
        'Write it in quotes: "{0}"',
    ),
)


def value_of(node: Node) -> Value | Trap:
    """Return what a scalar means: text if it is quoted, else as both versions of YAML read it, or the trap."""
    text = node.text
    if not node.plain:
        return text
    if text in _NULL:
        return None
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    if _WORDS.fullmatch(text):
        return Trap(
            f"{text} is true or false to some YAML readers and a word to others",
            f'Write it in quotes: "{text}"; or true or false where that is meant',
        )
    if _WHOLE.fullmatch(text):
        if len(text) > 25:
            return Trap(f"a number of {len(text)} digits is too long", 'Write text in quotes: "..."')
        return int(text, 16 if text.startswith("0x") else 10)
    if _NUMBER.fullmatch(text):
        number = float(text)
        return number if abs(number) < float("inf") else Trap(f"{text} is too large a number", "Write a smaller one")
    if _NOT_FINITE.fullmatch(text):
        return Trap(f"{text} is not a finite number", f'Write a finite one, or text in quotes: "{text}"')
    for pattern, problem, remedy in _TRAPS:
        if pattern.fullmatch(text):
            return Trap(problem.format(text), remedy.format(text))
    return text
