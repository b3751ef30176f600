"""All submissions of a tournament, installed: each in an environment of its own, or refused with the reason."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from arena.config.model import BotEntry, Tournament
from arena.errors import ArenaError, BotError, ConfigError
from arena.runner.sandbox.isolation import Isolation
from arena.runner.sandbox.limits import cores
from arena.runner.submissions.admitted import Admitted
from arena.runner.submissions.collect import collect
from arena.runner.submissions.environment import Installer
from arena.runner.submissions.refused import Refused
from arena.runner.submissions.walled import Walled
from arena.runner.submissions.wheelhouse import Wheelhouse

LONGEST = 120.0  # seconds for all programs that one submission needs: git, and its build


def admit(
    tournament: Tournament, isolation: Isolation, installed: Callable[[str], None] = lambda bot: None
) -> dict[str, Admitted]:
    """Return what became of each submission, by the bot's name; builds run behind walls as the bots do.

    installed: called with each name, from several threads. Raises ConfigError where the folder of wheels cannot be
    read, RunError where the cache cannot be written or walls cannot be put up.
    """
    entries = [bot for bot in tournament.bots if bot.submission]
    if not entries:
        return {}
    walled = Walled(isolation, LONGEST)
    try:
        house = Wheelhouse(tournament.wheels)
    except OSError as error:
        problem = f"the folder cannot be read ({error.strerror})"
        raise ConfigError(tournament.where("wheels"), problem, "Name a folder of wheels") from None
    installer = Installer(house, walled)

    def one(entry: BotEntry) -> Admitted:
        admitted = _admitted(entry, installer, walled)
        installed(entry.name)
        return admitted

    with ThreadPoolExecutor(cores()) as threads:
        try:
            found = list(threads.map(one, entries))
        finally:
            walled.stop.set()  # whoever does not want to wait has nobody build on
    return {one.bot: one for one in found}


def _admitted(entry: BotEntry, installer: Installer, walled: Walled) -> Admitted:
    digest, path = "", os.path.abspath(entry.submission)
    within = walled.for_one()
    try:
        collected = collect(path, within)
        digest = collected.digest
        return Admitted(entry.name, path, digest, installer.install(entry.name, collected, within))
    except Refused as refused:
        return Admitted(entry.name, path, digest, None, refused.reason)
    except BotError as error:  # no git here
        return Admitted(entry.name, path, digest, None, str(error))
    except ArenaError:
        raise  # the teacher's or the machine's failure
    except Exception as error:  # whatever strangers' files do to those who read them is theirs
        return Admitted(entry.name, path, digest, None, f"it could not be read: {type(error).__name__}")
