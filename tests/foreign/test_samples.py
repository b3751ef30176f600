"""The sample bots in other languages play whole games without a fault, where their interpreter is installed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arena.cli.bots import setup_for
from arena.cli.check_command import check_command
from arena.variants.load import open_tournament

ROOT = Path(__file__).parents[2]
SAMPLES = {"bot.js": "node", "bot.pl": "perl", "bot.sh": "bash", "c_bot": "cc"}


@pytest.mark.parametrize("sample", sorted(SAMPLES))
def test_a_sample_plays_every_kind_of_turn_without_a_fault(sample: str):
    if shutil.which(SAMPLES[sample]) is None:
        pytest.skip(f"{SAMPLES[sample]} is not installed")
    told: list[str] = []
    setup = setup_for(None, str(ROOT / "examples" / "foreign" / sample), ("infinite-hole",), (), 0.3)
    status = check_command(setup, 3, told.append)
    assert status == 0, "\n".join(told)
    assert told[0] == "the first messages are right"
    assert told[-1] == "nothing is wrong"
    assert not any("nothing but pass" in line for line in told)


@pytest.mark.parametrize("source", ["bot.js", "bot.pl", "bot.sh", "bot.c"])
def test_a_sample_has_less_than_a_hundred_and_fifty_lines(source: str):
    assert len((ROOT / "examples" / "foreign" / source).read_text(encoding="utf-8").splitlines()) < 150


def test_the_shipped_tournament_names_programs_that_are_there():
    tournament, variants = open_tournament(ROOT / "configs" / "tournaments" / "foreign.yaml", {"greedy": ["arena"]})
    commands = [Path(bot.command[0]) for bot in tournament.bots if bot.command]
    assert len(commands) == 5 and len(variants) == 2
    assert all(command.is_file() for command in commands)
