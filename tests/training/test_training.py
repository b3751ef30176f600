"""What racks come to is summed as plain Python sums it, and a training is the same however it is played."""

from __future__ import annotations

import json
import math
from collections import Counter
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.contract.chance import stream
from arena.engine import rack_sums as kernels
from arena.engine.equity import EquityFinder
from arena.engine.leaves import Leaves
from arena.errors import ConfigError, ResultsError
from arena.scrabble.tiles import TileSet
from arena.training.fit import TableMaker, fitted
from arena.training.generation import Generation
from arena.training.kept import Kept
from arena.training.run import Training
from arena.training.samples import FIRST_TURN, STAGES, Racks, Sums, play_games
from tests.scrabble.generate_cases import words
from tests.scrabble.tables import table

WORDS = "AB BA CAB ABC BAAC"
FEW = TileSet.from_mapping(
    {
        "name": "few",
        "alphabet": {"letters": ["A", "B", "C"]},
        "tiles": [{"faces": {"A": 1}, "count": 3}, {"faces": {"B": 1}, "count": 2}, {"faces": {"C": 1}, "count": 1},
                  {"wild": 0, "count": 2}],
    }
)  # fmt: skip
ALL = [0, 0, 0, 1, 1, 2, 3, 3]  # tiles' ids
MANY = TileSet.from_mapping(
    {
        "name": "many",
        "alphabet": {"letters": ["A", "B", "C", "D", "E"]},
        "tiles": [{"faces": {"A": 1}, "count": 9}, {"faces": {"B": 3}, "count": 4}, {"faces": {"C": 2}, "count": 5},
                  {"faces": {"D": 2}, "count": 5}, {"faces": {"E": 1}, "count": 9}, {"wild": 0, "count": 2}],
    }
)  # fmt: skip


@pytest.fixture(scope="module")
def racks() -> Racks:
    return Racks(table(WORDS, "scrabble", FEW, hand_size=3))


@pytest.fixture(scope="module")
def maker(racks: Racks) -> TableMaker:
    return TableMaker(racks)


def test_leaves_are_listed_in_their_order(maker: TableMaker):
    leaves = maker.table
    listed = np.zeros((len(leaves), 1 + leaves.longest), np.uint8)
    assert kernels.list_leaves(leaves.arrays, listed) == len(leaves)
    numbers = leaves.arrays.numbers.tolist()
    for row, (leave, _) in zip(listed.tolist(), leaves.items(), strict=True):
        assert sorted(row[1 : 1 + row[0]]) == sorted(numbers[tile] for tile in Counter(leave).elements())


def test_a_leave_is_worth_the_mean_of_all_its_draws():
    every = Leaves.all_of(FEW, 3)
    listed = np.zeros((len(every), 4), np.uint8)
    kernels.list_leaves(every.arrays, listed)
    full = listed[:, 0] == 3
    out = np.zeros(len(every))
    out[full] = np.random.default_rng(1).normal(size=int(full.sum()))
    value = {tuple(row[1:]): worth for row, worth in zip(listed[full].tolist(), out[full].tolist(), strict=True)}
    counts = np.array([2, 3, 2, 1], np.int64)  # by number: the wild card first
    nothing = kernels.complete(listed, every.arrays, counts, 3, out)

    def mean(leave: list[int]) -> float:
        left = Counter(dict(enumerate(counts.tolist())))
        left.subtract(leave)
        pool = list(left.elements())
        drawn = [value[tuple(sorted([*leave, *more]))] for more in combinations(pool, 3 - len(leave))]
        return math.fsum(drawn) / len(drawn)

    for row, worth in zip(listed.tolist(), out.tolist(), strict=True):
        if row[0] < 3:
            assert worth == pytest.approx(mean(row[1 : 1 + row[0]]))
    assert nothing == pytest.approx(mean([]))


