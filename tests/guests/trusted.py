"""Bots that are trusted with the worker's own process, and are careless there."""

from __future__ import annotations

from tests.guests.players import First


class Talkative(First):
    def choose(self, view, budget):
        print("x" * 1900)
        return super().choose(view, budget)


def talkative(info, rng):
    return Talkative()
