"""A board drawn into a picture file, with coordinates, a star on the centre, and a legend."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from arena.board.layout import HOLE, Layout, SquareKind, Window

_PLAIN, _GROUND = "#f4efe1", "#3f4a4f"
_LETTER = {2: "#a9d6ee", 3: "#3f8fc9", 4: "#6c5fb5"}  # by letter multiplier
_WORD = {2: "#f3b8c0", 3: "#dd4b50", 4: "#9d2235"}  # by word multiplier
_OTHER = ("#8fce9b", "#e6c65c", "#c79fdd", "#e89b5a", "#79c9c0", "#b5b06a")  # programs of another sort, in turn


def draw_png(layout: Layout, window: Window, path: Path) -> None:
    """Draw the squares of a window, both ends included, into a file whose suffix says the format.

    Raises OSError when the file cannot be written, ValueError for an unknown format.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import FancyBboxPatch, Patch

    x0, y0, x1, y1 = window
    columns, rows = x1 - x0 + 1, y1 - y0 + 1
    inch = min(0.36, 40 / max(columns, rows))
    figure = Figure(figsize=(columns * inch + 2.6, rows * inch + 0.9), dpi=110)
    FigureCanvasAgg(figure)
    axes: Any = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    width, height = figure.get_size_inches()
    axes.set_position((0.5 / width, 0.3 / height, columns * inch / width, rows * inch / height))
    axes.set_xlim(x0 - 0.5, x1 + 0.5)
    axes.set_ylim(y1 + 0.5, y0 - 0.5)
    axes.set_facecolor(_GROUND)
    colours = _colours(layout)
    small = columns * rows <= 2500
    for y, line in enumerate(layout.ids(*window).tolist(), y0):
        for x, square in enumerate(line, x0):
            if square == HOLE:
                continue
            style = "round,pad=0,rounding_size=0.12" if small else "square,pad=0"
            axes.add_patch(
                FancyBboxPatch((x - 0.46, y - 0.46), 0.92, 0.92, boxstyle=style, linewidth=0, facecolor=colours[square])
            )
            label = _label(layout.kinds[square])
            if small and label and (x, y) != layout.centre:
                axes.text(x, y + 0.02, label, ha="center", va="center", fontsize=inch * 17, color="#22303a")
    if x0 <= layout.centre[0] <= x1 and y0 <= layout.centre[1] <= y1:
        axes.plot(*layout.centre, marker="*", markersize=inch * 42, color="#22303a", markeredgewidth=0)
    step = max(1, max(columns, rows) // 20)
    axes.set_xticks([x for x in range(x0, x1 + 1) if x % step == 0])
    axes.set_yticks([y for y in range(y0, y1 + 1) if y % step == 0])
    axes.tick_params(length=0, labelsize=7, top=True, labeltop=True, bottom=False, labelbottom=False)
    for side in axes.spines.values():
        side.set_visible(False)
    title = f"{layout.name}{' (without end)' if layout.infinite else ''}"
    handles = [Patch(facecolor=colours[number], label=_named(kind)) for number, kind in layout.kinds.items()]
    handles.append(Patch(facecolor=_GROUND, label="no square"))
    handles.append(
        axes.plot([], [], linestyle="", marker="*", markersize=10, color="#22303a", label="centre")[0]
    )  # fmt: skip
    axes.legend(
        handles=handles, title=title, loc="upper left", bbox_to_anchor=(1.0 + 0.15 / (columns * inch), 1.0),
        fontsize=8, title_fontsize=9, frameon=False, alignment="left",
    )  # fmt: skip
    figure.savefig(path, format=path.suffix[1:] or "png")


def _colours(layout: Layout) -> dict[int, str]:
    colours, others = {}, 0
    for number, kind in layout.kinds.items():
        if kind.multipliers is None:
            colours[number] = _OTHER[others % len(_OTHER)]
            others += 1
        else:
            letter, word = kind.multipliers
            colours[number] = _WORD.get(min(word, 4)) or _LETTER.get(min(letter, 4)) or _PLAIN
    return colours


def _label(kind: SquareKind) -> str:
    match kind.multipliers:
        case None:
            return kind.glyph
        case (1, 1):
            return ""
        case (letter, 1):
            return f"{letter}L"
        case (1, word):
            return f"{word}W"
        case (letter, word):
            return f"{letter}L{word}W"


def _named(kind: SquareKind) -> str:
    label = _label(kind)
    return f"{kind.name} ({label})" if label.strip() and label != kind.name else kind.name
