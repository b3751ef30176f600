"""The JSON Schema says what is sent: recorded traffic of both directions fits it, and what is wrong does not."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from arena.config.model import Limits, VariantEntry
from arena.contract.outcome import Void
from arena.runner.dialects import Dialects
from arena.runner.match import Match
from arena.runner.terms import Terms
from arena.schedule import Job
from arena.variants.build import build_game
from arena.variants.load import load_variant
from arena.wire.message.answers import Answer
from arena.wire.message.codec import encode
from arena.wire.message.from_server import ServerMessage
from arena.wire.message.schema import schema, schema_text
from tests.conformance.scripted import ScriptedSeat

ROOT = Path(__file__).parents[2]


def script() -> Any:
    spec = importlib.util.spec_from_file_location("message_game", ROOT / "scripts" / "message_game.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def written() -> Iterator[tuple[bool, dict[str, Any]]]:
    text = (ROOT / "docs" / "reference" / "message-protocol-game.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        yield line[2:4] == "<-", json.loads(line[5:])


def validator(side: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({**schema(), "anyOf": [{"$ref": f"#/$defs/{side}"}]})


SERVER, CLIENT = validator("FromServer"), validator("FromClient")


def test_the_file_is_what_the_types_say_and_is_a_schema():
    text = (ROOT / "arena" / "wire" / "message" / "schema.json").read_text(encoding="utf-8")
    assert text == schema_text(), "run scripts/message_game.py"
    jsonschema.Draft202012Validator.check_schema(json.loads(text))


def test_the_written_game_is_what_is_played_today():
    text = (ROOT / "docs" / "reference" / "message-protocol-game.txt").read_text(encoding="utf-8")
    assert text == script().game_text(), "run scripts/message_game.py"


def test_the_written_game_has_every_message_of_the_word_game_and_all_fit():
    seen = {True: set[str](), False: set[str]()}
    for from_server, message in written():
        (SERVER if from_server else CLIENT).validate(message)
        msgspec.convert(message, ServerMessage if from_server else Answer, strict=True)
        seen[from_server].add(message["type"])
    assert seen[True] == {
        "start", "your_turn", "play_success", "played", "play_failed", "errors", "changed", "change_success",
        "passed", "timed_out", "forfeited", "game_over",
    }  # fmt: skip
    assert seen[False] == {"ready", "play", "change", "pass", "forfeit", "offer"}


def test_messages_of_a_game_without_secrets_fit():
    def moves(message: Any) -> list[Any]:
        if message["type"] == "start":
            return [b'{"type": "ready"}']
        if message["type"] != "your_turn":
            return []
        # The first to move names a square that is taken, or none at all, and is told of its fault.
        move = message["moves"][0] if message["turn"] != 1 else "nowhere"
        return [encode({"type": "move", "move": move, "turn": message["turn"]}).strip()]

    spec = load_variant(VariantEntry(name="small", game="tictactoe"))
    game = build_game(spec)
    job = Job(id="g", variant="small", pairing="a-vs-b", pair=1, half=1, bots=("a", "b"), seed=3, bot_seed=4)
    traffic: list[tuple[bool, dict[str, Any]]] = []

    def open_seat(seat: int) -> ScriptedSeat:
        opened = ScriptedSeat(moves)
        opened.brief = False
        return opened

    record = Match(
        job, game, Dialects(game, spec, foreign=True), Terms(1.0, Limits(), 10), open_seat,
        lambda seat, server, line: traffic.append((server, json.loads(line))),
    ).play()  # fmt: skip
    assert not isinstance(record, Void), record
    for from_server, message in traffic:
        (SERVER if from_server else CLIENT).validate(message)
    assert {message["type"] for from_server, message in traffic if from_server} >= {
        "start", "your_turn", "moved", "fault", "game_over",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("side", "message"),
    [
        (CLIENT, {"type": "pass"}),  # no turn
        (CLIENT, {"type": "pass", "turn": "3"}),
        (CLIENT, {"type": "play", "turn": 0, "tiles": [{"at": [0], "tile": 1, "char": "A", "points": 1}]}),
        (CLIENT, {"type": "play", "turn": 0, "tiles": [{"at": [0, 0], "tile": 1, "char": "A"}]}),
        (CLIENT, {"type": "swap", "turn": 0}),
        (CLIENT, []),
        (SERVER, {"type": "passed", "player": 0, "turn": 1}),
        (SERVER, {"type": "passed", "player": 1, "turn": 1, "more": 1}),
        (SERVER, {"type": "pass", "turn": 1}),
    ],
)
def test_what_is_no_message_does_not_fit(side: Any, message: Any):
    assert not side.is_valid(message)
