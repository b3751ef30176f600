"""Which bots are there: read from metadata alone, so a broken plug-in spoils nothing but itself."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import Distribution, EntryPoint
from pathlib import Path

import pytest

from arena import __version__
from arena.config.naming import OURS
from arena.errors import EXIT_PREFLIGHT, BotError
from arena.runner.plugin.find import file_hash, find, installed
from tests.runner.called import call
from tests.runner.tables import ROOT

ARENA = [sys.executable, "-c", "from arena.cli.main import main; main()"]


def made_by(folder: Path, name: str, *bots: str) -> list[EntryPoint]:
    """Return the entry points of a distribution that is made in a folder."""
    info = folder / f"{name}-1.2.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text("[arena.bots]\n" + "".join(f"{bot} = {bot}_bot:make\n" for bot in bots))
    return list(Distribution.at(info).entry_points)


def test_each_of_two_packages_with_one_name_is_found_by_package_and_name(tmp_path):
    known = installed([*made_by(tmp_path, "my-bots", "wild", "calm"), *made_by(tmp_path, "theirs", "wild")])
    with pytest.raises(
        BotError, match=r"my-bots and theirs both register 'wild'\. Write my-bots:wild or theirs:wild"
    ) as e:
        find("wild", known)
    assert e.value.exit_code == EXIT_PREFLIGHT
    assert find("calm", known).distribution == "my-bots"
    assert [find(name, known).distribution for name in ("theirs:wild", "My_Bots:wild")] == ["theirs", "my-bots"]
    with pytest.raises(BotError, match="no bot called 'my-bots:bold'"):
        find("my-bots:bold", known)


def test_a_name_of_ours_is_ours_whatever_else_is_installed(tmp_path):
    known = installed([*made_by(tmp_path, "theirs", "greedy"), *made_by(tmp_path, "bot-arena", "greedy")])
    assert find("greedy", known).distribution == "bot-arena"
    assert (find("theirs:greedy", known).distribution, find("theirs:greedy", known).name) == ("theirs", "greedy")
    assert [find(f"{said}:greedy", known).distribution for said in ("bot-arena", "arena")] == ["bot-arena"] * 2


def test_a_package_of_our_old_name_is_itself(tmp_path):
    known = installed([*made_by(tmp_path, "arena", "greedy"), *made_by(tmp_path, "bot-arena", "greedy", "slow")])
    assert find("arena:greedy", known).distribution == "arena"
    assert find("arena:slow", known).distribution == "bot-arena"


def test_a_registered_name_goes_before_a_factory_of_the_same_text(tmp_path):
    known = installed(made_by(tmp_path, "calm", "make"))
    assert find("calm:make", known).value == "make_bot:make"
    assert find("calm:other", known).value == "calm:other"


def test_one_distribution_that_is_seen_twice_is_one(tmp_path):
    points = made_by(tmp_path, "ours", "greedy")
    assert find("greedy", installed([*points, *points])).version == "1.2"


def test_a_bot_that_is_not_installed_is_told_with_what_is_near(tmp_path):
    with pytest.raises(BotError, match=r"no bot called 'greedyy'\. Did you mean 'greedy'\? Installed: greedy"):
        find("greedyy", installed(made_by(tmp_path, "ours", "greedy")))


def test_a_bot_may_be_named_by_its_factory():
    assert find("my_bot:make_bot", {}).module == "my_bot"


def test_nothing_of_a_bot_is_imported_when_it_is_looked_at():
    program = (
        "import sys; from arena.runner.plugin.find import find, installed, file_hash\n"
        "assert len(file_hash(find('greedy'))) == 64\n"
        "assert file_hash(find('tests.guests.at_import:make_bot'))\n"
        "print([name for name in sys.modules if name.startswith(('bots', 'tests'))])"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_hash_of_a_file_changes_with_the_file(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "calm_bot.py").write_text("one")
    first = file_hash(find("calm_bot:make"))
    (tmp_path / "calm_bot.py").write_text("two")
    assert first != file_hash(find("calm_bot:make")) != ""
    assert file_hash(find("not_there_bot:make")) == ""


def test_bots_are_listed_with_distribution_and_version(tmp_path):
    status, listed, err = call(tmp_path, "bots")
    assert status == 0, err
    assert any(
        line.split()[:4] == ["greedy", OURS, __version__, "arena_bots.greedy:make_bot"] for line in listed.splitlines()
    )


def test_a_new_bot_runs_at_once(tmp_path):
    status, made, err = call(tmp_path, "bots", "new", "my-bot")
    assert status == 0, err
    assert "pip install -e my-bot" in made
    assert {path.name for path in (tmp_path / "my-bot").iterdir()} == {
        "pyproject.toml", "my_bot.py", "test_my_bot.py", "README.md",
    }  # fmt: skip
    done = subprocess.run(
        [*ARENA, "bots", "check", "my_bot:make_bot", "--on", "standard"],
        cwd=tmp_path / "my-bot", env=os.environ | {"PYTHONPATH": f"{tmp_path / 'my-bot'}:{ROOT}"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing is wrong" in done.stdout
    status, _, err = call(tmp_path, "bots", "new", "my-bot")
    assert status == 2
    assert "already exists" in err


def test_a_check_says_what_is_wrong_with_a_bot(tmp_path):
    (tmp_path / "tmp").mkdir()
    status, out, err = call(tmp_path, "bots", "check", "tests.guests.zoo:raises", "--game", "sticks")
    assert status == EXIT_PREFLIGHT, err
    assert "crashed: KeyError: 'lost my way'" in out
    assert 'raise KeyError("lost my way")' in out


FORMER = (
    "aggressive", "first", "greedy", "greedy_trie", "lone_letter", "longest", "opener", "passer", "perfect",
    "rack_words", "random_play", "slow", "sparring",
)  # fmt: skip


@pytest.mark.parametrize("module", FORMER)
def test_a_bot_of_ours_is_found_where_files_of_0_1_name_it(module):
    named = f"bots.{module}:make_bot"
    found = find(named, {})
    assert found.name == named and found.value.startswith("arena_bots.")
    assert callable(EntryPoint(module, found.value, "arena.bots").load()) and file_hash(found)


def test_a_package_of_somebodys_own_called_bots_is_theirs(tmp_path, monkeypatch):
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "__init__.py").touch()
    (tmp_path / "bots" / "greedy.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert find("bots.greedy:make_bot", {}).value == "bots.greedy:make_bot"
    assert find("bots.mine:make_bot", {}).value == "bots.mine:make_bot"


def test_every_bot_that_is_registered_lies_in_the_package_of_our_bots():
    ours = [plugin for plugins in installed().values() for plugin in plugins if plugin.distribution == OURS]
    assert len(ours) >= 12
    for plugin in ours:
        assert plugin.value.startswith("arena_bots.") and file_hash(plugin)
