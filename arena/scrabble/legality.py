"""Whether a play or a change is allowed, and if not, every fault of it. Pure.

This is the plain reading of the rules, and the referee's. Faults come in one written order, each
once, and none that is not there; the names are those of the course's protocol.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.errors import IllegalMove
from arena.scrabble.moves import Placed
from arena.scrabble.placement import gaps, on_one_line, touches
from arena.scrabble.position import Board, Run, Square, all_words, laid, text_of, words_through
from arena.scrabble.table import Table
from arena.scrabble.tiles import Face, Hand

ORDER = (
    "PieceDoesNotExist",  # id
    "InvalidPieceInst",  # id, face
    "PlayerDoesNotHavePiece",  # player (from 1), id
    "NotEnoughPieces",  # asked, available
    "TooManyPieces",  # asked, most
    "EmptyMove",
    "OccupiedTile",  # face, square, what lies there
    "WordNotOnRowOrColumn",  # squares
    "EmptyTile",  # square: a tile is laid where the board has no square
    "WordOutsideBoard",  # a hole, or the end of the board, lies between two tiles of the play
    "WordNotConnected",  # an empty square lies between two tiles of the play
    "FirstWordNotOverCenter",  # square
    "FirstWordTooShort",
    "WordNotAdjacent",
    "WordNotInDictionary",  # word
)

FAULTS_NAMED = 20  # in an error's text and in records; the list itself has them all


@dataclass(frozen=True, slots=True)
class PlayFault:
    """One thing that is wrong with a play or a change.

    name:    one of ORDER. details: what the comment there says, JSON-able: a face is (char, points), a square (x, y).
    """

    name: str
    details: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(_plain, self.details))})" if self.details else self.name


def _plain(value: Any) -> str:
    if isinstance(value, Face):
        return f"{value.char}{value.points}"
    return " ".join(map(_plain, value)) if isinstance(value, tuple) else str(value)


class IllegalPlay(IllegalMove):
    """A play or a change with faults; ``faults`` has them all."""

    def __init__(self, where: str, faults: Sequence[PlayFault]) -> None:
        text = ", ".join(map(str, faults[:FAULTS_NAMED]))
        more = f" and {len(faults) - FAULTS_NAMED} more" if len(faults) > FAULTS_NAMED else ""
        super().__init__(where if len(where) < 200 else where[:197] + "...", text + more)
        self.args = (where, tuple(faults))  # survives pickling
        self.faults = tuple(faults)


def knows(table: Table, run: Run) -> bool:
    """Return whether the letters of a run are a word of the lexicon."""
    codes = table.tiles.codes
    letters = tuple(codes.get(tile.char, 0) for tile in run)
    return 0 not in letters and table.lexicon.graph.lookup(letters)


def faults_of_play(table: Table, board: Board, tiles: Sequence[Placed], hand: Hand, player: int) -> list[PlayFault]:
    """Return everything that is wrong with playing ``tiles``, in ORDER; [] when it is legal.

    board:  the tiles before the play. hand: what the player holds. player: counted from 1, for the fault's text.
    Of a gap of more than 256 squares the first 256 are looked at (placement.gaps).
    """
    faults = _faults_of_tiles(table, tiles, hand, player)
    real = not any(fault.name in ("PieceDoesNotExist", "InvalidPieceInst") for fault in faults)
    if not tiles:
        return [*faults, PlayFault("EmptyMove")]

    seen: dict[Square, Placed] = {}
    taken: dict[PlayFault, None] = {}
    for tile in tiles:
        there = board.get((tile.x, tile.y)) or seen.get((tile.x, tile.y))
        if there is not None:
            args = (Face(tile.char, tile.points), (tile.x, tile.y), Face(there.char, there.points))
            taken[PlayFault("OccupiedTile", args)] = None
        seen.setdefault((tile.x, tile.y), tile)
    faults += taken

    outside = [square for square in seen if not table.layout.has(*square)]
    out = parted = False
    if on_one_line(tiles):
        out, parted = gaps(table.layout, board, tiles)
    else:
        faults.append(PlayFault("WordNotOnRowOrColumn", tuple(seen)))
    faults += [PlayFault("EmptyTile", (square,)) for square in outside]
    if out:
        faults.append(PlayFault("WordOutsideBoard"))
    if parted:
        faults.append(PlayFault("WordNotConnected"))
    if not board:
        if table.layout.centre not in seen:
            faults.append(PlayFault("FirstWordNotOverCenter", (table.layout.centre,)))
        if len(tiles) < table.rules.opening_tiles:
            faults.append(PlayFault("FirstWordTooShort"))
    elif not touches(board, tiles):
        faults.append(PlayFault("WordNotAdjacent"))
    if real and not taken and not outside:  # else it is not said which letters would lie where
        faults += _faults_of_words(table, board, tiles)
    return faults


def _faults_of_tiles(table: Table, tiles: Sequence[Placed], hand: Hand, player: int) -> list[PlayFault]:
    tile_set = table.tiles
    unknown = dict.fromkeys(tile.tile for tile in tiles if not tile_set.has(tile.tile))
    faces = dict.fromkeys((tile.tile, Face(tile.char, tile.points)) for tile in tiles if tile_set.has(tile.tile))
    wrong = [(tile, face) for tile, face in faces if tile_set.face(tile, face.char) != face]
    return [
        *(PlayFault("PieceDoesNotExist", (tile,)) for tile in unknown),
        *(PlayFault("InvalidPieceInst", args) for args in wrong),
        *_missing([tile.tile for tile in tiles if tile.tile not in unknown], hand, player),
    ]


def _missing(tiles: Sequence[int], hand: Hand, player: int) -> list[PlayFault]:
    wanted = Counter(tiles)
    return [PlayFault("PlayerDoesNotHavePiece", (player, tile)) for tile, n in wanted.items() if n > hand.get(tile, 0)]


def _faults_of_words(table: Table, board: Board, tiles: Sequence[Placed]) -> list[PlayFault]:
    after = laid(board, tiles)
    runs = words_through(after, tiles)
    if table.rules.check_whole_board:
        runs += all_words(after)
    wrong = dict.fromkeys(text_of(run) for run, _ in runs if not knows(table, run))
    return [PlayFault("WordNotInDictionary", (word,)) for word in wrong]


def faults_of_change(table: Table, bag: int, tiles: Sequence[int], hand: Hand, player: int) -> list[PlayFault]:
    """Return everything that is wrong with changing ``tiles``; [] when it is legal.

    bag: how many tiles are in it. A rule book may ask for more in the bag than are changed.
    """
    rules = table.rules
    faults = [PlayFault("PieceDoesNotExist", (tile,)) for tile in dict.fromkeys(tiles) if not table.tiles.has(tile)]
    faults += _missing([tile for tile in tiles if table.tiles.has(tile)], hand, player)
    if tiles and bag < max(len(tiles), rules.change_min_bag):
        faults.append(PlayFault("NotEnoughPieces", (len(tiles), bag)))
    if rules.change_max_tiles is not None and len(tiles) > rules.change_max_tiles:
        faults.append(PlayFault("TooManyPieces", (len(tiles), rules.change_max_tiles)))
    if not tiles and rules.empty_change == "illegal":
        faults.append(PlayFault("EmptyMove"))
    return faults
