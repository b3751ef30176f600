"""``arena plan``: the figures are right, faults end with status 2, and nothing is started."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.main import main
from arena.cli.tournaments.plan import plan
from arena.errors import EXIT_PREFLIGHT, BotError

TEXT = (
    "name: night\nseed: 5\nbots: [greedy, longest, random]\nlexicon: odd\nvariants: [standard, infinite]\npairs: 50\n"
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "night.yaml"
    path.write_text(TEXT + "workers: 4\nmove_time: 2s\n")
    return path


def test_the_figures_of_a_plan(file):
    facts = json.loads(CliRunner().invoke(plan, [str(file), "--json"]).output)
    assert (facts["tables"], facts["variants"], facts["pairs"], facts["games"], facts["workers"]) == (3, 2, 50, 600, 4)
    assert facts["quick"] == pytest.approx(600 * 0.1 / 4)
    assert facts["longest"] == pytest.approx(600 * 30 * 2 / 4)
    assert set(facts["digests"]) == {"standard", "infinite"}


def test_the_plan_for_people(file):
    text = CliRunner().invoke(plan, [str(file)]).output
    assert "600 = 3 pairings x 2 variants x 50 pairs x 2 seats" in text
    assert "seed         5\n" in text
    assert "up to about 2 h 30 min, if every bot takes all its time" in text
    assert "standard/greedy-vs-longest/0001/1" in text


def test_a_seed_that_the_file_does_not_name_is_said_to_be_drawn(file):
    file.write_text(TEXT.replace("seed: 5\n", ""))
    assert "none in the file: each run draws its own" in CliRunner().invoke(plan, [str(file)]).output


def test_a_limit_on_the_game_bounds_the_estimate(file):
    file.write_text(TEXT + "workers: 1\nmove_time: none\nlimits: {game_time: 10s}\n")
    fields = json.loads(CliRunner().invoke(plan, [str(file), "--json"]).output)
    assert fields["longest"] == pytest.approx(600 * 2 * 10)


@pytest.mark.parametrize(
    ("times", "a_seat"),
    [
        ("game_time: 10s", 10.0),
        ("game_time: 10s+1s", 10.0 + 15.0),  # of 30 turns each of two seats has 15
        ("game_time: {budget: 10s, delay: 2s, overtime: {points: 10, most: 1m}}", 10.0 + 30.0 + 60.0),
        ("game_time: 10h\nmove_time: 2s", 30.0),
    ],
)
def test_a_time_for_the_game_bounds_it_too(file, times, a_seat):
    file.write_text(TEXT + f"workers: 1\n{times}\n")
    fields = json.loads(CliRunner().invoke(plan, [str(file), "--json"]).output)
    assert fields["longest"] == pytest.approx(600 * 2 * a_seat)


def test_faults_end_with_status_2_and_a_line_each(file, capsys):
    file.write_text(TEXT.replace("greedy", "greedyy") + "workers: 0\n")
    with pytest.raises(SystemExit) as caught:
        main(["plan", str(file)])
    assert caught.value.code == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[0].rpartition("night.yaml:")[2] for line in lines] == ["3:8", "7:10"]


def test_nothing_is_started_and_nothing_is_written(file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(plan, [str(file)])
    assert [path.name for path in tmp_path.iterdir()] == ["night.yaml"]


def test_a_plan_says_how_many_pairs_an_effect_takes(file):
    # By hand: s = 1 / (1 + 10 ** (-50 / 400)) = 0.57146, (1.95996 + 0.84162) ** 2 = 7.8489,
    # 7.8489 * s * (1 - s) / 2 / (s - 0.5) ** 2 = 188.2
    fields = json.loads(CliRunner().invoke(plan, [str(file), "--effect", "50", "--json"]).output)
    assert fields["pairs_needed"] == 189
    text = CliRunner().invoke(plan, [str(file), "--effect", "50"]).output
    assert "50 pairs on each variant (too few by 139), 100 over all variants (too few by 89)." in text
    text = CliRunner().invoke(plan, [str(file), "--effect", "200"]).output
    assert "50 pairs on each variant (enough), 100 over all variants (enough)." in text


def test_an_effect_of_nothing_takes_for_ever_and_is_refused(file, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["plan", str(file), "--effect", "0"])
    assert caught.value.code == 2
    assert "0 Elo can never be seen" in capsys.readouterr().err


def test_an_option_that_a_bot_does_not_have_is_found_with_its_place(tmp_path):
    text = "name: n\nbots: [{name: g, bot: random, options: {treads: 2}}, first]\nvariants: [{game: sticks}]\n"
    file = tmp_path / "night.yaml"
    file.write_text(text)
    with pytest.raises(BotError) as caught:
        plan.main([str(file)], standalone_mode=False)
    assert caught.value.exit_code == EXIT_PREFLIGHT
    start = f"{file}:2:31: bots[0].options: g on sticks: before it was ready: options.treads: "
    assert str(caught.value) == f"{start}there is no option 'treads'. It has: top"


def test_bots_without_options_are_not_started(tmp_path, monkeypatch):
    monkeypatch.setattr("arena.runner.plan.start_all", None)
    file = tmp_path / "night.yaml"
    file.write_text(
        "name: x\nbots: [first, {name: f, address: '127.0.0.1:9', options: {a: 1}}]\nvariants: [{game: sticks}]\n"
    )
    assert CliRunner().invoke(plan, [str(file)]).exit_code == 0


def test_a_bot_that_is_kept_is_named(tmp_path):
    text = "name: t\nbots: [random, {name: net, bot: random, process: kept}]\nvariants: [{name: nim, game: nim}]\n"
    (tmp_path / "t.yaml").write_text(text)
    done = CliRunner().invoke(plan, [str(tmp_path / "t.yaml")], standalone_mode=False)
    table = [line.split() for line in done.output.splitlines()]
    assert ["bot", "plays", "as", "options", "process"] in table
    assert ["net", "random", "kept"] in table and ["random", "random", "fresh"] in table
    result = CliRunner().invoke(plan, [str(tmp_path / "t.yaml"), "--json"], standalone_mode=False)
    assert json.loads(result.output)["kept"] == ["net"]


def test_openings_and_agreed_ends_are_told(file):
    file.write_text(
        "name: night\nseed: 5\nbots: [random, first]\nvariants: [{game: tictactoe, openings: [middle, ul]}]\n"
        "adjudicate: {turns: 9, repeats: 3}\npairs: 2\n"
    )
    text = " ".join(CliRunner().invoke(plan, [str(file)]).output.split())
    assert "openings of tictactoe 2 agreed end after 9 turns; a position for the 3. time" in text
    file.write_text(file.read_text().replace("pairs: 2", "pairs: 3"))
    assert "2, each again after so many pairs" in " ".join(CliRunner().invoke(plan, [str(file)]).output.split())
