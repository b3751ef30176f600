"""Worker processes under supervision: jobs out, records in, whatever dies on the way.

One process a slot. A worker that ends takes nothing with it: its game is a Void and is issued again, to a new
worker.
"""

from __future__ import annotations

import msgspec

from arena.contract.outcome import Void
from arena.runner.kernels import stored_kernels
from arena.runner.runs.supervised import PoolWork, Supervised
from arena.runner.runs.worker_process import WorkerProcess
from arena.runner.sandbox.zygotes import Spare, ZygoteHandle
from arena.runner.setup import Setup
from arena.runner.worker import Done
from arena.schedule import Job


class _Slot(WorkerProcess):
    """One worker process and the job that it is at."""

    def __init__(self, setup: bytes, kernels: str, zygote: ZygoteHandle | None) -> None:
        """zygote: one that the worker shall go on with, a child of ours."""
        descriptors = () if zygote is None else zygote.descriptors
        given = () if zygote is None else (*descriptors, zygote.pid)
        try:
            super().__init__("arena.runner.worker", setup, kernels, given, descriptors)
        except BaseException:
            if zygote is not None:
                zygote.close()
            raise
        if zygote is not None:
            zygote.give_away()
        self._zygote = zygote
        self.job: Job | None = None

    @property
    def busy(self) -> bool:
        return self.job is not None

    def end(self, seconds: float) -> None:
        super().end(seconds)
        if self._zygote is not None:
            self._zygote.close()


class Pool(Supervised[_Slot, PoolWork]):
    """Plays jobs on ``workers`` processes. One use: ``play``."""

    def __init__(self, setup: Setup, workers: int, spare: Spare | None = None) -> None:
        """spare: what the first worker shall go on with."""
        super().__init__()
        self._setup = msgspec.json.encode(setup)
        self._kernels = stored_kernels()
        self._workers = workers
        self._spare = spare or Spare()

    def _issue(self, games: PoolWork) -> None:
        """Give every free slot a job; start workers as they are needed, never more than there are jobs."""
        idle = [slot for slot in self._slots if slot.job is None]
        while idle or len(self._slots) < self._workers:
            job = games.take()
            if job is None:
                return
            if idle:
                slot = idle.pop()
            else:
                slot = _Slot(self._setup, self._kernels, self._spare.take())
                self._slots.append(slot)
            slot.job = job
            slot.send(msgspec.json.encode(job))

    def _serve(self, slot: _Slot, games: PoolWork) -> None:
        said = slot.receive()
        if said is None:
            self._slots.remove(slot)
            slot.end(0.0)
            self._sweep()
            code = slot.process.returncode
            if slot.job is not None:
                games.failed(slot.job, Void("a worker process ended", f"exit status {code}"))
            return
        for line in said:
            done = msgspec.json.decode(line, type=Done)
            job, slot.job = slot.job, None
            assert job is not None and job.id == done.id
            games.done(job, done)

    def _close(self, at_once: bool) -> None:
        super()._close(at_once)
        self._spare.close()
