"""By which names a site calls bots: their own, or pseudonyms, under which nothing that a guest wrote is left. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from arena.records.record import Circumstances, FaultRecord, ForfeitRecord, GameRecord, MoveRecord
from arena.records.season import Register
from arena.report.kind import KindReport
from arena.report.marking.rule import MarkRule

# What the rules note of a turn; all else may have texts of guests
_NOTES = ("kind", "score", "words", "hand", "drawn", "against", "against_points", "phonies", "taken_back")
_NOBODY_READY = "no bot was ready"
_NAME_HEADS = ("bot", "winner", "loser")  # columns of a kind's table that hold names
_OUT = " was out before the end."


@dataclass(frozen=True)
class Naming:
    """What each bot is called. pseudonyms: name -> pseudonym; None where bots have their own names."""

    pseudonyms: Mapping[str, str] | None = None

    @property
    def hides(self) -> bool:
        """Whether names are hidden."""
        return self.pseudonyms is not None

    def bot(self, name: str) -> str:
        """Return what a bot is called."""
        return name if self.pseudonyms is None else self.pseudonyms[name]

    def record(self, record: GameRecord) -> GameRecord:
        """Return a game under these names.

        Under pseudonyms it is made anew of what the rules and the clocks say: no text of a guest, no version, no seed.
        Its id has the pseudonyms in their order, and so has its half, for the order of a pairing is mostly that of the
        alphabet: who meets whom first would tell who is who.
        """
        if self.pseudonyms is None:
            return record
        bots = tuple(map(self.bot, record.bots))
        order = sorted(bots)
        pairing, half = "-vs-".join(order), 1 + bots.index(order[0])
        kept = record.circumstances
        return GameRecord(
            id=f"{record.variant}/{pairing}/{record.pair:04d}/{half}", variant=record.variant, pairing=pairing,
            pair=record.pair, half=half, bots=bots, seed=0, moves=tuple(map(_move, record.moves)), places=record.places,
            reason=record.reason if record.counts else _NOBODY_READY, scores=record.scores,
            adjustments=record.adjustments, forfeits=tuple(ForfeitRecord(f.seat, f.fault) for f in record.forfeits),
            all_lose=record.all_lose, counts=record.counts, process=record.process, penalties=record.penalties,
            opening=record.opening, adjudicated=record.adjudicated,
            circumstances=Circumstances(
                ms=kept.ms, own_ms=kept.own_ms, cpu_ms=kept.cpu_ms, idle_ms=kept.idle_ms, starts=kept.starts,
                used_ms=kept.used_ms, left_ms=kept.left_ms,
            ),
        )  # fmt: skip

    def refused(self, refused: Mapping[str, str]) -> dict[str, str]:
        """Return who is not admitted; why is left out under pseudonyms, as it names files."""
        return dict(refused) if self.pseudonyms is None else {self.bot(name): "" for name in refused}

    def season(self, register: Register) -> Register:
        """Return the versions of a season under these names.

        Under pseudonyms a bot is called by that of its first version, so that whoever was told it finds all of them.
        """
        if self.pseudonyms is None:
            return register
        known = [entry for entry in register if entry.name in self.pseudonyms]
        firsts = {entry.bot: entry.name for entry in sorted(known, key=lambda entry: -entry.version)}
        return tuple(
            structs.replace(entry, bot=self.bot(firsts[entry.bot]), name=self.bot(entry.name), source="", hash="")
            for entry in known
        )

    def rule(self, rule: MarkRule) -> MarkRule:
        """Return a rule with its reference bots under these names."""
        return rule if self.pseudonyms is None else replace(
            rule, beat={self.bot(name): marks for name, marks in rule.beat.items()}
        )  # fmt: skip

    def kind(self, report: KindReport | None) -> KindReport | None:
        """Return the table of the tournament's kind under these names.

        Under pseudonyms without its stopping rule, whose sentences have names in them, and without who is seeded where.
        """
        if report is None or self.pseudonyms is None:
            return report
        columns = [at for at, head in enumerate(report.head) if head in _NAME_HEADS]
        title = report.title
        facts = tuple(_renamed(fact, self.pseudonyms) for fact in report.facts)
        if title.startswith("Knockout, won by "):
            title = f"Knockout, won by {facts[-1]['winner']}"
        return KindReport(
            report.kind, report.complete, title, report.head,
            tuple(
                tuple(self.pseudonyms.get(cell, cell) if at in columns else cell for at, cell in enumerate(row))
                for row in report.rows
            ),
            tuple(filter(None, (self._note(note) for note in report.notes))), facts,
            out=self.refused(report.out),
        )  # fmt: skip

    def _note(self, note: str) -> str:
        """Return a note without names, "" where it cannot be had without them."""
        assert self.pseudonyms is not None
        if note.endswith(_OUT):
            name = self.pseudonyms.get(note.removesuffix(_OUT))
            return f"{name}{_OUT}" if name else ""
        return "" if note.startswith("Seeding:") else note


def _move(move: MoveRecord) -> MoveRecord:
    """Return a turn as the rules saw it: its faults by kind, and nothing that anybody said."""
    note = {key: move.note[key] for key in _NOTES if key in move.note}
    fault = None if move.fault is None else _unsaid(move.fault)
    return MoveRecord(move.turn, move.seat, move.move, note, fault, tuple(map(_unsaid, move.tries)), move.offered)


def _unsaid(fault: FaultRecord) -> FaultRecord:
    """Return a fault without the words that say what it was."""
    return FaultRecord(fault.fault, "", fault.final)


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return plain values with each text that is a name as its pseudonym."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {key: _renamed(part, names) for key, part in value.items()}
    if isinstance(value, Sequence):
        return [_renamed(part, names) for part in value]
    return value
