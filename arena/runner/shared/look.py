"""Before the first game: every bot of a run with shared processes is started once, in a process that it may end."""

from __future__ import annotations

import select
from collections.abc import Callable

import msgspec

from arena.errors import RunError
from arena.runner.kernels import compile_ahead
from arena.runner.preflight import Trouble
from arena.runner.setup import Setup
from arena.runner.shared.pool import SharedPool
from arena.runner.shared.process import SharedProcess, why_unready
from arena.runner.shared.worker import LookAt, LookDone


def look_at_all(setup: Setup, looked_at: Callable[[str], None] = lambda bot: None) -> list[Trouble]:
    """Start every bot once for each variant; return what goes wrong first with each, in their order.

    looked_at: called with each bot's name when it has been looked at. Raises RunError where a worker ends through us.
    """
    looks = _Looks(setup)
    troubles = []
    try:
        for bot in setup.bots:
            for variant in setup.variants:
                trouble = looks.look(bot, variant)
                if trouble is not None:
                    troubles.append(trouble)
                    break
            looked_at(bot)
    finally:
        looks.close()
    return troubles


class _Looks:
    """One process in which bots are looked at, and another one where it was ended by one of them."""

    def __init__(self, setup: Setup) -> None:
        self._setup, self._line = setup, msgspec.json.encode(setup)
        self._kernels = compile_ahead(setup.variants.values())
        self._process: SharedProcess | None = None

    def look(self, bot: str, variant: str) -> Trouble | None:
        """Return what is wrong with a bot on a variant."""
        if self._process is None:
            self._process = SharedProcess(self._line, self._kernels)
        process = self._process
        process.send(msgspec.json.encode(LookAt(bot, variant)))
        poll = select.poll()
        said: list[bytes] | None = []
        while not said and said is not None:
            poll.register(process.channel, process.awaited)
            if any(event & ~select.POLLOUT for _, event in poll.poll(SharedPool.LOOK)):
                said = process.receive()
            process.send_more()
            process.end_if_overdue(self._setup.limits.late_time)
        if said:
            looked = msgspec.json.decode(said[0], type=LookDone)
            return Trouble(bot, variant, looked.problem, looked.output) if looked.problem else None
        self._process = None
        process.end(0.0)
        left = process.left()
        process.close()
        if not left.busy:
            raise RunError("worker", f"a process in which bots are looked at ended ({process.how})")
        return Trouble(bot, variant, why_unready(left, process, self._setup.limits), killed=process.killed)

    def close(self) -> None:
        if self._process is not None:
            self._process.end(1.0)
            self._process.close()
