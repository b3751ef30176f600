"""JSON lines: no bytes crash the decoder, however they are cut, and every bad line is one fault."""

from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.printable import shorten
from arena.wire.message.answers import Answer, Change, Move, Offer, Play, read_answer
from arena.wire.message.codec import Bad, LineDecoder, encode


def cut(data, places):
    """Yield data in pieces cut at some places."""
    edges = sorted({0, len(data), *(place % (len(data) + 1) for place in places)})
    for start, end in itertools.pairwise(edges):
        yield data[start:end]


def decoded(pieces, limit=1024):
    decoder = LineDecoder(limit)
    return [line for piece in pieces for line in decoder.feed(piece)]


@given(st.binary(max_size=400), st.lists(st.integers(0, 400), max_size=12))
def test_how_the_bytes_are_cut_makes_no_difference(data, places):
    assert decoded(cut(data, places), 64) == decoded([data], 64)


@given(st.lists(st.text(st.characters(exclude_characters="\n\r", codec="utf-8"), max_size=50), max_size=8))
def test_whole_lines_come_out_as_they_went_in(texts):
    data = "".join(text + "\n" for text in texts).encode()
    assert decoded([data]) == [text.encode() for text in texts if text.encode().strip()]


def test_a_line_of_exactly_the_limit_is_a_line_and_one_more_byte_is_a_fault():
    assert decoded([b"x" * 1024 + b"\n"]) == [b"x" * 1024]
    assert decoded([b"x" * 1024 + b"\r\n"]) == [b"x" * 1024]
    (fault,) = decoded([b"x" * 1025 + b"\n"])
    assert fault == Bad("a line of more than 1024 bytes")


def test_after_a_line_that_was_too_long_the_next_is_read_as_ever():
    lines = decoded([b"y" * 700, b"y" * 700, b"y" * 5000, b"y\nhello\n"])
    assert [type(line) for line in lines] == [Bad, bytes]
    assert lines[1] == b"hello"


def test_an_endless_line_takes_no_memory_beyond_the_limit():
    decoder = LineDecoder(1000)
    for _ in range(1000):
        decoder.feed(b"z" * 1000)
    assert len(decoder._held) <= 1001
    assert decoder.unfinished


def test_bytes_that_are_not_utf8_are_told_with_their_place():
    assert decoded([b'{"type":\xff}\n']) == [Bad("a line that is not UTF-8 (byte 9 is 0xff)")]


def test_empty_lines_and_carriage_returns_say_nothing():
    assert decoded([b"\n\r\n  \n{}\r\n"]) == [b"{}"]


@given(st.binary(max_size=300))
def test_any_bytes_are_an_answer_or_a_fault(data):
    assert isinstance(read_answer(data), Answer | Bad)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
NAMES = st.sampled_from(["type", "tiles", "turn", "ms", "move", "at", "tile", "char", "points"])
TYPES = st.sampled_from(["play", "change", "pass", "forfeit", "ready", "offer", "move", "dance"])


@settings(max_examples=300)
@given(TYPES, st.dictionaries(NAMES, JSON, max_size=6))
def test_any_object_is_an_answer_or_a_fault(kind, fields):
    line = json.dumps({**fields, "type": kind}).encode()
    answer = read_answer(line)
    assert isinstance(answer, Answer | Bad)
    if kind == "dance":
        assert isinstance(answer, Bad)


@pytest.mark.parametrize(
    "line",
    [
        b"[]",
        b"null",
        b"42",
        b'"play"',
        b"{",
        b'{"type": "play"}',
        b'{"type": "play", "tiles": [{"at": [0], "tile": 1, "char": "A", "points": 1}]}',
        b'{"type": "play", "tiles": [{"at": [0, NaN], "tile": 1, "char": "A", "points": 1}]}',
        b'{"type": "play", "tiles": [{"at": [0, 1e999], "tile": 1, "char": "A", "points": 1}]}',
        b'{"type": "play", "tiles": [{"at": [0, 1000000000000], "tile": 1, "char": "A", "points": 1}]}',
        b'{"type": "play", "tiles": [{"at": [0, 1], "tile": "A", "char": "A", "points": 1}]}',
        b'{"type": "play", "tiles": [{"at": [0, 1], "tile": 1, "char": "A", "points": 1, "colour": 3}]}',
        b'{"type": "change", "tiles": [1.5]}',
        b'{"type": "change", "tiles": [99999999999999999999]}',
        b'{"type": "pass", "turn": "first"}',
        b'{"type": "offer", "move": {"type": "offer", "move": {"type": "pass"}}}',
        b'{"type": "pass", "x": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
        b'{"type": "play", "tiles": ' + b"[" * 200_000,
        json.dumps({"type": "change", "tiles": [1] * 1001}).encode(),
    ],
)
def test_what_is_no_answer_is_told_as_one_fault(line):
    answer = read_answer(line)
    assert isinstance(answer, Bad)
    assert len(answer.detail) < 700


def test_answers_are_read_with_their_turn_and_time():
    tile = {"at": [3, -4], "tile": 4, "char": "D", "points": 2}
    play = read_answer(json.dumps({"type": "play", "tiles": [tile], "turn": 7, "ms": 1.5}).encode())
    assert isinstance(play, Play)
    assert (play.turn, play.ms, play.tiles[0].at, play.tiles[0].char) == (7, 1.5, (3, -4), "D")
    assert read_answer(b'{"type": "change", "tiles": [1, 1]}') == Change([1, 1])
    assert read_answer(b'{"type": "offer", "turn": 2, "move": {"type": "move", "move": "take 2"}}') == Offer(
        Move("take 2"), 2
    )


def test_a_message_is_one_line():
    assert encode({"type": "start", "text": "a\nb"}) == b'{"type":"start","text":"a\\nb"}\n'
    assert shorten(b"x" * 100_000) == repr("x" * 80) + "..."
