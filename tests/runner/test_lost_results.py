"""Results that are removed while a run writes them, and manifests that are damaged, from the command line."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from arena.cli.reports.doctor import command as doctor_command
from arena.cli.reports.report import command as report_command
from arena.records.store import GAMES, MANIFEST, Results
from arena.runner.manifest import strangers
from arena.variants.load import open_tournament
from tests.runner.test_crashes import TEXT
from tests.runner.test_runs import export, nothing_lives, run, start, wait_for_games

GAMES_IN_ALL = 8  # one pairing, two variants, two pairs
SLOW = TEXT.replace("count: 21", "count: 401")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tmp").mkdir()
    return tmp_path


def test_a_run_whose_results_are_removed_stops_at_once_and_saves_its_games(folder):
    process = start(folder, "--workers", "1", pairs=40, text=SLOW)
    wait_for_games(folder, 2, process)
    shutil.rmtree(folder / "results" / "small")
    _, err = process.communicate(timeout=240)
    assert process.returncode == 4, err
    assert "was removed while games were being written" in err  # the folder, or a file of it: they go one by one
    assert "go on with --resume" in err and "Traceback" not in err
    nothing_lives(folder)
    assert list((folder / "tmp").iterdir()) == []  # no bot's folder either
    with Results(folder / "results" / "small") as results:
        kept = {record.id for record in results.records()}
        assert 2 <= len(kept) < 160
        assert results.manifest.name == "small"
    assert doctor(folder)[0] == 0


def told_by(command: click.Command, folder: Path, *more: str) -> tuple[int, str]:
    done = CliRunner().invoke(command, [str(folder / "results" / "small"), *more], standalone_mode=False)
    assert done.exception is None, done.exception
    return int(done.return_value or 0), done.output


def doctor(folder: Path, *more: str) -> tuple[int, str]:
    return told_by(doctor_command, folder, *more)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished")
    (folder / "tmp").mkdir()
    assert run(folder, pairs=2, text=TEXT)[0] == 0
    return folder


@pytest.fixture
def damaged(finished: Path, folder: Path) -> Path:
    """A finished tournament whose manifest is damaged."""
    shutil.copytree(finished / "results", folder / "results")
    (folder / "results" / "small" / MANIFEST).write_text('{"name": "sma')
    return folder


def without_copy(folder: Path) -> Path:
    """Take away the copy of the manifest, as results of an older arena have none."""
    base = sqlite3.connect(folder / "results" / "small" / GAMES)
    with base:
        base.execute("DROP TABLE about")
    base.close()
    return folder


def test_a_damaged_manifest_is_told_and_made_again_by_a_resume(damaged, finished):
    status, printed = doctor(damaged)
    assert status == 4
    assert "8 games are whole" in printed and "the manifest cannot be read (the manifest is damaged" in printed
    status, _, err = run(damaged, "--resume", pairs=2, text=TEXT)
    assert status == 0, err
    assert "the manifest was damaged, and was made again from the copy beside the games" in err
    assert doctor(damaged) == (0, "8 games are whole\n")
    assert export(damaged) == export(finished)


def test_without_a_copy_it_is_made_from_the_games_which_have_to_be_the_tournament_s(damaged):
    without_copy(damaged)
    other = TEXT.replace("seed: drawn-", "seed: other-")
    status, _, err = run(damaged, "--resume", pairs=2, text=other)
    assert status == 4
    assert "these games were played by another tournament" in err and "has another seed" in err
    status, _, err = run(damaged, "--resume", pairs=2, text=TEXT)
    assert status == 0, err
    assert "from the games, which do not say the tournament file, the master seed," in err
    with Results(damaged / "results" / "small") as results:
        assert (results.manifest.seed, results.manifest.lost) == ("drawn-0000000000000000000000000000000b", ())


def test_a_doctor_makes_what_reports_need(damaged):
    without_copy(damaged)
    status, text = doctor(damaged, "--mend")
    assert status == 0 and "made the manifest again from the games" in text
    kept = damaged / "results" / "small" / f"{MANIFEST}.damaged"
    assert kept.read_text() == '{"name": "sma'
    assert doctor(damaged) == (0, "8 games are whole\n")
    status, text = told_by(report_command, damaged)
    assert status == 0
    assert "\nsmall: 8 games\n" in text  # and no seed, which nobody knows any more
    assert doctor(damaged, "--mend") == (0, "8 games are whole\nthere was nothing to mend\n")


def test_games_that_come_out_otherwise_by_the_rules_of_today_are_no_games_of_a_tournament(finished, tmp_path):
    with Results(finished / "results" / "small") as results:
        records = list(results.records())

    def said(text: str) -> list[str]:
        file = tmp_path / "small.yaml"
        file.write_text(text.replace("PAIRS", "2"))
        tournament, specs = open_tournament(file)
        return strangers(records, tournament, specs)

    assert said(TEXT) == []
    assert all("played again, the game" in problem for problem in said(TEXT.replace("count: 21", "count: 22")))
    assert "has another seed" in said(TEXT.replace("seed: drawn-", "seed: other-"))[0]
    assert "it has no game nim/" in said(TEXT.replace("name: nim", "name: num"))[0]
