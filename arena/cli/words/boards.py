"""``arena boards``: list the shipped boards, show a board, check a board file."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import numpy as np

from arena.board.layout import HOLE, Layout, Window
from arena.board.reach import reachable
from arena.board.text import MARGIN, legend, letter_grid, picture, shown_window
from arena.boardlang.boardfile import board_about, board_from_mapping
from arena.boardlang.meaning import STEP_LIMIT
from arena.boardlang.squares import ProgramSquares
from arena.boardlang.trial import failures
from arena.cli.idle import refuse_idle
from arena.cli.paths import NamedPath
from arena.cli.say import say, say_in_colour
from arena.errors import ArenaError, Complaints, ConfigError, ProgramError
from arena.variants.load import BOARDS, PartFile, read_part, shipped

LARGEST_SIDE = 2000  # squares that a window asked for may be wide or high
FURTHEST = 1 << 30
CHECKED = 32  # squares around the centre that are looked at on a board without end


@click.group(invoke_without_command=True)
@click.pass_context
def boards(context: click.Context) -> int:
    """List the shipped boards; show one, or check a board file of your own."""
    if context.invoked_subcommand is None:
        names = shipped(BOARDS)
        width = max(map(len, names), default=0)
        for name in names:
            say(f"{name.ljust(width)}  {board_about(read_part(BOARDS, name).data)}")
    return 0


@boards.command()
@click.argument("board")
@click.option("--seed", type=int, metavar="N", help="The seed of a board generated at random.")
@click.option("--around", metavar="X,Y", help=f"Show the square (X, Y) and {MARGIN} squares on each side.")
@click.option("--grid", metavar="X0:X1,Y0:Y1", help="Print only the letters of a window, one row per line.")
@click.option("--png", type=NamedPath(dir_okay=False), metavar="FILE", help="Draw the board into a PNG file.")
def show(board: str, seed: int | None, around: str | None, grid: str | None, png: Path | None) -> int:
    """Show a BOARD: a shipped name, or a path. A window includes both its ends; y grows downward."""
    if grid is not None:
        refuse_idle("--grid prints letters of its own window", "--around", "--png")
    layout = _layout(read_part(BOARDS, board), seed)
    if grid is not None:
        say("\n".join(letter_grid(layout, _grid(grid))))
        return 0
    window = _around(around) if around is not None else shown_window(layout)
    if png is not None:
        from arena.cli.words.board_png import draw_png

        try:
            draw_png(layout, window, png)
        except (OSError, ValueError) as error:  # ValueError: a format that is not known by its suffix
            why = getattr(error, "strerror", None) or error
            raise ConfigError(str(png), f"the picture cannot be written ({why})", "Name a .png file") from None
        say(f"{png}: {layout.name}")
        return 0
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    x, y = layout.centre
    size = "without end" if layout.bounds is None else "x {0}..{2}, y {1}..{3}".format(*layout.bounds)
    shown = (
        ""
        if window == shown_window(layout) and layout.bounds
        else f", shown x {window[0]}..{window[2]}, y {window[1]}..{window[3]}"
    )
    say(f"{layout.name}: {size}, centre ({x}, {y}){shown}")
    say_in_colour(picture(layout, colour=colour, window=window))
    say("\n".join(legend(layout)))
    return 0


@boards.command()
@click.argument("board")
@click.option("--seed", type=int, metavar="N", help="The seed of a board generated at random.")
def check(board: str, seed: int | None) -> int:
    """Check a BOARD (a path, or a shipped name): it parses, its programs end, its centre leads somewhere."""
    part = read_part(BOARDS, board)
    layout = _layout(part, seed)
    window = layout.bounds or _clamped(layout.centre, CHECKED)
    ids = layout.ids(*window)
    x0, y0, x1, y1 = window
    complaints: list[ArenaError] = list(_tried(part, layout))
    reached = reachable(ids, layout.centre[0] - x0, layout.centre[1] - y0)
    squares, linked = int((ids != HOLE).sum()), int(reached.sum())
    if linked < 2:
        problem = f"the centre {layout.centre} has no square beside it, so no word can cover it"
        complaints.append(ConfigError(board, problem, "Move the centre, or give it a neighbour"))
    if complaints:
        raise Complaints(complaints)
    say(f"{layout.name}: parses, {len(layout.kinds)} kinds of square, centre {layout.centre}")
    if isinstance(layout.fill, ProgramSquares):
        say(f"steps: at most {layout.fill.longest} a square (limit {STEP_LIMIT})")
    say(f"window: x {x0}..{x1}, y {y0}..{y1}{'' if layout.bounds else ' (the board has no end)'}")
    inside = "" if layout.bounds else " inside the window"
    say(f"connected with the centre{inside}: {linked} of {squares} squares")
    numbers, counts = np.unique(ids, return_counts=True)
    count_of = dict(zip(numbers.tolist(), counts.tolist(), strict=True))
    for number, kind in layout.kinds.items():
        say(f"{count_of.get(number, 0):6} {kind.name}")
    say(f"{count_of.get(HOLE, 0):6} no square")
    return 0


def _layout(part: PartFile, seed: int | None) -> Layout:
    """Return the board of a file; a seed that would do nothing is refused."""
    if seed is not None and not (isinstance(part.data, Mapping) and "random" in part.data):
        raise ConfigError("--seed", f"the board {part.name!r} has nothing random in it", "Remove the option")
    return board_from_mapping(part.data, part.name, seed, part.at_path)


def _tried(part: PartFile, layout: Layout) -> Iterator[ProgramError]:
    """Yield an error for every kind of square whose programs fail somewhere in a word."""
    for failure in failures(layout):
        error = failure.error
        inside = error.where.removeprefix(f"{layout.name}: square {failure.kind.name}, priority {failure.priority}, ")
        where = f"{part.at_path(failure.path)}, {inside}, tried on letter {failure.letter} of {failure.word}"
        yield ProgramError(where, error.name, f"square {failure.kind.name}: {error.problem}", error.remedy)


def _around(text: str) -> Window:
    match = re.fullmatch(r"\s*([+-]?[0-9]{1,10})\s*,\s*([+-]?[0-9]{1,10})\s*", text)
    if not match:
        raise ConfigError("--around", f"{text!r} is not a square", "Write X,Y, such as --around -3,4")
    x, y = map(int, match.groups())
    if max(abs(x), abs(y)) > FURTHEST:
        raise ConfigError("--around", f"{text!r} is too far away", f"Coordinates go to {FURTHEST}")
    return _clamped((x, y), MARGIN)


def _clamped(centre: tuple[int, int], margin: int) -> Window:
    x, y = centre
    return x - margin, y - margin, x + margin, y + margin


def _grid(text: str) -> Window:
    match = re.fullmatch(r"\s*(-?[0-9]{1,10}):(-?[0-9]{1,10})\s*,\s*(-?[0-9]{1,10}):(-?[0-9]{1,10})\s*", text)
    if not match:
        raise ConfigError("--grid", f"{text!r} is not a window", "Write X0:X1,Y0:Y1, such as --grid -16:16,-16:16")
    x0, x1, y0, y1 = map(int, match.groups())
    if x0 > x1 or y0 > y1:
        raise ConfigError("--grid", f"{text!r} is empty", "The lower end comes first: X0:X1,Y0:Y1")
    if max(map(abs, (x0, x1, y0, y1))) > FURTHEST or max(x1 - x0, y1 - y0) >= LARGEST_SIDE:
        remedy = f"A side has at most {LARGEST_SIDE} squares, and coordinates go to {FURTHEST}"
        raise ConfigError("--grid", f"{text!r} is too large", remedy)
    return x0, y0, x1, y1
