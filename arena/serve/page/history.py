"""The routes of results: what there is, reports, games move by move, pictures and files, comparisons."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from arena.contract.game_ids import pair_id
from arena.errors import ArenaError, ResultsError
from arena.records.record import GameRecord
from arena.records.results import ResultsFolder
from arena.records.store import GAMES, being_written
from arena.report.boards import layouts, word_specs
from arena.report.compare import compare_facts, comparison_of
from arena.report.data import report_facts
from arena.report.standings import report_of
from arena.serve.lookback.duels import duel_facts
from arena.serve.lookback.games import (
    Old,
    cgp_before,
    equity_facts,
    game_facts,
    line_facts,
    old_game,
    picture,
    plays_facts,
    secret_pairs,
    svg_after,
)
from arena.serve.lookback.gcg_of import gcg_text
from arena.serve.page.answers import json_answer, route, text_of, whole
from arena.serve.page.server import Server
from arena.serve.problems import Refused

MOST_LISTED = 1000  # games of one answer
MOST_PLAYS = 1000
REPORT_CSP = (  # the report is one file, its scripts and styles in it: it stands in a box of its own
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
)
T = TypeVar("T")
Think = Callable[[Callable[[], T]], Any]


class History:
    """The results under one folder. Reads them anew for each answer: they may be written meanwhile."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, name: str) -> ResultsFolder:
        """Return the results of that name. Raises Refused where there are none, or it is no name."""
        folder = self._folder / name
        if Path(name).name != name or name in ("", ".", "..") or not (folder / GAMES).is_file():
            raise Refused("unknown", "name", f"there are no results {name[:60]!r}", "GET /api/results lists them")
        return ResultsFolder(folder)

    def listed(self) -> list[dict[str, Any]]:
        """Return what there is, the last played first; what is damaged says so."""
        rows = [self._row(path.parent) for path in self._folder.glob(f"*/{GAMES}")]
        rows.sort(key=lambda row: (-row["when"], row["name"]))
        for row in rows:
            row["changed"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(row.pop("when")))
        return rows

    def _row(self, folder: Path) -> dict[str, Any]:
        row: dict[str, Any] = {"name": folder.name, "games": 0, "bots": [], "variants": [], "trouble": None}
        row |= {"running": being_written(folder), "when": (folder / GAMES).stat().st_mtime}
        try:
            results = ResultsFolder(folder)
            manifest = results.manifest
            row |= {"games": len(results), "bots": sorted(manifest.bots), "variants": sorted(manifest.variants)}
            row["people"] = bool(manifest.tournament.get("people"))
        except (ArenaError, OSError) as error:
            row["trouble"] = str(error)
        return row

    def report(self, name: str) -> dict[str, Any]:
        """Return the report as data."""
        return report_facts(report_of(self.find(name)))

    def report_html(self, name: str) -> str:
        """Return the report as one page."""
        from arena.report.page.html import report_html  # matplotlib: only for those who want the page
        from arena.report.page.sample import page_games

        results = self.find(name)
        boards = layouts(word_specs(results.manifest.specs))
        report = report_of(results)
        games = page_games(results, report)
        return report_html(report, games.records, boards, None, sample=games)

    def games(self, name: str, bot: str, variant: str, offset: int, limit: int) -> dict[str, Any]:
        """Return the games that a bot and a variant are part of, each on a line; "" is any."""
        results = self.find(name)
        records = list(results.stream())
        secret = secret_pairs(records, results.manifest) if being_written(results.folder) else {}
        wanted = [
            record
            for record in records
            if (not bot or bot in record.bots) and (not variant or record.variant == variant)
        ]
        shown = [line_facts(record) for record in wanted[offset : offset + limit]]
        for line in shown:
            line["hidden"] = pair_id(line["id"]) in secret
        return {"count": len(wanted), "games": shown}

    def game(self, name: str, id: str) -> Old:
        """Return one game. Raises Refused where it is hidden, and ResultsError."""
        results = self.find(name)
        record = results.game(id)
        self._check_open(results, record)
        return old_game(record, results.manifest, name)

    def _check_open(self, results: ResultsFolder, record: GameRecord) -> None:
        if not being_written(results.folder) or not any(p in ("tcp", "address", "person") for p in record.process):
            return
        pair = pair_id(record.id)
        records = [other for other in results.stream() if pair_id(other.id) == pair]
        who = secret_pairs(records, results.manifest).get(pair)
        if who is not None:
            problem = f"{who} still plays the other games of this pair, with the same tiles"
            raise Refused("state", "id", problem, "Look again when the pair is over")

    def gcg(self, name: str, id: str) -> str:
        """Return a game as GCG."""
        results = self.find(name)
        record = results.game(id)
        self._check_open(results, record)
        return gcg_text(results.manifest, record, name)

    def png(self, name: str, id: str, move: int) -> bytes:
        """Return the board after a move as PNG."""
        from arena.serve.lookback.png import board_png

        old = self.game(name, id)
        if move >= 0:
            old.before(move)
        if old.table is None:
            raise ResultsError(id, f"{old.game.name} has no picture", "Only the word game has")
        return board_png(picture(old, move), old.table.layout)

    def compared(self, first: str, second: str) -> dict[str, Any]:
        """Return what changed between two tournaments, and the games that both played."""
        one, two = self.find(first), self.find(second)
        facts = compare_facts(comparison_of(one, two, (first, second)))
        return {"comparison": facts, "games": duel_facts(list(one.stream()), list(two.stream()))}


