"""Moves of a position by equity, as a person may ask for them, exchanges among them; and what a move was worth."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Literal

from arena.contract.budget import ClockedBudget
from arena.scrabble.moves import Change, Pass, Play
from arena.scrabble.position import Board
from arena.scrabble.table import Table
from arena.scrabble.tiles import Hand
from arena.serve.live.facts import Facts, play_text, tile_facts
from arena.serve.live.helping import THINK, finder_of
from arena.words.judges import EquityJudge
from arena.words.ranking import RankedMove, SeenPosition, equity_finder, in_bag, named_once, unseen_tiles

By = Literal["points", "equity"]
MOST_JUDGES = 4  # of a thread; each keeps the working space of its table
_LOCAL = threading.local()


def judge_at(table: Table) -> EquityJudge:
    """Return what judges moves by equity, for this thread alone; raise ConfigError without leaves for its tiles."""
    known: dict[Table, EquityJudge] | None = getattr(_LOCAL, "judges", None)
    if known is None:
        known = _LOCAL.judges = {}
    if table not in known:
        made = EquityJudge(table, equity_finder(table))
        while len(known) >= MOST_JUDGES:
            known.pop(next(iter(known)))
        known[table] = made
    return known[table]


def seen_position(table: Table, board: Board, hand: Hand, bag: int | None = None) -> SeenPosition:
    """Return a position as its mover sees it. bag: tiles in it; None for what two full hands leave."""
    field = table.empty_field()
    field.place(tuple(board.values()))
    unseen = unseen_tiles(table, board, hand)
    return SeenPosition(table, field, hand, unseen, in_bag(table, unseen, 1) if bag is None else bag, board)


def moves_by_equity(place: SeenPosition) -> list[RankedMove]:
    """Return all plays and exchanges, best first, each name (squares and faces) once."""
    table = place.table
    if table.lexicon.count is None:  # there are too many plays to list
        best = _best(place)
        return [] if best is None else [best]
    moves = named_once(place, judge_at(table).ranked(place, finder_of(table)))
    return [move for move in moves if not isinstance(move.move, Pass)]


def _best(place: SeenPosition) -> RankedMove | None:
    # The best move alone, as far as it is known within THINK seconds.
    budget = ClockedBudget(THINK, time.monotonic)
    found = judge_at(place.table).best_within(place, budget, finder_of(place.table))
    return None if found is None else next(named_once(place, iter([found])))


def equity_of_move(place: SeenPosition, move: Play | Change | Pass, points: int) -> float:
    """Return the equity of a move that was made."""
    return judge_at(place.table).worth(place, move, points).equity


def ranked_facts(table: Table, board: Board, found: RankedMove) -> Facts:
    """Return a move that was ranked by equity, as the page's protocol has it."""
    move = found.move
    fields: Facts = {"points": found.score, "equity": round(found.equity or 0.0, 2), "kept": found.kept}
    if isinstance(move, Play):
        tiles = [tile_facts(table, tile) for tile in move.tiles]
        text = play_text(table, board, move.tiles)
        return {"kind": "play", "text": text, "word": found.word, "tiles": tiles, "change": [], **fields}
    change = list(move.tiles) if isinstance(move, Change) else []
    gone: Mapping[int, int] = {tile: change.count(tile) for tile in change}
    text = f"exchange {table.tiles.print_hand(gone)}" if change else "pass"
    return {"kind": "change" if change else "pass", "text": text, "word": "", "tiles": [], "change": change, **fields}
