"""The routes of positions: what one is, its plays ranked, a play judged, a bot asked, a word looked up; GCG records."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from arena.config.model import VariantEntry
from arena.scrabble.moves import Play
from arena.serve.live.asking import ask_bot
from arena.serve.live.benches import Benches
from arena.serve.live.from_position import begun_spec
from arena.serve.live.helping import found_plays, is_word, placed, play_facts, typed_move, verdict
from arena.serve.live.weighing import By, moves_by_equity, ranked_facts, seen_position
from arena.serve.lookback.positions import Name, Sent, Setting, position_facts, setting_of
from arena.serve.lookback.records import gcg_facts
from arena.serve.page.answers import body, route, text_of
from arena.serve.page.history import Think
from arena.serve.page.messages import PlacedTile
from arena.serve.page.server import Server
from arena.serve.problems import Refused
from arena.variants.load import load_variant
from arena.variants.spec import VariantSpec

MOST_GCG = 500_000  # characters


class Ranking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/position/plays``."""

    position: Sent
    most: Annotated[int, Meta(ge=1, le=10_000)] = 50
    by: By = "points"


class Judging(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/position/judge``: tiles, or a text."""

    position: Sent
    tiles: list[PlacedTile] | None = None
    text: Annotated[str, Meta(max_length=400)] | None = None


class AskingBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/position/ask``."""

    position: Sent
    bot: Name
    seconds: Annotated[float, Meta(ge=0.1, le=60)] = 5.0


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/gcg``."""

    gcg: Annotated[str, Meta(max_length=MOST_GCG)]
    board: Name | None = None
    tiles: Name | None = None
    lexicon: Name | None = None


def position_routes(server: Server, benches: Benches, think: Think[Any]) -> list[BaseRoute]:
    """Return the routes under ``/api/position``, ``/api/lookup`` and ``/api/gcg``."""
    paths = not server.door.bound

    def understood(sent: Sent) -> Setting:
        return setting_of(sent, server.tables.get, paths=paths)

    async def show(request: Request) -> Any:
        sent = await body(request, Sent)

        def look() -> dict[str, Any]:
            setting = understood(sent)
            return position_facts(setting, server.tables.id_of(setting.table))

        return await think(look)

    async def plays(request: Request) -> Any:
        asked = await body(request, Ranking)

        def rank() -> dict[str, Any]:
            setting = with_rack(understood(asked.position))
            if asked.by == "equity":
                moves = moves_by_equity(seen_position(setting.table, setting.board, setting.hand))
                ranked = [ranked_facts(setting.table, setting.board, move) for move in moves[: asked.most]]
                return {"plays": ranked, "count": len(moves)}
            found, count = found_plays(setting.table, setting.board, setting.hand, asked.most)
            return {"plays": [play_facts(setting.table, setting.board, play) for play in found], "count": count}

        return await think(rank)

    async def judge(request: Request) -> Any:
        asked = await body(request, Judging)

        def weigh() -> dict[str, Any]:
            setting = understood(asked.position)
            if (asked.tiles is None) == (asked.text is None):
                raise Refused("invalid", "tiles", "a play is given by tiles or by text", "Send one of the two")
            if asked.tiles is not None:
                tiles = placed(setting.table, asked.tiles)
            else:
                move = typed_move(setting.table, setting.board, setting.hand, asked.text or "")
                if not isinstance(move, Play):
                    raise Refused("invalid", "text", "it puts no tiles on the board", "Only plays are judged")
                tiles = move.tiles
            hand = setting.hand or _as_held(tiles)
            return {"type": "verdict", **verdict(setting.table, setting.board, tiles, hand, 0)}

        return await think(weigh)

    async def ask(request: Request) -> Any:
        asked = await body(request, AskingBot)

        def question() -> dict[str, Any]:
            setting = with_rack(understood(asked.position))
            spec = _begun(setting, server.tables.spec_of(setting.table))
            return ask_bot(benches, spec, setting.hand, asked.bot, asked.seconds)

        return await think(question)

    async def lookup(request: Request) -> Any:
        table, word = server.tables.get(text_of(request, "table")), text_of(request, "word")
        return {"word": word, "valid": await think(lambda: is_word(table, word))}

    async def gcg(request: Request) -> Any:
        asked = await body(request, Record)
        given = {key: value for key in ("board", "tiles", "lexicon") if (value := getattr(asked, key)) is not None}
        if not paths and any(sign in text for text in given.values() for sign in "/\\.~"):
            raise Refused("forbidden", "gcg", "files of the server are not named from elsewhere", "Use shipped names")

        def look() -> dict[str, Any]:
            facts, table = gcg_facts(asked.gcg, given, paths=paths)
            return {**facts, "table": server.tables.id_of(table)}

        return await think(look)

    return [
        Route("/api/position", route(show), methods=["POST"]),
        Route("/api/position/plays", route(plays), methods=["POST"]),
        Route("/api/position/judge", route(judge), methods=["POST"]),
        Route("/api/position/ask", route(ask), methods=["POST"]),
        Route("/api/lookup", route(lookup)),
        Route("/api/gcg", route(gcg), methods=["POST"]),
    ]


def _begun(setting: Setting, known: VariantSpec | None) -> VariantSpec:
    """Return a variant of two whose games begin in a position. Raises Refused where its parts are not known."""
    if setting.names is not None:
        board, tiles, rules, words = (setting.names[key] for key in ("board", "tiles", "rules", "lexicon"))
        known = load_variant(VariantEntry(name="asked", board=board, tiles=tiles, rules=rules, lexicon=words))
    if known is None or known.word is None:
        raise Refused("state", "position", "it is not known what its table is made of", "Send it as CGP")
    own = setting.table.rules.as_mapping()
    return msgspec.structs.replace(
        begun_spec(known, setting.board, (setting.hand, {}), (0, 0), own), seats=2, name="asked"
    )  # fmt: skip


def with_rack(setting: Setting) -> Setting:
    """Return a position that somebody can play from. Raises Refused where it has no rack."""
    if not setting.hand:
        raise Refused("invalid", "position.rack", "there is no rack to play from", "Give one")
    return setting


def _as_held(tiles: Any) -> dict[int, int]:
    """Return the tiles of a play as a rack, where none is known."""
    held: dict[int, int] = {}
    for tile in tiles:
        held[tile.tile] = held.get(tile.tile, 0) + 1
    return held
