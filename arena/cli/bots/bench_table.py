"""The table of ``arena bench``: what is measured, by which run of bench/, and what it is to come to. Pure.

Two directions: rates are to be at least their target, times and memory at most. The ratio is the figure divided by
the calibration loop of the same run (a rate: times it), see bench/README.md.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Figures = Mapping[str, Any]  # what one run of a bench printed

BIG_LIST = 200_000  # words; a list beyond it has more time


@dataclass(frozen=True, slots=True)
class BenchRun:
    """One way to call a file of bench/: its arguments, those of the short form, and what options of ours it takes.

    words: the option that takes a word list, "" for a positional argument, None where there is none.
    """

    file: str
    arguments: tuple[str, ...] = ()
    quick: tuple[str, ...] = ()
    words: str | None = None
    positions: bool = False


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One line of the table.

    what:     for people. run: key of RUNS. figure: key of what it prints.
    scale:    the figure times this is in the table's ``unit``. seconds: what one of the unit is worth, for the ratio;
              None for what is no time and no rate.
    target:   in the unit. stretch: what would be better still. rate: whether more is better.
    share_of: the target is this share of what another row's run measured instead.
    """

    what: str
    run: str
    figure: str
    unit: str
    target: float
    stretch: float | None = None
    rate: bool = False
    seconds: float | None = 1.0
    share_of: tuple[float, str] | None = None


@dataclass(frozen=True, slots=True)
class BenchLine:
    """A row with what was measured: the median of the runs, the least and the most; None where there was nothing."""

    row: BenchRow
    target: float
    measured: float | None
    least: float
    most: float
    ratio: float | None

    @property
    def holds(self) -> bool | None:
        if self.measured is None:
            return None
        return self.measured >= self.target if self.row.rate else self.measured <= self.target

    @property
    def verdict(self) -> str:
        """Return whether it holds, or by how much it falls short."""
        if self.measured is None:
            return "not measured"
        if not self.holds:
            if not self.target:
                return f"falls short: {self.measured:g} instead of 0"
            gap = 1 - self.measured / self.target if self.row.rate else self.measured / self.target - 1
            return f"falls short by {max(1, round(100 * gap))} %"
        stretch = self.row.stretch
        if stretch is None:
            return "holds"
        beyond = self.measured >= stretch if self.row.rate else self.measured <= stretch
        return "holds, the stretch too" if beyond else f"holds (stretch: {stretch:g})"


def _selfplay(board: str) -> BenchRun:
    return BenchRun("selfplay", ("--board", board), ("--games", "15", "--rounds", "1"), "--words")


def _tournament(process: str) -> BenchRun:
    return BenchRun("tournament", ("--process", process), ("--games", "10", "--rounds", "1"), "--words")


def _shared(board: str) -> BenchRun:
    return BenchRun("shared", ("--board", board), ("--games", "10", "--rounds", "3"), "--words")


BOARDS = ("scrabble", "infinite", "hole", "infinite-hole", "checkpoints")

RUNS: dict[str, BenchRun] = {
    **{f"selfplay {board}": _selfplay(board) for board in BOARDS},
    "selfplay static": BenchRun("selfplay", ("--leaves", "shipped"), ("--games", "15", "--rounds", "1"), "--words"),
    "moves": BenchRun("moves", (), ("--runs", "1", "--most", "20"), "--words", positions=True),
    "endgames": BenchRun("endgames", (), ("--count", "10", "--tiles", "7"), "--words"),
    "threads": BenchRun("threads", (), ("--runs", "3", "--every", "25"), "--words", positions=True),
    "simulation": BenchRun("simulation", (), ("--positions", "3", "--iterations", "200", "--runs", "1"), "--words"),
    "tournament fresh": _tournament("fresh"),
    "tournament kept": _tournament("kept"),
    "many_bots alike": BenchRun("many_bots", (), ("--bots", "16", "--swiss-rounds", "2"), "--words"),
    "many_bots different": BenchRun("many_bots", ("--different",), ("--bots", "16", "--swiss-rounds", "2"), "--words"),
    "cluster": BenchRun("cluster", (), ("--games", "60", "--rounds", "1"), "--words"),
    "shared scrabble": _shared("scrabble"),
    "shared infinite": _shared("infinite"),
    "lexicon": BenchRun("lexicon", (), ("--runs", "1"), ""),
    "start": BenchRun("start", (), ("--games", "2", "--imports", "2")),
    "store": BenchRun("store", (), ("--games", "4000", "--real", "40")),
    "ratings": BenchRun("ratings", (), ("--bots", "400", "--games", "100000")),
    "solver": BenchRun("solver", ("--no-others",)),
}

