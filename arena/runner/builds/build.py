"""All bots of a tournament that have to be built: each once for a state of its sources, a few at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from arena.config.model import BotEntry, Tournament
from arena.errors import ConfigError
from arena.runner.builds.built import Built
from arena.runner.builds.packages import build_package, has_to_be_built, place_of_package
from arena.runner.builds.programs import build_program
from arena.runner.sandbox.isolation import Isolation
from arena.runner.sandbox.limits import cores
from arena.runner.submissions.environment import Installer
from arena.runner.submissions.walled import Walled
from arena.runner.submissions.wheelhouse import Wheelhouse

LONGEST = 1800.0  # seconds for one build, of the clock and of processor time


def built_bots(tournament: Tournament, entries: Iterable[BotEntry]) -> tuple[BotEntry, ...]:
    """Return those of a tournament's bots that have to be built: packages by path, and programs by path.

    Raises ConfigError for a folder of wheels that cannot be read, BotError where what a bot needs is nowhere.
    """
    asked = tuple(bot for bot in entries if bot.path and (bot.command or place_of_package(bot) is not None))
    house = _wheelhouse(tournament) if any(not bot.command for bot in asked) else None
    return tuple(
        bot
        for bot in asked
        if bot.command or (house is not None and has_to_be_built(bot, house, place_in_file(tournament, bot.name)))
    )


def build_all(
    tournament: Tournament, entries: Iterable[BotEntry], isolation: Isolation, done: Callable[[str], None]
) -> dict[str, Built]:
    """Return what came of the builds of bots, by name. isolation: of the walls around builds, as around the bots.

    done: called with each name, from several threads. Raises BotError for the first that fails, ConfigError for a
    folder of wheels that cannot be read, RunError where the cache cannot be written or walls cannot be put up.
    """
    entries = tuple(entries)
    walled = Walled(isolation, LONGEST)
    packages = any(not bot.command for bot in entries)
    installer = Installer(_wheelhouse(tournament), walled) if packages else None

    def one(entry: BotEntry) -> Built:
        where, within = place_in_file(tournament, entry.name), walled.for_one()
        if entry.command:
            built = build_program(entry, within, where)
        else:
            assert installer is not None
            built = build_package(entry, installer, within, where)
        done(entry.name)
        return built

    with ThreadPoolExecutor(cores()) as threads:
        try:
            return {built.bot: built for built in threads.map(one, entries)}
        finally:
            walled.stop.set()  # of one that failed, or of somebody who does not want to wait


def place_in_file(tournament: Tournament, name: str) -> str:
    """Return where a bot's path, or its revision, stands in the tournament's file."""
    number = next(number for number, bot in enumerate(tournament.bots) if bot.name == name)
    bot = tournament.bots[number]
    key = "rev" if bot.rev else "path"
    return tournament.where(f"bots[{number}].{key}") if tournament.path or tournament.asked else f"bot {name}"


def _wheelhouse(tournament: Tournament) -> Wheelhouse:
    folder = tournament.wheels
    try:
        return Wheelhouse(folder, own=True)
    except OSError as error:
        raise ConfigError(
            tournament.where("wheels"), f"{folder} cannot be read ({error.strerror})", "Name a folder of wheels"
        ) from None
