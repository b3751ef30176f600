"""Which bots are installed, read from entry-point metadata alone: nothing of a bot is imported here.

A bot may also be named as ``module:factory``, for bots that are being written and are not installed yet.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arena.config.naming import REFERENCE, chosen
from arena.errors import BotError, ConfigError, did_you_mean
from arena.runner.plugin.places import place_asked_for, place_on_path, search_path, top_of
from arena.runner.sandbox.orders import ModulePlace
from arena.variants.plugins import package_of

GROUP = "arena.bots"
_FORMER = re.compile(r"bots\.(\w+):make_bot")  # how files that were written for arena 0.1 may name our bots


@dataclass(frozen=True, slots=True)
class Plugin:
    """A bot as it is registered. value: ``module:factory``. distribution and version: "" for one named by its value.

    place: where its top-level module lies, of a bot that is named by its path; None where Python looks for it.
    commit: the revision that lies there, "" for files that somebody works on.
    """

    name: str
    value: str
    distribution: str = ""
    version: str = ""
    place: ModulePlace | None = None
    commit: str = ""

    @property
    def module(self) -> str:
        return self.value.partition(":")[0]


def installed(entry_points: Iterable[importlib.metadata.EntryPoint] | None = None) -> dict[str, list[Plugin]]:
    """Return every registered bot by name; a name with two entries is registered by two distributions."""
    found: dict[str, list[Plugin]] = {}
    chosen = importlib.metadata.entry_points(group=GROUP) if entry_points is None else entry_points
    for point in chosen:
        plugin = Plugin(point.name, point.value.partition("[")[0].strip(), *package_of(point))
        same = found.setdefault(point.name, [])
        if plugin not in same:  # one distribution seen twice on sys.path is one
            same.append(plugin)
    return dict(sorted(found.items()))


def find(name: str, known: dict[str, list[Plugin]] | None = None, where: str = "bot") -> Plugin:
    """Return the bot that ``name``, ``package:name`` or ``module:factory`` means; see config/naming.py.

    Raises BotError: several distributions register it (naming all), or none does (naming what is near).
    """
    known = installed() if known is None else known
    try:
        found = chosen(name, makers(known))
    except ConfigError as error:
        raise BotError(where, f"no single bot {name!r}: {error.problem}", error.remedy) from None
    if found is not None:
        return known[found[0]][found[1]]
    if REFERENCE.fullmatch(name):
        return Plugin(name, _where_it_is_now(name))
    remedy = f"{did_you_mean(name, known)}Installed: {', '.join(known) or 'none'}"
    raise BotError(where, f"no bot called {name!r}", remedy)


def makers(known: dict[str, list[Plugin]]) -> dict[str, list[str]]:
    """Return bot -> the distributions that register it, for config/naming.py."""
    return {name: [plugin.distribution or plugin.value for plugin in found] for name, found in known.items()}


def distributions() -> dict[str, list[str]]:
    """Return bot -> the distributions that register it, as tournament files are checked against; imports no bot."""
    return makers(installed())


def found_place(value: str) -> ModulePlace | None:
    """Return where the top-level module of ``module:factory`` lies, on the search path or as its own finders say."""
    place = place_on_path(value)
    if place is None or not place.file:
        place = place_asked_for(value) or place
    return place


def place_of(value: str) -> str:
    """Return the file or folder of the top-level module of ``module:factory``, real, "" where it cannot be found."""
    return _place_of(value, search_path())


@cache  # asked for every bot that is to be hidden from another one, whenever that is started
def _place_of(value: str, paths: tuple[str, ...]) -> str:
    place = found_place(value)
    return "" if place is None else top_of(place)


def file_hash(plugin: Plugin) -> str:
    """Return the sha256 of the file that the plug-in's module lies in, "" where it cannot be found.

    Of a bot that is named by its path: over all Python files of its package.
    """
    if plugin.place is not None:
        return _hash_of_all(Path(top_of(plugin.place)))
    file = _file_of(plugin.value)
    try:
        return "" if file is None else hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""


def source_of(plugin: Plugin) -> Path | None:
    """Return the file of a plug-in's module, None where it cannot be found."""
    return _file_of(plugin.value, plugin.place)


def _hash_of_all(root: Path) -> str:
    whole = hashlib.sha256()
    for file in sorted(root.rglob("*.py")) if root.is_dir() else [root]:
        try:
            data = file.read_bytes()
        except OSError:
            continue
        whole.update(f"{file.relative_to(root.parent)}\0{len(data)}\0".encode(errors="surrogateescape") + data)
    return whole.hexdigest()


def _file_of(value: str, place: ModulePlace | None = None) -> Path | None:
    """Return the file of the module of ``module:factory``, None where it cannot be found. place: where it is known."""
    place = place or found_place(value)
    if place is None:
        return None
    _, _, rest = value.partition(":")[0].partition(".")
    if not rest:
        return Path(place.file) if place.file else None
    bases = [Path(folder).joinpath(*rest.split(".")) for folder in place.folders]
    candidates = (file for base in bases for file in (base.with_suffix(".py"), base / "__init__.py"))
    return next((file for file in candidates if file.is_file()), None)


def _where_it_is_now(value: str) -> str:
    """Return ``module:factory`` of a bot of ours that is named by where it lay; a module that is there goes first."""
    former = _FORMER.fullmatch(value)
    if former is None or _file_of(value) is not None:
        return value
    own = "perfect:make_aggressive" if former[1] == "aggressive" else f"{former[1]}:make_bot"
    return value if _file_of(f"arena_bots.{own}") is None else f"arena_bots.{own}"
