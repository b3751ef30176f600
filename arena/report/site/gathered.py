"""All that the pages of a site are made of, from one state of the results. Reads games, writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

from arena.ratings.prior import PRIOR
from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.records.results import Results
from arena.report.boards import layouts, word_specs
from arena.report.gather import Gathered
from arena.report.kind import KindReport
from arena.report.looks import Basis, Regret
from arena.report.marking.marks import BotMarks
from arena.report.marking.rule import MarkRule
from arena.report.regret import look_at
from arena.report.season.table import season_table
from arena.report.site.away import GivenAway
from arena.report.site.book import SiteBook
from arena.report.site.naming import Naming
from arena.report.standings import Report, report_from

GAMES = 8  # last games of a bot that its page brings, and of a sample on the class page
SAMPLE = 100_000  # turns that are looked at

Meter = Callable[[int], AbstractContextManager[Callable[[], None]]]  # total -> what is called for each that is done


@dataclass(frozen=True)
class SiteOptions:
    """What a site has. games: last games of each bot's page. sample, by, leaves, workers: as of ``look_at``."""

    prior: float = PRIOR
    top: int = 5
    games: int = GAMES
    sample: int = SAMPLE
    by: Basis = "points"
    leaves: str | None = None
    workers: int = 1


@dataclass(frozen=True)
class SiteFigures:
    """What the pages say, under the names that they have there.

    order: all bots, best first. marks: with the rule that they are by. boards: variant -> layout, of the word game.
    away: None where no turn was looked at.
    """

    naming: Naming
    report: Report
    kind: KindReport | None
    rule: MarkRule | None
    marks: tuple[BotMarks, ...]
    book: SiteBook
    boards: Mapping[str, Any]
    regret: Regret | None
    away: GivenAway | None
    tournament: Mapping[str, Any]

    @property
    def order(self) -> tuple[str, ...]:
        return self.report.standings[0].order


def bots_in(store: Results, manifest: Manifest) -> set[str]:
    """Return the names of all bots that a manifest or any game has."""
    named = {*manifest.bots, *manifest.refused, *(entry.name for entry in manifest.season)}
    return named | {bot for record in store.records() for bot in record.bots}


def read_figures(
    store: Results, manifest: Manifest, naming: Naming, options: SiteOptions, progress: Meter
) -> tuple[Report, SiteBook, Regret | None, Mapping[str, Any]]:
    """Return the report, the book, what was given away (None without word games) and the boards by variant."""
    specs = word_specs(manifest.specs)
    book = SiteBook("" if naming.hides else manifest.name, options.games)
    gathered = Gathered(options.top)
    with progress(store.count()) as done:
        for stored in store.records():
            record = naming.record(stored)
            gathered.add(record)
            book.add(record, stored.id)
            done()
    report = report_from(
        manifest.name, gathered, prior=options.prior, bots=sorted(map(naming.bot, manifest.bots)),
        refused=naming.refused(manifest.refused),
    )  # fmt: skip
    if manifest.season:
        table = season_table(naming.season(manifest.season), (), report.standings[0].tables, None)
        report = replace(report, season=table)
    regret = None
    if specs:
        with progress(store.count()) as done:
            regret = look_at(
                lambda: _renamed(store.records(), naming), specs, sample=options.sample, top=options.top,
                progress=done, workers=options.workers, by=options.by, leaves=options.leaves,
            )  # fmt: skip
    return report, book, regret, layouts(specs)


def _renamed(records: Iterable[GameRecord], naming: Naming) -> Iterator[GameRecord]:
    return map(naming.record, records)
