"""``arena log NAME --bot BOT``: what a bot printed, its exceptions and its faults, game by game."""

from __future__ import annotations

import click

from arena.cli.say import say, say_json
from arena.errors import ConfigError, did_you_mean
from arena.records.store import Results, find_results
from arena.report.numbers import plural
from arena.report.trouble.log import log_facts, log_lines, seat_logs


@click.command("log")
@click.argument("name")
@click.option("--bot", required=True, help="Whose log: its name in the tournament.")
@click.option("--game", metavar="ID", help="Only this game, such as infinite/greedy-vs-random/0007/1.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a game, a line each.")
def command(name: str, bot: str, game: str | None, as_json: bool) -> None:
    """Show what BOT printed, what it raised and what it did wrong in NAME, game by game.

    NAME is a tournament under results/, or a folder with results. Games of which there is nothing to tell are left out.
    Of what a bot prints in a game the first part is kept (limits.output).
    """
    with Results(find_results(name)) as results:
        players = sorted(bots_of(results))
        if bot not in players:
            there = f"There: {', '.join(players)}" if players else "No game of it is finished"
            remedy = f"{did_you_mean(bot, players)}{there}"
            raise ConfigError("--bot", f"no bot {bot!r} played in {name}", remedy)
        records = results.records() if game is None else iter([results.get(game)])
        played = shown = 0
        for record in records:
            for log in seat_logs(record, bot, name):
                played += 1
                if log.empty and game is None:
                    continue
                shown += 1
                if as_json:
                    say_json(log_facts(log), ensure_ascii=False)
                    continue
                for line in log_lines(log):
                    say(line)
                if log.empty:
                    say("  nothing: no output, no fault")
    if game is not None and not played:
        raise ConfigError("--game", f"{bot} did not play {game}", "Name one of its games")
    if not as_json and game is None:
        say(f"{shown} of {plural(played, 'game')} of {bot} shown: of the others there is nothing to tell")


def bots_of(results: Results) -> set[str]:
    """Return the names of those who play in a tournament, as the games have them."""
    return {name for pairing in results.pairings() for name in pairing.split("-vs-")}
