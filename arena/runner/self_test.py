"""Is a bot fair to itself? Against itself, every pair of games must come out as exactly one half.

Both halves of a pair have the same seed with the seats swapped; with one bot on every seat they are the same game. If
they differ, the bot has chance or memory of its own that the seed does not govern, or keeps a clock, or we failed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from arena.contract.outcome import Void
from arena.contract.seeds import Master
from arena.records.record import GameRecord
from arena.runner.setup import Setup
from arena.runner.worker import Worker
from arena.schedule import trial_job


@dataclass(frozen=True, slots=True)
class TwinResult:
    """What a pair of games of a bot against itself said. problem: "" where both games were the same."""

    bot: str
    variant: str
    pair: int
    problem: str = ""


def twins(setup: Setup, bot: str) -> tuple[Setup, tuple[str, str]]:
    """Return the setup with a second entry of a bot, and the names of the two."""
    twin = f"{bot}+twin"
    bots = {**setup.bots, twin: msgspec.structs.replace(setup.bots[bot], name=twin)}
    return msgspec.structs.replace(setup, bots=bots), (bot, twin)


def self_test(setup: Setup, bot: str, master: Master, pairs: int) -> Iterator[TwinResult]:
    """Play ``pairs`` pairs of a bot against itself on every variant of two seats, and judge each."""
    doubled, names = twins(setup, bot)
    worker = Worker(doubled)
    try:
        for variant, spec in setup.variants.items():
            for pair in range(1, pairs + 1) if spec.seats == 2 else ():
                games = []
                for half, seats in enumerate((names, names[::-1]), 1):
                    games.append(worker.play(trial_job(master, variant, f"{bot}-vs-itself", seats, pair, half)))
                yield TwinResult(bot, variant, pair, difference(games[0], games[1], names[0]))
    finally:
        worker.close()


def difference(one: GameRecord | Void, other: GameRecord | Void, bot: str) -> str:
    """Return where two games part that should be the same, and what the pair then came to for ``bot``; "" for nowhere.

    Seats are compared, not names: whoever sits on a seat must do what the other one did there.
    """
    for game in (one, other):
        if isinstance(game, Void):
            return f"a game failed through the arena: {game.reason}: {game.detail.strip().rpartition(chr(10))[2]}"
    assert isinstance(one, GameRecord) and isinstance(other, GameRecord)
    points = one.outcome().points(one.bots.index(bot)) + other.outcome().points(other.bots.index(bot))
    for first, second in zip(one.moves, other.moves, strict=False):
        if (first.seat, first.move, first.fault) != (second.seat, second.move, second.fault):
            fault = first.fault or second.fault
            why = f" ({fault.fault.lower()}: {fault.detail})" if fault else ""
            return (
                f"the games part at turn {first.turn + 1}, player {first.seat + 1}: {first.move!r} in the first, "
                f"{second.move!r} in the second{why}; the pair came to {points / 2:g} instead of 0.5"
            )
    if len(one.moves) != len(other.moves) or one.places != other.places or one.scores != other.scores:
        return f"the same moves, but another end: {one.reason} and {other.reason}"
    return "" if points == 1.0 else f"the pair came to {points / 2:g} instead of 0.5"
