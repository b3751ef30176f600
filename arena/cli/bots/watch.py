"""``arena bots watch PATH``: whenever a file of a bot is saved, whether it still plays, and how well."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from arena.cli.bots.look import look
from arena.cli.say import say
from arena.config.model import Tournament as Contents
from arena.errors import EXIT_OK, EXIT_PREFLIGHT
from arena.runner.plugin.by_path import plugin_at
from arena.runner.plugin.places import top_of
from arena.tournament import Stop

_SETTLED = 300  # ms without another file being saved: editors write several
_ASLEEP = 500  # ms between two looks at whether we are to stop


def place_of(path: str) -> Path:
    """Return the file or package that is watched. Raises BotError where there is no bot."""
    place = plugin_at(path, "PATH").plugin.place
    assert place is not None
    return Path(top_of(place))


def saved(place: Path, stop: Stop) -> Iterator[str]:
    """Yield "" once nothing that is saved is missed any more, then which Python files of a place were saved, each time.

    Ends when ``stop`` is asked. What is saved between two yields comes with the next one.
    """
    from watchfiles import PythonFilter, watch

    folder = place if place.is_dir() else place.parent  # an editor may put another file in a file's place
    changes = watch(
        folder, watch_filter=PythonFilter(), debounce=4 * _SETTLED, step=_SETTLED, rust_timeout=_ASLEEP,
        yield_on_timeout=True, recursive=place.is_dir(), raise_interrupt=False,
    )  # fmt: skip
    next(changes)  # the system tells of changes from here on
    yield ""
    for found in changes:
        if stop.asked:
            return
        files = sorted({os.path.relpath(path, folder) for _, path in found if place.is_dir() or Path(path) == place})
        if files:
            yield ", ".join(files)


def watch_bot(path: str, contents: Contents, once: bool) -> int:
    """Look at a bot now and after each time that it is saved, a line each; ``once``: only now. Return the status."""
    place = place_of(path)
    if not once:
        say(f"watching {place}; Ctrl-C ends it", err=True)
    with Stop() as stop:
        broken = False
        for files in ("",) if once else saved(place, stop):
            found = look(contents, stop)
            if found is None:
                break
            broken = found.word == "broken"
            say(f"{time.strftime('%H:%M:%S')} {files or 'now'}: {found}")
    return EXIT_PREFLIGHT if once and broken else EXIT_OK
