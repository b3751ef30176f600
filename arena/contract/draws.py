"""The chance of a game's start, noted at one end of a wire and drawn again at the other.

A client that follows a game by its rules needs the state that the game began with. Where all of that state is public,
so are the draws that made it, and they are all that is sent: no seed, and nothing of what any other generator gives.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from arena.contract.chance import Random
from arena.errors import ConfigError

Draw = float | str  # of random(); or of getrandbits(), in hexadecimal digits


class NotedRandom(Random):
    """A generator that notes what is drawn from it, until it is closed; ``draws`` are JSON-able."""

    def __init__(self, seed: int, game: str) -> None:
        self.draws: list[Draw] = []
        self._game, self._open = game, True
        super().__init__(seed)

    def close(self) -> None:
        """Have every further draw raise ConfigError: a game takes all its chance at its start."""
        self._open = False

    def _check(self) -> None:
        if not self._open:
            problem = "the game draws from its start's generator after the start"
            raise ConfigError(self._game, problem, "Draw everything in start, and keep in the state what came of it")

    def random(self) -> float:
        self._check()
        drawn = super().random()
        self.draws.append(drawn)
        return drawn

    def getrandbits(self, k: int, /) -> int:
        self._check()
        drawn = super().getrandbits(k)
        self.draws.append(f"{drawn:x}")
        return drawn

    def getstate(self) -> Any:
        problem = "the game asks for the state of its start's generator, which nobody may see"
        raise ConfigError(self._game, problem, "Draw what is needed from it instead")


class ToldRandom(Random):
    """A generator that gives draws which were noted elsewhere, in their order. Raises ConfigError beyond them."""

    def __init__(self, draws: Iterable[Draw]) -> None:
        self._draws = iter(tuple(draws))
        super().__init__(0)

    def random(self) -> float:
        drawn = next(self._draws, None)
        if not isinstance(drawn, int | float):
            raise _other_rules()
        return float(drawn)

    def getrandbits(self, k: int, /) -> int:
        drawn = next(self._draws, None)
        if not isinstance(drawn, str):
            raise _other_rules()
        return int(drawn, 16)


def _other_rules() -> ConfigError:
    problem = "the rules here draw differently from those of the server"
    return ConfigError("chance", problem, "Is it the same version of the game?")
