"""Leave tables: files of others byte for byte, CSV, what is refused, and look-up as plain Python has it."""

from __future__ import annotations

import struct
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine._kernels.worth import leave_value
from arena.engine.leaves import Leaves, leaves_of, numbers_of
from arena.errors import ArenaError, ConfigError
from arena.scrabble.tiles import TileSet
from tests.scrabble.generate_cases import MIXED
from tests.scrabble.tables import tile_set
from tests.shared_data import shared

ENGLISH = tile_set()
FEW = TileSet.from_mapping(
    {
        "name": "few",
        "alphabet": {"letters": ["A", "B", "C"]},
        "tiles": [{"faces": {"A": 1}, "count": 3}, {"faces": {"B": 1}, "count": 2}, {"faces": {"C": 1}, "count": 1},
                  {"wild": 0, "count": 2}],
    }
)  # fmt: skip
ALL_OF_FEW = [
    "".join(leave)
    for size in (1, 2, 3)
    for leave in combinations_with_replacement("?ABC", size)
    if all(leave.count(sign) <= most for sign, most in {"?": 2, "A": 3, "B": 2, "C": 1}.items())
]


def plain_klv2(data: bytes) -> dict[tuple[int, ...], float]:
    """Return the leaves of a file, read by the format's description alone."""
    (count,) = struct.unpack_from("<I", data)
    nodes = struct.unpack_from(f"<{count}I", data, 4)
    (many,) = struct.unpack_from("<I", data, 4 + 4 * count)
    values = struct.unpack_from(f"<{many}f", data, 8 + 4 * count)
    leaves: list[tuple[int, ...]] = []

    def walk(place: int, path: tuple[int, ...]) -> None:
        while place:
            node = nodes[place]
            longer = (*path, node >> 24)
            if node >> 23 & 1:
                leaves.append(longer)
            walk(node & 0x3FFFFF, longer)
            place = 0 if node >> 22 & 1 else place + 1

    walk(nodes[0] & 0x3FFFFF, ())
    assert len(leaves) == many
    return dict(zip(leaves, values, strict=True))


def test_the_file_of_another_engine_comes_back_byte_for_byte():
    """Source: the made-up table of the shared data, its 3,909 short leaves as CSV."""
    data = shared("leaves", "formula.klv2").read_bytes()
    table = Leaves.from_klv2(data, ENGLISH)
    assert table.klv2() == data
    assert (len(table), table.longest) == (914_624, 6)
    short = Leaves.from_csv(shared("leaves", "formula.csv").read_text(), ENGLISH)
    assert len(short) == 3_909
    for leave, value in short.items():
        assert table.value(leave) == value
    assert Leaves.from_csv(short.csv(), ENGLISH).klv2() == short.klv2()
    every = Leaves.all_of(ENGLISH, 6)  # the same leaves in the same order, made anew
    assert [leave for (leave, _), _ in zip(every.items(), range(300), strict=False)] == [
        leave for (leave, _), _ in zip(table.items(), range(300), strict=False)
    ]
    assert len(every) == len(table)


@given(st.dictionaries(st.sampled_from(ALL_OF_FEW), st.floats(-100, 100, width=32), max_size=len(ALL_OF_FEW)))
def test_a_table_has_its_leaves_and_no_others(values: dict[str, float]):
    table = Leaves.of(values, FEW)
    for text in ALL_OF_FEW:
        hand = FEW.parse_hand(text)
        assert table.value(hand) == values.get(text, 0.0)
        assert table.has(hand) == (text in values)
        assert by_kernel(table, hand) == values.get(text, 0.0)
    again = Leaves.from_klv2(table.klv2(), FEW) if any("C" in text for text in values) else table
    assert {FEW.print_hand(leave): value for leave, value in again.items()} == {
        FEW.print_hand(FEW.parse_hand(text)): value for text, value in values.items()
    }
    number = dict(zip("ABC?", numbers_of(FEW), strict=True))
    assert plain_klv2(table.klv2()) == {
        tuple(sorted(number[sign] for sign in text)): value for text, value in values.items()
    }


