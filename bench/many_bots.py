"""A Swiss tournament of many bots on one worker, from the start of the process to the report: processor time a game.

    python bench/many_bots.py [--bots 80] [--swiss-rounds 3] [--different] [--board scrabble]

All entries are of greedy; with --different each is a copy of it in a file of its own, as in a course. Processor time is
that of all processes together, user and system, from the kernel. Prints one line of JSON; see README.md here.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import yaml

from arena.cli.reports.kind_of import kind_report_of
from arena.report.standings import report_of
from arena.report.text import report_text
from arena.runner.plugin.find import find, source_of
from arena.runner.preflight import Trouble
from arena.runner.runs.progress import Progress, Unwatched
from arena.runner.sandbox.family import family_seconds
from arena.runner.system import adopt_orphans
from arena.tournament import Tournament


class Parts(Unwatched):
    """Takes down what all processes had used when a part of the run began. seconds: by name, in order."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def note(self, part: str) -> None:
        self.seconds[part] = family_seconds(os.getpid()) or 0.0

    def looking(self, bots: int) -> None:
        self.note("look")

    def looked(self, troubles: Sequence[Trouble]) -> None:
        if troubles:
            raise SystemExit(f"{troubles[0].bot}: {troubles[0].problem}")

    def began(self, progress: Progress, workers: int) -> None:
        self.note("games")

    def ended(self) -> None:
        self.note("report")


def written(folder: Path, bots: int, rounds: int, board: str, words: str, different: bool) -> Path:
    """Write a tournament file, and the plug-ins where each is to have its own; return its path."""
    entries: list[dict[str, str]] = []
    source = source_of(find("greedy"))
    assert source is not None
    for number in range(1, bots + 1):
        name = f"g{number}"
        if different:
            shutil.copy(source, folder / f"{name}.py")
            with (folder / f"{name}.py").open("a") as copy:
                copy.write(f"# {name}\n")
        entries.append({"name": name, "path": f"{name}.py"} if different else {"name": name, "bot": "greedy"})
    file = folder / "many.yaml"
    file.write_text(yaml.safe_dump({
        "name": "many", "seed": f"drawn-{1:032x}", "kind": {"swiss": {"rounds": rounds}}, "pairs": 1, "workers": 1,
        "isolation": "auto", "variants": [{"name": "v", "board": board, "lexicon": words, "rules": "tournament"}],
        "bots": entries,
    }))  # fmt: skip
    return file


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", type=int, default=80)
    parser.add_argument("--swiss-rounds", type=int, default=3)
    parser.add_argument("--different", action="store_true", help="a file for each bot")
    parser.add_argument("--board", default="scrabble")
    parser.add_argument("--words", default="default", help="a lexicon's name, or a word list")
    asked = parser.parse_args()

    adopt_orphans()
    parts = Parts()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        file = written(folder, asked.bots, asked.swiss_rounds, asked.board, asked.words, asked.different)
        played = Tournament.read(file, output=folder / "results").run(watcher=parts)
        report, _ = report_of(played.results), kind_report_of(played.results)
        report_text(report, {}, width=100)
        parts.note("end")
    at = parts.seconds
    games = played.ending.progress.done
    from calibration import calibrate  # numba, which a run does without

    unit = calibrate()
    work, alone = at["end"] / games, (at["report"] - at["games"]) / games
    figures = {
        "bench": "many_bots",
        "bots": asked.bots,
        "different": asked.different,
        "games": games,
        "work_ms_per_game": round(work * 1e3, 2),
        "games_ms_per_game": round(alone * 1e3, 2),
        "start_s": round(at["look"], 3),
        "look_s": round(at["games"] - at["look"], 3),
        "report_s": round(at["end"] - at["report"], 3),
        "calibration_ms": round(unit * 1e3, 3),
        "work_ratio": round(work / unit, 3),
        "games_ratio": round(alone / unit, 3),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
