"""A partner to try other bots on: in turn it plays, changes, makes a play that is refused, passes, and is late once.

So whoever sits opposite hears every message there is. In games without secrets it plays at random, and sometimes
what is not allowed.
"""

from __future__ import annotations

import time
from itertools import chain, repeat

from arena.bot import (
    Bot,
    Budget,
    Change,
    GameInfo,
    Move,
    Pass,
    Placed,
    Play,
    Random,
    View,
    WordView,
)

ACTS = ("play", "change", "refused", "play", "late", "play", "pass", "play", "play", "change", "play")
LATE = 1.05  # of its time


class Sparring(Bot[View[Move], Move]):
    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.turns = 0

    def choose(self, view: View[Move], budget: Budget[Move]) -> Move:
        act = ACTS[self.turns % len(ACTS)]
        late = act == "late" and self.turns < len(ACTS) and budget.seconds is not None
        self.turns += 1
        if late and budget.seconds is not None:
            time.sleep(budget.seconds * LATE)
        if not isinstance(view, WordView):
            return self.rng.choice(list(view.legal()))
        tiles = list(chain.from_iterable(repeat(tile, count) for tile, count in sorted(view.hand.items())))
        if act == "change" and view.may_change:
            return Change(tuple(tiles[: view.may_change]))
        if act == "refused":
            return self.refused(view, tiles[0])
        best = view.best(budget) if act == "play" else None
        return best.play if best else Pass()

    def refused(self, view: WordView, tile: int) -> Play:
        """Return a play that lies nowhere near the others."""
        face = view.table.tiles.tiles[tile].faces[0]
        away = 3 + max((max(abs(x), abs(y)) for x, y in view.board), default=0)
        return Play((Placed(away, away, tile, face.char, face.points),))


def make_bot(info: GameInfo, rng: Random) -> Sparring:
    return Sparring(rng)
