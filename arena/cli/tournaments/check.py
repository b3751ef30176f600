"""``arena check FILE``: is the tournament ready? Starts each bot and lets it play itself once on each variant."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from arena.cli.idle import refuse_idle
from arena.cli.paths import NamedPath
from arena.cli.say import say
from arena.cli.tournaments.starting import SaysStarts, installed_and_told
from arena.config.model import Tournament as Contents
from arena.errors import EXIT_OK, EXIT_PARTIAL, EXIT_PREFLIGHT
from arena.report.numbers import be, plural
from arena.runner import self_test as selves
from arena.runner.preflight import advice, said
from arena.runner.sandbox.isolation import described
from arena.runner.sandbox.limits import cores
from arena.runner.setup import Setup
from arena.tournament import Tournament


@click.command("check")
@click.argument("file", type=NamedPath())
@click.option("--start-only", is_flag=True, help="Start the bots, but play no game.")
@click.option(
    "--self-test", is_flag=True, help="Play pairs of each bot against itself: both games of a pair must be the same."
)
@click.option(
    "--pairs", type=click.IntRange(1), default=2, show_default=True, help="Pairs per variant for --self-test."
)
def command(file: Path, start_only: bool, self_test: bool, pairs: int) -> int:
    """Check the tournament FILE: its parts, every bot's start, and one game of each bot against itself per variant."""
    if self_test:
        refuse_idle("--self-test plays games", "--start-only")
    else:
        refuse_idle("only --self-test plays pairs", "--pairs")
    tournament = Tournament.read(file)
    for warning in tournament.warnings:
        say(f"warning: {warning}", err=True)
    contents = tournament.contents
    say(f"{file}: {plural(len(tournament.bots), 'bot')}, {plural(len(tournament.specs), 'variant')}")
    if not contents.seed_given:
        say(f"seed {tournament.seed} (drawn, for this check)")
    what = installed_and_told(tournament)
    say("isolation:")
    for name, state in described(what.setup.isolation, what.setup.limits).items():
        say(f"  {name}: {state}")
    if contents.shared:
        say("here each bot has a process of its own all the same, so that what is wrong with one is told of it alone")
    if kept := contents.kept():
        say(f"kept from game to game: {', '.join(kept)}")
    if what.workers > cores():
        busy = f"{plural(what.workers, 'worker')} on {plural(cores(), 'core')}"
        say(f"warning: {busy}; bots may run out of time through no fault")
    if self_test:
        return test_against_themselves(contents, what.setup, pairs)
    troubles_of = tournament.check(play=not start_only, watcher=SaysStarts(sys.stderr.isatty()))
    for name, troubles in troubles_of.items():
        say(f"{name}: {'not ok' if troubles else 'ok'}")
        for line in said(troubles):
            say(f"  {line}")
        if help_line := advice(troubles, what.plugins, contents.submitted):
            say(f"  {help_line}")
    return EXIT_PREFLIGHT if any(troubles_of.values()) else EXIT_OK


def test_against_themselves(contents: Contents, setup: Setup, pairs: int) -> int:
    """Say of each bot whether its pairs against itself are exactly one half; return the exit status."""
    odd = 0
    for bot in contents.bots:
        verdicts = list(selves.self_test(setup, bot.name, contents.master, pairs))
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
