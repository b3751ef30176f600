"""Bots with a number of pairs of their own, played: the same games however they are played, gone on with, in nights."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.errors import EXIT_RUN, EXIT_USAGE
from tests.runner.called import call

FILE = """
name: few
seed: drawn-0000000000000000000000000000000b
bots: [random, first, {name: other, bot: random, pairs: OWN}]
variants:
  - {name: sticks, game: sticks, options: {count: 21}}
  - {name: nim, game: nim}
pairs: 3
move_time: 60s
limits: {start_time: 120s}
"""
TRUSTED = "process: shared\nisolation: none\n"


def run(folder: Path, *arguments: str, own: int = 1, more: str = "") -> tuple[int, str, str]:
    (folder / "tmp").mkdir(parents=True, exist_ok=True)
    (folder / "few.yaml").write_text(FILE.replace("OWN", str(own)) + more)
    workers = () if "--workers" in arguments else ("--workers", "1")
    return call(folder, "run", "few.yaml", *arguments, *workers)


def export(folder: Path) -> str:
    status, out, err = call(folder, "export", "few")
    assert status == 0, err
    return out


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("whole")
    status, _, err = run(folder)
    assert status == 0, err
    return export(folder)


def test_however_it_is_played_the_games_are_the_same(tmp_path, whole):
    assert whole.count("\n") == (3 + 1 + 1) * 2 * 2  # pairs of each pairing, variants, halves
    assert run(tmp_path / "two", "--workers", "2")[0] == 0
    assert export(tmp_path / "two") == whole
    assert run(tmp_path / "trusted", "--workers", "2", more=TRUSTED)[0] == 0
    assert export(tmp_path / "trusted").replace('"shared"', '"fresh"') == whole
    status, _, err = run(tmp_path / "night", "--budget", "1h")
    assert status == 0 and "no game is missing any more" in err
    assert export(tmp_path / "night") == whole


def test_more_of_them_are_added_to_what_is_there_and_fewer_are_refused(tmp_path, whole):
    assert run(tmp_path, own=1, more=TRUSTED)[0] == 0
    assert run(tmp_path, "--resume", own=2, more=TRUSTED)[0] == 0
    assert export(tmp_path).count("\n") == (3 + 2 + 2) * 2 * 2
    status, _, err = run(tmp_path, "--resume", own=1, more=TRUSTED)
    assert status == EXIT_RUN and "bots: other.pairs: 2 -> 1" in err
    assert run(tmp_path, "--resume", own=9, more=TRUSTED)[0] == 0  # as many as the tournament, or more
    assert run(tmp_path, "--resume", own=3, more=TRUSTED)[0] == 0  # which is no other number
    assert export(tmp_path).count("\n") == 3 * 3 * 2 * 2
    status, out, _ = call(tmp_path, "report", "few")
    assert status == 0 and "Not all played equally often" not in out


def test_a_season_goes_by_them_and_refuses_fewer(tmp_path):
    season = "season: true\n"
    assert run(tmp_path, own=1, more=season)[0] == 0
    assert export(tmp_path).count("\n") == (3 + 1 + 1) * 2 * 2
    status, out, _ = call(tmp_path, "results")
    assert status == 0 and "complete" in out
    status, _, err = call(tmp_path, "plan", "few.yaml")
    assert status == 0
    assert run(tmp_path, own=2, more=season)[0] == 0
    assert export(tmp_path).count("\n") == (3 + 2 + 2) * 2 * 2
    status, _, err = run(tmp_path, own=1, more=season)
    assert status == EXIT_RUN and "bots: other.pairs: 2 -> 1" in err


def test_a_kind_whose_games_depend_on_results_has_none(tmp_path):
    status, _, err = run(tmp_path, more="kind: {swiss: {rounds: 1}}\n")
    assert status == EXIT_USAGE and "bots[2].pairs: the matches of a swiss are equally long" in err
