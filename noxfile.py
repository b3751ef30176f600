"""Sessions that take longer than the suite should: ``nox -s fuzz``, ``nox -s soak``, ``nox -s plain``."""

from __future__ import annotations

import nox

nox.options.sessions = ["tests"]


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
def plain(session: nox.Session) -> None:
    """The suite with every kernel as plain Python."""
    session.install("-e", ".[test]")
    session.run("pytest", *session.posargs, env={"NUMBA_DISABLE_JIT": "1"})


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
