"""The report as one self-contained page: no network, light and dark, phone and paper, keyboard and screen reader.

Everything but the replay is there without a script. Plots and the boards of the best moves are inline SVG, and games
travel along, packed, for the replay. Boards look as on the page of ``arena serve``: the colours and the script that
draws them are the same files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from arena.report.again import HEADS as AGAIN_HEADS
from arena.report.again import again_rows
from arena.report.analysis import Analysis
from arena.report.analysis_text import LOS_NOTE, elo_cells, fit_lines, gap_cells, league_notes, overall_test
from arena.report.kind import KindReport
from arena.report.looks import Records
from arena.report.moves import Moves
from arena.report.moves_text import regret_heads
from arena.report.page.boards import page_board, page_square, rack_tiles, square_key
from arena.report.page.data import PlotData, plot_data
from arena.report.page.environment import page_environment, shared_file
from arena.report.page.moves import moves_sections
from arena.report.page.pictures import picture_after
from arena.report.page.plots import boxes, colour_of, interval_bars, slopes
from arena.report.page.sample import PageGames
from arena.report.replay import packed
from arena.report.run.agreed_ends import ends_text
from arena.report.run.versions import EXPLAINED as VERSIONS_EXPLAINED
from arena.report.run.versions import HEADS as VERSION_HEADS
from arena.report.run.versions import version_rows
from arena.report.season.shown import season_sections
from arena.report.standings import Report, leagues_in_order
from arena.report.sums.top_plays import BestPlay
from arena.report.text import explanation, last_line, lasting_text, shared_text, two_seats
from arena.report.times.game_times import HEADS as GAME_TIME_HEADS
from arena.report.times.game_times import NOTE as GAME_TIME_NOTE
from arena.report.times.game_times import game_time_rows
from arena.report.times.machines import HEADS as MACHINE_HEADS
from arena.report.times.machines import machine_notes, machine_rows, shown_machines
from arena.report.times.starts import HEADS as START_HEADS
from arena.report.times.starts import rest_note, shown_starts, start_notes, start_rows
from arena.report.trouble.faults import HEADS as FAULT_HEADS
from arena.report.trouble.faults import explained as explained_faults
from arena.report.trouble.faults import fault_rows
from arena.report.trouble.refused import EXPLAINED as REFUSED_EXPLAINED
from arena.report.trouble.refused import HEADS as REFUSED_HEADS
from arena.report.trouble.refused import LEFT_OUT, refused_rows
from arena.report.winner import winner_line

ON_BOARD = "The board after the move; its tiles are marked"


def report_html(
    report: Report,
    records: Records,
    layouts: Mapping[str, Any] | None = None,
    moves: Moves | None = None,
    *,
    kind_report: KindReport | None = None,
    most: int = 1000,
    sample: PageGames | None = None,
) -> str:
    """Return the page.

    records: called twice to read those of the report, sorted by id; never all in memory. layouts (variant -> layout)
    draw the boards. moves: adds the sections that go through them one by one. kind_report: adds the table of the
    tournament's kind and its stopping rule, where it has them. most: games that travel along. sample: of which the
    records are all, where they are not all games.
    """
    known = layouts or {}
    environment = page_environment()
    data = plot_data(records(), most, _linked(report, moves))
    page = environment.get_template("report.html").render(
        board_css=shared_file(environment, "board.css"),
        draw_js=shared_file(environment, "draw.js"),
        square=page_square,
        report=report,
        lasting=lasting_text(report) if report.lasting else "",
        shared=shared_text(report.shared) if report.shared else "",
        kind_report=kind_report,
        winner=winner_line(report, kind_report),
        explanation=explanation(report) if report.games else [],
        tables=_tables(report),
        crosstable=_crosstable(report),
        analysis=report.analysis,
        superiority=_superiority(report.analysis),
        gap_cells=gap_cells,
        los_note=LOS_NOTE,
        fit_lines=[] if report.analysis is None else fit_lines(report.analysis),
        two_seats=two_seats(report),
        regret_heads=regret_heads,
        variants=None if report.analysis is None else report.analysis.variants,
        overall_test=overall_test,
        plots=[(title, Markup(svg)) for title, svg in _plots(report, data) if svg],
        game_times=game_time_rows(report.game_times),
        game_time_heads=list(GAME_TIME_HEADS),
        game_time_note=GAME_TIME_NOTE,
        starts=start_rows(shown_starts(report.starts)),
        start_heads=list(START_HEADS),
        start_notes=[*start_notes(report.starts), *rest_note(report.starts)],
        machines=machine_rows(shown_machines(report.machines)),
        machine_heads=list(MACHINE_HEADS),
        machine_notes=machine_notes(shown_machines(report.machines)),
        again=again_rows(report.again),
        again_heads=list(AGAIN_HEADS),
        faults=fault_rows(report.faults, report.name),
        fault_heads=list(FAULT_HEADS),
        faults_explained=explained_faults(report.name),
        ended=ends_text(report.adjudicated, report.games),
        versions=version_rows(report.versions),
        version_heads=list(VERSION_HEADS),
        versions_explained=VERSIONS_EXPLAINED,
        refused=refused_rows(report.refused),
        refused_heads=list(REFUSED_HEADS),
        refused_explained=REFUSED_EXPLAINED if not report.left_out else LEFT_OUT,
        season=season_sections(report.season),
        best=[_best(head, play, known.get(play.variant)) for head, play in _once(report)],
        key=square_key(known[name] for name in sorted(known)),
        linked=data.ids,
        last_line=last_line(report) if report.best else "No move scored points.",
        replayed=len(data.ids),
        left_out=(data.games if sample is None else sample.total) - len(data.ids),
        sample="" if sample is None else sample.sentence,
        moves=None if moves is None else moves_sections(moves, known, colour_of(report)),
        data=Markup(packed((record for record in records() if record.id in data.ids), known)),
    )
    return page + "\n"


def _linked(report: Report, moves: Moves | None) -> set[str]:
    """Return the ids of the games that the page leads to."""
    plays = {play.game for play in (*report.best, *report.best_by_variant, *report.best_by_bot)}
    regret = None if moves is None else moves.regret
    return plays | (set() if regret is None else {m.look.game for m in (*regret.worst, *regret.worst_by_bot)})


def _tables(report: Report) -> list[dict[str, Any]]:
    """Return the standings: heading, leagues with rows ready to print, notes."""
    if not report.games:
        return []
    tables = []
    for standings in report.standings if len(report.standings) > 2 else report.standings[:1]:
        only = "All variants" if len(report.variants) > 1 else f"Variant {report.variants[0]}"
        leagues = []
        for rank, league in leagues_in_order(standings):
            rows = [
                {"rank": number, "line": standings.lines[row.name], "elo": elo_cells(row)}
                for number, row in enumerate(league.rows, rank)
            ]
            leagues.append({"rows": rows, "notes": league_notes(league)})
        tables.append({
            "head": f"Variant {standings.variant}" if standings.variant else only, "games": standings.games,
            "leagues": leagues, "alone": standings.alone,
            "idle": [row.name for row in standings.tables.idle if not row.games],
        })  # fmt: skip
    return tables


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


def _plots(report: Report, data: PlotData) -> list[tuple[str, str]]:
    """Return (title, SVG) of every plot that has something to show."""
    if not report.games:
        return []
    return [
        ("Elo and its interval", interval_bars(report)),
        ("Elo per variant", slopes(report)),
        ("Points a game", boxes(report, data.scores, "scores", "own points in a game")),
        ("Spread a game", boxes(report, data.spreads, "spreads", "own points less the others' in a game")),
        ("Time a move", boxes(report, data.times, "times", "milliseconds a move", log=True)),
    ]


def _once(report: Report) -> list[tuple[str, BestPlay]]:
    """Return (heading, play) of the best moves of each variant and bot, every play once under all its headings."""
    heads: dict[tuple[str, int], list[str]] = {}
    plays: dict[tuple[str, int], BestPlay] = {}
    for kind, best in (("variant", report.best_by_variant), ("bot", report.best_by_bot)):
        for play in best:
            key = play.game, play.turn
            heads.setdefault(key, []).append(f"{kind} {play.variant if kind == 'variant' else play.bot}")
            plays[key] = play
    return [("Best of " + " and of ".join(names), plays[key]) for key, names in heads.items()]


def _best(head: str, play: BestPlay, layout: Any) -> dict[str, Any]:
    picture = picture_after(play.record, play.turn, layout)
    return {
        "head": head, "play": play, "board": page_board(picture, layout, ON_BOARD) if picture.tiles else None,
        "rack": rack_tiles(play.record, play.turn),
    }  # fmt: skip
