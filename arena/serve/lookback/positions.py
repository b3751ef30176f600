"""A position that somebody sends: as CGP, as a position file, or tile by tile on a table that is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from arena.errors import ArenaError, Complaints, ConfigError
from arena.scrabble.moves import Placed
from arena.scrabble.position import Board
from arena.scrabble.supply import impossible
from arena.scrabble.table import Table
from arena.scrabble.view import unseen_by
from arena.serve.live.facts import Facts, rack, square_name, tile_facts
from arena.serve.live.from_position import check_no_paths, words_of_cgp
from arena.serve.live.helping import placed
from arena.serve.page.messages import Ids, PlacedTile
from arena.serve.problems import Refused
from arena.variants.position_cgp import cgp_text, names_in_cgp
from arena.words import parse_position

MOST_TILES = 20_000  # on a board
MOST_TEXT = 200_000  # characters of a CGP

Name = Annotated[str, Meta(max_length=400)]


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position: exactly one of cgp, json and table. board, tiles, rules, lexicon: names, for a CGP."""

    cgp: Annotated[str, Meta(max_length=MOST_TEXT)] | None = None
    json: dict[str, Any] | None = None
    table: Annotated[str, Meta(max_length=64)] | None = None
    placed: Annotated[list[PlacedTile], Meta(max_length=MOST_TILES)] = []
    rack: Ids = []
    board: Name | None = None
    tiles: Name | None = None
    rules: Name | None = None
    lexicon: Name | None = None


@dataclass(frozen=True)
class Setting:
    """A position that is understood. hand: {tile id: count}. names: of its parts, None for one on a known table."""

    table: Table
    board: Board
    hand: Mapping[int, int]
    warnings: tuple[str, ...]
    names: Mapping[str, str] | None = None


def setting_of(sent: Sent, table_named: Callable[[str], Table], *, paths: bool) -> Setting:
    """Return the position that was sent. paths: whether it may name files of this machine.

    Raises Refused and ArenaErrors with everything that is wrong.
    """
    if sum(part is not None for part in (sent.cgp, sent.json, sent.table)) != 1:
        raise Refused("invalid", "position", "it has one of cgp, json and table", "Send exactly one of them")
    if sent.table is not None:
        return _on_table(sent, table_named(sent.table))
    given = {key: value for key in ("board", "tiles", "rules", "lexicon") if (value := getattr(sent, key)) is not None}
    text = sent.cgp if sent.cgp is not None else msgspec.json.encode(sent.json).decode()
    if not paths:
        _check_names(sent, given)
    try:
        found = parse_position(text, where="position", given=given)
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError("position", f"it cannot be read ({error})", "Send a CGP, or a position file") from None
    names = names_in_cgp(text, given) if sent.cgp is not None else _names_in_file(sent.json or {})
    return Setting(found.table, found.board, found.hand or {}, found.warnings, names)


def _names_in_file(file: Mapping[str, Any]) -> dict[str, str]:
    usual = {"board": "standard", "tiles": "english", "rules": "itu", "lexicon": "default"}
    return {key: str(file.get(key, name)) for key, name in usual.items()}


def _check_names(sent: Sent, given: Mapping[str, str]) -> None:
    """Refuse paths: who comes from elsewhere reads no files of this machine."""
    names = list(given.values())
    names += [str(value) for value in (sent.json or {}).values() if isinstance(value, str)]
    names += [] if sent.cgp is None else words_of_cgp(sent.cgp)
    check_no_paths(names, "position")


def _on_table(sent: Sent, table: Table) -> Setting:
    wrong: list[ArenaError] = []
    board: dict[tuple[int, int], Placed] = {}
    for number, tile in enumerate(placed(table, sent.placed)):
        at, where = (tile.x, tile.y), f"placed[{number}]"
        face = table.tiles.face(tile.tile, tile.char)
        if not table.layout.has(*at):
            wrong.append(ConfigError(where, f"the board has no square at {square_name(table, at)}", ""))
        elif at in board:
            wrong.append(ConfigError(where, f"there is a tile at {square_name(table, at)} already", ""))
        elif face is None:
            wrong.append(ConfigError(where, f"the tile {tile.tile} does not show {tile.char}", ""))
        else:
            board[at] = tile
    hand: dict[int, int] = {}
    for number, kind in enumerate(sent.rack):
        if table.tiles.has(kind):
            hand[kind] = hand.get(kind, 0) + 1
        else:
            wrong.append(ConfigError(f"rack[{number}]", f"there is no tile {kind}", ""))
    if wrong:
        raise Complaints(wrong)
    return Setting(table, board, hand, tuple(impossible(table, board, [hand])))


def position_facts(setting: Setting, table: str) -> Facts:
    """Return a position as the protocol has it. table: its id."""
    tiles = setting.table.tiles
    try:
        cgp: str | None = cgp_text(setting.table, setting.board, [setting.hand or None, None])
    except ArenaError:
        cgp = None  # a board without an end has none
    unseen = unseen_by(tiles, setting.board, setting.hand)
    return {
        "table": table,
        "board": [tile_facts(setting.table, tile) for tile in setting.board.values()],
        "rack": rack(setting.hand),
        "rack_text": tiles.print_hand(setting.hand),
        "unseen": {str(tile): count for tile, count in unseen.items()},
        "warnings": list(setting.warnings),
        "cgp": cgp,
    }
