"""The word game at a terminal: people in some seats, bots in the others, each bot in a process and on its clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from arena import __version__
from arena.cli.terminal.console import Console, Left
from arena.cli.terminal.seat import PersonSeat
from arena.cli.terminal.watch import WatchedSeat
from arena.cli.words.fit import warn_of_words
from arena.config.model import Isolation, Limits, VariantEntry
from arena.contract.outcome import Void
from arena.contract.seeds import Master
from arena.errors import EXIT_OK, ConfigError, RunError
from arena.report.numbers import plural
from arena.runner.bench import Bench
from arena.runner.dialects import Dialects
from arena.runner.match import Match
from arena.runner.plugin.find import find
from arena.runner.seats.seat import Seat
from arena.runner.terms import Terms
from arena.schedule import trial_job
from arena.scrabble.rules import WordGame
from arena.serve.people.first import First, drawing_lines, drawn_first, first_person
from arena.serve.people.refusals import cost_of_failing
from arena.variants.build import word_table
from arena.variants.load import load_variant

MOST_NAME = 40  # characters


@dataclass(frozen=True)
class WordGameSetup:
    """Who plays what.

    people: seats of people, from 0; none at all: the bots play, and somebody looks on. bots: names, for the other
    seats in turn. names: of the people, in the order of their seats. isolation, limits: as in a tournament.
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
    limits: Limits = field(default_factory=Limits)
    names: tuple[str, ...] = ()
    first: First = "lot"


def play_word(setup: WordGameSetup, ask: Callable[[str], str | None], say: Callable[[str], Any]) -> int:
    """Play one game; return the exit status. Raises ArenaErrors for what cannot be played."""
    spec = load_variant(setup.entry, seats=setup.seats, master=setup.master, where=option_of)
    table = word_table(spec)
    warn_of_words(table.tiles, table.lexicon)
    bots = seated(setup)
    plugins = {bot: find(bot, where="--against") for bot in dict.fromkeys(bots) if bot}
    names = seat_names(bots, setup.names)
    console = Console(table, names, ask, say, setup.bonus_squares, setup.colour)
    job = trial_job(setup.master, spec.name, "play", [bot or "person" for bot in bots])
    terms = Terms(setup.move_time, setup.limits, patience=10, versions={"arena": __version__})
    played = f"{table.layout.name}, words of {table.lexicon.name}, seed {setup.master.text}"
    say(f"{', '.join(names)} on {played}.{' :HELP explains.' * bool(setup.people)}")
    first = None
    if setup.first == "human":
        first = first_person(setup.people)
    elif setup.first == "earliest-letter":
        first, draws = drawn_first(table.tiles, setup.seats, setup.master.stream("trial", "who begins"))
        for line in drawing_lines(draws, first, table.tiles, names):
            say(line)
    game = WordGame(table, setup.seats, first)
    if setup.people and table.rules.challenge != "void":
        say(f"A play of a word that is not in the dictionary stands unless it is challenged ({table.rules.challenge}).")
    elif setup.people and (cost := cost_of_failing(table)):
        say(f"By the rules of {table.rules.name} a play of a word that is not in the dictionary {cost}.")
    with Bench(plugins, spec, setup.limits, setup.isolation) as bench:

        def open_seat(seat: int) -> Seat:
            if not bots[seat]:
                return PersonSeat(console)
            return bench.seat(bots[seat]) if setup.people else WatchedSeat(bench.seat(bots[seat]), console)

        try:
            result = Match(job, game, Dialects(game, spec, foreign=False), terms, open_seat).play()
        except Left as left:
            console.broken_off(str(left))
            return EXIT_OK
    if isinstance(result, Void):
        raise RunError("play", f"{result.reason}: {result.detail}")
    return EXIT_OK


def option_of(key: str) -> str:
    """Return the option that a key of a variant comes from."""
    return f"--{key.replace('_', '-')}"


def seated(setup: WordGameSetup) -> list[str]:
    """Return the bot of each seat, "" for people: the bots in turn, over again where there are too few."""
    wrong = [seat + 1 for seat in sorted(setup.people) if not 0 <= seat < setup.seats]
    if wrong:
        problem = f"there is no player {wrong[0]} at a table for {setup.seats}"
        raise ConfigError("--as", problem, "Players count from 1; --seats says how many there are")
    others = [seat for seat in range(setup.seats) if seat not in setup.people]
    return [
        "" if seat in setup.people else setup.bots[others.index(seat) % len(setup.bots)] for seat in range(setup.seats)
    ]


def seat_names(bots: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return what each seat is called: people by their own names as far as there are any."""
    people = [seat for seat, bot in enumerate(bots) if not bot]
    if len(names) > len(people):
        problem = f"{plural(len(names), 'name')} for {len(people)} of the {plural(len(bots), 'player')}"
        raise ConfigError("--names", problem, "Only people are named; --as says which players are people")
    called = [f"Player {seat + 1} ({bot})" if bot else f"Player {seat + 1}" for seat, bot in enumerate(bots)]
    for seat, name in zip(people, names, strict=False):
        if not name.isprintable() or not 1 <= len(name) <= MOST_NAME:
            raise ConfigError("--names", f"{name[:60]!r} is not a name", f"Write 1 to {MOST_NAME} characters for each")
        called[seat] = name
    if len({name.casefold() for name in called}) < len(called):
        raise ConfigError("--names", "two players have the same name", "Give each a different name")
    return tuple(called)


def read_people(text: str) -> frozenset[int]:
    """Return the seats, from 0, that ``1,3``, ``both`` or ``none`` names; raise UsageError or ConfigError."""
    words: dict[str, tuple[int, ...]] = {"none": (), "both": (0, 1)}
    if text.strip().lower() in words:
        return frozenset(words[text.strip().lower()])
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts:
        raise ConfigError(
            "--as", "it names nobody", "Say which players are people, such as 1 or 1,2; or none, to watch"
        )
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise click.UsageError(f"--as takes the players who are people, such as 1 or 1,2, or none, not {text!r}")
    return frozenset(int(part) - 1 for part in parts)
