"""The roof: ``arena COMMAND``. Each command lives in a file of its own and is imported when it is called.

Foreseen failures end with their exit status and one line each; only bugs of ours show a traceback.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import importlib
import io
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

import click

from arena import __version__
from arena.cli.commands import COMMANDS, GROUPS
from arena.cli.say import say, say_usage
from arena.cli.system_check import check_system
from arena.errors import EXIT_RUN, EXIT_USAGE, ArenaError
from arena.runner.uncaught import uncaught

_OWN = object()  # of a context: the process is there for this command alone


class ReaderGone(Exception):
    """Nobody reads what we print any more, as after `arena ... | head`: click alone would end with status 1."""


@contextlib.contextmanager
def _reader() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone from None


class Lazy(click.Group):
    """A group that imports a command only when that command is called."""

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        with _reader():  # --help prints while it is read
            return super().make_context(*args, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with _reader():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        entry = COMMANDS[name]
        gc.disable()  # modules stay: to look for rubbish among them costs a tenth of what it takes to import them
        try:
            command = getattr(importlib.import_module(entry.module), entry.attribute)
        finally:
            gc.enable()
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] in COMMANDS:
            check_system(args[0])
            from arena.cli.compiling import prepare

            prepare(args[0], args[1:], own=ctx.obj is _OWN)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for title, entries in GROUPS.items():
            with formatter.section(title):
                for name, entry in entries.items():
                    formatter.write(f"{'':{formatter.current_indent}}{name:{width}}  {entry.line}\n")
                    formatter.write(f"{'':{formatter.current_indent + width + 2}}$ {entry.example}\n")


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def arena() -> None:
    """Tournaments between game-playing programs: every bot in a process, every move on a clock."""


def main(arguments: list[str] | None = None) -> None:
    """Run one command and leave with its documented exit status."""
    sys.excepthook = uncaught
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")  # a terminal's encoding may have no sign for a letter
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)  # a bot that is being written (module:factory) lies here; installed modules go before it
    try:
        status = arena.main(args=arguments, prog_name="arena", standalone_mode=False, obj=_OWN)
        sys.stdout.flush()  # here, and not at exit, where nobody hears that the reader went away
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
    except (ReaderGone, BrokenPipeError):
        _silence()
        sys.exit(0)
    except UnicodeEncodeError as error:
        if "surrogates" not in error.reason:
            raise
        say(
            f"{_name_in(error)}: this name is not written in UTF-8. Rename that file or folder, or name another",
            err=True,
        )
        sys.exit(EXIT_USAGE)
    except OSError as error:
        if error.errno in _REFUSED and error.filename is not None:
            say(f"{str(error.filename)[:200]}: {os.strerror(error.errno)}", err=True)
            sys.exit(EXIT_RUN)
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        _silence()
        say(f"{error.filename or 'output'}: {os.strerror(error.errno)}. Make room, and try again", err=True)
        sys.exit(EXIT_RUN)


_REFUSED = (errno.ENAMETOOLONG, errno.EACCES, errno.EPERM, errno.EROFS)  # a path that somebody gave, not our fault


_LONGEST_NAME = 4096  # characters


def _name_in(error: UnicodeEncodeError) -> str:
    """Return the word in which somebody's bytes stand that are no text: a name on Linux may be any bytes."""
    before = re.search(r"[^\s'\"]*$", error.object[max(0, error.start - _LONGEST_NAME) : error.start])
    after = re.match(r"[^\s'\"]*", error.object[error.start : error.start + _LONGEST_NAME])
    return f"{before[0] if before else ''}{after[0] if after else ''}"


def _silence() -> None:
    """Let what is left in the buffer of standard output go nowhere, so that Python does not complain at its exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
