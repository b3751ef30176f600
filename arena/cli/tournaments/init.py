"""``arena init [FOLDER]``: copies what is shipped as samples to where it can be read and changed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import click

from arena.cli.paths import NamedPath
from arena.cli.say import say
from arena.errors import ConfigError
from arena.report.numbers import plural
from arena.variants.samples import configs_folder, examples_folder

_SHOWN = 5  # files that are named in a complaint


def samples() -> dict[Path, Path]:
    """Return path below the new folder -> file, for all samples."""
    files = {}
    for folder in (configs_folder(), examples_folder()):
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                files[Path(folder.name) / file.relative_to(folder)] = file
    return files


def copied(target: Path) -> int:
    """Copy all samples below ``target``; return how many were not there. Raises ConfigError before any is copied."""
    every = samples()
    missing = {path: file for path, file in every.items() if not os.path.lexists(target / path)}
    changed = [path for path in every.keys() - missing.keys() if not _same(target / path, every[path])]
    if changed:
        named = ", ".join(map(str, sorted(changed)[:_SHOWN])) + (" and others" if len(changed) > _SHOWN else "")
        problem = f"there are other files of the same names: {named}"
        raise ConfigError(str(target), problem, "Nothing was copied; choose another folder")
    try:
        for path, file in missing.items():
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target / path)  # with its right to be run
    except OSError as error:
        raise ConfigError(str(error.filename or target), f"cannot be written ({error.strerror})") from None
    return len(missing)


def _same(one: Path, other: Path) -> bool:
    return one.is_file() and one.read_bytes() == other.read_bytes()


@click.command("init")
@click.argument("folder", type=NamedPath(file_okay=False), default=Path())
def command(folder: Path) -> None:
    """Copy the samples (tournaments, boards, tiles, rule books, programs) into FOLDER, the current one by default.

    Files that already exist are never changed.
    """
    new = copied(folder)
    say(f"{plural(new, 'file')} copied to {folder / 'configs'} and {folder / 'examples'}. Next:")
    say(f"  arena run {folder / 'configs' / 'tournaments' / 'quickstart.yaml'}")
