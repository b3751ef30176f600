"""Positions as they are given on a command line: a JSON file, standard input, or a CGP as it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from arena.errors import ConfigError, NotationError, UnreadableMove
from arena.scrabble.cgp import looks_like_cgp
from arena.scrabble.moves import Placed, Play, read_move
from arena.scrabble.notation import Extent, read_place, read_tiles, signs_of
from arena.variants.position_cgp import read_cgp_position
from arena.variants.position_file import PositionFile, read_position

F = TypeVar("F", bound=Callable[..., Any])

CGP = "CGP"


def read_source(name: str) -> tuple[str, str, Path | None]:
    """Return a position's text, where it is from, and the folder that paths in it begin in; ``-``: standard input."""
    if looks_like_cgp(name):
        return name, CGP, None
    try:
        if name == "-":
            return sys.stdin.buffer.read().decode("utf-8-sig"), name, None
        return Path(name).read_bytes().decode("utf-8-sig"), name, Path(name).parent
    except (OSError, ValueError) as error:
        remedy = "Give a file, or a CGP: 'BOARD RACKS SCORES ZEROS'"
        raise ConfigError(
            name[:200], f"cannot be read ({getattr(error, 'strerror', None) or error})", remedy
        ) from error


def position_of(
    text: str, where: str, base: Path | None = None, given: Mapping[str, str] | None = None
) -> PositionFile:
    """Return the position that a text says, JSON or CGP. given: board, lexicon, tiles, rules for a CGP."""
    if not text.lstrip().startswith("{") and looks_like_cgp(text):
        return read_cgp_position(text, where, base, given).position
    if given:
        option = next(iter(given))
        raise click.UsageError(f"--{option} is for a CGP; a position file names its {option} itself")
    return read_position(text, where, base)


def cgp_options(command: F) -> F:
    """Add the options that say what a CGP leaves out, or names in words that are not ours."""
    for name in ("rules", "tiles", "lexicon", "board"):
        command = click.option(f"--{name}", metavar="NAME|PATH", help=f"Of a CGP: the {name}, instead of its own.")(
            command
        )
    return command


def given_options(options: Mapping[str, str | None]) -> dict[str, str]:
    """Return those of the options that were given."""
    return {name: value for name, value in options.items() if value is not None}


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
    table, board = position.table, position.board
    place = read_place(where, Extent.of(table.layout))
    signs = []
    for step, sign in enumerate(signs_of(word)):
        at = (place.x + step, place.y) if place.across else (place.x, place.y + step)
        lying = board.get(at)
        if lying is not None and sign != "." and table.tiles.letter(sign) != lying.char:
            raise NotationError(
                "play", f"{sign} cannot lie where there is {lying.char} already", "Write . in its place"
            )
        if lying is None and sign == ".":
            raise NotationError("play", f"letter {step + 1} of {word!r} is ., but no tile lies there")
        signs.append("." if lying is not None else sign if len(sign) == 1 else f"[{sign}]")
    tiles: list[Placed] = read_tiles("".join(signs), place, table.tiles)
    return Play(tuple(tiles))
