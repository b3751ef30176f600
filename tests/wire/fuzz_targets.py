"""What every fuzzer throws bytes at: from a wire's bytes to a move that the rules accept or refuse.

tests/wire/test_fuzz.py does it with Hypothesis; tests/fuzz with a plain mutator, and with atheris for long.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import cache
from typing import Any

from arena.config.model import VariantEntry
from arena.contract.chance import Random
from arena.errors import IllegalMove, NotationError
from arena.variants.build import build_game
from arena.variants.load import load_variant
from arena.wire.message.answers import Offer, Ready, read_answer
from arena.wire.message.codec import Bad, LineDecoder
from arena.wire.message.plain import PlainServer
from arena.wire.message.word import WordServer
from arena.wire.sexpr import messages
from arena.wire.sexpr.codec import LONGEST, Decoder, encode
from tests.wire.test_sexpr import EVERY_MESSAGE

LIMIT = 4096  # bytes of a line here


@cache
def tables() -> tuple[tuple[Any, Any, Any], ...]:
    """Return (game, first state, server) of the word game and of a small one."""
    word = build_game(load_variant(VariantEntry(name="word", board="hole", lexicon="odd")))
    small = build_game(load_variant(VariantEntry(name="small", game="sticks(14)")))
    return (
        (word, word.start(Random(1)), WordServer(word, "word", None)),
        (small, small.start(Random(1)), PlainServer(small, "small", 1)),
    )


def pieces(data: bytes) -> Iterator[bytes]:
    """Cut bytes as their own first ones say, so that a fuzzer finds the cuts too."""
    step = 1 + (data[0] if data else 0)
    for start in range(1, len(data), step):
        yield data[start : start + step]


def message(data: bytes) -> int:
    """Take bytes as JSON lines, as far as a move; return how many lines were answers."""
    decoder = LineDecoder(LIMIT)
    answers = 0
    for piece in pieces(data):
        for line in decoder.feed(piece):
            if isinstance(line, Bad):
                assert len(line.detail) < 1000
                continue
            answer = read_answer(line)
            if isinstance(answer, Bad):
                assert len(answer.detail) < 2000
                continue
            answers += 1
            if not isinstance(answer, Ready):
                for game, state, server in tables():
                    tried(game, state, server, answer.move if isinstance(answer, Offer) else answer)
        assert len(decoder._held) <= LIMIT + 1
    return answers


def tried(game: Any, state: Any, server: Any, action: Any) -> None:
    move = server.read(action, state, game.to_move(state))
    if isinstance(move, Bad):
        return
    with contextlib.suppress(IllegalMove):
        game.play(state, move)


def sexpr(data: bytes) -> int:
    """Take bytes as s-expressions; return how many messages there were."""
    decoder = Decoder(LIMIT)
    found = 0
    with contextlib.suppress(NotationError):
        for piece in pieces(data):
            for expression in decoder.feed(piece):
                parsed = messages.read(expression)
                assert messages.read(messages.write(parsed)) == parsed
                found += 1
            assert decoder._size <= LIMIT
    return found


SEEDS = {
    "message": [
        b'\x05{"type":"ready"}\n', b'\xff{"type":"move","move":"take 1","turn":0,"ms":0.5}\r\n',
        b'\xff{"type":"play","tiles":[{"at":[0,0],"tile":1,"char":"A","points":1}],"turn":0}\n',
        b'\xff{"type":"change","tiles":[1,2,3],"turn":0}\n', b'\xff{"type":"pass"}\n{"type":"forfeit","turn":3}\n',
        b'\xff{"type":"offer","move":{"type":"move","move":"take 2"},"turn":1}\n',
    ],
    "sexpr": [b"\xff" + encode([messages.write(parsed)]) for parsed in EVERY_MESSAGE],
}  # fmt: skip
TARGETS = {"message": message, "sexpr": sexpr}
assert LIMIT < LONGEST
