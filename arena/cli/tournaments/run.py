"""``arena run FILE``: plays a tournament, or what is missing of it, and ends with its report."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from arena.cli.idle import refuse_idle
from arena.cli.paths import NamedPath
from arena.cli.say import say
from arena.cli.tournaments.budgets import ended_text
from arena.cli.tournaments.nights import Wishes, mended_text, night_and_told, night_options, to_trace
from arena.cli.tournaments.starting import SaysStarts, installed_and_told
from arena.cli.tournaments.tls_options import tls_options
from arena.config.units import show_seconds
from arena.contract.outcome import Void
from arena.errors import EXIT_INTERRUPTED, EXIT_OK, EXIT_PARTIAL, ConfigError, RunError
from arena.printable import printable
from arena.records.trace import last_lines, traced
from arena.report.numbers import plural
from arena.runner.preflight import DoNotStart, explained
from arena.runner.runs.prepared import Prepared
from arena.runner.sandbox.limits import cores
from arena.runner.worker import Worker
from arena.schedule.jobs import job_named
from arena.schedule.schedule import first_jobs
from arena.tournament import Clustered, Night, Played, Progress, Stop, Tls, Tournament, Trouble

_SETTLED = 5  # games after which their rate says something: the first ones wait for bots that start
_PLAIN_EVERY = 5.0  # seconds between lines of progress where there is no terminal
_BAR_EVERY = 0.2  # seconds between two looks of the bar: its count and its words are taken at one moment


@click.command("run")
@click.argument("file", type=NamedPath())
@click.option("--resume", is_flag=True, help="Continue with the games that are missing.")
@click.option(
    "--workers",
    type=click.IntRange(1, 1024),
    help="Games played at the same time (default: the file's, else one per core).",
)
@click.option("--output", type=NamedPath(), help="Folder for the results, instead of the file's.")
@click.option("--keep-going", is_flag=True, help="Go on when bots do not start; they forfeit their games.")
@click.option("--strict", is_flag=True, help="Exit with status 1 if any turn or game was lost through a fault.")
@click.option("--cluster", metavar="ADDRESS", help="Play on the workers of this Dask scheduler: tcp://HOST:PORT.")
@tls_options
@night_options
@click.option("--trace", metavar="GAME", help="Play only this game and print its messages; GAME is an id or a number.")
def command(
    file: Path,
    resume: bool,
    workers: int | None,
    output: Path | None,
    keep_going: bool,
    strict: bool,
    cluster: str | None,
    tls: Tls,
    wishes: Wishes,
    trace: str | None,
) -> int:
    """Play the tournament FILE, or the rest of it, and print its standings and best moves.

    A season goes on with every run: what was handed in again plays as a version of its own, and all else is kept.
    """
    if trace is not None and (cluster is not None or wishes != Wishes()):
        raise click.UsageError("--trace plays one game here: leave --cluster, --budget, --add and --retire out")
    if trace is not None:
        tls_names = ("--tls-ca", "--tls-cert", "--tls-key")
        refuse_idle("--trace plays one game, and stores none", "--keep-going", "--strict", "--workers", *tls_names)
    tournament = Tournament.read(file, output=output, resume=resume or trace is not None)
    for warning in tournament.warnings:
        say(f"warning: {warning}", err=True)
    if trace is not None:
        return trace_game(to_trace(tournament, workers), trace)
    if cluster is None and tls != Tls():
        raise click.UsageError("--tls-ca, --tls-cert and --tls-key are for --cluster")
    if cluster is not None and workers is not None:
        raise click.UsageError("--workers is for this machine; with --cluster, its workers' threads say how many play")
    if cluster is not None and wishes != Wishes():
        raise click.UsageError("--budget, --add and --retire are for this machine, not for --cluster")
    there = f" --output {output}" if output else ""
    there += f" --cluster {cluster}" if cluster else ""
    again = f"arena run {file}{'' if tournament.contents.season else ' --resume'}{there}"
    with Stop() as stop:
        what: Prepared | Clustered
        if cluster is not None:
            installed_and_told(tournament, workers)
            what = tournament.on_cluster(cluster, tls=tls, announce=lambda text: say(text, err=True))
        elif wishes != Wishes() or tournament.contents.season:
            what = night_and_told(tournament, workers, stop, wishes, keep_going=keep_going)
        else:
            what = installed_and_told(tournament, workers)
        if cluster is None and what.workers > cores():
            busy = f"{plural(what.workers, 'worker')} on {plural(cores(), 'core')}"
            say(f"warning: {busy}; bots may run out of time through no fault", err=True)
        played = _played(tournament, what, keep_going, stop)
        passed = what.passed if isinstance(what, Night) else 0.0
    status = finish(played, again, strict=strict)
    if isinstance(what, Night) and what.budget is not None and played.complete:
        say(ended_text(what.budget, played.ending.unplayed, passed, again), err=True, nl=False)
    return status


def _played(tournament: Tournament, what: Prepared | Clustered, keep_going: bool, stop: Stop) -> Played:
    """Play, with progress on standard error."""
    meter = Meter(what, keep_going, sys.stderr.isatty())
    try:
        if isinstance(what, Clustered):
            return tournament.run(cluster=what, keep_going=keep_going, watcher=meter, stop=stop)
        night = what if isinstance(what, Night) else None
        return tournament.run(workers=what.workers, night=night, keep_going=keep_going, watcher=meter, stop=stop)
    except DoNotStart as refused:
        raise refused.asked_by("--keep-going") from None


def finish(played: Played, again: str, *, strict: bool) -> int:
    """Print what is to be said after a run; return the exit status. again: the command that goes on with it."""
    ending = played.ending
    progress = ending.progress
    for bot, why in sorted(progress.out.items()):
        say(f"{bot} is out of the tournament: {why}", err=True)
    if progress.voids:
        were = "was" if progress.voids == 1 else "were"
        tries = plural(progress.voids, "attempt")
        say(f"{tries} failed through no fault of a player and {were} played again", err=True)
    if not ending.complete:
        say(f"{played.saved}.\nGo on with: {again}", err=True)
        return EXIT_INTERRUPTED
    from arena.cli.reports.kind_of import kind_report_of, table_text
    from arena.cli.reports.since import a_week_ago
    from arena.cli.shared_work import games_progress, on_all_cores
    from arena.cli.width import terminal_width
    from arena.report.boards import layouts, word_specs
    from arena.report.standings import report_of
    from arena.report.text import report_text
    from arena.report.winner import winner_line

    results = played.results
    since = a_week_ago(results)
    report = report_of(results, share=on_all_cores, progress=games_progress, since=since)
    kind_report, _ = kind_report_of(results)
    say(winner_line(report, kind_report))
    say(f"The results are in {ending.folder}\n")  # not last: there the best move stays
    if ending.table is not None:
        say(table_text(ending.table) + "\n")
    if ending.verdict:
        say(f"{ending.verdict}\n")
    boards = layouts(word_specs(results.manifest.specs))
    own_table = ending.table is not None
    say(report_text(report, boards, width=terminal_width(), own_table=own_table), nl=False)
    partial = bool(played.broken or progress.out) or (strict and bool(progress.faults or progress.voids))
    return EXIT_PARTIAL if partial else EXIT_OK


def trace_game(what: Prepared, name: str) -> int:
    """Play one game of a tournament alone, storing nothing, and print every message."""
    tournament = what.tournament
    if name.isdigit():
        job = next((job for number, job in enumerate(first_jobs(tournament), 1) if number == int(name)), None)
    else:
        job = job_named(tournament, name)
    if job is None:
        first = next(first_jobs(tournament), None)  # a season of one bot has none
        remedy = "It has no games yet" if first is None else f"Its first is {first.id!r}, or 1"
        raise ConfigError("--trace", f"the tournament has no game {name!r}", remedy)
    if not tournament.seed_given:
        say(f"seed {tournament.seed}", err=True)
    say(f"game {job.id}, seed {job.seed}")
    worker = Worker(what.setup)
    try:
        record = worker.play(job, lambda seat, server, line: _show(printable(traced(seat, server, line))))
    except _Gone:
        raise BrokenPipeError from None
    finally:
        worker.close()
    if isinstance(record, Void):
        raise RunError(job.id, f"{record.reason}: {record.detail}")
    for line in last_lines(record):
        say(line)
    return EXIT_OK


class _Gone(BaseException):
    """Nobody reads what we print any more. No Exception: what goes wrong in a game would be taken for its failure."""


def _show(line: str) -> None:
    try:
        say(line)
    except BrokenPipeError:
        raise _Gone from None


class Meter(SaysStarts):
    """Progress for people: a bar on a terminal, a line now and then elsewhere. On standard error."""

    def __init__(self, what: Prepared | Clustered, keep_going: bool, terminal: bool) -> None:
        super().__init__(terminal)
        self._what, self._keep_going = what, keep_going
        self._bar: Any = None
        self._task: Any = None
        self._last, self._shown = 0.0, 0

    def opened(self, progress: Progress, workers: int) -> None:
        tournament = self._what.tournament
        if not tournament.seed_given:
            said = "that of the games so far" if progress.before else "drawn; kept in the manifest for --resume"
            say(f"seed {tournament.seed} ({said})", err=True)

    def looked(self, troubles: Sequence[Trouble]) -> None:
        super().looked(troubles)
        submitted = self._what.tournament.submitted
        refused = [trouble for trouble in troubles if trouble.bot in submitted]
        others = [trouble for trouble in troubles if trouble.bot not in submitted]
        if refused:
            lines = explained(refused, self._what.plugins, submitted)
            say(f"not admitted, so that they forfeit their games:\n{lines}", err=True)
        if others and self._keep_going:
            lines = explained(others, self._what.plugins)
            say(f"warning: these bots do not start and forfeit their games:\n{lines}", err=True)

    def began(self, progress: Progress, workers: int) -> None:
        resumed = f", {progress.before} of them played before" if progress.before else ""
        many = "one at a time" if workers == 1 else f"{workers} at a time"
        if progress.mended:
            say(mended_text(progress.mended), err=True)
        if progress.rebuilt:
            say(f"the manifest was damaged, and was made again from {progress.rebuilt}", err=True)
        say(f"{self._what.tournament.name}: {some_games(progress)}{resumed}, {many}", err=True)
        self._last = progress.began
        if not self._terminal or progress.before == progress.total:
            return
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as Bar

        self._bar = Bar(
            BarColumn(), MofNCompleteColumn(), TextColumn("games"), TextColumn("{task.fields[figures]}"),
            console=Console(stderr=True), transient=True,
        )  # fmt: skip
        self._task = self._bar.add_task("games", total=progress.total, completed=progress.before, figures="")
        self._bar.start()

    def ticked(self, progress: Progress) -> None:
        if self._bar is not None:
            if time.monotonic() - self._last < _BAR_EVERY:
                return
            self._last = time.monotonic()
            self._bar.update(self._task, completed=progress.before + progress.done, total=progress.total,
                             figures=figures_line(progress))  # fmt: skip
        elif not self._terminal and progress.done > self._shown and time.monotonic() - self._last >= _PLAIN_EVERY:
            self._last, self._shown = time.monotonic(), progress.done
            done = progress.before + progress.done
            say(", ".join(filter(None, (f"{done} of {some_games(progress)}", figures_line(progress)))), err=True)

    def ended(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def some_games(progress: Progress) -> str:
    """Return how many games the tournament has: ``48 games``, ``at most 48 games``."""
    return f"{progress.bound} {plural(progress.total, 'game')}".lstrip()


def figures_line(progress: Progress) -> str:
    """Return the rate, where a stopping rule stands, the time left, the leader, and what went wrong so far."""
    settled = progress.done >= _SETTLED
    parts = [f"{progress.rate:.1f}/s"] if settled else []
    if stands := progress.stands():
        parts.append(stands)
    if settled and progress.seconds_left is not None:
        parts.append(f"{show_seconds(max(1.0, round(progress.seconds_left)))} left")
    beaten = any(points < games for points, games in progress.points.values())  # nobody is, where each plays alone
    if progress.leader is not None and beaten:
        points, games = progress.points[progress.leader]
        parts.append(f"{progress.leader} leads with {100 * points / games:.0f} %")
    if progress.faults:
        parts.append(f"faults: {progress.faults}")
    if progress.voids:
        parts.append(f"voids: {progress.voids}")
    return ", ".join(parts)
