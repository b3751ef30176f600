"""The faults of a tournament by bot and kind: how many, the first of them, and the command that repeats it. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from arena.contract.outcome import Fault
from arena.printable import printable
from arena.records.record import FaultRecord, GameRecord
from arena.report.analysis_text import cut
from arena.report.numbers import MOST_LINES, WIDTH, plural, wrapped

HEADS = ("bot", "fault", "times", "the first of them", "what it was", "again")
_SHORT = 120  # characters of what a fault was
_AWAY = ("person", "tcp", "address")  # kinds of processes that nobody can ask again
_NOT_READY = Fault.NOT_READY.name


@dataclass(frozen=True)
class FaultKind:
    """Faults of one kind of one bot. fault: its name (contract.outcome.Fault). times: refused tries included.

    game, turn, detail: of the first, by the games' ids; turn from 0, None where the bot was never asked. process: in
    which kind of process it played that game (records/record.py).
    """

    bot: str
    fault: str
    times: int
    game: str
    turn: int | None
    detail: str
    process: str = ""

    @property
    def name(self) -> str:
        """The fault in words, as reports have it."""
        return self.fault.lower().replace("_", " ")

    @property
    def place(self) -> str:
        """Where the first was, for people."""
        return self.game if self.turn is None else f"{self.game}, turn {self.turn + 1}"

    def repeat(self, tournament: str) -> str:
        """Return the command that has it happen again, "" for one who cannot be asked (a person, a client)."""
        return repeat_command(self.bot, tournament, self.game, self.turn, self.process)


def repeat_command(bot: str, tournament: str, game: str, turn: int | None, process: str) -> str:
    """Return the command that asks a bot a turn of a stored game again, "" for one who cannot be asked.

    turn: from 0, None for the start of the bot. A program is not asked by us: it can be handed its messages.
    """
    if process in _AWAY:
        return ""
    words = ["arena", "ask", bot, f"{tournament}/{game}", str(0 if turn is None else turn + 1)]
    return printable(shlex.join(words + (["--messages"] if process == "command" else [])))


def faults_of(record: GameRecord) -> Iterator[tuple[int, int | None, FaultRecord]]:
    """Yield the faults of a game, refused tries included: seat, turn (None: the bot was never asked), fault."""
    for move in record.moves:
        if move.fault is None and not move.tries:
            continue
        for fault in (*move.tries, *((move.fault,) if move.fault is not None else ())):
            yield move.seat, None if fault.fault == _NOT_READY else move.turn, fault
    if not record.counts:
        for seat in range(len(record.bots)):
            yield seat, None, FaultRecord(_NOT_READY, record.reason)


class FaultBook:
    """Adds up faults, whatever order the games come in."""

    def __init__(self) -> None:
        self._kinds: dict[tuple[str, str], FaultKind] = {}

    def __iter__(self) -> Iterator[FaultKind]:
        """Yield the kinds that there are so far."""
        return iter(self._kinds.values())

    def add(self, record: GameRecord) -> None:
        """Count the faults of one game."""
        for seat, turn, fault in faults_of(record):
            process = record.process[seat] if seat < len(record.process) else ""
            self.take(FaultKind(record.bots[seat], fault.fault, 1, record.id, turn, fault.detail, process))

    def take(self, new: FaultKind) -> None:
        """Add faults of one kind."""
        known = self._kinds.get((new.bot, new.fault))
        if known is None:
            self._kinds[new.bot, new.fault] = new
            return
        first = min(known, new, key=_order)
        self._kinds[new.bot, new.fault] = replace(first, times=known.times + new.times)

    def kinds(self, order: Sequence[str]) -> tuple[FaultKind, ...]:
        """Return what there was, bots in an order, of each the gravest kind first."""
        places = {bot: place for place, bot in enumerate(order)}

        def key(kind: FaultKind) -> tuple[int, str, int]:
            return places.get(kind.bot, len(places)), kind.bot, -int(Fault[kind.fault])

        return tuple(sorted(self._kinds.values(), key=key))


def _order(kind: FaultKind) -> tuple[str, int]:
    return kind.game, -1 if kind.turn is None else kind.turn


def faults_text(kinds: Sequence[FaultKind], tournament: str, width: int = WIDTH) -> list[str]:
    """Return the section; nothing where no bot did anything wrong."""
    if not kinds:
        return []
    lines = wrapped([explained(tournament)], width)
    for kind in kinds[:MOST_LINES]:
        what = printable(kind.detail, _SHORT)
        lines.append(
            f"{kind.bot}: {kind.name}, {plural(kind.times, 'time')}; {kind.place}" + (f": {what}" * bool(what))
        )
        again = kind.repeat(tournament)
        lines += [f"  {again}"] if again else []
    rest = "`arena report NAME --format json`"
    return ["FAULTS\n" + "\n".join([*lines, *wrapped(cut(MOST_LINES, len(kinds), "kinds of faults", rest), width)])]


def explained(tournament: str) -> str:
    """Return the sentence that says what the section shows."""
    log = shlex.join(["arena", "log", tournament])
    return (
        "The first of each kind of a bot, with the command that asks it the same again (from the folder that holds "
        f"results/; --pdb stops there); all of them, and what bots printed: `{printable(log)} --bot BOT`."
    )


def fault_rows(kinds: Sequence[FaultKind], tournament: str) -> list[list[str]]:
    """Return the cells of a table, see HEADS."""
    return [
        [
            kind.bot, kind.name, str(kind.times), kind.place, printable(kind.detail, _SHORT), kind.repeat(tournament),
        ]
        for kind in kinds
    ]  # fmt: skip


def fault_facts(kinds: Sequence[FaultKind], tournament: str) -> list[dict[str, Any]]:
    """Return the same as plain values; turn counts from 1, null where the bot was never asked."""
    return [
        {
            "bot": kind.bot, "fault": kind.fault.lower(), "times": kind.times, "game": kind.game,
            "turn": None if kind.turn is None else kind.turn + 1, "detail": kind.detail,
            "repeat": kind.repeat(tournament) or None,
        }
        for kind in kinds
    ]  # fmt: skip
