"""``arena bench``: runs the measurements of bench/ and prints what they came to beside what they are to come to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click

import arena
from arena.cli.bots.bench_table import QUICK, RUNS, BenchRun, as_data, as_text, lines
from arena.cli.idle import refuse_idle
from arena.cli.paths import NamedPath
from arena.cli.say import say, say_json, say_over
from arena.errors import EXIT_OK, ConfigError, RunError

ROUNDS = 3


@click.command("bench")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--words", type=NamedPath(path_type=str, exists=True, dir_okay=False, resolve_path=True), help="A word list to use."
)
@click.option(
    "--positions", type=NamedPath(path_type=str, exists=True, dir_okay=False, resolve_path=True),
    help="Positions for `moves`: on each line a board, a tab, a hand.",
)  # fmt: skip
@click.option(
    "--rounds", type=click.IntRange(1), default=ROUNDS, show_default=True, help="Take the median of this many runs."
)
@click.option("--quick", is_flag=True, help="One short run each: seconds instead of minutes, and rough figures.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the table.")
def command(
    names: tuple[str, ...], words: str | None, positions: str | None, rounds: int, quick: bool, as_json: bool
) -> int:
    """Measure how fast everything is on this machine.

    NAME is a file of bench/ (selfplay, moves, endgames, simulation, threads, tournament, many_bots, lexicon, start,
    store, ratings, solver) or one of its runs ("selfplay hole"); all by default. The ratio compares with a fixed loop
    that each measurement runs too, as times on shared machines are noisy (bench/README.md). Missing a target is
    not a failure: the exit status is still 0.
    """
    if quick:
        refuse_idle("--quick is one run each", "--rounds")
    folder = bench_folder()
    measured: dict[str, list[dict[str, Any]]] = {}
    chosen = chosen_runs(names, quick)
    if not any(RUNS[key].positions for key in chosen):
        refuse_idle("none of these measurements reads positions", "--positions")
    if all(RUNS[key].words is None for key in chosen):
        refuse_idle("none of these measurements reads words", "--words")
    for key in chosen:
        measured[key] = []
        for number in range(1 if quick else rounds):
            if not as_json and sys.stderr.isatty():
                say_over(f"{key} ({number + 1})")
            measured[key].append(measure(folder, RUNS[key], words, positions, quick))
    if not as_json and sys.stderr.isatty():
        say_over()
    table = lines(measured)
    if as_json:
        say_json({"quick": quick, "cores": os.cpu_count(), "rows": as_data(table), "figures": measured})
        return EXIT_OK
    for line in as_text(table):
        say(line)
    loops = [figures["calibration_ms"] for runs in measured.values() for figures in runs]
    say(f"\ncalibration loop: {min(loops):.3g} to {max(loops):.3g} ms")
    return EXIT_OK


def bench_folder() -> Path:
    """Return the folder of the measurements; raise ConfigError where this is installed without them."""
    folder = Path(arena.__file__).parent.parent / "bench"
    if not (folder / "calibration.py").is_file():
        raise ConfigError("bench", f"there are no measurements at {folder}", "Install a checkout with pip install -e .")
    return folder


def chosen_runs(names: tuple[str, ...], quick: bool) -> list[str]:
    """Return the keys of the runs that are asked for, in the table's order; raise ConfigError for a wrong name."""
    known = set(RUNS) | {run.file for run in RUNS.values()}
    wrong = [name for name in names if name not in known]
    if wrong:
        files = ", ".join(dict.fromkeys(run.file for run in RUNS.values()))
        raise ConfigError("bench", f"no measurement called {wrong[0]!r}", f"There are: {files}")
    if not names:
        return list(QUICK if quick else RUNS)
    return [key for key, run in RUNS.items() if key in names or run.file in names]


def measure(folder: Path, run: BenchRun, words: str | None, positions: str | None, quick: bool) -> dict[str, Any]:
    """Run one measurement in a process of its own and return what it printed."""
    call = [sys.executable, str(folder / f"{run.file}.py"), *run.arguments, *(run.quick if quick else ())]
    if positions is not None and run.positions:
        call.append(positions)
    if words is not None and run.words is not None:
        call += [run.words, words] if run.words else [words]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    last = done.stdout.strip().rpartition("\n")[2]
    try:
        figures = json.loads(last) if done.returncode == 0 else None
    except ValueError:
        figures = None
    if not isinstance(figures, dict):
        said = (done.stderr.strip() or done.stdout.strip() or "it said nothing").rpartition("\n")[2]
        raise RunError("bench", f"bench/{run.file}.py ended with {done.returncode}: {said}")
    return figures
