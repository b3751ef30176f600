"""Bots that are trusted with the worker's own process, and are careless there."""

from __future__ import annotations

import os
import random
import signal
import sys
import time

from tests.guests.players import Chance, First

DRAWN = random.random()


class Talkative(First):
    def choose(self, view, budget):
        print("x" * 1900)
        return super().choose(view, budget)


def talkative(info, rng):
    return Talkative()


class Forks(First):
    """Its child ends as a script does, or returns as well."""

    turns = 0

    def choose(self, view, budget):
        self.turns += 1
        if os.fork() == 0 and self.turns % 2:
            sys.exit(0)
        return super().choose(view, budget)


def forks(info, rng):
    return Forks()


class Alarmed(First):
    """Would be woken after a moment, and again; it does not call that off."""

    def choose(self, view, budget):
        signal.signal(signal.SIGALRM, self.wake)
        signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
        return super().choose(view, budget)

    def wake(self, *what):
        raise TimeoutError("the search is over")


def alarmed(info, rng):
    return Alarmed()


class Thinks(First):
    def choose(self, view, budget):
        time.sleep(0.08)
        return super().choose(view, budget)


def thinks(info, rng):
    return Thinks()


def draws_at_import(info, rng):
    """Draws from the module's generator, which its module has done when it was imported."""
    return Chance(random.Random(random.random()))


def _warm_up(info):
    random.random()


draws_at_import.warm_up = _warm_up
