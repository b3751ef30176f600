"""What is left of a player's time for a game, turn after turn. Pure: whoever measures says how long a turn took.

Reckoned in whole microseconds, as records keep times, so that a clock that hears of the times of a record again stands
exactly where it stood in the game.
"""

from __future__ import annotations

from arena.contract.game_time import GameTimeLeft, TimeControl, TimeStage

_SECOND = 1_000_000


def _micros(seconds: float) -> int:
    return round(seconds * _SECOND)


class GameClock:
    """One player's clock.

    turns: own turns that are over, whatever came of them. used: seconds that they took, what a delay covers included.
    """

    def __init__(self, control: TimeControl) -> None:
        self._control, self._game = control, control.game_time
        self.turns = 0
        self._stage, self._stage_ends = 0, self._moves_of(0)
        self._used = 0
        self._left = 0 if self._game is None else _micros(self._game.stages[0].budget)
        self._over = 0  # the farthest beyond the budget that it ever was

    @property
    def used(self) -> float:
        """The seconds that the turns took so far."""
        return self._used / _SECOND

    @property
    def left(self) -> float | None:
        """The seconds that are left of the budget, below 0 in overtime; None where no budget is given."""
        return None if self._game is None else self._left / _SECOND

    @property
    def penalty(self) -> int:
        """The points that overtime has cost so far."""
        overtime = None if self._game is None else self._game.overtime
        return 0 if overtime is None else overtime.points * self._begun()

    def limit(self) -> float | None:
        """Return the seconds after which the next move is late; None where nothing bounds it."""
        move = self._control.move_time
        if self._game is None or (self._game.overtime is not None and self._game.overtime.most is None):
            return move
        overtime = self._game.overtime
        most = 0 if overtime is None or overtime.most is None else _micros(overtime.most)
        whole = max(0, self._left + most + _micros(self._game.delay)) / _SECOND
        return whole if move is None else min(whole, move)

    def free(self) -> float | None:
        """Return the seconds that the next move may take before it costs points; None where no move ever does.

        In overtime that is the rest of the period that has begun, which is paid already.
        """
        if self._game is None or self._game.overtime is None:
            return None
        paid = self._begun() * _micros(self._game.overtime.per)
        return max(0, self._left + paid + _micros(self._game.delay)) / _SECOND

    def standing(self, spent: float = 0.0) -> GameTimeLeft | None:
        """Return how the clock stands when the turn that is on has taken ``spent`` seconds; None without a budget."""
        if self._game is None:
            return None
        delay, taken = _micros(self._game.delay), _micros(spent)
        left = self._left - max(0, taken - delay)
        return GameTimeLeft(left / _SECOND, self._now().increment, max(0, delay - taken) / _SECOND)

    def charge(self, seconds: float, whole: bool = True) -> None:
        """End a turn that took so long: the budget loses it, then gains the increment and a stage if one is due.

        whole: False for what is no turn although it took time: it gains nothing, and does not count.
        """
        spent = _micros(seconds)
        self._used += spent
        self.turns += whole
        if self._game is None:
            return
        overtime = self._game.overtime
        self._left -= max(0, spent - _micros(self._game.delay))
        if overtime is None:  # what a move took beyond its end is the clock's own slowness
            self._left = max(0, self._left)
        elif overtime.most is not None:
            self._left = max(-_micros(overtime.most), self._left)
        self._over = max(self._over, -self._left)
        if not whole:
            return
        self._left += _micros(self._now().increment)
        if self._stage_ends is not None and self.turns == self._stage_ends:
            self._stage += 1
            moves = self._moves_of(self._stage)
            self._stage_ends = None if moves is None else self.turns + moves
            self._left += _micros(self._now().budget)

    def _begun(self) -> int:
        """Return the periods of overtime that have begun."""
        assert self._game is not None and self._game.overtime is not None
        return -(-self._over // _micros(self._game.overtime.per))

    def _now(self) -> TimeStage:
        assert self._game is not None
        return self._game.stages[self._stage]

    def _moves_of(self, stage: int) -> int | None:
        return None if self._game is None else self._game.stages[stage].moves
