"""The GCG files below a folder."""

from __future__ import annotations

from pathlib import Path


def gcg_files(folder: str | Path) -> list[str]:
    """Return the paths of all files below a folder that end in .gcg, however it is written, in order; [] for none."""
    return sorted(str(path) for path in Path(folder).rglob("*") if path.suffix.lower() == ".gcg" and path.is_file())
