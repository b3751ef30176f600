"""A bot that plays by the engine and says which compiler its process has loaded, at its last turns."""

from __future__ import annotations

import sys

from arena.bot import Pass


class Engine:
    def choose(self, view, budget):
        found = view.best(budget)
        if view.bag_count == 0:
            print("numba" if "numba" in sys.modules else "no compiler", type(view.table.generator).__name__)
        return found.play if found else Pass()


def by_engine(info, rng):
    return Engine()


def compiles_too(info, rng):
    """Has a kernel of its own, made as the game begins."""
    import numba

    assert numba.njit("int64(int64)")(lambda n: n + 1)(1) == 2
    return Engine()
