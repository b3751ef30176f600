"""Pseudonyms of bots: drawn at random, so that no name leads to one, and kept in a table that the teacher has. Pure."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Collection, Mapping

from arena.errors import ConfigError
from arena.printable import printable
from arena.report.csv_text import CsvText
from arena.report.site.words import ADJECTIVES, NOUNS

HEADS = ("name", "pseudonym")
LONGEST = 40  # characters of a pseudonym
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "'")  # what a spreadsheet takes for a formula, and our mark against that
_MAY_BE_PART = re.compile(r"[a-z-]{3,}")  # names that a pseudonym could hold, and must not


def drawn(names: Collection[str], known: Mapping[str, str], below: Callable[[int], int]) -> dict[str, str]:
    """Return name -> pseudonym of what is known and of those names that have none yet.

    below: draws a whole number below another one, so that nobody can guess which.
    """
    found = dict(known)
    taken = {pseudonym.casefold() for pseudonym in found.values()}
    avoided = {low for name in (*names, *found) if _MAY_BE_PART.fullmatch(low := name.casefold())}
    free = [
        pseudonym
        for adjective in ADJECTIVES
        for noun in NOUNS
        if (pseudonym := f"{adjective}-{noun}") not in taken and not any(name in pseudonym for name in avoided)
    ]
    number = 2
    for name in sorted(set(names) - found.keys()):
        if not free:
            both = [f"{adjective}-{noun}-{number}" for adjective in ADJECTIVES for noun in NOUNS]
            free, number = [pseudonym for pseudonym in both if pseudonym not in taken], number + 1
        place = below(len(free))
        free[place], free[-1] = free[-1], free[place]
        found[name] = free.pop()
        taken.add(found[name])
    return found


def table_text(pseudonyms: Mapping[str, str]) -> str:
    """Return the table as CSV, by name."""
    out = CsvText()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADS)
    for name in sorted(pseudonyms):
        writer.writerow([f"'{name}" if name.startswith(_FORMULA) else name, pseudonyms[name]])
    return out.text()


def read_table(text: str, where: str) -> dict[str, str]:
    """Return name -> pseudonym of a table: ours, or one that somebody wrote, with commas or semicolons.

    Raises ConfigError (where: file and line) for what cannot be read, and for what stands there twice.
    """
    lines = text.removeprefix("\ufeff")
    first = lines.partition("\n")[0]
    rows = csv.reader(lines.splitlines(keepends=True), delimiter=";" if ";" in first else ",")
    found: dict[str, str] = {}
    taken: set[str] = set()
    try:
        for number, cells in enumerate(rows):
            row = [cell.strip() for cell in cells]
            at = f"{where}:{rows.line_num}"
            if number == 0:
                if [cell.casefold() for cell in row] != list(HEADS):
                    raise ConfigError(at, "this is no table of pseudonyms", "Its first line is name,pseudonym")
                continue
            if not any(row):
                continue
            if len(row) != len(HEADS) or not all(row):
                raise ConfigError(at, "a line has a name and a pseudonym", "Write name,pseudonym")
            name, pseudonym = row[0].removeprefix("'") if row[0][1:].startswith(_FORMULA) else row[0], row[1]
            if len(pseudonym) > LONGEST or printable(pseudonym) != pseudonym:
                raise ConfigError(at, f"a pseudonym has up to {LONGEST} characters that can be shown", "Take another")
            if name in found or pseudonym.casefold() in taken:
                twice = printable(name if name in found else pseudonym, LONGEST)
                raise ConfigError(at, f"{twice} stands there twice", "Take one of the two lines away")
            found[name] = pseudonym
            taken.add(pseudonym.casefold())
    except csv.Error as error:
        raise ConfigError(f"{where}:{rows.line_num}", f"this cannot be read as CSV ({error})", "") from None
    return found
