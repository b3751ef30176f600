"""Names that other programs' files have for boards and tile sets of ours."""

from __future__ import annotations

BOARDS = {
    "crosswordgame": "scrabble",
    "standard15": "scrabble",
    "supercrosswordgame": "superscrabble",
    "standard21": "superscrabble",
}
TILES = {"english_super": "superscrabble"}
SIZES = {15: "scrabble", 21: "superscrabble"}  # squares a side of the boards that everybody has
SETS = {"superscrabble": "superscrabble"}  # board -> the tile set that goes with it, else DEFAULT_SET
DEFAULT_SET = "english"


def board_name(name: str) -> str:
    """Return our name of a board, by any name that the field has for it; a path stays as it is."""
    return BOARDS.get(name.lower(), name)


def tiles_name(name: str) -> str:
    """Return our name of a tile set, by any name that the field has for it, in either case; a path stays as it is."""
    return name if "/" in name or "." in name else TILES.get(name.lower(), name.lower())


def tiles_of_board(board: str) -> str:
    """Return the tile set that is played on a board where a file names none."""
    return SETS.get(board_name(board), DEFAULT_SET)
