"""The games of a run as whoever plays them sees them: what is next, what has ended, what failed. Keeps the books.

Everything about results, the schedule, progress and failures of our own is done here, once, wherever games are played.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Sequence

import msgspec

from arena.contract.outcome import Void
from arena.contract.result import Result
from arena.errors import RunError
from arena.records.record import GameRecord
from arena.records.store import Store
from arena.runner.runs.progress import Progress
from arena.runner.worker import Done
from arena.schedule.jobs import Job
from arena.schedule.schedule import Schedule

KILLED = "a bot's process was killed, and not by the arena"


def _dated(record: GameRecord) -> GameRecord:
    """Return a game that has just ended with the time of day: one clock, wherever it was played."""
    circumstances = msgspec.structs.replace(record.circumstances, ended=round(time.time(), 3))
    return msgspec.structs.replace(record, circumstances=circumstances)


class Games:
    """Used by one thread. ``take`` a game, play it, hand it in as ``finished`` or ``failed``; ``tick`` meanwhile.

    progress: where the run stands. more: see ``PoolWork``; nothing but a game that has ended leads to more here. All
    that writes raises ResultsError where somebody did something to the results.
    """

    more: int | None = None

    def __init__(
        self,
        store: Store,
        schedule: Callable[[list[Result]], Schedule],
        max_voids: int,
        ticked: Callable[[Progress], None],
        torn: Callable[[Sequence[str]], Sequence[str]] = lambda recorded: (),
    ) -> None:
        """schedule: what comes next, given the results of the games that are stored.

        max_voids: how often one game may fail through us and is played again. ticked: hears of every ``tick``.
        torn: which of the games that are stored have to be played again all the same.
        """
        self._store, self._max_voids, self._ticked = store, max_voids, ticked
        self._voids: Counter[str] = Counter()
        self._spared: set[str] = set()  # bots that had a game played again because they were killed
        store.take_back()
        store.set_aside(torn(sorted(store.ids())))
        self.progress = Progress(0, 0, mended=store.mended, rebuilt=store.rebuilt)
        recorded = []
        for record in store.records():
            self.progress.count(record)
            recorded.append(record.result())
        self._schedule = schedule(recorded)
        self.progress.before = len(recorded)
        first = self._schedule.take()  # what is missing is known from here on
        self._ready = deque([] if first is None else [first])
        if self._schedule.rule is not None:
            self.progress.stands = self._schedule.rule.text
        self.stand()

    def take(self) -> Job | None:
        """Return the game to be played next.

        None where there is none for now: ask again when one has ended. With none on its way either, it is over.
        """
        return self._ready.popleft() if self._ready else self._schedule.take()

    @property
    def enough(self) -> bool:
        """Whether games that are on their way are of no use any more."""
        return self._schedule.stopped

    def finished(self, *records: GameRecord) -> None:
        """Store games that are over; they are on disk when this returns."""
        for record in self._store.add_all([_dated(record) for record in records]):
            self.progress.over(record)
            self._schedule.finished(record.result())

    def spares(self, said: Done) -> bool:
        """Tell whether a game with a record is played again all the same: a bot of it was killed for the first time."""
        return said.record is not None and bool(said.bot) and said.bot not in self._spared

    def done(self, job: Job, said: Done) -> None:
        """Hand in what a worker process said of a game.

        A bot's process that is killed by a SIGKILL of nobody's here (a person, the system out of memory, or the bot
        itself) has its game played again, once a bot and run; from then on it counts as a crash, so that nobody gains
        much by it.
        """
        if said.record is None:
            self.failed(job, Void(said.reason, said.detail, said.bot), ours=not said.killed)
        elif self.spares(said):
            self._spared.add(said.bot)
            self.failed(job, Void(KILLED, said.killed, said.bot), ours=False)
        else:
            self.finished(said.record)

    def again(self, job: Job) -> None:
        """Give out again a game that nobody is known to have begun: where it was to be played is gone."""
        self._ready.append(job)

    def failed(self, job: Job, void: Void, *, ours: bool = True) -> None:
        """Write down an attempt that came to nothing; the game is given out again.

        ours: whether it failed through us. Raises RunError where a game did that more than ``max_voids`` times.
        """
        self.progress.voids += 1
        self._store.add_void(job.id, void.reason, void.detail, void.bot)
        self._voids[job.id] += ours
        if (count := self._voids[job.id]) > self._max_voids:
            last = void.detail.strip().rpartition("\n")[2]
            often = "" if count == 1 else f" {count} times"
            raise RunError(
                job.id,
                f"this game failed{often} through no fault of a player ({void.reason}: {last})",
                "What was finished is saved; `--resume` goes on",
            )
        self._ready.append(job)

    def tick(self) -> None:
        """Look after the results, and have progress shown: twice a second or so, and after games."""
        self._store.look()
        self.stand()
        self._ticked(self.progress)

    def stand(self) -> None:
        """Bring the progress up to date."""
        schedule, progress = self._schedule, self.progress
        progress.total = progress.before + progress.done if schedule.settled else schedule.total
        known = schedule.settled or schedule.exact
        progress.bound = "" if known else "at most" if schedule.rule is not None else "about"
        progress.out = dict(schedule.out)

    def complete(self) -> Schedule:
        """Set aside what was finished beyond the end of a tournament that is over; return its schedule."""
        self._store.set_aside(self._schedule.surplus())
        return self._schedule
