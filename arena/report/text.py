"""A report as text: standings, crosstable, what the figures say, best plays; the same for the same records.

The last line is always who played the best move, where any move scored points.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

from arena.printable import printable_lines
from arena.ratings.tables import League
from arena.report.again import again_text
from arena.report.alone import EXPLANATION, table_alone
from arena.report.analysis import how_rated, prior_text
from arena.report.analysis_text import (
    crosstable,
    cut,
    elo_cells,
    fit_lines,
    league_notes,
    listed,
    pairs_table,
    seats_table,
    spreads_table,
    superiority_table,
    variants_text,
)
from arena.report.moves import Moves
from arena.report.moves_text import moves_text
from arena.report.numbers import MOST_LINES, WIDTH, fixed, grid, percent, plural, signed, wrapped
from arena.report.page.pictures import legend, picture_after, picture_text
from arena.report.run.agreed_ends import ends_text
from arena.report.run.versions import versions_text
from arena.report.season.shown import season_text
from arena.report.standings import Report, Standings
from arena.report.sums.top_plays import BestPlay
from arena.report.times.clocks import clocks_text
from arena.report.times.game_times import game_times_text
from arena.report.times.machines import machines_text
from arena.report.times.starts import starts_text
from arena.report.trouble.faults import faults_text
from arena.report.trouble.refused import refused_text
from arena.report.unequal import unequal_text

REST_CSV = "`arena report NAME --format csv`"
REST = "`arena report NAME --format json`"
OWN_TABLE = (
    "The tournament's own table stands before this and says who won it; these are ratings, from all games alike."
)
MOST_PICTURES = 24  # of the best moves of each variant and bot


def report_text(
    report: Report,
    layouts: Mapping[str, Any] | None = None,
    moves: Moves | None = None,
    *,
    width: int = WIDTH,
    own_table: bool = False,
) -> str:
    """Return the whole report; ``layouts`` (variant -> layout) puts squares under the tiles of the pictures.

    moves: adds what every move says (points given away, squares, where pairs part). width: columns that tables and
    sentences keep to. own_table: whether the tournament has a table of its own (a Swiss, a knockout), which stands
    before all this.
    """
    boards = layouts or {}
    parts = [title(report), *refused_text(report.refused, width, season=report.left_out)]
    parts += [*season_text(report.season, width), *versions_text(report.versions, width)]
    parts += [*standings_text(report, width, own_table=own_table), *figures_text(report, width)]
    parts += [] if moves is None else moves_text(moves, boards)
    parts += clocks_text(report.clocks)
    parts += game_times_text(report.game_times)
    parts += starts_text(report.starts)
    parts += machines_text(report.machines)
    parts += again_text(report.again)
    parts += faults_text(report.faults, report.name, width)
    parts += best_text(report, boards)
    if report.best:
        parts.append(last_line(report))
    return printable_lines("\n\n".join(parts)) + "\n"


def title(report: Report) -> str:
    """Return the first lines: name, games, what did not count, and whose results are to be read with care."""
    lines = [f"{report.name}: {plural(report.games, 'game')}"]
    if report.not_counted:
        lines.append(f"Not counted: {plural(report.not_counted, 'game')} for which no bot was ready.")
    if report.voids:
        lines.append(f"Played again: {plural(report.voids, 'attempt')}, see below.")
    lines += wrapped(ends_text(report.adjudicated, report.games))
    if report.shared:
        lines += wrapped([shared_text(report.shared)])
    if report.lasting:
        lines += wrapped([lasting_text(report)])
    return "\n".join(lines)


def lasting_text(report: Report) -> str:
    """Return the warning of bots that outlast a game."""
    one = len(report.lasting) == 1
    return (
        f"Warning: {', '.join(report.lasting)} {'is' if one else 'are'} not started anew for each game. Such a bot can "
        "know the tiles of the second half of a pair, and of the same pair against others."
    )


def shared_text(games: int) -> str:
    """Return the warning of games in which nothing stood between the bots and the arena."""
    which = f"{plural(games, 'game')} {'was' if games == 1 else 'were'}"
    return (
        f"Warning: trusted bots. {which} played in the arena's own processes (process: shared, isolation: none), where "
        "nothing keeps a bot from the tiles of others, or from the results."
    )


def last_line(report: Report) -> str:
    """Return the line that ends every report of a game with points."""
    return f"Best move was played by {report.best[0].bot} for {plural(report.best[0].points, 'point')}"


def standings_text(report: Report, width: int = WIDTH, *, own_table: bool = False) -> list[str]:
    """Return the standings: what the columns mean, then one table for all and one a variant."""
    if not report.games:
        return ["STANDINGS\nNo game has been played yet."]
    first = [OWN_TABLE] if own_table else []
    parts = ["STANDINGS\n" + "\n".join(wrapped([*first, *explanation(report)], width))]
    shown = report.standings if len(report.standings) > 2 else report.standings[:1]
    for standings in shown:
        only = "All variants" if len(report.variants) > 1 else f"Variant {report.variants[0]}"
        head = f"{'Variant ' + standings.variant if standings.variant else only}, {plural(standings.games, 'game')}"
        tables = [table_alone(standings.alone)] if standings.alone else []
        for league in standings.tables.leagues:
            notes = [*cut(MOST_LINES, len(league.rows), "bots", REST_CSV), *league_notes(league)]
            tables.append("\n".join([standings_table(standings, league, width), *wrapped(notes, width)]))
        parts.append(head + "\n" + "\n\n".join(tables))
        idle = [row.name for row in standings.tables.idle if not row.games]
        if idle:
            parts.append("\n".join(wrapped([f"Without a game: {listed(idle)}."], width)))
    return parts


def explanation(report: Report) -> list[str]:
    """Return the sentences that say what every column is, and what numbers of games they are of."""
    if report.players == 1:
        return [EXPLANATION, *unequal_text(report)]
    if report.analysis is not None:
        sentences = how_rated(report.analysis, "seed")
    else:
        sentences = [
            f"Elo by Plackett-Luce, ties as the mean of their orders; {prior_text(report.prior)}; 0 is their mean.",
            "low, high: the 95 % interval, errors from whole seeds. Intervals that overlap are no test.",
        ]
    sentences.append(
        "score: points of the match (1 win, 1/2 draw) in %; points, spread: own points, and own less the others', a "
        "game, spread with half its 95 % interval; late: turns lost to the clock; faults: all other faults; left: "
        "games left through a fault; ms: milliseconds a move on the arena's clock."
    )
    return sentences + unequal_text(report)


def standings_table(standings: Standings, league: League, width: int = WIDTH) -> str:
    """Return one league's table, with points where the game has them; its first lines where it has many."""
    lines = [standings.lines[row.name] for row in league.rows[:MOST_LINES]]
    scored = any(line.points is not None for line in lines)
    timed = any(line.mean_ms is not None for line in lines)
    heads = ["rank", "bot", "Elo", "low", "high", "games", "W-D-L", "score\n%"]
    heads += ["points\na game", "spread\na game", "+-"] if scored else []
    heads += ["late\nturns", "faults", "left"]
    heads += ["mean\nms", "longest\nms"] if timed else []
    rows = []
    for number, line in enumerate(lines, 1):
        row = line.rating
        half = None if line.spread.low is None or line.spread.high is None else (line.spread.high - line.spread.low) / 2
        cells = [str(number), row.name, *elo_cells(row), str(row.games)]
        cells += [f"{row.wins}-{row.draws}-{row.losses}", percent(row.points)]
        cells += [fixed(line.points), signed(line.spread.mean), fixed(half)] if scored else []
        cells += [str(line.late), str(line.faults), str(line.forfeits)]
        cells += [fixed(line.mean_ms), fixed(line.longest_ms)] if timed else []
        rows.append(cells)
    return grid(heads, rows, left=("bot",), width=width, keep=2)


