"""The page's server as one ASGI application: routes, files, and the guard around them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

import arena.board
from arena import __version__
from arena.serve.live.course import Viewer
from arena.serve.live.hall import Hall
from arena.serve.lookback.strengths import Strengths
from arena.serve.page.answers import refused, route, whole
from arena.serve.page.choices import choices
from arena.serve.page.course import CourseRoom
from arena.serve.page.games import game_routes
from arena.serve.page.guard import COURSE, Guard
from arena.serve.page.history import history_routes
from arena.serve.page.hub import Hub
from arena.serve.page.live import Live
from arena.serve.page.positions import position_routes
from arena.serve.page.server import Server
from arena.serve.page.tables import FURTHEST, MOST_SIDE, table_facts, window_of
from arena.serve.page.thinkers import Thinkers
from arena.serve.page.threads import Threads
from arena.serve.problems import Refused

SWEEP = 15.0  # seconds between two looks at which games nobody looks at
WEB = Path(__file__).parent / "web"
DRAWING = Path(arena.board.__file__).parent / "web"  # how a board looks, shared with the report
PAGES = (
    "/", "/new", "/mine", "/join/{game}", "/play/{game}", "/game/{game}", "/watch", "/watch/{name}", "/results",
    "/results/{name}", "/results/{name}/game", "/analyse", "/compare", "/gcg",
)  # fmt: skip


def make_app(server: Server, hall: Hall, hub: Hub) -> ASGIApp:
    """Return the whole application; its games begin and end with it."""
    thinkers = Thinkers()
    server.played = hall.played.name
    live = Live(server, hall, hub, thinkers)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hub.begin()
        asyncio.get_running_loop().set_default_executor(Threads(thread_name_prefix="server"))
        await asyncio.to_thread(hall.begin)
        sweeping = asyncio.create_task(_sweep(hall, live))
        watching = asyncio.create_task(live.watches.run())
        try:
            yield
        finally:
            sweeping.cancel()
            watching.cancel()
            hub.end()
            thinkers.close()
            await asyncio.to_thread(hall.close)

    routes: list[BaseRoute] = [Route(path, _page) for path in PAGES]
    routes += [
        Mount("/web/shared", StaticFiles(directory=DRAWING)),
        Mount("/web", StaticFiles(directory=WEB)),
        *_about(server),
        *game_routes(server, hall),
        *history_routes(server, thinkers.think),
        *position_routes(server, hall.benches, thinkers.think),
        WebSocketRoute("/api/live", live.serve),
        WebSocketRoute(COURSE, CourseRoom(hall, hub, thinkers).serve),
        *_tables(server),
        Route("/{rest:path}", route(_nothing), methods=["GET", "POST"]),
    ]
    handlers: Any = {404: _not_found, 405: _not_found}
    return Guard(Starlette(routes=routes, exception_handlers=handlers, lifespan=lifespan), server.door)


def open_hall(server: Server, hub: Hub) -> Hall:
    """Return the hall of a server's live games, whose events go to a hub. Raises ResultsError and ConfigError."""

    def news(game: str, viewer: Viewer, number: int, event: dict[str, Any]) -> None:
        hub.tell(("game", game, viewer), number, event)

    given = None if server.given is None else server.given.spec
    return Hall(server.folder, news, isolation=server.isolation, given=given)


async def _sweep(hall: Hall, live: Live) -> None:
    while True:
        await asyncio.sleep(SWEEP)
        await asyncio.to_thread(hall.sweep, live.looked_at)


async def _page(request: Request) -> Response:
    return FileResponse(WEB / "index.html")


async def _nothing(request: Request) -> Any:
    if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/"):
        return FileResponse(WEB / "index.html", status_code=404)  # somebody looks at it: the page says it, and leads on
    raise Refused("unknown", request.url.path, "there is no such page", "Begin at /")


async def _not_found(request: Request, error: Exception) -> Response:
    return refused(Refused("unknown", request.url.path, "there is no such page", "Begin at /"))


def _about(server: Server) -> list[BaseRoute]:
    strengths = Strengths(server.folder)

    async def tell(request: Request) -> Any:
        door = server.door
        return {
            "version": __version__, "token": door.opened(request.scope), "bound": door.bound,
            "played": server.played, "restarted": server.started,
            "given": None if server.given is None else server.given.facts,
        }  # fmt: skip

    async def choose(request: Request) -> Any:
        return await run_in_threadpool(lambda: choices(strengths.known()))

    return [Route("/api/about", route(tell)), Route("/api/choices", route(choose))]


def _tables(server: Server) -> list[BaseRoute]:
    async def table(request: Request) -> Any:
        name = request.path_params["table"]
        return await run_in_threadpool(table_facts, server.tables.get(name), name)

    async def window(request: Request) -> Any:
        found = server.tables.get(request.path_params["table"])
        x, y = whole(request, "x", least=-FURTHEST), whole(request, "y", least=-FURTHEST)
        columns, rows = (whole(request, side, least=1, most=MOST_SIDE) for side in ("columns", "rows"))
        return await run_in_threadpool(window_of, found, x, y, columns, rows)

    return [Route("/api/tables/{table}", route(table)), Route("/api/tables/{table}/squares", route(window))]
