"""``--tls-ca``, ``--tls-cert`` and ``--tls-key`` as one value of a command."""

from __future__ import annotations

import functools
from collections.abc import Callable

import click

from arena.cli.paths import NamedPath
from arena.tournament import Tls

_FILES = {"--tls-ca": "who is trusted", "--tls-cert": "our certificate", "--tls-key": "its key"}


def tls_options(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the three options, which it gets as ``tls``."""

    @functools.wraps(command)
    def called(*, tls_ca: str | None, tls_cert: str | None, tls_key: str | None, **others: object) -> int:
        return command(tls=Tls(tls_ca or "", tls_cert or "", tls_key or ""), **others)

    for name, what in reversed(_FILES.items()):
        file = NamedPath(path_type=str, exists=True, dir_okay=False)
        called = click.option(name, type=file, metavar="FILE", help=f"For tls://HOST:PORT: {what}.")(called)
    return called
