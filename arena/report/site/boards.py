"""Boards of a site's pages: cut to what is around the play, so that a page of any board stays small. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from arena.board.drawing import Picture
from arena.board.layout import Window
from arena.printable import printable
from arena.report.looks import Miss
from arena.report.moves_text import miss_head
from arena.report.page.boards import page_board, rack_tiles
from arena.report.page.pictures import picture_after
from arena.report.regret_sums import pictures_of
from arena.report.site.links import Links
from arena.report.sums.top_plays import BestPlay

MOST = 21  # squares of a side


def best_entry(head: str, play: BestPlay, layouts: Mapping[str, Any], links: Links, page: str | None) -> dict[str, Any]:
    """Return a best play as templates show it. page: the bot on whose page its game is, None for the same page."""
    layout = layouts.get(play.variant)
    picture = picture_after(play.record, play.turn, layout)
    words = " + ".join(f"{printable(word)} {points}" for word, points in play.words)
    boards = []
    if picture.tiles:
        boards.append(("the board after it", _drawn(picture, layout, "The board after the move; its tiles are marked")))
    text = f"{play.points} points" + (f" ({words})" if words else "")
    return {
        "head": head, "text": text, "rack": rack_tiles(play.record, play.turn), "boards": boards,
        "link": links.turn(play.game, play.turn + 1, f"turn {play.turn + 1} of its game", page),
    }  # fmt: skip


def miss_entry(head: str, miss: Miss, layouts: Mapping[str, Any], links: Links, page: str | None) -> dict[str, Any]:
    """Return a miss as templates show it, see ``best_entry``."""
    layout = layouts.get(miss.look.variant)
    played, there = pictures_of(miss, layout)
    window = _window([picture for picture in (played, there) if picture is not None])
    boards = [
        (caption, _drawn(replace(picture, window=window), layout, f"The board with {caption}; its tiles are marked"))
        for caption, picture in (("what was played", played), ("what was there", there))
        if picture is not None and window is not None
    ]
    return {
        "head": head, "text": miss_head(miss), "rack": rack_tiles(miss.record, miss.look.turn), "boards": boards,
        "link": links.turn(miss.look.game, miss.look.turn + 1, "look", page),
    }  # fmt: skip


def _drawn(picture: Picture, layout: Any, label: str) -> Markup:
    window = _window([picture])
    return page_board(picture if window is None else replace(picture, window=window), layout, label)


def _window(pictures: Iterable[Picture]) -> Window | None:
    """Return one window of at most MOST squares a side around what was laid; None without a picture."""
    shown = list(pictures)
    if not shown:
        return None
    x0, y0, x1, y1 = shown[0].window
    fresh = [place for picture in shown for place, cell in picture.tiles.items() if cell.fresh] or [(x0, y0), (x1, y1)]
    left, right = _cut(x0, x1, [x for x, _ in fresh])
    top, bottom = _cut(y0, y1, [y for _, y in fresh])
    return left, top, right, bottom


def _cut(first: int, last: int, laid: list[int]) -> tuple[int, int]:
    """Return the part of a side that is shown, with what was laid in its middle."""
    if last - first < MOST:
        return first, last
    start = min(max(first, (min(laid) + max(laid)) // 2 - MOST // 2), last - MOST + 1)
    return start, start + MOST - 1
