"""Sessions beside the suite, such as ``nox -s docs``; ``nox -l`` lists them."""

from __future__ import annotations

import re
from pathlib import Path

import nox

nox.options.sessions = ["tests"]
TYPESCRIPT = "typescript@5.9.3"  # as in tests/page/browser/test_files.py


@nox.session
def tests(session: nox.Session) -> None:
    """The suite."""
    session.install("-e", ".[test]")
    session.run("pytest", *session.posargs)


@nox.session
def soak(session: nox.Session) -> None:
    """Long runs: the zoo with limits alone and under load, fifty kills over four hundred games."""
    session.install("-e", ".[test]")
    session.run("pytest", "-m", "soak", "-n", "1", "--timeout", "3600", *session.posargs)


@nox.session
def page(session: nox.Session) -> None:
    """The page: its scripts by the types that their comments state, and its tests in Debian's chromium."""
    session.install("-e", ".[test]")
    session.run("npx", "--yes", "--package", TYPESCRIPT, "tsc", "-p", "arena/serve/page/jsconfig.json")
    session.run("pytest", "-n", "0", "tests/page/browser", *session.posargs)


# What `plain` leaves out, by name: a million kernel steps as plain Python, or processes that compile for themselves.
SLOW_WITHOUT_KERNELS = {
    "tests/runner": "real bots on real clocks; the kernels of their processes are what is slow",
    "tests/serve": "the same, over TCP",
    "tests/foreign": "the same, for programs",
    "tests/page": "the same, in a browser",
    "tests/docs": "pages are run as a reader runs them, with compiled kernels",
    "tests/fuzz": "the fuzzers run plain by themselves: nox -s fuzz",
    "tests/cli/test_run_commands.py": "tournaments on every board",
    "tests/cli/test_bots_command.py": "checks of bots on every board",
    "tests/cli/test_bots_watch.py": "matches between versions of a bot",
    "tests/cli/test_sprt_run.py": "the same",
    "tests/cli/test_ask.py": "bots of two tournaments asked again",
    "tests/words/test_analysis_by_search.py": "whole games by search; tests/scrabble holds the searches to plain ones",
    "tests/games/test_tournament.py": "a tournament of solvers",
    "tests/test_busy_machine.py": "a suite in a suite",
}


@nox.session
def plain(session: nox.Session) -> None:
    """The suite with every kernel as plain Python, but for what is named above."""
    session.install("-e", ".[test]")
    without = [f"--ignore={path}" for path in SLOW_WITHOUT_KERNELS]
    session.run("pytest", *without, *session.posargs, env={"NUMBA_DISABLE_JIT": "1"})


@nox.session
def coverage(session: nox.Session) -> None:
    """Which lines the quick tests (tests/quick.txt) reach, with kernels as plain Python; the same as in .ci/run."""
    session.install("-e", ".[test]")
    data = Path(session.create_tmp(), "coverage")
    told = {"NUMBA_DISABLE_JIT": "1", "COVERAGE_FILE": str(data)}
    session.run("coverage", "run", "-m", "pytest", "-n", "0", *(session.posargs or ["@tests/quick.txt"]), env=told)
    session.run("coverage", "report", "--skip-covered", "--sort=cover", env=told)


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation as a site, in site/; any warning is an error."""
    session.install("-e", ".[docs]")
    session.run("mkdocs", "build", "--strict", *session.posargs, env={"NO_MKDOCS_2_WARNING": "1"})


def tried() -> tuple[str, ...]:
    """Return the oldest and the newest numba that are admitted, as the file that depends on them names them."""
    text = Path("arena", "jit", "numba_private.py").read_text(encoding="utf-8")
    line = re.search(r"^TRIED = (.*)$", text, re.M)
    assert line is not None
    return tuple(re.findall(r"[\d.]+", line[1]))


@nox.session
@nox.parametrize("version", tried())
def numba(session: nox.Session, version: str) -> None:
    """Kernels compiled, stored and run by the oldest and the newest numba that are admitted."""
    session.install("-e", ".[test]", f"numba=={version}")
    place = session.create_tmp()
    told = {"ARENA_CACHE": place}
    tests = ["tests/jit", "tests/solver", "tests/scrabble/test_known_counts.py"]
    session.run("pytest", *tests, *session.posargs, env=told)
    session.run("arena", "run", "quickstart", "--output", f"{place}/quickstart", env=told)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Every reader, fuzzed with atheris, ten minutes each; readers' names and libFuzzer options may follow ``--``."""
    session.install("-e", ".[test,fuzz]")
    options = [word for word in session.posargs if word.startswith("-")]
    names = [word for word in session.posargs if not word.startswith("-")]
    options = options or ["-max_total_time=600", "-max_len=4000", "-rss_limit_mb=700", "-timeout=60"]
    if not names:
        told = session.run("python", "-m", "tests.fuzz.plain", "--list", silent=True)
        names = str(told).split()
    for name in names:
        session.run("python", "-m", "tests.fuzz.long", name, *options, env={"TMPDIR": session.create_tmp()})
