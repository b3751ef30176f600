"""A report as data: JSON with every figure of the text, and CSV with the standings. Units stand in the names."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from arena.printable import printable
from arena.report.again import again_facts
from arena.report.analysis import analysis_facts, spread_facts
from arena.report.csv_text import CsvText
from arena.report.kind import KindReport, kind_facts
from arena.report.moves import Moves, moves_facts
from arena.report.numbers import json_ready
from arena.report.page.pictures import picture_after
from arena.report.regret_sums import REGRET_COLUMNS, regret_lines
from arena.report.regret_sums import line_facts as regret_line_facts
from arena.report.run.versions import version_facts
from arena.report.season.shown import season_facts
from arena.report.standings import BotLine, Report, Standings, leagues_in_order
from arena.report.sums.top_plays import BestPlay
from arena.report.times.clocks import clock_facts
from arena.report.times.game_times import game_time_facts
from arena.report.times.machines import machine_facts
from arena.report.times.starts import start_facts
from arena.report.trouble.faults import fault_facts
from arena.report.trouble.refused import refused_facts

COLUMNS = (
    "variant", "league", "rank", "bot", "standing", "elo", "elo_low", "elo_high", "games", "wins", "draws", "losses",
    "score", "mean_points", "mean_spread", "spread_low", "spread_high", "late_turns", "faults", "forfeits",
    "mean_ms", "longest_ms", "played_again",
)  # fmt: skip


def line_facts(line: BotLine) -> dict[str, Any]:
    """Return one bot's line as plain values: score a share of one, points a game, milliseconds a move."""
    row = line.rating
    return {
        "bot": row.name, "standing": row.standing, "elo": row.elo, "elo_low": row.low, "elo_high": row.high,
        "games": row.games, "wins": row.wins, "draws": row.draws, "losses": row.losses, "score": row.points,
        "mean_points": line.points, "mean_spread": line.spread.mean, "spread_low": line.spread.low,
        "spread_high": line.spread.high, "late_turns": line.late, "faults": line.faults, "forfeits": line.forfeits,
        "mean_ms": line.mean_ms, "longest_ms": line.longest_ms, "played_again": line.again,
    }  # fmt: skip


def standings_rows(standings: Standings) -> list[dict[str, Any]]:
    """Return one dictionary a bot, best first; leagues count from 1, and in each ranks count from 1."""
    rows: list[dict[str, Any]] = []
    for number, (rank, league) in enumerate(leagues_in_order(standings), 1):
        for place, row in enumerate(league.rows, rank):
            figures = line_facts(standings.lines[row.name])
            rows.append({"variant": standings.variant, "league": number, "rank": place, **figures})
    for place, row in enumerate(standings.tables.idle, 1):
        figures = line_facts(standings.lines[row.name])
        at = place if row.games else None  # in games with one seat, where there are no leagues, by points
        rows.append({"variant": standings.variant, "league": None, "rank": at, **figures})
    return rows


def standings_html(name: str, standings: Standings, notes: Sequence[str] = ()) -> str:
    """Return one table as HTML for a notebook: bots, best first, with rating, interval, games and score.

    notes: sentences above the table.
    """
    rows = [
        (row["rank"], row["bot"], *(_whole(row[key]) for key in ("elo", "elo_low", "elo_high")), row["games"],
         "" if row["score"] is None else f"{100 * row['score']:.1f} %")
        for row in standings_rows(standings)
    ]  # fmt: skip
    head = ("rank", "bot", "Elo", "low", "high", "games", "score")
    lines = [
        "".join(f"<td>{escape(printable(str('' if cell is None else cell)))}</td>" for cell in row) for row in rows
    ]
    games = f"{name}: {standings.games} game{'s' * (standings.games != 1)}"
    return "".join(f"<p>{escape(printable(note))}</p>" for note in notes) + (
        f"<table><caption>{escape(printable(games))}</caption>"
        f"<thead><tr>{''.join(f'<th>{title}</th>' for title in head)}</tr></thead>"
        f"<tbody>{''.join(f'<tr>{line}</tr>' for line in lines)}</tbody></table>"
    )


