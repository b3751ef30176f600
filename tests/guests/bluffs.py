"""Bots for games in which plays may be challenged: they lay tiles beside others, whatever words that makes."""

from __future__ import annotations

from arena.bot import Bot, Challenge, Pass, Placed, Play, WordMove, WordView


class Bluffs(Bot[WordView, WordMove]):
    """Plays phonies; passes where it finds no square beside a tile."""

    def choose(self, view, budget):
        tiles, (cx, cy) = view.table.tiles, view.table.layout.centre
        held = [tile for tile, count in sorted(view.hand.items()) for _ in range(count) if not tiles.tiles[tile].wild]
        squares = [(x + 1, y) for x, y in sorted(view.board)] if view.board else [(cx, cy)]
        free = [at for at in squares if at not in view.board and view.table.layout.has(*at)]
        if not held or not free:
            return Pass()
        count = 1 if view.board else 2
        if len(held) < count:
            return Pass()
        laid = []
        for step, tile in enumerate(held[:count]):
            face = tiles.tiles[tile].faces[0]
            laid.append(Placed(free[0][0] + step, free[0][1], tile, face.char, face.points))
        return Play(tuple(laid))


class Challenges(Bluffs):
    """Challenges every phony, or all plays, or the good ones, or gives another answer; by its option."""

    def __init__(self, act):
        self.act = act

    def challenge(self, view):
        right = bool(view.phonies())
        return {"right": right, "always": True, "wrong": not right, "nonsense": "yes"}[self.act]


class OutOfPlace(Bluffs):
    """Challenges although there is nothing to challenge."""

    def choose(self, view, budget):
        return Challenge()


def bluffs(info, rng):
    return Bluffs()


def challenges(info, rng):
    return Challenges(info.options["act"])


def out_of_place(info, rng):
    return OutOfPlace()
