"""Walking through a tree of nodes: every question about a value gets an answer, and every fault a complaint.

Pure. A Walk collects complaints instead of raising, so that a person hears of all faults at once: after a
complaint the question's fallback is answered and the walk goes on.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from arena.config.node import Node, Trap, Value, value_of
from arena.config.units import bytes_of, seconds_of, show_seconds
from arena.contract.seeds import read_seed
from arena.errors import ArenaError, ConfigError, did_you_mean

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._+-]{0,62}[A-Za-z0-9_+-])?")
_RESERVED = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]", re.IGNORECASE)  # no file names on Windows


def is_name(text: str) -> bool:
    """Tell whether a text may stand in ids and be a file's name."""
    return bool(_NAME.fullmatch(text)) and not _RESERVED.fullmatch(text) and "-vs-" not in text


class Walk:
    """Complaints about one file. ``marks``: key path -> (line, column) of all that was looked at."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.errors: list[ArenaError] = []
        self.marks: dict[str, tuple[int, int]] = {}
        self._places: list[tuple[str, int, int]] = []  # of our own complaints: key path, line, column

    def complain(self, node: Node, key: str, problem: str, remedy: str) -> None:
        """Add a complaint about the value at ``key``; it is told in one line, whatever the file has in its texts."""
        at = f"{self.file}:{node.line}:{node.column}"
        problem, remedy = (text.replace("\n", "\\n") for text in (problem, remedy))
        self.errors.append(ConfigError(f"{at}: {key}" if key else at, problem, remedy))
        self._places.append((key, node.line, node.column))

    def troubled(self, key: str) -> bool:
        """Tell whether there is a complaint about ``key`` or something in it."""
        return any(place == key or place.startswith((f"{key}.", f"{key}[")) for place, _, _ in self._places)

    def in_order(self) -> list[ArenaError]:
        """Return the complaints by line, those without one last."""
        spot = re.compile(rf"{re.escape(self.file)}:(\d+):(\d+)")

        def place(error: ArenaError) -> tuple[float, float]:
            match = spot.match(error.where)
            return (int(match[1]), int(match[2])) if match else (float("inf"), 0)

        return sorted(self.errors, key=place)

    def fields(self, node: Node, key: str, known: Collection[str]) -> dict[str, Node]:
        """Return a mapping's values by key; complain about other shapes, repeated and unknown keys."""
        if node.kind != "mapping":
            self.complain(node, key, f"expected a mapping, not {node}", f"Its keys can be: {', '.join(known)}")
            return {}
        values: dict[str, Node] = {}
        first: dict[str, Node] = {}
        for name, value in node.entries:
            path = f"{key}.{name.text}" if key else name.text
            if name.text in first:
                problem = f"the key {name.text!r} is repeated here"
                self.complain(name, path, problem, f"Remove one; the first is on line {first[name.text].line}")
                continue
            first[name.text] = name
            self.marks[path] = (name.line, name.column)
            if name.text not in known:
                self.complain(name, path, f"there is no key {name.text!r} here", hint(name.text, known))
            else:
                values[name.text] = value
        return values

    def free(self, node: Node, key: str) -> Any:
        """Return any tree as plain Python values; keys that read as whole numbers are whole numbers."""
        self.marks.setdefault(key, (node.line, node.column))
        if node.kind == "scalar":
            return self.scalar(node, key)
        if node.kind == "list":
            return [self.free(item, f"{key}[{index}]") for index, item in enumerate(node.items)]
        result: dict[str | int, Any] = {}
        for name, value in node.entries:
            path = f"{key}.{name.text}" if key else name.text
            self.marks[path] = (name.line, name.column)
            said = self.scalar(name, path)
            label = said if isinstance(said, int) and not isinstance(said, bool) else name.text
            if label in result:
                self.complain(name, path, f"the key {name.text!r} is repeated here", "Remove one of them")
            result[label] = self.free(value, path)
        return result

    def scalar(self, node: Node, key: str) -> Value:
        """Return what a scalar means; complain about the traps of YAML (and answer its text)."""
        value = value_of(node)
        if isinstance(value, Trap):
            self.complain(node, key, value.problem, value.remedy)
            return node.text
        return value

    def items(self, node: Node, key: str) -> Iterator[tuple[str, Node]]:
        """Yield (key path, node) of a list's items; complain when it is no list, or empty."""
        if node.kind != "list":
            self.complain(node, key, f"expected a list, not {node}", "Write one item per line, after '- '")
        elif not node.items:
            self.complain(node, key, "the list is empty", "Write at least one item, after '- '")
        for index, item in enumerate(node.items):
            self.marks[f"{key}[{index}]"] = (item.line, item.column)
            yield f"{key}[{index}]", item

    def text(self, node: Node, key: str, example: str = "") -> str | None:
        """Return a text, or None after a complaint; what YAML may take for something else needs quotes."""
        if node.kind != "scalar":
            self.complain(node, key, f"expected a text, not {node}", f"For example: {example}" if example else "")
            return None
        value = value_of(node)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, Trap):
            self.complain(node, key, value.problem, value.remedy)
        elif value is None or isinstance(value, str):
            self.complain(node, key, "a text is missing here", f"For example: {example}" if example else "Write one")
        else:
            kind = "true or false" if isinstance(value, bool) else "a number"
            self.complain(node, key, f"{node.text} is {kind} here, not a text", f'Write it in quotes: "{node.text}"')
        return None

    def name(self, node: Node, key: str) -> str | None:
        """Return a name that may stand in ids and be a file's name, or None after a complaint."""
        text = self.text(node, key, "greedy-2")
        if text is None:
            return None
        if not _NAME.fullmatch(text) or _RESERVED.fullmatch(text):
            remedy = "Use up to 64 of A-Z a-z 0-9 . _ + - with a letter or digit first (names become file names)"
            self.complain(node, key, f"{text!r} cannot be a name", remedy)
            return None
        if "-vs-" in text:
            self.complain(node, key, f"{text!r} cannot be a name: '-vs-' separates the bots in ids", "Use another name")
            return None
        return text

    def seed(self, node: Node, key: str) -> str:
        """Return a master seed, which is any text or number; "" after a complaint."""
        value = value_of(node) if node.kind == "scalar" else None
        number = isinstance(value, int | float) and not isinstance(value, bool)
        text = (str(value) if isinstance(value, int) else node.text) if number else self.text(node, key, "seed: 7")
        if text is None:
            return ""
        try:
            return read_seed(text, key)
        except ConfigError as error:
            self.complain(node, key, error.problem, error.remedy)
            return ""

    def choice(self, node: Node, key: str, choices: Sequence[str], fallback: str) -> str:
        """Return one of the words ``choices``."""
        value = value_of(node) if node.kind == "scalar" else None
        if isinstance(value, str) and value in choices:
            return value
        if node.kind == "scalar" and node.text.strip():
            self.complain(node, key, f"{node.text!r} is not one of the choices", hint(node.text, choices))
        else:
            self.complain(node, key, f"expected one of the choices, not {node}", hint("", choices))
        return fallback

    def truth(self, node: Node, key: str, fallback: bool) -> bool:
        """Return true or false."""
        value = self.scalar(node, key) if node.kind == "scalar" else None
        if isinstance(value, bool):
            return value
        self.complain(node, key, f"expected true or false, not {node}", "Write true or false")
        return fallback

    def whole(self, node: Node, key: str, fallback: int, least: int, most: int) -> int:
        """Return a whole number between two bounds."""
        value = self._number(node, key, "a whole number")
        if isinstance(value, float):
            self.complain(node, key, f"{node.text} is not a whole number", "Write it without a decimal point")
        elif value is not None:
            return int(value) if self._between(node, key, value, least, most) else fallback
        return fallback

    def number(self, node: Node, key: str, fallback: float, least: float, most: float) -> float:
        """Return a number between two bounds."""
        value = self._number(node, key, "a number")
        return float(value) if value is not None and self._between(node, key, value, least, most) else fallback

    def seconds(self, node: Node, key: str, fallback: float | None, least: float, most: float) -> float | None:
        """Return a duration in seconds, or None for 'none'; a bare number is a number of seconds."""
        example = "Write a number with its unit, such as 500ms, 2s, 1m30s; a bare number is seconds; none is no limit"
        value = value_of(node) if node.kind == "scalar" else None
        if isinstance(value, Trap):
            self.complain(node, key, value.problem, example)
            return fallback
        if node.kind == "scalar" and ((value is None and node.text) or value == "none"):
            return None
        seconds = value if isinstance(value, int | float) else seconds_of(value) if isinstance(value, str) else None
        if seconds is None or isinstance(value, bool):
            self.complain(node, key, f"expected a duration, not {node}", example)
        elif not least <= seconds <= most:
            problem = f"{node.text} is outside {show_seconds(least)} to {show_seconds(most)}"
            self.complain(node, key, problem, "Write a duration between these two")
        else:
            return float(seconds)
        return fallback

    def bytes(self, node: Node, key: str, fallback: int | None, least: int) -> int | None:
        """Return a size in bytes, or None for 'none'."""
        remedy = "Write a number with its unit, such as 64KiB, 512MiB, 2GB; none is no limit"
        value = value_of(node) if node.kind == "scalar" else Trap("", "")
        if (value is None and node.text) or value == "none":
            return None
        size = bytes_of(value) if isinstance(value, str) else None
        if size is None:
            problem = value.problem if isinstance(value, Trap) and value.problem else ""
            self.complain(node, key, problem or f"expected a size, not {node}", remedy)
        elif not least <= size <= 2**50:
            self.complain(node, key, f"{node.text} is out of range", f"Write {least:,} B or more")
        else:
            return size
        return fallback

    def options(self, node: Node, key: str) -> dict[str, Any]:
        """Return a mapping of text keys to anything; its scalars as YAML reads them, traps complained about."""
        if node.kind != "mapping":
            self.complain(node, key, f"expected a mapping, not {node}", "For example: {threads: 2}")
            return {}
        whole = self.free(node, key)
        return {str(name): value for name, value in whole.items()}

    def _number(self, node: Node, key: str, wanted: str) -> int | float | None:
        value = value_of(node) if node.kind == "scalar" else None
        if isinstance(value, Trap):
            self.complain(node, key, value.problem, f"Write {wanted} in plain digits")
        elif isinstance(value, bool) or not isinstance(value, int | float):
            bare = value_of(replace(node, plain=True)) if node.kind == "scalar" else None
            quoted = isinstance(bare, int | float) and not isinstance(bare, bool)
            remedy = "Write it without quotes" if quoted else f"Write {wanted}"
            self.complain(node, key, f"expected {wanted}, not {node}", remedy)
        else:
            return value
        return None

    def _between(self, node: Node, key: str, value: float, least: float, most: float) -> bool:
        if least <= value <= most:
            return True
        self.complain(node, key, f"{node.text} is outside {least:,} to {most:,}", "Write a number between these two")
        return False


def hint(word: str, known: Collection[str]) -> str:
    """Return the remedy for a word that is none of the known ones: the nearest, and all of them."""
    if not known:
        return "There are none"
    return f"{did_you_mean(word, known)}There {'are' if len(known) > 1 else 'is'}: {', '.join(known)}"


def located(error: ArenaError, file: str, marks: Mapping[str, tuple[int, int]]) -> ArenaError:
    """Return an error about the values of a file with its line and column, found by the key path it names.

    An error of another room names a key path (``squares[2].programs.0``) in ``where``; what the marks do
    not know is cut off from its end until they do.
    """
    key = error.where
    while key and key not in marks:
        key = key[: max(key.rfind("."), key.rfind("["), 0)]
    line, column = marks.get(key, (1, 1))
    place = f"{file}:{line}:{column}"
    where = f"{place}: {error.where}" if error.where else place
    return type(error)(where, *error.args[1:])