def _whole(value: float | None) -> str:
    return "" if value is None else f"{value:+.0f}"


def play_facts(play: BestPlay) -> dict[str, Any]:
    """Return a play as plain values; turn counts from 1, squares are (x, y) with y growing downward."""
    picture = picture_after(play.record, play.turn)
    return {
        "points": play.points, "word": play.word, "words": [list(word) for word in play.words], "bot": play.bot,
        "variant": play.variant, "game": play.game, "turn": play.turn + 1,
        "tiles": [[x, y, cell.char, cell.points] for (x, y), cell in sorted(picture.tiles.items()) if cell.fresh],
    }  # fmt: skip


def report_facts(report: Report, moves: Moves | None = None, kind_report: KindReport | None = None) -> dict[str, Any]:
    """Return the whole report as JSON-able values; what has no finite value is null. ``moves`` adds a key.

    kind_report: how the tournament was played (null without it).
    """
    facts = {
        "name": report.name,
        "games": report.games,
        "players": report.players,
        "games_not_counted": report.not_counted,
        "attempts_voided": report.voids,
        "outlasting_games": list(report.lasting),
        "shared_games": report.shared,
        "adjudicated": dict(report.adjudicated),
        "rating": {
            "model": "none" if report.players == 1
            else "Bradley-Terry, draws as half points" if report.analysis is not None else "Plackett-Luce",
            "prior_draws": report.prior, "zero": "mean of the bots of a league", "interval": 0.95,
            "clustered_by": "seed",
        },
        "course": None if kind_report is None else kind_facts(kind_report),
        "season": season_facts(report.season),
        "standings": standings_rows(report.standings[0]),
        "standings_by_variant": {table.variant: standings_rows(table) for table in report.standings[1:]},
        "analysis": None if report.analysis is None else analysis_facts(report.analysis),
        "spread": {
            name: spread_facts(line.spread) for name, line in report.standings[0].lines.items() if line.spread.n
        },
        "clocks": clock_facts(report.clocks),
        "game_times": game_time_facts(report.game_times),
        "starts": start_facts(report.starts),
        "machines": machine_facts(report.machines),
        "played_again": again_facts(report.again),
        "faults": fault_facts(report.faults, report.name),
        "not_admitted": refused_facts(report.refused),
        "versions": version_facts(report.versions),
        "best_moves": [play_facts(play) for play in report.best],
        "best_by_variant": {play.variant: play_facts(play) for play in report.best_by_variant},
        "best_by_bot": {play.bot: play_facts(play) for play in report.best_by_bot},
    }  # fmt: skip
    ready = json_ready(facts)
    assert isinstance(ready, dict)
    return ready if moves is None else ready | {"moves": moves_facts(moves)}


def report_csv(report: Report) -> str:
    """Return the standings as CSV: variant "" over all games, then each variant; empty where there is no value."""
    return _csv(COLUMNS, (row for standings in report.standings for row in standings_rows(standings)))


def regret_csv(moves: Moves) -> str:
    """Return what was given away as CSV: one line a variant ("" over all), bot and phase ("" for the whole game)."""
    lines = () if moves.regret is None else regret_lines(moves.regret, moves.order)
    return _csv(REGRET_COLUMNS, map(regret_line_facts, lines))


def _csv(columns: Sequence[str], rows: Iterable[dict[str, Any]]) -> str:
    page = CsvText()
    writer = csv.DictWriter(page, columns, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        ready = json_ready(row)
        assert isinstance(ready, dict)
        writer.writerow({key: _cell(value) for key, value in ready.items()})
    return page.text()


def _cell(value: object) -> object:
    if value is None:
        return ""
    return f"{value:.6f}" if isinstance(value, float) else printable(value) if isinstance(value, str) else value
