"""The last turns of a tournament that were lost through a fault: for whoever watches it. Pure."""

from __future__ import annotations

from typing import NamedTuple

from arena.records.record import GameRecord

MOST = 200  # that are kept


class LostTurn(NamedTuple):
    """A turn that a fault decided. turn: from 0; fault: its name (contract.outcome.Fault)."""

    game: str
    turn: int
    bot: str
    fault: str
    detail: str


class LostTurns:
    """Keeps the last MOST of them by the games' ids, whatever order they come in. count: how many there were."""

    def __init__(self, count: int = 0, turns: list[LostTurn] | None = None) -> None:
        self.count = count
        self._turns = turns or []

    def add(self, record: GameRecord) -> None:
        """Note those of one game."""
        for move in record.moves:
            if move.fault is not None:
                bot = record.bots[move.seat]
                self._take(LostTurn(record.id, move.turn, bot, move.fault.fault, move.fault.detail))
                self.count += 1

    def merge(self, other: LostTurns) -> None:
        """Note those of other games."""
        for turn in other.last():
            self._take(turn)
        self.count += other.count

    def last(self) -> list[LostTurn]:
        """Return the last ones, in the order of the games' ids and the turns."""
        self._turns = sorted(self._turns)[-MOST:]
        return self._turns

    def _take(self, turn: LostTurn) -> None:
        self._turns.append(turn)
        if len(self._turns) >= 2 * MOST:
            self.last()
