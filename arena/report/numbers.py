"""How numbers look in every table: fixed digits, never a negative zero, a dash for what has no finite value."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence

from tabulate import tabulate

from arena.ratings.lines import Lines

NONE = "-"
WIDTH = 100  # columns of sentences in text reports at most, and of a page whose reader's terminal is not known
MOST_LINES = 100  # of a table in text; a longer one is cut, and says where the rest is


def fixed(number: float | None, digits: int = 1) -> str:
    """Return the number with so many decimals; ``-`` for None and whatever is not finite."""
    if number is None or not math.isfinite(number):
        return NONE
    text = f"{number:.{digits}f}"
    return text[1:] if text.startswith("-") and not text.strip("-0.") else text


def signed(number: float | None, digits: int = 1) -> str:
    """Return the number with its sign; zero has none."""
    text = fixed(number, digits)
    return text if text == NONE or text.startswith("-") or not text.strip("0.") else f"+{text}"


def percent(share: float | None, digits: int = 1) -> str:
    """Return a share of one in per cent, without the sign: the head says it."""
    return fixed(None if share is None else 100 * share, digits)


def p_value(p: float | None) -> str:
    """Return a p value in three decimals; the very small ones as a bound."""
    return NONE if p is None else "<0.001" if p < 0.001 else fixed(p, 3)


def p_text(p: float | None) -> str:
    """Return a p value in a sentence: ``p = 0.123`` or ``p < 0.001``."""
    return "no p" if p is None else "p < 0.001" if p < 0.001 else f"p = {fixed(p, 3)}"


def plural(count: int, word: str) -> str:
    """Return ``1 game`` or ``2 games``."""
    return f"{count} {noun(count, word)}"


def noun(count: int, word: str) -> str:
    """Return ``game`` for one, ``games`` for any other number."""
    return word if count == 1 else f"{word}s"


def be(count: int) -> str:
    """Return the verb: one ``is``, any other number ``are``."""
    return "is" if count == 1 else "are"


def grid(
    heads: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[str] = (), *, width: int | None = None,
    keep: int = 1,
) -> str:  # fmt: skip
    """Return a table: columns right-aligned but for those named in ``left``; heads may hold line breaks.

    width: a wider table is cut into several, one below the other, each with the first ``keep`` columns.
    """
    if width is not None:
        # tabulate keeps a head two columns wider than its text
        lines = [
            [*(f"{line}  " for line in head.split("\n")), *(row[at] for row in rows)] for at, head in enumerate(heads)
        ]
        wide = [max(len(line) for cell in column for line in cell.split("\n")) + 2 for column in lines]
        room = width + 2 - sum(wide[:keep])
        parts: list[list[int]] = [[]]
        for column in range(keep, len(heads)):
            if parts[-1] and sum(wide[at] for at in parts[-1]) + wide[column] > room:
                parts.append([])
            parts[-1].append(column)
        if len(parts) > 1:
            tables = []
            for part in parts:
                columns = [*range(keep), *part]
                tables.append(grid([heads[at] for at in columns], [[row[at] for at in columns] for row in rows], left))
            return "\n\n".join(tables)
    align = ["left" if head in left else "right" for head in heads]
    table = tabulate(rows, heads, tablefmt="simple", colalign=align if rows else None, disable_numparse=True)
    return "\n".join(line.rstrip() for line in table.splitlines())


def wrapped(sentences: Sequence[str], width: int = WIDTH) -> list[str]:
    """Return sentences broken into lines that fit a terminal of so many columns, and are never longer than WIDTH."""
    return [
        line
        for sentence in sentences
        for line in textwrap.wrap(sentence, min(width, WIDTH), break_on_hyphens=False, break_long_words=False)
    ]


def fitting(names: Sequence[str], cell: int, width: int) -> int:
    """Return how many of these names, two or more, a square table of them has room for; ``cell``: its cells' width."""
    longest, cells = 0, 0
    for count, name in enumerate(names):
        longest, cells = max(longest, len(name)), cells + max(len(name) + 2, cell) + 2
        if count >= 2 and longest + cells > width:
            return count
    return len(names)


def json_ready(value: object) -> object:
    """Return plain JSON values: what is not finite becomes null, and -0.0 becomes 0.0."""
    if isinstance(value, dict):
        return {str(key): json_ready(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple, Lines)):
        return [json_ready(entry) for entry in value]
    if isinstance(value, float):
        return value + 0.0 if math.isfinite(value) else None
    return value
