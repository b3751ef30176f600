"""Plots of what moves gave away and of where games went; in the style and with the colours of plots.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.ticker import MaxNLocator

from arena.report.gather import EVERYWHERE
from arena.report.looks import PHASES, Regret
from arena.report.page.plots import INK, LINE, STYLE, axes_of, svg
from arena.report.regret_sums import SHARES, RegretLine, regret_curves

LINES = ("-", "--", "-.", ":")  # bots are told apart without their colours too
MOST_CELLS = 40_000  # of a heat map; larger windows are drawn in coarser cells


def regret_plot(regret: Regret, order: Sequence[str], colours: Mapping[str, str]) -> str:
    """Return the regret curves: so many per cent of a bot's turns gave away no more than so many points."""
    curves = regret_curves(regret, order)
    if not curves:
        return ""
    with mpl.rc_context(STYLE):
        figure, axes = axes_of(7, 3.8)
        percents = [100 * share for share in SHARES]
        for number, (bot, curve) in enumerate(curves.items()):
            axes.step(
                percents, curve, where="post", color=colours.get(bot, INK), label=bot, linewidth=2,
                linestyle=LINES[number % len(LINES)],
            )  # fmt: skip
        axes.set_yscale("symlog", linthresh=1)
        ticks = [value for value in (0, 1, 3, 10, 30, 100, 300, 1000) if value <= 1.2 * max(map(max, curves.values()))]
        axes.set_yticks(ticks, list(map(str, ticks)))
        axes.minorticks_off()
        axes.set_ylim(bottom=-0.15)
        axes.set_xlim(0, 100)
        axes.set_xlabel("turns in %, those that gave away least first")
        axes.set_ylabel("points given away")
        axes.grid()
        axes.legend(loc="upper left")
        description = "; ".join(
            f"{bot}: median {points[50]:.0f}, worst tenth {points[90]:.0f}" for bot, points in curves.items()
        )
        return svg(figure, "regret", f"Points given away by share of turns. {description}")


def phase_bars(lines: Sequence[RegretLine], order: Sequence[str], colours: Mapping[str, str]) -> str:
    """Return the mean points given away a turn in each phase, with 95 % intervals, one group of dots a phase."""
    own = [line for line in lines if line.variant == EVERYWHERE and line.phase]
    bots = [bot for bot in order if any(line.bot == bot for line in own)]
    if not bots:
        return ""
    with mpl.rc_context(STYLE):
        figure, axes = axes_of(7, 3.6)
        for number, bot in enumerate(bots):
            mine = {line.phase: line.given_away for line in own if line.bot == bot}
            shift = (number - (len(bots) - 1) / 2) * min(0.12, 0.7 / len(bots))
            xs = [PHASES.index(phase) + shift for phase in mine]
            means = [mean.mean or 0.0 for mean in mine.values()]
            below = [0.0 if mean.low is None else (mean.mean or 0.0) - max(0.0, mean.low) for mean in mine.values()]
            above = [0.0 if mean.high is None else mean.high - (mean.mean or 0.0) for mean in mine.values()]
            axes.errorbar(
                xs, means, yerr=[below, above], color=colours.get(bot, INK), marker="o", linestyle="none",
                elinewidth=2, capsize=3, label=bot, clip_on=False,
            )  # fmt: skip
        axes.set_xticks(range(len(PHASES)), PHASES)
        axes.set_xlim(-0.5, len(PHASES) - 0.5)
        axes.set_ylim(bottom=0)
        axes.set_ylabel("points given away a turn")
        axes.grid(axis="y")
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
        description = "; ".join(f"{line.bot}, {line.phase}: {line.given_away.mean:.1f}" for line in own)
        return svg(figure, "phases", f"Mean points given away a turn. {description}")


def heat_map(variant: str, heat: Mapping[tuple[int, int], int], centre: tuple[int, int], number: int) -> str:
    """Return how often each square of a variant held a tile at the end; a cross marks the board's centre."""
    xs, ys = [x for x, _ in heat], [y for _, y in heat]
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    cell = 1 + int(((x1 - x0 + 1) * (y1 - y0 + 1) / MOST_CELLS) ** 0.5)
    grid = np.zeros(((y1 - y0) // cell + 1, (x1 - x0) // cell + 1))
    for (x, y), games in heat.items():
        grid[(y - y0) // cell, (x - x0) // cell] += games / cell**2
    with mpl.rc_context(STYLE):
        high, wide = grid.shape
        figure, axes = axes_of(4.6, min(6.0, max(1.8, 3.1 * high / wide + 0.55)))
        colours: Any = mpl.colormaps["YlOrRd"].with_extremes(bad=(0, 0, 0, 0))
        drawn = axes.imshow(
            np.where(grid > 0, grid, np.nan), cmap=colours, vmin=0, interpolation="nearest",
            extent=(x0 - 0.5, x0 + wide * cell - 0.5, y0 + high * cell - 0.5, y0 - 0.5),
        )  # fmt: skip
        axes.plot([centre[0]], [centre[1]], "+", color=INK, markersize=12, markeredgewidth=2)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(7, integer=True))
        axes.set_xlabel("x")
        axes.set_ylabel("y")
        bar = figure.colorbar(drawn, ax=axes, shrink=0.8, ticks=MaxNLocator(6, integer=True))
        bar.set_label("games with a tile there")
        bar.outline.set_edgecolor(LINE)
        description = f"tiles from x {x0} to {x1} and y {y0} to {y1}; the centre is ({centre[0]}, {centre[1]})"
        return svg(figure, f"heat{number}", f"Where games on {variant} went: {description}")
