"""Values of a mapping that anybody may have written: each is checked as it is taken, and every complaint is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from arena.errors import ArenaError, ConfigError, did_you_mean

_COORDINATE = 1 << 30

Path = tuple[str | int, ...]  # keys and places, from the outermost
Where = Callable[[Path], str]  # how to say where something stands


class Values:
    """Takes values out of one mapping; what is wrong is in ``errors``, and something harmless is returned instead."""

    def __init__(self, where: Where, missing: Mapping[str, str]) -> None:
        """missing: key -> the remedy where it is not there."""
        self.where, self.missing = where, missing
        self.errors: list[ArenaError] = []

    def complain(self, path: Path, problem: str, remedy: str = "") -> None:
        self.errors.append(ConfigError(self.where(path), problem, remedy))

    def check_keys(self, mapping: Mapping[Any, Any], path: Path, known: Sequence[str], needed: Sequence[str]) -> None:
        for key in mapping:
            if key not in known:
                remedy = did_you_mean(str(key), known).strip() or f"Known here: {', '.join(known)}"
                self.complain((*path, str(key)), f"no key is called {key!r}", remedy)
        for key in needed:
            if key not in mapping:
                self.complain(path, f"the key {key!r} is missing", self.missing.get(key, f"Add a line '{key}: ...'"))

    def text(self, mapping: Mapping[Any, Any], key: str, default: str) -> str:
        value = mapping.get(key, default)
        if isinstance(value, str):
            return value
        self.complain((key,), f"a text was expected, not {kind_of(value)}", "Put it in quotes")
        return default

    def integers(self, value: Any, path: Path, count: int, shape: str) -> Any:
        whole = isinstance(value, Sequence) and not isinstance(value, str) and len(value) == count
        if whole and all(is_integer(part) and abs(part) <= _COORDINATE for part in value):
            return tuple(value)
        self.complain(path, f"{shape} was expected, not {value!r}", f"Integers from -{_COORDINATE} to {_COORDINATE}")
        return None


def is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def integer(value: Any) -> int | None:
    """Return a number, also one that is written as a text, as JSON does with keys."""
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value):
        return int(value)
    return value if is_integer(value) else None


def kind_of(value: Any) -> str:
    names = {
        dict: "a mapping" if value else "an empty one",
        list: "a list",
        str: "a text",
        bool: "true or false",
        int: "a number",
        type(None): "nothing",
    }
    return names.get(type(value), f"a {type(value).__name__}")
