#!/usr/bin/env python3
"""Plays the complete example game of docs/reference/message-protocol-game.txt, and writes it and the JSON Schema.

Both players are written down here, so that every message of the word game occurs once. Run it when messages change.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from arena.config.model import Limits, VariantEntry
from arena.contract.outcome import Fault, Void
from arena.runner.dialects import Dialects
from arena.runner.match import Match, Terms
from arena.runner.seats.seat import Closing, Gone, Heard, Silence
from arena.schedule import Job
from arena.scrabble.moves import Change, Pass, Placed, Play, Resign
from arena.variants.build import build_game, word_table
from arena.variants.load import load_variant
from arena.wire.message.codec import encode
from arena.wire.message.schema import schema_text
from arena.wire.message.word_client import WordClient

ROOT = Path(__file__).resolve().parents[1]
GAME = ROOT / "docs" / "reference" / "message-protocol-game.txt"
SCHEMA = ROOT / "arena" / "wire" / "message" / "schema.json"

WORDS = "AT TA TAT CAT CATS AS SAT TACT ACTS SCAT ACT ACE ACES CASE EAT ATE TEA SEA TEAS"
TILES = """\
name: few
alphabet: {letters: [A, C, E, S, T]}
tiles:
  - {faces: {A: 0, C: 0, E: 0, S: 0, T: 0}, count: 1}
  - {faces: {A: 1}, count: 5}
  - {faces: {C: 3}, count: 3}
  - {faces: {E: 1}, count: 3}
  - {faces: {S: 2}, count: 3}
  - {faces: {T: 1}, count: 5}
"""
BOARD = """\
name: five
bounds: [-2, -2, 2, 2]
centre: [0, 0]
squares:
  0: {name: SLS, programs: {0: "_result_ := pointValue(_pos_) + _acc_"}}
  3: {name: DWS, programs: {0: "_result_ := pointValue(_pos_) + _acc_", 1: "_result_ := _acc_ * 2"}}
used: 0
program: "if (_x_ = 0 /\\\\ _y_ = 0) then { _result_ := 3 }"
"""

# What each player does in its turns, one after the other; then it passes.
SCRIPT = (
    ("best", "refused", "pass", "best", "offer", "leave"),
    ("change", "best", "late", "best", "pass", "pass"),
)


class Written:
    """A seat that does what is written."""

    process = "command"
    brief = False
    family = None

    def __init__(self, table: Any, acts: tuple[str, ...]) -> None:
        self._table, self._acts = table, iter(acts)
        self._said: list[Heard] = []

    def stage(self) -> str:
        return ""

    def condemn(self, fault: Fault, detail: str) -> Gone:
        return Gone(fault, detail)

    def tell(self, message: Any) -> None:
        match message["type"]:
            case "start":
                self._client = WordClient(self._table, message)
                self._said.append(encode({"type": "ready", "name": "example"}).strip())
            case "your_turn":
                self._said += self._act(next(self._acts, "pass"), message["turn"])
            case _:
                self._client.hear(message)

    def _act(self, act: str, turn: int) -> list[Heard]:
        view = self._client.view()
        if act == "late":
            return [Silence()]
        best = view.best()
        tiles = [tile for tile, count in sorted(view.hand.items()) for _ in range(count)]
        move: Any = best.play if best else Pass()
        if act == "change":
            move = Change(tuple(tiles[:2]))
        elif act == "refused":
            face = self._table.tiles.tiles[tiles[-1]].faces[0]
            move = Play((Placed(2, 2, tiles[-1], face.char, face.points),))
        elif act in ("pass", "leave"):
            move = Pass() if act == "pass" else Resign()
        if act == "offer":
            return [encode({"type": "offer", "turn": turn, "move": self._client.write(move)}).strip(), Silence()]
        return [encode(self._client.write(move) | {"turn": turn, "ms": 1.5}).strip()]

    def hear(self, deadline: float) -> Heard:
        return self._said.pop(0) if self._said else Silence()

    def fresh_turn(self) -> None: ...

    def rest(self) -> str:
        return ""

    def close(self, *, patience: float) -> Closing:
        return Closing("", "")


def example() -> list[tuple[int, bool, dict[str, Any]]]:
    """Play the game; return (player, whether the server sent it, the message) in order, paths made up."""
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        (base / "words.txt").write_text(WORDS.replace(" ", "\n"), encoding="utf-8")
        (base / "few.yaml").write_text(TILES, encoding="utf-8")
        (base / "five.board").write_text(BOARD, encoding="utf-8")
        entry = VariantEntry(
            name="five", board="./five.board", tiles="./few.yaml", lexicon="./words.txt", hand_size=4, rules="itu"
        )
        spec = load_variant(entry, base=base)
        game, table = build_game(spec), word_table(spec)
        job = Job(id="example", variant="five", pairing="a-vs-b", pair=1, half=1, bots=("a", "b"), seed=12, bot_seed=13)
        traffic: list[tuple[int, bool, dict[str, Any]]] = []
        record = Match(
            job, game, Dialects(game, spec, foreign=True), Terms(1.0, Limits(), 10, {"a": {"level": 3}}),
            lambda seat: Written(table, SCRIPT[seat]),
            lambda seat, server, line: traffic.append((seat + 1, server, json.loads(line))),
        ).play()  # fmt: skip
    assert not isinstance(record, Void), record
    for _, _, message in traffic:
        if message["type"] == "start":
            message["dictionary"] |= {"words": "/somewhere/words.txt", "graph": "/somewhere/words.wordgraph"}
    return traffic


def game_text() -> str:
    """Return the game as the file has it: ``1 <-`` is the server to player 1, ``1 ->`` player 1 to the server."""
    return "".join(
        f"{player} {'<-' if server else '->'} {json.dumps(message, ensure_ascii=False)}\n"
        for player, server, message in example()
    )


if __name__ == "__main__":
    GAME.write_text(game_text(), encoding="utf-8")
    SCHEMA.write_text(schema_text(), encoding="utf-8")
