"""Options that would do nothing beside what else was written: they are refused, and not passed over in silence."""

from __future__ import annotations

import click
from click.core import ParameterSource


def refuse_idle(why: str, *options: str) -> None:
    """Refuse those of a command's options that were written, by their first spelling. why: "--marks prints CSV alone".

    Raises click.UsageError. Defaults are no matter: nobody wrote them.
    """
    context = click.get_current_context()
    for parameter in context.command.params:
        written = context.get_parameter_source(parameter.name or "") not in (None, ParameterSource.DEFAULT)
        if parameter.opts[0] in options and written:
            raise click.UsageError(f"{why}: leave {parameter.opts[0]} out")
