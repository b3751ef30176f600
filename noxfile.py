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
    """Both wires, fuzzed with atheris for ten minutes each; other libFuzzer options may follow ``--``."""
    session.install("-e", ".[test]", "atheris>=2.3")
    options = session.posargs or ["-max_total_time=600", "-max_len=2000", "-rss_limit_mb=2048", "-timeout=10"]
    for name in ("message", "sexpr"):
        session.run("python", "-m", "tests.wire.fuzz", name, *options)
