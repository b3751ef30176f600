"""Positions of small games as boards that one clicks; games that are not known here are shown as text and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.contract.game import Game, has_secrets
from arena.games.coins import Coins
from arena.games.connect import Connect
from arena.games.nim import Nim
from arena.games.open import PLAYERS
from arena.games.peg import Peg
from arena.games.sticks import Sticks
from arena.games.tictactoe import TicTacToe
from arena.wire.message.plain import as_sent

MOST_MOVES = 1000  # that are listed
MOST_CELLS = 400  # sticks or coins that are drawn one by one

Cell = dict[str, Any]
Drawn = tuple[int, int, list[Cell], dict[str, Any]]  # columns, rows, cells, move's text -> (cells, also)


def position_facts(game: Game[Any, Any], state: Any, seat: int | None) -> dict[str, Any] | None:
    """Return a position as ``seat`` may see it (None: as everybody may); None where a game hides it."""
    secret = has_secrets(game)
    if secret and seat is None:
        return None
    shown = game.read_seen(as_sent(game.seen(state, seat)), seat) if has_secrets(game) and seat is not None else state
    over = game.outcome(state) is not None
    legal: Sequence[Any] = []
    if not over and not (secret and game.to_move(state) != seat):
        legal = [move for _, move in zip(range(MOST_MOVES), game.legal(shown), strict=False)]
    drawn = draw(game, shown, legal)
    fields: dict[str, Any] = {"text": game.show(shown).rstrip("\n"), "columns": None, "rows": None}
    fields |= {"labels": {"columns": [], "rows": []}, "cells": []}
    where: dict[str, Any] = {}
    if drawn is not None:
        columns, rows, cells, where = drawn
        fields |= {"columns": columns, "rows": rows, "cells": cells, "labels": labels(game)}
    fields["moves"] = [
        {"text": str(move), "short": short(str(move)), **where.get(str(move), {"cells": [], "also": []})}
        for move in legal
    ]
    return fields


def short(text: str) -> str:
    """Return a move without the player that its text begins with."""
    return text[3:] if text[:3] in (f"{PLAYERS[0]}: ", f"{PLAYERS[1]}: ") else text


def labels(game: Any) -> dict[str, list[str]]:
    """Return what is written at the edge of a game's board."""
    match game:
        case Connect():
            return {"columns": [str(rod + 1) for rod in range(game.rods)], "rows": []}
        case Nim():
            return {"columns": [], "rows": [str(row + 1) for row in range(len(game.sizes))]}
        case Coins():
            return {"columns": [], "rows": [f"kind {kind + 1}" for kind in range(len(game.kinds))]}
        case Peg() if not game.holes.triangular:
            return {"columns": list("abcdefg"), "rows": [str(7 - row) for row in range(7)]}
    return {"columns": [], "rows": []}


def draw(game: Any, state: Any, legal: Sequence[Any]) -> Drawn | None:
    """Return a board of cells, and for each legal move which cells it is; None for a game that has none here."""
    match game:
        case TicTacToe():
            cells = [_cell(at % 3, at // 3, *_mark(mark)) for at, mark in enumerate(state.marks)]
            return 3, 3, cells, {str(move): _move([(move.square % 3, move.square // 3)]) for move in legal}
        case Connect():
            return _connect(game, state, legal)
        case Nim():
            width = max(game.sizes, default=0)
            if not 0 < width * len(game.sizes) <= MOST_CELLS:
                return None
            cells = [
                _cell(at, row, "stick" if sticks >> at & 1 else "")
                for row, (sticks, size) in enumerate(zip(state.rows, game.sizes, strict=True))
                for at in range(size)
            ]
            taken = {
                str(move): _move([(at, move.row) for at in range(move.at, move.at + move.count)]) for move in legal
            }
            return width, len(game.sizes), cells, taken
        case Sticks():
            return _heap([game.count], [state.left], {str(move): (0, move.count) for move in legal})
        case Coins():
            return _heap(game.kinds, state.counts, {str(move): (move.kind, move.count) for move in legal}, "coin")
        case Peg():
            return _peg(game, state, legal)
    return None


def _connect(game: Connect, state: Any, legal: Sequence[Any]) -> Drawn:
    cells = []
    for rod in range(game.rods):
        for level in range(game.height):
            bit = rod * (game.height + 1) + level
            seat = next((seat for seat in (0, 1) if state.of[seat] >> bit & 1), None)
            cells.append(_cell(rod, game.height - 1 - level, *_mark(seat)))
    drops = {}
    for move in legal:
        landing = game.height - 1 - game.level(state, move.rod)
        others = [(move.rod, row) for row in range(game.height) if row != landing]
        drops[str(move)] = _move([(move.rod, landing)], others)
    return game.rods, game.height, cells, drops


def _heap(
    sizes: Sequence[int], left: Sequence[int], taken: dict[str, tuple[int, int]], mark: str = "stick"
) -> Drawn | None:
    """Return rows of which the last ones are taken: sizes and left by row; taken: a move's row and how many."""
    width = max(sizes, default=0)
    if not 0 < width * len(sizes) <= MOST_CELLS:
        return None
    cells = [_cell(at, row, mark if at < left[row] else "") for row, size in enumerate(sizes) for at in range(size)]
    moves = {
        text: _move([(left[row] - 1 - step, row) for step in range(count)]) for text, (row, count) in taken.items()
    }
    return width, len(sizes), cells, moves


def _peg(game: Peg, state: Any, legal: Sequence[Any]) -> Drawn:
    holes = game.holes
    rows = max(row for row, _ in holes.places) + 1
    columns = 2 * rows - 1 if holes.triangular else rows

    def at(hole: int) -> tuple[int, int]:
        row, column = holes.places[hole]
        return (rows - 1 - row + 2 * column if holes.triangular else column), row

    cells = [_cell(*at(hole), "peg" if state.pegs >> hole & 1 else "") for hole in range(len(holes.places))]
    names = {name: hole for hole, name in enumerate(holes.names)}
    jumps = {str(move): _move([at(names[move.start]), at(names[move.to])]) for move in legal}
    return columns, rows, cells, jumps


def _mark(seat: int | None) -> tuple[str, int | None]:
    return ("", None) if seat is None else (PLAYERS[seat], seat)


def _cell(x: int, y: int, mark: str, seat: int | None = None) -> Cell:
    return {"at": (x, y), "mark": mark, "seat": seat}


def _move(cells: list[tuple[int, int]], also: list[tuple[int, int]] | None = None) -> dict[str, Any]:
    return {"cells": cells, "also": also or []}
