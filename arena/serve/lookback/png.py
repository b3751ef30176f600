"""A board with tiles as a picture in PNG, drawn like the one in SVG."""

from __future__ import annotations

import io
from typing import Any

from arena.board.drawing import COLOURS, Picture, squares
from arena.board.layout import Layout

_INCH = 0.36  # a side of a square
_DOTS = 100  # an inch


def board_png(picture: Picture, layout: Layout | None) -> bytes:
    """Return the picture; light colours."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    x0, y0, x1, y1 = picture.window
    columns, rows = x1 - x0 + 1, y1 - y0 + 1
    figure = Figure(figsize=(columns * _INCH, rows * _INCH), dpi=_DOTS)
    FigureCanvasAgg(figure)
    axes: Any = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(0, columns)
    axes.set_ylim(rows, 0)
    axes.axis("off")
    for y, row in enumerate(squares(picture, layout)):
        for x, square in enumerate(row):
            kinds = square.kind.split()
            if "hole" in kinds:
                continue
            name = "fresh" if "fresh" in kinds else "tile" if "tile" in kinds else kinds[0]
            colour = COLOURS.get(name, COLOURS["square"])[0]
            axes.add_patch(Rectangle((x + 0.03, y + 0.03), 0.94, 0.94, linewidth=0, facecolor=colour))
            ink = COLOURS["tile-ink" if "tile" in kinds else "mark"][0]
            if square.text:
                size = _INCH * (34 if "tile" in kinds and len(square.text) == 1 else 22)
                axes.text(x + 0.5, y + 0.5, square.text, ha="center", va="center", fontsize=size, color=ink)
            if square.points is not None:
                points = str(square.points)
                axes.text(x + 0.94, y + 0.92, points, ha="right", va="bottom", fontsize=_INCH * 15, color=ink)
    out = io.BytesIO()
    figure.savefig(out, format="png")
    return out.getvalue()
