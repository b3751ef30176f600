"""The levels of ``static``: what a person knows and sees; legal moves everywhere, the same for the same seed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from arena import words
from arena.bot import Change, GameInfo, Pass, Play
from arena.contract.budget import ClockedBudget
from arena.engine.equity import EquityFinder
from arena.engine.leaf_files import shipped_leaves
from arena.engine.leaves import Leaves
from arena.engine.levels import LEVELS, MOST_LEVEL, Chance, LevelPlayer, Vocabulary
from arena.errors import BotError
from arena.lexicon import commonness
from arena.lexicon.lexicon import every_word
from arena.runner.plugin.about import about
from arena.runner.plugin.find import installed
from arena.scrabble.legality import faults_of_play
from arena.scrabble.rules import WordGame
from arena.scrabble.table import Table
from arena.scrabble.turns import WordState
from arena.scrabble.view import WordView
from arena_bots import static
from tests.scrabble.generate_cases import MIXED
from tests.scrabble.generate_cases import words as mixed_words
from tests.scrabble.tables import table, tile_set

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
BOARDS = ["scrabble"] if SLOW else ["scrabble", "infinite", "hole", "infinite-hole", "checkpoints", "superscrabble"]


@cache
def at(board: str = "scrabble") -> Table:
    return table(mixed_words(), board, MIXED, hand_size=5)


@pytest.fixture(scope="module")
def table_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("leaves") / "mixed.klv2"
    every = Leaves.all_of(MIXED, 4)
    values = np.random.default_rng(3).normal(0, 6, len(every)).astype(np.float32)
    path.write_bytes(every.with_values(values).klv2())
    return str(path)


def bot_at(on: Any, seed: int = 1, **options: Any) -> static.Static:
    return static.make_bot(GameInfo("test", "word", 2, 0, None, options, on), Random(seed))


def unclocked() -> ClockedBudget:
    return ClockedBudget(None, time.monotonic)


def played(game: WordGame, bots: list[static.Static], seed: int, most: int = 100) -> Iterator[tuple[WordView, Any]]:
    """Yield each turn's view and move."""
    state: WordState = game.start(Random(seed))
    while state.ending is None and state.turn < most:
        view = game.view(state, state.mover)
        move = bots[state.mover].choose(view, unclocked())
        yield view, move
        state = game.play(state, move)


@pytest.mark.parametrize("board", BOARDS)
def test_its_moves_are_legal_on_every_board(board, table_file):
    game = WordGame(at(board), 2)
    bots = [bot_at(game.table, level=level, leaves=table_file) for level in (1, 6)]
    kinds = set()
    for view, move in played(game, bots, 3, 8 if SLOW else 100):
        kinds.add(type(move))
        if isinstance(move, Play):
            assert not faults_of_play(game.table, view.board, move.tiles, view.hand, 1)
        assert not isinstance(move, Pass) or not view.may_change
    assert Play in kinds


def test_the_same_seed_plays_the_same_game_and_another_one_does_not(table_file):
    game = WordGame(at("infinite-hole"), 2)

    def moves(seed: int) -> list[str]:
        bots = [bot_at(game.table, seed, level=4, leaves=table_file) for _ in range(2)]
        return [str(move) for _, move in played(game, bots, 5, 8)]

    assert moves(1) == moves(1) != moves(2)


def test_the_highest_level_is_static_itself(table_file):
    game = WordGame(at("hole"), 2)
    plain, highest, lower = (
        bot_at(game.table, leaves=table_file, **options) for options in ({}, {"level": MOST_LEVEL}, {"level": 1})
    )
    others = 0
    for view, move in played(game, [plain, plain], 7, 4 if SLOW else 100):
        assert highest.choose(view, unclocked()) == move
        others += lower.choose(view, unclocked()) != move
    assert others


def test_a_word_that_is_known_is_known_on_all_higher_levels():
    lexicon = words.table().lexicon
    some = commonness._shipped()[0][::500]
    before = set[str]()
    counts = []
    for level in LEVELS:
        vocabulary = Vocabulary(lexicon, level, Chance(5))
        known = {word for word in some if vocabulary.knows(word)}
        assert before <= known
        assert all(vocabulary.share(word) < 1 for word in some)
        counts.append(len(known))
        before = known
    assert counts == sorted(set(counts))
    assert len(some) / 20 < counts[0] < len(some) / 5 < len(some) / 2 < counts[-1] < len(some)


