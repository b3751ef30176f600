"""``arena check FILE``: is the tournament ready? Starts each bot and lets it play itself once on each variant."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.bots_installed import distributions
from arena.errors import EXIT_OK, EXIT_PREFLIGHT
from arena.runner.isolation import described
from arena.runner.limits import cores
from arena.runner.preflight import Trouble, play_alone, said, start_all
from arena.runner.run import plugins_of
from arena.runner.setup import setup_of
from arena.runner.worker import Worker
from arena.variants.load import open_tournament


@click.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--start-only", is_flag=True, help="Start the bots, but play no game.")
def command(file: Path, start_only: bool) -> int:
    """Check the tournament FILE: its parts, every bot's start, and a game of each bot against itself a variant."""
    tournament, specs = open_tournament(file, distributions())
    click.echo(f"{file}: {len(tournament.bots)} bots, {len(specs)} variants")
    count = tournament.workers or cores()
    setup = setup_of(tournament, {spec.name: spec for spec in specs}, plugins_of(tournament), count)
    click.echo("isolation:")
    for name, state in described(setup.isolation, setup.limits).items():
        click.echo(f"  {name}: {state}")
    found: dict[str, list[Trouble]] = {bot.name: [] for bot in tournament.bots}
    if start_only:
        for trouble in start_all(setup):
            found[trouble.bot].append(trouble)
    else:
        worker = Worker(setup)
        try:
            for name, troubles in found.items():
                for spec in specs:
                    troubles += play_alone(worker, setup, name, spec.name, tournament.seed)
        finally:
            worker.close()
    for name, troubles in found.items():
        click.echo(f"{name}: {'not ok' if troubles else 'ok'}")
        for line in said(troubles):
            click.echo(f"  {line}")
    return EXIT_PREFLIGHT if any(found.values()) else EXIT_OK
