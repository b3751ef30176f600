"""Standings: one table for all games and one a variant, each bot's rating beside what it did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from arena.contract.outcome import Fault
from arena.ratings.prior import PRIOR
from arena.ratings.rankings import Ranking
from arena.ratings.spread import Margins, Spread, mean_spread
from arena.ratings.tables import League, RatingRow, Tables, rate, rate_rankings
from arena.records.record import GameRecord, VoidRecord
from arena.records.results import ResultsFolder
from arena.report.again import Again, played_again
from arena.report.alone import tables_alone
from arena.report.analysis import Analysis, analyse
from arena.report.gather import EVERYWHERE, Doings, Gathered, gather
from arena.report.run.versions import BotVersion, versions_of
from arena.report.season.table import Earlier, SeasonTable, season_table
from arena.report.sums.game_table import OrderedGames
from arena.report.sums.kept import Meter, Share, gathered_of, unmetered, unshared
from arena.report.sums.top_plays import BestPlay
from arena.report.times.clocks import Clock
from arena.report.times.game_times import BotGameTimes
from arena.report.times.machines import PlayedOn
from arena.report.times.starts import BotStarts
from arena.report.trouble.faults import FaultKind
from arena.report.trouble.refused import NotAdmitted, not_admitted


@dataclass(frozen=True)
class BotLine:
    """One bot's line. Points in game points a game, times in milliseconds a move; None where there are none.

    again: games that were played again because its process was killed.
    """

    rating: RatingRow
    points: float | None
    spread: Spread
    late: int
    faults: int
    forfeits: int
    mean_ms: float | None
    longest_ms: float | None
    again: int = 0


@dataclass(frozen=True)
class Standings:
    """One table: ``variant`` is its name, "" over all. ``lines`` is by bot; the leagues give the order.

    A league is all bots that games connect; more than one, and nobody can say how they compare.
    """

    variant: str
    games: int
    tables: Tables
    lines: dict[str, BotLine]

    @property
    def order(self) -> tuple[str, ...]:
        """The bots, best first."""
        return tuple(row.name for row in self.tables.rows)

    @property
    def alone(self) -> tuple[BotLine, ...]:
        """Where games have one seat: the lines of those who played, best first; () for other games."""
        return () if self.tables.leagues else tuple(self.lines[row.name] for row in self.tables.idle if row.games)


@dataclass(frozen=True)
class Report:
    """A whole tournament, ready to be shown.

    players: seats a game. not_counted: games that no seat was ready for. voids: attempts that were played again.
    standings: over all first, then the variants in alphabetical order (none of them when there is one only).
    analysis: the figures of games of two, None for other numbers of seats.
    best, best_by_variant, best_by_bot: best first; in order of variants; in order of the standings, as the clocks
    and the starts. again: the attempts that were played again, by bot and reason.
    lasting: bots that may remember other games of the tournament, as their process outlasts one. shared: games that
    bots played in the arena's own processes, without walls.
    faults: what bots did wrong, by bot and kind. machines: where games were played, by name. adjudicated: agreed
    rules, with the games that they ended. versions: of the bots that have one.
    refused: those that were handed in and are not admitted. season: versions and changes, of a season or where asked.

    The master seed is not here: a report is for publication, and whoever has the seed knows all games to come.
    """

    name: str
    games: int
    players: int
    not_counted: int
    voids: int
    prior: float
    standings: tuple[Standings, ...]
    analysis: Analysis | None
    best: tuple[BestPlay, ...]
    best_by_variant: tuple[BestPlay, ...]
    best_by_bot: tuple[BestPlay, ...]
    clocks: tuple[Clock, ...] = ()
    starts: tuple[BotStarts, ...] = ()
    again: tuple[Again, ...] = ()
    lasting: tuple[str, ...] = ()
    faults: tuple[FaultKind, ...] = ()
    game_times: tuple[BotGameTimes, ...] = ()
    machines: tuple[PlayedOn, ...] = ()
    shared: int = 0
    refused: tuple[NotAdmitted, ...] = ()
    adjudicated: tuple[tuple[str, int], ...] = ()
    versions: tuple[BotVersion, ...] = ()
    season: SeasonTable | None = None

    @property
    def left_out(self) -> bool:
        """Whether those that are not admitted play no game, instead of forfeiting theirs: so it is in a season."""
        return self.season is not None and self.season.versions

    @property
    def variants(self) -> tuple[str, ...]:
        """Names of the variants that were played."""
        return tuple(sorted({standings.variant for standings in self.standings} - {EVERYWHERE}))


def make_report(
    name: str,
    records: Iterable[GameRecord],
    *,
    voids: Sequence[VoidRecord] = (),
    prior: float = PRIOR,
    top: int = 5,
    bots: Sequence[str] = (),
    refused: Mapping[str, str] | None = None,
) -> Report:
    """Return the report of a tournament's records; ``bots`` adds those that may not have played yet.

    refused: why bots that were handed in are not admitted, by name.

    Raises RatingError for a negative prior.
    """
    return report_from(name, gather(records, top), voids=voids, prior=prior, bots=bots, refused=refused)


def report_from(
    name: str,
    gathered: Gathered,
    *,
    voids: Sequence[VoidRecord] = (),
    prior: float = PRIOR,
    bots: Sequence[str] = (),
    refused: Mapping[str, str] | None = None,
    behind: Mapping[str, Mapping[str, str]] | None = None,
) -> Report:
    """Return the report of what was gathered of a tournament's records (see ``make_report``).

    behind: what its manifest says of each bot.
    """
    players = 2 if len(gathered.results) or not gathered.rankings else max(len(game.bots) for game in gathered.rankings)
    variants = gathered.variants
    ended = Counter(key for void in voids if void.bot for key in ((EVERYWHERE, void.bot), (_variant(void), void.bot)))
    games = gathered.results.ordered(bots)
    standings = [_standings(gathered, games, EVERYWHERE, prior, ended, bots)]
    analysis = None
    if not gathered.rankings:
        tables = standings[0].tables
        analysis = analyse(games.columns, prior=prior, margins=games.margins, moved=games.moved, tables=tables)
    del games
    for variant in variants:
        own = gathered.results.ordered(bots, variant)
        same = standings[0].tables if len(variants) == 1 else None  # the same games: they are rated once
        standings.append(_standings(gathered, own, variant, prior, ended, bots, same))
    order = standings[0].order

    def best(kind: str, names: Sequence[str]) -> tuple[BestPlay, ...]:
        return tuple(play for one in names for play in gathered.plays(kind, one))

    return Report(
        name, gathered.games, players, gathered.not_counted, len(voids), prior, tuple(standings), analysis,
        best("all", [""]), best("variant", variants), best("bot", order),
        gathered.clocks.clocks(order), gathered.starts.starts(order), played_again(voids),
        tuple(bot for bot in order if bot in gathered.lasting), _faults(gathered, order, refused or {}),
        gathered.game_times.times(order), gathered.machines.machines(), gathered.shared, not_admitted(refused or {}),
        gathered.ends.ends(), versions_of(behind or {}),
    )  # fmt: skip


def _faults(gathered: Gathered, order: Sequence[str], refused: Mapping[str, str]) -> tuple[FaultKind, ...]:
    """Return what bots did wrong; that one that is not admitted is never ready is said elsewhere."""
    return tuple(
        kind for kind in gathered.faults.kinds(order) if kind.bot not in refused or kind.fault != Fault.NOT_READY.name
    )


def _variant(void: VoidRecord) -> str:
    return void.id.partition("/")[0]


def _standings(
    gathered: Gathered, games: OrderedGames, variant: str, prior: float, ended: Mapping[tuple[str, str], int],
    bots: Sequence[str], tables: Tables | None = None,
) -> Standings:  # fmt: skip
    """Return how things stand on a variant. tables: the ratings of its games, where they are there already."""
    rankings = [game for game in gathered.rankings if variant in (EVERYWHERE, game.variant)]
    doings, spreads = gathered.doings.get(variant, {}), games.spreads()
    if tables is None:
        tables = _rated(games, rankings, doings, prior, bots)
    lines = {
        row.name: _line(
            row, doings.get(row.name, Doings()), spreads.get(row.name, ()), ended.get((variant, row.name), 0)
        )
        for row in tables.rows
    }
    return Standings(variant, games.columns.games + len(rankings), tables, lines)


def _rated(
    games: OrderedGames, rankings: Sequence[Ranking], doings: Mapping[str, Doings], prior: float, bots: Sequence[str]
) -> Tables:
    """Return the ratings of some games: those of two, and those of other numbers of seats."""
    if rankings and not games.columns.games and all(len(game.bots) == 1 for game in rankings):
        return tables_alone(doings, bots)
    if not rankings:
        return rate(games.columns, prior=prior)
    of_two = (_as_ranking(game.first, game.second, game.points, game.cluster) for game in games.results())
    return rate_rankings([*rankings, *of_two], bots, prior=prior)


def _as_ranking(first: str, second: str, points: float, cluster: object) -> Ranking:
    places = (1, 1) if points == 0.5 else (1, 2) if points > 0.5 else (2, 1)
    return Ranking((first, second), places, cluster)


def _line(row: RatingRow, doings: Doings, margins: Margins, again: int) -> BotLine:
    """margins: of its games of two, one a seed."""
    of_more = [total / games for _, (total, games) in sorted(doings.margins.items())]
    return BotLine(
        rating=row,
        points=doings.points / doings.scored if doings.scored else None,
        spread=mean_spread(np.concatenate((margins, of_more))),
        late=doings.late,
        faults=doings.faults,
        forfeits=doings.forfeits,
        mean_ms=doings.us / doings.timed / 1000 if doings.timed else None,
        longest_ms=doings.longest_us / 1000 if doings.timed else None,
        again=again,
    )


def leagues_in_order(standings: Standings) -> list[tuple[int, League]]:
    """Return (rank of its first bot, league) for each league of a table: every league is ranked from 1."""
    return [(1, league) for league in standings.tables.leagues]


def report_of(
    results: ResultsFolder,
    *,
    prior: float = PRIOR,
    top: int = 5,
    share: Share = unshared,
    progress: Meter = unmetered,
    since: float | None = None,
    gathered: Gathered | None = None,
) -> Report:
    """Return the figures that ``arena report`` prints. top: how many of the best plays.

    share, progress: for games that no sums are kept of yet (see ``sums.kept.gathered_of``). since: seconds since 1970
    (UTC): ratings are set beside those of that day, for which all records are read. gathered: what is gathered of them,
    where that is there.
    """
    manifest = results.manifest
    if gathered is None:
        gathered = gathered_of(results, top, share=share, progress=progress)
    report = report_from(
        manifest.name,
        gathered,
        voids=results.voids,
        prior=prior,
        bots=sorted(manifest.bots),
        refused=manifest.refused,
        behind=manifest.bots,
    )
    if since is None and not manifest.season:
        return report
    earlier = None if since is None else _earlier(results.stream(), since, prior)
    table = season_table(manifest.season, manifest.bots, report.standings[0].tables, earlier)
    return replace(report, season=table)


def _earlier(records: Iterable[GameRecord], since: float, prior: float) -> Earlier:
    """Return what had been played by a day. since: seconds since 1970 (UTC)."""
    gathered, recent, undated = Gathered(1), Counter[str](), 0
    for record in records:
        if record.circumstances.ended > since:
            recent.update(record.bots if record.counts else ())
        else:
            undated += not record.circumstances.ended
            gathered.add(record)
    if not gathered.games:
        return Earlier(since, None, recent, undated)
    doings = gathered.doings.get(EVERYWHERE, {})
    tables = _rated(gathered.results.ordered(()), gathered.rankings, doings, prior, ())
    return Earlier(since, tables, recent, undated)
