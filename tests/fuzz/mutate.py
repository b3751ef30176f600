"""A plain mutator: the same damage for the same seed, on every machine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
LINE = re.compile(rb"[^\n]*\n?")

# What people and programs get wrong, whatever the format.
TOKENS = (
    b"", b"\0", b"\n", b"\r\n", b"\t", b" ", b"\xff", b"\xef\xbb\xbf", "\u0301".encode(), "\u202e".encode(), b"\x1b[31m",
    "É".encode(), "ß".encode(), "İ".encode(), "\U0010fe00".encode(), "\ud800".encode("utf-8", "surrogatepass"),
    b"-", b"'", b'"', b"[", b"]", b"{", b"}", b"(", b")", b":", b",", b"#", b"*", b"&a", b"*a", b"?", b"/", b"\\", b"%",
    b"[" * 2000, b"{" * 100, b"(" * 2000, b"A" * 300, b"../" * 50, b"a/" * 3000, b"~nobody/x", b"/dev/zero", b"/dev/null",
    b"/", b".", b"~", b"CON", b"null", b"true", b"NaN", b"1e999", b"-1", b"0", b"1_000", b"0x10", b"12:30", b"2024-01-01",
)  # fmt: skip
NUMBERS = (
    b"0", b"-1", b"1", b"2", b"3", b"7", b"15", b"16", b"99", b"100", b"101", b"255", b"256", b"1000", b"65536",
    b"1048576", b"2147483647", b"2147483648", b"-2147483648", b"4294967296", b"9007199254740993", b"9223372036854775807",
    b"9223372036854775808", b"1" + b"0" * 30, b"9" * 5000, b"0.5", b"1e5", b"1e999", b"-0", b"007", "٣".encode(), "²".encode(),
)  # fmt: skip


def mutated(seeds: Sequence[bytes], rng: Random, tokens: Sequence[bytes] = ()) -> bytes:
    """Return one of the seeds with one to four kinds of damage done to it."""
    data = rng.choice(seeds)
    for _ in range(rng.choice((1, 1, 2, 3, 4))):
        data = rng.choice(DAMAGE)(data, rng, seeds, tokens)
    return data[: 1 << 20]


def _span(data: bytes, rng: Random, most: int = 40) -> tuple[int, int]:
    start = rng.randint(0, len(data))
    return start, min(len(data), start + rng.randint(0, most))


def _bits(data: bytes, rng: Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _byte(data: bytes, rng: Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + rng.randbytes(rng.randint(1, 3)) + data[at + rng.randint(0, 2) :]


def _token(data: bytes, rng: Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    start, end = _span(data, rng, rng.choice((0, 0, 10)))
    return data[:start] + rng.choice((*TOKENS, *tokens)) + data[end:]


def _word(data: bytes, rng: Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    words = list(re.finditer(rb"[^\s:,;\[\]{}()=]+", data))
    if not words:
        return data
    word = rng.choice(words)
    return data[: word.start()] + rng.choice((*TOKENS, *tokens)) + data[word.end() :]


def _number(data: bytes, rng: Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    numbers = list(NUMBER.finditer(data))
    if not numbers:
        return data
    number = rng.choice(numbers)
    return data[: number.start()] + rng.choice(NUMBERS) + data[number.end() :]


def _without(data: bytes, rng: Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    start, end = _span(data, rng, rng.choice((1, 5, 200)))
    return data[:start] + data[end:]


def _again(data: bytes, rng: Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    start, end = _span(data, rng, rng.choice((5, 100)))
    return data[:end] + data[start:end] * rng.choice((1, 2, 50)) + data[end:]


def _line(data: bytes, rng: Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    lines = LINE.findall(data)
    at = rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(rng.randint(0, len(lines)), lines[at])
        case 2:
            lines[at : at + 1] = [lines[at]] * rng.choice((2, 100))
        case _:
            rng.shuffle(lines)
    return b"".join(lines)


def _cut(data: bytes, rng: Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    return data[: rng.randint(0, len(data))]


def _crossed(data: bytes, rng: Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    other = rng.choice(seeds)
    return data[: rng.randint(0, len(data))] + other[rng.randint(0, len(other)) :]


DAMAGE = (_bits, _byte, _token, _word, _word, _number, _number, _without, _again, _line, _cut, _crossed)
