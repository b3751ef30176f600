"""``arena tcp``: tournaments over TCP in s-expressions; a server of ours, and our bots at somebody else's."""

from __future__ import annotations

import ipaddress
import os
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict, Unpack

import click

from arena.cli.durations import Duration, limits_with, start_time
from arena.cli.paths import NamedPath
from arena.cli.say import say
from arena.cli.seeds import SeedType, drawn_seed_text, master_of
from arena.cli.seeds import seed as seed_option
from arena.cli.walls import isolation as walls
from arena.cli.words.fit import warn_of_variants
from arena.config.model import Isolation, VariantEntry
from arena.errors import EXIT_INTERRUPTED, EXIT_OK, EXIT_PARTIAL, ConfigError
from arena.records.store import GAMES, Results
from arena.report.boards import layouts, word_specs
from arena.report.numbers import be, plural
from arena.report.text import report_text
from arena.report.winner import winner_line
from arena.results import open as open_results
from arena.runner.bench import Bench
from arena.runner.plugin.find import Plugin, find
from arena.runner.runs.stop import Stop
from arena.runner.seeds import master_so_far
from arena.scrabble.rules import MOST_SEATS
from arena.serve.connection import Connection
from arena.serve.hall import VARIANT, Plan
from arena.serve.join import Guesting, Terms, connect
from arena.serve.lobby import listen
from arena.serve.names import alike, record_name
from arena.serve.tcp import Ending
from arena.serve.tcp import serve as play
from arena.variants.build import word_table
from arena.variants.load import load_variant, must_end
from arena.variants.spec import VariantSpec
from arena.wire.sexpr.visitor import Visitor

PORT = 9000


@click.group("tcp")
def command() -> None:
    """Play over TCP in s-expressions (see docs/reference/sexpr-protocol.md)."""


class Serving(TypedDict):
    """The options of ``arena tcp serve``, as its help explains them; times are seconds."""

    players: int
    games: int
    seats: int | None
    port: int
    bind: str
    bots: str
    seed: str | None
    move_time: float
    register_time: float
    start_time: float | None
    name: str
    output: Path | None
    resume: bool
    lexicon: str
    rules: str
    clamp_scores: bool
    isolation: Isolation


