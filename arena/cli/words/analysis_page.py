"""Analyses of records as one self-contained page, in the style of the report's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from arena.board.drawing import Cell, Picture, window_of
from arena.cli.words.analysis_text import SAID, last_line, sum_tables, turn_cells, turn_heads, worst_of
from arena.errors import ArenaError
from arena.report.numbers import fixed, percent, plural
from arena.report.page.boards import page_board, page_square, square_key
from arena.report.page.environment import page_environment, shared_file
from arena.scrabble.moves import Placed
from arena.words import AnalysedTurn, RecordAnalysis
from arena.words.judges import Basis

_TILE = re.compile(r"\[([^\[\]]*)\]|(#\d+)|([^\s,])")  # as a hand is printed: [CH], #7 (its id), A, ?
NAMES = {"player", "rack", "move", "best", "by", "mistake", "phase"}  # heads of columns of text
WORTH = {"equity": "equity", "sim": "mean spread", "endgame": "points still to come"}


def analysis_html(analyses: Sequence[RecordAnalysis], errors: Sequence[ArenaError], top: int, by: Basis) -> str:
    """Return the page: sums, the ``top`` worst moves with boards, and the moves of every record.

    errors: of records that were left out. What stands in a record is text, whatever it holds.
    """
    environment = page_environment()
    worst = worst_of(analyses, top, by)
    layouts = {one.layout.name: one.layout for one, _ in worst if one.layout is not None}
    return environment.get_template("analysis.html").render(
        board_css=shared_file(environment, "board.css"),
        square=page_square,
        title=analyses[0].where if len(analyses) == 1 else plural(len(analyses), "record"),
        by=SAID[by],
        summary=last_line(analyses, by),
        left_out=[str(error) for error in errors],
        sums=sum_tables(analyses, by),
        key=square_key(layouts[name] for name in sorted(layouts)),
        worst=[_miss(at, at.turns[place], at.placed[place]) for at, place in worst],
        heads=turn_heads(by),
        text_heads=NAMES,
        games=[
            {
                "where": one.where, "players": one.players, "unknown": one.unknown, "warnings": one.warnings,
                "rows": [turn_cells(one, turn, by) for turn in one.turns],
            }
            for one in analyses
        ],
    ) + "\n"  # fmt: skip


def _miss(analysis: RecordAnalysis, turn: AnalysedTurn, placed: Sequence[Placed]) -> dict[str, Any]:
    before = {(tile.x, tile.y): Cell(tile.char, tile.points, fresh=False) for tile in placed}
    made = {(tile.x, tile.y): Cell(tile.char, tile.points, fresh=True) for tile in turn.tiles}
    best = {(tile.x, tile.y): Cell(tile.char, tile.points, fresh=True) for tile in turn.best_tiles}
    window = window_of(before | made | best, analysis.layout)
    boards = [
        (caption, page_board(Picture(before | tiles, window), analysis.layout, f"The board with {caption}"))
        for caption, tiles in (("what was played", made), ("what was best", best))
        if tiles
    ]  # fmt: skip
    return {"where": analysis.where, "head": _head(analysis, turn), "rack": _rack(turn), "boards": boards}


def _head(analysis: RecordAnalysis, turn: AnalysedTurn) -> str:
    # A mistake in one sentence.
    lost = turn.win_given_away
    chance = "" if lost is None else f" and {percent(lost)} % of a win"
    worth = WORTH[turn.by]
    return (
        f"{analysis.players[turn.player]}, move {turn.number}, gave away {fixed(turn.given_away)} points{chance}: "
        f"{turn.made} ({turn.score} points, {worth} {fixed(turn.value)}), where {turn.best} "
        f"({turn.best_score} points, {worth} {fixed(turn.best_value)}) was best; {turn.mistake}"
    )


def _rack(turn: AnalysedTurn) -> list[dict[str, Any]]:
    texts = ["".join(parts) for parts in _TILE.findall(turn.rack)]
    worth = {tile.char: tile.points for tile in (*turn.tiles, *turn.best_tiles) if tile.points}
    return [{"kind": "tile wild" if text == "?" else "tile", "text": text, "points": worth.get(text)} for text in texts]