def test_whether_a_rack_makes_a_word_alone_and_with_one_letter_more(racks: Racks):
    bags = {"".join(sorted(word)) for word in WORDS.split()}
    found, ground = np.zeros(kernels.BINGO_FEATURES), racks.ground
    assert racks.letters.tolist() == [0, 3 / 6, 2 / 6, 1 / 6]
    seen = 0
    for rack in {tuple(sorted(ALL[place] for place in places)) for places in combinations(range(8), 3)}:
        ids = np.array(rack, np.int32)
        kernels.bingo_features(
            ids, 3, ground.tiles.faces, ground.tiles.first, ground.index, racks.letters, racks.bags, found
        )
        shown = {"".join(sorted(faces)) for faces in product(*([f.char for f in FEW.tiles[t].faces] for t in rack))}
        assert found[0] == (len(shown & bags) > 0)
        more = [share for share, sign in zip(racks.letters[1:], "ABC", strict=True) if any("".join(sorted(one + sign)) in bags for one in shown)]  # fmt: skip  # noqa: E501
        assert found[1] == pytest.approx(sum(more))
        assert found[2] == pytest.approx(math.sqrt(sum(more)))
        seen += found[0] > 0
    assert seen


@pytest.mark.parametrize("rack", [(0, 1, 1), (1, 1, 1), (0, 0, 3), (1, 2, 3), (2, 2, 3)])
def test_the_features_of_a_rack_are_its_tiles_and_pairs(rack: tuple[int, ...]):
    places, numbers = np.zeros(40, np.int64), np.zeros(40)
    bingo = np.array([1.0, 0.0, 0.25])
    made = kernels.features_of(np.array(rack, np.int32), 3, 4, bingo, places, numbers)
    counts = Counter(rack)
    expected: dict[int, float] = {**counts, 14: 1.0, 16: 0.25}
    for low, high in combinations(sorted(counts), 2):
        expected[4 + high * (high + 1) // 2 + low] = counts[low] * counts[high]
    for kind, count in counts.items():
        if count > 1:
            expected[4 + kind * (kind + 1) // 2 + kind] = math.comb(count, 2)
    assert dict(zip(places[:made].tolist(), numbers[:made].tolist(), strict=True)) == expected


def test_a_rack_counts_for_the_leaves_in_it_equal_tiles_as_different_ones(racks: Racks):
    def counted(forced: int) -> dict[str, tuple[float, float]]:
        sums = np.zeros((len(racks.counted), 2 + STAGES))
        kernels.add_to_leaves(np.array([1, 1, 2], np.int32), 3, forced, 2, 5.0, 3, racks.counted.arrays, sums)
        assert (sums[:, 1] == sums[:, 2 + 3]).all()
        found = zip(racks.counted.items(), sums.tolist(), strict=True)
        return {FEW.print_hand(leave): (row[0], row[1]) for (leave, _), row in found if row[1]}

    assert counted(0) == {"A": (10.0, 2.0), "AA": (5.0, 1.0), "AB": (10.0, 2.0), "B": (5.0, 1.0)}
    assert counted(0b001) == {"A": (5.0, 1.0), "AA": (5.0, 1.0), "AB": (5.0, 1.0)}


def test_the_fit_finds_what_racks_are_made_of(racks: Racks, maker: TableMaker):
    """Racks whose worth is a sum over tiles come out as leaves that are just that sum, less the average."""
    sums, rng = racks.empty(), stream(1, "fit")
    worth = {0: 1.0, 1: -4.0, 2: 6.0, 3: 20.0}
    for _ in range(6000):
        drawn = rng.sample(ALL, 3)
        racks.add(sums, drawn, 0, 30 + sum(worth[tile] for tile in drawn), rng.randrange(8))
    leaves = maker.leaves(sums)
    mean = sum(worth[tile] for tile in ALL) / len(ALL)

    def expected(leave: tuple[int, ...]) -> float:
        left = list(ALL)
        for tile in leave:
            left.remove(tile)
        rest = sum(worth[tile] for tile in left) / len(left)
        return sum(worth[tile] for tile in leave) + (3 - len(leave)) * rest - 3 * mean

    for leave in ((3,), (2,), (1,), (0,), (3, 3), (1, 2), (0, 0)):
        assert leaves.value(dict(Counter(leave))) == pytest.approx(expected(leave), abs=0.5)
    assert len(fitted(sums, racks.kinds)) == racks.size


def training(folder: Path | None = None, games: int = 24, seed: int = 5, **settings: str) -> Training:
    at = table(words(3, 120).replace("[CH]", "C"), "hole", MANY, hand_size=4)
    kept = None if folder is None else Kept(folder / "few.training", {"games": str(games), **settings})
    return Training(at, games, seed, kept)


def test_a_training_is_the_same_for_any_number_of_workers_and_resumed_or_not(tmp_path: Path):
    whole, counted = training(), list[int]()
    generations = list(whole.run(1, counted.append))
    assert sum(counted) == whole.played == sum(generation.games for generation in generations)
    assert len(generations) == 5
    assert generations[-1].racks > 0
    assert generations[-1].spread > 0
    assert whole.leaves.values.any()
    shared = training()
    list(shared.run(2, counted.append))
    assert shared.leaves.klv2() == whole.leaves.klv2()
    first = training(tmp_path)
    going = first.run(1, counted.append)
    assert next(going) == generations[0]
    going.close()
    second = training(tmp_path)
    second.resume()
    assert (second.played, second.generations) == (generations[0].games, generations[:1])
    assert list(second.run(1, counted.append)) == generations[1:]
    assert second.leaves.klv2() == whole.leaves.klv2()
    third = training(tmp_path)
    third.resume()
    assert list(third.run(1, counted.append)) == []
    assert third.leaves.klv2() == whole.leaves.klv2()


def test_another_training_and_a_damaged_file_are_refused(tmp_path: Path):
    first = training(tmp_path, 20)
    next(first.run(1, lambda games: None))
    with pytest.raises(ResultsError, match="another games: 20, and this one has 24"):
        training(tmp_path, 24).resume()
    file = tmp_path / "few.training"
    assert Kept(file, {}).settings() == {"games": "20"}
    data = file.read_bytes()
    for damaged in (b"", data[: len(data) // 2], b"nothing of the kind", data[:-40]):
        file.write_bytes(damaged)
        with pytest.raises(ResultsError, match="no training that was interrupted"):
            training(tmp_path, 20).resume()
        assert Kept(file, {}).settings() == {}


def _said(**changed: Any) -> dict[str, Any]:
    return {
        "settings": {"games": "20"},
        "counts": {"games": 0, "turns": 0, "changes": 0, "racks": 0, "free": 0, "value": 0.0},
        "generations": [],
        **changed,
    }


ROW = {"number": 1, "games": 1, "turns": 9, "changes": 1, "racks": 4, "value": 1.0, "change": 0.5, "spread": 0.5}


@pytest.mark.parametrize(
    "said",
    [
        [], 3, None, "text", {}, _said(settings=[]), _said(settings=None), _said(counts=None), _said(counts=[]),
        _said(generations=None), _said(generations={}),
    ],
    ids=repr,
)  # fmt: skip
def test_a_kept_file_that_says_nothing_of_a_training_is_refused_before_any_work(said: Any, tmp_path: Path):
    file = tmp_path / "few.training"
    with file.open("wb") as opened:
        np.savez(opened, said=np.array(json.dumps(said)))
    with pytest.raises(ResultsError, match=r"few\.training: is no training that was interrupted"):
        Kept(file, {"games": "20"}).look()
    assert Kept(file, {}).settings() == {}


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\x03\x04" + bytes(80), b"\x80\x04K\x01.", b"\x93NUMPY\x01\x00v\x00{"])
def test_bytes_of_another_kind_are_refused(data: bytes, tmp_path: Path):
    (tmp_path / "few.training").write_bytes(data)
    with pytest.raises(ResultsError, match="is no training that was interrupted"):
        Kept(tmp_path / "few.training", {}).look()


@pytest.mark.parametrize(
    "changed",
    [
        {"said": _said(counts={})}, {"said": _said(counts={**_said()["counts"], "games": "x"})},
        {"said": _said(counts={**_said()["counts"], "games": -5})},
        {"said": _said(counts={**_said()["counts"], "games": 10**30})},
        {"said": _said(counts={**_said()["counts"], "games": 2})},  # more than its generation has
        {"said": _said(counts={**_said()["counts"], "value": float("nan")})},
        {"said": _said(generations=[1])}, {"said": _said(generations=[{}])},
        {"said": _said(generations=[{**ROW, "more": 1}])}, {"said": _said(generations=[{**ROW, "spread": "x"}])},
        {"said": _said(generations=[{**ROW, "games": True}])}, {"said": _said(generations=[ROW] * 9)},
        {"said": _said(generations=[{**ROW, "games": 7}])},  # other games than were planned
        {"values": np.array(["x", "x"])}, {"values": np.array([np.nan, 0], np.float32)},
        {"values": np.zeros(2, np.int64)}, {"values": np.zeros(2, complex)}, {"squares": np.zeros((2, 2), "U3")},
        {"values": np.zeros(3, np.float32)}, {"leaves": np.zeros((1, 1))}, {"products": None},
    ],
    ids=repr,
)  # fmt: skip
def test_a_kept_file_with_other_figures_than_a_training_writes_is_refused(changed: dict[str, Any], tmp_path: Path):
    sums = Sums(np.zeros((2, 2)), np.zeros(2), np.zeros((3, 4)))
    kept = Kept(tmp_path / "few.training", {"games": "20"})
    kept.write(np.zeros(2, np.float32), sums, [Generation(**ROW)])
    assert kept.read(2, sums, [1, 1]) is not None
    parts = dict(np.load(kept.path))
    parts.update({key: np.array(json.dumps(value)) if key == "said" else value for key, value in changed.items()})
    with kept.path.open("wb") as opened:
        np.savez(opened, **{name: part for name, part in parts.items() if part is not None})
    with pytest.raises(ResultsError, match=r"few\.training: (is no training that was interrupted|has tables)"):
        kept.read(2, sums, [1, 1])


def test_racks_are_drawn_from_what_the_mover_cannot_see_and_forced_ones_begin_with_their_leave(
    monkeypatch: pytest.MonkeyPatch,
):
    at = table(words(3, 120).replace("[CH]", "C"), "hole", MANY, hand_size=4)
    racks = Racks(at)
    taken: list[tuple[Any, ...]] = []
    monkeypatch.setattr(Racks, "add", lambda self, sums, drawn, forced, value, bag: taken.append((drawn, forced, bag)))
    finder = EquityFinder(at, Leaves.all_of(MANY, 3))
    sums = play_games(racks, finder, 3, ("test",), 6)
    assert sums.games == 6
    assert sums.turns > 6 * FIRST_TURN
    assert {forced for _, forced, _ in taken} == {0, 1, 2, 3}
    for drawn, forced, bag in taken:
        assert len(drawn) == 4
        assert 0 < bag <= MANY.total - 8
        assert all(count <= MANY.counts[tile] for tile, count in Counter(drawn).items())
        assert not forced or tuple(sorted(drawn[:forced])) in racks.forced


def test_hands_whose_racks_are_too_many_are_refused():
    at = table(WORDS, "scrabble", "english", hand_size=10)
    with pytest.raises(ConfigError, match="cannot all be valued"):
        Training(at, 20, 1)
    with pytest.raises(ConfigError, match="cannot all be valued"):
        Training(table(WORDS, "scrabble", FEW, hand_size=1), 20, 1)


def test_what_a_generation_is_told_as_has_a_line():
    from arena.cli.words.train import HEADER, line_of

    line = line_of(Generation(2, 1200, 30_000, 240, 99_000, 36.5, 0.25, 4.5))
    assert line.split() == ["2", "1,200", "99,000", "0.20", "36.50", "0.250", "4.500"]
    assert len(line) == len(HEADER)
