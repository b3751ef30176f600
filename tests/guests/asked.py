"""Bots that are asked again: they print all that they see, draw by lot, stumble, or never come back."""

from __future__ import annotations

import os


def seen(view, budget):
    """Return everything a bot can see, as text."""
    if hasattr(view, "hand"):
        return repr((
            view.turn, sorted(view.hand.items()), sorted(view.board.items()), view.scores, view.bag_count,
            view.hand_counts, sorted(view.unseen.items()), list(view.history), view.may_change, budget.seconds,
        ))  # fmt: skip
    return repr((view.turn, view.state, view.seat, budget.seconds))


class Watcher:
    """Prints what it is told, and plays by lot."""

    def __init__(self, info, rng):
        self.rng = rng
        print(info.variant, info.game, info.seats, info.seat, info.seconds, dict(info.options))

    def choose(self, view, budget):
        print(seen(view, budget))
        best = view.best() if hasattr(view, "hand") else None
        if best is not None:
            budget.offer(best.play)
        moves = sorted(view.legal(), key=str)[:200]
        return self.rng.choice(moves)


class Stumbler(Watcher):
    """Raises in its third turn."""

    turns = 0

    def choose(self, view, budget):
        self.turns += 1
        if self.turns == 3:
            raise LookupError("the third turn")
        return super().choose(view, budget)


class Tossing:
    """Takes chance from where nobody can repeat it."""

    def choose(self, view, budget):
        moves = sorted(view.legal(), key=str)
        return moves[int.from_bytes(os.urandom(4), "big") % len(moves)]


class Brooding:
    """Thinks until somebody tells it that it is done."""

    def choose(self, view, budget):
        done, rounds = False, 0
        while not done:
            rounds += 1
        return next(iter(view.legal()))


class Wrong:
    """Answers what is no legal move of tic-tac-toe."""

    def choose(self, view, budget):
        return view.game.read_move("X: middle") if view.turn else next(iter(view.legal()))


def watcher(info, rng):
    info.allow_options("slack")
    return Watcher(info, rng)


def stumbler(info, rng):
    return Stumbler(info, rng)


def tossing(info, rng):
    return Tossing()


def brooding(info, rng):
    return Brooding()


def wrong(info, rng):
    return Wrong()


def never(info, rng):
    raise LookupError("no bot today")
