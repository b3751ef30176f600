"""What is kept of a game while it is played, and the record that it becomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from arena.contract.game import Game, TryAgain, note_undone, note_unsettled
from arena.contract.outcome import Outcome, Void
from arena.records.record import Circumstances, Dropped, FaultRecord, ForfeitRecord, GameRecord, MoveRecord
from arena.referee.events import Tell
from arena.referee.referee import Referee
from arena.runner.sitting import Sitting
from arena.runner.turn_clock import TurnClock
from arena.schedule import Job

TRIES_KEPT = 100  # of one turn, in a record


def _own(note: Mapping[str, Any]) -> dict[str, Any]:
    return note if type(note) is dict else dict(note)


class Recorder:
    """The turns of one game with their times and faults."""

    def __init__(
        self, job: Job, game: Game[Any, Any], versions: Mapping[str, str], opening: tuple[str, ...] = ()
    ) -> None:
        self._job, self._game, self._versions, self._opening = job, game, versions, opening
        self.moves: list[MoveRecord] = []
        self._ms: list[float] = []
        self._own: list[float | None] = []
        self._cpu: list[float | None] = []
        self._tries: list[FaultRecord] = []
        self._tried = 0  # how many there were; of very many the first are kept

    def note(self, tell: Tell, text: str | None, clock: TurnClock, sitting: Sitting) -> None:
        """Keep a turn that is over, and begin to count anew; of one that may be tried again, its fault.

        text: of its move.
        """
        fault = None
        if tell.offence is not None:
            fault = FaultRecord(tell.offence.fault.name, tell.offence.detail, tell.offence.final)
        if isinstance(tell.ruling, TryAgain) and fault is not None:
            self._tried += 1
            if self._tried <= TRIES_KEPT:
                self._tries.append(fault)
            else:
                more = f"and {self._tried - TRIES_KEPT} more of this turn; the last: {fault.detail}"
                self._tries[TRIES_KEPT:] = [FaultRecord(fault.fault, more, fault.final)]
            return
        self.moves.append(
            MoveRecord(
                turn=tell.turn,
                seat=tell.seat,
                move=text,
                note=_own(self._game.note(tell.before, tell.after)) if tell.after is not tell.before else {},
                fault=fault,
                tries=tuple(self._tries),
                offered=tell.offered,
            )
        )
        undone = note_undone(self._game, tell.before, tell.after) if len(self.moves) > 1 else None
        if undone is not None:
            self.moves[-2] = msgspec.structs.replace(self.moves[-2], note=dict(undone))
        self._tries.clear()
        self._tried = 0
        self._ms.append(round(clock.spent * 1000, 3))
        self._own.append(sitting.own_ms)
        self._cpu.append(None if clock.cpu_spent is None else round(clock.cpu_spent * 1000, 3))
        sitting.own_ms = None
        clock.spent, clock.cpu_spent = 0.0, None

    def record(
        self, result: Outcome | Void, referee: Referee, sittings: Sequence[Sitting], seconds: float
    ) -> GameRecord:
        """Return the record of a game that is over. seconds: it took, all in all."""
        job, seats = self._job, range(len(self._job.bots))
        unsettled = note_unsettled(self._game, referee.state) if referee.adjudicated and self.moves else None
        if unsettled is not None:
            self.moves[-1] = msgspec.structs.replace(self.moves[-1], note=dict(unsettled))
        if isinstance(result, Outcome):
            outcome, counts = result, True
        else:  # nobody was ready: over, but nobody's win
            outcome, counts = Outcome(tuple(1 for _ in seats), f"{result.reason}: {result.detail}"), False
        dropped = [(seat, *referee.dropped(seat)) for seat in seats]
        clocks = [sitting.clock for sitting in sittings]
        left_over = [clock.left for clock in clocks]
        timed = any(left is not None for left in left_over)
        penalties = tuple(clock.penalty for clock in clocks) if isinstance(result, Outcome) else ()
        return GameRecord(
            id=job.id,
            variant=job.variant,
            pairing=job.pairing,
            pair=job.pair,
            half=job.half,
            bots=job.bots,
            seed=job.seed,
            moves=tuple(self.moves),
            places=outcome.places,
            reason=outcome.reason,
            scores=outcome.scores,
            adjustments=outcome.adjustments,
            forfeits=tuple(
                ForfeitRecord(left.seat, left.fault.name if left.fault else None, left.detail)
                for left in outcome.forfeits
            ),
            all_lose=outcome.all_lose,
            counts=counts,
            process=tuple(sitting.process for sitting in sittings),
            own_seeds=tuple(map(job.own_seed, seats)),
            penalties=penalties if any(penalties) else (),
            opening=self._opening,
            adjudicated=referee.adjudicated,
            versions={name: version for name, version in self._versions.items() if name in {"arena", *job.bots}},
            circumstances=Circumstances(
                ms=tuple(self._ms),
                own_ms=tuple(self._own),
                cpu_ms=tuple(self._cpu),
                idle_ms=tuple(round(sitting.idle * 1000, 3) for sitting in sittings),
                outputs=tuple(sitting.output for sitting in sittings),
                closing=tuple(sitting.how for sitting in sittings),
                seconds=round(seconds, 6),
                starts=tuple(round(sitting.start, 6) for sitting in sittings),
                dropped=tuple(Dropped(seat, count, notes[0]) for seat, count, notes in dropped if count),
                used_ms=tuple(round(clock.used * 1000, 3) for clock in clocks) if timed else (),
                left_ms=tuple(left if left is None else round(left * 1000, 3) for left in left_over) if timed else (),
            ),
        )
