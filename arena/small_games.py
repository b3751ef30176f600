"""The small games from Python: a game by its text, its moves, and who wins when everybody plays their best.

    >>> from arena import small_games
    >>> position = small_games.start("connect(7,6,4)", "4 4 4 4 4 2")
    >>> print(position)
    .  .  .  .  .  .  .
    .  .  .  X  .  .  .
    .  .  .  O  .  .  .
    .  .  .  X  .  .  .
    .  .  .  O  .  .  .
    .  O  .  X  .  .  .
    1  2  3  4  5  6  7
    X to move

Any installed game will do (``arena games``, docs/how-to/write-a-game.md), whatever its number of seats. Positions are
values: ``play`` returns another. Seats are counted from 0; texts say X and O, or player 1 to n. Nothing is compiled
before the solver is asked. Whatever cannot be used raises an ArenaError that says where, what, and what to do.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from arena.contract.chance import seed_of
from arena.contract.game import Game, Move
from arena.contract.outcome import Outcome
from arena.contract.placing import Placing
from arena.errors import ConfigError
from arena.games.transcript import replay

if TYPE_CHECKING:  # brings kernels along
    from arena.solver import Solver

__all__ = ["Advice", "Forecast", "Position", "read_game", "start"]

MIB = 1 << 20


@dataclass(frozen=True)
class Forecast(Placing):
    """How a game ends from a position on, with best play by all.

    places: each seat's place with best play by all, from 1; None where a limit was reached first.
    plies:  moves until the end when winners hurry and losers delay; None for ties, and where nobody asked.
    limit:  "" or what stopped the search: "nodes" or "time".
    """

    places: tuple[int, ...] | None
    plies: int | None
    limit: str = ""


@dataclass(frozen=True)
class Advice(Forecast):
    """What the solver says of a position, with a move that reaches it.

    move:   its text; None when the game is over. After a limit: the best one so far, which promises nothing.
    nodes:  positions looked at. hits: how many of them were in the table already.
    method: "plain", "compiled", or "own search" where the game brings one.
    """

    move: str | None = None
    nodes: int = 0
    hits: int = 0
    method: str = "plain"


@dataclass(frozen=True, eq=False)
class Position:
    """A position of a small game; ``start`` makes the first one. In a notebook it shows itself.

    game:   the rules, and state: what they know; for what is not offered here (arena.contract.game).
    played: the moves made with ``play``, as texts.
    """

    game: Game[object, Move]
    state: object
    played: tuple[str, ...] = ()
    _solvers: dict[int, Solver[object, Move]] = field(default_factory=dict, repr=False)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: each seat's place, and why; None while it goes on."""
        return self.game.outcome(self.state)

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, None when the game is over."""
        return None if self.outcome is not None else self.game.to_move(self.state)

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves, as texts; () when the game is over.

        >>> from arena import small_games
        >>> small_games.start("sticks(2)").moves
        ('X: take 1', 'X: take 2')
        """
        return tuple(str(move) for move in self.game.legal(self.state))

    def play(self, move: str | Move) -> Position:
        """Return the position after a move, in any text that the game reads (``"X: take 1"``, ``"take 1"``, ``"1"``).

        Raises UnreadableMove for a text that says no move, IllegalMove, naming the rule, for one that is not legal.

        >>> from arena import small_games
        >>> small_games.start("sticks(2)").play("2").outcome.places
        (1, 2)
        """
        made = self.game.read_move(move) if isinstance(move, str) else move
        after = self.game.play(self.state, made)
        return replace(self, state=after, played=(*self.played, str(made)))

    def advise(
        self,
        *,
        aggressive: bool = False,
        nodes: int | None = None,
        time_left: Callable[[], float] | None = None,
        memory: int = 64,
    ) -> Advice:
        """Return the best move and the forecast.

        aggressive: of winning moves the nearest win, of losing ones the most distant loss; ``plies`` is then told.
        nodes:      positions looked at, at most. time_left: asked now and then, the search ends when it answers 0 or
                    less (unit: seconds). A limit that is reached is told.
        memory:     MiB for the solver's tables, which all positions of a game share.

        >>> from arena import small_games
        >>> advice = small_games.start("sticks(14)").advise()
        >>> advice.move, advice.winner
        ('X: take 2', 0)
        """
        from arena.contract.gifts import SearchLimits

        solver = self._solver(memory)
        found = solver.solve(self.state, aggressive=aggressive, limits=SearchLimits(nodes, time_left))
        move = None if found.move is None else str(found.move)
        return Advice(found.places, found.plies, found.limit, move, found.nodes, found.hits, solver.method)

    def best_move(self) -> str | None:
        """Return a move that forces the best outcome for the seat to move, as text; None when the game is over.

        >>> from arena import small_games
        >>> small_games.start("tictactoe", "ul um m").best_move()
        'O: upper right'
        """
        return self.advise().move

    def forecast(self) -> tuple[int, ...] | None:
        """Return each seat's place, from 1, when all play their best: ``(1, 1)`` is a tie, ``(2, 1)`` a win of seat 1.

        >>> from arena import small_games
        >>> small_games.start("tictactoe").forecast()
        (1, 1)
        """
        return self.advise().places

    def ranked(
        self,
        count: int = 1000,
        *,
        nodes: int | None = None,
        time_left: Callable[[], float] | None = None,
        memory: int = 64,
    ) -> list[tuple[str, Forecast]]:
        """Return the best moves, best first, each with the forecast after it; limits as for ``advise``.

        >>> from arena import small_games
        >>> [(move, forecast.winner) for move, forecast in small_games.start("sticks(5)").ranked(2)]
        [('X: take 1', 0), ('X: take 2', 1)]
        """
        from arena.contract.gifts import SearchLimits

        found = self._solver(memory).ranked(self.state, count, limits=SearchLimits(nodes, time_left))
        return [(str(move), Forecast(after.places, after.plies, after.limit)) for move, after in found]

    def __str__(self) -> str:
        return self.game.show(self.state).rstrip("\n")

    def __repr__(self) -> str:
        return f"<{self.game.name}: {str(self).splitlines()[-1]}>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"

    def _solver(self, memory: int) -> Solver[object, Move]:
        from arena.solver import Solver

        if memory not in self._solvers:
            self._solvers[memory] = Solver(self.game, memory=memory * MIB)
        return self._solvers[memory]


