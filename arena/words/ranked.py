"""The moves of a position in the order that is asked for."""

from __future__ import annotations

from itertools import islice

from arena.contract.budget import Budget
from arena.errors import ConfigError
from arena.scrabble.moves import WordMove
from arena.words.ranking import (
    RANKINGS,
    LeaveTable,
    RankedMove,
    Ranking,
    SeenPosition,
    by_equity,
    by_points,
    check_exchanges,
    equity_finder,
    leaves_of,
    named_once,
)
from arena.words.searched import Effort, by_endgame, by_sim


def ranked_moves(
    place: SeenPosition,
    by: Ranking,
    leaves: LeaveTable | None,
    top: int | None,
    where: str,
    effort: Effort,
    budget: Budget[WordMove] | None,
) -> tuple[RankedMove, ...]:
    """Return the moves of a position, best first; see ``Position.ranked``."""
    match by:
        case "points":
            moves = by_points(place)
        case "equity":
            check_exchanges(place, where)
            moves = by_equity(place, equity_finder(place.table, leaves, where))
        case "sim":
            check_exchanges(place, where)
            moves = by_sim(place, leaves_of(place.table, leaves, where), effort, budget, where)
        case "endgame":
            moves = by_endgame(place, effort, budget, where)
        case _:
            raise ConfigError("by", f"{by!r} is no way to rank moves", f"Use one of {', '.join(RANKINGS)}")
    return tuple(islice(named_once(place, moves), None if top is None else min(top, 1 << 62)))
