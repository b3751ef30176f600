"""How a run's bots are started: what each of them may read, and what is kept from it."""

from __future__ import annotations

import os

from arena.runner.command_seat import CommandSeat
from arena.runner.isolation import home_of
from arena.runner.kernels import compile_ahead
from arena.runner.process_seat import TemplateHandle
from arena.runner.setup import BotSetup, Setup
from arena.variants.graph_cache import folders


def template_of(setup: Setup, value: str) -> TemplateHandle:
    """Return a template of the plug-in ``value`` (module:factory), started. Raises NotReady."""
    compile_ahead(setup.variants.values())
    hidden = hidden_from(setup, BotSetup("", value=value))
    return TemplateHandle(value, setup.limits, list(setup.paths), setup.isolation, words_of(setup), hidden)


def program_of(setup: Setup, bot: BotSetup) -> CommandSeat:
    """Return a seat with a foreign program in it. Raises NotReady."""
    return CommandSeat(bot.command, setup.limits, setup.isolation, words_of(setup), hidden_from(setup, bot))


def words_of(setup: Setup) -> list[str]:
    """Return where the words of the variants lie: packed graphs, and the lists made of them for programs."""
    graphs = {spec.word.lexicon.path for spec in setup.variants.values() if spec.word} - {""}
    return sorted(graphs | {str(folder) for folder in folders()}) if graphs else []


def hidden_from(setup: Setup, bot: BotSetup) -> list[str]:
    """Return where the other bots lie that are not of the same package, for a bot to be kept from."""
    if "landlock" not in setup.isolation.layers:
        return []
    own = _place(bot)
    places = (_place(other) for other in setup.bots.values())
    return sorted({place for place in places if place and not (own + os.sep).startswith(place + os.sep)} - {own})


def _place(bot: BotSetup) -> str:
    if bot.value:
        return home_of(bot.value)
    first = bot.command[0] if bot.command else ""
    return os.path.realpath(first) if os.path.isabs(first) and not first.startswith("/usr") else ""
