"""The page for the class: standings, who beat whom, boards, ends, marks, moves, some games. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jinja2 import Environment
from markupsafe import Markup, escape

from arena.printable import printable
from arena.report.analysis import how_rated
from arena.report.analysis_text import league_notes
from arena.report.moves_text import regret_notes
from arena.report.numbers import fixed, percent, signed
from arena.report.page.boards import page_square, square_key
from arena.report.season.shown import SeasonSection, season_sections
from arena.report.site.bars import Bars, elo_text, interval_text
from arena.report.site.boards import best_entry, miss_entry
from arena.report.site.gathered import SiteFigures
from arena.report.site.links import Links
from arena.report.standings import BotLine, Standings, leagues_in_order
from arena.report.text import lasting_text, shared_text, two_seats
from arena.report.trouble.refused import EXPLAINED, LEFT_OUT
from arena.report.unequal import unequal_text
from arena.report.winner import winner_line

HEADS = ("rank", "bot", "Elo", "its 95 %\ninterval", "games", "W-D-L", "score\n%")
SCORED_HEADS = ("points\na game", "spread\na game")
DRAWN = 2  # of the best moves, and of the worst: with their boards
_COLUMNS = (
    "score: points of the match (1 for a win, 1/2 for a draw) in %; points, spread: own points, and own less the "
    "others', a game; faults: turns lost to the clock and all other faults, those that ended a game among them."
)


def class_page(environment: Environment, figures: SiteFigures, links: Links, replay: Markup, replayed: int) -> str:
    """Return the page. replay: the games that travel along, packed; replayed: how many."""
    report = figures.report
    standings = report.standings[0]
    drawn, regret = figures.boards, figures.regret
    best = [best_entry(f"{place}. {play.bot}", play, drawn, links, None) for place, play in _first(report.best)]
    misses = () if regret is None else regret.worst
    worst = [miss_entry(f"{place}. {miss.look.bot}", miss, drawn, links, None) for place, miss in _first(misses)]
    used = {play.variant for _, play in _first(report.best)} | {miss.look.variant for _, miss in _first(misses)}
    return environment.get_template("site_class.html").render(
        root="", title=report.name, report=report, hides=figures.naming.hides, square=page_square,
        winner=winner_line(report, figures.kind), finished=figures.kind is None or figures.kind.complete,
        kind=_kind(figures, links), leagues=_leagues(standings, links),
        heads=[*HEADS, *(SCORED_HEADS if _scored(standings) else ()), "faults"], alone=_alone(standings, links),
        idle=[links.bot(row.name, inside=False) for row in standings.tables.idle if not row.games],
        season=_season(figures, links),
        refused=[[links.bot(one.bot, inside=False), one.why] for one in report.refused],
        refused_explained=LEFT_OUT if report.left_out else EXPLAINED,
        shared=shared_text(report.shared) if report.shared else "",
        lasting=lasting_text(report) if report.lasting else "",
        explanation=[
            *([] if report.analysis is None else how_rated(report.analysis, "seed")), _COLUMNS, *unequal_text(report),
        ],
        marks=_marks(figures, links), rule=[] if figures.rule is None else figures.rule.lines(),
        crosstable=_crosstable(figures, links), variants=_variants(figures, links), ends=_ends(figures),
        ends_notes=_ends_notes(figures), two_seats=two_seats(report),
        best_rows=[
            [
                str(play.points), play.word, links.bot(play.bot, inside=False), play.variant,
                links.turn(play.game, play.turn + 1, play.game),
            ]
            for play in report.best
        ],
        best=best, worst=worst, regret_notes=[] if regret is None or not regret.turns else regret_notes(regret),
        away=_away(figures, links), key=square_key(drawn[name] for name in sorted(used & drawn.keys())),
        replay=replay, replayed=replayed,
    )  # fmt: skip


def _first(things: Any) -> list[tuple[int, Any]]:
    return list(enumerate(things[:DRAWN], 1))


def _leagues(standings: Standings, links: Links) -> list[dict[str, Any]]:
    """Return the standings of each league: rows ready to print, notes."""
    scored = _scored(standings)
    bars = Bars(row for league in standings.tables.leagues for row in league.rows)
    leagues = []
    for rank, league in leagues_in_order(standings):
        rows = []
        for number, row in enumerate(league.rows, rank):
            line = standings.lines[row.name]
            rows.append([
                str(number), links.bot(row.name, inside=False), elo_text(row),
                Markup(interval_text(row)) + bars.bar(row), str(row.games),
                f"{row.wins}-{row.draws}-{row.losses}", percent(row.points),
                *([fixed(line.points), signed(line.spread.mean)] if scored else []), str(_faults(line)),
            ])  # fmt: skip
        leagues.append({"rows": rows, "notes": league_notes(league)})
    return leagues


def _season(figures: SiteFigures, links: Links) -> list[SeasonSection]:
    """Return the tables of a season with links to the versions' pages, [] of other tournaments."""
    found = []
    for part in season_sections(figures.report.season):
        at = next(at for at, (head, _) in enumerate(part.heads) if head in ("plays as", "played as"))
        rows = tuple((*row[:at], links.bot(row[at], inside=False), *row[at + 1 :]) for row in part.rows)
        found.append(replace(part, rows=rows))
    return found


def _scored(standings: Standings) -> bool:
    """Tell whether games have points."""
    return any(line.points is not None for line in standings.lines.values())


