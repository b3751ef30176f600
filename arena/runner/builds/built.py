"""What was built for one bot, and how that is told: by results, by records, and to whoever's build failed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from arena.errors import BotError
from arena.printable import printable_lines
from arena.runner.plugin.find import Plugin
from arena.runner.submissions.refused import Refused

MOST_LINES, _LONGEST_LINE = 12, 300  # of what a build printed


class Built(msgspec.Struct, frozen=True):
    """A bot that was built. facts: what a manifest says of it. label: what records call it, with its commit or hash.

    plugin, paths: of a package, the plug-in and the folders of its import path. command, folder: of a program, its
    words, and where it is started. keeps: the folders of the cache that it lies in. lacking: what was not fetched.
    """

    bot: str
    facts: Mapping[str, str]
    label: str
    plugin: Plugin | None = None
    paths: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    folder: str = ""
    keeps: tuple[Path, ...] = ()
    lacking: str = ""


def failure(where: str, refused: Refused, lacking: str = "", output: Path | None = None) -> BotError:
    """Return what is told of a build that failed: why, the last lines that it printed, and what was not fetched.

    output: the file with all that it printed.
    """
    printed = printable_lines(refused.printed.strip(), _LONGEST_LINE)
    lines = [f"    | {line}" for line in printed.split("\n")[-MOST_LINES:] if printed]
    if lacking:
        lines.append(f"It was built without {lacking}, which nobody fetched")
    if output is not None:
        lines.append(f"All that it printed is in {output}")
    return BotError(where, "\n".join([refused.reason, *lines]), "")
