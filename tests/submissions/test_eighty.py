"""Eighty submissions: installed, looked at, and a first round of a Swiss tournament."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from arena.runner.preflight import Trouble
from arena.runner.runs.progress import Progress, Unwatched
from arena.tournament import Tournament
from tests.submissions.eighty import make_submissions, make_wheels

FILE = """
name: class
seed: 1
bots: {from: submissions/*}
wheels: wheels
variants: [standard]
kind: {swiss: {rounds: 1}}
pairs: 1
move_time: 1s
limits: {start_time: 10s}
"""


class Times(Unwatched):
    """When what began."""

    def __init__(self) -> None:
        self.at = [time.monotonic()]

    def looking(self, bots: int) -> None:
        self.at.append(time.monotonic())

    def looked(self, troubles: Sequence[Trouble]) -> None:
        self.at.append(time.monotonic())

    def began(self, progress: Progress, workers: int) -> None:
        self.at.append(time.monotonic())

    def ended(self) -> None:
        self.at.append(time.monotonic())


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_a_class_of_eighty(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "submissions").mkdir()
    make_wheels(tmp_path / "wheels")
    fine, bad = make_submissions(tmp_path / "submissions")
    (tmp_path / "t.yaml").write_text(FILE, encoding="utf-8")
    watch = Times()
    tournament = Tournament.read(tmp_path / "t.yaml", output=tmp_path / "results")
    tournament.prepared()
    installed = time.monotonic()
    played = tournament.run(watcher=watch)
    began, looking, looked, _, ended = watch.at
    with capsys.disabled():
        print(f"\n80 submissions: installed in {installed - began:.0f} s, looked at in {looked - looking:.0f} s, "
              f"{played.ending.progress.done} games in {ended - looked:.0f} s")  # fmt: skip
        for bot, why in sorted(played.results.manifest.refused.items()):
            print(f"  {bot}: {why[:150]}")
    assert played.complete
    assert set(played.broken) == bad
    lines = played.results.report().standings[0].lines
    assert sorted(lines) == sorted(fine | bad)
    assert {name for name, line in lines.items() if line.forfeits or line.faults} <= bad
    assert all(lines[name].forfeits == lines[name].rating.games for name in bad)  # games of two of them do not count