def _alone(standings: Standings, links: Links) -> list[list[Any]]:
    """Return the rows of games with one seat."""
    return [
        [
            str(number), links.bot(line.rating.name, inside=False), str(line.rating.games), fixed(line.points),
            f"{fixed(line.spread.low)} to {fixed(line.spread.high)}", str(_faults(line)),
        ]
        for number, line in enumerate(standings.alone, 1)
    ]  # fmt: skip


def _faults(line: BotLine) -> int:
    return line.late + line.faults


def _kind(figures: SiteFigures, links: Links) -> dict[str, Any] | None:
    """Return the table of the tournament's kind with names as links, None where it has none."""
    kind = figures.kind
    if kind is None or not kind.title:
        return None
    bots = {at for at, head in enumerate(kind.head) if head in ("bot", "winner", "loser")}
    known = set(figures.order)
    rows = [
        [links.bot(cell, inside=False) if at in bots and cell in known else cell for at, cell in enumerate(row)]
        for row in kind.rows
    ]
    left = [not numeric for numeric in kind.numeric]
    return {"title": kind.title, "head": kind.head, "rows": rows, "left": left, "notes": kind.notes}


def _marks(figures: SiteFigures, links: Links) -> dict[str, Any] | None:
    """Return heads and rows of the marks; why somebody has none, or comes last, only beside names."""
    if figures.rule is None:
        return None
    rule, hides = figures.rule, figures.naming.hides
    heads = ["bot", "marks", "place", *(["rank"] if rule.first or rule.last else [])]
    heads += [f"beats\n{printable(bot, 24)}" for bot in rule.beat] + ["faults", *(["clean play"] if rule.clean else [])]
    rows: list[list[Any]] = []
    for one in figures.marks:
        cells: list[Any] = [links.bot(one.bot, inside=False), f"{one.total:.2f}"]
        cells += ["-" if one.place is None else f"{one.place:g}"]
        cells += [f"{one.rank:.2f}"] if rule.first or rule.last else []
        cells += [f"{marks:g}" for marks in (one.beat or (0.0,) * len(rule.beat))]
        cells += [str(one.faults)] + ([f"{one.clean:g}"] if rule.clean else [])
        rows.append(cells + ([] if hides else [one.why]))
    return {"heads": heads + ([] if hides else ["why"]), "rows": rows}


def _crosstable(figures: SiteFigures, links: Links) -> dict[str, Any] | None:
    """Return the bots with their ranks and, of each, the cells against all: text, heat (0 to 10), what it says."""
    analysis = figures.report.analysis
    if analysis is None or not analysis.pairings:
        return None
    names = [row.name for row in figures.report.standings[0].tables.rows if row.games]
    cells: dict[tuple[str, str], tuple[str, int, str]] = {}
    for p in analysis.pairings:
        cells[p.one, p.other] = percent(p.score, 0), round(10 * p.score), f"{p.wins}-{p.draws}-{p.losses}"
        cells[p.other, p.one] = percent(1 - p.score, 0), round(10 - 10 * p.score), f"{p.losses}-{p.draws}-{p.wins}"
    return {
        "names": [printable(name) for name in names],
        "rows": [(links.bot(name, inside=False), [cells.get((name, other)) for other in names]) for name in names],
    }


def _variants(figures: SiteFigures, links: Links) -> list[list[Any]]:
    """Return a row a variant: games, mean points of a seat, what the first seat scores, who is in front."""
    report = figures.report
    tables = [one for one in report.standings if one.variant] or [
        one for one in report.standings if one.games and len(report.variants) < 2
    ]
    names = report.variants
    seats = {} if report.analysis is None else report.analysis.seats
    rows: list[list[Any]] = []
    for table in tables:
        name = table.variant or (names[0] if names else "-")
        scored = [(line.points, line.rating.games) for line in table.lines.values() if line.points is not None]
        games = sum(count for _, count in scored)
        points = sum(mean * count for mean, count in scored) / games if games else None
        effect = seats.get(table.variant, seats.get("") if len(names) < 2 else None)
        leaders = [league.rows[0].name for league in table.tables.leagues] or [one.rating.name for one in table.alone]
        front = links.bot(leaders[0], inside=False) if leaders else escape("-")
        rows.append([
            name, str(table.games), fixed(points), percent(None if effect is None else effect.gap.score), front,
        ])  # fmt: skip
    return rows


def _ends(figures: SiteFigures) -> list[list[str]]:
    """Return a row for each way in which games of a variant ended, the most frequent first."""
    return [
        [variant, printable(reason, 120), str(count), percent(count / sum(counts.values()))]
        for variant, counts in sorted(figures.book.ends.items())
        for reason, count in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    ]


def _ends_notes(figures: SiteFigures) -> list[str]:
    book, games = figures.book, figures.report.games
    notes = [f"In {book.forfeited} of {games} games a bot had to leave through a fault."] if book.forfeited else []
    return notes + ([f"{book.adjudicated} ended by the agreed rule."] if book.adjudicated else [])


def _away(figures: SiteFigures, links: Links) -> list[list[Any]]:
    """Return what each bot gave away over all its turns, least first."""
    if figures.away is None:
        return []
    whole = [(bot, row) for bot in figures.order for row in figures.away.rows(bot)[:1]]
    whole.sort(key=lambda entry: float(entry[1][2]) if entry[1][2] != "-" else 0.0)
    return [[links.bot(bot, inside=False), *row[1:4], *row[6:7]] for bot, row in whole]
