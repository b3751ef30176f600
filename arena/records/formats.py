"""Formats that this arena does not know are refused by their number, with what to do; never read wrong. Pure."""

from __future__ import annotations

import msgspec

from arena import __version__
from arena.errors import UnknownFormat


class _Numbered(msgspec.Struct):
    """What all records and manifests say of themselves, of whatever format."""

    format: int = 1


def unknown_format(where: str, what: str, found: int, known: int, writer: str = "") -> UnknownFormat:
    """Return the error for what has another format than we know.

    found: its format's number. known: the newest that is read here. writer: the version of the arena that wrote it,
    "" where that is not known.
    """
    by = f", written by arena {writer}" if writer else ""
    return UnknownFormat(
        where,
        f"{what} has format {found}{by}; this is arena {__version__}, which knows no format but those up to {known}",
        f"Install arena {writer or 'as it was written by'} or newer: pip install --upgrade bot-arena",
    )


def check_format(data: bytes | str, known: int, where: str, what: str) -> None:
    """Raise UnknownFormat where JSON that could not be read says that it is of another format; else do nothing."""
    try:
        found = msgspec.json.decode(data, type=_Numbered).format
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return
    if found != known:
        raise unknown_format(where, what, found, known)
