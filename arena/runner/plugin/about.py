"""What a bot's own file says of it, read as text: nothing of a bot is imported."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from arena.runner.plugin.find import Plugin, source_of

MOST_SOURCE = 1 << 20  # bytes
MOST_OPTIONS = 20
_WORD = {"WordView", "WordMove", "word_table", "change_all"}
_SMALL = {"small_game", "View", "OpenView"}


@dataclass(frozen=True, slots=True)
class BotOption:
    """One option of a bot. whole: a whole number, by ``whole_option``.

    default, least, most: of such a one, as far as the file itself writes them; None: it is not said there.
    """

    name: str
    whole: bool = False
    default: int | None = None
    least: int | None = None
    most: int | None = None


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


def _options(tree: ast.Module) -> tuple[BotOption, ...]:
    """Return the options that a bot's text names."""
    known = _numbers(tree)
    perhaps = {id(part) for node in ast.walk(tree) if isinstance(node, ast.IfExp) for part in ast.walk(node)}
    allowed: dict[str, BotOption] = {}
    whole: dict[str, BotOption] = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        written = [argument.value if isinstance(argument, ast.Constant) else None for argument in node.args]
        if node.func.attr == "allow_options":
            allowed |= {name: BotOption(name) for name in written if isinstance(name, str)}
        elif node.func.attr == "whole_option" and written and isinstance(written[0], str):
            option = _whole(written[0], node, known)
            whole[written[0]] = replace(option, default=None) if id(node) in perhaps else option  # it may not be asked
    return tuple(whole.get(name, option) for name, option in allowed.items() if len(allowed) <= MOST_OPTIONS)


def _whole(name: str, call: ast.Call, known: dict[str, int]) -> BotOption:
    """Return an option as ``whole_option(name, default, least=1, most=None)`` says it."""
    given = dict(zip(("default", "least", "most"), call.args[1:], strict=False))
    given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    numbers = {key: _number(node, known) for key, node in given.items()}
    return BotOption(name, True, numbers.get("default"), numbers.get("least", 1), numbers.get("most"))


def _numbers(tree: ast.Module) -> dict[str, int]:
    """Return the whole numbers that the file gives a name to, once, at its top."""
    found: dict[str, set[int | None]] = {}
    for node in tree.body:
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            names, values = [target], [node.value]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                names, values = target.elts, node.value.elts
            for name, value in zip(names, values, strict=False):
                if isinstance(name, ast.Name):
                    found.setdefault(name.id, set()).add(_number(value, {}))
    return {name: value for name, (value, *more) in found.items() if value is not None and not more}


def _number(node: ast.expr, known: dict[str, int]) -> int | None:
    """Return a whole number that is written there, or named so; None for all else."""
    if isinstance(node, ast.Name):
        return known.get(node.id)
    sign, held = (-1, node.operand) if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else (1, node)
    if isinstance(held, ast.Constant) and isinstance(held.value, int) and not isinstance(held.value, bool):
        return sign * held.value
    return None
