"""A bot that is named by where it lies: a Python file, or the folder of a package that registers it."""

from __future__ import annotations

import os
import sys
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

from arena.errors import BotError
from arena.runner.plugin.find import GROUP, Plugin
from arena.runner.plugin.revisions import revision_of
from arena.runner.sandbox.orders import ModulePlace

FACTORY = "make_bot"  # of a file that names none
_OURS = frozenset({"arena", "arena_bots", "numpy", "msgspec"})
_SUCH_AS = "Write ./mybot.py, ./mybot.py:make_bot, or the folder of a package"


@dataclass(frozen=True, slots=True)
class PluginAt:
    """A bot at a path. folder: where its module is found by its name."""

    plugin: Plugin
    folder: Path


def is_path(name: str) -> bool:
    """Tell whether a bot's name is a path: it has a slash, or ends in .py."""
    path = name.partition(":")[0]
    return os.sep in path or path in (".", "..") or path.endswith(".py")


def plugin_at(name: str, where: str = "bot", rev: str = "") -> PluginAt:
    """Return the bot at a path: ``FILE.py``, ``FILE.py:FACTORY``, ``FOLDER`` or, of several bots, ``FOLDER:NAME``.

    A folder is that of a package: its pyproject.toml registers bots as an installed one does. Nothing is imported.
    rev: of the git repository in which it lies, the revision that is wanted instead of the files as they are.
    Raises BotError: it is not there, registers no bot or several, or is no module's name.
    """
    text, _, chosen = name.partition(":")
    path = Path(text).expanduser().absolute()
    if rev:
        revision = revision_of(path, rev, where)
        found = plugin_at(f"{revision.path}:{chosen}" if chosen else str(revision.path), where)
        return replace(found, plugin=replace(found.plugin, commit=revision.commit))
    if path.is_file():
        module = path.stem
        if path.suffix != ".py" or not module.isidentifier():
            raise BotError(where, f"{text} is no Python module", _SUCH_AS)
        _check_name(module, where, path)
        place = ModulePlace(module, str(path))
        return PluginAt(Plugin(name, f"{module}:{chosen or FACTORY}", place=place), path.parent)
    if not path.is_dir():
        raise BotError(where, f"there is no file or folder {text}", _SUCH_AS)
    return _in_folder(path, name, chosen, where)


def _in_folder(folder: Path, name: str, chosen: str, where: str) -> PluginAt:
    file = folder / "pyproject.toml"
    try:
        project = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BotError(where, f"{folder} has no pyproject.toml", _SUCH_AS) from None
    except (OSError, ValueError, RecursionError) as error:  # of TOML, of UTF-8, of numbers with thousands of digits
        raise BotError(str(file), f"it cannot be read ({error})", "Mend it") from None
    registered = registered_in(project)
    if not registered:
        example = f'Write [project.entry-points."{GROUP}"] and under it NAME = "module:make_bot"'
        raise BotError(str(file), "it registers no bot", example)
    if chosen and chosen not in registered:
        raise BotError(where, f"{file} registers no bot {chosen!r}", f"It registers: {', '.join(registered)}")
    if not chosen and len(registered) > 1:
        first = next(iter(registered))
        raise BotError(where, f"{file} registers {', '.join(registered)}", f"Write which: {folder.name}:{first}")
    bot = chosen or next(iter(registered))
    value = registered[bot]
    top = value.partition(":")[0].partition(".")[0]
    for lies in (folder / "src", folder):
        if (lies / top).is_dir():
            init = lies / top / "__init__.py"
            place = ModulePlace(top, str(init) if init.is_file() else "", (str(lies / top),))
        elif (lies / f"{top}.py").is_file():
            place = ModulePlace(top, str(lies / f"{top}.py"))
        else:
            continue
        _check_name(top, str(file), lies / top)
        return PluginAt(Plugin(bot, value, place=place), lies)
    raise BotError(str(file), f"there is no module {top} in {folder} or {folder / 'src'}", "Name one that is there")


def is_taken(module: str) -> bool:
    """Tell whether a module is called like one that every bot's process has before."""
    return module in sys.stdlib_module_names or module in _OURS


def _check_name(module: str, where: str, path: Path) -> None:
    """Raise BotError for a module that is called like one that every bot's process has before."""
    if is_taken(module):
        raise BotError(where, f"{path} is called like a module that Python or the arena has", "Give it another name")


def registered_in(project: object) -> dict[str, str]:
    """Return the bots that the contents of a pyproject.toml register, {name: module:factory}."""
    found = project
    for key in ("project", "entry-points", GROUP):
        found = found.get(key) if isinstance(found, dict) else None
    if not isinstance(found, dict):
        return {}
    return {str(key): value.strip() for key, value in found.items() if isinstance(value, str) and ":" in value}
