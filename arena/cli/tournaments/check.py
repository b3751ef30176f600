"""``arena check FILE``: is the tournament ready? Starts each bot and lets it play itself once on each variant."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.say import say
from arena.cli.tournaments.advice import advice
from arena.cli.tournaments.bots_installed import distributions
from arena.cli.tournaments.starting import start_and_tell
from arena.cli.words.fit import warn_of_variants
from arena.config.model import Tournament
from arena.errors import EXIT_OK, EXIT_PARTIAL, EXIT_PREFLIGHT
from arena.report.numbers import be, plural
from arena.runner import self_test as selves
from arena.runner.preflight import Trouble, play_alone, said
from arena.runner.run import plugins_of
from arena.runner.sandbox.isolation import described
from arena.runner.sandbox.limits import cores
from arena.runner.setup import Setup, setup_of
from arena.runner.worker import Worker
from arena.variants.load import open_tournament
from arena.variants.samples import tournament_file


@click.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--start-only", is_flag=True, help="Start the bots, but play no game.")
@click.option(
    "--self-test", is_flag=True, help="Play pairs of each bot against itself: all must be the same game twice."
)
@click.option("--pairs", type=click.IntRange(1), default=2, show_default=True, help="Pairs a variant of --self-test.")
def command(file: Path, start_only: bool, self_test: bool, pairs: int) -> int:
    """Check the tournament FILE: its parts, every bot's start, and a game of each bot against itself a variant."""
    tournament, specs = open_tournament(tournament_file(file), distributions())
    warn_of_variants(specs)
    say(f"{file}: {plural(len(tournament.bots), 'bot')}, {plural(len(specs), 'variant')}")
    if not tournament.seed_given:
        say(f"seed {tournament.seed} (drawn, for this check)")
    count = tournament.workers or cores()
    setup = setup_of(tournament, {spec.name: spec for spec in specs}, plugins_of(tournament), count)
    say("isolation:")
    for name, state in described(setup.isolation, setup.limits).items():
        say(f"  {name}: {state}")
    if kept := tournament.kept():
        say(f"kept from game to game: {', '.join(kept)}")
    if count > cores():
        busy = f"{plural(count, 'worker')} on {plural(cores(), 'core')}"
        say(f"warning: {busy}; bots may run out of time through no fault")
    if self_test:
        return test_against_themselves(tournament, setup, pairs)
    found: dict[str, list[Trouble]] = {bot.name: [] for bot in tournament.bots}
    for trouble in start_and_tell(setup):
        found[trouble.bot].append(trouble)
    if not start_only:
        worker = Worker(setup)
        try:
            for name, troubles in found.items():
                for spec in () if troubles else specs:
                    troubles += play_alone(worker, setup, name, spec.name, tournament.master)
        finally:
            worker.close()
    for name, troubles in found.items():
        say(f"{name}: {'not ok' if troubles else 'ok'}")
        for line in said(troubles):
            say(f"  {line}")
        if help_line := advice(troubles, tournament):
            say(f"  {help_line}")
    return EXIT_PREFLIGHT if any(found.values()) else EXIT_OK


def test_against_themselves(tournament: Tournament, setup: Setup, pairs: int) -> int:
    """Say of each bot whether its pairs against itself are exactly one half; return the exit status."""
    odd = 0
    for bot in tournament.bots:
        verdicts = list(selves.self_test(setup, bot.name, tournament.master, pairs))
        parted = [verdict for verdict in verdicts if verdict.problem]
        odd += bool(parted)
        played = f"{plural(len(verdicts), 'pair')} against itself {be(len(verdicts))}"
        halves = f"{len(verdicts) - len(parted)} of {played} exactly one half"
        say(f"{bot.name}: {'not ok' if parted else 'ok'}, {halves}")
        for verdict in parted:
            say(f"  {verdict.variant}, pair {verdict.pair}: {verdict.problem}")
    if odd:
        say("Chance must come from the generator that a bot is given; a bot that keeps a clock may differ too.")
    return EXIT_PARTIAL if odd else EXIT_OK
