"""Positions as they are given on a command line: a JSON file, standard input, or a CGP as it is."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from arena.cli.say import say
from arena.errors import Complaints, ConfigError
from arena.words import Position, parse_position
from arena.words.reading import is_cgp

F = TypeVar("F", bound=Callable[..., Any])


def position_of(
    text: str, where: str, base: Path | None = None, given: Mapping[str, str] | None = None, strict: bool = False
) -> Position:
    """Return the position that a text says, JSON or CGP; what no game can come to is warned of on standard error.

    given: board, lexicon, tiles, rules for a CGP. strict: refuse such positions instead.
    """
    position = read_as(text, where, base, given)
    warn(position.warnings, where, strict)
    return position


def read_as(text: str, where: str, base: Path | None = None, given: Mapping[str, str] | None = None) -> Position:
    """Return the position that a text says, JSON or CGP, with its warnings; prints none of them."""
    if given and not is_cgp(text):
        option = next(iter(given))
        raise click.UsageError(f"--{option} is for a CGP; a position file names its {option} itself")
    return parse_position(text, where=where, base=base, given=given)


def warn(warnings: Sequence[str], where: str, strict: bool) -> None:
    """Print warnings on standard error; raise Complaints of them where they are to be errors."""
    if warnings and strict:
        raise Complaints([ConfigError(where, warning, "Without --strict this is a warning") for warning in warnings])
    for warning in warnings:
        say(f"{where}: warning: {warning}", err=True)


def strict_option(command: F) -> F:
    """Add the option that refuses positions which no game can come to."""
    return click.option(
        "--strict", is_flag=True, help="Refuse hands and boards that no bag can give, instead of warning."
    )(command)


def cgp_options(command: F) -> F:
    """Add the options that say what a CGP leaves out, or names in words that are not ours."""
    for name in ("rules", "tiles", "lexicon", "board"):
        command = click.option(f"--{name}", metavar="NAME|PATH", help=f"For a CGP: the {name}, instead of its own.")(
            command
        )
    return command


def given_options(options: Mapping[str, str | None]) -> dict[str, str]:
    """Return those of the options that were given, their paths as they are from the current folder."""
    return {name: from_here(value) for name, value in options.items() if value is not None}


def from_here(name_or_path: str) -> str:
    """Return an option's name or path so that no other folder's file is taken for it."""
    path = Path(name_or_path).expanduser()
    named = "/" not in name_or_path and not path.suffix
    return name_or_path if named or not os.path.isfile(path) else str(path.absolute())
