"""The bots of the garden at the word game: what each of them plays."""

from __future__ import annotations

import os
import time
from random import Random
from typing import Any

import pytest

from arena.bot import Bot, Change, GameInfo, Pass, Play
from arena.contract.budget import ClockedBudget
from arena.errors import BotError
from arena.scrabble.legality import faults_of_play
from arena.scrabble.rules import WordGame
from arena_bots import first, greedy, greedy_trie, longest, passer, random_play, slow
from tests.scrabble.generate_cases import MIXED, words
from tests.scrabble.tables import table

TURNS = 3 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 8


def endless() -> ClockedBudget:
    return ClockedBudget(None, time.monotonic)


def info_of(game: WordGame, **options: Any) -> GameInfo:
    return GameInfo("test", "word", game.seats, 0, None, options, game.table)


def game(board: str = "hole", seats: int = 2) -> WordGame:
    return WordGame(table(words(), board, MIXED), seats)


@pytest.mark.parametrize("module", [first, greedy, longest, random_play, greedy_trie])
def test_every_bot_plays_legally_from_the_start(module: Any):
    at = game()
    bot: Bot = module.make_bot(info_of(at), Random(1))
    state = at.start(Random(5))
    for _ in range(TURNS):
        if at.outcome(state):
            break
        seat = state.mover
        move = bot.choose(at.view(state, seat), endless())
        if isinstance(move, Play):
            assert not faults_of_play(at.table, state.board, move.tiles, state.hands[seat], 1)
        state = at.play(state, move)


@pytest.mark.parametrize("board", ["hole", "infinite", "checkpoints"])
def test_greedy_and_greedy_trie_choose_the_same_play(board: str):
    at = game(board)
    engine, own = greedy.make_bot(info_of(at), Random(1)), greedy_trie.make_bot(info_of(at), Random(1))
    state = at.start(Random(board))
    for _ in range(TURNS):
        if at.outcome(state):
            break
        view = at.view(state, state.mover)
        move = engine.choose(view, endless())
        assert own.choose(view, endless()) == move
        state = at.play(state, move)


def test_greedy_takes_the_most_points_and_longest_the_longest_word():
    at = game("standard")
    view = at.view(at.start(Random(2)), 0)
    best = greedy.make_bot(info_of(at), Random(1)).choose(view, endless())
    long = longest.make_bot(info_of(at), Random(1)).choose(view, endless())
    found = {play.play: play for play in view.plays()}
    assert found[best].score == max(play.score for play in found.values())
    assert len(found[long].word) == max(len(play.word) for play in found.values())


def test_random_among_the_top_plays_takes_no_other_and_all_of_them():
    at = game("standard")
    view = at.view(at.start(Random(2)), 0)
    best = [found.play for found in view.plays().sorted()]
    assert len(best) > 3
    for top, wanted in ((1, best[:1]), (3, best[:3])):
        bot = random_play.make_bot(info_of(at, top=top), Random(1))
        assert {str(bot.choose(view, endless())) for _ in range(60)} == set(map(str, wanted))
    few = random_play.make_bot(info_of(at, top=len(best) + 1), Random(1))
    assert few.choose(view, endless()) in best


@pytest.mark.parametrize("options", [{"top": 0}, {"top": True}, {"top": "3"}, {"best": 3}])
def test_random_refuses_options_that_it_does_not_have(options: dict[str, Any]):
    with pytest.raises(BotError, match=r"options\."):
        random_play.make_bot(info_of(game(), **options), Random(1))


def test_without_a_play_tiles_are_changed_and_with_an_empty_bag_the_turn_is_passed():
    at = WordGame(table("EE", "standard", "english"), 2)
    state = at.start(Random(3))
    state = at.play(state, Pass())
    bot = greedy.make_bot(info_of(at), Random(1))
    view = at.view(state, state.mover)
    assert not view.plays()
    move = bot.choose(view, endless())
    assert isinstance(move, Change)
    assert len(move.tiles) == 7
    assert bot.choose(_without_bag(view), endless()) == Pass()


def _without_bag(view: Any) -> Any:
    from dataclasses import replace

    return replace(view, bag_count=0)


def test_a_bot_of_the_word_game_refuses_another_game():
    with pytest.raises(BotError, match="plays the word game"):
        greedy.make_bot(GameInfo("t", "nim", 2, 0, None), Random(1))


@pytest.mark.parametrize("threads", [0, -1, 65, 1.5, "2", True, None])
def test_a_number_of_threads_that_is_none_is_refused(threads: Any):
    with pytest.raises(BotError, match=r"options\.threads: .* is not a whole number from 1 to 64"):
        greedy.make_bot(info_of(game(), threads=threads), Random(1))


@pytest.mark.parametrize("cores", [1, 2])
def test_greedy_chooses_the_same_with_threads_whatever_the_cores(cores: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(greedy, "cores", lambda: cores)
    at = game("infinite")
    one, two = greedy.make_bot(info_of(at), Random(1)), greedy.make_bot(info_of(at, threads=2), Random(1))
    assert (one.generator is two.generator) == (cores == 1)  # type: ignore[attr-defined]
    state = at.start(Random(9))
    for _ in range(TURNS):
        view = at.view(state, state.mover)
        move = two.choose(view, endless())
        assert move == one.choose(view, endless())
        state = at.play(state, move)


def test_passer_passes_and_slow_sleeps_as_long_as_it_is_told():
    at = game()
    view = at.view(at.start(Random(1)), 0)
    assert passer.make_bot(info_of(at), Random(1)).choose(view, endless()) == Pass()
    assert slow.make_bot(info_of(at, seconds=0), Random(1)).choose(view, endless()) == Pass()
    assert slow.make_bot(GameInfo("t", "word", 2, 0, 0.5), Random(1)).seconds == 1.0  # type: ignore[attr-defined]
