"""How a bot spreads its time for a game over its moves."""

from __future__ import annotations

import pytest

from arena.contract.budget import ClockedBudget
from arena.contract.game_clock import GameClock
from arena.contract.game_time import GameTime, GameTimeLeft, TimeControl, TimeStage
from arena.contract.pace import paced


def asked(seconds: float | None, game: GameTimeLeft | None, *moments: float) -> ClockedBudget:
    """Return a budget whose clock shows 0 when it is made and asked first, then ``moments``."""
    shown = iter([0.0, *moments])
    return ClockedBudget(seconds, lambda: next(shown, 0.0), started=0.0, game=game)


def test_without_a_time_for_the_game_a_move_has_what_it_had():
    for budget in (asked(1.0, None), asked(None, None)):
        assert paced(budget) is budget


@pytest.mark.parametrize(
    ("seconds", "game", "share"),
    [
        (1500.0, GameTimeLeft(1500.0), 75.0),  # a twentieth
        (300.0, GameTimeLeft(300.0, 2.0), 17.0),  # and the increment, which comes back
        (10.0, GameTimeLeft(1500.0), 10.0),  # no more than the move has
        (2.0, GameTimeLeft(2.0, 2.0), 2.0),
        (40.0, GameTimeLeft(-20.0), 2.0),  # of the minute that is paid for
        (0.0, GameTimeLeft(0.0), 0.0),
    ],
)
def test_a_move_has_its_share(seconds, game, share):
    assert paced(asked(seconds, game)).time_left() == pytest.approx(share)
    assert paced(asked(seconds, game, share / 2)).time_left() == pytest.approx(share / 2)


@pytest.mark.parametrize("increment", [0.0, 2.0])
def test_whoever_keeps_to_it_never_runs_out(increment):
    clock = GameClock(TimeControl(None, GameTime((TimeStage(60.0, increment),))))
    for _ in range(300):
        budget = paced(asked(clock.limit(), clock.standing()))
        clock.charge(budget.time_left())
    assert clock.left is not None and clock.left >= increment
    assert clock.used <= 60.0 + 300 * increment
