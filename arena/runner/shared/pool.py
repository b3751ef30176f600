"""Workers with bots in them under supervision: tasks out, records in, and the games gone on with that a bot broke off.

One process a slot; each has games ahead, so that none waits for us, and hands in several at once. A bot that ends its
worker, or does not return and is ended with it, is charged: a new worker goes on with that game without it, and with
all others. What nobody was at work on when a worker ended failed through us, and is played again.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from arena.contract.outcome import Void
from arena.records.record import GameRecord
from arena.runner.kernels import compile_ahead
from arena.runner.runs.games import KILLED
from arena.runner.runs.supervised import PoolWork, Supervised
from arena.runner.setup import Setup
from arena.runner.shared.process import SharedProcess, gone_on_with, known_to_end
from arena.runner.shared.worker import GameDone, Task
from arena.schedule import Job

_PLAYED = msgspec.json.Decoder(GameDone)


class SharedWork(PoolWork, Protocol):
    """What this pool plays, and to whom it says how that went; ``Games`` is one."""

    def finished(self, *records: GameRecord) -> None:
        """Hear of games that are over."""

    def failed(self, job: Job, void: Void, *, ours: bool = True) -> None:
        """Hear that a game came to nothing. ours: through no bot of it."""


class SharedPool(Supervised[SharedProcess, SharedWork]):
    """Plays jobs on ``workers`` processes, the bots in them. One use: ``play``."""

    LOOK = 250  # so often it is looked at who does not return

    def __init__(self, setup: Setup, workers: int) -> None:
        super().__init__()
        self._setup, self._line = setup, msgspec.json.encode(setup)
        self._kernels = compile_ahead(setup.variants.values())
        self._workers = workers
        self._broken_off: list[Task] = []  # to be gone on with
        self._spared: set[str] = set()  # bots that had a game played again because their worker was killed
        self._broken: dict[str, str] = {}  # bots that ended a process before they were ready, and how

    def _issue(self, games: SharedWork) -> None:
        """Give every worker some games; start workers as they are needed, never more than there are games."""
        while True:
            wanting = [slot for slot in self._slots if len(slot.tasks) < slot.ahead]
            slot = min(wanting, key=lambda slot: len(slot.tasks), default=None)
            if (slot is None or slot.tasks) and len(self._slots) < self._workers:
                slot = None
            elif slot is None:
                return
            task = self._next(games)
            if task is None:
                return
            if slot is None:
                slot = SharedProcess(self._line, self._kernels)
                self._slots.append(slot)
            slot.tasks.append(task)
            slot.send(msgspec.json.encode(task))

    def _next(self, games: SharedWork) -> Task | None:
        if self._broken_off:
            return self._broken_off.pop(0)
        job = games.take()
        return None if job is None else known_to_end(Task(job), self._broken)

    def _looked(self, busy: list[SharedProcess]) -> None:
        for slot in busy:
            slot.end_if_overdue(self._setup.limits.late_time)
            slot.send_more()

    def _serve(self, slot: SharedProcess, games: SharedWork) -> None:
        said = slot.receive()
        if said is None:
            self._slots.remove(slot)
            slot.end(0.0)
            try:
                self._lost(slot, games)
            finally:
                slot.close()
            self._sweep()
            return
        records = []
        strayed = False
        for line in said:
            played = self._answer(slot, line)
            if played is None:
                strayed = True
                break
            task = slot.tasks.popleft()
            slot.done += 1
            if played.record is not None:
                records.append(played.record)
            else:
                games.failed(task.job, Void(played.reason, played.detail))
        if records:
            games.finished(*records)
        if strayed:
            self._strayed(slot, games)

    def _answer(self, slot: SharedProcess, line: bytes) -> GameDone | None:
        """Return what a worker says of the task that it is at; None where it says something else."""
        try:
            played = _PLAYED.decode(line)
        except msgspec.DecodeError:
            return None
        return played if slot.tasks and slot.tasks[0].job.id == played.id else None

    def _strayed(self, slot: SharedProcess, games: SharedWork) -> None:
        """End a worker in which something else than the worker has written to us."""
        self._slots.remove(slot)
        slot.end(0.0)
        slot.close()
        if slot.tasks:
            job = slot.tasks.popleft().job
            games.failed(job, Void("a worker process answered for another game", "something else wrote to its channel"))
        self._broken_off += slot.tasks
        slot.tasks.clear()
        self._sweep()

    def _lost(self, slot: SharedProcess, games: SharedWork) -> None:
        """See to the tasks of a worker that has ended: one may be broken off, the others were not begun."""
        left = slot.left()
        begun = left.games - slot.done  # of the tasks, the last of them perhaps not over
        if begun > 0 and slot.tasks:
            task = slot.tasks[begun - 1]
            del slot.tasks[begun - 1]  # those before it were over and not handed in: they are played again
            job = task.job
            bot = job.bots[left.seat] if left.busy else ""
            if not left.busy or not left.whole:
                games.failed(job, Void("a worker process ended", f"exit status {slot.process.returncode}"))
            elif slot.killed and bot not in self._spared:
                self._spared.add(bot)
                games.failed(job, Void(KILLED, "killed with the worker in which it played", bot), ours=False)
            else:
                task = gone_on_with(task, left, slot, self._setup.limits)
                if task.departed[-1].at_start:
                    self._broken[bot] = task.departed[-1].detail
                self._broken_off.append(task)
        elif slot.tasks and not slot.done and not left.games:  # it did not even begin
            job = slot.tasks.popleft().job
            games.failed(job, Void("a worker process ended", f"exit status {slot.process.returncode}"))
        self._broken_off += [task if task.log else known_to_end(task, self._broken) for task in slot.tasks]
        slot.tasks.clear()
