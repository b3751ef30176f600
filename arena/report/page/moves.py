"""The page's sections that go through the moves one by one, ready for its template: tables, plots, boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from arena.board.drawing import Picture
from arena.report.gather import EVERYWHERE
from arena.report.looks import Miss
from arena.report.moves import Moves
from arena.report.moves_text import (
    CAUSES,
    DOING_HEADS,
    EXTENT_HEADS,
    EXTENT_NOTE,
    HIDDEN,
    PARTING_HEADS,
    away_text,
    doing_cells,
    extent_rows,
    hidden_chance,
    looked_at,
    miss_head,
    parting_rows,
    regret_cells,
    regret_notes,
    square_rows,
)
from arena.report.page.boards import page_board, rack_tiles
from arena.report.page.plots_moves import heat_map, phase_bars, regret_plot
from arena.report.regret_sums import WHOLE, pictures_of, regret_lines

HEATED = 6  # variants with a picture of where their games went


def moves_sections(moves: Moves, layouts: Mapping[str, Any], colours: Mapping[str, str]) -> dict[str, Any]:
    """Return what the template needs; lists are empty where there is nothing to show."""
    regret = moves.regret
    sections: dict[str, Any] = {
        "doings": [
            [variant or "all", bot, *doing_cells(bots[bot])]
            for variant, bots in sorted(moves.usage.doings.items())
            if variant == EVERYWHERE or len(moves.usage.doings) > 2
            for bot in moves.order
            if bot in bots
        ],
        "doing_heads": DOING_HEADS,
        "squares": square_rows(moves),
        "extents": extent_rows(moves.usage), "extent_heads": EXTENT_HEADS, "extent_note": EXTENT_NOTE,
        "heat": [
            (variant, Markup(heat_map(variant, moves.usage.heat[variant], layouts[variant].centre, number)))
            for number, variant in enumerate(list(moves.usage.extents())[:HEATED])
        ],
        "heat_left": list(moves.usage.extents())[HEATED:],
        "partings": parting_rows(moves), "parting_heads": PARTING_HEADS,
        "parting_notes": [CAUSES, *([HIDDEN] if hidden_chance(moves) else [])],
        "regret": None,
    }  # fmt: skip
    if regret is not None and regret.turns:
        lines = regret_lines(regret, moves.order)
        sections["regret"] = {
            "notes": regret_notes(regret) if regret.looks else [looked_at(regret)],
            "phases": [regret_cells(line, line.phase or "all") for line in lines if line.variant == EVERYWHERE],
            "variants": [
                regret_cells(line, line.variant)
                for line in lines
                if line.variant != EVERYWHERE and line.phase == WHOLE
            ],
            "plots": [
                (title, Markup(svg))
                for title, svg in (
                    ("Points given away", regret_plot(regret, moves.order, colours)),
                    ("Points given away by phase", phase_bars(lines, moves.order, colours)),
                )
                if svg
            ],
            "worst": regret.worst, "away": away_text,
            "misses": [_miss(miss, layouts.get(miss.look.variant)) for miss in regret.worst_by_bot],
        }  # fmt: skip
    return sections


def _miss(miss: Miss, layout: Any) -> dict[str, Any]:
    played, there = pictures_of(miss, layout)
    boards = [
        _board(caption, picture, layout)
        for caption, picture in (("what was played", played), ("what was there", there))
        if picture is not None
    ]
    return {
        "miss": miss, "head": miss_head(miss), "rack": rack_tiles(miss.record, miss.look.turn),
        "boards": boards,
    }  # fmt: skip


def _board(caption: str, picture: Picture, layout: Any) -> tuple[str, Markup]:
    return caption, page_board(picture, layout, f"The board with {caption}; its tiles are marked")