def figures_text(report: Report, width: int = WIDTH) -> list[str]:
    """Return what else the results of games of two say: crosstable, pairs, first seat, tests."""
    analysis = report.analysis
    if analysis is None or not report.games:
        seats = wrapped(two_seats(report), width)
        return ["\n".join(seats)] if seats else []
    names = [name for name in report.standings[0].order if report.standings[0].lines[name].rating.games]
    table = crosstable(names, analysis.pairings, REST, width)
    parts = ["CROSSTABLE, from the row's side: wins-draws-losses, score\n" + table]
    if len(names) > 2:
        head = "WHO IS STRONGER: chance in % that the row's bot is stronger than the column's\n"
        parts += [head + superiority_table(check, REST, width) for check in analysis.checks]
    if analysis.pairs:
        title = "PAIRS (one seed, seats swapped), from the first bot's side: both lost (LL) to both won (WW)"
        parts.append("\n".join([*wrapped([title], width), pairs_table(analysis.pairs, REST, width)]))
    if analysis.spreads:
        title = "SPREAD in points, from the first bot's side, one observation a seed"
        parts.append("\n".join([*wrapped([title], width), spreads_table(analysis.spreads, REST, width)]))
    parts.append("MOVING FIRST is worth, with 95 % intervals:\n" + seats_table(analysis, width))
    lines = wrapped(fit_lines(analysis), width)
    parts += ["\n".join(lines)] if lines else []
    if analysis.variants is not None:
        parts.append("THE VARIANTS\n" + variants_text(analysis.variants, REST, width))
    return parts


