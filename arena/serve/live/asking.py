"""One question to a bot: what would it play in this position? It sits in a process of its own, as in every game."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from arena.config.naming import chosen
from arena.contract.chance import drawn_bits
from arena.contract.game import first_state
from arena.errors import ConfigError, IllegalMove
from arena.runner.plugin.find import installed, makers
from arena.runner.seats.not_ready import NotReady
from arena.runner.seats.ready import hear_ready, unready
from arena.runner.seats.seat import Gone, Silence
from arena.scrabble.moves import Change, Play
from arena.scrabble.rules import WordGame
from arena.serve.live.benches import Benches
from arena.serve.live.facts import Facts, play_text, tile_facts
from arena.serve.problems import Refused
from arena.variants.build import build_game
from arena.variants.spec import VariantSpec
from arena.wire.message.answers import Offer, Ready, read_answer
from arena.wire.message.codec import Bad
from arena.wire.message.word import WordServer

START = 60.0  # seconds for the bot to be ready


def ask_bot(benches: Benches, spec: VariantSpec, hand: Mapping[int, int], bot: str, seconds: float) -> Facts:
    """Return a bot's move in the position that games of ``spec`` begin in, with ``hand`` in its seat, seat 0.

    Raises ConfigError (no such bot) and Refused (it does not start, or gives no move that the rules allow).
    """
    known = installed()
    found = chosen(bot, makers(known))
    if found is None:
        raise ConfigError("bot", f"no bot {bot[:60]!r} is installed", f"There are: {', '.join(known)}")
    plugin = known[found[0]][found[1]]
    game = build_game(spec)
    assert isinstance(game, WordGame)
    state = first_state(game, drawn_bits(64))
    state = replace(state, hands=(dict(hand), *state.hands[1:]))
    server = WordServer(game, spec.name)
    try:
        seat = benches.seat(spec, plugin)
    except NotReady as failure:
        raise Refused("state", "bot", f"{bot} does not start: {failure.detail}", "Ask another") from None
    try:
        start = server.start(0, state, seed=drawn_bits(53), seconds=seconds, options={}, brief=True)
        seat.tell(start)
        trouble = unready(seat, hear_ready(seat, time.monotonic() + START, seat.hear), START)
        if trouble is not None:
            raise Refused("state", "bot", f"{bot} does not start: {trouble}", "Ask another")
        return _asked(seat, server, game, state, bot, seconds)
    finally:
        seat.close(patience=0.0)
        benches.leave(spec, plugin)


def _asked(seat: Any, server: WordServer, game: WordGame, state: Any, bot: str, seconds: float) -> Facts:
    seat.fresh_turn()
    seat.tell(server.ask(0, state, seconds * 1000, brief=True))
    began = time.monotonic()
    action: Any = None
    while action is None or isinstance(action, Offer):
        heard = seat.hear(began + seconds)
        if isinstance(heard, Silence):
            break
        answer = heard if isinstance(heard, Gone | Bad) or not isinstance(heard, bytes) else read_answer(heard)
        if not isinstance(answer, Ready):
            action = answer
        if isinstance(answer, Gone | Bad) or not hasattr(answer, "turn"):
            break
    if isinstance(action, Offer):
        action = action.move
    move: Any = None if action is None or not hasattr(action, "turn") else server.read(action, state, 0)
    if move is None or isinstance(move, Bad):
        detail = "no move in time" if action is None else str(getattr(action, "detail", "no move"))
        raise Refused("state", "bot", f"{bot} gives no answer: {detail}", "Ask another, or give it longer")
    ms = round((time.monotonic() - began) * 1000)
    try:
        after = game.play(state, move)
    except IllegalMove as error:
        raise Refused("state", "bot", f"{bot} would play what the rules forbid: {error.problem}", "") from None
    tiles = move.tiles if isinstance(move, Play) else ()
    count = len(move.tiles) if isinstance(move, Change) else None
    return {
        "bot": bot,
        "kind": after.last.kind if after.last is not None else "pass",
        "tiles": [tile_facts(game.table, tile) for tile in tiles],
        "text": play_text(game.table, state.board, tiles),
        "points": after.last.points if after.last is not None else 0,
        "count": count,
        "ms": ms,
    }
