"""The report as one self-contained page: no network, light and dark, phone and paper, keyboard and screen reader.

Everything but the replay is there without a script. Plots are inline SVG, boards of the best moves are tables of
squares, and all games travel along, packed, for the replay.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from arena.records.record import GameRecord
from arena.report.analysis import Analysis
from arena.report.analysis_text import elo_cells, fit_lines, gap_cells, league_notes
from arena.report.gather import BestPlay
from arena.report.numbers import fixed, p_text, p_value, percent, signed
from arena.report.pictures import HOLE, PLAIN, Picture, picture_after, sign
from arena.report.plots import boxes, interval_bars, slopes
from arena.report.replay import packed, replay_data
from arena.report.standings import Report, leagues_in_order
from arena.report.text import explanation, last_line, plural

# how a square of each sign is coloured; see the page's styles
CLASSES = {PLAIN: "plain", "'": "l2", '"': "l3", "^": "l4", "-": "w2", "=": "w3", "~": "w4", " ": "hole"}


def report_html(report: Report, records: Sequence[GameRecord], layouts: Mapping[str, Any] | None = None) -> str:
    """Return the page. ``records`` are those of the report; ``layouts`` (variant -> layout) draw the boards."""
    known = layouts or {}
    environment = Environment(
        loader=PackageLoader("arena.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    environment.filters.update(fixed=fixed, signed=signed, percent=percent, p=p_value, plural=plural)
    page = environment.get_template("report.html").render(
        report=report,
        explanation=explanation(report) if report.games else [],
        tables=_tables(report),
        crosstable=_crosstable(report),
        analysis=report.analysis,
        superiority=_superiority(report.analysis),
        gap_cells=gap_cells,
        fit_lines=[] if report.analysis is None else fit_lines(report.analysis),
        variants=None if report.analysis is None else report.analysis.variants,
        p_text=p_text,
        plots=[(title, Markup(svg)) for title, svg in _plots(report, records) if svg],
        best=[_best(head, play, known.get(play.variant)) for head, play in _once(report)],
        last_line=last_line(report) if report.best else "No move scored points.",
        data=Markup(packed(replay_data(records, known))),
    )
    return page + "\n"


def _tables(report: Report) -> list[dict[str, Any]]:
    """Return the standings: heading, leagues with rows ready to print, notes."""
    if not report.games:
        return []
    found = []
    for standings in report.standings if len(report.standings) > 2 else report.standings[:1]:
        only = "All variants" if len(report.variants) > 1 else f"Variant {report.variants[0]}"
        leagues = []
        for rank, league in leagues_in_order(standings):
            rows = [
                {"rank": number, "line": standings.lines[row.name], "elo": elo_cells(row)}
                for number, row in enumerate(league.rows, rank)
            ]
            leagues.append({"rows": rows, "notes": league_notes(league)})
        found.append({
            "head": f"Variant {standings.variant}" if standings.variant else only, "games": standings.games,
            "leagues": leagues, "idle": [row.name for row in standings.tables.idle],
        })  # fmt: skip
    return found


def _crosstable(report: Report) -> dict[str, Any] | None:
    """Return names and cells of the crosstable; ``heat`` is 0 (lost all) to 100 (won all)."""
    if report.analysis is None or not report.analysis.pairings:
        return None
    names = [row.name for row in report.standings[0].tables.rows if row.games]
    cells: dict[tuple[str, str], dict[str, Any]] = {}
    for p in report.analysis.pairings:
        cells[p.one, p.other] = {"wdl": f"{p.wins}-{p.draws}-{p.losses}", "score": p.score}
        cells[p.other, p.one] = {"wdl": f"{p.losses}-{p.draws}-{p.wins}", "score": 1 - p.score}
    return {"names": names, "rows": [(name, [cells.get((name, other)) for other in names]) for name in names]}


def _superiority(analysis: Analysis | None) -> list[dict[str, Any]]:
    checks = () if analysis is None else analysis.checks
    return [
        {"names": check.names, "rows": list(zip(check.names, check.superiority.tolist(), strict=True))}
        for check in checks
        if check is not None and len(check.names) > 1
    ]


def _plots(report: Report, records: Sequence[GameRecord]) -> list[tuple[str, str]]:
    """Return (title, SVG) of every plot that has something to show."""
    if not report.games:
        return []
    scores: dict[str, list[float]] = defaultdict(list)
    spreads: dict[str, list[float]] = defaultdict(list)
    times: dict[str, list[float]] = defaultdict(list)
    for record in records:
        if not record.counts:
            continue
        for seat, bot in enumerate(record.bots):
            if record.scores is not None and len(record.bots) > 1:
                others = [score for index, score in enumerate(record.scores) if index != seat]
                scores[bot].append(record.scores[seat])
                spreads[bot].append(record.scores[seat] - sum(others) / len(others))
        for move, ms in zip(record.moves, record.circumstances.ms, strict=False):
            times[record.bots[move.seat]].append(max(ms, 0.01))
    return [
        ("Elo and its interval", interval_bars(report)),
        ("Elo per variant", slopes(report)),
        ("Points a game", boxes(report, scores, "scores", "own points in a game")),
        ("Spread a game", boxes(report, spreads, "spreads", "own points less the others' in a game")),
        ("Time a move", boxes(report, times, "times", "milliseconds a move", log=True)),
    ]


def _once(report: Report) -> list[tuple[str, BestPlay]]:
    """Return (heading, play) of the best moves of each variant and bot, every play once under all its headings."""
    heads: dict[tuple[str, int], list[str]] = {}
    plays: dict[tuple[str, int], BestPlay] = {}
    for kind, found in (("variant", report.best_by_variant), ("bot", report.best_by_bot)):
        for play in found:
            key = play.game, play.turn
            heads.setdefault(key, []).append(f"{kind} {play.variant if kind == 'variant' else play.bot}")
            plays[key] = play
    return [("Best of " + " and of ".join(names), plays[key]) for key, names in heads.items()]


def _best(head: str, play: BestPlay, layout: Any) -> dict[str, Any]:
    picture = picture_after(play.record, play.turn, layout)
    return {"head": head, "play": play, "board": _squares(picture, layout) if picture.tiles else None}


def _squares(picture: Picture, layout: Any) -> list[list[dict[str, Any]]]:
    """Return the rows of a board: class, text and points of each square."""
    x0, y0, x1, y1 = picture.window
    ids = None if layout is None else layout.ids(x0, y0, x1, y1)
    rows = []
    for y in range(y0, y1 + 1):
        row = []
        for x in range(x0, x1 + 1):
            cell = picture.tiles.get((x, y))
            if cell is not None:
                kind = "tile fresh" if cell.fresh else "tile"
                row.append(
                    {"kind": kind + (" wild" if cell.points == 0 else ""), "text": cell.char, "points": cell.points}
                )
                continue
            square = 0 if ids is None else int(ids[y - y0, x - x0])
            mark = PLAIN if ids is None else " " if square == HOLE else sign(layout.kinds[square])
            row.append({"kind": CLASSES.get(mark, "other"), "text": "", "points": None})
        rows.append(row)
    return rows
