"""Why a move is refused, in the words of the rules, for people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from arena.report.numbers import be, noun, plural
from arena.scrabble.legality import FAULTS_NAMED, PlayFault
from arena.scrabble.table import Table


def square(at: Any) -> str:
    """Return (x, y) as row and column, as they are counted at the terminal."""
    return f"row {at[1]}, column {at[0]}"


Naming = Callable[[Any], str]  # (x, y) -> what people call the square


def refusal(fault: PlayFault, table: Table, name: Naming = square, *, own: bool = True) -> str:
    """Return what is wrong, and the rule that says so. own: who reads it made the move."""
    details, tiles = fault.details, table.tiles

    def sign(tile: int) -> str:
        return tiles.sign(tile).strip() if tiles.has(tile) else f"number {tile}"

    match fault.name:
        case "PieceDoesNotExist":
            return f"There is no tile number {details[0]}: tiles have the numbers 0 to {len(tiles.tiles) - 1}."
        case "InvalidPieceInst":
            face = details[1]
            return f"The tile {sign(details[0])} does not show {face.char} for {plural(face.points, 'point')}."
        case "PlayerDoesNotHavePiece" if not own:
            return f"The rack does not hold (enough of) the tile {sign(details[1])}: only its tiles may be used."
        case "PlayerDoesNotHavePiece":
            return f"You do not hold (enough of) the tile {sign(details[1])}: you may only use tiles of your rack."
        case "NotEnoughPieces":
            least = max(details[0], table.rules.change_min_bag)
            there = f"There {be(details[1])} {plural(details[1], 'tile')} in the bag"
            return f"{there}; for this swap it must hold at least {least}."
        case "TooManyPieces":
            return f"You may swap at most {plural(details[1], 'tile')} in one turn, not {details[0]}."
        case "EmptyMove":
            return "A move must use at least one tile of your rack."
        case "OccupiedTile":
            return f"The square at {name(details[1])} is taken: new tiles go on empty squares."
        case "WordNotOnRowOrColumn":
            return "The tiles of one move must all lie on one row or on one column."
        case "EmptyTile":
            return f"The board has no square at {name(details[0])}: every tile needs a square to lie on."
        case "WordOutsideBoard":
            return "Between the tiles there is a hole, or the board ends: a word ends there, too."
        case "WordNotConnected":
            return "There is a gap between the tiles: the tiles of one move must form one word without gaps."
        case "FirstWordNotOverCenter":
            return f"The first word must cover the centre, {name(details[0])}."
        case "FirstWordTooShort":
            return f"The first move must place at least {plural(table.rules.opening_tiles, 'tile')}."
        case "WordNotAdjacent":
            return "A new word must touch a tile that is already on the board."
        case "WordNotInDictionary":
            return f"{details[0]} is not a word of the dictionary {table.lexicon.name}."
    return str(fault)


def refusals(faults: Sequence[PlayFault], table: Table, name: Naming = square, *, own: bool = True) -> list[str]:
    """Return a line for each fault; of very many the first. own: as for ``refusal``."""
    lines = list(dict.fromkeys(refusal(fault, table, name, own=own) for fault in faults[:FAULTS_NAMED]))
    more = len(faults) - FAULTS_NAMED
    return [*lines, f"(and {more} {noun(more, 'fault')} more)"] if more > 0 else lines


def cost_of_failing(table: Table) -> str:
    """Return what a refused play does to who makes it, "" where one may try again."""
    costs = {"loses_turn": "loses the turn", "dropped": "ends the game for you", "try_again": ""}
    return costs[table.rules.failed_play]
