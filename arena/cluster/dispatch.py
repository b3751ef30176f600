"""Which machine plays which games: in batches that take it half a second, the next one at hand before one is over.

A batch costs Dask and both ends some milliseconds, whatever is in it; so with many machines batches are longer. What a
machine was asked for and has not told when it is lost is given out again. A game that was alone in its batch then
counts as one that failed; several at once prove nothing against any of them, and are played one by one afterwards.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any

import msgspec

from arena.cluster import task
from arena.cluster.cluster_machine import ClusterMachine
from arena.cluster.fleet import Fleet
from arena.cluster.messages import BatchPlayed
from arena.cluster.pairs import Pairs
from arena.contract.outcome import Void
from arena.runner.runs.games import Games
from arena.runner.runs.stop import Stop
from arena.runner.worker import Done
from arena.schedule import Job

_BATCH = 0.5  # seconds that a batch shall take
_THREADS = (
    250  # of the fleet; with more a batch takes longer in proportion, for Dask's scheduler bears so many a second
)
_LONGEST = 20  # times that
_MOST = 64  # games in a batch of that length
_BAD = 3  # games in a row that fail on a machine, after which it is not asked any more


@dataclass(eq=False, slots=True)
class _Batch:
    """jobs: that are not told of yet, by id. units: how many games, or pairs that stay together, it began with."""

    jobs: dict[str, Job] = field(default_factory=dict)
    units: int = 0


@dataclass(eq=False, slots=True)
class _Load:
    """What one machine has to do. seconds: a game takes, None before the first. failed: games in a row."""

    machine: ClusterMachine
    batches: list[_Batch] = field(default_factory=list)
    seconds: float | None = None
    failed: int = 0

    def size(self, longer: float) -> int:
        """Return how many games its next batch may have. longer: how many times as long as others it may take."""
        if self.seconds is None:
            return 1
        return max(1, int(longer * min(_MOST, _BATCH / max(self.seconds, 1e-3))))

    def free(self, longer: float) -> int:
        """Return how many more batches it can have."""
        ahead = 1 if self.size(longer) == 1 else 2  # where a game takes long, a short wait for the next does not matter
        return max(0, ahead * self.machine.seen.threads - len(self.batches))

    def took(self, seconds: float) -> None:
        """Count a game into the mean."""
        self.seconds = seconds if self.seconds is None else 0.9 * self.seconds + 0.1 * seconds


class Dispatch:
    """Plays games on the machines of a fleet. One use: ``play``."""

    def __init__(self, fleet: Fleet, pairs: Pairs[ClusterMachine] | None) -> None:
        """pairs: where halves of a pair have to be kept together."""
        self._fleet, self._pairs = fleet, pairs
        self._loads: dict[ClusterMachine, _Load] = {}
        self._waiting: deque[Job] = deque()  # taken, and with no machine yet
        self._alone: set[str] = set()  # games that were in a batch whose machine was lost
        self._failed: dict[str, set[ClusterMachine]] = {}  # where a game failed, to be tried elsewhere
        self._over = False  # nothing more can be taken for now
        self._halted = False
        self._longer = 1.0  # how many times as long as _BATCH a batch takes, in a fleet of this size

    def play(self, games: Games, stop: Stop) -> bool:
        """Play all that ``games`` has; return False when it was stopped before the end.

        Raises what ``games`` raises, and RunError where there is no machine for too long.
        """
        self._games = games
        self._fleet.lose = self._lost
        self._fleet.open()
        while True:
            if games.enough:
                return True
            if stop.asked > 1:
                return False
            if not stop.asked:
                self._issue()
            elif not self._halted:
                self._halted = True
                self._fleet.halt()
            if not any(load.batches for load in self._loads.values()):
                if stop.asked:
                    return False
                if self._over and not self._waiting and not self._rest():
                    return True
            self._fleet.wait(0.5, stop)
            games.tick()

    def _rest(self) -> bool:
        """Hand in what is left of pairs whose other games are not played any more; return whether that was anything."""
        rest = [] if self._pairs is None else self._pairs.rest()
        for job, said in rest:
            self._games.done(job, said)
        return bool(rest)

    def _fill(self, count: int) -> None:
        """Take games until so many wait, and more to see where a pair ends."""
        while len(self._waiting) <= count + (0 if self._pairs is None else self._pairs.halves):
            job = self._games.take()
            self._over = job is None
            if job is None:
                return
            self._waiting.append(job)

    def _issue(self) -> None:
        for machine in self._fleet.ready:
            if machine not in self._loads:
                self._loads[machine] = _Load(machine)
        ready = [self._loads[machine] for machine in self._fleet.ready]
        threads = sum(load.machine.seen.threads for load in ready)
        self._longer = min(_LONGEST, max(1.0, threads / _THREADS))
        begun = deque((load, _Batch()) for load in ready for _ in range(load.free(self._longer)))
        self._fill(sum(load.size(self._longer) for load, _ in begun))
        full: list[tuple[_Load, _Batch]] = []
        for unit in self._units():
            where = self._place(unit, begun, full)
            if where is None:
                self._waiting.extend(unit)
                continue
            where[1].units += 1
            for job in unit:
                where[1].jobs[job.id] = job
                if self._pairs is not None:
                    self._pairs.begin(job, where[0].machine)
        for load, batch in (*full, *begun):
            if batch.jobs:
                load.batches.append(batch)
                lines = b"\n".join(map(msgspec.json.encode, batch.jobs.values()))
                then = partial(self._played, load, batch)
                self._fleet.call(load.machine, then, task.play, self._fleet.what.run, lines)

    def _units(self) -> list[list[Job]]:
        """Return the waiting games as they have to stay together; a pair that may not be whole yet waits on."""
        waiting, self._waiting = [*self._waiting], deque()
        if self._pairs is None:
            return [[job] for job in waiting]
        units = [[*jobs] for _, jobs in groupby(waiting, lambda job: job.pair_id)]
        if units and not self._over:
            self._waiting.extend(units.pop())
        return units

    def _place(
        self, unit: list[Job], begun: deque[tuple[_Load, _Batch]], full: list[tuple[_Load, _Batch]]
    ) -> tuple[_Load, _Batch] | None:
        """Return whose batch takes some games, each machine's in turn; None where none can."""
        pinned = None if self._pairs is None else self._pairs.machine_of(unit[0])
        alone = any(job.id in self._alone for job in unit)
        avoided = self._avoided(unit)
        for _ in range(len(begun)):
            load, batch = begun.popleft()
            fits = load.machine not in avoided if pinned is None else load.machine is pinned
            fits = fits and not (alone and batch.jobs)
            if not fits:
                begun.append((load, batch))
                continue
            crowded = alone or len(batch.jobs) + len(unit) >= load.size(self._longer)
            (full if crowded else begun).append((load, batch))
            return load, batch
        return None

    def _avoided(self, unit: list[Job]) -> set[ClusterMachine]:
        """Return the machines on which some games failed, unless that is all that there are."""
        avoided = set[ClusterMachine]()
        if self._failed:
            avoided.update(*(self._failed.get(job.id, ()) for job in unit))
        return set() if avoided and avoided.issuperset(self._fleet.ready) else avoided

    def _played(self, load: _Load, batch: _Batch, future: Future[Any]) -> None:
        """Hear what came of a batch."""
        machine = load.machine
        try:
            played = msgspec.json.decode(future.result(), type=BatchPlayed)
            said = [msgspec.json.decode(line, type=Done) for line in played.lines]
        except BaseException as error:  # whatever it raised there
            self._fleet.fail(machine, f"it does not answer ({str(error) or type(error).__name__})")
            return
        if played.ended == task.NOBODY:  # another batch says why, if one was on its way when the process ended
            load.batches.remove(batch)
            for job in batch.jobs.values():
                self._games.again(job)
            if not load.batches and not self._halted:
                self._fleet.fail(machine, played.ended)
            return
        for done in said:
            asked = batch.jobs.get(done.id)
            if asked is None or not _answers(asked, done):
                self._fleet.refuse(machine, f"it told of a game that it was not asked for ({done.id})")
                return
            del batch.jobs[done.id]
            self._done(load, asked, done)
        if not batch.jobs:
            load.batches.remove(batch)
            if load.failed >= _BAD:
                last = next(done for done in reversed(said) if done.record is None)
                self._fleet.refuse(machine, f"{load.failed} games in a row failed there ({last.reason}: {last.detail})")
        elif self._halted:
            load.batches.remove(batch)  # what is left was not begun
        else:
            self._fleet.fail(machine, played.ended, at_it=True)

    def _done(self, load: _Load, job: Job, said: Done) -> None:
        machine = load.machine
        if said.record is None:
            load.failed += not said.killed
            self._failed.setdefault(job.id, set()).add(machine)
            self._games.done(job, said)
            return
        load.failed = machine.failures = 0
        seen = said.record.circumstances
        load.took(seen.seconds)
        seen = msgspec.structs.replace(seen, machine=machine.name, speed=machine.speed)
        said = msgspec.structs.replace(said, record=msgspec.structs.replace(said.record, circumstances=seen))
        self._alone.discard(job.id)
        self._failed.pop(job.id, None)
        if self._games.spares(said):  # it is played again, so its pair is not whole, and stays where it is
            self._games.done(job, said)
            return
        for one in [(job, said)] if self._pairs is None else self._pairs.finished(job, said):
            self._games.done(*one)

    def _lost(self, machine: ClusterMachine, at_it: bool) -> None:
        """Give out again what a machine was asked for. at_it: whether that may be why it is lost."""
        load = self._loads.pop(machine, None)
        again = [] if self._pairs is None else self._pairs.lost(machine)
        for batch in load.batches if load else ():
            if batch.units == 1 and at_it and not self._halted:
                for job in batch.jobs.values():
                    self._failed.setdefault(job.id, set()).add(machine)
                    self._games.failed(job, Void("a machine was lost", str(machine)))
            else:
                again += batch.jobs.values()
                self._alone |= batch.jobs.keys() if at_it else set()
        for job in again:
            self._games.again(job)


def _answers(job: Job, said: Done) -> bool:
    record = said.record
    return record is None or (record.id, record.seed, record.bots, record.variant) == (
        job.id, job.seed, job.bots, job.variant,
    )  # fmt: skip
