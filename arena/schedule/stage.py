"""Tournaments that are played stage by stage: what every kind of them shares. Pure.

A kind is a generator of stages. It asks for one stage, and is asked for the next only when every game of that
one is finished; so each stage is a function of the bots, the seed and the finished games alone, and a run that
was killed comes to the same stage again. Inside a stage all games may be played at once.

A bot that is out (see ``crashes``) is not paired any more from the next stage on; who was to meet it moves on
without a game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from arena.config.model import Tournament
from arena.schedule.jobs import Job, make_job
from arena.schedule.result import Finished

Match = tuple[str, str]
Stage = list[Job]


@dataclass(frozen=True, slots=True)
class KindTable:
    """What a kind says of itself at the end, for people: a title, a table, and sentences below it.

    facts: the same rows as plain values for programs, one mapping a row; their names say what they are.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    facts: tuple[Mapping[str, Any], ...] = ()


class StagedKind(Protocol):
    """A kind of tournament whose games depend on results.

    games: how many it plays as far as is known; exact: whether that can still change.
    """

    @property
    def games(self) -> int: ...

    @property
    def exact(self) -> bool: ...

    def stages(self, finished: Finished, recorded: Finished, out: Mapping[str, str]) -> Iterator[Stage]:
        """Yield stage after stage; each is asked for when all games of the one before are in ``finished``.

        recorded: all games of earlier runs, also those that no stage has asked for yet.
        out:      the bots that are out so far; both mappings grow between stages.
        """
        ...

    def table(self) -> KindTable | None:
        """Return how things stand after the stages so far, None where the standings say all."""
        ...


def match_jobs(tournament: Tournament, matches: Sequence[Match], first: int, pairs: int) -> Stage:
    """Return the games of some matches: ``pairs`` pairs on each variant, the first of them numbered ``first``."""
    return [
        make_job(tournament, variant.name, tuple(sorted(match)), pair, half)
        for pair in range(first, first + pairs)
        for variant in tournament.variants
        for match in matches
        for half in (1, 2)
    ]


def seeded(tournament: Tournament) -> list[str]:
    """Return the bots, the strongest first: as the file seeds them, or drawn by lot from the seed."""
    if tournament.kind.seeding:
        return list(tournament.kind.seeding)
    names = sorted(bot.name for bot in tournament.bots)
    tournament.master.stream("draw").shuffle(names)
    return names


def still_in(names: Sequence[str], out: Collection[str]) -> list[str]:
    """Return the names that are not out, in their order."""
    return [name for name in names if name not in out]