def two_seats(report: Report) -> list[str]:
    """Return the sentence that says what games of more (or fewer) seats than two do not have; [] for games of two."""
    if report.analysis is not None or not report.games or report.players == 1:
        return []
    parts = "the crosstable, the pair statistics, the worth of moving first and the test of the variants"
    return [f"There are games of {plural(report.players, 'seat')} here: {parts} are for games of two."]


def best_text(report: Report, layouts: Mapping[str, Any]) -> list[str]:
    """Return the best-move report: the best plays of all, of each variant and of each bot, with pictures."""
    if not report.best:
        return ["BEST MOVES\nNo move scored points."]
    rows = [
        [str(rank), str(play.points), play.word, play.bot, play.variant, play.game, str(play.turn + 1)]
        for rank, play in enumerate(report.best, 1)
    ]
    heads = ["rank", "points", "word", "bot", "variant", "game", "turn"]
    parts = ["BEST MOVES\n" + grid(heads, rows, left=("word", "bot", "variant", "game"))]
    shown: set[tuple[str, int]] = set()
    for kind, plays in (("variant", report.best_by_variant), ("bot", report.best_by_bot)):
        for play in plays:
            name = play.variant if kind == "variant" else play.bot
            head = f"Best move of {kind} {name}: {play_text(play)}"
            if (play.game, play.turn) in shown:
                parts.append(f"{head}\n(shown above)")
                continue
            shown.add((play.game, play.turn))
            if len(shown) > MOST_PICTURES:
                parts.append(head)
                continue
            layout = layouts.get(play.variant)
            picture = picture_after(play.record, play.turn, layout)
            lines = [""]
            if picture.tiles:
                lines += [textwrap.indent(picture_text(picture, layout), "    "), "", f"    {legend(picture, layout)}"]
            parts.append("\n".join([head, *lines]).rstrip())
    return parts


def play_text(play: BestPlay) -> str:
    """Return a play in a line: points, words, who, where."""
    words = " + ".join(f"{word} {points}" for word, points in play.words)
    behind = f" ({words})" if words else ""
    return f"{plural(play.points, 'point')} by {play.bot}{behind}, {play.game}, turn {play.turn + 1}"