def history_routes(server: Server, think: Think[Any]) -> list[BaseRoute]:
    """Return the routes under ``/api/results`` and ``/api/compare``. think: runs what takes thinking in a thread."""
    history = History(server.folder)

    def named(request: Request) -> str:
        return str(request.path_params["name"])

    async def listed(request: Request) -> Any:
        return {"results": await asyncio.to_thread(history.listed)}

    async def report(request: Request) -> Any:
        return await think(partial(history.report, named(request)))

    async def report_html(request: Request) -> Any:
        page = await think(partial(history.report_html, named(request)))
        return Response(page, media_type="text/html", headers={"Content-Security-Policy": REPORT_CSP})

    async def games(request: Request) -> Any:
        offset, limit = whole(request, "offset", 0), whole(request, "limit", 100, 1, MOST_LISTED)
        bot, variant = text_of(request, "bot", ""), text_of(request, "variant", "")
        return await think(partial(history.games, named(request), bot, variant, offset, limit))

    async def game(request: Request) -> Any:
        wanted = text_of(request, "id")

        def look() -> dict[str, Any]:
            old = history.game(named(request), wanted)
            return game_facts(old, None if old.table is None else server.tables.id_of(old.table, old.spec))

        return await think(look)

    async def plays(request: Request) -> Any:
        id, move, most = text_of(request, "id"), whole(request, "move"), whole(request, "most", 20, 1, MOST_PLAYS)
        match text_of(request, "by", "points"):
            case "points":
                facts = plays_facts
            case "equity":
                facts = equity_facts
            case other:
                raise Refused("invalid", "by", f"{other[:40]!r} is no way to rank plays", "Write points or equity")
        return await think(lambda: facts(history.game(named(request), id), move, most))

    async def gcg(request: Request) -> Any:
        id = text_of(request, "id")
        text = await think(partial(history.gcg, named(request), id))
        return _file(text, "text/plain", f"{id.replace('/', '_')}.gcg")

    async def cgp(request: Request) -> Any:
        id, move = text_of(request, "id"), whole(request, "move")
        text = await think(lambda: cgp_before(history.game(named(request), id), move))
        return Response(text, media_type="text/plain")

    async def svg(request: Request) -> Any:
        id, move = text_of(request, "id"), whole(request, "move", least=-1)
        picture = await think(lambda: svg_after(history.game(named(request), id), move))
        return Response(picture, media_type="image/svg+xml")

    async def png(request: Request) -> Any:
        id, move = text_of(request, "id"), whole(request, "move", least=-1)
        return Response(await think(partial(history.png, named(request), id, move)), media_type="image/png")

    async def compared(request: Request) -> Any:
        first, second = text_of(request, "a"), text_of(request, "b")
        results = text_of(request, "results", "")
        if not results:
            return json_answer(await think(partial(history.compared, first, second)))

        def duel() -> dict[str, Any]:
            found = history.find(results)
            records = list(found.stream())
            secret = secret_pairs(records, found.manifest) if being_written(found.folder) else {}
            open_ones = [record for record in records if pair_id(record.id) not in secret]
            for bot in (first, second):
                if not any(bot in record.bots for record in records):
                    raise Refused("unknown", "bot", f"{bot[:60]!r} played no game there", "Name one of its bots")
            return {"comparison": None, "games": duel_facts(open_ones, open_ones, first, second)}

        return json_answer(await think(duel))

    where = "/api/results/{name}"
    return [
        Route("/api/results", route(listed)),
        Route(where, route(report)),
        Route(f"{where}/report.html", route(report_html)),
        Route(f"{where}/games", route(games)),
        Route(f"{where}/game", route(game)),
        Route(f"{where}/plays", route(plays)),
        Route(f"{where}/game.gcg", route(gcg)),
        Route(f"{where}/position.cgp", route(cgp)),
        Route(f"{where}/board.svg", route(svg)),
        Route(f"{where}/board.png", route(png)),
        Route("/api/compare", route(compared)),
    ]


def _file(text: str, kind: str, name: str) -> Response:
    safe = "".join(char if char.isalnum() or char in "._-" else "_" for char in name)
    return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{safe}"'})
