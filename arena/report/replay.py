"""Every game in a compact form for the page's replay: boards by variant, turns with their tiles, all as JSON.

Keys are short because a page may hold thousands of games; the script that reads them names them.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from arena.board.drawing import sign
from arena.board.layout import HOLE
from arena.printable import printable
from arena.records.record import GameRecord, MoveRecord
from arena.report.page.pictures import begun_with, placed
from arena.scrabble.begun import is_begun, read_begun

MOST_SQUARES = 250_000  # of one variant's board window; beyond, the page draws plain squares
ROOM = 2  # squares around the tiles of a board without an end


class ReplayData:
    """Games turned into their compact form one by one; ``boards`` are known once all games were."""

    def __init__(self, layouts: Mapping[str, Any]) -> None:
        self._layouts = layouts
        self._variants: set[str] = set()
        self._extents: dict[str, tuple[int, int, int, int]] = {}

    def game(self, record: GameRecord) -> dict[str, Any]:
        """Return one game."""
        turns = [_turn(record, index, move) for index, move in enumerate(record.moves)]
        before = begun_with(record)
        laid: list[Any] = [*before, *(tile for turn in turns for tile in turn.get("t", ()))]
        self._variants.add(record.variant)
        if laid:
            xs, ys = [tile[0] for tile in laid], [tile[1] for tile in laid]
            own = min(xs) - ROOM, min(ys) - ROOM, max(xs) + ROOM, max(ys) + ROOM
            seen = self._extents.get(record.variant, own)
            self._extents[record.variant] = (*map(min, own[:2], seen[:2]), *map(max, own[2:], seen[2:]))
        begun: dict[str, Any] = {}
        if is_begun(record.opening):
            begun = {"o": before, "q": list(read_begun(record.opening[0]).scores)}
        elif record.opening:
            begun = {"n": printable(", ".join(record.opening))}
        return begun | {
            "i": record.id, "v": record.variant, "b": [printable(bot) for bot in record.bots],
            "r": printable(record.reason), "p": list(record.places),
            "s": None if record.scores is None else list(record.scores), "a": list(record.adjustments), "m": turns,
            "f": [[left.seat, left.fault or "own wish", printable(left.detail)] for left in record.forfeits],
        }  # fmt: skip

    def boards(self) -> dict[str, Any]:
        """Return variant -> board, as far as the games so far went."""
        known = {
            name: board(layout, self._extents.get(name))
            for name, layout in self._layouts.items()
            if name in self._variants
        }
        return {name: picture for name, picture in known.items() if picture is not None}


def _turn(record: GameRecord, index: int, move: MoveRecord) -> dict[str, Any]:
    fields: dict[str, Any] = {"s": move.seat, "k": move.note.get("kind", "") or ("move" if move.move else "none")}
    tiles = placed(move)
    if tiles:
        fields["t"] = [list(tile) for tile in tiles]
        fields["w"] = [list(word) for word in move.note.get("words", ())]
    elif move.move is not None:
        fields["x"] = printable(move.move)
    if move.note.get("score"):
        fields["p"] = move.note["score"]
    if move.note.get("against_points", 0) > 0:  # of a wrong challenge; what a right one took was never counted here
        fields["c"] = [move.note["against"], move.note["against_points"]]
    if move.note.get("hand"):
        fields["h"] = move.note["hand"]
    if index < len(record.circumstances.ms):
        fields["ms"] = round(record.circumstances.ms[index], 1)
    if move.fault is not None:
        fields["f"] = [move.fault.fault, printable(move.fault.detail)]
    return fields


def board(layout: Any, extent: tuple[int, int, int, int] | None) -> dict[str, Any] | None:
    """Return a board's window as rows of one sign a square; None when it is too large to send."""
    window = layout.bounds or extent
    if window is None:
        return None
    x0, y0, x1, y1 = window
    if (x1 - x0 + 1) * (y1 - y0 + 1) > MOST_SQUARES:
        return None
    ids = layout.ids(x0, y0, x1, y1)
    signs = {square: sign(kind) for square, kind in layout.kinds.items()}
    rows = ["".join(" " if int(i) == HOLE else signs.get(int(i), " ") for i in row) for row in ids]
    names = {signs[square]: str(kind.name) for square, kind in layout.kinds.items()}
    return {"x": x0, "y": y0, "rows": rows, "names": names, "finite": layout.bounds is not None}


def packed(records: Iterable[GameRecord], layouts: Mapping[str, Any]) -> str:
    """Return {"games": [...], "boards": {variant: board}} of all records, in their order, as deflated JSON in base 64.

    A browser opens it with DecompressionStream("deflate"). One game at a time: only the packed form is kept.
    """
    replay, deflate = ReplayData(layouts), zlib.compressobj(9)
    parts = [deflate.compress(b'{"games":[')]
    for number, record in enumerate(records):
        parts.append(deflate.compress((b"," if number else b"") + msgspec.json.encode(replay.game(record))))
    parts.append(deflate.compress(b'],"boards":' + msgspec.json.encode(replay.boards()) + b"}"))
    return base64.b64encode(b"".join([*parts, deflate.flush()])).decode("ascii")
