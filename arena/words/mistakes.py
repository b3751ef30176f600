"""When in a game a move was made, and what kind of mistake it was. Pure."""

from __future__ import annotations

from typing import NamedTuple

from arena.scrabble.moves import Change, Pass, Play

OPENING, MIDDLE, PRE_ENDGAME, ENDGAME = "opening", "middle", "pre-endgame", "endgame"
PHASES = (OPENING, MIDDLE, PRE_ENDGAME, ENDGAME)
OPENING_TURNS = 2  # of each player

WITHDRAWN, PASSED, MISSED_BINGO = "withdrawn play", "pass", "missed bingo"
EXCHANGED, NOT_EXCHANGED, OTHER_EXCHANGE = "exchange instead of play", "play instead of exchange", "other exchange"
MISSED_OUT, FEWER_POINTS, WORSE_LEAVE = "missed going out", "fewer points", "worse leave"
MISTAKES = (
    WITHDRAWN, PASSED, MISSED_BINGO, EXCHANGED, NOT_EXCHANGED, OTHER_EXCHANGE, MISSED_OUT, FEWER_POINTS, WORSE_LEAVE,
)  # fmt: skip
LEAST_WIN = 0.01  # chance to win that is given away at least, for a move to be a mistake by simulation
LEAST = 0.005  # points that are given away at least, for a move to be a mistake: values of leaves are that exact


class MoveWorth(NamedTuple):
    """A move and what it is worth.

    score: its points. equity: with what it keeps. searched: the mean spread of a simulation, or the points still to
    come in an endgame, None where nobody searched. win: chance to win, None where it is not known.
    """

    move: Play | Change | Pass
    score: int
    equity: float
    searched: float | None = None
    win: float | None = None

    @property
    def value(self) -> float:
        """Points that the move is worth: by search, else by equity."""
        return self.equity if self.searched is None else self.searched


def phase_of(turns: int, bag: int, hand_size: int) -> str:
    """Return the phase of a game.

    turns: how many the player has had. bag: tiles in it.
    endgame: the bag is empty. pre-endgame: it holds no more than a full hand. opening: one of the first two turns of
    each player. middle: anything between.
    """
    if bag == 0:
        return ENDGAME
    if bag <= hand_size:
        return PRE_ENDGAME
    return OPENING if turns < OPENING_TURNS else MIDDLE


def mistake_of(
    made: MoveWorth, best: MoveWorth, *, held: int, full: int, withdrawn: bool, bag: int, least: float = LEAST
) -> str:
    """Return the kind of a mistake, the first of MISTAKES that fits; "" where nothing is given away.

    held: tiles in the hand. full: tiles of a full hand. withdrawn: the play made was taken back. least: points that a
    mistake gives away at least.
    A bingo plays a full hand. Between two plays it is the points where they make up at least half of the difference,
    else the leave (with an empty bag: the tiles that may be left in the end).
    """
    if best.value - made.value < least:
        return ""
    laid = {id(worth): len(worth.move.tiles) if isinstance(worth.move, Play) else 0 for worth in (made, best)}
    if withdrawn:
        return WITHDRAWN
    if isinstance(made.move, Pass):
        return PASSED
    if laid[id(best)] == full and laid[id(made)] < full:
        return MISSED_BINGO
    if isinstance(made.move, Change):
        return OTHER_EXCHANGE if isinstance(best.move, Change) else EXCHANGED
    if isinstance(best.move, Change):
        return NOT_EXCHANGED
    if bag == 0 and laid[id(best)] == held and laid[id(made)] < held:
        return MISSED_OUT
    return FEWER_POINTS if 2 * (best.score - made.score) >= best.value - made.value else WORSE_LEAVE
