"""CSV as text, in memory: the standard library's writer wants something to write to."""

from __future__ import annotations


class CsvText:
    """What a writer of csv writes to."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def write(self, text: str) -> None:
        """Take a line."""
        self._lines.append(text)

    def text(self) -> str:
        """Return all that was written."""
        return "".join(self._lines)
