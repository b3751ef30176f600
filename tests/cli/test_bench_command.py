"""``arena bench``: the table of measurements; the measurements themselves are files of bench/."""

from __future__ import annotations

import json
import os

import pytest
from click.testing import CliRunner

from arena.cli.bots import bench
from arena.cli.bots.bench_table import ROWS, RUNS, BenchLine, BenchRow, as_text, lines
from arena.errors import ConfigError, RunError

compiled = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="measures compiled kernels, for minutes where there are none"
)


def row(**changes):
    given = {"what": "w", "run": "start", "figure": "x_ms", "unit": "ms", "target": 10.0, "seconds": 1e-3} | changes
    return BenchRow(**given)


def test_every_row_names_a_run_and_every_run_a_file():
    folder = bench.bench_folder()
    assert {row.run for row in ROWS} == set(RUNS)
    for run in RUNS.values():
        assert (folder / f"{run.file}.py").is_file()


@pytest.mark.parametrize(
    ("given", "measured", "verdict"),
    [
        (row(), 10.0, "holds"),
        (row(), 12.5, "falls short by 25 %"),
        (row(), 10.01, "falls short by 1 %"),  # never "by 0 %"
        (row(rate=True), 10.0, "holds"),
        (row(rate=True), 7.0, "falls short by 30 %"),
        (row(stretch=5.0), 7.0, "holds (stretch: 5)"),
        (row(stretch=5.0), 4.0, "holds, the stretch too"),
        (row(stretch=20.0, rate=True), 21.0, "holds, the stretch too"),
        (row(target=0.0), 3.0, "falls short: 3 instead of 0"),
        (row(), None, "not measured"),
    ],
)
def test_a_verdict_says_by_how_much(given, measured, verdict):
    assert BenchLine(given, given.target, measured, 0.0, 0.0, None).verdict == verdict


def test_medians_and_ratios_are_of_the_runs():
    measured = {"start": [{"first_move_ms": ms, "calibration_ms": loop} for ms, loop in ((9, 3), (1, 1), (4, 2))]}
    line = next(line for line in lines(measured) if line.row.figure == "first_move_ms")
    assert (line.measured, line.least, line.most, line.ratio) == (4, 1, 9, 2)  # of 9/3, 1/1, 4/2
    rates = {"selfplay hole": [{"games_per_s": 50, "calibration_ms": 20}]}
    assert lines(rates)[0].ratio == 1  # 50 a second is one in the 0.02 s of the loop


def test_a_third_is_a_third_of_what_the_same_command_measured():
    measured = {
        "selfplay scrabble": [{"games_per_s": 300, "calibration_ms": 20}],
        "selfplay checkpoints": [{"games_per_s": 90, "calibration_ms": 20}],
    }
    assert [line.target for line in lines(measured)] == [200, 100]
    del measured["selfplay scrabble"]
    assert lines(measured)[0].target == 67


def test_a_longer_word_list_has_more_time():
    for words, target in ((172_823, 1.0), (251_909, 1.6)):
        measured = {"lexicon": [{"words": words, "build_work_s": 1.2, "load_cached_ms": 3, "calibration_ms": 20}]}
        assert lines(measured)[0].target == target


def test_what_was_not_measured_is_told_and_keeps_the_table_straight():
    text = as_text(lines({"moves": [{"all_ms": 0.3, "best_ms": 0.1, "calibration_ms": 20}]}))
    assert text[0].split()[:3] == ["what", "target", "measured"]
    assert [line.endswith("not measured") for line in text[1:]] == [False, False, True, True]
    assert text[1].index("holds") == text[3].index("not")


@compiled
def test_the_command_runs_a_measurement_and_prints_its_rows():
    done = CliRunner().invoke(bench.command, ["lexicon", "--quick"], standalone_mode=False)
    assert done.return_value == 0, done.output
    table = done.stdout.splitlines()
    assert [line.split("  ")[0] for line in table[1:-2]] == [row.what for row in ROWS if row.run == "lexicon"]
    assert table[-1].startswith("calibration loop: ")


@compiled
def test_json_has_the_rows_and_the_figures():
    done = CliRunner().invoke(bench.command, ["start", "--quick", "--json"], standalone_mode=False)
    fields = json.loads(done.stdout)
    assert [row["what"] for row in fields["rows"]] == [row.what for row in ROWS if row.run == "start"]
    compiled = next(row for row in fields["rows"] if row["what"] == "functions compiled after ready")
    assert compiled["measured"] == 0 and compiled["holds"] is True
    assert fields["figures"]["start"][0]["imported_along"] == []  # arena.bot brings no numba, no numpy


@compiled
@pytest.mark.soak
def test_the_quick_form_measures_every_row_of_the_table():
    done = CliRunner().invoke(bench.command, ["--quick", "--json"], standalone_mode=False)
    rows = json.loads(done.stdout)["rows"]
    assert [row["what"] for row in rows] == [row.what for row in ROWS if row.run not in ("solver", "cluster")]
    assert all(row["measured"] is not None for row in rows)


def test_a_wrong_name_names_the_right_ones():
    with pytest.raises(ConfigError, match=r"no measurement called 'speed'.*selfplay, moves"):
        bench.chosen_runs(("speed",), quick=False)
    assert bench.chosen_runs(("tournament", "selfplay hole"), quick=True) == [
        "selfplay hole", "tournament fresh", "tournament kept",
    ]  # fmt: skip


def test_without_the_measurements_beside_it_the_command_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(bench.arena, "__file__", str(tmp_path / "arena" / "__init__.py"))
    with pytest.raises(ConfigError, match=r"no measurements.*checkout"):
        bench.bench_folder()


def test_a_measurement_that_fails_is_told_in_one_line(tmp_path):
    (tmp_path / "start.py").write_text("raise SystemExit('no room left')")
    with pytest.raises(RunError, match=r"bench/start\.py ended with 1: no room left"):
        bench.measure(tmp_path, RUNS["start"], None, None, quick=True)


def test_word_lists_and_positions_reach_the_measurements_that_take_them(tmp_path):
    for name in ("selfplay", "moves", "lexicon", "start"):
        (tmp_path / f"{name}.py").write_text("import json, sys; print(json.dumps({'call': sys.argv[1:]}))")

    def call(key):
        return bench.measure(tmp_path, RUNS[key], "words.txt", "some.tsv", quick=False)["call"]

    assert call("selfplay hole") == ["--board", "hole", "--words", "words.txt"]
    assert call("moves") == ["some.tsv", "--words", "words.txt"]
    assert call("lexicon") == ["words.txt"]
    assert call("start") == []