def by_kernel(table: Leaves, hand: dict[int, int]) -> float:
    numbers = sorted((int(table.arrays.numbers[tile]), count) for tile, count in hand.items())
    first, second = (np.array(column, np.int32) for column in zip(*numbers, strict=True))
    return float(leave_value(first, second, len(numbers), table.arrays))


def test_all_leaves_of_any_tiles():
    for tiles, longest in ((FEW, 3), (MIXED, 3), (tile_set("german"), 2), (tile_set("polish"), 2)):
        every = Leaves.all_of(tiles, longest)
        found = [tuple(sorted(leave.items())) for leave, _ in every.items()]
        assert len(set(found)) == len(found) == len(every) == leaves_of(tiles.counts, longest)
        assert all(count <= tiles.counts[tile] for leave in found for tile, count in leave)
        values = np.random.default_rng(1).normal(size=len(every)).astype(np.float32)
        table = every.with_values(values)
        assert Leaves.from_klv2(table.klv2(), tiles).klv2() == table.klv2()
        rng = Random(1)
        for place in rng.choices(range(len(found)), k=30):
            assert table.value(dict(found[place])) == values[place]
            assert by_kernel(table, dict(found[place])) == values[place]
    assert len(Leaves.all_of(FEW, 3)) == len(ALL_OF_FEW)


def test_a_whole_hand_that_is_in_no_table_is_the_mean_of_what_it_is_without_one_tile():
    table = Leaves.of({"A": 2.0, "B": 5.0, "?": 1.0, "AB": 9.0}, FEW)
    assert table.whole(FEW.parse_hand("AB")) == 9.0
    assert table.whole(FEW.parse_hand("AA")) == 2.0
    assert table.whole(FEW.parse_hand("A?")) == 1.5
    assert table.whole({}) == 0.0


def good() -> bytes:
    return Leaves.of({"A": 1.0, "AB": 2.0, "C": 3.0, "?": 4.0}, FEW).klv2()


def nodes(*words: int, values: tuple[float, ...] = ()) -> bytes:
    return struct.pack(f"<I{len(words)}II{len(values)}f", len(words), *words, len(values), *values)


LAST, ENDS = 1 << 22, 1 << 23


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "too short"),
        (b"KLV2, or not", "not a KLV2 file"),
        (good()[:-1], "values do not fit"),
        (good() + b"\0", "values do not fit"),
        (good()[:20], "not a KLV2 file"),
        (nodes(LAST | 2, LAST, ENDS | LAST | 1 << 24, values=(1.0, 2.0)), "1 leaves, and there are 2"),
        (nodes(LAST | 2, LAST, ENDS | LAST | 1 << 24, values=(float("nan"),)), "no number"),
        (nodes(LAST | 9, LAST, values=()), "leads out of it"),
        (nodes(LAST | 2, LAST, ENDS | 1 << 24, values=(1.0,)), "leads out of it"),
        (nodes(LAST | 2, LAST, ENDS | LAST | 1 << 24 | 2, values=(1.0,)), "circles"),
        (nodes(LAST | 2, LAST, ENDS | 2 << 24, ENDS | LAST | 1 << 24, values=(1.0, 2.0)), "not in order"),
        (nodes(LAST | 2, LAST, LAST | 2 << 24 | 3, ENDS | LAST | 1 << 24, values=(1.0,)), "not in order"),
        (nodes(LAST | 2, LAST, ENDS | LAST | 90 << 24, values=(1.0,)), "tile number 90"),
        (nodes(LAST | 2, LAST, ENDS | LAST | 4 << 24, values=(1.0,)), "tile number 4"),
        (nodes(LAST | 2, LAST, ENDS | LAST | 2 << 24, values=(1.0,)), "no leave with C"),
        (nodes(LAST | 2, LAST, ENDS | LAST | 3 << 24 | 3, ENDS | LAST | 3 << 24, values=(1.0, 2.0)), "2 times C"),
    ],
)
def test_a_damaged_file_and_one_for_other_tiles_are_refused(data: bytes, problem: str):
    with pytest.raises(ConfigError, match=problem) as refused:
        Leaves.from_klv2(data, FEW, "x.klv2")
    assert refused.value.where == "x.klv2"
    assert refused.value.remedy