def start(game: str | Game[object, Move], moves: str = "", *, seed: int | str = 0) -> Position:
    """Return the position of a game after some moves.

    game:  its text, as ``read_game`` takes it, or the game itself.
    moves: one after the other, parted by commas or line breaks where there are any: "m um ul"; or a picture where
           the game reads them: "X.. / .O. / ..X".
    seed:  of games with chance, a number or text.
    Raises ConfigError for a game that is not there or does not take these options; UnreadableMove, IllegalMove or
    NotationError, naming the move, for the moves.

    >>> from arena import small_games
    >>> small_games.start("nim(3,5,7)", "row 1 stick 1").to_move
    1
    """
    made = read_game(game) if isinstance(game, str) else game
    state = replay(made, moves, seed=seed if isinstance(seed, int) else seed_of(0, seed))
    return Position(made, state)


def read_game(text: str) -> Game[object, Move]:
    """Return the rules of a game by its text.

    text: a name with its options in brackets: ``connect(7,6,4)``, ``nim(3,5,7)``, ``peg(board=cross,hole=d4)``, or
          ``module:factory`` of a game that is not installed.
    Raises ConfigError for a game that is not there, cannot be imported, or does not take these options.

    >>> from arena import small_games
    >>> small_games.read_game("nim(3,5,7)")
    nim(3,5,7)
    """
    from arena.variants.plugins import make_game

    call = re.fullmatch(r"\s*([^\s()]+)\s*\(([^()]*)\)\s*", text)
    if call is None:
        return make_game(text)
    plain: list[str] = []
    options: dict[str, int | bool | str] = {}
    for part in (part.strip() for part in call[2].split(",")):
        key, equals, value = part.partition("=")
        if equals:
            options[key.strip()] = _value(value.strip())
        elif part:
            plain.append(part)
    if options and any(not re.fullmatch(r"-?\d+", part) for part in plain):
        raise ConfigError(
            "game", f"{text!r} names no game", "Write a name, numbers, and NAME=VALUE, such as nim(3,5,7)"
        )
    return make_game(f"{call[1]}({','.join(plain)})" if plain else call[1], options)


def _value(text: str) -> int | bool | str:
    if re.fullmatch(r"-?\d{1,9}", text, flags=re.ASCII):
        return int(text)
    known: dict[str, int | bool | str] = {"true": True, "yes": True, "false": False, "no": False}
    return known.get(text.lower(), text)
