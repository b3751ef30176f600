"""Challenges in GCG records: the pragma that says by which rule plays were challenged, and what that rule allows. Pure.

GCG has a line for a play taken back and one for points that a challenge gave, and none for the rule: the pragma
``#challenge RULE`` is ours, with the words of rule books (void, single, double, 5, 10; 5pt and 10pt as CGP has them).
"""

from __future__ import annotations

from typing import get_args

from arena.notation.gcg import Event, EventKind, GcgGame
from arena.scrabble.rulebook import ChallengeRule

PRAGMA = "challenge"
LOST_TURN = "challenge lost the turn"  # how the note begins on a pass that a wrong challenge cost
_NAMED: dict[str, ChallengeRule] = {str(rule): rule for rule in get_args(ChallengeRule)}


def challenge_rule(game: GcgGame) -> ChallengeRule | None:
    """Return the rule that a record names, None where it names none that is known."""
    return _NAMED.get((game.pragma(PRAGMA) or "").strip().lower().removesuffix("pt"))


def rule_problem(game: GcgGame) -> tuple[int, str] | None:
    """Return (line, text) of a rule that nobody knows."""
    said = game.pragma(PRAGMA)
    if said is None or challenge_rule(game) is not None:
        return None
    return game.lines.get(PRAGMA, 1), f"no challenge rule {said[:40]!r} is known. There are: {', '.join(_NAMED)}"


def bonus_problem(rule: ChallengeRule | None, event: Event) -> str | None:
    """Return what is wrong with the points of a challenge by the rule that the record names; None where nothing is."""
    if rule is None or event.kind is not EventKind.CHALLENGE:
        return None
    if not isinstance(rule, int):
        return f"a challenge bonus, and by the rule {rule} there is none"
    return None if event.score == rule else f"a challenge bonus of {event.score:+d} where the rule gives {rule:+d}"
