"""What to do about bots that do not start, as far as what they said tells it."""

from __future__ import annotations

from collections.abc import Sequence

from arena.config.missing import install_line
from arena.config.model import Tournament
from arena.runner.preflight import Trouble
from arena.runner.run import plugins_of


def advice(troubles: Sequence[Trouble], tournament: Tournament) -> str:
    """Return a line for each module that a bot misses, each once; "" where none misses any."""
    plugins = plugins_of(tournament)
    lines = (
        install_line(trouble.problem, plugins[trouble.bot].value if trouble.bot in plugins else "")
        for trouble in troubles
    )
    return "\n".join(dict.fromkeys(filter(None, lines)))
