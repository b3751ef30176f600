"""Tournaments between versions of a bot, and what came of them."""

from __future__ import annotations

from pathlib import Path

from arena.records.store import Results
from arena.tournament import Tournament

FILE = """
name: versions
seed: drawn-00000000000000000000000000000001
bots:
{bots}
variants: [{{name: sticks, game: sticks(6)}}]
pairs: 1
workers: 1
isolation: {isolation}
output: {output}
{more}
"""


def tournament(
    folder: Path, *bots: str, more: str = "", isolation: str = "auto", resume: bool = False
) -> Tournament:  # fmt: skip
    """Return a tournament of bots, each a line of YAML; results lie in ``results`` in the folder."""
    file = folder / "versions.yaml"
    lines = "\n".join(f"  - {bot}" for bot in bots)
    file.write_text(FILE.format(bots=lines, more=more, isolation=isolation, output=folder / "results"))
    return Tournament.read(file, resume=resume)


def said(folder: Path) -> dict[str, dict[str, str]]:
    """Return what the manifest says of each bot."""
    with Results(folder / "results") as results:
        return results.manifest.bots


def first_takes(folder: Path) -> dict[str, set[str]]:
    """Return by bot what it said as it moved first, and printed; each of ours prints a word."""
    printed: dict[str, set[str]] = {}
    with Results(folder / "results") as results:
        for record in results.records():
            for bot, output in zip(record.bots, record.circumstances.outputs, strict=True):
                printed.setdefault(bot, set()).update(output.split())
    return printed
