"""How a game of the word game that is over ended: what the end adds and takes, and who comes before whom. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from arena.contract.outcome import Outcome
from arena.scrabble.table import Table
from arena.scrabble.turns import WordState, adjustments, went_out


def outcome_of(table: Table, state: WordState, penalties: Sequence[int]) -> Outcome:
    """Return the outcome of a state that is an end, as the rule book ranks.

    penalties: points that each seat loses, as overtime costs.
    """
    rules, ending = table.rules, state.ending
    assert ending is not None
    rule: str = rules.scoreless_adjustment
    if ending == "out of tiles":
        rule = rules.out_adjustment
    elif ending in ("last player standing", "everybody left"):
        rule = "none"  # the game was broken off: nobody is to lose points by the leaving of others
    change = adjustments(state, table.tiles, rule, went_out(state) if ending == "out of tiles" else None)
    final = tuple(score + more - less for score, more, less in zip(state.scores, change, penalties, strict=True))
    left = {forfeit.seat for forfeit in state.gone}
    apart = rules.forfeited_place == "last" or ending == "last player standing"
    seats = range(len(state.hands))
    merit = [
        (
            not (apart and seat in left),
            0 if apart and seat in left else final[seat],
            state.scores[seat] if rules.tie == "before_adjustment" and not (apart and seat in left) else 0,
        )
        for seat in seats
    ]
    places = tuple(1 + sum(other > mine for other in merit) for mine in merit)
    tied = places.count(1) > 1
    all_lose = tied and (rules.tie == "all_lose" or len(left) == len(seats))
    return Outcome(places, ending, final, change, state.gone, all_lose)
