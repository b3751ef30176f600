"""Commands of a tournament file: words that start a program, and what builds one from its sources. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arena.config.node import Node, value_of
from arena.config.walk import Walk

SHELL = ("/bin/sh", "-c")  # runs what is written as one text


def read_command(
    node: Node,
    key: str,
    walk: Walk,
    missing: Callable[[str], str | None],
    absolute: Callable[[str], str],
) -> tuple[str, ...]:
    """Return program and arguments; numbers among the arguments are taken as they are written.

    missing: why a program with a slash in it cannot be started, or None. absolute: such a word as it is kept.
    """
    if node.kind == "scalar":
        example = ", ".join(node.text.split()) or "./mybot, --fast"
        walk.complain(node, key, "a command is a list of words, not a single text", f"Write command: [{example}]")
        return ()
    words: list[str] = []
    for at, item in walk.items(node, key):
        value = value_of(item) if item.kind == "scalar" else None
        plain_number = isinstance(value, int | float) and not isinstance(value, bool)
        word = item.text if plain_number and words else walk.text(item, at, "./mybot")
        if word is not None and "\0" in word:
            walk.complain(item, at, "the word contains a null character", "Remove it")
        words.append(word or "")
    if words and "/" in words[0] and not walk.troubled(f"{key}[0]"):
        trouble = missing(words[0])
        if trouble:
            remedy = "Paths are relative to the folder of the tournament file"
            walk.complain(node.items[0], f"{key}[0]", trouble, remedy)
        words[0] = absolute(words[0])
    return tuple(words)


def read_build(node: Node, key: str, walk: Walk) -> tuple[str, ...]:
    """Return the words of what builds a program: a text is a line for the shell, a list is a command as it stands."""
    if node.kind == "scalar":
        text = walk.text(node, key, "make -j2") or ""
        if "\0" in text:
            walk.complain(node, key, "the text contains a null character", "Remove it")
        return (*SHELL, text) if text else ()
    return read_command(node, key, walk, lambda word: None, lambda word: word)


def check_program(node: Node, fields: Mapping[str, Node], key: str, walk: Walk) -> None:
    """Complain about keys that do not go with each other in an entry of a program that lies at a path."""
    if "build" in fields and not ("path" in fields and "command" in fields):
        problem = "'build' makes a program of what lies at a path, which a command starts"
        examples = {"path": "path: ../engine", "command": "command: [./engine]"}
        remedy = f"Add {' and '.join(text for name, text in examples.items() if name not in fields)}"
        walk.complain(fields["build"], f"{key}.build", problem, remedy)
    if "path" in fields and "command" in fields and not {"build", "rev"} & fields.keys():
        problem = "a program in a folder as it lies needs no path"
        walk.complain(node, f"{key}.path", problem, "Add build: or rev:, or write command: [../engine/engine] alone")
