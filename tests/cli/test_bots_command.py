"""``arena bots``: names that are taken, the shape of the list, and what is said of a bot that does not start."""

import importlib
import re
from typing import Any

import pytest

from arena.cli.bots.bots import command, does_not_start, listing
from arena.config.missing import install_line
from arena.config.model import Limits
from arena.config.naming import OURS
from arena.contract.chance import Random
from arena.contract.game import GameInfo
from arena.errors import BotError, ConfigError
from arena.runner.plugin.find import Plugin, installed
from arena.runner.preflight import Trouble
from arena.runner.setup import BotSetup
from arena.variants.plugins import make_game
from arena_bots import slow
from tests.cli.conftest import FILE


def test_a_new_bot_cannot_take_the_name_of_an_installed_one(tmp_path):
    with pytest.raises(ConfigError, match="greedy is the name of an installed bot"):
        command.main(["new", "greedy", "--into", str(tmp_path)], standalone_mode=False)
    assert not (tmp_path / "greedy").exists()


def test_the_list_has_no_empty_column():
    head, rule, *rows = listing().splitlines()
    assert head.split() == ["bot", "distribution", "version", "factory"]
    assert len(rule.split()) == 4
    assert any(row.split()[0] == "greedy" for row in rows)


def without_progress(text):
    """Return the lines, without those of a start that took more than a second: a busy machine has them."""
    lines = text.splitlines()
    return [
        line for line in lines if not re.match(r"starting \d+ bots? on every variant|\d+ of \d+ looked at, last ", line)
    ]


def test_a_bot_is_checked_where_it_lies(tmp_path, arena: Any):
    (tmp_path / "mine.py").write_text(
        "class First:\n    def choose(self, view, budget):\n        return next(iter(view.legal()))\n\n\n"
        "def make_bot(info, rng):\n    return First()\n"
    )
    done = arena(tmp_path, "bots", "check", "./mine.py", "--game", "sticks")
    assert done.returncode == 0 and "nothing is wrong" in done.stdout, done.stderr
    done = arena(tmp_path, "bots", "check", "./other.py", "--game", "sticks")
    assert done.returncode == 3 and "NAME: there is no file or folder ./other.py" in done.stderr


def test_a_factory_that_fails_is_told_once_with_its_place_and_what_to_do(tmp_path, arena: Any):
    done = arena(tmp_path, "bots", "check", "tests.guests.zoo:at_construction", "--game", "sticks", "--game", "nim",
                 "--seed", "drawn-00000000000000000000000000000003")  # fmt: skip
    assert (done.returncode, done.stdout) == (3, "")
    first, *printed, last = without_progress(done.stderr)
    name = "tests.guests.zoo:at_construction"
    assert first == f"{name}: it does not start on sticks: before it was ready: ValueError: no bot today"
    assert any("zoo.py" in line for line in printed) and printed[-1].endswith("| ValueError: no bot today")
    assert last == "Fix it, and check it again"


def test_a_factory_that_hangs_is_told_how_long_it_has():
    trouble = Trouble("slow", "sticks", "it was not ready within 30 s")
    assert str(does_not_start(BotSetup("slow", value="my_bots.slow:make"), trouble, Limits())) == (
        "slow (my_bots.slow:make): it does not start on sticks: it was not ready within 30 s\n"
        "Let its module and its factory do less, or give it longer: --start-time here, limits.start_time in a file"
    )


def test_a_bot_that_does_not_start_plays_no_game_of_a_check(tmp_path, arena: Any):
    text = FILE.replace("[first,", "[{name: broken, bot: 'tests.guests.zoo:at_construction'},")
    done = arena(tmp_path, "check", "small.yaml", text=text)
    assert done.returncode == 3
    assert done.stdout.count("no bot today") == 3  # the problem, and what it printed: the line that raised, the error
    assert "no player was ready" not in done.stdout


def test_a_module_that_is_missing_is_told_with_the_line_that_installs_it(tmp_path, arena: Any):
    (tmp_path / "wants_more.py").write_text("import sklearn_of_nobody.parts\n")
    done = arena(tmp_path, "bots", "check", "wants_more:make_bot", "--game", "sticks")
    assert done.returncode == 3
    assert done.stderr.splitlines()[-1] == "Install what it needs: pip install sklearn_of_nobody"
    text = FILE.replace("[first,", "[{name: more, bot: 'wants_more:make_bot'},")
    done = arena(tmp_path, "run", "small.yaml", text=text)
    assert done.returncode == 3
    assert "Install what it needs: pip install sklearn_of_nobody" in done.stderr
    assert "  Install what it needs" in arena(tmp_path, "check", "small.yaml", "--start-only", text=text).stdout


@pytest.mark.parametrize(("message", "own", "line"), [
    ("ModuleNotFoundError: No module named 'cv2'", "my_bot:make", "Install what it needs: pip install opencv-python"),
    ("ModuleNotFoundError: No module named 'torch.nn'", "my_bot:make", "Install what it needs: pip install torch"),
    ("ModuleNotFoundError: No module named 'my_bot'", "my_bot:make",
     "There is no module my_bot: name one that is installed, or that is in the current folder"),
    ("ModuleNotFoundError: No module named 'my_bot.deep'", "my_bot.more:make",
     "There is no module my_bot.deep: name one that is installed, or that is in the current folder"),
    ("ImportError: cannot import name 'x' from 'y'", "my_bot:make", ""),
    ("ModuleNotFoundError: No module named '; rm -rf'", "my_bot:make", ""),
])  # fmt: skip
def test_what_to_do_about_a_missing_module(message, own, line):
    assert install_line(message, own.partition(":")[0]) == line


@pytest.mark.parametrize(("message", "line"), [
    ("ModuleNotFoundError: No module named 'yaml.parts'", ("ann: if it needs the package PyYAML, that stands in its "
     "requirements.txt or pyproject.toml, and comes from the folder of wheels")),
    ("ImportError: cannot import name 'x' from 'y'", ""),
])  # fmt: skip
def test_nobody_is_told_to_install_by_hand_what_a_submission_misses(message, line):
    assert install_line(message, "bot", "ann") == line


def test_the_list_says_how_a_shared_name_is_written(monkeypatch):
    shared = {"greedy": [Plugin("greedy", "a:b", "theirs", "1"), Plugin("greedy", "c:d", OURS, "2")],
              "wild": [Plugin("wild", "c:d", "one", "1"), Plugin("wild", "e:f", "two", "1")]}  # fmt: skip
    monkeypatch.setattr("arena.cli.bots.bots.installed", lambda: shared)
    rows = [line.split(maxsplit=4) for line in listing().splitlines()[2:]]
    assert [row[4:] for row in rows] == [
        ["write bot: theirs:greedy"],
        [],
        ["write bot: one:wild"],
        ["write bot: two:wild"],
    ]


@pytest.mark.parametrize("name", [name for name, found in installed().items() if found[0].distribution == OURS])
def test_our_bots_refuse_options_that_they_do_not_have(name):
    module, _, factory = installed()[name][0].value.partition(":")
    info = GameInfo("v", "sticks", 2, 0, 1.0, {"spede": 3}, make_game("sticks"))
    with pytest.raises(BotError, match="there is no option 'spede'"):
        getattr(importlib.import_module(module), factory)(info, Random(1))


@pytest.mark.parametrize("seconds", ["long", -1, True, float("inf"), None])
def test_the_slow_bot_says_what_a_number_of_seconds_is(seconds):
    with pytest.raises(BotError, match="is not a number of seconds"):
        slow.make_bot(GameInfo("v", "sticks", 2, 0, 1.0, {"seconds": seconds}), Random(1))
