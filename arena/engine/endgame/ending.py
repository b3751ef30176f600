"""How a game without tiles in the bag ends, by its rule book, as a search wants to know it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arena.scrabble.rulebook import RuleBook
from arena.scrabble.seen import SeenTurn

ENDLESS = 2  # passes in a row that end a game of two which no passing ends: nobody wants to play any more


@dataclass(frozen=True)
class EndOfGame:
    """What is still to come, and what it is worth.

    passes: how many passes in a row end the game; left: how many do from now on, 1 or more. Both may be fewer than
            the rule book says, see ``ending_of``; by_rule: how many do by the rule book from now on, None if no number.
    out:    what whoever goes out gains by each point of the others' tiles; lost: what those lose by each of theirs.
    idle:   what everybody loses by each point of his own tiles at a scoreless end.
    zero:   whether a play of no points counts as a pass.
    turns:  how many turns are left, None for no limit.
    """

    passes: int
    left: int
    out: int
    lost: int
    idle: int
    zero: bool
    turns: int | None
    by_rule: int | None

    def left_after_pass(self) -> int:
        """Return ``left`` for whoever is to move after a pass now; 0 where that pass ends the game."""
        return self.passes if self.by_rule is None else min(self.by_rule - 1, self.passes)

    def tiles_at_out(self) -> int:
        """Return what one point of the other's tiles is worth between two, when one goes out."""
        return self.out + self.lost


def ending_of(rules: RuleBook, seats: int, idle: Sequence[int] = (), row: int = 0, turns: int = 0) -> EndOfGame:
    """Return how the game goes on.

    seats: how many are still in. idle: how many scoreless turns each of them has had in a row, the mover first. row:
    how many there were in a row, by whomever. turns: how many turns were taken.

    Of two seats, two passes in a row do for the whole row: who does not want to play does not when asked again either.
    A scoreless row that passing does not lengthen (or that ends no game) has no end: two passes end the search, then,
    and so do as many as there are seats where there are more; it counts as a scoreless end.
    """
    counts = "pass" in rules.scoreless_turns and rules.scoreless_limit > 0
    if not counts:
        passes = left = ENDLESS if seats <= 2 else seats
    elif rules.scoreless_unit == "turns":
        passes, left = rules.scoreless_limit, max(1, rules.scoreless_limit - row)
    else:
        passes = seats * rules.scoreless_limit
        done, left = [*idle, *[0] * seats][:seats], 0
        while left == 0 or min(done) < rules.scoreless_limit:
            done[left % seats] += 1
            left += 1
    by_rule = left if counts else None
    if seats == 2 and not rules.zero_play_scoreless and rules.turn_limit is None:
        passes, left = min(passes, ENDLESS), min(left, ENDLESS)
    return EndOfGame(
        passes=passes,
        left=left,
        out={"both": 1, "double": 2}.get(rules.out_adjustment, 0),
        lost=int(rules.out_adjustment in ("own", "both")),
        idle=int(rules.scoreless_adjustment == "own"),
        zero=rules.zero_play_scoreless,
        turns=None if rules.turn_limit is None else max(1, rules.turn_limit - turns),
        by_rule=by_rule,
    )


def idle_of(rules: RuleBook, players: int, history: Sequence[SeenTurn]) -> tuple[list[int], int]:
    """Return how many scoreless turns each seat has had in a row, and how many there were in a row by whomever."""
    idle, row = [0] * players, 0
    before = [0] * players, 0  # the last turn
    for turn in history:
        if turn.challenge is not None:
            if not turn.challenge.right and not turn.challenge.lost_turn:
                continue
            seat = turn.seat
            if turn.challenge.right:  # the play failed
                (idle, row), seat = before, turn.challenge.against
            if "failed" in rules.scoreless_turns:
                idle[seat] += 1
                row += 1
            else:
                idle, row = [0] * players, 0
            continue
        before = list(idle), row
        if turn.kind == "forfeit":
            continue
        if turn.kind == "play":
            scoreless = turn.points == 0 and rules.zero_play_scoreless
        else:
            scoreless = turn.kind in rules.scoreless_turns
        if scoreless:
            idle[turn.seat] += 1
            row += 1
        else:
            idle, row = [0] * players, 0
    return idle, row
