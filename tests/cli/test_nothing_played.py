"""A run whose bots do not start leaves a folder without games, and its report says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.main import arena
from arena.errors import BotError

FILE = """
name: small
bots: [random, {name: broken, bot: 'tests.guests.at_import:make_bot'}]
variants: [{name: sticks, game: sticks(1)}]
pairs: 1
"""
KINDS = {
    "round_robin": "",
    "swiss": "kind: {swiss: {rounds: 1}}\n",
    "knockout": "kind: knockout\n",
    "ladder": "kind: ladder\n",
    "sprt": "stop: {sprt: {bots: [random, broken], elo0: 0, elo1: 200}}\n",
    "half-width": "stop: {half_width: 150}\n",
}


@pytest.fixture(params=KINDS)
def results(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Run a tournament that cannot begin; return its folder."""
    file = tmp_path / "small.yaml"
    file.write_text(FILE + KINDS[request.param])
    done = CliRunner().invoke(arena, ["run", str(file), "--workers", "1", "--output", str(tmp_path / "here")])
    assert isinstance(done.exception, BotError), done.output
    return str(tmp_path / "here")


def output_of(*words: str) -> str:
    done = CliRunner().invoke(arena, ["report", *words])
    assert done.exit_code == 0, done.output
    return done.output


def test_the_report_says_plainly_that_no_game_was_played(results: str):
    text, page = output_of(results), output_of(results, "--format", "html")
    facts = json.loads(output_of(results, "--format", "json"))
    for shown in (text, page):
        assert "No game has been played yet." in shown
        assert " of 1 round" not in shown
        assert "Ladder" not in shown
    assert "small: 0 games" in text
    assert facts["games"] == 0
    assert facts["course"]["table"] is None
