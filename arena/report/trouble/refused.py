"""Bots that were handed in and are not admitted: who, and why. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.printable import printable
from arena.report.numbers import WIDTH, wrapped

EXPLAINED = (
    "These were handed in, and could not be installed, do not start, or had to leave a game against themselves. They "
    "forfeit their games; whoever met one of them has these for nothing."
)
LEFT_OUT = (
    "These were handed in, and could not be installed, do not start, or had to leave a game against themselves. They "
    "play no game; of who handed in a good one before, that one stays in the table."
)
_LONGEST = 600  # characters of a reason
HEADS = ("bot", "why")


@dataclass(frozen=True)
class NotAdmitted:
    """One bot that is not admitted, and the reason, for its author."""

    bot: str
    why: str


def not_admitted(refused: Mapping[str, str]) -> tuple[NotAdmitted, ...]:
    """Return those that a manifest names, by name."""
    return tuple(NotAdmitted(bot, printable(refused[bot], _LONGEST)) for bot in sorted(refused))


def refused_text(refused: Sequence[NotAdmitted], width: int = WIDTH, *, season: bool = False) -> list[str]:
    """Return the section, all of them; nothing where everybody is admitted. season: who is refused plays no game."""
    if not refused:
        return []
    lines = [line for one in refused for line in wrapped([f"{one.bot}: {one.why}"], width)]
    return ["NOT ADMITTED\n" + "\n".join([*wrapped([LEFT_OUT if season else EXPLAINED], width), "", *lines])]


def refused_rows(refused: Sequence[NotAdmitted]) -> list[list[str]]:
    """Return the cells of a table, see HEADS."""
    return [[one.bot, one.why] for one in refused]


def refused_facts(refused: Sequence[NotAdmitted]) -> list[dict[str, str]]:
    """Return the same as plain values."""
    return [{"bot": one.bot, "why": one.why} for one in refused]