def test_common_words_are_known_before_rare_ones():
    lexicon = words.table().lexicon
    for level in LEVELS:
        share = Vocabulary(lexicon, level, Chance(1)).share
        assert share("HOUSES") > share("SHIPWRECKING") > share("VICUNAS") > share("ZYMOLOGIC")
        assert share("AA") > share("AALIIS")  # both rare, but short words are learnt
        assert share("HOUSES") > 0.6


def test_where_all_letters_are_words_there_is_nothing_to_know():
    vocabulary = Vocabulary(every_word(tile_set().alphabet), LEVELS[0], Chance(1))
    assert vocabulary.knows("XQZZY")


def test_words_of_other_languages_are_known_by_chance_as_many_of_them():
    made = (f"{a}{b}{c}E" for a in "BCDFGHJKLMNPRST" for b in "AEIOU" for c in "BDGLMNST")
    lexicon = table(" ".join(made)).lexicon
    every = list(lexicon.words())
    shares = [sum(map(Vocabulary(lexicon, level, Chance(1)).share, every)) for level in LEVELS]
    assert shares == sorted(shares)
    assert 0.1 * len(every) < shares[0] < 0.5 * len(every) < shares[-1] < len(every)
    vocabulary = Vocabulary(lexicon, LEVELS[4], Chance(1))
    assert len({round(vocabulary.share(word), 6) for word in every}) == 9  # each as common as some English ones


def test_only_words_that_are_known_are_laid(table_file):
    game = WordGame(at(), 2)
    bots = [bot_at(game.table, level=1, leaves=table_file) for _ in range(2)]
    checked = 0
    for view, move in played(game, bots, 3, 8 if SLOW else 100):
        person = bots[view.seat].person
        assert person is not None
        if isinstance(move, Play):
            found = next(scored for scored in view.plays() if scored.play.key == move.key)
            assert person.vocabulary.knows(found.word)
            checked += 1
    assert checked


def test_long_words_are_seen_by_more_on_higher_levels():
    on = words.table()
    leaves = shipped_leaves(on.tiles)
    assert leaves is not None
    finder = EquityFinder(on, leaves)
    hand = on.tiles.parse_hand("AEINRST")  # seven tiles that make several words
    view = WordView(on, 0, 0, 0, 2, hand, {}, (0, 0), 80, (7, 7), {}, (), ())
    full = []
    for level in (1, 5, 9):
        moves = [LevelPlayer(finder, level, seed).choose(view) for seed in range(3 if SLOW else 30)]
        full.append(sum(isinstance(move, Play) and len(move.tiles) == 7 for move in moves))
    assert full == sorted(full)
    assert SLOW or full[0] < 15 < full[2]


def test_who_knows_no_play_exchanges_or_passes():
    on = table("ZA", "scrabble")
    view = WordView(on, 0, 0, 0, 2, on.tiles.parse_hand("EEIIOUU"), {}, (0, 0), 80, (7, 7), {}, (), ())
    moves = [bot_at(on, seed, level=1).choose(view, unclocked()) for seed in range(5)]
    assert all(isinstance(move, Change) for move in moves)
    assert len(set(moves)) > 1
    view = WordView(on, 0, 0, 0, 2, on.tiles.parse_hand("EEIIOUU"), {}, (0, 0), 2, (7, 7), {}, (), ())
    assert bot_at(on, level=1).choose(view, unclocked()) == Pass()


def test_a_time_that_is_up_leaves_a_legal_move(table_file):
    game = WordGame(at(), 2)
    view = game.view(game.start(Random(1)), 0)
    budget = ClockedBudget(0.0, time.monotonic)
    move = bot_at(game.table, level=5, leaves=table_file).choose(view, budget)
    assert not isinstance(move, Play) or not faults_of_play(game.table, view.board, move.tiles, view.hand, 1)


@pytest.mark.parametrize("level", [0, 11, -1, "x", 2.5, True, None, "5"])
def test_other_levels_are_refused(level):
    with pytest.raises(BotError, match="is not a whole number from 1 to 10") as refused:
        bot_at(table("AB BA"), level=level)
    assert str(refused.value).startswith(f"options.level: {level!r} ")


def test_the_option_is_told_to_who_asks_which_there_are():
    told = {option.name: option for option in about(installed()["static"][0]).options}
    assert told["level"].whole
    assert told["level"].default == MOST_LEVEL == len(LEVELS) + 1
