"""``arena sprt run``: one version of a bot against another, until a sequential test has its verdict."""

from __future__ import annotations

import sys
from pathlib import Path

from arena.cli.say import say
from arena.cli.tournaments.run import Meter, finish
from arena.cli.tournaments.starting import installed_and_told
from arena.cli.versions import NEW, OLD
from arena.report.kind import KindReport
from arena.runner.preflight import DoNotStart
from arena.tournament import Played, Stop, Tournament


def play(tournament: Tournament, workers: int | None, again: str) -> int:
    """Play a match until its verdict, with its report, and a text for whoever reviews the change; return the status.

    again: the command that goes on with it.
    """
    what = installed_and_told(tournament, workers)
    with Stop() as stop:
        meter = Meter(what, keep_going=False, terminal=sys.stderr.isatty())
        try:
            played = tournament.run(workers=what.workers, watcher=meter, stop=stop)
        except DoNotStart as refused:
            raise refused.asked_by("") from None
    status = finish(played, again, strict=False)
    if played.complete:
        say("\n" + review_text(tournament, played))
    return status


def review_text(tournament: Tournament, played: Played) -> str:
    """Return what is to be said of a change, as Markdown: it reads as text, too."""
    from arena.cli.reports.kind_of import kind_report_of

    results = played.results
    report, _ = kind_report_of(results)
    said = results.manifest.bots
    whose = " against ".join(_version(said[name]) for name in (NEW, OLD))
    return markdown(whose, report, str(results.manifest.seed), tournament.variants)


def _version(fields: dict[str, str]) -> str:
    """Return a version for people: the files as they are, or the revision with its commit."""
    name = Path(fields["path"].partition(":")[0]).name
    if "commit" in fields:
        return f"`{name}` at {fields['rev']} ({fields['commit'][:12]})"
    head = f", {fields['head'][:12]}" if "head" in fields else ""
    changes = " with changes" if fields.get("dirty") == "yes" else ""
    return f"`{name}` as it is (sha256 {fields['sha256'][:12]}{head}{changes})"


def markdown(whose: str, report: KindReport, seed: str, boards: tuple[str, ...]) -> str:
    """Return a heading, the verdict and a table of its figures."""
    rows = [("match", whose), ("boards", ", ".join(boards)), ("seed", seed)]
    rows += [(name, value) for name, value, _ in report.lines]
    counts = (report.stopping or {}).get("pair_counts", {})
    rows.append((f"pairs ({', '.join(counts)})", ", ".join(map(str, counts.values()))))
    lines = [f"| {name} | {value.replace('|', chr(92) + '|')} |" for name, value in rows]
    notes = [f"\n{report.caution}"] if report.caution else []
    return "\n".join([f"### {report.verdict}\n", "| | |", "| --- | --- |", *lines, *notes])
