"""Every game in a compact form for the page's replay: boards by variant, turns with their tiles, all as JSON.

Keys are short because a page may hold thousands of games; the script that reads them names them.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from arena.records.record import GameRecord, MoveRecord
from arena.report.pictures import HOLE, placed, sign

MOST_SQUARES = 250_000  # of one variant's board window; beyond, the page draws plain squares
ROOM = 2  # squares around the tiles of a board without an end


def replay_data(records: Iterable[GameRecord], layouts: Mapping[str, Any]) -> dict[str, Any]:
    """Return {"games": [...], "boards": {variant: board}} of all records, sorted as they come."""
    games: list[dict[str, Any]] = []
    extents: dict[str, tuple[int, int, int, int]] = {}
    for record in records:
        turns = [_turn(record, index, move) for index, move in enumerate(record.moves)]
        squares = [(tile[0], tile[1]) for turn in turns for tile in turn.get("t", ())]
        if squares:
            xs, ys = [x for x, _ in squares], [y for _, y in squares]
            own = min(xs) - ROOM, min(ys) - ROOM, max(xs) + ROOM, max(ys) + ROOM
            seen = extents.get(record.variant, own)
            extents[record.variant] = (*map(min, own[:2], seen[:2]), *map(max, own[2:], seen[2:]))
        games.append({
            "i": record.id, "v": record.variant, "b": list(record.bots), "r": record.reason, "p": list(record.places),
            "s": None if record.scores is None else list(record.scores), "a": list(record.adjustments), "m": turns,
            "f": [[left.seat, left.fault or "own wish", left.detail] for left in record.forfeits],
        })  # fmt: skip
    boards = {
        name: board(layouts[name], extents.get(name)) for name in layouts if name in {game["v"] for game in games}
    }
    return {"games": games, "boards": {name: told for name, told in boards.items() if told is not None}}


def _turn(record: GameRecord, index: int, move: MoveRecord) -> dict[str, Any]:
    told: dict[str, Any] = {"s": move.seat, "k": move.note.get("kind", "") or ("move" if move.move else "none")}
    tiles = placed(move)
    if tiles:
        told["t"] = [list(tile) for tile in tiles]
        told["w"] = [list(word) for word in move.note.get("words", ())]
    elif move.move is not None:
        told["x"] = move.move
    if move.note.get("score"):
        told["p"] = move.note["score"]
    if move.note.get("hand"):
        told["h"] = move.note["hand"]
    if index < len(record.circumstances.ms):
        told["ms"] = round(record.circumstances.ms[index], 1)
    if move.fault is not None:
        told["f"] = [move.fault.fault, move.fault.detail]
    return told


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


def packed(data: Any) -> str:
    """Return JSON, deflated, in base 64: a browser opens it with DecompressionStream("deflate")."""
    return base64.b64encode(zlib.compress(msgspec.json.encode(data), 9)).decode("ascii")
