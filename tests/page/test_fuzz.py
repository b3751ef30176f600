"""Messages that nobody means: a few thousand in the suite, a million by hand. No traceback, and the game goes on."""

from __future__ import annotations

import json
import logging
from random import Random
from typing import Any

import pytest

from arena.errors import ArenaError
from arena.serve.page.acting import act, ask
from arena.serve.page.messages import read_said
from tests.page.client import ANN, GREEDY, Served, Viewer

WORDS = ("sit", "look", "watch", "leave", "ping", "play", "change", "pass", "move", "rematch", "judge", "read",
         "hints", "lookup", "type", "game", "token", "turn", "tiles", "at", "tile", "char", "points", "8D", "WORD",
         "8D CAT", "H8 c.T", "pass", "change A", "0 0 4D2", "CAT 7 7 H", "", "?", "\u0000", "\ud800",
         "Q" * 300)  # fmt: skip
TEXTS = ("text", "word", "move", "token", "watch", "epoch")
NUMBERS = (0, 1, -1, 7, 20, 1 << 31, -(1 << 63), 1 << 64, 1e308, -0.0, 0.5)


def value(rng: Random, depth: int = 0) -> Any:
    """Return some JSON."""
    kind = rng.randrange(8 if depth < 4 else 5)
    match kind:
        case 0:
            return rng.choice((None, True, False))
        case 1 | 2:
            return rng.choice(NUMBERS)
        case 3 | 4:
            return rng.choice(WORDS)
        case 5 | 6:
            return [value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(WORDS): value(rng, depth + 1) for _ in range(rng.randrange(4))}


def tiles(rng: Random) -> list[Any]:
    return [
        {
            "at": [rng.choice((0, -7, 7, 8, 3, 1 << 30)), rng.choice((0, 1, -8, 1 << 29))],
            "tile": rng.randrange(-1, 30),
            "char": rng.choice(("A", "Z", "CH", "a", "?", "É", "")),
            **({"points": rng.randrange(-1, 12)} if rng.random() < 0.3 else {}),
        }
        for _ in range(rng.randrange(9))
    ]


def said(rng: Random, turn: int) -> str:
    """Return one message: nonsense, or nearly right."""
    if rng.random() < 0.2:
        text = json.dumps(value(rng))
        return text[: rng.randrange(len(text) + 1)] if rng.random() < 0.3 else text
    message: dict[str, Any] = {"type": rng.choice(WORDS[:14]), "turn": rng.choice((turn, turn, turn + 1, 0, -1))}
    message["id"] = rng.choice((1, 2, None, "x"))
    fields: dict[str, Any] = {name: lambda rng: rng.choice(WORDS) for name in TEXTS}
    fields |= {name: lambda rng: rng.choice(NUMBERS) for name in ("most", "seq")}
    fields |= {"tiles": tiles, "change": lambda rng: [rng.randrange(-1, 30) for _ in range(rng.randrange(9))]}
    for name in rng.sample(sorted(fields), rng.randrange(4)):
        message[name] = fields[name](rng)
    if message["type"] in ("change",) and rng.random() < 0.5:
        message["tiles"] = fields["change"](rng)
    if message["type"] == "play" and rng.random() < 0.8:
        message["tiles"] = tiles(rng)
    return json.dumps(message)


def test_messages_that_nobody_means_get_answers_and_harm_nothing(page: Served, caplog: pytest.LogCaptureFixture):
    rng = Random(5)
    made = page.make(ANN, GREEDY, game={"kind": "word", "rules": "brighton"}, first=0)
    ann = Viewer(page, made["game"], made["me"]["token"])
    with caplog.at_level(logging.WARNING, logger="arena.page"):
        for _ in range(4):
            ann.my_turn()
            if ann.state["status"] != "playing":
                break
            wrong = Viewer(page, made["game"], None)
            for _ in range(60):
                wrong.socket.send(said(rng, ann.state["turn"]))
            wrong.close()
            for _ in range(5):
                text = said(rng, ann.state["turn"])
                if '"type": "leave"' not in text and '"type": "look"' not in text and '"type": "sit"' not in text:
                    ann.socket.send(text)
            ann.send("ping", id=77)
            ann.until(lambda message: message.get("id") == 77)
    assert not [record for record in caplog.records if record.exc_info], caplog.text
    ann.close()
    again = Viewer(page, made["game"], made["me"]["token"])
    assert again.until(lambda message: message["type"] == "state")["status"] in ("playing", "over")
    again.close()


def _fuzz(page: Served, count: int) -> int:
    """Carry messages out at one game, without sockets between; return how many were taken."""
    rng, taken = Random(count), 0
    made = page.make(ANN, {"kind": "person", "name": "Bob"}, game={"kind": "word", "rules": "brighton"}, first=0)
    page.join(made)
    game = page.hall.find(made["game"])
    for _ in range(count):
        if game.status == "over":
            made = page.make(ANN, {"kind": "person", "name": "Bob"}, game={"kind": "word", "rules": "brighton"})
            page.join(made)
            game = page.hall.find(made["game"])
        try:
            message = read_said(said(rng, game.course.turn).encode("utf-8", "surrogatepass"))
            kind = type(message).__name__
            if kind in ("Play", "Change", "Pass", "Move"):
                act(game, rng.randrange(2), message)
            elif kind in ("Judge", "Read", "Lookup"):
                ask(game, rng.randrange(2), message)
            taken += 1
        except ArenaError:
            continue
    return taken


def test_a_few_thousand_messages_are_carried_out_or_refused(page: Served):
    assert _fuzz(page, 5_000) > 500


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_million_messages_are_carried_out_or_refused(page: Served):
    assert _fuzz(page, 1_000_000) > 100_000
