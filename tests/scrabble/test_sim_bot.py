"""The bot over the simulation: legal moves on every board, its options, and its clock."""

from __future__ import annotations

import os
import time
from random import Random
from typing import Any

import pytest

from arena.bot import GameInfo, Play
from arena.contract.budget import ClockedBudget
from arena.contract.pace import PartOfBudget
from arena.errors import BotError
from arena.scrabble.legality import faults_of_play
from arena.scrabble.rules import WordGame
from arena_bots import sim
from tests.scrabble.test_simulation import at, leaves

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
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
