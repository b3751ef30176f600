"""With an empty bag static takes the play that a look at every one of them finds, whichever way the engine looks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from arena.contract.chance import stream
from arena.engine.equity import EquityFinder
from arena.engine.leaves import Leaves
from arena.engine.seeker import Seeker
from arena.engine.static_move import WEIGHTS, last_play, last_worth
from arena.scrabble.finding import ScoredPlay
from arena.scrabble.moves import Pass
from arena.scrabble.rules import WordGame
from arena.scrabble.table import Table
from arena.scrabble.view import WordView
from tests.scrabble.generate_cases import MIXED, words
from tests.scrabble.tables import layout, rule_book, table

PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"
BOARDS = ("scrabble", "infinite", "hole", "checkpoints")


def plainly(view: WordView) -> ScoredPlay | None:
    """Return the first of all plays, in their order, with the most worth."""
    worth = last_worth(view.table, view.hand, view.table.tiles.points(view.unseen))
    return max(view.plays().sorted(), key=lambda scored: worth(scored.play, scored.score), default=None)


def positions(at: Table, seed: int, turns: int) -> Iterator[WordView]:
    """Yield views of games that began long ago, with hands of one to seven tiles, as if the bag were empty."""
    game, rng = WordGame(at, 2), Random(seed)
    state = game.start(stream(seed, "game"))
    while game.outcome(state) is None and state.turn < turns:
        view = game.view(state, state.mover)
        held = [tile for tile, count in view.hand.items() for _ in range(count)]
        some = rng.sample(held, rng.randint(1, len(held)))
        hand = {tile: some.count(tile) for tile in some}
        unseen = {tile: rng.randint(1, 3) for tile in rng.sample(range(len(at.tiles.tiles)), rng.randint(1, 3))}
        yield replace(view, hand=hand, unseen=unseen, bag_count=0)
        found = view.plays()
        state = game.play(state, rng.choice(found).play if found else Pass())


@pytest.mark.parametrize("seeks", [True, False])
@pytest.mark.parametrize("adjustment", sorted(WEIGHTS))
def test_the_last_play_is_that_of_a_look_at_all(adjustment: str, seeks: bool, monkeypatch: pytest.MonkeyPatch):
    if not seeks:  # as for hands with many wild cards
        monkeypatch.setattr(Seeker, "begin", lambda self, *args: False)
    seen = 0
    for board in BOARDS[:1] if PLAIN else BOARDS:
        at = table(words(), board, MIXED, out_adjustment=adjustment)
        finder = EquityFinder(at, Leaves.of({}, MIXED))
        for seed in range(1 if PLAIN else 3):
            for view in positions(at, seed, 3 if PLAIN else 14):
                mine, plain = last_play(finder, view), plainly(view)
                assert (mine is None) == (plain is None)
                if mine is not None and plain is not None:
                    assert (mine.move, mine.word, mine.score) == (plain.play, plain.word, plain.score)
                    others = at.tiles.points(view.unseen)
                    assert mine.equity == last_worth(at, view.hand, others)(plain.play, plain.score)
                    seen += 1
    assert seen > (0 if PLAIN else 60)


@pytest.mark.parametrize("tiles", [MIXED, "english"])
def test_lengths_of_plays_are_those_of_their_words(tiles: object):
    at = table(words() if tiles is MIXED else "AB BA CAB CABS BAD DAB", "hole", tiles)  # type: ignore[arg-type]
    seen = 0
    for view in positions(at, 5, 3 if PLAIN else 10):
        plays = view.plays()
        assert plays.lengths.tolist() == [len(play.word) for play in plays]
        seen += len(plays)
    assert seen or tiles == "english"


def test_a_lone_tile_that_opens_has_its_letter_for_a_word():
    at = Table(layout(), MIXED, table(words(), "scrabble", MIXED).lexicon, replace(rule_book(), opening_tiles=1), 7)
    game = WordGame(replace(at, engine=table().engine), 2)
    state = game.start(stream(1, "game"))
    plays = game.view(state, state.mover).plays()
    assert plays.lengths.tolist() == [len(play.word) for play in plays]
    assert 1 in plays.lengths
