"""The solver of small games: how long its answers take, and how long the same answers take others.

    python bench/solver.py [--full] [--no-others] [--positions N]

--full also solves connect four on 7 rods of 6 from the empty board (minutes). Others are easyAI and OpenSpiel,
each left out, and named under ``missing``, where it is not installed (pip install easyAI open_spiel). Prints
one line of JSON; see README.md here.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

from calibration import calibrate

from arena.games import coins, connect, nim, sticks, tictactoe
from arena.solver import Solver

GIB = 1 << 30


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """Return wall-clock seconds and the answer."""
    begun = time.perf_counter()
    answer = run()
    return time.perf_counter() - begun, answer


def asked(game: Any, state: Any, memory: int = GIB // 4) -> tuple[float, Any]:
    """Return the seconds of best move and forecast by a solver that knows nothing yet, and its answer."""
    return timed(lambda: Solver(game, memory=memory).solve(state))


def positions(game: Any, discs: int, count: int, seed: int) -> list[Any]:
    """Return random positions with so many discs in which nobody has won."""
    rng = Random(seed)
    states: list[Any] = []
    while len(states) < count:
        state = game.initial(0)
        while game.outcome(state) is None and state.turn < discs:
            state = game.play(state, rng.choice(list(game.legal(state))))
        if game.outcome(state) is None:
            states.append(state)
    return states


def ours(full: bool, count: int) -> dict[str, Any]:
    """Measure our own solver."""
    figures: dict[str, Any] = {}
    small: dict[str, Any] = {
        "tictactoe_ms": tictactoe.make_game(),
        "nim_3_5_7_ms": nim.make_game(3, 5, 7),
        "coins_4_10_7_ms": coins.make_game(4, 10, 7),
        "sticks_1000_ms": sticks.make_game(1000),
    }
    for name, game in small.items():
        asked(game, game.initial(0))  # warm-up
        figures[name] = round(1000 * statistics.median(asked(game, game.initial(0))[0] for _ in range(7)), 3)
    for name, rods in (("6x6_12_discs_ms", 6), ("7x6_12_discs_ms", 7)):
        game = connect.make_game(rods, 6)
        times = sorted(1000 * asked(game, state)[0] for state in positions(game, 12, count, 12))
        figures[name] = {"median": round(statistics.median(times), 2), "most": round(times[-1], 1), "positions": count}
    for name, rods in [("6x6_empty", 6)] + [("7x6_empty", 7)] * full:
        game = connect.make_game(rods, 6)
        seconds, answer = asked(game, game.initial(0), GIB)
        figures[f"{name}_s"] = round(seconds, 2)
        figures[f"{name}_nodes"] = answer.nodes
        figures[f"{name}_answer"] = f"{answer.move}, places {answer.places}"
    figures["peak_mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return figures


# --- the others: one function each, (seconds, value for the mover) of one position


def columns(game: Any, state: Any) -> list[str]:
    """Return the stones of each rod, bottom first."""
    rows = [line.split() for line in game.picture(state).splitlines()[:-1]]
    return ["".join(row[rod] for row in reversed(rows)).rstrip(".") for rod in range(game.rods)]


def easyai() -> dict[str, Callable[[Any, Any], tuple[float, int]]]:
    """Return easyAI's way of answering: its negamax to the end of the game, with its table, on its own games."""
    import numpy as np
    from easyAI import AI_Player, Negamax, TranspositionTable
    from easyAI.games.ConnectFour import ConnectFour
    from easyAI.games.TicTacToe import TicTacToe

    def answer(game: Any, depth: int) -> tuple[float, int]:
        search = Negamax(depth, tt=TranspositionTable())
        game.players = [AI_Player(None), AI_Player(None)]
        seconds, _ = timed(lambda: search(game))
        return seconds, (search.alpha > 0) - (search.alpha < 0)

    class Tic(TicTacToe):  # type: ignore[misc]
        def ttentry(self) -> tuple[int, ...]:
            return tuple(self.board)

    class Four(ConnectFour):  # type: ignore[misc]
        def ttentry(self) -> bytes:
            return bytes(self.board.tobytes())

        def unmake_move(self, column: int) -> None:
            self.board[np.flatnonzero(self.board[:, column])[-1], column] = 0

    def tic(game: Any, state: Any) -> tuple[float, int]:
        return answer(Tic([None, None]), 9)

    def four(game: Any, state: Any) -> tuple[float, int]:
        board = np.zeros((6, 7), dtype=int)
        for rod, stones in enumerate(columns(game, state)):
            for level, stone in enumerate(stones):
                board[level, rod] = 1 if stone == "X" else 2
        given = Four([None, None], board)
        given.current_player = 1 + state.mover
        return answer(given, 42 - state.turn)

    return {"tictactoe": tic, "connect four": four}


