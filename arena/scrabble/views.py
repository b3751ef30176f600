"""The views of one game after the other, made from the referee's own states: the field is carried along.

A view that is made anew (``view_of``) lays the whole board on a new field, counts the whole tile set and writes the
whole history, turn after turn. Here the field grows with the tiles, and the rest is made when it is looked at: a state
is a value, so that it says the same then.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from arena.scrabble.moves import Placed
from arena.scrabble.position import Board
from arena.scrabble.seen import SeenTurn
from arena.scrabble.table import Table
from arena.scrabble.view import WordView, unseen_by

if TYPE_CHECKING:
    from arena.scrabble.finding import EngineField
    from arena.scrabble.turns import WordState


class _CarriedView(WordView):
    """A view whose costlier parts are made from the state when they are asked for."""

    state: WordState

    @cached_property
    def board(self) -> Mapping[tuple[int, int], Placed]:
        return dict(self.state.board)

    @cached_property
    def hand_counts(self) -> tuple[int, ...]:
        return tuple(sum(held.values()) for held in self.state.hands)

    @cached_property
    def unseen(self) -> Mapping[int, int]:
        return unseen_by(self.table.tiles, self.state.board, self.state.hands[self.seat])

    @cached_property
    def history(self) -> tuple[SeenTurn, ...]:
        return tuple(turn.seen for turn in self.state.history)


class Views:
    """The views of one game at a table, equal to those of ``view_of``, asked for in the order of its states.

    All of them have one field: as is said of a mirror's, it is good until the next view is asked for. Where a bot has
    laid tiles on it, and not on a copy, the next view has a new one.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._field: EngineField | None = None
        self._laid = 0  # tiles on the field
        self._board: Board = {}  # the tiles on the field
        self._challenges = table.rules.challenge != "void"

    def view(self, state: WordState, seat: int) -> WordView:
        """Return what ``seat`` may see of a state, which is the last one or comes after it."""
        view = _CarriedView.__new__(_CarriedView)
        field = self._field_of(state)
        view.__dict__.update(  # what __init__ does, which takes several times as long for a frozen class
            state=state,
            table=self._table,
            seat=seat,
            mover=state.mover,
            turn=len(state.history),
            players=len(state.hands),
            hand=dict(state.hands[seat]),
            scores=state.scores,
            bag_count=len(state.bag),
            gone=tuple([forfeit.seat for forfeit in state.gone]) if state.gone else (),
            kept=field,
            field=field,
        )
        if state.open_play is not None and state.mover == seat:
            view.__dict__.update(challengeable=state.history[-1].seen, closing=state.closing)
        return view

    def _field_of(self, state: WordState) -> EngineField:
        field, board = self._field, state.board
        if field is None or field.count != self._laid or len(board) < self._laid or self._taken_back(board):
            field = self._field = self._table.empty_field()
            self._laid = 0
        if len(board) > self._laid:
            field.place(islice(board.values(), self._laid, None))  # what was laid last stands last
            self._laid = len(board)
        self._board = board
        return field

    def _taken_back(self, board: Board) -> bool:
        """Return whether something that lay on the last board does not lie on this one, as a challenge may have it."""
        return self._challenges and not self._board.items() <= board.items()
