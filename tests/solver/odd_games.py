"""Games that break what a solver might take for granted. Each is a whole Game in a few lines."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from arena.contract.game import OpenView, Over
from arena.contract.outcome import Forfeit, Outcome
from arena.errors import IllegalMove, UnreadableMove

WIN = {0: (1, 2), 1: (2, 1), None: (1, 1)}


@dataclass(frozen=True)
class Step:
    """A move: an edge of the tree, by its label."""

    label: str

    def __str__(self) -> str:
        return self.label


class Tree:
    """A game given as a tree: a leaf is its winner (None: a tie), a node is (mover, {label: child}).

    States are paths; ``to_move`` raises on leaves.
    """

    seats = 2

    def __init__(self, root: Any, name: str = "tree") -> None:
        self.root, self.name, self.calls = root, name, Counter()

    def _at(self, state: tuple[str, ...]) -> Any:
        node = self.root
        for label in state:
            node = node[1][label]
        return node

    def start(self, rng: Any) -> tuple[str, ...]:
        return ()

    def outcome(self, state: tuple[str, ...]) -> Outcome | None:
        self.calls["outcome"] += 1
        node = self._at(state)
        return None if isinstance(node, tuple) else Outcome(WIN[node], "a leaf")

    def to_move(self, state: tuple[str, ...]) -> int:
        self.calls["to_move"] += 1
        node = self._at(state)
        assert isinstance(node, tuple), "nobody may ask whose turn it is once the game is over"
        return node[0]

    def legal(self, state: tuple[str, ...]) -> Any:
        self.calls["legal"] += 1
        node = self._at(state)
        return iter([Step(label) for label in node[1]] if isinstance(node, tuple) else [])

    def play(self, state: tuple[str, ...], move: Any) -> tuple[str, ...]:
        self.calls["play"] += 1
        node = self._at(state)
        if not isinstance(node, tuple) or not isinstance(move, Step) or move.label not in node[1]:
            raise IllegalMove(str(move), "there is no such branch", "Take one that is there")
        return (*state, move.label)

    def penalize(self, state: Any, offence: Any) -> Over:
        return Over(Outcome(WIN[1 - offence.seat], "fault", forfeits=(Forfeit(offence.seat, offence.fault),)))

    def view(self, state: tuple[str, ...], seat: int) -> OpenView:
        return OpenView(self, state, seat, len(state))

    def read_move(self, text: str) -> Step:
        if not text.isalnum() or len(text) > 3:
            raise UnreadableMove("move", f"cannot read {text[:20]!r}", "Write a branch")
        return Step(text)

    def show(self, state: tuple[str, ...]) -> str:
        node = self._at(state)
        turn = f"player {node[0] + 1} to move" if isinstance(node, tuple) else "over"
        return f"/{'/'.join(state)}\n{turn}\n"

    def note(self, before: Any, after: Any) -> dict:
        return {}


def chain(length: int, end: Any, mover: int = 0) -> Any:
    """Return a tree with one legal move everywhere."""
    node = end
    for _ in range(length):
        node = (mover, {"on": node})
    return node


@dataclass(frozen=True)
class Race:
    """A state of ``Doubles``: what each seat has, whose turn, moves it still has in this turn."""

    have: tuple[int, int]
    mover: int
    left: int


class Doubles(Tree):
    """Each turn is two moves of 1 or 2; who first reaches the goal exactly or beyond LOSES if misere, else wins."""

    def __init__(self, goal: int, misere: bool) -> None:
        super().__init__(None, f"doubles{goal}")
        self.goal, self.misere = goal, misere

    def start(self, rng: Any) -> Race:
        return Race((0, 0), 0, 2)

    def outcome(self, state: Race) -> Outcome | None:
        for seat in (0, 1):
            if state.have[seat] >= self.goal:
                return Outcome(WIN[1 - seat if self.misere else seat], "the goal")
        return None

    def to_move(self, state: Race) -> int:
        assert self.outcome(state) is None
        return state.mover

    def legal(self, state: Race) -> Any:
        return iter([] if self.outcome(state) else [Step("1"), Step("2")])

    def play(self, state: Race, move: Step) -> Race:
        have = list(state.have)
        have[state.mover] += int(move.label)
        again = state.left == 2
        return Race((have[0], have[1]), state.mover if again else 1 - state.mover, 1 if again else 2)
