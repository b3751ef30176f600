"""``arena play GAME``: a game at the terminal, by people, the computer, or both.

Which file plays which kind of game: play_open.py those without secrets.
"""

from __future__ import annotations

import sys

import click

from arena.cli.game_names import read_game
from arena.cli.play_open import Table, play_open

SEATS = {"X": {0}, "O": {1}, "both": {0, 1}, "none": set[int]()}


@click.command()
@click.argument("game")
@click.option(
    "--as",
    "people",
    type=click.Choice(list(SEATS), case_sensitive=False),
    default="X",
    show_default=True,
    help="Whom you play; the computer plays the rest.",
)
@click.option("--seconds", type=click.FloatRange(min=0.1), default=5.0, show_default=True, help="Time of the computer.")
@click.option("--aggressive", is_flag=True, help="The computer goes for the nearest win.")
@click.option("--state", "moves", default="", metavar="MOVES", help="Begin after these moves.")
def play(game: str, people: str, seconds: float, aggressive: bool, moves: str) -> None:
    """Play GAME at the terminal. At the prompt, `moves` lists the moves, `hint` asks the computer, `quit` leaves.

    GAME is a name with its options: tictactoe, connect(7,6,4), nim(3,5,7), peg(board=cross,hole=d4).
    A whole game can be piped in, one move a line.
    """
    table = Table(ask=_ask, say=click.echo, seconds=seconds, aggressive=aggressive)
    play_open(read_game(game), SEATS[people], table, moves)


def _ask(prompt: str) -> str | None:
    """Return a line of standard input, None at its end."""
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line or not sys.stdin.isatty():
        click.echo(line.rstrip("\n") if line else "")  # a pipe echoes nothing by itself
    return line if line else None
