"""A bot against itself: the same game twice, or where the two games part."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.tournaments.check import command
from arena.errors import EXIT_OK, EXIT_PARTIAL

FILE = """
name: selves
seed: drawn-00000000000000000000000000000001
bots: [BOT]
variants:
  - {name: sticks, game: sticks, options: {count: 40}}
pairs: 1
move_time: 60s
"""


def checked(tmp_path: Path, *bots: str):
    (tmp_path / "selves.yaml").write_text(FILE.replace("BOT", ", ".join(bots)))
    asked = ["--self-test", "--pairs", "2", str(tmp_path / "selves.yaml")]
    return CliRunner().invoke(command, asked, standalone_mode=False)


def test_bots_whose_chance_is_the_given_one_come_to_exactly_one_half(tmp_path):
    done = checked(tmp_path, "random", "first", "{name: careless, bot: 'tests.guests.players:global_chance'}")
    assert done.return_value == EXIT_OK, done.output
    for bot in ("random", "first", "careless"):
        assert f"{bot}: ok, 2 of 2 pairs against itself are exactly one half" in done.output


def test_hidden_chance_is_found_and_the_first_turn_that_differs_is_named(tmp_path):
    done = checked(tmp_path, "{name: hidden, bot: 'tests.guests.players:hidden_chance'}", "first")
    assert done.return_value == EXIT_PARTIAL, done.output
    assert "hidden: not ok, 0 of 2 pairs" in done.output
    assert "sticks, pair 1: the games part at turn " in done.output
    assert "first: ok" in done.output


@pytest.mark.parametrize("workers", [64])
def test_more_workers_than_cores_is_a_warning(tmp_path, workers):
    (tmp_path / "many.yaml").write_text(FILE.replace("BOT", "first, random") + f"workers: {workers}\n")
    done = CliRunner().invoke(command, ["--start-only", str(tmp_path / "many.yaml")], standalone_mode=False)
    assert f"warning: {workers} workers on " in done.output
