"""Who holds what at the end: with an empty bag, what nobody sees is in the others' hands."""

from __future__ import annotations

from arena.scrabble.view import WordView


def in_order(view: WordView) -> list[int]:
    """Return the seats that are still in, in the order of play, the one to move first."""
    seats = [(view.seat + step) % view.players for step in range(view.players)]
    return [seat for seat in seats if seat not in view.gone]


def hands_of(view: WordView) -> list[dict[int, int]] | None:
    """Return the hands of all who are still in, the mover's first; of one other, with what is in the bag.

    None where more than one other seat, those who left among them, holds tiles: nobody knows which.
    """
    holding = [seat for seat in range(view.players) if seat != view.seat and view.hand_counts[seat]]
    if len(holding) != 1 or holding[0] in view.gone:
        return None
    hands: dict[int, dict[int, int]] = {view.seat: dict(view.hand), holding[0]: dict(view.unseen)}
    return [hands.get(seat, {}) for seat in in_order(view)]
