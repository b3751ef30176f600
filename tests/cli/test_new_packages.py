"""``arena bots new`` and ``arena games new``: names that will not do, and a game that is ready as it is written."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from arena.cli.bots.bots import command as bots
from arena.cli.games.games import games
from arena.cli.new_package import check_name
from arena.errors import ConfigError
from arena.games.conformance import check_game
from arena.variants.plugins import make_game


@pytest.mark.parametrize(("name", "message"), [
    ("class", "a keyword of Python"), ("match", "a keyword of Python"), ("json", "belongs to Python itself"),
    ("numpy", "a package numpy is installed"), ("pyyaml", "a package PyYAML is installed"),
    ("yaml", "is installed"), ("pil", "a package PIL is installed"), ("typing-extensions", "is installed"),
    ("arena", "is installed"), ("tests", "can be imported already"),
    ("greedy", "greedy is the name of an installed bot"),
    ("greedy_trie", "greedy-trie is the name of an installed bot, and greedy_trie differs from it in case or"),
    ("con", "cannot be a name"), ("a-vs-b", "cannot be a name"), ("setup", "cannot be a name"),
    ("conftest", "cannot be a name"),
    ("My", "cannot be the name of a package"), ("a" * 65, "cannot be the name of a package"),
    ("../x", "cannot be the"),
    ("", "cannot be the name"), ("a--b", "cannot be the"), ("1a", "cannot be the"), ("é", "cannot be the"),
])  # fmt: skip
def test_a_name_that_would_not_do_is_refused_with_the_reason(name, message, tmp_path):
    with pytest.raises(ConfigError, match=message):
        bots.main(["new", "--into", str(tmp_path), "--", name], standalone_mode=False)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("name", "message"), [
    ("nim", "nim is the name of an installed game"), ("word", "word is the name of an installed game"),
    ("class", "word of Python"),
])  # fmt: skip
def test_a_new_game_cannot_take_such_a_name_either(name, message, tmp_path):
    with pytest.raises(ConfigError, match=message):
        games.main(["new", name, "--into", str(tmp_path)], standalone_mode=False)


def test_a_folder_of_this_name_beside_is_no_module_of_anybody(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "quiet_bot").mkdir()
    assert check_name("quiet-bot", "bot", "arena bots new", ()) == "quiet_bot"
    (tmp_path / "quiet_bot" / "__init__.py").touch()
    with pytest.raises(ConfigError, match="can be imported already"):
        check_name("quiet-bot", "bot", "arena bots new", ())


def test_a_new_game_is_ready_as_it_is_written(tmp_path, monkeypatch):
    done = CliRunner().invoke(games, ["new", "heap-x", "--into", str(tmp_path)])
    assert done.exit_code == 0 and "pip install -e" in done.output and "arena games check heap-x" in done.output
    folder = tmp_path / "heap-x"
    assert {path.name for path in folder.iterdir()} == {"pyproject.toml", "heap_x.py", "test_heap_x.py", "README.md"}
    again = CliRunner().invoke(games, ["new", "heap-x", "--into", str(tmp_path)])
    assert isinstance(again.exception, ConfigError) and "already exists" in str(again.exception)
    monkeypatch.syspath_prepend(folder)
    report = check_game(make_game("heap_x:make_game(9)"))
    assert report.good, report.findings
    with pytest.raises(ConfigError, match="numbers from 1 to 200"):
        make_game("heap_x:make_game(stones=0)")
    own = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=folder, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTEST_ADDOPTS": ""},
    )  # fmt: skip
    assert own.returncode == 0, own.stdout + own.stderr
