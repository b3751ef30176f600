"""A site of a tournament's results, page by page, and how it comes into a folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath

from jinja2 import Environment
from markupsafe import Markup

from arena.errors import ConfigError
from arena.records.record import GameRecord
from arena.records.results import Results, ResultsFolder
from arena.report.kind import KindReport
from arena.report.marking.handed_in import handed_in
from arena.report.marking.marks import marks_of
from arena.report.marking.rule import MarkRule, UnfitRule
from arena.report.page.environment import page_environment, shared_file
from arena.report.replay import packed
from arena.report.site.away import GivenAway
from arena.report.site.bot_page import bot_page
from arena.report.site.class_page import DRAWN, class_page
from arena.report.site.folder import SiteFolder
from arena.report.site.gathered import Meter, SiteFigures, SiteOptions, bots_in, read_figures
from arena.report.site.links import CLASS_PAGE, Links
from arena.report.site.naming import Naming
from arena.report.site.pseudonym_file import NAME, kept_pseudonyms
from arena.report.sums.kept import unmetered


@dataclass(frozen=True)
class SiteWritten:
    """A site on disk. pages: how many; size: bytes of all files; pseudonyms: the table of who is who, "" for none."""

    folder: str
    pages: int
    size: int
    pseudonyms: str = ""


def write_site(
    results: ResultsFolder,
    folder: PurePath | str,
    *,
    pseudonyms: PurePath | str | None = None,
    rule: MarkRule | None = None,
    kind: KindReport | None = None,
    options: SiteOptions | None = None,
    progress: Meter = unmetered,
) -> SiteWritten:
    """Write the site of a tournament into an empty folder, or one of a site that it had before.

    pseudonyms: a table of who is called what, read and added to; "" for the one beside the games; None for names.
    rule, kind: of the marks, and the table of the tournament's kind, where the class page is to have them.

    All pages are of one state of the results, also while a run writes. Until the last page is made the folder keeps the
    pages that it had.

    Raises ConfigError for a folder with other files, a rule that does not fit (UnfitRule), and a table that cannot be
    read or lies in the site; ResultsError where anything cannot be read or written.
    """
    options = options or SiteOptions()
    table = None if pseudonyms is None else str(pseudonyms or PurePath(results.folder) / NAME)
    with SiteFolder(str(folder)) as site, Results(results.folder) as store, store.snapshot():
        if table is not None and site.holds(table):
            problem = f"this says who is who, and would lie in the site {folder}"
            raise ConfigError(table, problem, "Name a file outside: --pseudonyms FILE")
        manifest = store.manifest
        bots = bots_in(store, manifest)
        _check(rule, bots)
        naming = Naming(None if table is None else kept_pseudonyms(table, bots))
        report, book, regret, boards = read_figures(store, manifest, naming, options, progress)
        kind = naming.kind(kind)
        submitted = {naming.bot(bot): file for bot, file in handed_in(manifest).items()}
        rule = None if rule is None else naming.rule(rule)
        marks = () if rule is None else marks_of(report, rule, submitted, kind)
        away = None if regret is None or not regret.looks else GivenAway(regret, report.standings[0].order)
        figures = SiteFigures(naming, report, kind, rule, marks, book, boards, regret, away, manifest.identity)
        for path, text in _files(figures, store):
            site.put(path, text)
        pages, size = site.finish()
    return SiteWritten(str(folder), pages, size, table or "")


def _check(rule: MarkRule | None, bots: set[str]) -> None:
    """Raise UnfitRule for a reference bot that there is not, under the name that its teacher wrote."""
    for bot in () if rule is None else rule.beat:
        if bot not in bots:
            raise UnfitRule(f"beat.{bot}", f"no bot {bot!r} took part", f"There are: {', '.join(sorted(bots))}")


def _files(figures: SiteFigures, store: Results) -> Iterator[tuple[str, str]]:
    """Yield every file of a site: its path and its text, the class page last."""
    environment, links = page_environment(), Links(figures.order)
    yield "site.css", _style(environment)
    yield "site.js", _script(environment)
    for bot in figures.order:
        games = _games_of(figures, bot, store)
        replay = Markup(packed(games.values(), figures.boards))
        yield links.path(bot), bot_page(environment, figures, links, bot, replay, set(games))
    games = _games_of_class(figures, store)
    replay = Markup(packed(games.values(), figures.boards))
    yield CLASS_PAGE, class_page(environment, figures, links, replay, len(games))


def _games_of(figures: SiteFigures, bot: str, store: Results) -> dict[str, GameRecord]:
    """Return the games that travel along with a bot's page: its last ones, its faults', those of its moves there."""
    report, book, regret = figures.report, figures.book.bots.get(bot), figures.regret
    if book is None:
        return {}
    wanted = {line.id: line.real for line in sorted(book.last, reverse=True)}
    wanted |= {kind.first[0].game: kind.first[0].real for kind in book.faults.values()}
    found = _read(wanted, figures.naming, store)
    found |= {play.game: play.record for play in report.best_by_bot if play.bot == bot}
    return found | {
        miss.look.game: miss.record for miss in (() if regret is None else regret.worst_by_bot) if miss.look.bot == bot
    }


def _games_of_class(figures: SiteFigures, store: Results) -> dict[str, GameRecord]:
    """Return the games that travel along with the class page: those of its moves, and a sample."""
    found = {play.game: play.record for play in figures.report.best}
    found |= {miss.look.game: miss.record for miss in (figures.regret.worst[:DRAWN] if figures.regret else ())}
    return found | _read(dict(sorted(figures.book.sample().items())), figures.naming, store)


def _read(wanted: Mapping[str, str], naming: Naming, store: Results) -> dict[str, GameRecord]:
    return {id: naming.record(store.get(real)) for id, real in wanted.items()}


def _style(environment: Environment) -> str:
    parts = [shared_file(environment, "board.css")]
    return "".join([*parts, *(_template(environment, name) for name in ("page.css", "site.css"))])


def _script(environment: Environment) -> str:
    """Return the scripts of all pages as one that is no module, as a browser loads none from a disk."""
    drawing = shared_file(environment, "draw.js").replace("\nexport ", "\n")
    replay = _template(environment, "replay.js")
    return f"{_template(environment, 'tables.js')}\n(() => {{\n{drawing}\n{replay}\n}})();\n"


def _template(environment: Environment, name: str) -> str:
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]
