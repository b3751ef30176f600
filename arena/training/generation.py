"""What one generation of a training came to: figures for people, kept with the training."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Generation:
    """What one generation came to.

    number: from 1. games, turns, changes, racks: how many there were. value: the mean equity of a turn with a rack
    that was drawn freely. change: how far the values of leaves moved from the table before, in points: the root of the
    mean square over racks that were drawn, so that common leaves count for more. spread: how far the values themselves
    are from 0, by the same measure.
    """

    number: int
    games: int
    turns: int
    changes: int
    racks: int
    value: float
    change: float
    spread: float
