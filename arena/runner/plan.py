"""What a tournament would play and how long that may take; and the one look that tells whether bots take their options.

Sums, but for ``ask_options``: only a bot knows which options it takes, so those that are given some are started once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

import msgspec

from arena.config.model import Tournament
from arena.errors import BotError
from arena.runner.preflight import advice, said, start_all
from arena.runner.runs.prepared import plugins_of
from arena.runner.setup import setup_of
from arena.schedule.jobs import count_jobs, count_tables
from arena.schedule.schedule import Schedule
from arena.variants.spec import VariantSpec

# What a plan cannot know is assumed, and said with the estimate.
TURNS = {"word": 30}  # turns of a game with two seats and 100 tiles, by our own greedy bots
OTHER_TURNS = 40
# Seconds of a game between bots that answer at once, processes and records included; in the workers themselves.
QUICK_GAME, QUICK_SHARED_GAME = 0.1, 0.01


@dataclass(frozen=True)
class Plan:
    """The figures of a plan; seconds are wall clock. longest is None without a time per move.

    bound: whether there are exactly so many games (""), or "at most" or "about" so many.
    caps: the most pairs of the bots that play fewer than ``pairs``, by name.
    """

    tables: int
    variants: int
    pairs: int
    games: int
    workers: int
    quick: float
    longest: float | None
    bound: str = ""
    caps: Mapping[str, int] = field(default_factory=dict)


def make_plan(tournament: Tournament, specs: tuple[VariantSpec, ...], cores: int) -> Plan:
    """Return the figures; ``cores`` stands in for a number of workers that the file leaves open."""
    schedule = Schedule(tournament)
    games = schedule.total
    workers = min(tournament.workers or cores, games)
    turns = sum(TURNS.get(spec.game, OTHER_TURNS) for spec in specs) / len(specs)
    longest = _longest(tournament, turns, games) / workers
    return Plan(
        tables=count_tables(tournament),
        variants=len(specs),
        pairs=tournament.pairs,
        games=games,
        workers=workers,
        quick=games * quick_game(tournament) / workers,
        longest=None if longest == inf else longest,
        bound="" if schedule.exact else "at most" if schedule.rule is not None else "about",
        caps=tournament.caps(),
    )


def quick_game(tournament: Tournament) -> float:
    """Return the seconds that a game between bots takes which answer at once."""
    return QUICK_SHARED_GAME if tournament.shared else QUICK_GAME


def _longest(tournament: Tournament, turns: float, games: int) -> float:
    """Return the seconds that so many games of so many turns take in all, every seat at the pace of its slowest bot."""
    slowest = sorted((_longest_game(tournament, bot.name, turns), bot.name) for bot in tournament.bots)
    if not tournament.caps():
        return slowest[-1][0] * games
    # Games without the slowest bot, without the two slowest and so on: the difference is what each of them slows down.
    total, left, names = 0.0, games, {bot.name for bot in tournament.bots}
    for at in range(len(slowest) - 1, -1, -1):
        seconds, name = slowest[at]
        names.discard(name)
        if at and slowest[at - 1][0] == seconds:
            continue
        rest = 0
        if tournament.kind.name != "gauntlet" or tournament.kind.hero in names:
            bots = tuple(bot for bot in tournament.bots if bot.name in names)
            rest = count_jobs(msgspec.structs.replace(tournament, bots=bots))
        total += seconds * (left - rest) if left > rest else 0.0
        left = rest
    return total


def longest_game(tournament: Tournament, specs: Sequence[VariantSpec]) -> float | None:
    """Return about the seconds of a game whose bots take all their time, on the mean of the variants.

    None where nothing ends a move or a game in time.
    """
    turns = sum(TURNS.get(spec.game, OTHER_TURNS) for spec in specs) / len(specs)
    longest = max((_longest_game(tournament, bot.name, turns) for bot in tournament.bots), default=0.0)
    return None if longest == inf else longest


def _longest_game(tournament: Tournament, bot: str, turns: float) -> float:
    """Return the seconds of a game of so many turns in which every seat takes all the time that this bot has."""
    control, players = tournament.time_control(bot).within(tournament.limits.game_time), tournament.players
    game = control.game_time
    by_moves = inf if control.move_time is None else turns * control.move_time
    return by_moves if game is None else min(by_moves, players * game.longest(turns / players))


def ask_options(
    tournament: Tournament, specs: tuple[VariantSpec, ...], asking: Callable[[Sequence[str]], None] = lambda bots: None
) -> None:
    """Start each bot that has options on the first variant, and no other; raise BotError where one refuses them.

    Programs that listen somewhere are left alone: whoever plans does not connect. So is what was handed in or has to be
    built: it would have to be installed. asking: called with the names of the bots that are about to be started, where
    there are any.
    """
    asked = tuple(bot for bot in tournament.bots if bot.options and not bot.address and not bot.submission)
    if any(bot.path for bot in asked):
        from arena.runner.builds.build import built_bots  # loaded for nobody else

        building = built_bots(tournament, asked)
        asked = tuple(bot for bot in asked if bot not in building)
    if not asked:
        return
    asking([bot.name for bot in asked])
    few = msgspec.structs.replace(tournament, bots=asked)
    plugins = plugins_of(few)
    troubles = start_all(setup_of(few, {specs[0].name: specs[0]}, plugins, 1))
    if troubles:
        places = [next(i for i, bot in enumerate(tournament.bots) if bot.name == trouble.bot) for trouble in troubles]
        lines = [
            f"{tournament.where(f'bots[{place}].options')}: {line}"
            for place, trouble in zip(places, troubles, strict=True)
            for line in said([trouble])[:1]
        ]
        raise BotError("", "\n".join(lines), advice(troubles, plugins))
