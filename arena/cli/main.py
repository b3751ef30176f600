"""The roof: ``arena COMMAND``. Each command lives in a file of its own and is imported when it is called.

Foreseen failures end with their exit status and one line each; only bugs of ours show a traceback.
"""

from __future__ import annotations

import errno
import importlib
import os
import sys

import click

from arena.cli.say import say, say_usage
from arena.errors import EXIT_RUN, ArenaError
from arena.runner.uncaught import uncaught

# command -> (module, attribute, one line for --help); the line here keeps --help from importing them all
COMMANDS: dict[str, tuple[str, str, str]] = {
    "report": ("arena.cli.report", "command", "the standings and the best moves of a tournament"),
    "run": ("arena.cli.run", "command", "play a tournament, or what is missing of it, and report"),
    "check": ("arena.cli.check", "command", "start every bot of a tournament and let it play itself"),
    "replay": ("arena.cli.replay", "command", "print a game move by move, with boards"),
    "doctor": ("arena.cli.doctor", "command", "say what is whole and what is damaged in a tournament's results"),
    "export": ("arena.cli.export", "command", "write a tournament's games as JSON lines, CSV, Parquet or GCG"),
    "bots": ("arena.cli.bots", "command", "list the installed bots, begin a new one, check one"),
    "compare": ("arena.cli.compare", "command", "what changed between two runs of the same games"),
    "rate": ("arena.cli.rate", "command", "rate a list of results of any game, or one match by its counts"),
    "sprt": ("arena.cli.sprt", "command", "where a sequential test stands on given counts"),
    "scorechecker": ("arena.cli.scorechecker", "scorechecker", "judge pairs of boards from standard input"),
    "solver": ("arena.cli.scorechecker", "solver", "find the best play of boards and trays from standard input"),
    "import": ("arena.cli.import_game", "command", "replay a GCG record and list what disagrees"),
    "boards": ("arena.cli.boards", "boards", "list the boards, show one, check a board file"),
    "square": ("arena.cli.square", "square", "try a program of a square on a letter of a word"),
    "lexicon": ("arena.cli.lexicon", "lexicon", "pack a word list, look into one, look words up, check a dictionary"),
    "moves": ("arena.cli.moves", "moves", "list every legal play of a position, best first"),
    "judge": ("arena.cli.judge", "judge", "say what a play in a position is worth, or what is wrong with it"),
    "games": ("arena.cli.games", "games", "list the games, check that one keeps the contract"),
    "advise": ("arena.cli.advise", "advise", "the best move of a small game, and who wins"),
    "play": ("arena.cli.play", "play", "play a game at the terminal, against the computer or without it"),
    "tcp": ("arena.cli.tcp", "command", "tournaments over TCP: a server of ours, our bots at somebody's"),
    "plan": ("arena.cli.plan", "plan", "say what a tournament would play, and how long it may take"),
    "bench": ("arena.cli.bench", "command", "measure how fast this is, beside what it is to come to"),
}


class Lazy(click.Group):
    """A group that imports a command only when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, attribute, _ = COMMANDS[name]
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if COMMANDS:
            with formatter.section("Commands"):
                formatter.write_dl([(name, line) for name, (_, _, line) in COMMANDS.items()])


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="arena")
def arena() -> None:
    """Tournaments between game-playing programs: every bot in a process, every move on a clock."""


def main(arguments: list[str] | None = None) -> None:
    """Run one command and leave with its documented exit status."""
    sys.excepthook = uncaught
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)  # a bot that is being written (module:factory) lies here; installed modules go before it
    try:
        status = arena.main(args=arguments, prog_name="arena", standalone_mode=False)
        sys.exit(status if isinstance(status, int) else 0)
    except ArenaError as error:
        say(error, err=True)
        sys.exit(error.exit_code)
    except click.ClickException as error:
        say_usage(error)
        sys.exit(2)
    except (KeyboardInterrupt, click.Abort):
        say("interrupted", err=True)
        sys.exit(130)
    except BrokenPipeError:  # the reader went away, as `arena ... | head` does
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left in the buffer of standard output goes nowhere
        say(f"{error.filename or 'output'}: {os.strerror(error.errno)}. Make room, and try again", err=True)
        sys.exit(EXIT_RUN)
