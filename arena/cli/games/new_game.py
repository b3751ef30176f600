"""The files of a new game's package: what ``arena games new`` writes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from arena.cli.new_package import Texts, new_package

_GAME = '''\
"""A game of two: in turn each takes one to three stones from a heap, and whoever takes the last one wins."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.contract.outcome import Outcome
from arena.games.open import Named, OpenGame, Turn, beats


@dataclass(frozen=True, slots=True)
class Heap(Turn):  # Turn brings ``mover``, the seat whose turn it is, and ``turn``, how many there were
    stones: int


@dataclass(frozen=True, slots=True)
class Take(Named):  # Named brings the player: str(move) is "X: take 2"
    count: int

    def what(self) -> str:
        return f"take {{self.count}}"


class {type}(OpenGame[Heap, Take]):
    wording = "A move is a number of stones, such as take 2"  # said at prompts and in errors

    def __init__(self, name: str, first: int, stones: int, most: int) -> None:
        super().__init__(name, first)
        self.stones, self.most = stones, most

    def initial(self, first: int) -> Heap:
        return Heap(self.stones, mover=first)

    def outcome(self, state: Heap) -> Outcome | None:
        return None if state.stones else Outcome(beats(1 - state.mover), "the last stone was taken")

    def moves(self, state: Heap) -> Iterator[Take]:
        return (Take(count, seat=state.mover) for count in range(1, min(self.most, state.stones) + 1))

    def after(self, state: Heap, move: Take) -> Heap:
        return Heap(state.stones - move.count, mover=1 - state.mover, turn=state.turn + 1)

    def why_not(self, state: Heap, move: Take) -> str:
        return f"at most {{min(self.most, state.stones)}} can be taken"  # the rule that a move broke

    def parse(self, text: str, seat: int | None) -> Take | None:
        count = text.removeprefix("take").strip()
        return Take(int(count), seat=seat) if count.isascii() and count.isdigit() and len(count) < 6 else None

    def picture(self, state: Heap) -> str:
        return "o " * state.stones or "no stones"


def make_game(stones: int = 13, most: int = 3, first: int = 1) -> {type}:
    """Take from a heap, the last stone wins. Its parameters are the game's options. first: who begins, 1 or 2."""
    if not 1 <= stones <= 200 or not 1 <= most <= 200:
        raise ValueError("stones and most are numbers from 1 to 200")
    return {type}("{name}", first, stones, most)
'''

_TEST = '''\
"""The game keeps every promise, and its smallest forms end as they should."""

from arena.games.conformance import check_game
from arena.solver import Solver

from {module} import make_game


def test_every_promise_of_the_contract_is_kept() -> None:
    report = check_game(make_game(), seed=1, games=20, states=2000)
    assert report.good, report.findings


def test_who_is_left_a_multiple_of_four_loses() -> None:
    for stones in range(1, 13):
        game = make_game(stones)
        wins = Solver(game).forecast(game.initial(0)) == (1, 2)
        assert wins == (stones % 4 != 0)
'''

_README = """\
# {name}

A game for arena.

    pip install -e .
    arena games check {name}
    arena play {name} --as X
    pytest
"""


def write_game(name: str, into: Path, registered: Iterable[str]) -> Path:
    """Write the package of a new game into a folder of its name and return the folder.

    registered: the games that are there. Raises ConfigError where the name will not do, or the folder is there.
    """
    return new_package(name, "game", into, registered, Texts(_GAME, _TEST, _README))
