"""Positions as they are given on a command line: a JSON file, standard input, or a CGP as it is."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from arena.cli.say import say
from arena.config.given_file import read_given
from arena.errors import Complaints, ConfigError, UnreadableMove
from arena.notation.cgp import looks_like_cgp
from arena.notation.squares import Extent, lay_word, read_place
from arena.scrabble.moves import Play, read_move
from arena.variants.position_cgp import read_cgp_position
from arena.variants.position_file import PositionFile, read_position

F = TypeVar("F", bound=Callable[..., Any])

CGP = "CGP"


def read_source(name: str) -> tuple[str, str, Path | None]:
    """Return a position's text, where it is from, and the folder that paths in it begin in; ``-``: standard input."""
    if looks_like_cgp(name):
        return name, CGP, None
    data = read_given(name, ConfigError, "Give a file, or a CGP: 'BOARD RACKS SCORES ZEROS'")
    try:
        return data.decode("utf-8-sig"), name, None if name == "-" else Path(name).parent
    except UnicodeDecodeError as error:
        raise ConfigError(name, f"cannot be read: {error}", "Save it in the encoding UTF-8") from error


def position_of(
    text: str, where: str, base: Path | None = None, given: Mapping[str, str] | None = None, strict: bool = False
) -> PositionFile:
    """Return the position that a text says, JSON or CGP; what no game can come to is warned of on standard error.

    given: board, lexicon, tiles, rules for a CGP. strict: refuse such positions instead.
    """
    if not text.lstrip().startswith("{") and looks_like_cgp(text):
        position = read_cgp_position(text, where, base, given).position
    elif given:
        option = next(iter(given))
        raise click.UsageError(f"--{option} is for a CGP; a position file names its {option} itself")
    else:
        position = read_position(text, where, base)
    warn(position.warnings, where, strict)
    return position


def warn(warnings: Sequence[str], where: str, strict: bool) -> None:
    """Print warnings on standard error; raise Complaints of them where they are to be errors."""
    if warnings and strict:
        raise Complaints([ConfigError(where, warning, "Without --strict this is a warning") for warning in warnings])
    for warning in warnings:
        say(f"{where}: warning: {warning}", err=True)


def strict_option(command: F) -> F:
    """Add the option that refuses positions which no game can come to."""
    return click.option("--strict", is_flag=True, help="Refuse hands and boards that no bag can give; else warn.")(
        command
    )


def cgp_options(command: F) -> F:
    """Add the options that say what a CGP leaves out, or names in words that are not ours."""
    for name in ("rules", "tiles", "lexicon", "board"):
        command = click.option(f"--{name}", metavar="NAME|PATH", help=f"Of a CGP: the {name}, instead of its own.")(
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


def read_play(text: str, position: PositionFile) -> Play:
    """Return the play that a text says: tile by tile, or as the field writes it (``8G BUM``, ``H8 c.T``).

    Raises UnreadableMove or NotationError.
    """
    words = text.split()
    if len(words) == 2 and words[0][:1].isalnum() and any(char.isdigit() for char in words[0]):
        return _field_play(words[0], words[1], position)
    move = read_move(text)
    if not isinstance(move, Play):
        raise UnreadableMove("move", f"{str(move)!r} puts no tiles on the board", "Only plays are judged")
    return move


def _field_play(where: str, word: str, position: PositionFile) -> Play:
    table = position.table
    return Play(lay_word(word, read_place(where, Extent.of(table.layout)), table.tiles, position.board).tiles)
