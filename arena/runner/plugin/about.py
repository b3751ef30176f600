"""What a bot's own file says of it, read as text: nothing of a bot is imported."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from arena.runner.plugin.find import Plugin, source_of

MOST_SOURCE = 1 << 20  # bytes
_WORD = {"WordView", "WordMove", "word_table", "change_all"}
_SMALL = {"small_game", "View", "OpenView"}


@dataclass(frozen=True, slots=True)
class About:
    """line: the first line of its module's docstring, "" without one. word, small: whether it seems to play these.

    What it seems to play is told by what it imports from ``arena.bot``; both, where that says nothing.
    """

    line: str = ""
    word: bool = True
    small: bool = True


def about(plugin: Plugin) -> About:
    """Return what a bot's file says of it; what cannot be read says nothing."""
    file = source_of(plugin)
    try:
        if file is None or file.stat().st_size > MOST_SOURCE:
            return About()
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return About()
    line = (ast.get_docstring(tree) or "").strip().partition("\n")[0]
    names = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "arena.bot"
        for alias in node.names
    }
    word, small = bool(names & _WORD), bool(names & _SMALL)
    return About(line, word or not small, small or not word)
