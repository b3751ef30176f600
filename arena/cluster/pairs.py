"""Pairs of games that are kept together: where a clock runs, one machine plays both halves, or none counts.

Machines differ, and a pair whose halves were played on two of them would compare the machines as well. So what a
machine has played of a pair is handed in when the pair is whole; where the machine is lost before, all of it is played
again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from arena.contract.game_ids import pair_id
from arena.runner.worker import Done
from arena.schedule import Job

M = TypeVar("M")


@dataclass(slots=True)
class _Begun(Generic[M]):
    machine: M
    finished: list[tuple[Job, Done]] = field(default_factory=list)


class Pairs(Generic[M]):
    """Pairs on their way. halves: games of a pair. recorded: ids of games that were stored before."""

    def __init__(self, halves: int, recorded: Iterable[str]) -> None:
        self.halves = halves
        self._before = Counter(pair_id(name) for name in recorded)
        self._begun: dict[str, _Begun[M]] = {}

    def machine_of(self, job: Job) -> M | None:
        """Return the machine that has to play a game, None where any may."""
        begun = self._begun.get(job.pair_id)
        return None if begun is None else begun.machine

    def begin(self, job: Job, machine: M) -> None:
        """Hear that a game is given to a machine."""
        self._begun.setdefault(job.pair_id, _Begun(machine))

    def finished(self, job: Job, said: Done) -> list[tuple[Job, Done]]:
        """Hear of a finished game; return those that are to be handed in now."""
        begun = self._begun[job.pair_id]
        begun.finished.append((job, said))
        if len(begun.finished) + self._before[job.pair_id] < self.halves:
            return []
        del self._begun[job.pair_id]
        return begun.finished

    def lost(self, machine: M) -> list[Job]:
        """Hear that a machine is lost; return its finished games that have to be played again."""
        gone = [name for name, begun in self._begun.items() if begun.machine is machine]
        return [job for name in gone for job, _ in self._begun.pop(name).finished]

    def rest(self) -> list[tuple[Job, Done]]:
        """Return what was finished of pairs of which nothing more will be played; they are forgotten."""
        begun, self._begun = self._begun, {}
        return [one for pair in begun.values() for one in pair.finished]


def torn(recorded: Iterable[str], halves: int) -> list[str]:
    """Return the ids of stored games whose pair is not whole."""
    pairs: dict[str, list[str]] = {}
    for name in recorded:
        pairs.setdefault(pair_id(name), []).append(name)
    return [name for names in pairs.values() if len(names) < halves for name in names]
