"""Leave tables packed small, as the package ships one: halves of a point, compressed.

All leaves up to a length are there, so that the graph need not be: it is made again from the tiles. A value is rounded
to half a point, which moves it by a quarter at the most. Written for loading: a bot reads it before every game.
"""

from __future__ import annotations

import json
import zlib

import numpy as np

from arena.engine.leaves import Leaves
from arena.errors import ConfigError
from arena.scrabble.tiles import TileSet

MAGIC = b"arena leaves 1\n"
UNIT = 2  # parts of a point


def pack_leaves(leaves: Leaves) -> bytes:
    """Return a table packed. Raises ConfigError where it has not all leaves up to its longest."""
    tiles = leaves.tiles
    if len(Leaves.all_of(tiles, leaves.longest)) != len(leaves):
        raise ConfigError("leaves", "only a table of all leaves up to a length can be packed", "Write it as KLV2")
    values = np.clip(np.round(leaves.values.astype(np.float64) * UNIT), -32768, 32767).astype(np.int16)
    steps = np.diff(values, prepend=np.int16(0)).view(np.uint16)  # neighbours are alike
    head = json.dumps({"tiles": _signature(tiles), "longest": leaves.longest, "unit": UNIT}).encode() + b"\n"
    planes = (steps & 255).astype(np.uint8).tobytes() + (steps >> 8).astype(np.uint8).tobytes()
    return MAGIC + head + zlib.compress(planes, 9)


def unpack_leaves(data: bytes, tiles: TileSet, where: str) -> Leaves | None:
    """Return a packed table, None where it is for other tiles. Raises ConfigError for a damaged one."""
    try:
        if not data.startswith(MAGIC):
            raise ValueError("no packed leaves")
        head, _, packed = data[len(MAGIC) :].partition(b"\n")
        said = json.loads(head)
        if said["tiles"] != _signature(tiles):
            return None
        planes = np.frombuffer(zlib.decompress(packed), np.uint8)
        leaves = Leaves.all_of(tiles, said["longest"])
        low, high = planes.reshape(2, len(leaves)).astype(np.uint16)
        values = np.cumsum((low | high << 8).view(np.int16), dtype=np.int16)
        return leaves.with_values(values.astype(np.float32) / np.float32(said["unit"]))
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise ConfigError(where, f"is damaged ({error})", "Install the package again") from error


def _signature(tiles: TileSet) -> str:
    """Return which tiles there are, and how many of each: what makes a set's leaves."""
    return " ".join(f"{tiles.sign(tile.id).strip()}{tiles.counts[tile.id]}" for tile in tiles.tiles)
