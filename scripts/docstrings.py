"""Lets the API reference show docstrings as they are meant: mkdocstrings loads this (mkdocs.yml, ``extensions``).

A docstring of ours says of each argument or attribute a line of its own, ``name: what it is``; Markdown would run them
together. Here they become a list. Examples, which begin with ``>>>``, become blocks of code.
"""

from __future__ import annotations

import re
import textwrap
from typing import Any

import griffe

_NAMED = re.compile(r"\*{0,2}[A-Za-z_]\w*(?:, \*{0,2}[a-z_]\w*)*(?: and [a-z_]\w*)?: ")


def as_markdown(text: str) -> str:
    """Return a docstring with its lines ``name: what`` as items of a list, each with the lines that belong to it."""
    return "\n\n".join(map(_paragraph, re.split(r"\n{2,}", text)))


def _paragraph(text: str) -> str:
    lines = text.splitlines()
    if lines[0].lstrip().startswith(">>> "):
        return "\n".join(["```pycon", *textwrap.dedent(text).splitlines(), "```"])
    if not _NAMED.match(lines[0]) or "::" in lines[0]:
        return text
    shown: list[str] = []
    for line in lines:
        named = _NAMED.match(line)
        if named:
            names = ", ".join(f"`{name}`" for name in re.split(r", | and ", named[0].removesuffix(": ")))
            shown.append(f"- {names}: {line[named.end() :].strip()}")
        else:
            shown.append(f"  {line.strip()}")
    return "\n".join(shown)


class OurDocstrings(griffe.Extension):
    """Rewrites every docstring that is read."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)
