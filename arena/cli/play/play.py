"""``arena play``: a game at the terminal, by people, the computer, or both.

Which file plays which kind of game: play_word.py the word game, play_open.py those without secrets.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from arena.cli.durations import MOVE_TIME, Seconds, limits_with, start_time
from arena.cli.idle import refuse_idle
from arena.cli.say import say, say_in_colour
from arena.cli.seeds import SeedType, master_of
from arena.cli.walls import KINDS
from arena.config.model import CHALLENGES, Isolation, VariantEntry
from arena.serve.people.first import FIRST, First


class ChallengeType(click.Choice[str]):
    """A rule for challenges; those that are numbers become one."""

    def __init__(self) -> None:
        super().__init__([str(rule) for rule in CHALLENGES])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        text = super().convert(str(value), param, ctx)
        return int(text) if text.isdigit() else text


SEATS = {"x": {0}, "1": {0}, "o": {1}, "2": {1}, "both": {0, 1}, "1,2": {0, 1}, "none": set[int]()}
MOST_SEATS = 8

# Which options belong to which kind of game: a flag that does nothing would be a lie.
_WORD = (
    "board", "against", "seats", "lexicon", "tiles", "rules", "hand_size", "challenge", "seed", "board_seed",
    "move_time", "start_time", "bonus_squares", "isolation", "names", "first",
)  # fmt: skip
_OPEN = ("seconds", "aggressive", "moves")


@click.command()
@click.argument("game", default="word")
@click.option(
    "--as",
    "--human",
    "people",
    default=None,
    metavar="PLAYERS",
    help="Which players you are: 1, or 1,3; X, O, both, none.",
)
@click.option("--board", metavar="NAME|PATH", help="Word game: the board (default: standard).")
@click.option(
    "--against", multiple=True, metavar="BOT", help="Word game: the bot that plays the others (default: greedy)."
)
@click.option("--seats", type=click.IntRange(1, MOST_SEATS), help="Word game: how many play (default: 2).")
@click.option("--lexicon", metavar="NAME|PATH", help="Word game: the word list; any: all letters are a word.")
@click.option("--tiles", metavar="NAME|PATH", help="Word game: the tile set (default: english).")
@click.option("--rules", metavar="NAME|PATH", help="Word game: the rule book (default: itu).")
@click.option("--hand-size", type=click.IntRange(1, 100), help="Word game: tiles in a full rack.")
@click.option(
    "--challenge", type=ChallengeType(), help="Word game: what a wrong challenge costs (default: the rule book's)."
)
@click.option("--seed", type=SeedType(), help="Word game: any text or number; the same one gives the same tiles.")
@click.option("--board-seed", type=int, help="Word game: seed of a board generated at random.")
@click.option("--move-time", type=MOVE_TIME, help="Word game: time per move for the bots (default: 5s).")
@start_time
@click.option(
    "--bonus-squares/--no-bonus-squares",
    default=None,
    help="Word game: show W3 W2 L3 L2 on the board (default) or not.",
)
@click.option("--names", metavar="A,B,...", help="Word game: the names of the people.")
@click.option("--first", type=click.Choice(FIRST), help="Word game: who begins (default: lot).")
@click.option("--isolation", type=KINDS, help="Word game: walls around the bots, as in a tournament (default: auto).")
@click.option("--seconds", type=Seconds(min=0.1), help="Other games: seconds per move for the computer (default: 5).")
@click.option("--aggressive", is_flag=True, default=None, help="Other games: the computer goes for the nearest win.")
@click.option("--state", "moves", metavar="MOVES", help="Other games: start after these moves.")
@click.pass_context
def play(context: click.Context, /, game: str, people: str | None, **options: Any) -> int:
    """Play at the terminal: the word game, or GAME.

    In the word game a move is WORD ROW COL DIR, and :HELP at the prompt explains the rest. Several people may
    play at one terminal (--as 1,2), or nobody: with --as none bots play, and you watch.

    GAME is a name with its options: tictactoe, connect(7,6,4), nim(3,5,7), peg(board=cross,hole=d4); at its prompt
    `moves` lists the moves, `hint` asks the computer, `quit` leaves.

    A whole game can be piped in, one move a line.
    """
    word = game == "word"
    given = {key: value for key, value in options.items() if value is not None and value != ()}
    for key in given:
        if key in (_OPEN if word else _WORD):
            option = next(f"{parameter.opts[0]}" for parameter in context.command.params if parameter.name == key)
            kind = "the word game takes" if word else f"{game} takes"
            raise click.UsageError(f"{kind} no {option}")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # what is not UTF-8 is a move that cannot be read, no accident
    return _play_word(people or "1", **given) if word else _play_open(game, people or "X", **given)


def _play_open(game: str, people: str, seconds: float = 5.0, aggressive: bool = False, moves: str = "") -> int:
    from arena.cli.play.play_open import Terminal, play_open
    from arena.small_games import read_game

    if people.lower() not in SEATS:
        raise click.UsageError(f"--as takes X, O, both or none, not {people!r}")
    play_open(read_game(game), SEATS[people.lower()], Terminal(_ask, say, seconds, aggressive), moves)
    return 0


def _play_word(
    people: str,
    board: str = "standard",
    against: tuple[str, ...] = ("greedy",),
    seats: int = 2,
    seed: str | None = None,
    move_time: float = 5.0,
    start_time: float | None = None,
    bonus_squares: bool = True,
    isolation: Isolation = "auto",
    names: str = "",
    first: First = "lot",
    **parts: Any,
) -> int:
    from arena.cli.play.play_word import WordGameSetup, play_word, read_people

    at_table = read_people(people)
    if at_table >= set(range(seats)):
        refuse_idle("people sit on all seats", "--against", "--isolation", "--move-time", "--start-time")
    setup = WordGameSetup(
        entry=VariantEntry(name=board, board=board, **parts),
        seats=seats,
        people=at_table,
        bots=tuple(name.strip() for names in against for name in names.split(",") if name.strip()) or ("greedy",),
        master=master_of(seed),
        move_time=move_time,
        limits=limits_with(start_time),
        bonus_squares=bonus_squares,
        colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ,
        isolation=isolation,
        names=tuple(name.strip() for name in names.split(",")) if names.strip() else (),
        first=first,
    )
    return play_word(setup, _ask, say_in_colour if setup.colour else say)


def _ask(prompt: str) -> str | None:
    """Return a line of standard input, None at its end."""
    say(prompt, nl=False)
    line = sys.stdin.readline()
    if not line or not sys.stdin.isatty():
        say(line.rstrip("\n") if line else "")  # a pipe echoes nothing by itself
    return line if line else None