@command.command("serve")
@click.option(
    "--players",
    type=click.IntRange(2, 200),
    default=2,
    show_default=True,
    help="How many players, the server's own bots included.",
)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=10, show_default=True, help="Games per player.")
@click.option("--seats", type=click.IntRange(2, MOST_SEATS),
              help=f"Players at a table: all, or 2 (default: all; 2 with more than {MOST_SEATS} players).")  # fmt: skip
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Port to listen on; 0 takes any free one.",
)
@click.option("--bind", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 is every one.")
@click.option("--bots", default="", metavar="A,B,...", help="Installed bots that take part.")
@seed_option
@click.option(
    "--move-time", type=Duration(), default="5s", show_default=True, help="Time for a turn, and for each answer."
)
@click.option(
    "--register-time", type=Duration(), default="30s", show_default=True, help="Time from connecting to registering."
)
@start_time
@click.option("--name", default="", help="Name of the tournament (default: tcp, with the time).")
@click.option("--output", type=NamedPath(), help="Folder for the results (default: results/NAME).")
@click.option("--resume", is_flag=True, help="Continue with the games that are missing; everything else as before.")
@click.option("--lexicon", default="default", show_default=True, help="A shipped lexicon, or a path to a word list.")
@click.option("--rules", default="chicago", show_default=True, help="A shipped rule book, or a path.")
@click.option("--clamp-scores", is_flag=True, help="Send scores below 0 as 0.")
@walls
def serve(**given: Unpack[Serving]) -> int:
    """Wait for players, play a whole tournament between them, and print its report."""
    players, seed = given["players"], given["seed"]
    chosen = our_bots(given["bots"])
    if len(chosen) >= players:
        raise ConfigError(
            "--bots", f"{len(chosen)} bots leave no seat for a client among {players} players",
            "Raise --players; bots alone play with `arena run`",
        )  # fmt: skip
    seats = given["seats"] or (players if players <= MOST_SEATS else 2)
    if seats not in (2, players):
        raise ConfigError(
            "--seats", f"{players} players sit at one table or at tables of two, not at tables of {seats}"
        )
    resume, name = given["resume"], given["name"]
    if resume and not name:
        raise ConfigError("--resume", "it does not say which tournament to continue", "Give its --name")
    title = name or time.strftime("tcp-%Y%m%d-%H%M%S")
    if record_name(title) != title:
        raise ConfigError("--name", f"{title!r} cannot be a folder's name", f"Write for example {record_name(title)!r}")
    folder = given["output"] or Path("results") / title
    if not resume and _games_in(folder):
        remedy = "Continue them with --resume, or choose another --name or --output"
        raise ConfigError(str(folder), "there already are results here", remedy)
    before = master_so_far(folder, seed or "") if resume else None
    master = before if before is not None and seed in (None, before.text) else master_of(seed)
    spec = variant(given["rules"], given["lexicon"], seats)
    must_end(spec, lambda key: f"--{key}")
    if spec.word is not None and spec.word.rules.get("challenge", "void") != "void":
        raise ConfigError("--rules", "the protocol of the course has no challenges", "Use one with challenge: void")
    plan = Plan(
        name=title, players=players, seats=seats, games=given["games"], bots=chosen, spec=spec,
        master=master, move_time=given["move_time"], register_time=given["register_time"],
        clamp=given["clamp_scores"], limits=limits_with(given["start_time"]),
        isolation=given["isolation"], resume=resume,
    )  # fmt: skip
    listener = listen(given["bind"], given["port"])
    host, taken = listener.getsockname()[:2]
    if not _loopback(host):
        say(
            f"warning: whoever reaches this machine at port {taken} can register and play; the protocol knows no "
            "passwords and hides nothing on its way",
            err=True,
        )
    if seed is None:
        said = "drawn; kept in the manifest for --resume" if before is None else "that of the games so far"
        say(f"seed {master.text} ({said})", err=True)
    waits = "a client" if plan.clients == 1 else f"{plan.clients} clients"
    with Stop() as stop:
        say(f"{title}: listening at {host}:{taken} for {waits}", err=True)
        ending = play(plan, listener, folder, stop, lambda line: say(line, err=True))
    return finish(ending, folder, title)


def our_bots(text: str) -> Mapping[str, Plugin]:
    """Return name at the table -> bot, for names parted by commas; a second of the same name gets a number."""
    chosen: dict[str, Plugin] = {}
    for word in text.split(","):
        if not word.strip():
            continue
        plugin = find(word.strip(), where="--bots")
        name, count = record_name(plugin.name), 1
        while alike(name) in map(alike, chosen):
            count += 1
            name = f"{record_name(plugin.name)}-{count}"
        chosen[name] = plugin
    return chosen


def variant(rules: str, lexicon: str, seats: int) -> VariantSpec:
    """Return the protocol's variant: the tournament board and the English tiles."""
    entry = VariantEntry(name=VARIANT, board="scrabble", rules=rules, lexicon=lexicon)
    made = load_variant(entry, seats=seats, where=lambda key: f"--{key}")
    warn_of_variants([made])
    return made


def _games_in(folder: Path) -> int:
    """Return how many games of an earlier tournament lie in a folder."""
    if not os.path.exists(folder / GAMES):
        return 0
    with Results(folder) as results:
        return results.count()


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def finish(ending: Ending, folder: Path, name: str) -> int:
    """Print what is to be said after a tournament; return the exit status."""
    if ending.stopped:
        saved = f"{ending.played} of {plural(ending.planned, 'game')} {be(ending.planned)} saved in {folder}"
        say(f"stopped: {saved if ending.planned else 'nobody played'}", err=True)
        if ending.played:
            say(f"Go on with the same command, --name {name} and --resume", err=True)
        return EXIT_INTERRUPTED
    if ending.played:
        results = open_results(str(folder))
        report = results.report()
        say(f"{winner_line(report)}\n")
        say(report_text(report, layouts(word_specs(results.manifest.specs))), nl=False)
        say(f"The results are in {folder}")
    if ending.played < ending.planned:
        missing = f"{ending.planned - ending.played} of {plural(ending.planned, 'game')}"
        say(f"not played: {missing}, for too few players were left", err=True)
        return EXIT_PARTIAL
    return EXIT_OK


@command.command("join")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(1, 65535), default=PORT, show_default=True)
@click.option("--name", required=True, help="The name to register.")
@click.option("--bot", default="greedy", show_default=True, help="An installed bot, or module:factory.")
@click.option(
    "--move-time",
    type=Duration(),
    default="4s",
    show_default=True,
    help="Time per move for the bot; a little less than the server's.",
)
@click.option(
    "--patience", type=Duration(), default="10m", show_default=True, help="How long the server may be silent."
)
@start_time
@click.option("--seed", type=SeedType(), help="Seed of the bot's random numbers: any text or number (default: drawn).")
@click.option("--lexicon", default="default", show_default=True, help="The words that the bot knows.")
@click.option("--rules", default="chicago", show_default=True, help="The rules that the bot assumes.")
@walls
def join(
    host: str,
    port: int,
    name: str,
    bot: str,
    move_time: float,
    patience: float,
    start_time: float | None,
    seed: str | None,
    lexicon: str,
    rules: str,
    isolation: Isolation,
) -> int:
    """Play on a server with an installed bot: register, play, print how it ended."""
    if '"' in name or not name.isprintable() or not 1 <= len(name) <= 64 or not name.strip():
        raise ConfigError("--name", f"{name!r} cannot be registered", "Use 1 to 64 characters without quotes")
    plugin = find(bot, where="--bot")
    spec = variant(rules, lexicon, 2)
    limits = limits_with(start_time)
    master = master_of(seed)
    if seed is None:
        say(drawn_seed_text(master), err=True)

    def seeds(game: int) -> int:
        return master.own_seed("join", game)

    visitor = Visitor(word_table(spec), name, variant=spec.name, seconds=move_time, seeds=seeds)
    terms = Terms(move_time=move_time, patience=patience, limits=limits)
    bench = Bench({bot: plugin}, spec, limits, isolation)
    try:
        connection = Connection(connect(host, port), threading.Event())
        try:
            Guesting(connection, visitor, bench, bot, terms, say).run()
        finally:
            connection.hang_up()
    finally:
        bench.close()
    won = sum(game.won for game in visitor.games)
    say(f"{plural(len(visitor.games), 'game')}, {won} won")
    return EXIT_OK
