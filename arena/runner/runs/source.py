"""What one way of playing a tournament has to bring along, so that a run does all the rest for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

from arena.config.model import Tournament
from arena.contract.result import Result
from arena.records.manifest import Manifest
from arena.runner.preflight import Trouble
from arena.runner.runs.games import Games
from arena.runner.runs.stop import Stop
from arena.schedule.schedule import Schedule


class Source(Protocol):
    """Where the games of a run come from and who plays them.

    ``prepared.py`` has the bots of a tournament file in worker processes of this machine, ``cluster/clustered.py`` has
    them on others; ``serve/hall.py`` has clients that came over TCP, and pairs those that are there. Another one would
    be people at a web page: as the hall, with a seat (``runner/seats/seat.py``) that waits for what a page sends.

    tournament: what is played. folder: where the results go. workers: games at once.
    """

    @property
    def tournament(self) -> Tournament: ...

    @property
    def folder(self) -> Path: ...

    @property
    def workers(self) -> int: ...

    def manifest(self) -> Manifest:
        """Return what the results will say of this run."""

    def differences(self, old: Manifest, new: Manifest) -> Sequence[str]:
        """Return what forbids to go on with the games of ``old``, one sentence each."""

    def torn(self, recorded: Sequence[str]) -> Sequence[str]:
        """Return which games that are there already, by id, have to be played again, with others that are missing."""

    def schedule(self, recorded: Iterable[Result]) -> Schedule:
        """Return what is to be played, given the games that are there already."""

    def look(self, looked_at: Callable[[str], None], stop: Stop) -> list[Trouble]:
        """Start once who can be started before a game; return what went wrong, in the tournament's order.

        looked_at: is called with each name that was looked at, from any thread. stop: ends what takes long. The
        manifest may say more afterwards. Raises RunError where it goes wrong through us.
        """

    def play(self, games: Games, stop: Stop) -> bool:
        """Play what is to be had of ``games``, until there is nothing left or ``stop`` is asked.

        Return whether it came to the end. All calls of ``games`` are made by the thread that calls this; what they
        raise ends all games that are on, and is passed on.
        """

    def close(self) -> None:
        """End what a look has left for games that are not played; called in any case, perhaps more than once."""