def test_bytes_that_changed_never_give_anything_but_a_refusal_or_a_table():
    rng, whole = Random(3), good()
    refused = 0
    for _ in range(1500):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 3)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        try:
            assert isinstance(Leaves.from_klv2(bytes(data), FEW).klv2(), bytes)
        except ConfigError:
            refused += 1
    assert refused > 500


def test_the_older_files_with_values_of_sixteen_bits_are_read():
    words = LAST | 2, LAST, ENDS | 1 << 24, ENDS | LAST | 3 << 24
    data = struct.pack("<5I", 4, *words) + struct.pack("<I2h", 2, 384, -128)
    table = Leaves.from_klv2(data, FEW)
    assert [value for _, value in table.items()] == [1.5, -0.5]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("A;1", ":1: 'A;1' is no leave and its value"),
        ("A,1\nB,x", ":2: 'B,x'"),
        ("A,inf", "no leave and its value"),
        ("A,1\nA,2", ":2: 'A' has a value already, in line 1"),
        ("AB,1\nBA,2", ":2: the same tiles in another order"),
        ("Z,1", ":1: the tile set 'few' has no tile 'Z'"),
        ("AB,1\nCC,1", ":2: it has 2 times C, and the tile set 'few' 1"),
        (",1", "1 to 31 tiles"),
    ],
)
def test_lines_that_cannot_be_read_are_told(text: str, problem: str):
    with pytest.raises(ArenaError) as refused:
        Leaves.from_csv(text, FEW, "x.csv")
    assert problem in str(refused.value)


def test_blank_lines_a_heading_and_other_line_ends_are_passed_over():
    table = Leaves.from_csv("leave,value\r\nA,1\r\n\r\n?,2.5\r\n", FEW)
    assert {FEW.print_hand(leave): value for leave, value in table.items()} == {"A": 1.0, "?": 2.5}


def test_how_tiles_are_numbered():
    assert numbers_of(FEW) == (1, 2, 3, 0)
    assert numbers_of(ENGLISH)[ENGLISH.parse_hand("A").popitem()[0]] == 1
    assert numbers_of(ENGLISH)[ENGLISH.parse_hand("?").popitem()[0]] == 0
    numbers = numbers_of(MIXED)  # several tiles with one letter: the wild card first, the others in their order
    assert numbers[1] == 0
    assert sorted(numbers) == list(range(len(MIXED.tiles)))


def test_too_many_kinds_and_too_many_leaves_are_refused():
    letters = [chr(ord("A") + k) + str(k) for k in range(60)]
    many: Any = {"name": "many", "alphabet": {"letters": letters}}
    tiles = TileSet.from_mapping({**many, "tiles": [{"faces": {a: 1, b: 2}, "count": 1} for a in letters[:9] for b in letters[9:18]]})  # fmt: skip  # noqa: E501
    with pytest.raises(ConfigError, match="kinds of tiles"):
        numbers_of(tiles)
    with pytest.raises(ConfigError, match="more than a table holds"):
        Leaves.all_of(ENGLISH, 14)
    with pytest.raises(ConfigError, match="more than a table holds"):
        Leaves.all_of(ENGLISH, 0)


def test_a_table_is_for_its_tiles():
    table = Leaves.of({"A": 1.0}, FEW)
    table.check(FEW)
    with pytest.raises(ConfigError, match="few"):
        table.check(ENGLISH)
    with pytest.raises(ValueError, match="values are wanted"):
        table.with_values(np.zeros(2, np.float32))
