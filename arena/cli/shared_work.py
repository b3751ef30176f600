"""Work of our own that a command shares among processes: how many of them, and on standard error how far it is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, TypeVar

import click

from arena.cli.say import say
from arena.errors import ArenaError
from arena.parallel import share
from arena.runner.sandbox.limits import cores

F = TypeVar("F", bound=Callable[..., Any])
Item = TypeVar("Item")
Result = TypeVar("Result")

_PLAIN_EVERY = 5.0  # seconds between lines of progress where there is no terminal
_BAR_EVERY = 0.2  # seconds between two pictures of the bar


def workers_option(about: str) -> Callable[[F], F]:
    """Return the option --workers of a command; about: what its help says of it."""
    return click.option("--workers", type=click.IntRange(1, 1024), help=about)


def sorted_out(
    function: Callable[[Item], Result | ArenaError], items: Sequence[Item], things: str, *, workers: int, batch: int = 1
) -> tuple[list[Result], list[ArenaError]]:
    """Return what a function has for items, and the errors that it returned for others; tell how far it is.

    things: what the items are called. workers, batch: as for ``parallel.share``; one item is worked on here.
    Raises the first of the errors where there is nothing else.
    """
    found: list[Result] = []
    errors: list[ArenaError] = []
    one = len(items) == 1
    with progress(None if one else len(items), things) as done:
        for _, result in share(function, items, workers=1 if one else workers, batch=batch):
            if isinstance(result, ArenaError):
                errors.append(result)
            else:
                found.append(result)
            done()
    if not found:
        raise errors[0]
    return found, errors


@contextmanager
def progress(total: int | None, things: str, *, printing: bool = False) -> Iterator[Callable[[], None]]:
    """Give a function to be called whenever one of ``total`` things (games, positions) is done.

    A bar on a terminal's standard error, which is gone at the end; else a line every five seconds. total: None where
    nobody knows it. printing: the command prints each thing as it is done; who reads that needs no bar.
    """
    if printing and sys.stdout.isatty():
        yield lambda: None
        return
    if not sys.stderr.isatty():
        yield _Lines(total, things)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    # Drawn by whoever counts and by no thread of its own: processes are forked while it stands there.
    bar = Progress(
        BarColumn(), MofNCompleteColumn(), TextColumn(things), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True, auto_refresh=False, redirect_stdout=False,
    )  # fmt: skip
    with bar:
        task = bar.add_task(things, total=total)
        drawn = time.monotonic()

        def done() -> None:
            nonlocal drawn
            bar.advance(task)
            if time.monotonic() - drawn >= _BAR_EVERY:
                bar.refresh()
                drawn = time.monotonic()

        bar.refresh()
        yield done


def games_progress(total: int) -> AbstractContextManager[Callable[[], None]]:
    """Give a function to be called for each of so many games."""
    return progress(total, "games")


def on_all_cores(function: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[tuple[Item, Result]]:
    """Yield items, each with what a function returns for it, worked on by as many processes as there are cores."""
    return share(function, items, workers=cores())


class _Lines:
    """Says ``12 of 40 games`` now and then."""

    def __init__(self, total: int | None, things: str) -> None:
        self._whole = things if total is None else f"of {total} {things}"
        self._done, self._shown = 0, time.monotonic()

    def __call__(self) -> None:
        self._done += 1
        if time.monotonic() - self._shown >= _PLAIN_EVERY:
            self._shown = time.monotonic()
            say(f"{self._done} {self._whole}", err=True)
