"""A worker with bots in it, as its parent holds it: the tasks that it was given, and what it leaves when it ends."""

from __future__ import annotations

import os
import select
import signal
import socket
import time
from collections import deque
from collections.abc import Mapping

from arena.config.model import Limits
from arena.contract.outcome import Fault
from arena.runner.runs.worker_process import WorkerProcess
from arena.runner.shared.turn_log import LEAVING, STAGES, STARTING, LogEntry, Noted, new_log, overdue, read_log
from arena.runner.shared.worker import Departure, Task
from arena.runner.system import describe_status

MOMENT, MOST_AHEAD = 0.2, 64  # seconds; tasks


class SharedProcess(WorkerProcess):
    """One worker process. tasks: what it was given and has not handed in, the one that it is at first."""

    def __init__(self, setup: bytes, kernels: str) -> None:
        self._log = new_log()
        self._unsent = bytearray()
        super().__init__("arena.runner.shared.worker", setup, kernels, [self._log], [self._log])
        self.tasks: deque[Task] = deque()
        self.done = 0  # tasks that it has handed in
        self._began = time.monotonic()
        self.hung = False  # it was ended as a bot did not return

    def send(self, line: bytes) -> None:
        """Send a line, or what of it goes without waiting: a worker that hands in is not reading."""
        self._unsent += line + b"\n"
        self.send_more()

    def send_more(self) -> None:
        """Send what goes of what is still to be sent."""
        try:
            while self._unsent:
                del self._unsent[: self.channel.send(self._unsent, socket.MSG_DONTWAIT)]
        except BlockingIOError:
            pass
        except (BrokenPipeError, ConnectionResetError):  # its end is noticed when we read
            self._unsent.clear()

    @property
    def busy(self) -> bool:
        return bool(self.tasks)

    @property
    def awaited(self) -> int:
        return select.POLLIN | (select.POLLOUT if self._unsent else 0)

    def end_if_overdue(self, seconds: float) -> None:
        """Kill it where a bot should have come back ``seconds`` ago; that it ends is noticed as any end."""
        if not self.hung and self.process.poll() is None and overdue(self._log, seconds):
            self.hung = True
            self.process.send_signal(signal.SIGKILL)

    @property
    def ahead(self) -> int:
        """How many tasks it should have: what it does in a moment, so that it never waits, and nobody for it."""
        return max(2, min(MOST_AHEAD, int(MOMENT * self.done / (time.monotonic() - self._began))))

    @property
    def killed(self) -> bool:
        """Whether it was ended by a SIGKILL of somebody else."""
        return not self.hung and self.process.returncode == -signal.SIGKILL

    def left(self) -> Noted:
        """Return what it was at; for one that has ended."""
        return read_log(self._log)

    @property
    def how(self) -> str:
        """How it ended, for people."""
        code = self.process.returncode
        return describe_status(-code if code < 0 else code << 8)

    def close(self) -> None:
        """Forget what it was at."""
        os.close(self._log)


def gone_on_with(task: Task, left: Noted, worker: SharedProcess, limits: Limits) -> Task:
    """Return what remains of a task whose worker was ended by the bot that was at work: it is charged to its seat."""
    entries = list(left.log)
    if left.turn == LEAVING:  # it is to leave, or the game is over: nothing is charged
        departure = Departure(left.seat, Fault.CRASHED.name, "it is gone")
    elif left.turn < 0:
        departure = Departure(left.seat, Fault.NOT_READY.name, why_unready(left, worker, limits), at_start=True)
    elif worker.hung:
        seconds = left.deadline - left.began
        entries.append(LogEntry("late", left.turn, f"no answer within {seconds:.3g} s", "", seconds))
        departure = Departure(left.seat, Fault.LATE.name, f"did not come back from turn {left.turn + 1}")
    else:
        departure = Departure(left.seat, Fault.CRASHED.name, f"its process ended ({worker.how})")
    others = [other for other in task.departed if other.seat != left.seat]
    return Task(task.job, tuple(entries), (*others, departure))


def why_unready(left: Noted, worker: SharedProcess, limits: Limits) -> str:
    """Return what is told of a bot that ended a process before it was ready."""
    if not worker.hung:
        return f"before it was ready: its process ended ({worker.how})"
    if left.turn == STARTING:
        return f"it was not ready within {limits.start_time:g} s"
    return f"{STAGES[left.turn]}: took more than {limits.start_time:g} s"


def known_to_end(task: Task, broken: Mapping[str, str]) -> Task:
    """Return a task in which bots that ended a process before they were ready are not started again."""
    seats = [seat for seat, bot in enumerate(task.job.bots) if bot in broken]
    if not seats or task.log:
        return task
    gone = (Departure(seat, Fault.NOT_READY.name, broken[task.job.bots[seat]], at_start=True) for seat in seats)
    return Task(task.job, (), (*task.departed, *gone))
