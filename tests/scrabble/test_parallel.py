"""Several threads at one search find what one finds, keep the clock, and leave nothing behind."""

from __future__ import annotations

import gc
import os
import threading
import time
import weakref
from collections import Counter
from itertools import count, islice
from random import Random
from typing import Any

import numpy as np
import pytest

from arena.contract.budget import ClockedBudget
from arena.engine import generate, parallel
from arena.engine._kernels import walk as kernels
from arena.engine.compiled import COMPILED
from arena.engine.field import Field
from arena.engine.generate import Generator
from arena.engine.plays import Plays, read_row
from arena.engine.seeker import Seeker
from arena.scrabble.legality import faults_of_play
from arena.scrabble.scoring import score_play
from arena.scrabble.table import Table
from tests.scrabble.generate_cases import WILD, Case, cases, words
from tests.scrabble.known_positions import KNOWN, Known
from tests.scrabble.tables import rule_book, table, tile_set, word_at
from tests.scrabble.test_generate_positions import board_of, enable, tiles_of
from tests.shared_data import shared

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"  # the kernels as plain Python: fewer and smaller positions
TURNS = 3 if SLOW else 9


@pytest.fixture(autouse=True)
def walks(monkeypatch: pytest.MonkeyPatch) -> None:
    """All searches walk: look-ups (see test_seeker.py) are over before they could be shared out."""
    monkeypatch.setattr(Seeker, "begin", lambda self, field, hand: False)


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches are shared out after the first step, and everybody looks around every few steps."""
    monkeypatch.setattr(generate, "ALONE", 1)
    monkeypatch.setattr(parallel, "LONG", 0)
    monkeypatch.setattr(parallel, "MANY", 0)
    monkeypatch.setattr(parallel, "STRETCH", 40)


def compare(case: Case, together: Generator) -> int:
    """Compare all plays, their order, and the best one with what one thread finds; return how many there are."""
    alone = list(case.engine())
    assert list(together.plays(case.field, case.hand)) == alone
    assert together.best(case.field, case.hand) == case.best()
    return len(alone)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("threads", [pytest.param(2, marks=pytest.mark.soak), 3])
@pytest.mark.parametrize("board", ["standard", "infinite", "hole", "infinite-hole", "checkpoints"])
def test_threads_find_the_same_plays_in_the_same_order_and_the_same_best_one(board: str, threads: int):
    found = 0
    for wild, held in ((0, 6), (1, 5), (2, 4)):
        together = None
        for case in cases(board, wild, TURNS, held if not SLOW else 3, wild):
            together = together or Generator(case.at, threads)
            found += compare(case, together)
    assert found > 0


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_threads_agree_on_the_known_positions(known: Known):
    at = known.table()
    field = Field(at)
    field.place(tuple(known.lies().values()))
    compare(Case(at, field, list(known.lies().values()), known.held()), Generator(at, 2))


@pytest.mark.skipif(SLOW, reason="a matter of compiled code")
@pytest.mark.parametrize("stretch", [200, pytest.param(parallel.STRETCH, marks=pytest.mark.soak)])
def test_threads_agree_on_the_reference_positions_with_wild_cards(stretch: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(parallel, "STRETCH", stretch)
    monkeypatch.setattr(parallel, "MANY", 0)
    at = Table(board_of("scrabble.tsv"), tile_set(), enable(), rule_book(), 7, COMPILED)
    together = Generator(at, 2)
    lines = shared("positions", "scrabble.tsv").read_text(encoding="utf-8").splitlines()
    hands = [line.split("\t")[:2] for line in lines if not line.startswith("#")]
    for text, hand in [pair for pair in hands if "?" in pair[1]][::4]:
        field, held = Field(at, tuple(tiles_of(text, (-7, -7)))), tile_set().parse_hand(hand)
        alone, shared_out = at.generator.plays(field, held), together.plays(field, held)
        assert shared_out.scores.tolist() == alone.scores.tolist()
        if len(alone) < 5000:
            assert list(shared_out) == list(alone)
        assert together.best(field, held) == at.generator.best(field, held)


@pytest.mark.usefixtures("eager")
def test_of_equal_plays_the_first_in_their_order_is_the_best_whoever_found_it():
    # twelve plays of 10 points: see test_ties_go_by_word_then_row_column_direction_and_tile
    at = table("CAT ACT AT TA", "scrabble")
    together = Generator(at, 2)
    for _ in range(50):
        best = together.best(Field(at), at.tiles.parse_hand("CAT"))
        assert best is not None
        assert (best.word, best.across, best.play.tiles[0][:2]) == ("ACT", False, (0, -2))


def test_a_short_search_starts_no_thread():
    at = table("AB BA ABA")
    together = Generator(at, 2)
    before = set(threading.enumerate())
    field = Field(at, word_at(at, "AB", 0, 0))
    assert together.plays(field, at.tiles.parse_hand("ABB"))
    assert together.best(field, at.tiles.parse_hand("ABB"))
    assert set(threading.enumerate()) <= before


@pytest.mark.usefixtures("eager")
def test_threads_go_with_their_generator():
    case = some()
    before = set(threading.enumerate())
    together = Generator(case.at, 3)
    compare(case, together)
    started = [thread for thread in threading.enumerate() if thread not in before]
    assert len(started) == 2
    gone = weakref.ref(together)
    del together
    gc.collect()
    assert gone() is None
    for thread in started:
        thread.join(5.0)
        assert not thread.is_alive()


@pytest.mark.usefixtures("eager")
def test_a_process_that_was_forked_starts_threads_of_its_own():
    case = some()
    together = Generator(case.at, 2)
    expected = list(together.plays(case.field, case.hand))
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            same = list(together.plays(case.field, case.hand)) == expected
            status = 0 if same and threading.active_count() == 2 else 2
        finally:
            os._exit(status)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    compare(case, together)  # and this process still has its own


@pytest.mark.usefixtures("eager")
def test_where_no_thread_can_be_started_one_does_it_all(monkeypatch: pytest.MonkeyPatch):
    def refuse(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    case = some()
    assert compare(case, Generator(case.at, 2)) > 0


@pytest.mark.usefixtures("eager")
def test_an_error_of_a_helper_reaches_the_caller_and_the_next_search_is_whole(monkeypatch: pytest.MonkeyPatch):
    case = some()
    together = Generator(case.at, 2)
    compare(case, together)
    caller, whole = threading.get_ident(), parallel.Walker.go_on

    def fail(walker: Any) -> int:
        if threading.get_ident() != caller:
            raise MemoryError("no room for rows")
        return whole(walker)

    def until_a_helper_gets_to_do_something() -> None:
        for _ in range(1000):
            together.plays(case.field, case.hand)

    with monkeypatch.context() as patch:
        patch.setattr(parallel.Walker, "go_on", fail)
        with pytest.raises(MemoryError, match="no room for rows"):
            until_a_helper_gets_to_do_something()
    assert compare(case, together) > 0


class Closed(Exception):
    pass


@pytest.mark.usefixtures("eager")
def test_an_offer_that_fails_ends_the_search_and_the_next_one_is_whole():
    case = some()
    together = Generator(case.at, 2)

    def refuse(move: Any) -> None:
        raise Closed

    for _ in range(20):
        with pytest.raises(Closed):
            together.best(case.field, case.hand, ClockedBudget(None, time.monotonic, refuse))
    assert compare(case, together) > 0


def some() -> Case:
    """A position on which a search takes more than a few steps."""
    return next(iter(islice(cases("infinite", 5, TURNS, 4 if SLOW else 6, 1), TURNS - 1, None)))


@pytest.mark.parametrize("best_only", [True, False])
@pytest.mark.parametrize("board", ["standard", "infinite", "checkpoints"])
def test_a_walk_that_is_split_again_and_again_finds_what_a_whole_one_finds(board: str, best_only: bool):
    rng, splits = Random(board), 0
    for case in (case for wild in (0, 1) for case in cases(board, wild, TURNS, 3 if SLOW else 5, wild)):
        generator = Generator(case.at)
        if not generator._begin(case.field, case.hand, best_only):
            continue
        whole = generator._walker
        spare = [whole.another() for _ in range(3)]
        for walker in spare:
            walker.begin(whole.search, np.zeros_like(whole.hand.counts), whole.space.order, 0)
        going = [whole]
        while going:
            whole.search.rules[kernels.STEPS] = rng.randrange(1, 40)
            walker = rng.choice(going)
            ended = walker.go_on_to_best() if best_only else walker.go_on_to_all()
            if ended == kernels.DONE:
                going.remove(walker)
                spare.append(walker)
            elif spare and rng.random() < 0.6 and walker.give(spare[-1]):
                going.append(spare.pop())
                splits += 1
        if best_only:
            for walker in spare:
                whole.compete(walker.best, 1)
            row = whole.best_row()
            best = None if row is None else read_row(case.field, case.field.letters, row)
            assert best == case.best()
        else:
            found = [play for walker in spare for play in Plays(case.field, walker.all_rows())]
            assert Counter(found) == Counter(case.engine())
    assert splits > 5


def crowded() -> Case:
    """A board of odd squares with many tiles and words, a hand of nothing but wild cards: hundreds of milliseconds."""
    case = next(iter(islice(cases("checkpoints", 77, 31, 5, words=words(3, 12000)), 30, None)))
    return Case(case.at, case.field, case.placed, {WILD: 9})


@pytest.mark.skipif(SLOW, reason="a matter of compiled code")
def test_the_clock_ends_a_search_of_two_threads_in_time_with_a_play_as_good_as_any_that_was_offered():
    case, limit = crowded(), 0.05
    together = Generator(case.at, 2)
    board = {(tile.x, tile.y): tile for tile in case.placed}
    for step in (0.001, 0.002, 0.003, 0.005, 0.008):  # seconds between two looks at the clock
        offers: list[Any] = []
        clock = count(0.0, step)
        budget = ClockedBudget(limit, lambda clock=clock: next(clock), offers.append)
        play = together.best(case.field, case.hand, budget)
        looks = next(clock) / step
        assert limit / step * 0.5 < looks <= limit / step + 1  # it was cut off, before its time was up
        assert play is not None
        assert offers
        for offer in [*offers, play.play]:
            assert not faults_of_play(case.at, board, offer.tiles, case.hand, 1)
            assert score_play(case.at, board, offer.tiles).total <= play.score


class Looks(ClockedBudget):
    """A budget whose time is up at the ``limit``-th look at it."""

    def __init__(self, limit: int) -> None:
        super().__init__(1.0, time.monotonic)
        self.left = limit

    def time_left(self) -> float:
        self.left -= 1
        return 1.0 if self.left > 0 else 0.0


@pytest.mark.usefixtures("eager")
def test_after_a_search_that_was_cut_off_the_next_one_is_whole():
    case = some()
    together = Generator(case.at, 2)
    for limit in range(1, 12):
        together.best(case.field, case.hand, Looks(limit))
        assert compare(case, together) > 0
