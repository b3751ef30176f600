"""Before a command that needs the engine: it is compiled, once a machine, and whoever waits is told so.

Called before the command's module is imported, for importing it compiles whatever is not there, without a word. The
command's own process then takes its kernels as machine code, like a bot's: numba takes longer to import than
everything else that it needs.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from arena.cache import TELL
from arena.cli.look_first import look_first
from arena.cli.say import say, say_over
from arena.errors import ArenaError
from arena.runner.kernels import Watcher, compile_rooms, compiled, stored_kernels

_EVERY = 5.0  # seconds between lines of progress where there is no terminal
_FILES = ("run", "check")  # what is played is in a file
_ALWAYS = ("moves", "serve", "solver", "tcp")  # the word game
_FEW = ("plan", "report", "replay", "ask", "boards", "square", "judge", "import", "games")  # not worth compiling all
_AT_ONCE = ("run", "check", "plan", "tcp", "bots", "boards", "square", "scorechecker", "solver", "lexicon", "train",
            "import")  # with kernels that are there, or compiled, once the command is imported  # fmt: skip


def kinds_for(command: str, arguments: Sequence[str]) -> set[bool]:
    """Return which kinds of games a command is about to play: True is the word game, False any other.

    Nothing where it plays none, asks for help, or names what cannot be read: that is told by the command itself.
    """
    if {"-h", "--help"} & set(arguments):
        return set()
    if command in _ALWAYS:
        return {True}
    if command == "play":
        return {next((word for word in arguments if not word.startswith("-")), "word") == "word" or _options(arguments)}
    if command == "sprt":
        return {True} if arguments[:1] == ["run"] else set()
    if command == "bots" and arguments[:1] == ["watch"]:
        return {True}
    if command == "bots" and arguments[:1] == ["check"]:
        return {"--game" not in arguments or "--on" in arguments}
    if command in _FILES:
        return set().union(*(_kinds_in(word) for word in arguments if not word.startswith("-")))
    return set()


def _options(arguments: Sequence[str]) -> bool:
    """Tell whether the first argument is an option: what follows may be its value, and no game."""
    return arguments[0].startswith("-")


def _kinds_in(file: str) -> set[bool]:
    from arena.config.read import read_tournament
    from arena.variants.samples import tournament_file

    try:
        path = tournament_file(Path(file))
        return {entry.game == "word" for entry in read_tournament(path).variants} if os.path.isfile(path) else set()
    except ArenaError:
        return set()


def prepare(command: str, arguments: Sequence[str], own: bool = False) -> None:
    """Compile what a command needs of the engine, and say so; say so as well when it compiles something by itself.

    own: whether this process ends with the command, so that it may take its kernels from where they are stored. What is
    wrong with the command's words and its tournament file is then told before anything is compiled: raises Complaints
    and SystemExit for these.
    """
    kinds = kinds_for(command, arguments)
    if own and (kinds or command in _AT_ONCE) and "arena.jit" not in sys.modules and not compiled(kinds or {True}):
        look_first(command, arguments)
    bundles = stored_kernels() if command in _FEW or (command in _FILES and not kinds) else ""
    if kinds:
        waiting = Waiting(sys.stderr.isatty())
        try:
            bundles = compile_rooms(kinds, watcher=waiting)
        finally:
            waiting.end()
    if own and bundles:
        link(bundles)
    if sys.stderr.isatty():
        TELL.append(lambda: say("compiling what this needs of the engine, once on this machine ...", err=True))


def link(bundles: str) -> None:
    """Have this process, and none that it starts, take its kernels from bundles, as far as they are in them."""
    if "arena.jit" not in sys.modules:
        os.environ["ARENA_KERNELS"] = bundles
        try:
            import arena.jit  # noqa: F401  reads that name when it is imported
        finally:
            del os.environ["ARENA_KERNELS"]


class Waiting(Watcher):
    """Says that the engine is being compiled, at once, and then how far that is. On standard error."""

    def __init__(self, terminal: bool) -> None:
        self._terminal = terminal
        self._began: float | None = None
        self._last = 0.0

    def at(self, done: int, total: int) -> None:
        now = time.monotonic()
        if self._began is None:
            self._began = self._last = now
            long = "about half a minute, and longer where others work as well"
            say(f"compiling the engine for this machine, once: {long}", err=True)
        if self._terminal:
            say_over(f"{done} of {total} kernels")
        elif now - self._last >= _EVERY:
            self._last = now
            say(f"{done} of {total} kernels", err=True)

    def remark(self, text: str) -> None:
        say(text, err=True)

    def end(self) -> None:
        if self._began is not None:
            if self._terminal:
                say_over()
            say(f"compiled in {time.monotonic() - self._began:.0f} s", err=True)
