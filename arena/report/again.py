"""Games that were played again: through whose process the first attempt ended, why, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from arena.printable import printable
from arena.records.record import VoidRecord
from arena.report.numbers import grid, wrapped

HEADS = ("bot", "attempts", "why", "the last of them")
_ARENA = "(none: the arena)"
_SHORT = 80  # characters of a detail in a table
_EXPLAINED = (
    "Attempts at a game that do not count and were played again with the same seed. A bot is named where its process "
    "was killed by nobody that the arena knows of: that is made good once a bot and run, and counts as a crash "
    "afterwards. What names no bot failed through the arena."
)


@dataclass(frozen=True)
class Again:
    """Attempts of one kind. bot: whose process ended them, "" for none. last: how the last of them ended."""

    bot: str
    reason: str
    attempts: int
    last: str


def played_again(voids: Iterable[VoidRecord]) -> tuple[Again, ...]:
    """Return the attempts by bot and reason, bots in the order of the alphabet, the arena's own failures last."""
    counts: Counter[tuple[str, str]] = Counter()
    last: dict[tuple[str, str], str] = {}
    for void in voids:
        key = void.bot, void.reason
        counts[key] += 1
        last[key] = void.detail.strip().rpartition("\n")[2]
    order = sorted(counts, key=lambda key: (not key[0], key))
    return tuple(Again(*key, counts[key], last[key]) for key in order)


def again_rows(again: Sequence[Again]) -> list[list[str]]:
    """Return the table's cells, see HEADS."""
    return [[one.bot or _ARENA, str(one.attempts), printable(one.reason), printable(one.last, _SHORT)] for one in again]


def again_text(again: Sequence[Again]) -> list[str]:
    """Return the section; nothing where every game was played once."""
    if not again:
        return []
    table = grid(list(HEADS), again_rows(again), left=("bot", "why", "the last of them"))
    return ["GAMES PLAYED AGAIN\n" + "\n".join(wrapped([_EXPLAINED])) + "\n\n" + table]


def again_facts(again: Sequence[Again]) -> list[dict[str, Any]]:
    """Return the same as plain values; ``bot`` is null for failures of the arena."""
    return [{"bot": one.bot or None, "reason": one.reason, "attempts": one.attempts, "last": one.last} for one in again]
