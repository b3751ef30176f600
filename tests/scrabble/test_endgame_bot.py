"""The bot ``endgame``: when it searches, what it knows of hands, and that its moves are legal."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from arena.bot import GameInfo, Pass, static_move
from arena.contract.budget import ClockedBudget
from arena.engine.endgame.known_hands import hands_of
from arena.engine.endgame.last_tile import LastTile, LastTileResult
from arena.engine.endgame.solve import EndgameSolver
from arena.engine.leaves import Leaves
from arena.errors import BotError
from arena.scrabble.finding import ScoredPlay
from arena.scrabble.rules import WordGame
from arena.scrabble.turns import WordState
from arena_bots import endgame, greedy, static
from tests.scrabble.generate_cases import MIXED, words
from tests.scrabble.tables import table

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
NODES = 20 if SLOW else 1000


def endless() -> ClockedBudget:
    return ClockedBudget(None, time.monotonic)


def info_of(game: WordGame, **options: Any) -> GameInfo:
    return GameInfo("test", "word", game.seats, 0, None, options, game.table)


@pytest.fixture
def table_file(tmp_path: Path) -> str:
    path = tmp_path / "mixed.klv2"
    every = Leaves.all_of(MIXED, 2)
    path.write_bytes(every.with_values(np.linspace(-3, 3, len(every), dtype=np.float32)).klv2())
    return str(path)


def bot_at(game: WordGame, table_file: str, **options: Any) -> endgame.Endgame:
    return endgame.make_bot(info_of(game, leaves=table_file, nodes=NODES, **options), Random(1))


def game_of(board: str = "hole", seats: int = 2, hand_size: int = 2 if SLOW else 3) -> WordGame:
    return WordGame(table(words(), board, MIXED, hand_size=hand_size), seats)


def all_reached(game: WordGame, bag: int) -> Iterator[WordState]:
    """Play greedily, game after game, each until its bag has so many tiles when a turn begins."""
    bot = greedy.make_bot(info_of(game), Random(1))
    for seed in range(100):
        state = game.start(Random(seed))
        while game.outcome(state) is None and len(state.bag) > bag:
            state = game.play(state, bot.choose(game.view(state, state.mover), endless()))
        if game.outcome(state) is None and len(state.bag) == bag:
            yield state


def reached(game: WordGame, bag: int) -> WordState:
    return next(all_reached(game, bag))


def test_with_an_empty_bag_it_plays_what_is_proven_to_be_best(table_file: str):
    game = game_of()
    state = reached(game, 0)
    view = game.view(state, state.mover)
    hands = hands_of(view)
    assert hands == [dict(state.hands[state.mover]), dict(state.hands[1 - state.mover])]
    found = EndgameSolver(game.table).solve(view.field, hands, nodes=NODES)
    offered: list[Any] = []
    budget = ClockedBudget(None, time.monotonic, offered.append)
    assert bot_at(game, table_file).choose(view, budget) == found.move
    assert offered


@pytest.mark.parametrize("ahead", [-30, -10, 0, 10])
def test_with_one_tile_in_the_bag_it_plays_what_wins_most_draws(ahead: int, table_file: str):
    game = game_of(hand_size=2)
    state = reached(game, 1)
    scores = [100, 100]
    scores[state.mover] += ahead
    view = game.view(msgspec.structs.replace(state, scores=tuple(scores)), state.mover)
    weighed = LastTile(EndgameSolver(game.table)).weigh(view.field, view.hand, view.unseen, 1)
    assert weighed.exact

    def won(draws: Sequence[tuple[int, int]]) -> tuple[float, float]:
        results = [ahead + value for value, times in draws for _ in range(times)]
        return sum((value > 0) + (value == 0) / 2 for value in results), sum(results)

    worth = {one.play.play: won(one.draws) for one in weighed.plays}
    bot = endgame.make_bot(info_of(game, leaves=table_file), Random(1))
    assert worth[bot.choose(view, endless())] == max(worth.values())


def test_the_play_with_the_most_equity_is_weighed_first(table_file: str):
    game = game_of()
    usual = bot_at(game, table_file).finder
    views = (game.view(state, state.mover) for state in all_reached(game, 1))
    view = next(one for one in views if one.best() and static_move(usual, one) not in (Pass(), one.best().play))
    bot, weighed = bot_at(game, table_file), list[ScoredPlay]()
    weigh = bot.last_tile.weigh

    def noted(*given: Any, plays: list[ScoredPlay], **named: Any) -> LastTileResult:
        weighed.extend(plays)
        return weigh(*given, plays=plays, **named)

    bot.last_tile.weigh = noted
    bot.choose(view, endless())
    assert weighed[0].play == static_move(usual, view)
    assert len(weighed) == len(view.plays())


def test_of_very_many_plays_the_first_are_weighed_where_there_is_a_limit(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("arena.engine.endgame.last_tile.MOST_PLAYS", 2)
    game = game_of(hand_size=2)
    views = (game.view(state, state.mover) for state in all_reached(game, 1))
    view = next(one for one in views if len(one.plays()) > 2)
    last_tile = LastTile(EndgameSolver(game.table))
    every = last_tile.weigh(view.field, view.hand, view.unseen, 1)
    few = last_tile.weigh(view.field, view.hand, view.unseen, 1, nodes=10**6)
    assert every.exact and len(every.plays) == len(view.plays())
    assert {one.play for one in few.plays} == set(game.table.generator.plays(view.field, view.hand).sorted()[:2])
    assert not few.exact


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_whole_games_are_legal(seats: int, table_file: str):
    game = game_of("infinite", seats)
    state = game.start(Random(5))
    bot = bot_at(game, table_file)
    turns = 0
    while game.outcome(state) is None and turns < 80:
        state = game.play(state, bot.choose(game.view(state, state.mover), endless()))
        turns += 1
    assert game.outcome(state) is not None


def test_of_three_players_nobody_knows_who_holds_what():
    game = game_of("hole", 3)
    state = reached(game, 0)
    assert hands_of(game.view(state, state.mover)) is None


def test_its_options(table_file: str):
    game = game_of()
    for options in ({"nodes": 0}, {"nodes": "many"}, {"seconds": 3}):
        with pytest.raises(BotError):
            endgame.make_bot(info_of(game, leaves=table_file, **options), Random(1))


def test_before_the_end_it_plays_as_static_does(table_file: str):
    game = game_of()
    state = game.start(Random(3))
    bots = [bot_at(game, table_file), static.make_bot(info_of(game, leaves=table_file), Random(1))]
    while len(state.bag) > 1 and game.outcome(state) is None:
        view = game.view(state, state.mover)
        moves = [bot.choose(view, endless()) for bot in bots]
        assert moves[0] == moves[1]
        state = game.play(state, moves[0])
    assert state.turn > 3


def test_with_no_time_left_it_plays_what_looks_best_at_first_sight(table_file: str):
    game = game_of()
    state = reached(game, 0)
    view = game.view(state, state.mover)
    late = ClockedBudget(0.0, time.monotonic)
    usual = static.make_bot(info_of(game, leaves=table_file), Random(1)).choose(view, late)
    assert bot_at(game, table_file).choose(view, late) == usual
