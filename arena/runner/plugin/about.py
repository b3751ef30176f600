"""What a bot's own file says of it, read as text: nothing of a bot is imported."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from arena.runner.plugin.find import Plugin, source_of

MOST_SOURCE = 1 << 20  # bytes
MOST_OPTIONS = 20
_WORD = {"WordView", "WordMove", "word_table", "change_all"}
_SMALL = {"small_game", "View", "OpenView"}


@dataclass(frozen=True, slots=True)
class BotOption:
    """One option of a bot. whole: a whole number, by ``whole_option``; default: of such a one, where it is written."""

    name: str
    whole: bool = False
    default: int | None = None


@dataclass(frozen=True, slots=True)
class About:
    """line: the first line of its module's docstring, "" without one. word, small: whether it seems to play these.

    options: those that it says to allow (``allow_options``), in that order, as far as they are written out.

    What it seems to play is told by what it imports from ``arena.bot``; both, where that says nothing.
    """

    line: str = ""
    word: bool = True
    small: bool = True
    options: tuple[BotOption, ...] = ()


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
    return About(line, word or not small, small or not word, _options(tree))


def _options(tree: ast.AST) -> tuple[BotOption, ...]:
    """Return the options that a bot's text names."""
    allowed: dict[str, BotOption] = {}
    whole: dict[str, int | None] = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        written = [argument.value if isinstance(argument, ast.Constant) else None for argument in node.args]
        if node.func.attr == "allow_options":
            allowed |= {name: BotOption(name) for name in written if isinstance(name, str)}
        elif node.func.attr == "whole_option" and written and isinstance(written[0], str):
            default = written[1] if len(written) > 1 else None
            whole[written[0]] = default if isinstance(default, int) else None
    return tuple(BotOption(name, name in whole, whole.get(name)) for name in allowed if len(allowed) <= MOST_OPTIONS)
