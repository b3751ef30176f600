"""The best play by look-ups is the one that a walk finds; the index, the parts and the bounds are what they say."""

from __future__ import annotations

import os
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from arena.engine._kernels import bags
from arena.engine._kernels import spans as spanning
from arena.engine._kernels import walk as kernels
from arena.engine._kernels.arrays import Hand
from arena.engine._kernels.bounds import prepare
from arena.engine.anagrams import anagrams_of
from arena.engine.field import Field
from arena.engine.generate import Generator
from arena.engine.plays import ScoredPlay, read_row
from tests.scrabble.generate_cases import MIXED, WILD, Case, cases, words
from tests.scrabble.tables import lexicon, table, word_at

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"  # the kernels as plain Python: fewer and smaller positions
TURNS = 3 if SLOW else 9


def by_walk(case: Case, monkeypatch: pytest.MonkeyPatch) -> ScoredPlay | None:
    with monkeypatch.context() as patched:
        patched.setattr(case.at.generator._seeker, "_able", False)
        return case.best()


def by_look_ups(case: Case, steps: int) -> tuple[ScoredPlay | None, int]:
    """Return the best play, and how often the search was interrupted: after so many steps each time."""
    generator, pauses = case.at.generator, 0
    assert generator._seeker.begin(case.field, case.hand)
    generator._rules[kernels.STEPS] = steps
    while generator._seeker.go_on() != kernels.DONE:
        pauses += 1
    row = generator._seeker.best_row()
    return None if row is None else read_row(case.field, case.field.letters, row), pauses


@pytest.mark.parametrize("wild", [0, pytest.param(1, marks=pytest.mark.soak), 2])
@pytest.mark.parametrize("board", ["scrabble", "superscrabble", "infinite", "hole", "infinite-hole"])
def test_look_ups_find_what_a_walk_finds_however_often_they_are_interrupted(
    board: str, wild: int, monkeypatch: pytest.MonkeyPatch
):
    compared = pauses = 0
    for held in (7, 10) if not SLOW else (4,):
        for case in cases(board, 20 + wild, TURNS, held, wild):
            if case.at.generator._seeker.begin(case.field, case.hand):
                expected = by_walk(case, monkeypatch)
                assert by_look_ups(case, 1 << 40) == (expected, 0)
                best, paused = by_look_ups(case, 3)
                assert best == expected
                compared, pauses = compared + 1, pauses + paused
    assert compared > 0
    assert pauses > compared


def test_a_walk_is_left_what_cannot_be_looked_up():
    at = table(words(), "standard", MIXED, hand_size=12)
    field, seeker = Field(at, word_at(at, "A", 0, 0)), at.generator._seeker
    ordinary = next(tile.id for tile in MIXED.tiles if len(tile.faces) == 1)
    assert seeker.begin(field, {ordinary: 8, WILD: 2})
    assert not seeker.begin(field, {ordinary: 4, WILD: 3})
    assert not seeker.begin(field, {ordinary: 11})
    assert not seeker.begin(field, {})
    alone = table("AB BA", opening_tiles=1)
    assert not alone.generator._seeker.begin(Field(alone), alone.tiles.parse_hand("AB"))


def test_every_play_lies_on_a_span_that_bounds_its_points():
    plays = 0
    for case in (case for board in ("scrabble", "infinite-hole") for case in cases(board, 31, TURNS, 5, 1)):
        seeker = case.at.generator._seeker
        if not seeker.begin(case.field, case.hand):
            continue
        case.at.generator._rules[kernels.STEPS] = 0
        seeker.go_on()
        most: dict[tuple[int, int], int] = {}
        for span in seeker._space.shelves.tolist():
            at = span
            while at >= 0:
                first, last, bound, at, *_ = seeker._space.spans[at].tolist()
                assert (first, last) not in most
                most[first, last] = bound
        for points, first, last, *_ in case.engine()._rows.tolist():
            assert points <= most[first, last]
            plays += 1
    assert plays > 20


