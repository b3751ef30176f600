"""Bytes <-> lines of JSON, one message a line. Pure: knows neither sockets nor what a message means.

A line ends in LF (CR LF is taken too); empty lines say nothing. A line that is longer than the limit or is
not UTF-8 is one fault, however it is cut into packets, and the next line is read as if nothing had been.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

LINE_LIMIT = 1024 * 1024  # bytes, without the line feed


@dataclass(frozen=True, slots=True)
class Bad:
    """A line that is no message: one protocol fault."""

    detail: str


class LineDecoder:
    """Cuts a stream of bytes into lines. Never holds more than ``limit`` bytes of an unfinished line."""

    def __init__(self, limit: int = LINE_LIMIT) -> None:
        self._limit = limit
        self._held = bytearray()
        self._skipping = False  # inside a line that was too long: it was told already

    def feed(self, data: bytes) -> list[bytes | Bad]:
        """Return the lines that ``data`` completes, in order: their bytes, or what is wrong with them."""
        lines: list[bytes | Bad] = []
        parts = data.split(b"\n")
        for part in parts[:-1]:
            self._add(part, lines)
            if self._skipping:
                self._skipping = False
            elif self._held.strip():
                lines.append(self._line(bytes(self._held).removesuffix(b"\r")))
            self._held.clear()
        self._add(parts[-1], lines)
        return lines

    @property
    def unfinished(self) -> bool:
        """Whether the stream stands in the middle of a line."""
        return bool(self._held) or self._skipping

    def _add(self, part: bytes, lines: list[bytes | Bad]) -> None:
        if self._skipping:
            return
        if len(self._held) + len(part) > self._limit + 1:  # one more for a CR
            self._held.clear()
            self._skipping = True
            lines.append(Bad(f"a line of more than {self._limit} bytes"))
        else:
            self._held += part

    def _line(self, line: bytes) -> bytes | Bad:
        if len(line) > self._limit:
            return Bad(f"a line of more than {self._limit} bytes")
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            return Bad(f"a line that is not UTF-8 (byte {error.start + 1} is 0x{line[error.start]:02x})")
        return line


_ENCODER = msgspec.json.Encoder()


def encode(message: Any) -> bytes:
    """Return a message (a msgspec Struct, or JSON-able data) as one line with its line feed."""
    return _ENCODER.encode(message) + b"\n"
