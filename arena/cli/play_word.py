"""The word game at a terminal: people in some seats, bots in the others, each bot in a process and on its clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from arena import __version__
from arena.cli.terminal.console import Console, Left
from arena.cli.terminal.seat import PersonSeat, cost_of_failing
from arena.config.model import Isolation, Limits, VariantEntry
from arena.contract.outcome import Void
from arena.contract.seeds import Master
from arena.errors import EXIT_OK, ConfigError, RunError
from arena.runner.bench import Bench
from arena.runner.dialects import Dialects
from arena.runner.match import Match, Terms
from arena.runner.plugins import find
from arena.runner.seat import Seat
from arena.schedule import trial_job
from arena.variants.build import build_game, word_table
from arena.variants.load import load_variant


@dataclass(frozen=True)
class Sitting:
    """Who plays what.

    people: seats of people, from 0. bots: names, for the other seats in turn. isolation: as in a tournament.
    """

    entry: VariantEntry
    seats: int
    people: frozenset[int]
    bots: tuple[str, ...]
    master: Master
    move_time: float | None
    bonus_squares: bool = True
    colour: bool = False
    isolation: Isolation = "auto"


def play_word(sitting: Sitting, ask: Callable[[str], str | None], say: Callable[[str], Any]) -> int:
    """Play one game; return the exit status. Raises ArenaErrors for what cannot be played."""
    spec = load_variant(sitting.entry, seats=sitting.seats, master=sitting.master)
    game, table = build_game(spec), word_table(spec)
    bots = seated(sitting)
    plugins = {bot: find(bot, where="--against") for bot in dict.fromkeys(bots) if bot}
    names = tuple(f"Player {seat + 1} ({bot})" if bot else f"Player {seat + 1}" for seat, bot in enumerate(bots))
    console = Console(table, names, ask, say, sitting.bonus_squares, sitting.colour)
    job = trial_job(sitting.master, spec.name, "play", [bot or "person" for bot in bots])
    terms = Terms(sitting.move_time, Limits(), patience=10, versions={"arena": __version__})
    played = f"{table.layout.name}, words of {table.lexicon.name}, seed {sitting.master.text}"
    say(f"{', '.join(names)} on {played}. :HELP explains.")
    if cost := cost_of_failing(table):
        say(f"By the rules of {table.rules.name} a play of a word that is not in the dictionary {cost}.")
    with Bench(plugins, spec, Limits(), sitting.isolation) as bench:

        def open_seat(seat: int) -> Seat:
            return bench.seat(bots[seat]) if bots[seat] else PersonSeat(console)

        try:
            result = Match(job, game, Dialects(game, spec, foreign=False), terms, open_seat).play()
        except Left as left:
            console.broken_off(str(left))
            return EXIT_OK
    if isinstance(result, Void):
        raise RunError("play", f"{result.reason}: {result.detail}")
    return EXIT_OK


def seated(sitting: Sitting) -> list[str]:
    """Return the bot of each seat, "" for people: the bots in turn, over again where there are too few."""
    wrong = [seat + 1 for seat in sorted(sitting.people) if not 0 <= seat < sitting.seats]
    if wrong:
        problem = f"there is no player {wrong[0]} at a table for {sitting.seats}"
        raise ConfigError("--as", problem, "Players count from 1; --seats says how many there are")
    if not sitting.people:
        raise ConfigError("--as", "nobody plays", "Bots among themselves play with: arena run FILE")
    others = [seat for seat in range(sitting.seats) if seat not in sitting.people]
    return [
        "" if seat in sitting.people else sitting.bots[others.index(seat) % len(sitting.bots)]
        for seat in range(sitting.seats)
    ]


def read_people(text: str) -> frozenset[int]:
    """Return the seats, from 0, that a list of players such as ``1,3`` names; raise UsageError."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise click.UsageError(f"--as takes the players that are people, such as 1 or 1,2, not {text!r}")
    return frozenset(int(part) - 1 for part in parts)
