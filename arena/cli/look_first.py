"""What is wrong with a command's words, or with the tournament file that they name, told before anything is compiled.

Compiling takes half a minute and more, and nobody should wait that long to hear of a slip. So where it is to be done, a
fork of this process looks first, in which kernels are the plain Python that they are. It looks at all that the command
itself would complain about in a file but the words of word lists, which plain Python is slow to pack.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, NoReturn

import click

from arena.cli.commands import COMMANDS
from arena.cli.say import say_usage
from arena.errors import EXIT_USAGE, ArenaError, Complaints, ConfigError

_FILES = ("run", "check", "plan")  # whose argument FILE is a tournament's
_LONGEST = 20  # seconds: what takes longer to look at in plain Python is looked at by the command itself
_LOOKED = 3  # status of a fork that has written what it found


def look_first(command: str, arguments: Sequence[str]) -> None:
    """Raise Complaints where a command's tournament file is wrong, and SystemExit where its words are, or ask for help.

    Returns where nothing is found, or nothing can be looked at: the command then says itself what is wrong.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    with contextlib.suppress(OSError):
        found, status = _looked(command, arguments)
        if status == _LOOKED and found:
            raise Complaints([ConfigError(*words) for words in json.loads(found)])
        if status in (0, EXIT_USAGE):
            raise SystemExit(status)


def _looked(command: str, arguments: Sequence[str]) -> tuple[str, int]:
    """Return what a fork found, and its status: negative where it was killed. Raises OSError."""
    reader, writer = os.pipe()
    with open(reader, encoding="utf-8", errors="surrogateescape") as pipe:
        try:
            child = os.fork()
            if not child:
                _look(command, arguments, writer)
        finally:
            os.close(writer)
        found = pipe.read()
    return found, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _look(command: str, arguments: Sequence[str], writer: int) -> NoReturn:
    """Be the fork."""
    status = 1
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.alarm(_LONGEST)
        os.environ["NUMBA_DISABLE_JIT"] = "1"
        os.environ.pop("ARENA_KERNELS", None)
        context = _parsed(command, arguments)
        if isinstance(context, click.Context):
            status = _LOOKED
            with open(writer, "w", encoding="utf-8", errors="surrogateescape", closefd=False) as pipe:
                _tell(pipe, command, context)
        else:
            status = context
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:  # whatever it is, the command meets it again, and shows it
        status = 1
    finally:
        os._exit(status)


def _parsed(command: str, arguments: Sequence[str]) -> click.Context | int:
    """Return a command's words as click reads them, or the status once it complained of them, or gave help."""
    try:
        return _context(command, arguments)
    except click.UsageError as error:
        say_usage(error)
        return EXIT_USAGE
    except click.exceptions.Exit as done:  # --help was printed
        return done.exit_code


def _context(command: str, arguments: Sequence[str]) -> click.Context:
    """Return a command's words as click reads them; no command is called."""
    entry = COMMANDS[command]
    found = getattr(importlib.import_module(entry.module), entry.attribute)
    assert isinstance(found, click.Command)
    arena = click.Context(click.Group("arena"), info_name="arena", help_option_names=["-h", "--help"])
    context = found.make_context(command, list(arguments), parent=arena)
    while isinstance(context.command, click.Group) and context._protected_args:
        words = [*context._protected_args, *context.args]
        name, under, rest = context.command.resolve_command(context, words)
        if under is None:
            break
        context = under.make_context(name, rest, parent=context)
    return context


def _tell(into: IO[str], command: str, context: click.Context) -> None:
    """Write what is wrong with a tournament file as JSON, nothing where it is fine or there is none."""
    file = context.params.get("file") if command in _FILES else None
    if file is None:
        return
    with contextlib.redirect_stdout(io.StringIO()):  # games of others are imported
        wrong = [[error.where, error.problem, error.remedy] for error in _wrong_with(Path(file))]
    if wrong:
        json.dump(wrong, into)


def _wrong_with(file: Path) -> Sequence[ArenaError]:
    from arena.runner.plugin.find import distributions
    from arena.variants.load import open_tournament
    from arena.variants.samples import tournament_file

    wrong: Sequence[Any] = ()
    try:
        open_tournament(tournament_file(file), distributions(), words=False)
    except Complaints as complaints:
        wrong = complaints.errors
    except ArenaError as error:
        wrong = [error]
    return [error for error in wrong if error.exit_code == EXIT_USAGE]
