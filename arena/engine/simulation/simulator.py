"""Simulation: what candidates come to when a game goes on for some turns, over many draws of what cannot be seen.

Candidates are the moves with the most equity. A draw gives the other seats tiles that have not been seen and puts the
rest in order into the bag; all candidates meet the same draws. A rollout plays a candidate and some turns of equity
play behind it (``_kernels/rollout.py``). What a candidate is worth is its mean chance to win (``win_chance.py``) and,
by so little that it only decides among equals, its mean spread: without that, absurd moves come up in decided games.
Those that cannot catch up are dropped, and half of the rest after each stage (``race.py``). The answer depends on the
seed and on the number of draws, but not on the number of threads.

Where the board, the words or the tiles are such that the best move is not found by look-ups (alphabets of more than 31
letters, hands of more than 10 tiles, boards whose programs have no limits, rule books that look at words that lie there
already), there are no rollouts, and candidates stay in the order of their equity.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.contract.budget import Budget
from arena.engine._kernels.spans import MOST_HELD
from arena.engine.equity import EquityFinder, WeighedMove
from arena.engine.field import Field
from arena.engine.generate import own_field
from arena.engine.leaves import Leaves
from arena.engine.programs import programs_of
from arena.engine.simulation._kernels import situation as kernels
from arena.engine.simulation._kernels.situation import Situation
from arena.engine.simulation.draw_clock import DrawClock
from arena.engine.simulation.inference import LikelyKept, likely_kept
from arena.engine.simulation.race import ERROR, Race
from arena.engine.simulation.rollouts import Roller, Team
from arena.engine.simulation.situations import Draws, situation_of
from arena.engine.simulation.win_chance import POINT, win_chances
from arena.engine.static_move import last_worth
from arena.scrabble.bag import without_tiles
from arena.scrabble.moves import Change, Pass, Play, WordMove
from arena.scrabble.table import Table
from arena.scrabble.view import WordView

BLOCK = 8  # draws between two looks at the race
MOST_CANDIDATES, MOST_PLIES = 200, 20
INFER_SHARE = 0.15  # of a move's time, at most, to find out what the other kept


class SimulatedMove(NamedTuple):
    """A candidate and what it came to.

    move: with its score, leave, equity, word and across as in ``WeighedMove``.
    spread: mean points ahead of the best other seat at the end of its rollouts, values of leaves included.
    win: mean chance to win, 0 to 1. iterations: its rollouts. dropped: whether it could not catch up.
    """

    move: Play | Change | Pass
    score: int
    leave: float
    equity: float
    spread: float
    win: float
    iterations: int
    dropped: bool
    word: str = ""
    across: bool = True


class Simulator:
    """Simulates at one table with one leave table. For one caller at a time; making one loads the kernels.

    plies: turns of a rollout behind the candidate. candidates: how many moves are tried. threads: how many work.
    error: chance that the best candidate is dropped, see race.py; 0 to drop none. infer: sets of tiles that are put to
    the other's last move, to see what it kept (inference.py); 0 to draw all unseen tiles alike.
    Raises ConfigError where the leaves are for other tiles.
    """

    def __init__(
        self,
        table: Table,
        leaves: Leaves,
        plies: int = 2,
        candidates: int = 10,
        threads: int = 1,
        error: float = ERROR,
        infer: int = 0,
    ) -> None:
        if not (0 <= plies <= MOST_PLIES and 1 <= candidates <= MOST_CANDIDATES and threads >= 1 and infer >= 0):
            raise ValueError(f"{plies} plies, {candidates} candidates, {threads} threads, {infer} sets to infer by")
        self.table, self.leaves = table, leaves
        self.plies, self.threads, self._count, self._error = plies, threads, candidates, error
        self._infer = infer
        self.finder = EquityFinder(table, leaves)
        self._programs = programs_of(table)

    def ranked(
        self,
        view: WordView,
        iterations: int | None = None,
        budget: Budget[WordMove] | None = None,
        seed: int = 0,
        moves: Sequence[WeighedMove] | None = None,
        likely: LikelyKept | None = None,
    ) -> list[SimulatedMove]:
        """Return the candidates of the seat whose view it is and whose turn it is, best first.

        iterations: most rollouts in all, one candidate with one draw each; None for as many as the budget allows.
        budget: its time is not overrun, and each new leader is offered. Without any of both, ValueError.
        moves: the candidates; None for ``candidates`` of the view. likely: what ``likely`` said of this view and seed
        before; None to ask it.
        """
        if iterations is None and budget is None:
            raise ValueError("iterations or a budget are wanted")
        field = own_field(view.field)
        moves = self.candidates(view) if moves is None else list(moves)
        if budget is not None:
            budget.offer(moves[0].move)
        if likely is None:
            likely = self.likely(view, seed, budget)
        run = _Run(view, moves, seed, self._error, likely)
        if self._able(view, field):
            with self._team(view, field) as team:
                given = situation_of(view, team.field, self.leaves, moves, self.plies)
                run.go_on(team, given, iterations, DrawClock(budget))
        return run.answer()

    def likely(self, view: WordView, seed: int = 0, budget: Budget[WordMove] | None = None) -> LikelyKept | None:
        """Return what the other seat may have kept, None where nothing is known of it; see ``likely_kept``.

        None, too, where there are no rollouts. budget: no more than INFER_SHARE of its time is used.
        """
        if not self._infer or not self._able(view, own_field(view.field)):
            return None
        least = (1 - INFER_SHARE) * budget.time_left() if budget is not None else 0.0

        def in_time() -> bool:
            return budget is None or budget.seconds is None or budget.time_left() > least

        return likely_kept(view, self.finder, self._infer, seed, in_time)

    def candidates(self, view: WordView) -> list[WeighedMove]:
        """Return the moves that are tried: those with the most equity."""
        field = own_field(view.field)
        if view.bag_count:
            return list(self.finder.ranked(field, view.hand, view.may_change, self._count)[: self._count])
        ranked = self.finder.ranked(field, view.hand, 0)
        return _by_end(view, list(ranked))[: self._count]

    def weighed(self, view: WordView, move: Play | Change | Pass, score: int) -> WeighedMove:
        """Return any move of a view, a play of a word that is not known here among them, as a candidate."""
        if isinstance(move, Pass):
            leave = self.leaves.whole(view.hand)
        else:
            gone = [tile if isinstance(tile, int) else tile.tile for tile in move.tiles]
            leave = self.leaves.value(without_tiles(view.hand, gone))
        found = WeighedMove(move, score, leave, score + leave)
        return found if view.bag_count else _by_end(view, [found])[0]

    def _able(self, view: WordView, field: Field) -> bool:
        rules, ground, programs = self.table.rules, field.ground, self._programs
        return (
            ground.index.known
            and ground.graph.edges.dtype == np.uint32
            and (programs is None or programs.limits is not None)
            and max(self.table.hand_size, *view.hand_counts) <= MOST_HELD
            and not rules.check_whole_board
            and (rules.opening_tiles > 1 or not field.opening)
        )

    def _team(self, view: WordView, field: Field) -> Team:
        turns = self.plies + 1
        if view.bag_count < self.plies * self.table.hand_size + 1:
            turns += view.players
        reach = max(self.table.hand_size, *view.hand_counts) * (turns + 1)
        return Team(lambda: Roller(self.table, field, self._programs, reach), self.threads)


def _next_draws(race: Race, spent: int, iterations: int) -> int:
    # How many draws the next block has, which ends with the stage if that ends first; 0 where there are too few left.
    each, spent = len(race.left), min(spent, iterations)
    if spent == iterations:
        return 0
    until = ceil(race.stage_end(spent / iterations) * iterations) - spent
    return min(BLOCK, (iterations - spent) // each, max(1, -(-until // each)))


class _Run:
    """One simulation: candidates, and what they came to."""

    def __init__(
        self, view: WordView, moves: list[WeighedMove], seed: int, error: float, likely: LikelyKept | None = None
    ) -> None:
        self._view, self._moves = view, moves
        self._draws = Draws(view, seed, likely)
        self._gone = np.array([seat in view.gone for seat in range(view.players)])
        guesses = self._guesses()
        self._race = Race(len(moves), error, np.array([one.win + POINT * one.spread for one in guesses]))
        self._spreads, self._wins = np.zeros(len(moves)), np.zeros(len(moves))

    def go_on(self, team: Team, given: Situation, iterations: int | None, clock: DrawClock) -> None:
        """Roll out until the iterations are used up, the time is, or one candidate is left."""
        race, budget, offered = self._race, clock.budget, 0
        spent, number = 0, 0
        while not number or len(race.left) > 1:
            chosen = race.left.astype(np.int32)
            draws = BLOCK if iterations is None else _next_draws(race, spent, iterations)
            if not draws:
                return
            orders, chances = self._draws.block(number, BLOCK)
            block = given._replace(orders=orders, chances=chances)
            done = team.roll(block, chosen, draws, clock.begin(team.threads))
            if len(done):
                self._count(done, chosen)
                if budget is not None and race.leader != offered:
                    offered = race.leader
                    budget.offer(self._moves[offered].move)
            if len(done) < draws:
                return
            number += 1
            spent += draws * len(chosen)
            race.look()
            # by the clock only where nothing else says how long it lasts: iterations give the same answer every time
            race.narrow(clock.used() if iterations is None else spent / iterations)

    def _count(self, done: NDArray[np.float64], chosen: NDArray[np.int32]) -> None:
        draws = len(done)
        rows = done.reshape(draws * len(chosen), 2, -1)
        wins, spreads = self._outcomes(rows[:, 0])
        self._wins[chosen] += wins.reshape(draws, -1).sum(axis=0)
        self._spreads[chosen] += spreads.reshape(draws, -1).sum(axis=0)
        answered_wins, answered_spreads = self._outcomes(rows[:, 1])
        worth, answered = wins + POINT * spreads, answered_wins + POINT * answered_spreads
        self._race.add(worth.reshape(draws, -1), answered.reshape(draws, -1))

    def _outcomes(self, rows: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        # What rollouts come to (see ``Rolling.out``): the chance to win, and the spread.
        view = self._view
        points = np.where(self._gone, -np.inf, rows[:, : view.players])
        last = rows[:, view.players :]
        wins = win_chances(
            points, last[:, kernels.O_LEFT], last[:, kernels.O_NEXT].astype(np.int64), last[:, kernels.O_OVER] > 0,
            view.seat,
        )  # fmt: skip
        return wins, _ahead(points, view.seat)

    def answer(self) -> list[SimulatedMove]:
        """Return the candidates, best first; those that were dropped behind the others, the longer tried before."""
        race, kept = self._race, set(self._race.left.tolist())
        if not race.draws.any():
            return self._guesses()
        worth = race.means
        worth[race.left] = race.worth
        found = []
        for place, weighed in enumerate(self._moves):
            draws = int(race.draws[place])
            spread, win = float(self._spreads[place]) / draws, float(self._wins[place]) / draws
            move, score, leave, equity, word, across = weighed
            dropped = place not in kept
            found.append(SimulatedMove(move, score, leave, equity, spread, win, draws, dropped, word, across))
        order = sorted(
            range(len(found)), key=lambda place: (found[place].dropped, -found[place].iterations, -worth[place], place)
        )
        return [found[place] for place in order]

    def _guesses(self) -> list[SimulatedMove]:
        # Without a rollout: what the points and the leave say.
        view, count = self._view, len(self._moves)
        points = np.tile(np.where(self._gone, -np.inf, np.array(view.scores, np.float64)), (count, 1))
        points[:, view.seat] += [move.equity for move in self._moves]
        left = np.full(count, float(view.bag_count + sum(view.hand_counts)))
        mover = (view.seat + 1) % view.players
        wins = win_chances(points, left, np.full(count, mover), np.zeros(count, np.bool_), view.seat)
        return [
            SimulatedMove(*move[:4], float(spread), float(win), 0, False, *move[4:])
            for move, spread, win in zip(self._moves, _ahead(points, view.seat), wins, strict=True)
        ]


def _ahead(points: NDArray[np.float64], seat: int) -> NDArray[np.float64]:
    # How far a seat is ahead of the best other; its points where there is no other.
    others = np.delete(points, seat, axis=1)
    best = others.max(axis=1, initial=-np.inf)
    spreads: NDArray[np.float64] = points[:, seat] - np.where(np.isfinite(best), best, 0.0)
    return spreads


def _by_end(view: WordView, moves: list[WeighedMove]) -> list[WeighedMove]:
    # Moves with the bag empty by what rollouts go by then, best first; a leave is worth nothing any more.
    worth = last_worth(view.table, view.hand, view.table.tiles.points(view.unseen))
    weighed = []
    for move in moves:
        assert not isinstance(move.move, Change)  # there is nothing to draw
        equity = float(worth(move.move, move.score))
        weighed.append(move._replace(leave=equity - move.score, equity=equity))
    return sorted(weighed, key=lambda move: (-move.equity, isinstance(move.move, Pass)))
