"""The one way in which commands print: all of it passes ``printable`` first, whoever wrote it.

Names, moves, messages and what bots printed come from guests and from files of other people; old records may hold what
new ones do not. Of the escape codes only colours get through, and only where the caller draws with them.
"""

from __future__ import annotations

import io
import json
import re

import click

from arena.printable import printable, printable_json, printable_lines

_COLOUR = re.compile(r"(\x1b\[[0-9;]*m)")


def say(text: object = "", *, nl: bool = True, err: bool = False) -> None:
    """Print lines of text, to standard output or (``err``) to standard error; ``nl`` ends them with a line feed."""
    click.echo(printable_lines(str(text)), nl=nl, err=err)


def say_columns(text: str) -> None:
    """Print a line whose parts are separated by tabs, for programs that read it."""
    click.echo("\t".join(map(printable, text.split("\t"))))


def say_in_colour(text: str) -> None:
    """Print lines that may hold codes for colours, and no others."""
    parts = _COLOUR.split(text)  # every second one is a code
    click.echo("".join(part if number % 2 else printable_lines(part) for number, part in enumerate(parts)))


def say_json(value: object, *, indent: int | None = None, ensure_ascii: bool = True) -> None:
    """Print a value as JSON: exact for whoever decodes it, without a character that a terminal obeys."""
    click.echo(printable_json(json.dumps(value, indent=indent, ensure_ascii=ensure_ascii)))


def say_json_piece(text: str, *, nl: bool) -> None:
    """Print a piece of JSON that is written already, as ``say_json`` prints the whole."""
    click.echo(printable_json(text), nl=nl)


def say_over(text: str = "") -> None:
    """Print in place of the last line of standard error, which has to be a terminal."""
    click.echo(f"\r\033[K{printable(text)}", nl=False, err=True)


def say_usage(error: click.ClickException) -> None:
    """Print what is wrong with the words of a command, with its usage."""
    page = io.StringIO()
    error.show(page)
    say(page.getvalue(), nl=False, err=True)