# Those left out take longer than all the others, or say nothing of few bots.
QUICK = tuple(name for name in RUNS if RUNS[name].file not in ("solver", "cluster", "many_bots"))

ROWS: tuple[BenchRow, ...] = (
    BenchRow("self-play, scrabble", "selfplay scrabble", "games_per_s", "games/s", 200, 400, rate=True),
    *(
        BenchRow(f"self-play, {board}", f"selfplay {board}", "games_per_s", "games/s", 100, rate=True)
        for board in ("infinite", "hole", "infinite-hole")
    ),
    BenchRow("self-play, checkpoints", "selfplay checkpoints", "games_per_s", "games/s", 67, rate=True,
        share_of=(1 / 3, "selfplay scrabble")),
    BenchRow("self-play by equity, scrabble", "selfplay static", "games_per_s", "games/s", 176, rate=True,
        share_of=(600 / 680, "selfplay scrabble")),
    BenchRow("all plays", "moves", "all_ms", "ms", 0.4, seconds=1e-3),
    BenchRow("best play", "moves", "best_ms", "ms", 0.2, 0.06, seconds=1e-3),
    BenchRow("all plays, two wild cards", "moves", "two_wild_all_ms", "ms", 18, seconds=1e-3),
    BenchRow("best play, two wild cards", "moves", "two_wild_best_ms", "ms", 1.5, 0.15, seconds=1e-3),
    BenchRow("endgame of 9 tiles at most, proven", "endgames", "median_ms", "ms", 248, 60, seconds=1e-3),
    BenchRow("long searches, two threads", "threads", "long_speedup", "times", 1.6, rate=True, seconds=None),
    BenchRow("short searches, two threads", "threads", "short_takes", "times", 1.05, seconds=None),
    BenchRow("simulation, two plies", "simulation", "iterations_per_s", "iterations/s", 3000, rate=True),
    BenchRow("simulation, two threads", "simulation", "speedup", "times", 1.6, rate=True, seconds=None),
    BenchRow("tournament, fresh processes", "tournament fresh", "games_per_s", "games/s", 50, rate=True),
    BenchRow("tournament, kept processes", "tournament kept", "games_per_s", "games/s", 100, rate=True),
    BenchRow("processor time a fresh game", "tournament fresh", "work_ms_per_game", "ms", 20, seconds=1e-3),
    BenchRow("processor time a kept game", "tournament kept", "work_ms_per_game", "ms", 10, seconds=1e-3),
    BenchRow("80 bots, a game", "many_bots alike", "games_ms_per_game", "ms", 60, seconds=1e-3),
    BenchRow("the whole run, a game", "many_bots alike", "work_ms_per_game", "ms", 60, seconds=1e-3),
    BenchRow("80 bots of 80 files, a game", "many_bots different", "games_ms_per_game", "ms", 60, seconds=1e-3),
    BenchRow("the whole run, a game", "many_bots different", "work_ms_per_game", "ms", 60, seconds=1e-3),
    BenchRow("cluster of two workers beside the pool", "cluster", "share", "of its rate", 0.9, rate=True, seconds=None),
    BenchRow("trusted bots, of self-play, scrabble", "shared scrabble", "percent_of_selfplay", "%", 45, 60, rate=True,
        seconds=None),
    BenchRow("trusted bots, of self-play, infinite", "shared infinite", "percent_of_selfplay", "%", 45, 60, rate=True,
        seconds=None),
    BenchRow("word list to packed graph", "lexicon", "build_work_s", "s", 1.0),
    BenchRow("load a cached graph", "lexicon", "load_cached_ms", "ms", 10, seconds=1e-3),
    BenchRow("import arena.bot", "start", "import_s", "s", 0.1),
    BenchRow("first move after ready", "start", "first_move_ms", "ms", 10, seconds=1e-3),
    BenchRow("functions compiled after ready", "start", "compiled_after_ready", "", 0, seconds=None),
    BenchRow("private memory of a bot", "start", "private_mib", "MiB", 40, seconds=None),
    BenchRow("stored game", "store", "bytes_per_game", "bytes", 2048, seconds=None),
    BenchRow("games written", "store", "records_per_s", "games/s", 3000, rate=True),
    BenchRow("report of 100,000 games, the first", "store", "first_report_s", "s", 18),
    BenchRow("report of 100,000 games, sums kept", "store", "report_s", "s", 2.5),
    BenchRow("memory of that", "store", "report_mib", "MiB", 300, seconds=None),
    BenchRow("rate a million results", "ratings", "rate_s", "s", 30),
    BenchRow("memory of rating them", "ratings", "peak_mib", "MiB", 1024, seconds=None),
    BenchRow("solver, tic-tac-toe", "solver", "tictactoe_ms", "ms", 5, seconds=1e-3),
    BenchRow("solver, nim 3 5 7", "solver", "nim_3_5_7_ms", "ms", 100, seconds=1e-3),
    BenchRow("solver, 6x6 connect four", "solver", "6x6_empty_s", "s", 60),
)  # fmt: skip


