"""The options of commands that play versions of a bot: how they are built where they cannot be taken as they lie."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from arena.cli.paths import NamedPath
from arena.config.programs import SHELL


@dataclass(frozen=True, slots=True)
class Building:
    """How both versions are made. command, build: words of programs, () for plug-ins. wheels: a folder, or ""."""

    command: tuple[str, ...] = ()
    build: tuple[str, ...] = ()
    wheels: str = ""


_OPTIONS = (
    click.option("--command", "command_", metavar="WORDS", help="Of a program: what starts it in its folder."),
    click.option("--build", metavar="LINE", help="Of a program: the line that makes it of its sources."),
    click.option(
        "--wheels",
        type=NamedPath(path_type=str, exists=True, file_okay=False, resolve_path=True),
        metavar="FOLDER",
        help="Of a package: wheels of what it needs.",
    ),
)


AS_IT_LIES = Building()


def building(function: Callable[..., Any]) -> Callable[..., Any]:
    """Have a command take these options, as its parameter ``building``."""

    @wraps(function)
    def taking(*, command_: str | None, build: str | None, wheels: str | None, **given: Any) -> Any:
        if build and not command_:
            raise click.UsageError("--build makes a program: name what starts it with --command")
        if wheels and command_:
            raise click.UsageError("--wheels is for packages, and --command names a program")
        made = Building(_words(command_ or ""), (*SHELL, build) if build else (), wheels or "")
        return function(building=made, **given)

    decorated: Callable[..., Any] = taking
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated


def _words(text: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        raise click.UsageError(f"--command {text!r} cannot be read: {error}") from None
