"""Text of somebody else's, made fit to be shown: what a terminal or a reader's eye would obey is written out instead.

Control characters (escape codes, bells, carriage returns), characters without a shape that change the order of others
(bidi overrides), lone surrogates and the like become escapes as Python writes them: ``\\x1b``, ``\\u202e``. What has a
shape stays as it is, in every script; so do spaces of any width and the joiners that scripts need within words.
Everything that a guest says or prints passes here on its way into records, and everything that we print on its way out.
"""

from __future__ import annotations

from collections.abc import Callable

LONGEST = 1000  # characters of a detail for people: a reason, the text of an exception

# Spaces of some width, and the joiners: not printable by Python's rule, but nothing obeys them.
_KEPT = frozenset(
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\u200c\u200d"
)
_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def printable(text: str, most: int | None = None) -> str:
    """Return ``text`` on one line, with nothing in it but what has a shape.

    most: how many characters are kept, the dots that end what was longer among them.
    """
    part = text if most is None else text[: most + 1]
    shown = part if part.isprintable() else _written(part, _escape)
    return shown if most is None or len(shown) <= most else f"{shown[: most - 3]}..."


def shorten(line: bytes, length: int = 80) -> str:
    """Return the beginning of a line for people."""
    text = line[: 4 * length].decode("utf-8", errors="replace")
    return repr(text[:length]) + ("..." if len(text) > length or len(line) > 4 * length else "")


def printable_lines(text: str, most: int | None = None) -> str:
    """Return ``text`` with its lines as they are, and else as ``printable`` does; tabs become spaces.

    most: how many characters of each line are kept.
    """
    if text.isprintable() and (most is None or len(text) <= most):
        return text
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join(printable(line.expandtabs() if "\t" in line else line, most) for line in lines)


def printable_json(text: str) -> str:
    """Return JSON that means the same and holds no character to be obeyed: each is an escape of JSON's own.

    Line feeds between the values stay.
    """
    return text if text.isprintable() else "\n".join(_written(line, _json_escape) for line in text.split("\n"))


def _written(text: str, escape: Callable[[str], str]) -> str:
    return "".join(char if char.isprintable() or char in _KEPT else escape(char) for char in text)


def _escape(char: str) -> str:
    return _ESCAPES.get(char) or _hexadecimal(ord(char))


def _hexadecimal(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _json_escape(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
