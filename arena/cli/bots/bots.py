"""``arena bots``: the bots that are installed, a package for a new one, and a check of one."""

from __future__ import annotations

import shlex
from contextlib import closing
from pathlib import Path

import click
from tabulate import tabulate

from arena import __version__
from arena.cli.bots.new_bot import write_package
from arena.cli.durations import limits_with, move_time, start_time
from arena.cli.paths import NamedPath
from arena.cli.say import say
from arena.cli.seeds import drawn_seed_text, master_of
from arena.cli.seeds import seed as seed_option
from arena.cli.tournaments.starting import start_and_tell
from arena.cli.walls import isolation as walls
from arena.config.missing import install_line
from arena.config.model import Isolation, Limits, VariantEntry
from arena.config.naming import written
from arena.contract.seeds import Master, drawn_seed
from arena.errors import EXIT_OK, EXIT_PREFLIGHT, BotError, ConfigError
from arena.records.record import GameRecord
from arena.report.numbers import plural
from arena.runner.plugin.by_path import is_path, plugin_at
from arena.runner.plugin.find import find, installed, makers
from arena.runner.preflight import Trouble, play_alone, said
from arena.runner.sandbox.zygotes import Spare
from arena.runner.setup import BotSetup, Setup, search_paths, walled
from arena.runner.worker import Worker
from arena.variants.load import load_variant

CHECKED_ON = ("standard", "infinite", "hole", "infinite-hole")


