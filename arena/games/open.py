"""What games of two seats without secrets have in common; tic-tac-toe and its kin stand on it.

The seats are called X (seat 0) and O (seat 1). A move knows who makes it and says so in its text: "X: rod 4".
The player may be left out when a move is read or played; it is then the one whose turn it is. Two moves
are equal when they do the same, whoever makes them. Nobody has to use this: any Game will do.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from arena.contract.chance import Random
from arena.contract.game import OpenView, Over, Ruling
from arena.contract.gifts import NO_GIFTS, Gifts
from arena.contract.outcome import Fault, Forfeit, Offence, Outcome
from arena.errors import ConfigError, IllegalMove, UnreadableMove

PLAYERS = ("X", "O")
_NAMED = 12  # legal moves that an error names before it only counts the rest


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What every state here knows. ``turn`` counts the moves so far; it makes no state another state."""

    mover: int
    turn: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(ABC):
    """A move, and who makes it (None: whose turn it is)."""

    seat: int | None = field(default=None, compare=False)

    @abstractmethod
    def what(self) -> str:
        """Return the move in words, without the player."""

    def __str__(self) -> str:
        return self.what() if self.seat is None else f"{PLAYERS[self.seat]}: {self.what()}"


S = TypeVar("S", bound=Turn)
M = TypeVar("M", bound=Named)


class OpenGame(ABC, Generic[S, M]):
    """A game of two seats without secrets and without chance. What is left to write is marked abstract.

    name:  what people call it. first: the seat that begins.
    """

    seats = 2

    def __init__(self, name: str, first: int = 1) -> None:
        """first: the player who begins, 1 or 2, as people count."""
        if first not in (1, 2):
            raise ConfigError(f"{name}: first", f"there is no player {first}", "Write 1 (X begins) or 2 (O begins)")
        self.name = name
        self.first = first - 1

    def __repr__(self) -> str:
        return self.name

    @abstractmethod
    def initial(self, first: int) -> S:
        """Return the state in which seat ``first`` is to make the first move."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    @abstractmethod
    def moves(self, state: S) -> Iterator[M]:
        """Yield the moves of a state that is not final."""

    @abstractmethod
    def after(self, state: S, move: M) -> S:
        """Return the state after a move of ``moves``."""

    @abstractmethod
    def why_not(self, state: S, move: M) -> str:
        """Return the rule that a move which is not among ``moves`` breaks, as a sentence without a full stop."""

    @abstractmethod
    def parse(self, text: str, seat: int | None) -> M | None:
        """Return the move that the words (without the player) say, or None."""

    @abstractmethod
    def picture(self, state: S) -> str:
        """Return the state for people, without the line that says whose turn it is."""

    @property
    @abstractmethod
    def wording(self) -> str:
        """Return how a move is written, as a sentence without a full stop, for prompts and errors."""

    @cached_property
    def gifts(self) -> Gifts:
        """Return what the game declares for solvers (imported when asked for: rules need no kernels)."""
        return NO_GIFTS

    def start(self, rng: Random) -> S:
        return self.initial(self.first)

    def to_move(self, state: S) -> int:
        if self.outcome(state) is not None:
            raise IllegalMove(self.name, "the game is over, so it is nobody's turn", "Ask outcome() first")
        return state.mover

    def legal(self, state: S) -> Iterator[M]:
        return iter(()) if self.outcome(state) is not None else self.moves(state)

    def play(self, state: S, move: M) -> S:
        if self.outcome(state) is not None:
            raise IllegalMove(str(move), "the game is over", "There are no more moves")
        known = list(self.moves(state))
        if move not in known:
            problem = self.why_not(state, move) if isinstance(move, type(known[0])) else "it is not a move of this game"
            raise IllegalMove(str(move), problem, "The moves are: " + listed(known))
        if move.seat not in (None, state.mover):
            raise IllegalMove(str(move), f"it is the turn of {PLAYERS[state.mover]}", "Wait for your turn")
        return self.after(state, move)

    def penalize(self, state: S, offence: Offence) -> Ruling[S]:
        """A fault forfeits: these games grant no second try. So does a resignation."""
        fault = offence.fault.name.lower().replace("_", " ")
        what = "resigns" if offence.fault is Fault.RESIGNED else f"forfeits: {fault}"
        return Over(
            Outcome(
                places=beats(1 - offence.seat),
                reason=f"{PLAYERS[offence.seat]} {what}",
                forfeits=(Forfeit(offence.seat, offence.fault, offence.detail),),
            )
        )

    def view(self, state: S, seat: int) -> OpenView[S, M]:
        return OpenView(self, state, seat, state.turn)

    def read_move(self, text: str) -> M:
        seat, words = split_player(text)
        move = self.parse(words, seat)
        if move is None:
            raise UnreadableMove("move", f"cannot read {text.strip()[:40]!r}", self.wording)
        return move

    def show(self, state: S) -> str:
        picture, outcome = self.picture(state).rstrip("\n"), self.outcome(state)
        if outcome is None:
            last = f"{PLAYERS[state.mover]} to move"
        elif outcome.places == (1, 1):
            last = f"a tie: {outcome.reason}"
        else:
            last = f"{PLAYERS[outcome.places.index(1)]} has won: {outcome.reason}"
        return f"{picture}\n{last}\n"

    def prompt(self, state: S) -> str:
        """Return the question for the person whose turn it is."""
        return f"{PLAYERS[self.to_move(state)]}, your move? "

    def note(self, before: S, after: S) -> Mapping[str, Any]:
        return {}


def beats(seat: int) -> tuple[int, int]:
    """Return the places of a game that ``seat`` has won."""
    return (1, 2) if seat == 0 else (2, 1)


def listed(moves: list[M]) -> str:
    """Return the moves in words, the first few of many."""
    rest = len(moves) - _NAMED
    return ", ".join(move.what() for move in moves[:_NAMED]) + (f", and {rest} more" if rest > 0 else "")


def split_player(text: str) -> tuple[int | None, str]:
    """Split "X: rod 4" into the seat (None where no player is named) and the words, in lower case."""
    head, colon, tail = text.partition(":")
    if colon and head.strip().upper() in PLAYERS:
        return PLAYERS.index(head.strip().upper()), " ".join(tail.lower().split())
    return None, " ".join(text.lower().split())


def numbers(name: str, **values: tuple[int, int, int]) -> None:
    """Refuse options outside their range; each value comes as (value, least, most)."""
    for option, (value, least, most) in values.items():
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ConfigError(f"{name}: {option}", f"{value!r} is not a whole number from {least} to {most}")
