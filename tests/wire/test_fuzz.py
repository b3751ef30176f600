"""No bytes crash, hang or bloat what reads the wires, from the first byte to the move. Longer: ``nox -s fuzz``."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.wire.fuzz_targets import SEEDS, TARGETS, message, sexpr
from tests.work import lines_run

NUMBERS = st.one_of(st.integers(-3, 16), st.integers(), st.floats(), st.none(), st.booleans())
TILES = st.lists(
    st.fixed_dictionaries(
        {"at": st.lists(NUMBERS, min_size=1, max_size=3), "tile": NUMBERS, "char": st.text(max_size=3)},
        optional={"points": NUMBERS, "more": NUMBERS},
    ),
    max_size=9,
)
ANSWERS = st.recursive(
    st.fixed_dictionaries(
        {"type": st.sampled_from(["ready", "play", "change", "pass", "forfeit", "move", "offer", "x"])},
        optional={"turn": NUMBERS, "ms": NUMBERS, "move": st.text(max_size=20), "name": st.text(max_size=5),
                  "tiles": st.one_of(TILES, st.lists(NUMBERS))},
    ),
    lambda inner: st.fixed_dictionaries({"type": st.just("offer"), "move": inner, "turn": NUMBERS}),
    max_leaves=4,
)  # fmt: skip
DAMAGE = st.lists(st.tuples(st.integers(0, 10_000), st.binary(min_size=1, max_size=3)), max_size=4)


def damaged(data: bytes, places) -> bytes:
    for place, instead in places:
        at = place % (len(data) + 1)
        data = data[:at] + instead + data[at + len(instead) - 1 :]
    return data


@settings(max_examples=300)
@given(st.lists(ANSWERS, max_size=3), DAMAGE, st.integers(0, 255))
def test_answers_of_any_shape_are_read_or_refused(answers, places, step):
    lines = b"".join(json.dumps(answer).encode() + b"\n" for answer in answers)
    message(bytes([step]) + damaged(lines, places))


@settings(max_examples=300)
@given(st.one_of(st.binary(max_size=300), st.text(st.sampled_from('()"_-A10 \n'), max_size=300).map(str.encode)))
def test_no_bytes_get_past_either_codec(data):
    message(b"\x10" + data)
    sexpr(b"\x10" + data)


@pytest.mark.parametrize("name", TARGETS)
def test_the_seeds_of_the_long_fuzz_are_messages_or_nearly(name):
    assert all(TARGETS[name](seed) for seed in SEEDS[name])


@pytest.mark.parametrize("data", [
    b"[" * 200_000, b'{"type":"move","move":' + b'"a",' * 50_000, b"(" * 200_000, b'("' + b"x" * 500_000,
    b"9" * 500_000, b'{"type":"pass","turn":' + b"9" * 3000 + b"}\n", b"\n" * 500_000, b"\xf0\x9f" * 100_000,
])  # fmt: skip
def test_half_a_megabyte_of_anything_is_done_with_in_no_time(data):
    def lines(part):
        return lines_run(lambda: (message(b"\xff" + part), sexpr(b"\xff" + part)))

    lines(data[:100])  # what is made once is made
    assert lines(data[: len(data) // 8]) < 9 * lines(data[: len(data) // 64]) + 1000  # not by its square
    message(b"\xff" + data)
    sexpr(b"\xff" + data)
