"""Games by name: the entry-point group ``arena.games``, ours and anybody's. The door to installed packages.

``package:name`` says which of several (see config/naming.py), and ``module:factory`` names one that is not installed.

A game's entry point is a function that returns a Game: its arguments can be given in brackets
(``connect(7,6,4)``, ``peg(board=cross)``) or by name in ``options``; a list for ``*rows`` under the name ``rows``.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.metadata import Distribution, EntryPoint, entry_points
from typing import Any

from arena.config.missing import install_line
from arena.config.naming import REFERENCE, chosen
from arena.config.walk import hint
from arena.contract.game import Game
from arena.errors import ConfigError

GROUP = "arena.games"
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_NAMED = re.compile(r"([A-Za-z_]\w*)\s*=\s*(\S+)")
_CALL = re.compile(r"\s*([^\s()]+)\s*(?:\(\s*([^()]*)\))?\s*")


def games() -> dict[str, list[EntryPoint]]:
    """Return the entry points of every installed game's name, without importing any."""
    points: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group=GROUP):
        same = points.setdefault(entry.name, [])
        if (maker(entry), entry.value) not in [(maker(other), other.value) for other in same]:
            same.append(entry)  # one distribution seen twice on sys.path is one
    return dict(sorted(points.items()))


def maker(entry: EntryPoint) -> str:
    """Return the distribution that registers an entry point; what it names, where none does."""
    return package_of(entry)[0] if entry.dist else entry.value


def package_of(entry: EntryPoint) -> tuple[str, str]:
    """Return the name and the version of the distribution that registers an entry point, "" where none does."""
    return _said_by(entry.dist) if entry.dist else ("", "")


@lru_cache(maxsize=64)  # each question reads all that a package says of itself, its README among it
def _said_by(package: Distribution) -> tuple[str, str]:
    return package.name, package.version


def makers(known: Mapping[str, list[EntryPoint]]) -> dict[str, list[str]]:
    """Return game -> the distributions that register it, for config/naming.py."""
    return {name: [maker(entry) for entry in entries] for name, entries in known.items()}


def find(name: str, known: Mapping[str, list[EntryPoint]] | None = None) -> EntryPoint:
    """Return the entry point of a game; raise ConfigError (where: "game") where there is none, or not one alone."""
    known = games() if known is None else known
    try:
        entry = chosen(name, makers(known))
    except ConfigError as error:
        raise ConfigError("game", error.problem, error.remedy) from None
    if entry is not None:
        return known[entry[0]][entry[1]]
    if REFERENCE.fullmatch(name):
        return EntryPoint(name, name, GROUP)
    raise ConfigError("game", f"there is no game called {name!r}", hint(name, ["word", *known]))


def split_call(text: str) -> tuple[str, tuple[int, ...], dict[str, Any]]:
    """Return name, whole numbers and named arguments of ``nim``, ``nim(3,5,7)`` or ``peg(board=cross,size=4)``.

    Raises ConfigError (where: "game") for other text.
    """
    call = _CALL.fullmatch(text)
    words = [word.strip() for word in call[2].split(",")] if call and call[2] and call[2].strip() else []
    numbers = [word for word in words if _NUMBER.fullmatch(word)]
    named = {match[1]: _value(match[2]) for word in words if (match := _NAMED.fullmatch(word))}
    if call is None or len(numbers) + len(named) != len(words):
        remedy = "Write a name, with arguments in brackets where it takes some: nim(3,5,7), peg(board=cross)"
        raise ConfigError("game", f"{text!r} names no game", remedy)
    return call[1], tuple(map(int, numbers)), named


def _value(text: str) -> int | bool | str:
    return int(text) if _NUMBER.fullmatch(text) else {"true": True, "false": False}.get(text.lower(), text)


def make_game(text: str, options: Mapping[str, Any] | None = None) -> Game[Any, Any]:
    """Return the game that ``text`` and ``options`` say.

    Raises ConfigError: no such game, it cannot be imported, or it does not take these options. ``where`` is
    ``game``, ``options`` or ``options.NAME``, or what the game itself says.
    """
    name, numbers, named = split_call(text)
    entry = find(name)
    try:
        factory: Callable[..., Game[Any, Any]] = entry.load()
        if not callable(factory):
            raise TypeError(f"{entry.value} is a {type(factory).__name__}, not a factory")
    except Exception as error:  # anybody's module: whatever it raises is its own failure
        cause = f"{type(error).__name__}: {error}"
        remedy = install_line(cause, entry.value.partition(":")[0])
        raise ConfigError("game", f"the game {name!r} cannot be imported ({cause})", remedy or "Fix it") from error
    places, keywords = _arguments(name, factory, numbers, {**named, **(options or {})})
    try:
        return factory(*places, **keywords)
    except (TypeError, ValueError) as error:
        raise ConfigError("options", f"the game {name!r} refuses these options: {error}", _usage(factory)) from error


def _arguments(
    name: str, factory: Callable[..., Any], numbers: tuple[int, ...], options: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments of the factory's call, checked against its signature."""
    parameters = inspect.signature(factory).parameters
    for key in options:
        if key not in parameters:
            raise ConfigError(f"options.{key}", f"the game {name!r} has no option {key!r}", _usage(factory))
    places: tuple[Any, ...] = numbers
    for parameter in parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL and parameter.name in options:
            several = options.pop(parameter.name)
            if numbers or not isinstance(several, list):
                problem = f"the option {parameter.name!r} is a list, and cannot be combined with numbers in brackets"
                raise ConfigError(f"options.{parameter.name}", problem, "For example [3, 5, 7]")
            places = tuple(several)
    try:
        inspect.signature(factory).bind(*places, **options)
    except TypeError as error:
        raise ConfigError("game", f"the game {name!r} does not take this: {error}", _usage(factory)) from error
    return places, options


def _usage(factory: Callable[..., Any]) -> str:
    """Return one sentence that lists the options of a game with their defaults."""
    parameters = inspect.signature(factory).parameters.values()
    said = [str(parameter.replace(annotation=parameter.empty)) for parameter in parameters]
    return f"Its options: {', '.join(said)}" if said else "It has no options"
