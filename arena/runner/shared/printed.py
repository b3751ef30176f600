"""What a bot in our own process prints, kept up to its limit."""

from __future__ import annotations

import io
from typing import Any, BinaryIO, cast

from arena.printable import printable_lines


class Printed(io.TextIOWrapper):
    """Stands in for the standard streams while a bot is at work: keeps the first ``limit`` bytes, counts the rest."""

    def __init__(self, limit: int) -> None:
        self.kept = _Kept(limit)
        super().__init__(cast("BinaryIO", self.kept), encoding="utf-8", errors="backslashreplace", write_through=True)

    def text(self) -> str:
        """Return what was kept, made printable, with a mark where the rest was cut off."""
        text = printable_lines(bytes(self.kept.data).decode("utf-8", errors="replace"))
        return text + f"\n[... {self.kept.cut} more bytes were dropped]\n" if self.kept.cut else text


class _Kept(io.BufferedIOBase):
    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.data = bytearray()
        self.cut = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        whole = bytes(data)
        kept = whole[: max(0, self._limit - len(self.data))]
        self.data += kept
        self.cut += len(whole) - len(kept)
        return len(whole)
