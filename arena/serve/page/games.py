"""The routes of live games: making one, taking a seat, lists."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from arena.serve.live.asked import NewGame
from arena.serve.live.hall import Hall
from arena.serve.page.answers import body, json_answer, route
from arena.serve.page.server import Server

MOST_MINE = 200


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/join``."""

    game: Annotated[str, Meta(max_length=64)]
    invitation: Annotated[str, Meta(max_length=64)]
    name: Annotated[str, Meta(max_length=400)] | None = None


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that somebody says to have."""

    game: Annotated[str, Meta(max_length=64)]
    token: Annotated[str, Meta(max_length=64)]


class Mine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/games/mine``."""

    seats: Annotated[list[Held], Meta(max_length=MOST_MINE)]


def game_routes(server: Server, hall: Hall) -> list[BaseRoute]:
    """Return the routes under ``/api/games`` and ``/api/join``."""

    async def make(request: Request) -> Any:
        asked = await body(request, NewGame)
        made = await asyncio.to_thread(hall.make, asked, paths=not server.door.bound)
        invitations = [
            {"seat": seat, "name": made.plan.seats[seat].called, "invitation": invitation}
            for seat, invitation in made.invitations.items()
        ]
        mine = None if made.me is None else {"seat": made.me, "token": made.token}
        return json_answer({"game": made.plan.id, "me": mine, "invitations": invitations}, 201)

    async def join(request: Request) -> Any:
        asked = await body(request, Joining)
        seat, token = await asyncio.to_thread(hall.join, asked.game, asked.invitation, asked.name)
        return {"game": asked.game, "seat": seat, "token": token}

    async def mine(request: Request) -> Any:
        asked = await body(request, Mine)
        seats = [(held.game, held.token) for held in asked.seats]
        return {"games": await asyncio.to_thread(hall.mine, seats)}

    async def listed(request: Request) -> Any:
        return {"games": await asyncio.to_thread(hall.listed)}

    return [
        Route("/api/games", route(make), methods=["POST"]),
        Route("/api/games", route(listed), methods=["GET"]),
        Route("/api/games/mine", route(mine), methods=["POST"]),
        Route("/api/join", route(join), methods=["POST"]),
    ]
