"""``arena check`` and ``arena export`` on a small tournament: what they say, and with which exit status."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.main import arena as main
from arena.errors import ConfigError
from tests.cli.conftest import FILE

ROOT = Path(__file__).parents[2]


def test_a_sound_tournament_is_checked_bot_by_bot_and_layer_by_layer(tmp_path, arena):
    done = arena(tmp_path, "check", "small.yaml")
    assert done.returncode == 0, done.stderr
    assert "first: ok\nrandom: ok\n" in done.stdout
    assert "orphans adopted: active" in done.stdout
    assert "namespaces: not active" in done.stdout or "namespaces: active" in done.stdout


@pytest.mark.parametrize("options", [(), ("--start-only",)])
def test_a_bot_that_does_not_start_is_named_with_its_reason(tmp_path, arena, options):
    text = FILE.replace("[first,", "[{name: broken, bot: 'tests.guests.at_import:make_bot'},")
    done = arena(tmp_path, "check", "small.yaml", *options, text=text)
    assert done.returncode == 3
    assert "broken: not ok" in done.stdout
    assert "written for another planet" in done.stdout
    assert "random: ok" in done.stdout


def test_a_bot_that_faults_in_its_game_is_named_with_turn_and_fault(tmp_path, arena):
    text = FILE.replace("[first,", "[{name: broken, bot: 'tests.guests.zoo:raises'},")
    done = arena(tmp_path, "check", "small.yaml", text=text)
    assert done.returncode == 3
    assert "broken on sticks: turn 1: crashed: KeyError: 'lost my way'" in done.stdout


@pytest.fixture(scope="module")
def finished(tmp_path_factory, arena):
    folder = tmp_path_factory.mktemp("finished")
    done = arena(folder, "run", "small.yaml", "--output", "here")
    assert done.returncode == 0, done.stderr
    return folder


def test_an_export_has_one_object_a_line_sorted_and_without_times(finished, arena):
    done = arena(finished, "export", "here")
    games = [json.loads(line) for line in done.stdout.splitlines()]
    assert [game["id"] for game in games] == sorted(game["id"] for game in games)
    assert len(games) == 4
    assert all("circumstances" not in game for game in games)
    timed = [json.loads(line) for line in arena(finished, "export", "here", "--times").stdout.splitlines()]
    assert all(len(game["circumstances"]["ms"]) == len(game["moves"]) for game in timed)


def test_an_export_of_a_variant_that_was_not_played_names_those_that_were(finished, arena):
    assert arena(finished, "export", "here", "--variant", "sticks").stdout
    done = arena(finished, "export", "here", "--variant", "stiks")
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr == "here: no game was played on a variant 'stiks'. There are: sticks\n"


def test_a_csv_export_can_go_to_a_file(finished, arena):
    assert arena(finished, "export", "here", "--format", "csv", "--output", "games.csv").returncode == 0
    rows = list(csv.DictReader(io.StringIO((finished / "games.csv").read_text())))
    assert len(rows) == 8
    assert {row["bot"] for row in rows} == {"first", "random"}
    assert sum(float(row["points"]) for row in rows) == 4  # one point a game


def test_what_a_stopping_rule_says_while_it_runs_belongs_to_the_games_beside_it(monkeypatch, tmp_path):
    file = tmp_path / "small.yaml"
    stop = "stop: {sprt: {bots: [first, random], elo0: 0, elo1: 2}}\n"
    file.write_text(FILE.replace("pairs: 2", "pairs: 12") + stop)
    monkeypatch.setattr("arena.cli.tournaments.run._PLAIN_EVERY", 0.0)
    done = CliRunner().invoke(main, ["run", str(file), "--workers", "1", "--output", str(tmp_path / "here")])
    assert done.exit_code == 0, done.output
    found = re.findall(r"^(\d+) of at most 24 games, .*after (\d+) pairs", done.stderr, flags=re.MULTILINE)
    assert len(found) > 10
    assert all(int(pairs) == int(games) // 2 for games, pairs in found)  # one worker: in the order of the schedule


def test_results_that_are_not_there_are_told_without_a_traceback(tmp_path, arena):
    done = arena(tmp_path, "export", "nothing")
    assert done.returncode == 4
    assert "no results of that name" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_second_run_on_finished_results_says_how_to_go_on(finished, arena):
    done = arena(finished, "run", "small.yaml", "--output", "here")
    assert done.returncode == 4
    assert "--resume" in done.stderr
    again = arena(finished, "run", "small.yaml", "--output", "here", "--resume")
    assert again.returncode == 0
    assert "4 of them played before" in again.stderr


@pytest.mark.parametrize("more", [["--cluster", "tcp://127.0.0.1:1"], ["--add", "x"], ["--budget", "1h"]])
def test_a_game_that_is_traced_is_played_alone_and_here(tmp_path, more):
    (tmp_path / "t.yaml").write_text(FILE)
    done = CliRunner().invoke(main, ["run", str(tmp_path / "t.yaml"), "--trace", "1", *more])
    assert done.exit_code == 2 and "--trace plays one game here" in done.output


def test_a_tournament_without_a_game_has_none_to_trace(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.yaml").write_text("name: s\nseason: true\nbots: [first]\nvariants: [{game: nim(2)}]\n")
    done = CliRunner().invoke(main, ["run", "s.yaml", "--trace", "1"])
    assert isinstance(done.exception, SystemExit | ConfigError), done.exception
    assert "It has no games yet" in f"{done.output}{done.exception}"
