"""The master seed on a command line: any text or number, or one that is drawn, and shown."""

from __future__ import annotations

import click

from arena.contract.seeds import Master, drawn_seed, read_seed
from arena.errors import ConfigError


class SeedType(click.ParamType[str]):
    """Any text or number."""

    name = "SEED"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return read_seed(str(value))
        except ConfigError as error:
            self.fail(f"{error.problem}. {error.remedy}", param, ctx)


seed = click.option(
    "--seed", type=SeedType(), help="Any text or number; the same one gives the same games (else one is drawn)."
)


def master_of(text: str | None) -> Master:
    """Return the master seed that was given, or one that is drawn."""
    return Master(text or drawn_seed())


def drawn_seed_text(master: Master) -> str:
    """Return what is said of a drawn seed, so that its games can be played again."""
    return f"seed {master.text} (drawn; give it with --seed to have the same games again)"