@click.group("bots", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """List the installed bots; start a new one; check one."""
    if context.invoked_subcommand is None:
        say(listing())


def listing() -> str:
    """Return the table of installed bots, each with its distribution and version; nothing is imported."""
    rows, known = [], installed()
    for name, plugins in known.items():
        for plugin, maker in zip(plugins, makers(known)[name], strict=True):
            said = written(name, maker, makers(known)[name])
            note = "" if said == name else f"write bot: {said}"
            rows.append((name, plugin.distribution, plugin.version, plugin.value, note))
    heads = ("bot", "distribution", "version", "factory", "")
    shown = len(heads) if any(row[-1] for row in rows) else len(heads) - 1
    return tabulate([row[:shown] for row in rows], heads[:shown], tablefmt="simple", disable_numparse=True).rstrip()


@command.command("new")
@click.argument("name")
@click.option("--into", type=NamedPath(), default=Path(), help="The folder to create it in.")
def new(name: str, into: Path) -> None:
    """Write a package for a new bot called NAME: ready to install, play and change."""
    folder = write_package(name, into, installed())
    say(f"{folder} is ready. Next:")
    say(f"  pip install -e {shlex.quote(str(folder))}")
    say(f"  arena bots check {name}")


@command.command("check")
@click.argument("name", required=False)
@click.option(
    "--command", "words", metavar="COMMAND", help="A program that speaks the message protocol, instead of NAME."
)
@click.option(
    "--on", "variants", multiple=True, metavar="BOARD", help="Boards to play on (default: four of the shipped ones)."
)
@click.option("--game", "games", multiple=True, metavar="GAME", help="Other games to play, instead of boards.")
@move_time
@start_time
@seed_option
@walls
def check(
    name: str | None,
    words: str | None,
    variants: tuple[str, ...],
    games: tuple[str, ...],
    move_time: float,
    start_time: float | None,
    seed: str | None,
    isolation: Isolation,
) -> int:
    """Let the bot NAME play itself once on each board, and say what is wrong with it.

    NAME is installed, a module:factory, or a path: a Python file, or the folder of a package.
    The first messages of a program in another language (--command './mybot --fast') are checked closely; then it
    plays itself and a sparring partner on each board. See docs/reference/message-protocol.md.

    Exit status: 0 when nothing is wrong, 2 when the command itself is wrong, 3 when the bot is not
    installed, does not start, or does something wrong.
    """
    master = master_of(seed)
    setup = setup_for(name, words, variants, games, move_time, isolation, master, limits=limits_with(start_time))
    if seed is None:
        say(drawn_seed_text(master))
    if words is not None:
        from arena.cli.bots.check_command import check_command

        return check_command(setup, master, say)
    (bot,) = setup.bots
    status = EXIT_OK
    with closing(Spare()) as spare:
        for trouble in start_and_tell(setup, spare):
            raise does_not_start(setup.bots[bot], trouble, setup.limits)
        worker = Worker(setup, spare.take())
    try:
        for variant in setup.variants:
            games_played: list[GameRecord] = []
            troubles = play_alone(worker, setup, bot, variant, master, games_played.append)
            for record in games_played:
                say(f"{variant}: {summary(record)}")
            for line in said(troubles):
                say(f"  {line}")
            if troubles:
                status = EXIT_PREFLIGHT
    finally:
        worker.close()
    say("nothing is wrong" if status == EXIT_OK else "something is wrong, see above")
    return status


def does_not_start(bot: BotSetup, trouble: Trouble, limits: Limits) -> BotError:
    """Return the error of a plug-in that never comes to a game: where it is, what happened, what it printed."""
    who = bot.name if bot.name == bot.value else f"{bot.name} ({bot.value})"
    where = f" on {trouble.variant}" if trouble.variant else ""
    first, *printed = said([Trouble(who, "", f"it does not start{where}: {trouble.problem}", trouble.output)])
    late = f"{limits.start_time:g} s" in trouble.problem
    mend = "Let its module and its factory do less, or give it longer: --start-time here, limits.start_time in a file"
    missing = install_line(trouble.problem, bot.value)
    return BotError("", "\n".join([first, *printed, mend if late else missing or "Fix it, and check it again"]))


def words_of(command: str) -> tuple[str, ...]:
    """Return a command's words, its program's path made absolute; raise ConfigError for none."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ConfigError("--command", f"{command!r} cannot be read: {error}", "Close every quote") from None
    if not words:
        raise ConfigError("--command", "the command is empty", "Write for example --command './mybot --fast'")
    if "/" in words[0]:
        words[0] = str(Path(words[0]).absolute())
    return tuple(words)


@command.command("watch")
@click.argument("path")
@click.option("--against", default="HEAD", show_default=True, metavar="REV|PATH", help="The version that it plays.")
@click.option(
    "--on",
    "boards",
    multiple=True,
    default=("standard",),
    show_default=True,
    metavar="BOARD",
    help="Boards to play on.",
)
@click.option("--pairs", type=click.IntRange(1, 10_000), default=10, show_default=True, help="Pairs of games a board.")
@click.option("--lexicon", default="default", show_default=True, help="A word list by name or path.")
@move_time
@start_time
@click.option("--once", is_flag=True, help="Look once, and do not wait for the next save.")
@seed_option
@walls
def watch(
    path: str,
    against: str,
    boards: tuple[str, ...],
    pairs: int,
    lexicon: str,
    move_time: float,
    start_time: float | None,
    once: bool,
    seed: str | None,
    isolation: Isolation,
) -> int:
    """Look at the bot at PATH whenever it is saved: it is started, and plays a match against its last commit.

    PATH is a Python file, or the folder of a package. A line each time: better or worse (by a chance of 95 %), even,
    slower (by a quarter of the time a move and 5 ms), or broken, with why. The games are the same each time. --against
    names a revision of its git repository, or a path that begins with ./ or / or ends in .py.

    Exit status with --once: 3 where it is broken.
    """
    from arena.cli.bots.watch import watch_bot
    from arena.cli.versions import Arguments, MatchTerms, contents_of, versions

    match = versions(path, against, "PATH")
    terms = MatchTerms(boards, lexicon, move_time, seed or drawn_seed(), isolation, limits=limits_with(start_time))
    contents = contents_of(
        match, terms, f"watch-{match.title}", pairs, arguments=Arguments("PATH", "--against", "--on")
    )
    return watch_bot(path, contents, once)


@command.command("schema")
def schema() -> None:
    """Print the JSON Schema of the messages between arena and a program in another language."""
    from arena.wire.message.schema import schema_text

    say(schema_text(), nl=False)


def setup_for(
    name: str | None,
    words: str | None,
    variants: tuple[str, ...],
    games: tuple[str, ...],
    seconds: float,
    isolation: Isolation = "auto",
    master: Master | None = None,
    limits: Limits | None = None,
) -> Setup:
    """Return the setup of a check; ``master`` is what boards drawn by chance are made from.

    Raises ConfigError or BotError for what cannot be checked.
    """
    if (name is None) == (words is None):
        raise ConfigError("arena bots check", "it takes a bot's name or a --command", "Name one of the two")
    if words is not None:
        program = words_of(words)
        bot = BotSetup(Path(program[0]).name, command=program)
    else:
        assert name is not None
        plugin = plugin_at(name, "NAME").plugin if is_path(name) else find(name, where="NAME")
        bot = BotSetup(name, value=plugin.value, place=plugin.place)
    entries = [VariantEntry(name=game, game=game) for game in games]
    boards = variants or (() if games else CHECKED_ON)
    entries += [VariantEntry(name=board, board=board) for board in boards]
    specs = {entry.name: load_variant(entry, master=master, where=_option_of) for entry in entries}
    setup = Setup(
        variants=specs,
        bots={bot.name: bot},
        move_time=seconds,
        limits=limits or Limits(),
        patience=10,
        process="fresh",
        paths=search_paths(specs.values()),
        launchers=8,
        versions={"arena": __version__},
    )
    return walled(setup, isolation, "--isolation")


def _option_of(key: str) -> str:
    """Return the option of a check that a key of a variant comes from."""
    return "--game" if key.partition(".")[0] in ("game", "options") else "--on"


def summary(record: GameRecord) -> str:
    """Return a game in a line: turns, points, times."""
    times = record.circumstances.ms or (0.0,)
    points = "" if record.scores is None else f", points {' : '.join(map(str, record.scores))}"
    return (
        f"{plural(len(record.moves), 'turn')}{points}, {sum(times) / len(times):.1f} ms a move, "
        f"longest {max(times):.1f} ms, {record.reason}"
    )
