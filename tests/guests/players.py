"""Honest bots for trying the runner: they know no game but the contract."""

from __future__ import annotations

import os

from arena.bot import Random


class First:
    def choose(self, view, budget):
        return next(iter(view.legal()))


class Chance:
    def __init__(self, rng):
        self.rng = rng

    def choose(self, view, budget):
        return self.rng.choice(list(view.legal()))


def first(info, rng):
    return First()


def chance(info, rng):
    return Chance(rng)


def global_chance(info, rng):
    """Uses the module's generator, as a careless author would."""
    import random

    return Chance(Random(random.random()))


class Remembering:
    """Plays first, but says what it remembers of earlier games, and leaves traces for later ones."""

    games = 0

    def choose(self, view, budget):
        import builtins
        import os

        Remembering.games += 1
        builtins.seen = getattr(builtins, "seen", 0) + 1
        print("moves I remember:", Remembering.games, "files I find:", sorted(os.listdir(".")))
        with open("trace", "a") as trace:
            trace.write("x")
        return next(iter(view.legal()))


def remembering(info, rng):
    return Remembering()


def hidden_chance(info, rng):
    """Takes its chance from the system, where no seed reaches it."""
    import secrets

    return Chance(Random(secrets.randbits(64)))


class Parent(First):
    """Has ``children`` children, one after the other, at its first move; each ends at once, and is waited for."""

    def __init__(self, children):
        self._left = children

    def choose(self, view, budget):
        while self._left:
            self._left -= 1
            child = os.fork()
            if child == 0:
                os._exit(0)
            os.waitpid(child, 0)
        return super().choose(view, budget)


def parent(info, rng):
    return Parent(info.options["children"])


def offers(info, rng):
    """Offers the last legal move, and plays the first."""

    class Bot:
        def choose(self, view, budget):
            legal = list(view.legal())
            budget.offer(legal[-1])
            return legal[0]

    return Bot()


def offers_and_hangs(info, rng):
    """Offers the last legal move, and does not come back."""

    class Bot:
        def choose(self, view, budget):
            budget.offer(list(view.legal())[-1])
            while True:
                pass

    return Bot()
