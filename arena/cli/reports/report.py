"""``arena report``: standings, best moves and what bots gave away, from a tournament's records alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from arena.cli.idle import refuse_idle
from arena.cli.paths import NamedPath
from arena.cli.reports.kind_of import kind_report_of
from arena.cli.reports.mark_rule import at_rule, read_rule
from arena.cli.reports.since import no_since, since_asked, since_option
from arena.cli.reports.site import asked_site, site_options
from arena.cli.say import say, say_json
from arena.cli.shared_work import games_progress, on_all_cores, progress, workers_option
from arena.cli.width import terminal_width
from arena.cli.writing import check_writable
from arena.errors import ResultsError
from arena.ratings.prior import PRIOR
from arena.records.record import GameRecord
from arena.report.boards import layouts, word_specs
from arena.report.data import regret_csv, report_csv, report_facts
from arena.report.examine import examine
from arena.report.kind import KindReport
from arena.report.looks import BASES, Basis
from arena.report.marking.handed_in import handed_in
from arena.report.marking.marks import marks_csv, marks_of
from arena.report.marking.rule import UnfitRule
from arena.report.moves import Moves
from arena.report.site.gathered import GAMES as SITE_GAMES
from arena.report.site.gathered import SAMPLE as SITE_SAMPLE
from arena.report.standings import Report, report_of
from arena.report.text import report_text
from arena.report.winner import winner_line
from arena.results import Results
from arena.results import open as open_results
from arena.runner.sandbox.limits import cores
from arena.variants.spec import VariantSpec

GAMES = 1000  # that travel along with a page


def marks_text(name: str, path: Path, prior: float) -> str:
    """Return the marks of the bots of a tournament by the rule of a file, as CSV."""
    rule, results = read_rule(path), open_results(name)
    manifest = results.manifest
    kind_report, _ = kind_report_of(results)
    try:
        marks = marks_of(results.report(prior=prior), rule, handed_in(manifest), kind_report)
    except UnfitRule as error:
        raise at_rule(path, error) from None
    return marks_csv(manifest.name, rule, marks)


def _page(
    results: Results, report: Report, specs: Mapping[str, VariantSpec], boards: Mapping[str, Any],
    moves: Moves | None, kind_report: KindReport | None, most: int,
) -> str:  # fmt: skip
    """Return the page, and tell how far it is meanwhile. moves: what was looked at already. most: games on it."""
    from arena.report.page.html import report_html  # matplotlib: only for those who want the page
    from arena.report.page.sample import page_games

    games = page_games(results, report, most)
    with progress((2 if moves else 3) * games.games, "games read") as done:

        def records() -> Iterator[GameRecord]:
            return games.records(done)

        if moves is None:
            moves = examine(records, specs, boards, order=report.standings[0].order, regret=False)
        return report_html(report, records, boards, moves, kind_report=kind_report, most=most, sample=games)


@click.command()
@click.argument("name")
@click.option("--format", "form", type=click.Choice(["text", "json", "csv", "html"]), help="What to print  [text].")
@click.option("--html", "page", type=NamedPath(dir_okay=False), help="Write the HTML page to this file.")
@click.option(
    "--prior", type=float, default=PRIOR, show_default=True, help="Virtual draws of each bot against an average one."
)
@click.option("--top", type=click.IntRange(1), default=5, show_default=True, help="How many best moves to list.")
@click.option(
    "--regret",
    is_flag=True,
    help="Add the points that each move gave away against the best play, and how the bots play.",
)
@click.option(
    "--sample",
    type=click.IntRange(1),
    help=f"With --regret: look at this many moves only, the same ones each time; with --site  [{SITE_SAMPLE}].",
)
@click.option(
    "--games",
    type=click.IntRange(0),
    help=f"How many games can be replayed on the page  [{GAMES}]; with --site, of each bot the last  [{SITE_GAMES}].",
)
@click.option(
    "--by",
    type=click.Choice(BASES),
    help="With --regret or --site: what is best, the most points or the most equity (tiles kept count, too)  [points].",
)
@click.option("--leaves", metavar="FILE", help="With --by equity: the leave table  [the one that comes along].")
@click.option(
    "--marks",
    "rule",
    metavar="RULE",
    type=NamedPath(dir_okay=False),
    help="Print the marks of the bots by the rule of this YAML file, as CSV, and nothing else; with --site, show them.",
)
@since_option
@site_options
@workers_option("With --regret or --site: processes that share the games  [the cores].")
def command(
    name: str,
    form: str | None,
    page: Path | None,
    prior: float,
    top: int,
    regret: bool,
    sample: int | None,
    games: int | None,
    workers: int | None,
    by: Basis | None,
    leaves: str | None,
    **more: Any,
) -> None:
    """Show the standings and the best moves of NAME: a tournament under results/, or a folder with results.

    With --regret, csv is the table of points given away; text, json and the page have it beside everything else.
    With --site, a folder gets a page for the class and one for each bot, which any web server can show.
    """
    rule: Path | None = more["rule"]
    site = asked_site(more, by=by, leaves=leaves, regret=regret)
    if site is not None:
        if form is not None or page is not None:
            raise click.UsageError("--site writes pages, and prints none: leave --format and --html out")
        no_since("--site")
        site.write(name, rule, prior=prior, top=top, games=games, sample=sample, workers=workers)
        return
    if sample is not None and not regret:
        raise click.UsageError("--sample goes with --regret")
    if workers is not None and not regret:
        raise click.UsageError("--workers goes with --regret")
    if by is not None and not regret:
        raise click.UsageError("--by goes with --regret")
    if leaves is not None and by != "equity":
        raise click.UsageError("--leaves goes with --regret --by equity")
    if rule is not None:
        if form not in (None, "csv") or page is not None or regret:
            raise click.UsageError("--marks prints CSV, and nothing else beside it")
        no_since("--marks")
        refuse_idle("--marks prints CSV, and nothing else beside it", "--top", "--games")
        say(marks_text(name, rule, prior), nl=False)
        return
    if form == "csv" and page is None:
        no_since("--format csv")
        refuse_idle("--format csv has no moves", "--top")
    if form != "html" and page is None:
        refuse_idle("only a page has games to replay (--html, --format html or --site)", "--games")
    results = open_results(name)
    since = None if form == "csv" and page is None else since_asked(results)
    if page is not None:
        check_writable(page, ResultsError)
    report = report_of(
        results, prior=prior, top=top, share=on_all_cores, progress=games_progress, since=since
    )  # fmt: skip
    kind_report, kind_texts = (None, []) if form == "csv" and page is None else kind_report_of(results)
    specs = word_specs(results.manifest.specs)
    boards = layouts(specs)
    moves, html = None, ""
    wants_page = page is not None or form == "html"
    if regret:
        with progress(len(results), "games") as done:
            moves = examine(
                results.stream, specs, boards, order=report.standings[0].order, sample=sample, top=top, progress=done,
                workers=workers or cores(), by=by or "points", leaves=leaves,
            )  # fmt: skip
    if wants_page:
        html = _page(results, report, specs, boards, moves, kind_report, GAMES if games is None else games)
    if page is not None:
        try:
            page.write_text(html, encoding="utf-8")
        except OSError as error:
            raise ResultsError(str(page), f"cannot be written: {error.strerror}") from error
        say(f"wrote {page}", err=form is not None)
        if form is None:
            return
    asked = moves if regret else None
    if form == "html":
        say(html, nl=False)
    elif form == "json":
        say_json(report_facts(report, asked, kind_report), indent=2, ensure_ascii=False)
    elif form == "csv":
        say(report_csv(report) if asked is None else regret_csv(asked), nl=False)
    else:
        say(f"{winner_line(report, kind_report)}\n")
        for text in kind_texts:
            say(f"{text}\n")
        own_table = kind_report is not None and bool(kind_report.title)
        say(report_text(report, boards, asked, width=terminal_width(), own_table=own_table), nl=False)
