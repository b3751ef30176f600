"""Every kind of tournament from the command line: any number of workers, killed and resumed, plays the same games."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from arena.records.store import GAMES
from tests.runner.test_runs import export, nothing_lives, run, start, wait_for_games

HEAD = """
name: small
seed: 11
bots: [random, first, {name: other, bot: random}, {name: third, bot: random}, {name: fifth, bot: first}]
variants: [{name: sticks, game: sticks, options: {count: 21}}]
move_time: 5s
limits: {start_time: 60s}
"""
KINDS = {
    "gauntlet": "kind: {gauntlet: {hero: other}}\npairs: 2\n",
    "swiss": "kind: {swiss: {rounds: 3}}\npairs: 2\n",
    "knockout": "kind: {knockout: {extra_pairs: 2}}\npairs: 2\n",
    "ladder": "kind: ladder\npairs: 4\n",
    "sprt": "stop: {sprt: {bots: [random, first], elo0: 0, elo1: 200}}\npairs: 40\n",
    "half-width": "stop: {half_width: 150}\npairs: 40\n",
}
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


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_plays_the_same_games_for_any_number_of_workers_killed_or_not(tmp_path, name):
    text = HEAD + KINDS[name]
    exports = []
    for workers in ("1", "4"):
        folder = tmp_path / workers
        (folder / "tmp").mkdir(parents=True)
        status, out, err = run(folder, "--workers", workers, text=text)
        assert status == 0, err
        assert SAID.get(name, "STANDINGS") in out
        exports.append(export(folder))
    folder = tmp_path / "killed"
    (folder / "tmp").mkdir(parents=True)
    process = start(folder, "--workers", "3", text=text)
    wait_for_games(folder, 9, process)
    process.kill()
    process.communicate()
    nothing_lives(folder)
    status, out, err = run(folder, "--resume", "--workers", "2", text=text)
    assert status == 0, err
    assert SAID.get(name, "STANDINGS") in out
    exports.append(export(folder))
    assert exports[0]
    assert exports == [exports[0]] * 3


def test_what_was_finished_beyond_the_end_is_set_aside_and_comes_back_when_it_is_wanted(folder):
    text = HEAD + KINDS["sprt"]
    assert run(folder, "--workers", "6", text=text)[0] == 0
    early = export(folder).splitlines()

    def aside() -> int:
        with sqlite3.connect(folder / "results" / "small" / GAMES) as base:
            return int(base.execute("SELECT count(*) FROM aside").fetchone()[0])

    there = aside()
    assert there > 0  # with six workers at least one game was finished ahead of a slower one
    # Resumed, it is over at once.
    status, _, err = run(folder, "--resume", text=text)
    assert status == 0
    assert f"{len(early)} games, " in err or "played before" in err
    assert export(folder).splitlines() == early
    assert aside() == there
    # Without the rule all games count, those from aside among them.
    more = 1 + max(int(line.split('"id":"')[1].split("/")[2]) for line in early)
    status, _, err = run(folder, "--resume", text=HEAD + f"pairs: {more}\n")
    assert status == 2  # fewer pairs than before are no addition
    assert "pairs: 40 -> " in err
    status, _, err = run(folder, "--resume", text=HEAD + "pairs: 40\n")
    assert status == 0, err
    assert f"{len(early) + there} of them played before" in err
    assert aside() == 0
    assert len(export(folder).splitlines()) == 10 * 40 * 2


def test_a_swiss_tournament_that_has_begun_takes_no_more_bots_and_a_ladder_does(folder):
    for kind, status in [("swiss", 2), ("ladder", 0)]:
        text = HEAD.replace("name: small", f"name: {kind}") + KINDS[kind]
        (folder / f"{kind}.yaml").write_text(text)
        assert run(folder, text=text)[0] == 0
        added = text.replace("[random,", "[{name: late, bot: random}, random,")
        got, _, err = run(folder, "--resume", text=added)
        assert got == status, err
        if status:
            assert "late is new" in err
