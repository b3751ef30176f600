"""Plots of a report as SVG that takes the page's own colours for text and lines, so that light and dark both work.

Text stays text (searchable, scalable); the same figures give the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from arena.printable import printable, printable_lines
from arena.report.standings import Report

INK, LINE, PAPER = "#010203", "#010204", "#010205"  # stand-ins, replaced by the page's colours below
PALETTE = ("#1f78b4", "#d95f02", "#1b9e77", "#c51b7d", "#7f6a00", "#6a51a3", "#8c510a", "#e41a1c")
STYLE: Any = {
    "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10, "text.color": INK, "axes.labelcolor": INK,
    "axes.edgecolor": LINE, "xtick.color": INK, "ytick.color": INK, "axes.facecolor": "none",
    "figure.facecolor": "none", "axes.spines.top": False, "axes.spines.right": False, "grid.color": LINE,
    "grid.linewidth": 0.5, "axes.axisbelow": True, "legend.frameon": False,
}  # fmt: skip


class _Page:
    """What matplotlib writes to."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def write(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError("text only")
        self.parts.append(text)

    def seek(self, offset: int) -> None:
        """Nothing is ever read back."""


def colour_of(report: Report) -> dict[str, str]:
    """Return each bot's colour, by its place in the standings; more bots than colours share them."""
    return {bot: PALETTE[index % len(PALETTE)] for index, bot in enumerate(report.standings[0].order)}


def svg(figure: Figure, name: str, label: str) -> str:
    """Return a figure as an inline SVG element with a text alternative; ``name`` keeps its ids apart from others."""
    page = _Page()
    with mpl.rc_context({"svg.hashsalt": name, "svg.fonttype": "none"}):
        canvas: Any = FigureCanvasSVG(figure)
        canvas.print_svg(page, metadata={"Date": None, "Creator": None})
    text = printable_lines("".join(page.parts))
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    for colour, own in ((INK, "currentColor"), (LINE, "var(--line)"), (PAPER, "var(--paper)")):
        text = text.replace(colour, own)
    text = re.sub(r'( id="|(?:xlink:href|clip-path)="(?:url\()?#)', rf"\1{name}-", text)
    escaped = printable(label).replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return text.replace("<svg ", f'<svg role="img" aria-label="{escaped}" ', 1)


def axes_of(width: float, height: float) -> tuple[Figure, Axes]:
    """Return a figure of so many inches with one plot in it."""
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots()


def interval_bars(report: Report) -> str:
    """Return every bot's Elo with its interval over all games; arrows where an end is open."""
    table = report.standings[0]
    rows = [row for row in table.tables.rows if row.games]
    with mpl.rc_context(STYLE):
        figure, axes = axes_of(7, 0.9 + 0.42 * len(rows))
        colours = colour_of(report)
        ends = [value for row in rows for value in (row.elo, row.low, row.high) if value is not None] or [0.0]
        reach = max(60.0, max(ends) - min(ends)) * 0.12
        for place, row in enumerate(rows):
            y, colour = len(rows) - 1 - place, colours[row.name]
            if row.elo is None:
                continue
            low, high = (row.elo if end is None else end for end in (row.low, row.high))
            axes.plot([low, high], [y, y], color=colour, linewidth=5, alpha=0.45, solid_capstyle="butt")
            axes.plot([row.elo], [y], "o", color=colour, markersize=7)
            for end, step in ((row.low, -reach), (row.high, reach)):
                if end is None:
                    axes.annotate(
                        "", (row.elo + step, y), (row.elo, y),
                        arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 3},
                    )  # fmt: skip
        axes.set_xlim(min(ends) - 1.5 * reach, max(ends) + 1.5 * reach)
        axes.set_yticks(range(len(rows)), [row.name for row in reversed(rows)])
        axes.set_ylim(-0.6, len(rows) - 0.4)
        axes.axvline(0, color=LINE, linewidth=1)
        axes.grid(axis="x")
        axes.set_xlabel("Elo (0: mean of the rated bots), 95 % interval")
        description = "; ".join(f"{row.name} {_words(row.elo, row.low, row.high)}" for row in rows)
        return svg(figure, "bars", f"Elo with 95 % intervals: {description}")


def _words(elo: float | None, low: float | None, high: float | None) -> str:
    if elo is None:
        return "no rating"
    least, most = (
        f"{low:.0f}" if low is not None else "no lower end",
        f"{high:.0f}" if high is not None else "no upper end",
    )
    return f"{elo:.0f} ({least} to {most})"


def slopes(report: Report) -> str:
    """Return Elo in each variant side by side, one line a bot; "" when there is no comparison."""
    effects = None if report.analysis is None else report.analysis.variants
    if effects is None or not effects.bots:
        return ""
    with mpl.rc_context(STYLE):
        figure, axes = axes_of(7, 3.6)
        colours = colour_of(report)
        count = len(effects.bots)
        for index, bot in enumerate(effects.bots):
            shift = (index - (count - 1) / 2) * 0.06
            xs = [place + shift for place in range(len(bot.cells))]
            ys = [cell.elo for cell in bot.cells]
            below, above = [cell.elo - cell.low for cell in bot.cells], [cell.high - cell.elo for cell in bot.cells]
            axes.errorbar(
                xs, ys, yerr=[below, above], color=colours[bot.name], marker="o", linewidth=1.8, elinewidth=1,
                capsize=3, label=bot.name,
            )  # fmt: skip
        axes.set_xticks(range(len(effects.variants)), effects.variants)
        axes.set_ylabel("Elo in the variant alone")
        axes.grid(axis="y")
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
        description = "; ".join(
            f"{bot.name}: " + ", ".join(f"{cell.variant} {cell.elo:.0f}" for cell in bot.cells) for bot in effects.bots
        )
        return svg(figure, "slopes", f"Elo per variant. {description}")


def boxes(report: Report, values: Mapping[str, Sequence[float]], name: str, label: str, *, log: bool = False) -> str:
    """Return one box a bot: quartiles and median, whiskers from 1 to 99 per cent; "" without values."""
    order = [bot for bot in report.standings[0].order if values.get(bot)]
    if not order:
        return ""
    with mpl.rc_context(STYLE):
        figure, axes = axes_of(7, 0.9 + 0.5 * len(order))
        colours = colour_of(report)
        drawn = axes.boxplot(
            [list(values[bot]) for bot in reversed(order)], orientation="horizontal", patch_artist=True, widths=0.55,
            whis=(1, 99), showfliers=False, medianprops={"color": INK},
            whiskerprops={"color": INK}, capprops={"color": INK},
        )  # fmt: skip
        for patch, bot in zip(drawn["boxes"], reversed(order), strict=True):
            patch.set(facecolor=colours[bot], alpha=0.6, edgecolor=INK)
        axes.set_yticks(range(1, len(order) + 1), list(reversed(order)))
        if log:
            axes.set_xscale("log")
        axes.grid(axis="x")
        axes.set_xlabel(f"{label} (box: quartiles; whiskers: 1 to 99 %)")
        description = "; ".join(f"{bot}: median {sorted(values[bot])[len(values[bot]) // 2]:.1f}" for bot in order)
        return svg(figure, name, f"{label}. {description}")
