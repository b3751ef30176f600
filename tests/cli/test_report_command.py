"""``arena report`` and the notebook's way to the same figures, from a results folder on disk."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys

import msgspec
import pytest
from click.testing import CliRunner

import arena.results
from arena.cli.main import arena as command
from arena.cli.main import main
from arena.config.model import VariantEntry
from arena.variants.load import load_variant
from tests.report.games import tournament
from tests.report.stored import store


@pytest.fixture
def folder(tmp_path):
    """A folder of results whose manifest knows the standard board."""
    spec = load_variant(VariantEntry(name="standard", board="standard"))
    return store(tmp_path / "night", tournament(), specs={"standard": msgspec.to_builtins(spec)})


def run(*arguments):
    result = CliRunner().invoke(command, list(map(str, arguments)), catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_the_report_of_a_folder_ends_with_the_best_move_and_knows_the_board(folder):
    text = run("report", folder)
    assert re.match(r"In front, with games still to play: greedy, .*\n\nnight: 6 games\n", text)
    assert text.endswith("\nBest move was played by random for 20 points\n")
    assert "- DWS" in text  # the board's own squares, from the manifest
    assert "top left: x -7, y -7" in text
    assert run("report", folder) == text


def test_a_name_under_results_is_enough(folder, monkeypatch):
    os.makedirs(folder.parent / "results")
    os.rename(folder, folder.parent / "results" / "night")
    monkeypatch.chdir(folder.parent)
    assert "\nnight: 6 games" in run("report", "night")


def test_json_and_csv_carry_the_same_standings(folder):
    facts = json.loads(run("report", folder, "--format", "json"))
    rows = list(csv.DictReader(io.StringIO(run("report", folder, "--format", "csv"))))
    assert [row["bot"] for row in rows[:3]] == [row["bot"] for row in facts["standings"]]
    assert len(json.loads(run("report", folder, "--format", "json", "--top", "1"))["best_moves"]) == 1


def test_the_page_is_written_beside_or_printed(folder, tmp_path, capsys, monkeypatch):
    file = tmp_path / "page.html"
    assert run("report", folder, "--html", file) == f"wrote {file}\n"
    assert file.read_text(encoding="utf-8") == run("report", folder, "--format", "html")
    assert run("report", folder, "--html", file, "--format", "csv").startswith("variant,league")
    monkeypatch.setattr("arena.cli.reports.report.report_of", None)  # told before any of the work
    with pytest.raises(SystemExit) as stop:
        main(["report", str(folder), "--html", str(tmp_path / "missing" / "page.html")])
    assert stop.value.code == 4
    assert "cannot be written" in capsys.readouterr().err


def test_the_page_of_very_many_games_says_of_which_it_is(folder, tmp_path, monkeypatch):
    monkeypatch.setattr("arena.report.page.sample.SAMPLED", 2)
    monkeypatch.chdir(tmp_path)
    run("report", str(folder), "--games", "1", "--html", "page.html")
    assert re.search(r"of all 6 games.* a sample of [2-5] of them", (tmp_path / "page.html").read_text())


def test_missing_results_are_told_in_one_line(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(["report", "nothing"])
    assert stop.value.code == 4
    assert "nothing" in capsys.readouterr().err


def test_a_notebook_gets_frames_and_the_same_figures(folder):
    found = arena.results.open(str(folder))
    assert len(found.games()) == 12
    assert found.games().query("bot == 'greedy'")["points"].sum() == 3
    moves = found.moves()
    assert moves["score"].max() == 20
    assert moves.loc[moves["fault"] == "LATE", "bot"].tolist() == ["greedy"]
    standings = found.standings()
    assert standings[standings["variant"] == ""]["bot"].tolist() == list(found.report().standings[0].order)
    assert found.text().splitlines()[0] == "night: 6 games"
    assert found.analysis().games == 6
    assert repr(found) == "<night: 6 games>"


def test_pandas_is_not_imported_before_a_frame_is_asked_for(folder):
    program = "import sys, arena.results as r; r.open(sys.argv[1]).text(); print('pandas' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, str(folder)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