def test_the_parts_of_a_hand_are_all_choices_of_its_tiles_the_smaller_first():
    at = table(words(), "scrabble", MIXED)
    ground = at.generator.ground
    by_faces = [
        ground.tiles.faces[first:end] for first, end in zip(ground.tiles.first, ground.tiles.first[1:], strict=False)
    ]
    hand = {0: 2, WILD: 1, 2: 1, 7: 1, 4: 1}
    tiles = [tile for tile, count in hand.items() for _ in range(count)]
    parts = np.zeros((1 << len(tiles), spanning.PART_SIZE), np.int64)
    begins = np.zeros(spanning.MOST_HELD + 3, np.int64)
    flat = np.array([number for pair in hand.items() for number in pair], np.int32)
    kinds, counts, dear = np.zeros(len(hand), np.uint64), np.zeros(len(hand), np.int32), np.zeros(len(hand), np.int32)
    options, worth = np.zeros((len(ground.tiles.faces), 3), np.int32), np.zeros(len(tiles), np.int32)
    held = Hand(flat, np.zeros(66, np.int32), options, kinds, counts, dear, worth)
    salts = ground.index.salts
    assert prepare(held, ground.tiles) == len(tiles)
    assert counts.tolist() == list(hand.values())
    assert worth.tolist() == sorted((int(max(by_faces[tile][:, 2])) for tile in tiles), reverse=True)
    assert dear.tolist() == [int(max(by_faces[tile][:, 2])) for tile in hand]
    spanning.parts_of_hand(held, ground.tiles, salts, parts, begins, np.zeros(2 * spanning.MOST_HELD, np.int64))
    for size in range(len(tiles) + 1):
        expected = {tuple(sorted(chosen)) for chosen in combinations(tiles, size)}
        found = set()
        for part in parts[begins[size] : begins[size + 1]].tolist():
            packed = part[spanning.P_COUNTS]
            numbers = [packed >> (spanning.BITS * kind) & 15 for kind in range(len(hand))]
            chosen = tuple(sorted(Counter(dict(zip(hand, numbers, strict=True))).elements()))
            found.add(chosen)
            plain = [by_faces[tile][0] for tile in chosen if len(by_faces[tile]) == 1]
            assert part[spanning.P_SUM] == sum(int(salts[face[1]]) for face in plain)
            assert part[spanning.P_WILDS] == size - len(plain)
            worth = sorted((int(max(by_faces[tile][:, 2])) for tile in chosen), reverse=True)
            assert part[spanning.P_WORTH : spanning.P_WORTH + size] == worth
            assert part[spanning.P_TOTAL] == sum(worth)
        assert found == expected
        assert begins[size + 1] - begins[size] == len(expected)


def test_the_index_tells_the_words_of_every_bag_and_which_letters_could_make_one():
    graph = lexicon("ATE EAT ETA TEA AT TA TAT ATT TATTOO OTTO TOOT NASTIER RETAINS STAINER").graph
    index = anagrams_of(graph)
    by_bag: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    for word in graph.words():
        by_bag.setdefault(tuple(sorted(word)), set()).add(tuple(word))

    def total(codes: Any) -> int:
        return sum(int(index.salts[code]) for code in codes)

    for bag, expected in by_bag.items():
        at, found = int(bags.find(index.slots, total(bag))), set()
        while index.text[at]:
            size = int(index.text[at])
            found.add(tuple(index.text[at + 1 : at + 1 + size].tolist()))
            at += 1 + size
        assert found == expected
        for lacking in range(3):
            for rest in combinations(bag, len(bag) - lacking):
                assert bags.passes(index.sieves, index.sizes, lacking, total(rest))
    letters = range(1, 27)
    strangers = [bag for bag in combinations(letters, 3) if bag not in by_bag]
    assert all(bags.find(index.slots, total(bag)) == -1 for bag in strangers)
    assert sum(bags.passes(index.sieves, index.sizes, 0, total(bag)) for bag in strangers) < len(strangers) / 2


def test_two_bags_that_share_their_sum_are_both_sieved():
    graph = lexicon("BD CE").graph
    index = anagrams_of(graph)
    salts = index.salts.copy()
    b, c, d, e = 2, 3, 4, 5
    salts[e] = salts[b] + salts[d] - salts[c]  # as two bags of a large lexicon may, by chance
    index = index._replace(
        salts=salts, slots=np.zeros_like(index.slots), sieves=np.zeros_like(index.sieves), text=np.zeros(0, np.uint8)
    )
    edges, forward = np.asarray(graph.edges), int(graph.forward)
    index = index._replace(text=np.zeros(bags.fill(edges, forward, index), np.uint8))
    bags.fill(edges, forward, index)
    assert bytes(index.text) == bytes([2, b, d, 2, c, e, 0])
    assert all(bags.passes(index.sieves, index.sizes, 1, salts[letter]) for letter in (b, c, d, e))


def test_there_is_no_index_of_words_without_end():
    from arena.lexicon.lexicon import every_odd_word

    at = table()
    endless = anagrams_of(every_odd_word(at.tiles.alphabet).graph)
    assert not endless.known


def test_a_table_has_one_index_for_all_its_generators():
    at = table("AB BA")
    assert Generator(at).ground.index is at.generator.ground.index
