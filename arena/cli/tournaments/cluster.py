"""``arena cluster local N``: a cluster on this machine, for trying and for tests."""

from __future__ import annotations

import sys

import click

from arena.cli.say import say
from arena.errors import EXIT_OK


@click.group()
def cluster() -> None:
    """Machines that play a tournament together, by Dask distributed; see `arena run --cluster`."""


@cluster.command()
@click.argument("workers", type=click.IntRange(1, 256))
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Of the scheduler (default: any that is free).")
def local(workers: int, port: int) -> int:
    """Start a scheduler and WORKERS workers on this machine, each for one game at a time, until Ctrl-C.

    They are reached from this machine alone, by any of its users.
    """
    from arena.cluster.local import serve

    def announce(address: str) -> None:
        say(address)
        sys.stdout.flush()
        say(f"arena run FILE --cluster {address} plays there; Ctrl-C ends it", err=True)

    serve(workers, port, announce)
    return EXIT_OK
