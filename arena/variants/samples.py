"""Where the shipped boards, tiles, rule books, tournaments and examples lie: in a wheel, or beside the source tree."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def configs_folder() -> Path:
    """Return the folder of the shipped boards, tiles, rule books and tournaments."""
    packaged = _PACKAGE / "configs"  # in a wheel; beside the source tree otherwise
    return packaged if packaged.is_dir() else _PACKAGE.parent / "configs"


def examples_folder() -> Path:
    """Return the folder of the sample programs, which lies beside the other: tournament files name them from there."""
    return configs_folder().parent / "examples"


def tournaments() -> list[str]:
    """Return the names of the shipped tournaments, sorted."""
    return sorted(path.stem for path in (configs_folder() / "tournaments").glob("*.yaml"))


def tournament_file(path: Path) -> Path:
    """Return the file of a shipped tournament for its bare name, where no file is called so; else the path itself."""
    named = configs_folder() / "tournaments" / f"{path}.yaml"
    bare = path.name == str(path) and not path.suffix
    return named if bare and not os.path.isfile(path) and os.path.isfile(named) else path
