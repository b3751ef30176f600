"""Every kind of tournament from the command line: any number of workers, killed and resumed, plays the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runner.called import call
from tests.runner.test_runs import export, nothing_lives, run, start, wait_for_games

HEAD = """
name: small
seed: drawn-0000000000000000000000000000000b
bots: [random, first, {name: other, bot: random}, {name: third, bot: random}, {name: fifth, bot: first}]
variants: [{name: sticks, game: sticks, options: {count: 21}}]
move_time: 60s
limits: {start_time: 120s}
"""
KINDS = {
    "gauntlet": "kind: {gauntlet: {hero: other}}\npairs: 2\n",
    "swiss": "kind: {swiss: {rounds: 3}}\npairs: 2\n",
    "knockout": "kind: {knockout: {extra_pairs: 2}}\npairs: 2\n",
    "ladder": "kind: ladder\npairs: 4\n",
    "sprt": "stop: {sprt: {bots: [random, first], elo0: -200, elo1: 200}}\npairs: 40\n",
    "half-width": "stop: {half_width: 250}\npairs: 40\n",
}
# A swiss tournament goes by its results, and an SPRT ends with its verdict: the others go the same ways.
LONGER = {"gauntlet", "knockout", "ladder", "half-width"}
SAID = {
    "swiss": "Swiss, 3 of 3 rounds",
    "knockout": "Knockout, won by ",
    "ladder": "Ladder",
    "sprt": "Stopped by SPRT: Elo is biased outward.",
    "half-width": "Stopped by precision",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tmp").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.soak] if name in LONGER else []) for name in KINDS]
)
def test_a_kind_plays_the_same_games_for_any_number_of_workers_killed_or_not(tmp_path, name):
    text = HEAD + KINDS[name]
    exports = []
    for workers in ("1", "3"):
        folder = tmp_path / workers
        (folder / "tmp").mkdir(parents=True)
        status, out, err = run(folder, "--workers", workers, text=text)
        assert status == 0, err
        assert SAID.get(name, "STANDINGS") in out
        exports.append(export(folder))
    folder = tmp_path / "killed"
    (folder / "tmp").mkdir(parents=True)
    process = start(folder, "--workers", "2", text=text)
    wait_for_games(folder, 9, process)
    process.kill()
    process.communicate()
    nothing_lives(folder)
    status, out, err = run(folder, "--resume", text=text)
    assert status == 0, err
    assert SAID.get(name, "STANDINGS") in out
    exports.append(export(folder))
    assert exports[0]
    assert exports == [exports[0]] * 3


def test_a_swiss_tournament_that_has_begun_takes_no_more_bots_and_a_ladder_does(folder):
    for kind, status in [("swiss", 4), ("ladder", 0)]:
        text = HEAD.replace("name: small", f"name: {kind}") + KINDS[kind]
        (folder / f"{kind}.yaml").write_text(text)
        assert run(folder, text=text)[0] == 0
        added = text.replace("[random,", "[{name: late, bot: random}, random,")
        got, _, err = run(folder, "--resume", text=added)
        assert got == status, err
        if status:
            assert "late is new" in err


@pytest.mark.parametrize("name", ["knockout", "sprt"])
def test_the_report_says_from_the_records_what_the_run_said(folder, name):
    status, out, _ = run(folder, text=HEAD + KINDS[name])
    assert status == 0
    status, reported, err = call(folder, "report", "small")
    assert status == 0, err
    winner, _, rest = out.partition("\n\n")
    run_said = rest.split("small: ")[0]
    assert SAID[name] in run_said
    first, _, report_said = reported.partition("\n\n")
    assert winner.startswith(first) and first
    assert report_said.startswith(run_said)
