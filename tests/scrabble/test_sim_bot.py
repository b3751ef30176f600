"""The bot over the simulation: legal moves on every board, its options, and its clock."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from arena.bot import GameInfo, Play
from arena.contract.budget import ClockedBudget
from arena.contract.chance import seed_of
from arena.contract.pace import PartOfBudget
from arena.engine.endgame.last_tile import LastTile, LastTileResult
from arena.engine.endgame.solve import EndgameSolver
from arena.engine.equity import EquityFinder
from arena.engine.simulation.inference import LikelyKept, likely_kept
from arena.errors import BotError
from arena.scrabble.finding import ScoredPlay
from arena.scrabble.legality import faults_of_play
from arena.scrabble.moves import Pass
from arena.scrabble.rules import WordGame
from arena.scrabble.turns import WordState
from arena.scrabble.view import WordView
from arena_bots import sim
from tests.scrabble.test_simulation import at, leaves

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
TRIED = 20 if SLOW else 200
BOARDS = ["scrabble"] if SLOW else ["scrabble", "infinite-hole", "checkpoints"]


@pytest.fixture
def table_file(tmp_path):
    path = tmp_path / "mixed.klv2"
    path.write_bytes(leaves().klv2())
    return str(path)


def bot_at(game: WordGame, table_file: str, seed: int = 1, **options: Any) -> sim.Sim:
    info = GameInfo("test", "word", game.seats, 0, None, {"leaves": table_file, **options}, game.table)
    return sim.make_bot(info, Random(seed))


def unclocked() -> ClockedBudget:
    return ClockedBudget(None, time.monotonic)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seats", [2, 3])
def test_it_plays_legally_to_the_end(board, seats, table_file):
    game = WordGame(at(board), seats)
    bots = [bot_at(game, table_file, iterations=20, candidates=3) for _ in range(seats)]
    state = game.start(Random(3))
    while state.ending is None and state.turn < (8 if SLOW else 100):
        move = bots[state.mover].choose(game.view(state, state.mover), unclocked())
        if isinstance(move, Play):
            assert not faults_of_play(game.table, state.board, move.tiles, state.hands[state.mover], 1)
        state = game.play(state, move)
    assert SLOW or state.ending is not None


def test_the_same_seed_plays_the_same_moves(table_file):
    game = WordGame(at(), 2)
    view = game.view(game.start(Random(4)), 0)
    moves = [
        bot_at(game, table_file, seed, iterations=40, threads=threads).choose(view, unclocked())
        for seed, threads in ((1, 1), (1, 2))
    ]
    assert moves[0] == moves[1]


def test_it_reads_the_other_s_move_where_it_is_told_to(table_file, monkeypatch):
    game = WordGame(at(), 2)
    state = game.start(Random(4))
    best = game.view(state, state.mover).best()
    assert best is not None
    then = game.play(state, best.play)
    view = game.view(then, then.mover)
    asked = []
    monkeypatch.setattr(
        "arena.engine.simulation.simulator.likely_kept", lambda view, finder, count, *rest: asked.append(count)
    )
    for infer in (0, 7):
        bot_at(game, table_file, iterations=20, infer=infer).choose(view, unclocked())
    assert asked == [7]


def test_a_share_of_the_clock_is_all_it_uses():
    clock = ClockedBudget(10.0, lambda: 4.0, started=0.0)
    part = PartOfBudget(clock, 0.8)
    assert part.seconds == pytest.approx(8.0)
    assert part.time_left() == pytest.approx(4.0)
    assert part.deadline == pytest.approx(8.0)
    assert PartOfBudget(ClockedBudget(10.0, lambda: 9.0, started=0.0), 0.8).time_left() == 0
    assert PartOfBudget(unclocked(), 0.8).time_left() == float("inf")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"iteration": 5}, "iteration"),
        ({"iterations": -1}, "iterations"),
        ({"candidates": 0}, "candidates"),
        ({"plies": 21}, "plies"),
        ({"share": 96}, "share"),
        ({"infer": -1}, "infer"),
        ({"infer": True}, "infer"),
        ({"leaves": 3}, "leaves"),
    ],
)
def test_wrong_options_are_told(options, told, table_file):
    game = WordGame(at(), 2)
    with pytest.raises(BotError, match=told):
        bot_at(game, table_file, **options)


def test_without_leaves_for_the_tiles_it_says_how_to_make_them():
    game = WordGame(at(), 2)
    info = GameInfo("test", "word", 2, 0, None, {}, game.table)
    with pytest.raises(BotError, match="arena train leaves"):
        sim.make_bot(info, Random(1))


def before_last_tile(game: WordGame, first: int = 0) -> WordState:
    """Play greedily, game after game from seed ``first`` on, until a bag has one tile when a turn begins."""
    for seed in range(first, first + 100):
        state = game.start(Random(seed))
        while state.ending is None and len(state.bag) > 1:
            best = game.view(state, state.mover).best()
            state = game.play(state, Pass() if best is None else best.play)
        if state.ending is None and len(state.bag) == 1:
            return state
    raise AssertionError("no bag had one tile")


@pytest.mark.parametrize("behind", [-40, 0, 40])
def test_with_one_tile_in_the_bag_it_plays_what_wins_most_draws(behind, table_file):
    game = WordGame(at(), 2)
    state = before_last_tile(game)
    scores = [100, 100]
    scores[state.mover] -= behind
    view = game.view(msgspec.structs.replace(state, scores=tuple(scores)), state.mover)
    bot = bot_at(game, table_file, iterations=TRIED)
    move = bot.choose(view, unclocked())
    ranked = bot.simulator.ranked(view, TRIED, None, seed_of(bot.seed, view.turn))
    tried = [ScoredPlay(one.move, one.word, one.score, one.across) for one in ranked if isinstance(one.move, Play)]
    weighed = LastTile(EndgameSolver(game.table)).weigh(
        view.field, view.hand, view.unseen, 1, plays=tried[: sim.WEIGHED], nodes=sim.NODES
    )
    assert weighed.exact or SLOW
    assert sum(times for _, times in weighed.plays[0].draws) == sum(view.unseen.values())

    def won(draws: Sequence[tuple[int, int]]) -> float:
        results = [value - behind for value, times in draws for _ in range(times)]
        chance = sum((value > 0) + (value == 0) / 2 for value in results) / len(results)
        return chance + sum(results) / len(results) / 5000

    best = max(won(one.draws) for one in weighed.plays)
    assert won(next(one.draws for one in weighed.plays if one.play.play == move)) == pytest.approx(best)


def test_with_one_tile_in_the_bag_and_no_draw_to_be_won_it_plays_what_rollouts_say(table_file):
    game = WordGame(at(), 2)
    state = before_last_tile(game)
    scores = [0, 0]
    scores[1 - state.mover] = 500
    view = game.view(msgspec.structs.replace(state, scores=tuple(scores)), state.mover)
    bot = bot_at(game, table_file, iterations=TRIED)
    ranked = bot.simulator.ranked(view, TRIED, None, seed_of(bot.seed, view.turn))
    worst = ranked[-1]  # of equals by rollouts, any may stand first; so the bot is given another order
    bot.simulator.ranked = lambda *given, **named: [worst, *ranked[:-1]]
    assert bot.choose(view, unclocked()) == worst.move


def test_with_one_tile_in_the_bag_the_other_s_move_is_read_once(table_file, monkeypatch):
    game = WordGame(at(), 2)
    bot, asked = bot_at(game, table_file, iterations=20, infer=7), []
    states = (before_last_tile(game, first) for first in range(0, 2000, 100))
    views = (game.view(state, state.mover) for state in states)
    view = next(view for view in views if bot.simulator.likely(view) is not None)

    def noted(view: WordView, finder: EquityFinder, count: int, *rest: Any) -> LikelyKept | None:
        found = likely_kept(view, finder, count, *rest)
        asked.append(found is not None)
        return found

    monkeypatch.setattr("arena.engine.simulation.simulator.likely_kept", noted)
    bot.choose(view, unclocked())
    assert asked == [True]


def test_where_three_sit_no_ends_are_searched_before_the_bag_is_empty(table_file):
    for seats, known in (2, True), (3, False):
        game = WordGame(at(), seats)
        state = before_last_tile(game)
        assert bot_at(game, table_file, iterations=20).knows_ends(game.view(state, state.mover)) == known


def test_where_no_draw_can_be_weighed_in_time_it_plays_what_rollouts_say(table_file):
    game = WordGame(at(), 2)
    state = before_last_tile(game)
    view = game.view(state, state.mover)
    bot, over = bot_at(game, table_file, iterations=TRIED), ClockedBudget(0.0, lambda: 1.0, started=0.0)
    ranked = bot.simulator.ranked(view, TRIED, None, 1)[::-1]
    assert bot.before_last_tile(view, ranked, None, over) == ranked[0].move


def test_rollouts_leave_time_to_search_behind_the_last_tile(table_file):
    game = WordGame(at(), 2)
    state = before_last_tile(game)
    view, now = game.view(state, state.mover), [0.0]

    def later() -> float:
        now[0] += 0.01
        return now[0]

    bot, asked = bot_at(game, table_file), list[float]()
    weigh = bot.last_tile.weigh

    def weighed(*given: Any, **named: Any) -> LastTileResult:
        asked.append(given[4].time_left())
        return weigh(*given, **named)

    bot.last_tile.weigh = weighed
    bot.choose(view, ClockedBudget(10.0, later, started=0.0))
    assert 4.0 <= asked[0] <= 6.0  # of 80 percent of ten seconds 30 are for rollouts
