"""Games of bots against themselves, before the first game of a tournament: played by its workers, and not kept."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence

from arena.config.model import Tournament
from arena.contract.outcome import Void
from arena.errors import RunError
from arena.records.record import GameRecord
from arena.runner.preflight import Trouble
from arena.runner.worker import Done
from arena.schedule import Job, trial_job

_TRIES = 3  # of a game that fails through us


def trials_of(tournament: Tournament, bots: Iterable[str], variants: Iterable[str]) -> list[Job]:
    """Return a game of each of some bots against itself, on each variant."""
    variants = list(variants)
    return [
        trial_job(tournament.master, variant, bot, (bot,) * tournament.players) for bot in bots for variant in variants
    ]


class Trials:
    """A game of each bot on each variant, as a pool plays them (PoolWork). troubles: of those that had to leave theirs.

    What a bot is merely told off for, such as one late move, is no trouble here.
    """

    more: int | None = None

    def __init__(
        self,
        jobs: Sequence[Job],
        looked_at: Callable[[str], None] = lambda bot: None,
        played: Callable[[GameRecord], None] = lambda record: None,
    ) -> None:
        """jobs: see ``trials_of``. looked_at: called with each bot whose last game is over. played: with each game."""
        self._played = played
        self.troubles: list[Trouble] = []
        self._looked_at = looked_at
        self._left = Counter(job.bots[0] for job in jobs)
        self._voids: Counter[str] = Counter()
        self._wrong: set[str] = set()
        self._spared: set[str] = set()  # bots that had a game played again because they were killed
        self._ready = deque(jobs)

    @property
    def enough(self) -> bool:
        """Say that all games are of use."""
        return False

    def take(self) -> Job | None:
        """Return the next game."""
        while self._ready:
            job = self._ready.popleft()
            if job.bots[0] not in self._wrong:
                return job
            self._over(job.bots[0])
        return None

    def done(self, job: Job, said: Done) -> None:
        """Hear what a worker said of a game; a bot that somebody else killed plays again, once."""
        if said.record is None:
            self.failed(job, Void(said.reason, said.detail, said.bot))
        elif said.bot and said.bot not in self._spared:
            self._spared.add(said.bot)
            self._ready.append(job)
        else:
            self._finished(said.record)

    def _finished(self, record: GameRecord) -> None:
        """Look at a game that is over."""
        bot = record.bots[0]
        trouble = _trouble(record)
        self._played(record)
        if trouble is not None and bot not in self._wrong:
            self._wrong.add(bot)
            self.troubles.append(trouble)
        self._over(bot)

    def failed(self, job: Job, void: Void) -> None:
        """Have a game played again. Raises RunError where it failed through us too often."""
        self._voids[job.id] += 1
        if self._voids[job.id] >= _TRIES:
            raise RunError(
                job.id, f"the trial of {job.bots[0]} failed through no fault of it ({void.reason}: {void.detail})"
            )
        self._ready.append(job)

    def tick(self) -> None:
        """Do nothing: there is nobody who wants to know."""

    def _over(self, bot: str) -> None:
        self._left[bot] -= 1
        if not self._left[bot]:
            self._looked_at(bot)


def _trouble(record: GameRecord) -> Trouble | None:
    """Return why a bot had to leave its game, None where it did not."""
    bot = record.bots[0]
    if not record.counts:
        return Trouble(bot, record.variant, record.reason, _output(record, 0))
    for left in record.forfeits:
        if left.fault is not None:
            problem = f"it has to leave a game against itself: {left.detail}"
            return Trouble(bot, record.variant, problem, _output(record, left.seat))
    return None


def _output(record: GameRecord, seat: int) -> str:
    outputs = record.circumstances.outputs
    return outputs[seat] if seat < len(outputs) else ""


def sentence_of(trouble: Trouble) -> str:
    """Return a trouble as one sentence: the variant, the problem, and the last line that was printed."""
    last = trouble.output.strip().rpartition("\n")[2][:300]
    text = f"on {trouble.variant}: {trouble.problem}" if trouble.variant else trouble.problem
    return f"{text} (it printed: {last})" if last and last not in text else text