def openspiel() -> dict[str, Callable[[Any, Any], tuple[float, int]]]:
    """Return OpenSpiel's way of answering: its alpha-beta search over its own C++ games."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    def answer(game: Any, state: Any) -> tuple[float, int]:
        mover = state.current_player()
        seconds, (value, _) = timed(lambda: minimax.alpha_beta_search(game, state=state, maximizing_player_id=mover))
        return seconds, (value > 0) - (value < 0)

    def tic(game: Any, state: Any) -> tuple[float, int]:
        theirs = pyspiel.load_game("tic_tac_toe")
        return answer(theirs, theirs.new_initial_state())

    def piles(game: Any, state: Any) -> tuple[float, int]:
        theirs = pyspiel.load_game(f"nim(pile_sizes={';'.join(map(str, state.counts))},is_misere=false)")
        return answer(theirs, theirs.new_initial_state())

    def four(game: Any, state: Any) -> tuple[float, int]:
        theirs = pyspiel.load_game("connect_four")
        given = theirs.new_initial_state()
        for move in history(columns(game, state)):
            given.apply_action(move)
        return answer(theirs, given)

    return {"tictactoe": tic, "coins": piles, "connect four": four}


def history(rods: list[str]) -> list[int]:
    """Return an order of moves that builds up a position."""

    def built(levels: tuple[int, ...], moves: list[int]) -> list[int] | None:
        if sum(levels) == sum(map(len, rods)):
            return moves
        for rod, stones in enumerate(rods):
            if levels[rod] < len(stones) and stones[levels[rod]] == "XO"[len(moves) % 2]:
                after = (*levels[:rod], levels[rod] + 1, *levels[rod + 1 :])
                if after not in dead and (found := built(after, [*moves, rod])) is not None:
                    return found
        dead.add(levels)
        return None

    dead: set[tuple[int, ...]] = set()
    found = built((0,) * len(rods), [])
    assert found is not None
    return found


def compared(name: str, make: Callable[[], dict[str, Callable[[Any, Any], tuple[float, int]]]]) -> dict[str, Any]:
    """Return how many times longer the other one takes, over the same positions, and check that it says the same."""
    four = connect.make_game()
    tasks: dict[str, list[tuple[Any, Any]]] = {
        "tictactoe": [(tictactoe.make_game(), tictactoe.make_game().initial(0))],
        "coins": [(coins.make_game(*kinds), coins.make_game(*kinds).initial(0)) for kinds in ((2, 3, 4), (3, 4, 3))],
        "connect four": [(four, state) for discs in (28, 30, 32) for state in positions(four, discs, 3, discs)],
    }
    ratios: dict[str, Any] = {}
    for task, other in make().items():
        theirs = own = 0.0
        for game, state in tasks[task]:
            asked(game, state)  # warm-up
            seconds, answer = asked(game, state)
            their_seconds, value = other(game, state)
            said = 0 if answer.tie else 1 if answer.winner == state.mover else -1
            assert said == value, f"{name} says {value} and we {said}:\n{game.show(state)}"
            own, theirs = own + seconds, theirs + their_seconds
        ratios[task] = {"times": round(theirs / own, 1), "theirs_s": round(theirs, 3), "ours_s": round(own, 5)}
        ratios[task]["positions"] = len(tasks[task])
    return ratios


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="also the empty board of 7 rods")
    parser.add_argument("--no-others", action="store_true", help="only our own solver")
    parser.add_argument("--positions", type=int, default=100, help="random positions with 12 discs")
    given = parser.parse_args()
    figures: dict[str, Any] = {"bench": "solver", "calibration_ms": round(1000 * calibrate(), 2)}
    figures |= ours(given.full, given.positions)
    missing = []
    for name, make in {} if given.no_others else {"easyai": easyai, "openspiel": openspiel}.items():
        try:
            make()
        except ImportError:
            missing.append(name)
        else:
            figures[f"{name}_takes"] = compared(name, make)
    print(json.dumps(figures | {"missing": missing}))


if __name__ == "__main__":
    main()
