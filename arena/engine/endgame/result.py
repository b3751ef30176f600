"""What a search of an endgame says."""

from __future__ import annotations

from dataclasses import dataclass

from arena.scrabble.finding import ScoredPlay
from arena.scrabble.moves import Pass, Play


@dataclass(frozen=True)
class EndgameResult:
    """The best move of an endgame, and its value.

    value: points still to come for the mover less those for the best of the others, this move's and what the end of the
           game adds or takes among them.
    exact: whether that is the value under best play of all; else it is the guess of the deepest search that was done.
    move:  a best move, Play or Pass. score: what it scores now.
    line:  moves of best play, beginning with ``move``, as far as the search still knows them.
    depth: for how many moves ahead everything was looked at. nodes: how many positions were.
    """

    value: int
    exact: bool
    move: Play | Pass
    score: int
    line: tuple[Play | Pass, ...]
    depth: int
    nodes: int


def move_of(play: ScoredPlay | None) -> Play | Pass:
    """Return a play as a move, a pass for none."""
    return Pass() if play is None else play.play
