"""The course's baseline bots on the protocol's board: what each of them plays, and never plays."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from arena.bot import Bot, Change, GameInfo, Pass, Placed, Play
from arena.contract.budget import ClockedBudget
from arena.scrabble.rules import WordGame
from arena.variants.build import build_game
from arena_bots import lone_letter, opener, rack_words
from tests.serve.peers import plan_for


@pytest.fixture(scope="module")
def game() -> Any:
    return build_game(plan_for().spec)


def choose(module: Any, game: WordGame, hand: str, board: dict[tuple[int, int], str] | None = None) -> Any:
    """Return what a bot plays with a hand on a board, x and y from the centre."""
    tiles = game.table.tiles
    state = game.start(Random(1))
    placed = {}
    for (x, y), letter in (board or {}).items():
        tile, face = tiles.read_board_letter(letter)
        placed[x, y] = Placed(x, y, tile, face.char, face.points)
    view = replace(game.view(state, state.mover), hand=tiles.parse_hand(hand), board=placed)
    bot: Bot = module.make_bot(GameInfo("test", "word", 2, 0, None, {}, game.table), Random(1))
    return bot.choose(view, ClockedBudget(None, time.monotonic))


TEA = {(0, 0): "T", (1, 0): "E", (2, 0): "A"}


def word(move: Play) -> str:
    return "".join(tile.char for tile in sorted(move.tiles))


@pytest.mark.parametrize(("hand", "letter"), [("QIATREE", "A"), ("QITREEV", "I"), ("?QVVCCD", "A")])
def test_lone_letter_opens_with_an_a_or_else_an_i_on_the_start_square(game, hand, letter):
    move = choose(lone_letter, game, hand)
    assert isinstance(move, Play)
    [tile] = move.tiles
    assert (tile.x, tile.y, tile.char) == (0, 0, letter)


def test_lone_letter_else_changes_its_whole_rack(game):
    for hand, board in (("QTREEVV", None), ("ATREEQI", TEA)):
        move = choose(lone_letter, game, hand, board)
        assert isinstance(move, Change)
        assert len(move.tiles) == 7


def test_opener_opens_with_its_best_word_and_then_passes(game):
    move = choose(opener, game, "TREESQV")
    assert isinstance(move, Play)
    assert word(move) == "TREES"  # 5 letters worth 1 each, doubled: the most of words.txt
    assert choose(opener, game, "TREESQV", TEA) == Pass()


def test_rack_words_plays_words_of_its_own_tiles_beside_others(game):
    move = choose(rack_words, game, "ORQVVCC", TEA)
    assert isinstance(move, Play)
    assert [(tile.x, tile.y, tile.char) for tile in sorted(move.tiles)] == [(3, -1, "O"), (3, 0, "R")]  # OR and TEAR


def test_rack_words_never_plays_through_tiles_of_the_board(game):
    tree = {(x, 0): letter for x, letter in enumerate("TREE")}
    assert isinstance(choose(rack_words, game, "SQVVVCC", tree), Change)  # TREES would be one
