"""What the kind of a tournament and its stopping rule say of stored results: beside every report's figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec
from tabulate import tabulate

from arena.config.model import Tournament
from arena.errors import ResultsError
from arena.records.results import MANIFEST
from arena.records.season import Register
from arena.report.kind import KindReport
from arena.report.sums.finished import FinishedGames
from arena.results import Results
from arena.schedule.jobs import count_jobs
from arena.schedule.night import count_missing
from arena.schedule.schedule import replayed
from arena.schedule.stage import KindTable


def kind_report_of(results: Results) -> tuple[KindReport, list[str]]:
    """Return how a tournament was played, and the same as text: table or bracket of its kind, end by a stopping rule.

    Worked out from the games alone; texts are [] where the standings say all. Before the first game (a run whose
    bots did not start leaves such a folder) there is no table: all that it could tell is the seeding.
    """
    try:
        tournament = msgspec.convert(results.manifest.identity, Tournament)
    except msgspec.ValidationError as error:
        remedy = "`arena doctor NAME --mend` makes it again"
        raise ResultsError(str(results.folder / MANIFEST), f"it says no whole tournament ({error})", remedy) from error
    kind = tournament.kind.name
    if tournament.season:
        return KindReport(kind, not missing_of_season(tournament, results.manifest.season, results.ids())), []
    if is_listed(tournament):
        complete, out = played_of_list(tournament, FinishedGames(results), len(results))
        listed = KindReport(kind, complete, out=out)
        return listed, gone_text(listed)
    schedule = replayed(tournament, FinishedGames(results))
    table, rule = schedule.table() if len(results) else None, schedule.rule
    fields: dict[str, object] = {}
    texts = []
    if table is not None:
        fields |= {"title": table.title, "head": table.head, "rows": table.rows, "notes": table.notes}
        fields["facts"] = table.facts
        texts.append(table_text(table))
    if rule is not None:
        verdict = rule.verdict_text() if schedule.settled else "The tournament is not finished"
        fields |= {"out": dict(schedule.out), "stopping": rule.facts(), "verdict": verdict, "caution": rule.caution()}
        texts.append(rule.ending() if schedule.settled else f"{verdict}; its stopping rule: {rule.text()}")
    report = KindReport(kind, schedule.settled, **fields)  # type: ignore[arg-type]
    return report, [*texts, *gone_text(report)]


def is_listed(tournament: Tournament) -> bool:
    """Tell whether all games of a tournament are known beforehand: no result decides which are played."""
    return tournament.kind.fixed and tournament.stop is None


def played_of_list(tournament: Tournament, finished: FinishedGames, games: int) -> tuple[bool, Mapping[str, str]]:
    """Return whether the games of a list were all played, and bot -> why it is out: without its games the list ends.

    games: how many are stored.
    """
    if games >= count_jobs(tournament):
        return True, {}
    left = Counter(
        bot for game in finished.apart() for seat, bot in enumerate(game.bots)
        if seat in game.crashed or not game.counts
    )  # fmt: skip
    if max(left.values(), default=0) < tournament.max_crashes:  # nobody can be out: spares going through all games
        return False, {}
    schedule = replayed(tournament, finished)
    return schedule.settled, dict(schedule.out)


def gone_text(report: KindReport) -> list[str]:
    """Return who is out as one text, [] where nobody is."""
    return ["\n".join(f"{line}." for line in report.gone)] if report.out else []


def missing_of_season(tournament: Tournament, register: Register, played: Iterable[str]) -> int:
    """Return how many games are missing between those who play in a season."""
    playing = {entry.name: entry.bot for entry in register if entry.plays}
    bots = tuple(bot for bot in tournament.bots if bot.name in playing)
    hero = next((name for name, bot in playing.items() if bot == tournament.kind.hero), "")
    now = msgspec.structs.replace(tournament, bots=bots, kind=msgspec.structs.replace(tournament.kind, hero=hero))
    return sum(count_missing(now, played).values())


def table_text(table: KindTable) -> str:
    """Return a table with its title and notes, for a terminal."""
    rows = tabulate(table.rows, headers=table.head, tablefmt="simple", disable_numparse=True)
    return "\n".join([table.title, "", rows, "", *table.notes])
