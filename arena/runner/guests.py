"""How a run's bots are started: what each of them may read, and what is kept from it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from pathlib import PurePath

from arena.cache import kernels_folder
from arena.errors import RunError
from arena.runner.kernels import compile_ahead
from arena.runner.plugin.bytecode import compile_all_apart, compiled_apart, compiled_folder
from arena.runner.plugin.places import linked_files, place_asked_for, place_on_path
from arena.runner.sandbox.launchers import LauncherHandle
from arena.runner.sandbox.orders import ModulePlace, PluginPlan
from arena.runner.sandbox.zygotes import ZygoteHandle, start_zygote
from arena.runner.seats.command import CommandSeat, start_program
from arena.runner.setup import BotSetup, Setup, place_of_bot, words_of


def place_to_tell(value: str) -> ModulePlace | None:
    """Return where a bot's process finds its plug-in at once; None where it has to search (a zip file, a namespace)."""
    place = place_on_path(value)
    return place if place is not None and os.path.isfile(place.file) else place_asked_for(value)


def zygote_of(setup: Setup, rehearsed: bool = True, spare: ZygoteHandle | None = None) -> ZygoteHandle:
    """Return a zygote with all variants of a setup, started. Raises RunError.

    rehearsed: for many games. spare: one of the same setup, to be this one if it is still there.
    """
    variants = setup.variants.values()
    paths = setup.paths if any(spec.word is None for spec in variants) else ()  # such games may be plug-ins, too
    if spare is not None:
        try:
            spare.prepare(variants, paths, rehearsed)
            return spare
        except RunError:  # it was killed
            spare.close()
    return start_zygote(variants, paths, compile_ahead(variants), rehearsed)


def compile_plugins(bots: Iterable[BotSetup]) -> None:
    """Have the modules of many bots compiled where they are not, which their launchers would do one by one."""
    compile_all_apart({place for bot in bots if not bot.paths and bot.value and (place := place_of_bot(bot))})


def launcher_of(setup: Setup, zygote: ZygoteHandle, bot: BotSetup) -> LauncherHandle:
    """Return a launcher behind the walls of a plug-in. Raises NotReady and RunError."""
    shared = str(kernels_folder(os.environ))
    own = place_of_bot(bot)
    # An environment of its own was compiled when it was made, within the time that a bot has for it.
    compiled = "" if bot.paths or not own else compiled_apart(own)
    plugin = PluginPlan(
        value=bot.value,
        paths=bot.paths or setup.paths,
        limits=setup.limits,
        place=bot.place or place_to_tell(bot.value),
        kernels=shared if os.path.isdir(shared) else "",
        apart=bool(bot.paths),
        compiled=compiled,
    )
    read = [
        *words_of(setup),
        own,
        compiled,
        *bot.paths,
        *linked_files(own),
        *filter(os.path.isfile, map(os.path.realpath, bot.files)),
    ]
    return LauncherHandle(zygote, plugin, setup.isolation, [path for path in read if path], hidden_from(setup, bot))


def program_of(setup: Setup, bot: BotSetup) -> CommandSeat:
    """Return a seat with a foreign program in it. Raises NotReady."""
    read = [*words_of(setup), *filter(None, [bot.folder])]
    return CommandSeat(bot.command, setup.limits, setup.isolation, read, hidden_from(setup, bot), bot.folder)


def pipes_to(setup: Setup, bot: BotSetup, home: str, errors: int) -> subprocess.Popen[bytes]:
    """Return a foreign program that runs in ``home``, errors into a descriptor, and no seat. Raises NotReady."""
    hidden = hidden_from(setup, bot)
    read = [*words_of(setup), *filter(None, [bot.folder])]
    return start_program(
        bot.command, setup.limits, setup.isolation, home, errors, read, hidden, folder=bot.folder
    )  # fmt: skip


def hidden_from(setup: Setup, bot: BotSetup) -> list[str]:
    """Return where the other bots lie that are not of the same package, real paths, for a bot to be kept from."""
    if "landlock" not in setup.isolation.layers:
        return []
    own = [place_of_bot(bot), *bot.paths, *(os.path.realpath(word) for word in bot.command if os.path.isabs(word))]
    own += [compiled_folder(place) for place in own[:1] if place]
    real = [os.path.realpath(path) for path in own if path]
    around_own = {str(place) for path in real for place in (path, *PurePath(path).parents)}
    return [place for place in setup.kept_apart if place not in around_own]
