"""Games by name: the entry-point group ``arena.games``, ours and anybody's. The door to installed packages.

A game's entry point is a function that returns a Game: its arguments can be given in brackets
(``connect(7,6,4)``, ``peg(board=cross)``) or by name in ``options``; a list for ``*rows`` under the name ``rows``.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from arena.config.walk import hint
from arena.contract.game import Game
from arena.errors import ConfigError

GROUP = "arena.games"
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_NAMED = re.compile(r"([A-Za-z_]\w*)\s*=\s*(\S+)")
_CALL = re.compile(r"\s*([^\s()]+)\s*(?:\(\s*([^()]*)\))?\s*")


def games() -> dict[str, EntryPoint]:
    """Return the installed games by name, without importing any.

    Raises ConfigError when two distributions register the same name.
    """
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        other = found.setdefault(entry.name, entry)
        if other.value != entry.value:
            owners = " and ".join(sorted(point.dist.name if point.dist else point.value for point in (other, entry)))
            raise ConfigError(f"game {entry.name!r}", f"{owners} both register this name", "Uninstall one of them")
    return dict(sorted(found.items()))


def split_call(text: str) -> tuple[str, tuple[int, ...], dict[str, Any]]:
    """Return name, whole numbers and named arguments of ``nim``, ``nim(3,5,7)`` or ``peg(board=cross,size=4)``.

    Raises ConfigError (where: "game") for other text.
    """
    call = _CALL.fullmatch(text)
    words = [word.strip() for word in call[2].split(",")] if call and call[2] and call[2].strip() else []
    numbers = [word for word in words if _NUMBER.fullmatch(word)]
    named = {found[1]: _value(found[2]) for word in words if (found := _NAMED.fullmatch(word))}
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
    known = games()
    if name not in known:
        raise ConfigError("game", f"there is no game called {name!r}", hint(name, ["word", *known]))
    try:
        factory: Callable[..., Game[Any, Any]] = known[name].load()
    except Exception as error:  # anybody's module: whatever it raises is its own failure
        problem = f"the game {name!r} cannot be imported ({type(error).__name__}: {error})"
        raise ConfigError("game", problem, "Mend or uninstall it") from error
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
                problem = f"the option {parameter.name!r} is a list, and excludes numbers in brackets"
                raise ConfigError(f"options.{parameter.name}", problem, "Such as [3, 5, 7]")
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