def lines(measured: Mapping[str, Sequence[Figures]]) -> list[BenchLine]:
    """Return the table of what the runs printed, {key of RUNS: one entry a run}; rows of other runs are left out."""
    return [_line(row, measured) for row in ROWS if row.run in measured]


def _line(row: BenchRow, measured: Mapping[str, Sequence[Figures]]) -> BenchLine:
    seen = [
        (float(figures[row.figure]), figures) for figures in measured[row.run] if figures.get(row.figure) is not None
    ]
    target = _target(row, measured)
    if not seen:
        return BenchLine(row, target, None, 0.0, 0.0, None)
    values = [value for value, _ in seen]
    ratio = None
    if row.seconds is not None:
        loops = [figures["calibration_ms"] / 1e3 for _, figures in seen]
        ratio = statistics.median(
            value * loop if row.rate else value * row.seconds / loop for value, loop in zip(values, loops, strict=True)
        )
    return BenchLine(row, target, statistics.median(values), min(values), max(values), ratio)


def _target(row: BenchRow, measured: Mapping[str, Sequence[Figures]]) -> float:
    if row.share_of is not None and row.share_of[1] in measured:
        share, other = row.share_of
        return share * statistics.median(float(figures[row.figure]) for figures in measured[other])
    if row.figure == "build_work_s" and any(figures["words"] > BIG_LIST for figures in measured[row.run]):
        return 1.6
    return row.target


def as_text(table: Sequence[BenchLine]) -> list[str]:
    """Return the table for people, a line each, the heading first."""
    head = ("what", "target", "measured", "least to most", "ratio", "")
    body = [
        (
            line.row.what,
            f"{'' if line.row.rate or not line.target else '<= '}{_number(line.target)} {line.row.unit}".strip(),
            "-" if line.measured is None else _number(line.measured),
            ""
            if line.measured is None or line.least == line.most
            else f"{_number(line.least)} to {_number(line.most)}",
            "-" if line.ratio is None else f"{line.ratio:.3g}",
            line.verdict,
        )
        for line in table
    ]
    widths = [max(len(row[k]) for row in (head, *body)) for k in range(len(head))]
    lines = []
    for row in (head, *body):
        cells = [text.rjust(width) for text, width in zip(row, widths, strict=True)]
        cells[0], cells[-1] = row[0].ljust(widths[0]), row[-1]  # words; the others are numbers
        lines.append("  ".join(cells).rstrip())
    return lines


def as_data(table: Sequence[BenchLine]) -> list[dict[str, Any]]:
    """Return the table as JSON-able data."""
    return [
        {
            "what": line.row.what,
            "unit": line.row.unit,
            "target": round(line.target, 4),
            "stretch": line.row.stretch,
            "measured": line.measured,
            "least": line.least,
            "most": line.most,
            "ratio": None if line.ratio is None else round(line.ratio, 6),
            "holds": line.holds,
            "verdict": line.verdict,
        }
        for line in table
    ]


def _number(value: float) -> str:
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"
