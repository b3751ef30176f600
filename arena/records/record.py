"""What one finished game leaves behind, as data: enough to replay it, rate it, and explain its end.

Pure. Everything in a GameRecord but ``circumstances`` depends only on the configuration and the seed
(for bots that keep no clock); what differs from run to run, such as times and printed output, lives in
``circumstances``, so that an export without it can be compared byte for byte.
Seats are counted from 0; ``bots[seat]`` is who sat there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from arena.contract.outcome import Fault, Forfeit, Outcome
from arena.contract.result import Result
from arena.errors import ResultsError
from arena.records.formats import check_format, unknown_format

FORMAT = 1


class FaultRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fault as it was ruled on: its name (``Fault.name``), for people what happened, and whether it was the last."""

    fault: str
    detail: str = ""
    final: bool = False


class MoveRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One turn.

    turn:    counts from 0. seat: whose turn it was.
    move:    the move's text, None where there was none (time-out, crash).
    note:    what the game says of the turn (word game: kind, score, words, hand, drawn, faults; see docs).
    fault:   the fault that decided the turn, or None.
    tries:   refused answers before this one, where the rule book lets a seat try again.
    offered: the move was the best offered when the time ran out.
    """

    turn: int
    seat: int
    move: str | None
    note: dict[str, Any] = {}
    fault: FaultRecord | None = None
    tries: tuple[FaultRecord, ...] = ()
    offered: bool = False


class ForfeitRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that left before the end; fault None when it wished to."""

    seat: int
    fault: str | None = None
    detail: str = ""


class Dropped(msgspec.Struct, frozen=True):
    """Answers that were dropped: to turns that were over, or that nobody had asked."""

    seat: int
    count: int
    first: str


class Circumstances(msgspec.Struct, frozen=True, omit_defaults=True):
    """What may differ between two runs of the same game.

    ms:      a move: milliseconds on the parent's clock, from sending the question to having the whole answer.
    own_ms:  a move: what the bot said it used, None where it said nothing.
    cpu_ms:  a move: milliseconds of processor time of the bot's processes, None where they cannot be read.
    idle_ms: a seat: the same over a game while others were asked; hearing of their moves is part of it.
    outputs: a seat: the first 64 KiB of what it printed, with a mark where more was cut off.
    closing: a seat: how its process ended, "" when it left by itself.
    starts:  a seat: seconds that the game waited for it to be ready: process, import, construction.
    seconds: the whole game on the wall clock, starting the processes included.
    dropped: answers that came too late or unasked, a seat.
    used_ms: a seat: milliseconds that its turns took on the clock that judged them; () where no time for the game ran.
    left_ms: a seat: what was left of its budget at the end, below 0 in overtime; None for a seat without a budget.
    ended:   seconds since 1970 (UTC) when the game was stored, by the clock of whoever stored it; 0 in records of an
             older arena.
    machine: of a cluster, by name, that played the game; "" where a run was played on one. speed: of one core of it, as
             it was measured before a run with clocks (cluster/calibration.py); 0 where that was not.
    """

    ms: tuple[float, ...] = ()
    own_ms: tuple[float | None, ...] = ()
    cpu_ms: tuple[float | None, ...] = ()
    idle_ms: tuple[float, ...] = ()
    outputs: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()
    seconds: float = 0.0
    dropped: tuple[Dropped, ...] = ()
    starts: tuple[float, ...] = ()
    used_ms: tuple[float, ...] = ()
    left_ms: tuple[float | None, ...] = ()
    machine: str = ""
    speed: float = 0.0
    ended: float = 0.0


class VoidRecord(NamedTuple):
    """An attempt at a game that was played again: of which game, why, and whose process ended it ("" for nobody's)."""

    id: str
    reason: str
    detail: str
    bot: str = ""


class GameRecord(msgspec.Struct, frozen=True):
    """A finished game.

    id:       variant/pairing/pair/half, the key under which it is stored.
    bots:     names by seat. seed: of the game; both halves of a pair share it.
    places, scores, adjustments, reason, all_lose: as in contract.Outcome.
    counts:   False for a game that no seat was ready for: finished, but neither a draw nor anybody's win.
    process:  a seat: "fresh" (a process a game), "kept" (from game to game), "command" (a foreign program),
              "address" (one that listens somewhere), "tcp" (a client of a server of ours).
    versions: what the result depends on: arena and each bot's distribution.
    own_seeds: a seat: the seed of the random numbers that its bot was given, from which nothing else of a tournament
              can be worked out; () in records of an older arena. Kept so that a bot can be asked a turn again; exports
              leave it out.
    adjudicated: whether an agreed rule ended the game (see contract/adjudication.py), and not the game's own.
    opening:  how the game began: moves that nobody was asked for, or a position as the game reads it; () for the start.
    penalties: points that each seat lost for overtime, in ``scores`` already; () where nobody lost any.
    """

    id: str
    variant: str
    pairing: str
    pair: int
    half: int
    bots: tuple[str, ...]
    seed: int
    moves: tuple[MoveRecord, ...]
    places: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None = None
    adjustments: tuple[int, ...] = ()
    forfeits: tuple[ForfeitRecord, ...] = ()
    all_lose: bool = False
    counts: bool = True
    process: tuple[str, ...] = ()
    versions: dict[str, str] = {}
    format: int = FORMAT
    circumstances: Circumstances = Circumstances()
    own_seeds: tuple[int, ...] = ()
    penalties: tuple[int, ...] = ()
    opening: tuple[str, ...] = ()
    adjudicated: bool = False

    @property
    def first_seat(self) -> int | None:
        """Return the seat that had the first turn; None where nobody moved, as a bot failed before it could.

        A seat that lost its first turn moved first, if the game went on; a seat that left with it did not move.
        """
        return self.moves[0].seat if any(move.move is not None for move in self.moves) else None

    def outcome(self) -> Outcome:
        """Return the outcome as the contract has it."""
        return Outcome(
            places=self.places,
            reason=self.reason,
            scores=self.scores,
            adjustments=self.adjustments,
            forfeits=tuple(
                Forfeit(f.seat, None if f.fault is None else Fault[f.fault], f.detail) for f in self.forfeits
            ),
            all_lose=self.all_lose,
        )

    def result(self) -> Result:
        """Return what decides over the other games of a tournament."""
        outcome, two = self.outcome(), self.scores if len(self.bots) == 2 else None
        return Result(
            self.id, self.bots, tuple(outcome.points(seat) for seat in range(len(self.bots))),
            None if two is None else two[0] - two[1], self.counts,
            {left.seat: left.detail for left in outcome.forfeits if left.fault is not None and left.fault.fatal},
            self.reason,
        )  # fmt: skip

    def without_circumstances(self) -> GameRecord:
        """Return the part that a repetition of the game gives again."""
        return msgspec.structs.replace(self, circumstances=Circumstances())


_DECODER = msgspec.json.Decoder(GameRecord)
_ENCODER = msgspec.json.Encoder(order="sorted")


def encode(record: GameRecord) -> bytes:
    """Return the record as one line of JSON without the line feed; keys in a fixed order."""
    return _ENCODER.encode(record)


def decode(data: bytes | str, where: str = "record") -> GameRecord:
    """Return the record that ``encode`` wrote.

    Raises ResultsError naming ``where`` when it is damaged, UnknownFormat when a newer arena wrote it.
    """
    try:
        record = _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        check_format(data, FORMAT, where, "the record")
        raise ResultsError(where, f"the record is damaged ({error})", "`--resume` plays a lost game again") from error
    if record.format != FORMAT:
        raise unknown_format(where, "the record", record.format, FORMAT)
    return record
