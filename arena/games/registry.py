"""Games by name: those that are installed (entry-point group ``arena.games``) and how they are made.

A game is named as in ``connect(7,6,4)``, ``nim(3,5,7)``, ``peg(board=cross)``, or by its name and a mapping of
options, as a tournament file has them. What a game can be told are the parameters of its factory.
"""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from arena.errors import ArenaError, ConfigError

GROUP = "arena.games"


def installed() -> dict[str, EntryPoint]:
    """Return the entry points of all installed games by name, the first one of each name."""
    found: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        known = found.setdefault(point.name, point)
        if known.value != point.value:
            raise ConfigError(
                f"game {point.name}",
                f"it is installed twice, as {known.value} and {point.value}",
                "Uninstall one of the two packages",
            )
    return found


def factory_of(name: str) -> Any:
    """Return the factory of an installed game; raise ConfigError where it is missing or does not load."""
    games = installed()
    if name not in games:
        close = difflib.get_close_matches(name, games, 1)
        hint = f"Did you mean {close[0]!r}? " if close else ""
        raise ConfigError(f"game {name}", "there is no such game", f"{hint}Installed: {', '.join(games) or 'none'}")
    try:
        return games[name].load()
    except Exception as error:
        raise ConfigError(f"game {name}", f"it does not load: {type(error).__name__}: {error}") from error


def make_game(name: str, options: Mapping[str, Any] | None = None) -> Any:
    """Return the installed game ``name`` made with ``options``, a mapping of its factory's parameters.

    Raises ConfigError, naming the options there are, for any that the factory does not take.
    """
    factory, options = factory_of(name), dict(options or {})
    signature, where = inspect.signature(factory), f"game {name}"
    known = list(signature.parameters.values())
    listed = [p.name for p in known if p.kind is not p.VAR_KEYWORD]
    if not any(p.kind is p.VAR_KEYWORD for p in known):
        for option in options:
            if option not in listed:
                raise ConfigError(where, f"it has no option {option!r}", f"Options: {', '.join(listed) or 'none'}")
    rest: list[Any] = []
    for parameter in known:
        if parameter.kind is parameter.VAR_POSITIONAL and parameter.name in options:
            value = options.pop(parameter.name)
            if not isinstance(value, list | tuple):
                raise ConfigError(f"{where}: {parameter.name}", f"{value!r} is no list")
            rest = list(value)
    try:
        return factory(*rest, **options)
    except ArenaError:
        raise
    except (TypeError, ValueError) as error:
        raise ConfigError(where, f"it cannot be made so: {error}", f"Options: {', '.join(listed) or 'none'}") from error


def read_game(text: str) -> Any:
    """Return the game that ``text`` names: ``tictactoe``, ``connect(7,6,4)``, ``peg(board=cross)``."""
    found = re.fullmatch(r"\s*([\w.-]+)\s*(?:\((.*)\))?\s*", text, flags=re.DOTALL)
    if not found:
        raise ConfigError(f"game {text!r}", "it is not written like a game", "Write NAME or NAME(1,2,option=3)")
    name, inside = found[1], found[2] or ""
    parameters = list(inspect.signature(factory_of(name)).parameters.values())
    options: dict[str, Any] = {}
    for index, part in enumerate(part.strip() for part in inside.split(",") if part.strip()):
        key, equals, value = part.partition("=")
        if equals:
            options[key.strip()] = _value(value.strip())
            continue
        slot = parameters[min(index, len(parameters) - 1)] if parameters else None
        if slot is not None and parameters[0].kind is inspect.Parameter.VAR_POSITIONAL:
            options.setdefault(parameters[0].name, []).append(_value(part))
        elif slot is None or index >= len(parameters):
            raise ConfigError(f"game {name}", f"it takes no {index + 1} values", f"Options: {_names(parameters)}")
        else:
            options[slot.name] = _value(part)
    return make_game(name, options)


def _names(parameters: list[inspect.Parameter]) -> str:
    return ", ".join(parameter.name for parameter in parameters) or "none"


def _value(text: str) -> Any:
    if re.fullmatch(r"-?\d{1,9}", text, flags=re.ASCII):
        return int(text)
    return {"true": True, "false": False, "yes": True, "no": False}.get(text.lower(), text)
