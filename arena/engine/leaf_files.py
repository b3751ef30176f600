"""Leave tables by name: a file that somebody names, or the one that comes with the package. A door to files."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from arena.engine.leaf_pack import MAGIC, unpack_leaves
from arena.engine.leaves import Leaves
from arena.errors import ConfigError, save_as_utf8
from arena.scrabble.tiles import TileSet

SHIPPED = Path(__file__).with_name("data") / "english.leaves"
MOST_BYTES = 1 << 28


def read_leaves(path: str | Path, tiles: TileSet) -> Leaves:
    """Return the table in a file: KLV2, CSV (by its ending ``.csv``), or packed as ours are.

    Raises ConfigError for a file that cannot be read, is damaged, or was made for other tiles.
    """
    file = Path(path)
    try:
        if not file.is_file():
            raise ConfigError(str(path), "there is no such file of leaves", how_to_make(tiles))
        if file.stat().st_size > MOST_BYTES:
            raise ConfigError(str(path), f"is larger than {MOST_BYTES >> 20} MiB", "Is it a leave table?")
        data = file.read_bytes()
    except (OSError, ValueError) as error:
        problem = f"cannot be read ({getattr(error, 'strerror', None) or error})"
        raise ConfigError(str(path), problem, how_to_make(tiles)) from error
    if data.startswith(MAGIC):
        leaves = unpack_leaves(data, tiles, str(path))
        if leaves is None:
            raise ConfigError(str(path), f"was made for other tiles than the set {tiles.name!r}", how_to_make(tiles))
        return leaves
    if file.suffix.lower() == ".csv":
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ConfigError(str(path), "is not UTF-8 text", save_as_utf8(data)) from error
        return Leaves.from_csv(text, tiles, str(path))
    return Leaves.from_klv2(data, tiles, str(path))


@lru_cache(maxsize=4)
def shipped_leaves(tiles: TileSet) -> Leaves | None:
    """Return the table that comes with the package, None where it is for other tiles than these (and their counts)."""
    try:
        data = SHIPPED.read_bytes()
    except OSError:
        return None
    return unpack_leaves(data, tiles, str(SHIPPED))


def leaves_for(tiles: TileSet, named: str | Path | None = None) -> Leaves:
    """Return the table in the file that is named, or else the one that comes with the package for these tiles.

    Raises ConfigError, saying how to make one, where there is none.
    """
    if named is not None:
        return read_leaves(named, tiles)
    found = shipped_leaves(tiles)
    if found is None:
        raise ConfigError("leaves", f"there is no leave table for the tile set {tiles.name!r}", how_to_make(tiles))
    return found


def how_to_make(tiles: TileSet) -> str:
    """Return what to do about a table that is not there."""
    made = f"arena train leaves --tiles {tiles.name} --lexicon LIST --games 20000 -o FILE.klv2"
    return f"Make one with '{made}', and name it (leaves: FILE.klv2)"
