"""The views of one game after the other, made from the referee's own states: what they share is carried along.

A view that is made anew (``view_of``) lays the whole board on a new field, counts the whole tile set, and writes the
whole history, turn after turn. Here the field grows with the tiles, and the rest with the turns.
"""

from __future__ import annotations

from arena.scrabble.finding import EngineField
from arena.scrabble.seen import SeenTurn
from arena.scrabble.table import Table
from arena.scrabble.turns import WordState
from arena.scrabble.view import WordView


class Views:
    """The views of one game at a table, equal to those of ``view_of``, asked for in the order of its states.

    All of them have one field: as it was said of a mirror's, it is good until the next view is asked for. Where a bot
    has laid tiles on it, and not on a copy, the next view has a new one.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._history: tuple[SeenTurn, ...] = ()
        self._field: EngineField | None = None
        self._laid = 0  # tiles on the field
        self._unlaid = list(table.tiles.counts)  # by tile id: how many are not on the board
        self._counted = 0  # tiles on the board that are off that count

    def view(self, state: WordState, seat: int) -> WordView:
        """Return what ``seat`` may see of a state, which is the last one or comes after it."""
        board, hand = state.board, state.hands[seat]
        new = state.history[len(self._history) :]
        if new:
            self._history += tuple(turn.seen for turn in new)
        field = self._field
        if self._counted != len(board):
            fresh = [tile for _, tile in zip(range(len(board) - self._counted), reversed(board.values()), strict=False)]
            for tile in fresh:
                self._unlaid[tile.tile] -= 1
            self._counted = len(board)
            if field is not None and field.count == self._laid:
                field.place(fresh)
                self._laid = len(board)
        if field is None or field.count != len(board):
            field = self._field = self._table.empty_field()
            if board:
                field.place(tuple(board.values()))
            self._laid = len(board)
        unseen = {}
        for tile, count in enumerate(self._unlaid):
            count -= hand.get(tile, 0)
            if count:
                unseen[tile] = count
        return WordView(
            table=self._table,
            seat=seat,
            mover=state.mover,
            turn=len(self._history),
            players=len(state.hands),
            hand=dict(hand),
            board=dict(board),
            scores=state.scores,
            bag_count=len(state.bag),
            hand_counts=tuple([sum(held.values()) for held in state.hands]),
            unseen=unseen,
            gone=tuple([forfeit.seat for forfeit in state.gone]),
            history=self._history,
            kept=field,
        )
