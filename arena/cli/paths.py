"""Paths among a command's words: an empty text is none, where ``--output "$UNSET"`` would mean the current folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click


class NamedPath(click.Path):
    """A path that has a name: a Path unless ``path_type`` says otherwise, refused where there is nothing in it."""

    def __init__(self, *, path_type: type[Any] = Path, **rules: Any) -> None:
        super().__init__(path_type=path_type, **rules)

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:  # fmt: skip
        if value == "":
            self.fail("an empty text is no path; write . for the current folder", param, ctx)
        return super().convert(value, param, ctx)
