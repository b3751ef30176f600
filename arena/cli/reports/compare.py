"""``arena compare``: two runs of the same games, such as two versions of a bot."""

from __future__ import annotations

import json

import click

from arena import results
from arena.cli.say import say
from arena.printable import printable_json
from arena.report.compare import compare_facts, compare_text


@click.command()
@click.argument("run1")
@click.argument("run2")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def command(run1: str, run2: str, as_json: bool) -> None:
    """Show what changed from RUN1 to RUN2, bot by bot, over the games that both played (same id and same seed).

    Each is a tournament under results/, or a folder with results.
    """
    changes = results.open(run1).compare(results.open(run2), (run1, run2))
    say(printable_json(json.dumps(compare_facts(changes), indent=2)) if as_json else compare_text(changes), nl=as_json)
