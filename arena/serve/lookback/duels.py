"""Games side by side: the same one of two tournaments, or two bots' with the same tiles. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from arena.records.record import GameRecord

MOST = 5000  # lines


def duel_facts(
    first: Iterable[GameRecord], second: Iterable[GameRecord], a: str = "", b: str = ""
) -> list[dict[str, Any]]:
    """Return one line for each two games that belong together.

    Without a and b: games of one id and seed. With them, two bots of one tournament: the games of a and of b against
    the same others, in the same seat, with the same tiles, or the two halves in which they meet each other.
    """
    lines = []
    if not a:
        there = {record.id: record for record in second}
        for one in first:
            two = there.get(one.id)
            if two is not None and two.seed == one.seed:
                lines.append(_line(one, two, None, None))
    else:
        known = {_place(record, b): record for record in second if b in record.bots}
        for one in first:
            if a not in one.bots:
                continue
            two = known.get(_place(one, a, b))
            if two is not None and two.id != one.id:
                lines.append(_line(one, two, one.bots.index(a), two.bots.index(b)))
    return lines[:MOST]


def _place(record: GameRecord, bot: str, instead: str | None = None) -> tuple[Any, ...]:
    """Return what two games share that differ in one bot alone: variant, tiles, the seat, and who else plays."""
    if instead is not None and instead in record.bots:  # they meet: the other half is what belongs to it
        swapped = tuple(instead if name == bot else bot if name == instead else name for name in record.bots)
        return record.variant, record.seed, swapped
    own = tuple(instead if name == bot and instead else name for name in record.bots)
    return record.variant, record.seed, own


def _line(one: GameRecord, two: GameRecord, seat: int | None, other: int | None) -> dict[str, Any]:
    parted = next(
        (turn for turn, (x, y) in enumerate(zip(one.moves, two.moves, strict=False)) if x.move != y.move), None
    )
    if parted is None and len(one.moves) != len(two.moves):
        parted = min(len(one.moves), len(two.moves))
    return {
        "a": _side(one, seat), "b": _side(two, other), "variant": one.variant, "same": parted is None, "parted": parted,
    }  # fmt: skip


def _side(record: GameRecord, seat: int | None) -> dict[str, Any]:
    scores = None if record.scores is None else list(record.scores)
    return {"id": record.id, "bots": list(record.bots), "scores": scores, "places": list(record.places), "seat": seat}
