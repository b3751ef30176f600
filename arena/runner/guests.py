"""How a run's bots are started: what each of them may read, and what is kept from it."""

from __future__ import annotations

import os
import subprocess

from arena.runner.command_seat import CommandSeat, start_program
from arena.runner.hiding import within
from arena.runner.kernels import compile_ahead
from arena.runner.process_seat import TemplateHandle
from arena.runner.setup import BotSetup, Setup, place_of_bot, words_of


def template_of(setup: Setup, value: str) -> TemplateHandle:
    """Return a template of the plug-in ``value`` (module:factory), started. Raises NotReady."""
    kernels = compile_ahead(setup.variants.values())
    hidden = hidden_from(setup, BotSetup("", value=value))
    return TemplateHandle(value, setup.limits, list(setup.paths), setup.isolation, words_of(setup), hidden, kernels)


def program_of(setup: Setup, bot: BotSetup) -> CommandSeat:
    """Return a seat with a foreign program in it. Raises NotReady."""
    return CommandSeat(bot.command, setup.limits, setup.isolation, words_of(setup), hidden_from(setup, bot))


def pipes_to(setup: Setup, bot: BotSetup, home: str, errors: int) -> subprocess.Popen[bytes]:
    """Return a foreign program that runs in ``home``, errors into a descriptor, and no seat. Raises NotReady."""
    hidden = hidden_from(setup, bot)
    return start_program(bot.command, setup.limits, setup.isolation, home, errors, words_of(setup), hidden)


def hidden_from(setup: Setup, bot: BotSetup) -> list[str]:
    """Return where the other bots lie that are not of the same package, for a bot to be kept from."""
    if "landlock" not in setup.isolation.layers:
        return []
    own = [place_of_bot(bot), *(os.path.realpath(word) for word in bot.command if os.path.isabs(word))]
    places = (place_of_bot(other) for other in setup.bots.values())
    return sorted({place for place in places if place and not any(within(path, place) for path in own)})
