"""Positions as pictures: rows of X, O and dots, as games show them: "X.. / .O. / ..X".

A picture can say what no game can lead to: two winners, a stone in the air, moves after the end. A position
is therefore taken only when some order of moves leads to it; we look for one backwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from arena.contract.outcome import Outcome
from arena.errors import NotationError

_MOST = 300_000  # positions looked at on the way back


def rows_of(text: str) -> list[str] | None:
    """Return the rows of a picture, None where the text is no picture.

    What games show below it is left out: a foot of numbers, and the line that says whose turn it is.
    """
    lines = ["".join(line.split()) for line in re.split(r"[/\n]", text)]
    rows = [line.upper() for line in lines if re.fullmatch(r"[XO.]+", line, flags=re.IGNORECASE)]
    rest = [line for line in lines if line and line.upper() not in rows and not re.fullmatch(r"\d+|[XOxo]tomove", line)]
    return rows if len(rows) > 1 and not rest else None


def check_size(name: str, rows: list[str], width: int, height: int) -> None:
    """Refuse a picture of another size."""
    if len(rows) != height or any(len(row) != width for row in rows):
        sizes = " ".join(str(len(row)) for row in rows)
        raise NotationError(
            f"{name}: picture",
            f"it has {len(rows)} rows of {sizes} squares",
            f"Draw {height} rows of {width} squares, X, O or a dot each",
        )


def mover_of(name: str, rows: list[str], first: int) -> int:
    """Return whose turn it is by the number of stones; refuse numbers that no game has."""
    counts = [sum(row.count(mark) for row in rows) for mark in "XO"]
    ahead = counts[first] - counts[1 - first]
    if ahead not in (0, 1):
        raise NotationError(
            f"{name}: picture",
            f"X has {counts[0]} and O {counts[1]}, though {'XO'[first]} begins and they take turns",
            "Fix the picture",
        )
    return first if ahead == 0 else 1 - first


def check_reached(
    name: str, state: Any, before: Callable[[Any], Iterable[Any]], outcome: Callable[[Any], Outcome | None]
) -> None:
    """Refuse a state that no order of moves leads to. before: state -> the states it may come from."""
    waiting, seen = [state], {state}
    while waiting:
        at = waiting.pop()
        if at.turn == 0:
            return
        for earlier in before(at):
            if earlier not in seen and outcome(earlier) is None:
                seen.add(earlier)
                waiting.append(earlier)
        if len(seen) > _MOST:
            break
    raise NotationError(f"{name}: picture", "no order of moves leads to this position", "Give the moves instead")
