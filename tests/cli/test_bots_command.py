"""``arena bots``: names that are taken, the shape of the list, and what is said of a bot that does not start."""

import pytest

from arena.cli.bots import command, does_not_start, listing
from arena.config.model import Limits
from arena.errors import ConfigError
from arena.runner.preflight import Trouble
from arena.runner.setup import BotSetup
from tests.cli.test_run_commands import FILE, arena


def test_a_new_bot_cannot_take_the_name_of_an_installed_one(tmp_path):
    with pytest.raises(ConfigError, match="greedy is the name of an installed bot"):
        command.main(["new", "greedy", "--into", str(tmp_path)], standalone_mode=False)
    assert not (tmp_path / "greedy").exists()


def test_the_list_has_no_empty_column():
    head, rule, *rows = listing().splitlines()
    assert head.split() == ["bot", "distribution", "version", "factory"]
    assert len(rule.split()) == 4
    assert any(row.split()[0] == "greedy" for row in rows)


def test_a_factory_that_fails_is_told_once_with_its_place_and_what_to_do(tmp_path):
    done = arena(tmp_path, "bots", "check", "tests.guests.zoo:at_construction", "--game", "sticks", "--game", "nim")
    assert (done.returncode, done.stdout) == (3, "")
    first, *printed, last = done.stderr.splitlines()
    name = "tests.guests.zoo:at_construction"
    assert first == f"{name}: it does not start on sticks: before it was ready: ValueError: no bot today"
    assert any("zoo.py" in line for line in printed) and printed[-1].endswith("| ValueError: no bot today")
    assert last == "Mend it, and check it again"


def test_a_factory_that_hangs_is_told_how_long_it_has():
    trouble = Trouble("slow", "sticks", "it did not say ready within 30 s")
    assert str(does_not_start(BotSetup("slow", value="my_bots.slow:make"), trouble, Limits())) == (
        "slow (my_bots.slow:make): it does not start on sticks: it did not say ready within 30 s\n"
        "Let its module and its factory do less, or give it longer in a tournament file (limits.start_time)"
    )


def test_a_bot_that_does_not_start_plays_no_game_of_a_check(tmp_path):
    text = FILE.replace("[first,", "[{name: broken, bot: 'tests.guests.zoo:at_construction'},")
    done = arena(tmp_path, "check", "small.yaml", text=text)
    assert done.returncode == 3
    assert done.stdout.count("no bot today") == 3  # the problem, and what it printed: the line that raised, the error
    assert "no player was ready" not in done.stdout
