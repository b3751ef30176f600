"""The bot ``static``: equity while the bag has tiles, out-plays when it has none, and how it is given its leaves."""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.bot import Change, GameInfo, Pass, Play
from arena.contract.budget import ClockedBudget
from arena.engine.equity import EquityFinder
from arena.engine.leaf_files import shipped_leaves
from arena.engine.leaf_pack import pack_leaves, unpack_leaves
from arena.engine.leaves import Leaves
from arena.engine.static_move import last_play
from arena.errors import BotError, ConfigError
from arena.scrabble.legality import faults_of_play
from arena.scrabble.rules import WordGame
from arena.scrabble.view import WordView
from arena_bots import static
from tests.scrabble.generate_cases import MIXED, words
from tests.scrabble.tables import table, tile_set, word_at

GAMES = 1 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 3
TILES = tile_set()


def endless() -> ClockedBudget:
    return ClockedBudget(None, time.monotonic)


def info_of(at: Any, **options: Any) -> GameInfo:
    return GameInfo("test", "word", 2, 0, None, options, at)


def view(at: Any, hand: str, placed: Any = (), bag: int = 20, unseen: str = "") -> WordView:
    tiles = at.tiles
    return WordView(
        at, 0, 0, 3, 2, tiles.parse_hand(hand), {(tile.x, tile.y): tile for tile in placed}, (0, 0), bag,
        (len(hand), len(unseen) or 7), tiles.parse_hand(unseen), (), (),
    )  # fmt: skip


def table_file(folder: Path, values: dict[str, float], tiles: Any = TILES) -> str:
    file = folder / "leaves.csv"
    file.write_text(Leaves.of(values, tiles).csv())
    return str(file)


def test_it_plays_legally_to_the_end(tmp_path: Path):
    every = [MIXED.print_hand({tile.id: 1}) for tile in MIXED.tiles]
    named = table_file(tmp_path, {sign: (place % 5) - 2.0 for place, sign in enumerate(every)}, MIXED)
    kinds: Counter[str] = Counter()
    for seed in range(GAMES):
        at = WordGame(table(words(), "hole", MIXED), 2)
        bots = [static.make_bot(info_of(at.table, leaves=named), Random(1)) for _ in range(2)]
        state = at.start(Random(seed))
        while at.outcome(state) is None:
            seat = at.to_move(state)
            seen = at.view(state, seat)
            move = bots[seat].choose(seen, endless())
            kinds[type(move).__name__] += 1
            if isinstance(move, Play):
                assert not faults_of_play(at.table, seen.board, move.tiles, seen.hand, 1)
            assert not isinstance(move, Pass) or not seen.may_change
            state = at.play(state, move)
    assert kinds["Play"] > 5


def test_it_keeps_good_tiles_and_exchanges_when_that_is_worth_more(tmp_path: Path):
    at = table("AB BA ZAB", "scrabble")
    bot = static.make_bot(info_of(at, leaves=table_file(tmp_path, {"Z": 30.0, "ABZ": 9.0, "BZ": 50.0})), Random(1))
    kept = bot.choose(view(at, "ZAB", bag=0, unseen="EEEE"), endless())
    assert isinstance(kept, Play) and len(kept.tiles) == 3  # with an empty bag the leave is worth nothing
    kept = bot.choose(view(at, "ZAB"), endless())
    assert kept == Change(tuple(TILES.parse_hand("A")))
    kept = bot.choose(view(at, "ZAB", bag=5), endless())  # no exchange with so few
    assert isinstance(kept, Play) and len(kept.tiles) == 2


def test_an_empty_bag_is_played_to_go_out():
    at = table("CAB CABS AS", "scrabble")
    there = word_at(at, "CAB", 0, 0)
    finder = EquityFinder(at, Leaves.of({}, at.tiles))
    out = last_play(finder, view(at, "S", there, bag=0, unseen="QZ"))
    assert out is not None and out.word == "CABS"
    at = table("AB ABED DEAB QI", "scrabble")
    there = word_at(at, "AB", 0, 0)
    # QI is worth more now, but leaves ED to pay for; ABED goes out
    finder = EquityFinder(at, Leaves.of({}, at.tiles))
    played = last_play(finder, view(at, "ED", there, bag=0, unseen="Q"))
    assert played is not None and played.word in ("ABED", "DEAB")
    assert last_play(finder, view(at, "V", there, bag=0, unseen="Q")) is None


def test_without_a_table_it_says_how_to_make_one(tmp_path: Path):
    at = table(words(), "hole", MIXED)
    with pytest.raises(BotError, match="there is no leave table for the tile set 'mixed'") as refused:
        static.make_bot(info_of(at), Random(1))
    assert "arena train leaves --tiles mixed" in str(refused.value)
    english = table("AB BA", "scrabble")
    for named, problem in (
        (str(tmp_path / "none.klv2"), "no such file"),
        (3, "is no file"),
        (str(tmp_path), "no such file"),
        ("a\0b", "no such file|cannot be read"),
    ):
        with pytest.raises(BotError, match=problem):
            static.make_bot(info_of(english, leaves=named), Random(1))
    with pytest.raises(BotError, match="no option 'leave'"):
        static.make_bot(info_of(english, leave="x"), Random(1))
    named = table_file(tmp_path, {"A": 1.0})
    (tmp_path / "other.klv2").write_bytes(Leaves.of({"A": 1.0}, TILES).klv2())
    with pytest.raises(BotError, match="no leave with Z"):
        static.make_bot(info_of(english, leaves=str(tmp_path / "other.klv2")), Random(1))
    static.make_bot(info_of(english, leaves=named), Random(1))


def test_a_packed_table_is_a_quarter_of_a_point_off_at_the_most():
    every = Leaves.all_of(TILES, 3)
    rng = Random(1)
    leaves = every.with_values(every.values + [rng.gauss(0, 9) for _ in range(len(every))])
    data = pack_leaves(leaves)
    again = unpack_leaves(data, TILES, "x")
    assert again is not None
    assert abs(again.values - leaves.values).max() <= 0.25
    assert unpack_leaves(data, tile_set("german"), "x") is None
    assert unpack_leaves(data, tile_set("superscrabble"), "x") is None
    for damaged in (data[:-3], data[:40], b"something else", data[:200] + b"\0\0\0\0" + data[204:]):
        with pytest.raises(ConfigError, match="damaged"):
            unpack_leaves(damaged, TILES, "x")
    with pytest.raises(ConfigError, match="all leaves"):
        pack_leaves(Leaves.of({"A": 1.0}, TILES))


def test_the_default_tiles_have_a_table_that_comes_along_and_others_have_none():
    leaves = shipped_leaves(TILES)
    assert leaves is not None
    assert (len(leaves), leaves.longest) == (914_624, 6)
    value = {text: leaves.value(TILES.parse_hand(text)) for text in ("?", "S", "Q", "UU", "EINST")}
    assert value["?"] > 20 > value["EINST"] - 10 > value["S"] > 5 > 0 > value["Q"] > value["UU"]
    assert shipped_leaves(tile_set("german")) is None
    static.make_bot(info_of(table("AB BA", "scrabble")), Random(1))
