"""The option ``--isolation`` of commands that start bots without a tournament file, spelled as in one."""

from __future__ import annotations

import click

KINDS = click.Choice(["auto", "process", "sandbox"])

isolation = click.option(
    "--isolation", type=KINDS, default="auto", show_default=True,
    help="Walls around bots: all that this machine offers, limits only, or refuse to start without a full sandbox.",
)  # fmt: skip
