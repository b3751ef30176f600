"""What a bot printed and did wrong, game by game: from the records. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from arena.printable import printable, printable_lines
from arena.records.record import GameRecord
from arena.report.trouble.faults import faults_of, repeat_command


@dataclass(frozen=True)
class LoggedFault:
    """A fault of one turn. turn: from 0, None where the bot was never asked. fault: its name in words."""

    turn: int | None
    fault: str
    detail: str
    repeat: str


@dataclass(frozen=True)
class SeatLog:
    """What a record keeps of one seat beside its moves.

    ending: how its process ended, "" when it left by itself. dropped: answers that came too late or unasked.
    output: what it printed, its exceptions among it, as far as it was kept.
    """

    game: str
    bot: str
    seat: int
    faults: tuple[LoggedFault, ...]
    ending: str
    dropped: int
    output: str

    @property
    def empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not (self.faults or self.ending or self.dropped or self.output.strip())


def seat_logs(record: GameRecord, bot: str, tournament: str) -> Iterator[SeatLog]:
    """Yield what a game has of a bot: one log a seat that it sat in. tournament: its name, for commands."""
    kept = record.circumstances
    for seat, name in enumerate(record.bots):
        if name == bot:
            yield SeatLog(
                game=record.id,
                bot=bot,
                seat=seat,
                faults=tuple(_faults(record, seat, tournament)),
                ending=kept.closing[seat] if seat < len(kept.closing) else "",
                dropped=sum(dropped.count for dropped in kept.dropped if dropped.seat == seat),
                output=kept.outputs[seat] if seat < len(kept.outputs) else "",
            )


def _faults(record: GameRecord, seat: int, tournament: str) -> Iterator[LoggedFault]:
    process = record.process[seat] if seat < len(record.process) else ""
    for other, turn, fault in faults_of(record):
        if other == seat:
            repeat = repeat_command(record.bots[seat], tournament, record.id, turn, process)
            yield LoggedFault(turn, fault.fault.lower().replace("_", " "), fault.detail, repeat)


def log_lines(log: SeatLog) -> Iterator[str]:
    """Yield a log for people: the game, faults with the commands that repeat them, the output."""
    yield f"{log.game}, player {log.seat + 1}:"
    said: set[str] = set()
    for fault in log.faults:
        where = "before its first turn" if fault.turn is None else f"turn {fault.turn + 1}"
        yield f"  {where}: {fault.fault}: {printable(fault.detail)}"
        if fault.repeat and fault.repeat not in said:
            said.add(fault.repeat)
            yield f"    {fault.repeat}"
    if log.ending:
        yield f"  its process: {printable(log.ending)}"
    if log.dropped:
        yield f"  answers that came too late or unasked: {log.dropped}"
    if log.output.strip():
        yield "  it printed:"
        yield from (f"    {line}" for line in printable_lines(log.output).rstrip().split("\n"))


def log_facts(log: SeatLog) -> dict[str, Any]:
    """Return a log as plain values; players and turns count from 1."""
    return {
        "game": log.game,
        "bot": log.bot,
        "player": log.seat + 1,
        "faults": [
            {
                "turn": None if fault.turn is None else fault.turn + 1,
                "fault": fault.fault,
                "detail": fault.detail,
                "repeat": fault.repeat or None,
            }
            for fault in log.faults
        ],
        "ending": log.ending or None,
        "dropped": log.dropped,
        "output": log.output,
    }
