"""``arena square``: try a program of a square on one letter of one word."""

from __future__ import annotations

import click

from arena.boardlang.compile import compile_block
from arena.boardlang.meaning import STEP_LIMIT, char_code
from arena.boardlang.parse import parse
from arena.boardlang.run import run_code
from arena.cli.say import say
from arena.config.given_file import read_given
from arena.config.read import MAX_BYTES
from arena.errors import ConfigError

_LOW, _HIGH = -(1 << 31), (1 << 31) - 1
_INT32 = click.IntRange(_LOW, _HIGH)


@click.command()
@click.argument("program")
@click.option("--word", default="", metavar="WORD", help="The word, one letter a character (default: none).")
@click.option("--points", metavar="N,N,...", help="The points of each letter (default: 1 each).")
@click.option("--pos", default=0, metavar="N", type=_INT32, help="Which letter lies on the square, from 0.")
@click.option("--acc", default=0, metavar="N", type=_INT32, help="The points so far.")
@click.option("--lenient", is_flag=True, help="Read the program as the course's system does.")
def square(program: str, word: str, points: str | None, pos: int, acc: int, lenient: bool) -> int:
    """Run PROGRAM, a square's program in the board language, and print VALUE and its result.

    An error is printed with its name, its place and the reason; the exit status is then 2. PROGRAM is '-' to
    read it from standard input.
    """
    if program == "-":
        program = read_given(program, largest=MAX_BYTES).decode("utf-8-sig", "replace")
    letters = [(char_code(char), worth) for char, worth in zip(word, _points(points, len(word)), strict=True)]
    code = compile_block(parse(program, lenient=lenient), "square")
    value, _ = run_code(code, (pos, acc), letters, limit=STEP_LIMIT)
    say(f"VALUE {value}")
    return 0


def _points(text: str | None, letters: int) -> list[int]:
    if text is None:
        return [1] * letters
    try:
        points = [int(part) for part in text.split(",")] if text.strip() else []
    except ValueError:
        raise ConfigError(
            "--points", f"{text!r} is not a list of numbers", "Write one for each letter: --points 4,1,1"
        ) from None
    if len(points) != letters:
        raise ConfigError("--points", f"{len(points)} numbers for {letters} letters", "Give each letter its points")
    if any(not _LOW <= point <= _HIGH for point in points):
        raise ConfigError("--points", "a number does not fit into 32 bits", f"Points go from {_LOW} to {_HIGH}")
    return points
