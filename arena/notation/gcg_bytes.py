"""A GCG file's bytes as text: the encoding that its first line names, or a guess that is told. Pure."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from arena.errors import utf16_without_mark

_NAMES = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "ascii": "utf-8",
    "us-ascii": "utf-8",
    "iso-8859-1": "latin-1",
    "iso8859-1": "latin-1",
    "latin1": "latin-1",
    "latin-1": "latin-1",
    "windows-1252": "cp1252",
    "cp1252": "cp1252",
}
_TITLES = {"utf-8": "UTF-8", "latin-1": "ISO 8859-1", "cp1252": "Windows-1252"}
_PRAGMA = re.compile(rb"#character-encoding[ \t]+(\S+)[ \t]*", re.IGNORECASE)
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
_LINE_END = re.compile(rb"\r\n|\r|\n")
_SIXTEEN = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True)
class Decoded:
    """A file's text. doubts: (line, problem) of what does not fit; remarks: (line, text) of what was guessed."""

    text: str
    doubts: tuple[tuple[int, str], ...] = ()
    remarks: tuple[tuple[int, str], ...] = ()


def decode(data: bytes) -> Decoded:
    """Return a file's text: by its first line's pragma, else UTF-8 where that fits, else ISO 8859-1.

    Lines that do not fit a named encoding are read one by one as well as they can be, and told.
    """
    if data.startswith(_SIXTEEN):
        return Decoded(data.decode("utf-16", "replace"), remarks=((1, "read as UTF-16, by its first bytes"),))
    bare = utf16_without_mark(data)
    if bare is not None:
        return Decoded(data.decode(bare, "replace"), remarks=((1, "read as UTF-16, by its zeros"),))
    data = data.removeprefix(codecs.BOM_UTF8)
    named = _PRAGMA.fullmatch(_LINE_END.split(data, maxsplit=1)[0])
    if named is None:
        guess = _guess(data)
        odd = _BEYOND_ASCII.search(data)
        if odd is None:
            return Decoded(data.decode("ascii"))
        remark = f"read as {_TITLES[guess]}: the file does not begin with #character-encoding"
        return Decoded(data.decode(guess), remarks=((_line_of(data, odd.start()), remark),))
    name = named[1].decode("ascii", "replace")
    encoding = _NAMES.get(name.lower())
    if encoding is None:
        guess = _guess(data)
        remark = f"unknown character encoding {name[:40]!r}: read as {_TITLES[guess]}. Known are UTF-8 and ISO-8859-1"
        return Decoded(data.decode(guess), doubts=((1, remark),))
    try:
        return Decoded(data.decode(encoding))
    except UnicodeDecodeError:
        return _line_by_line(data, encoding, name)


def _guess(data: bytes) -> str:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"


def _line_of(data: bytes, place: int) -> int:
    return len(_LINE_END.findall(data, 0, place)) + 1


def _line_by_line(data: bytes, encoding: str, name: str) -> Decoded:
    lines, doubts = [], []
    for number, line in enumerate(_LINE_END.split(data), start=1):
        try:
            lines.append(line.decode(encoding))
        except UnicodeDecodeError:
            lines.append(line.decode("latin-1"))
            doubts.append((number, f"a byte that is not {name}, as the first line says: read as ISO 8859-1"))
    return Decoded("\n".join(lines), tuple(doubts))
