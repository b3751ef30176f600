"""JSON piece by piece, so that what is long never lies in memory as text or as plain values."""

from __future__ import annotations

import json
from collections.abc import Iterator

from arena.ratings.lines import Lines
from arena.report.numbers import json_ready

TOGETHER = 500  # lines of a long table that are written at once


def json_text(value: object, pad: str = "") -> Iterator[str]:
    """Yield the pieces of what ``json.dumps(json_ready(value), indent=2, ensure_ascii=False)`` would return."""
    if isinstance(value, dict) and value:
        entries = [f"{pad}  {json.dumps(str(key), ensure_ascii=False)}: " for key in value]
        yield "{\n"
        for index, (head, entry) in enumerate(zip(entries, value.values(), strict=True)):
            yield head
            yield from json_text(entry, pad + "  ")
            yield ",\n" if index + 1 < len(entries) else "\n"
        yield pad + "}"
    elif isinstance(value, (list, tuple)) and any(isinstance(entry, dict) for entry in value):
        yield "[\n"
        for index, entry in enumerate(value):
            yield pad + "  "
            yield from json_text(entry, pad + "  ")
            yield ",\n" if index + 1 < len(value) else "\n"
        yield pad + "]"
    elif isinstance(value, Lines) and len(value):
        yield "[\n"
        for start in range(0, len(value), TOGETHER):
            lines = [f"{pad}  {_plain(entry, pad + '  ')}" for entry in value[start : start + TOGETHER]]
            yield ",\n".join(lines) + (",\n" if start + TOGETHER < len(value) else "\n")
        yield pad + "]"
    else:
        yield _plain(value, pad)


def _plain(value: object, pad: str) -> str:
    return json.dumps(json_ready(value), indent=2, ensure_ascii=False).replace("\n", "\n" + pad)
