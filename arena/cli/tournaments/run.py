"""``arena run FILE``: plays a tournament, or what is missing of it, and ends with its report."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import click

from arena.cli.say import say
from arena.cli.seeds import master_so_far
from arena.cli.tournaments.advice import advice
from arena.cli.tournaments.bots_installed import distributions
from arena.cli.tournaments.starting import start_and_tell
from arena.cli.words.fit import warn_of_variants
from arena.config.model import Tournament
from arena.config.units import show_seconds
from arena.contract.outcome import Void
from arena.contract.seeds import Master
from arena.errors import EXIT_INTERRUPTED, EXIT_OK, EXIT_PARTIAL, BotError, ConfigError, RunError
from arena.printable import printable
from arena.records.store import Results
from arena.report.numbers import be, plural
from arena.runner.pool import Stop
from arena.runner.preflight import said
from arena.runner.run import Ending, Progress, plugins_of, run_tournament
from arena.runner.sandbox.limits import cores
from arena.runner.setup import Setup, setup_of
from arena.runner.trace import last_lines, traced
from arena.runner.worker import Worker
from arena.schedule.course import opening
from arena.schedule.jobs import job_named
from arena.variants.load import open_tournament
from arena.variants.samples import tournament_file

_SETTLED = 5  # games after which their rate says something: the first ones wait for bots that start
_PLAIN_EVERY = 5.0  # seconds between lines of progress where there is no terminal
_BAR_EVERY = 0.2  # seconds between two looks of the bar: its count and its words are taken at one moment


@click.command("run")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--resume", is_flag=True, help="Go on with the games that are missing.")
@click.option("--workers", type=click.IntRange(1, 1024), help="Games at once (default: the file's, or the cores).")
@click.option("--output", type=click.Path(path_type=Path), help="Folder for the results instead of the file's.")
@click.option("--keep-going", is_flag=True, help="Play on with bots that do not start; they forfeit their games.")
@click.option("--strict", is_flag=True, help="Exit status 1 when any turn was lost or game left through a fault.")
@click.option("--trace", metavar="GAME", help="Play this game alone and print its messages; GAME is an id or a number.")
def command(
    file: Path,
    resume: bool,
    workers: int | None,
    output: Path | None,
    keep_going: bool,
    strict: bool,
    trace: str | None,
) -> int:
    """Play the tournament FILE, or what is missing of it, and print its standings and best moves."""
    again = resume or trace is not None

    def before(read: Tournament) -> Master | None:
        return master_so_far(output or Path(read.output), read.seed) if again else None

    tournament, specs = open_tournament(tournament_file(file), distributions(), before)
    warn_of_variants(specs)
    count = workers or tournament.workers or cores()
    setup = setup_of(tournament, {spec.name: spec for spec in specs}, plugins_of(tournament), count, output)
    if trace is not None:
        return trace_game(tournament, setup, trace)
    if count > cores():
        busy = f"{plural(count, 'worker')} on {plural(cores(), 'core')}"
        say(f"warning: {busy}; bots may run out of time through no fault", err=True)
    folder = output or Path(tournament.output)
    broken: list[str] = []

    def opened(progress: Progress, running: int) -> None:
        if not tournament.seed_given:
            said = "that of the games so far" if progress.before else "drawn; kept in the manifest for --resume"
            say(f"seed {tournament.seed} ({said})", err=True)
        if progress.before < progress.total:
            broken.extend(preflight(setup, keep_going, tournament))
        meter.start(progress, running)

    meter = Meter(tournament.name, sys.stderr.isatty())
    with Stop() as stop:
        try:
            ending = run_tournament(
                tournament, specs, folder, stop, resume=resume, workers=count, tick=meter.tick, opened=opened
            )
        finally:
            meter.stop()
    return finish(ending, file, broken, strict=strict, output=output)


def preflight(setup: Setup, keep_going: bool, tournament: Tournament) -> list[str]:
    """Start every bot once; return the names of those that do not. Raises BotError unless ``keep_going``."""
    troubles = start_and_tell(setup)
    if not troubles:
        return []
    names = [trouble.bot for trouble in troubles]
    lines = "\n".join(filter(None, [*said(troubles), advice(troubles, tournament)]))
    if not keep_going:
        one = "a bot does not start" if len(names) == 1 else f"{len(names)} bots do not start"
        mend = (
            "Mend it, or let it forfeit its games" if len(names) == 1 else "Mend them, or let them forfeit their games"
        )
        raise BotError("", f"{one}:\n{lines}\n{mend} with --keep-going")
    say(f"warning: these bots do not start and forfeit their games:\n{lines}", err=True)
    return names


def finish(ending: Ending, file: Path, broken: list[str], *, strict: bool, output: Path | None) -> int:
    """Print what is to be said after a run; return the exit status."""
    progress = ending.progress
    for bot, why in sorted(progress.out.items()):
        say(f"{bot} is out of the tournament: {why}", err=True)
    if progress.voids:
        were = "was" if progress.voids == 1 else "were"
        tries = plural(progress.voids, "attempt")
        say(f"{tries} failed through no fault of a player and {were} played again", err=True)
    if not ending.complete:
        there = f" --output {output}" if output else ""
        say(
            f"stopped: {progress.before + progress.done} of {some_games(progress)} {be(progress.total)} saved "
            f"in {ending.folder}.\n"
            f"Go on with: arena run {file} --resume{there}",
            err=True,
        )
        return EXIT_INTERRUPTED
    from arena.cli.reports.course_of import course_of, table_text
    from arena.cli.reports.report import layouts, read_report, specs_of
    from arena.cli.width import terminal_width
    from arena.report.text import report_text
    from arena.report.winner import winner_line

    with Results(ending.folder) as results:
        report, manifest = read_report(results)
        course, _ = course_of(results, manifest)
    say(winner_line(report, course))
    say(f"The results lie in {ending.folder}\n")  # not last: there the best move stays
    if ending.table is not None:
        say(table_text(ending.table) + "\n")
    if ending.verdict:
        say(f"{ending.verdict}\n")
    boards = layouts(specs_of(manifest))
    own_table = ending.table is not None
    say(report_text(report, boards, width=terminal_width(), own_table=own_table), nl=False)
    partial = bool(broken or progress.out) or (strict and bool(progress.faults or progress.voids))
    return EXIT_PARTIAL if partial else EXIT_OK


def trace_game(tournament: Tournament, setup: Setup, name: str) -> int:
    """Play one game of a tournament alone, storing nothing, and print every message."""
    if name.isdigit():
        job = next((job for number, job in enumerate(opening(tournament), 1) if number == int(name)), None)
    else:
        job = job_named(tournament, name)
    if job is None:
        example = next(opening(tournament)).id
        raise ConfigError("--trace", f"the tournament has no game {name!r}", f"Its first is {example!r}, or 1")
    if not tournament.seed_given:
        say(f"seed {tournament.seed}", err=True)
    say(f"game {job.id}, seed {job.seed}")
    worker = Worker(setup)
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


class Meter:
    """Progress for people: a bar on a terminal, a line now and then elsewhere. On standard error."""

    def __init__(self, name: str, terminal: bool) -> None:
        self._name, self._terminal = name, terminal
        self._bar: Any = None
        self._task: Any = None
        self._last, self._told = 0.0, 0

    def start(self, progress: Progress, workers: int) -> None:
        resumed = f", {progress.before} of them played before" if progress.before else ""
        many = "one at a time" if workers == 1 else f"{workers} at a time"
        if progress.mended:
            told = "the whole ones are kept, the others are played again, and the damaged file stays beside the new one"
            say(f"the results were damaged ({progress.mended}): {told}", err=True)
        if progress.rebuilt:
            say(f"the manifest was damaged, and was made again from {progress.rebuilt}", err=True)
        say(f"{self._name}: {some_games(progress)}{resumed}, {many}", err=True)
        self._last = progress.began
        if not self._terminal or progress.before == progress.total:
            return
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as Bar

        self._bar = Bar(
            BarColumn(), MofNCompleteColumn(), TextColumn("games"), TextColumn("{task.fields[told]}"),
            console=Console(stderr=True), transient=True,
        )  # fmt: skip
        self._task = self._bar.add_task("games", total=progress.total, completed=progress.before, told="")
        self._bar.start()

    def tick(self, progress: Progress) -> None:
        if self._bar is not None:
            if time.monotonic() - self._last < _BAR_EVERY:
                return
            self._last = time.monotonic()
            self._bar.update(self._task, completed=progress.before + progress.done, total=progress.total,
                             told=told(progress))  # fmt: skip
        elif not self._terminal and progress.done > self._told and time.monotonic() - self._last >= _PLAIN_EVERY:
            self._last, self._told = time.monotonic(), progress.done
            done = progress.before + progress.done
            say(", ".join(filter(None, (f"{done} of {some_games(progress)}", told(progress)))), err=True)

    def stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def some_games(progress: Progress) -> str:
    """Return how many games the tournament has: ``48 games``, ``at most 48 games``."""
    return f"{progress.bound} {plural(progress.total, 'game')}".lstrip()


def told(progress: Progress) -> str:
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
