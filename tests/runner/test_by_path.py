"""Bots that are named by where they lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.errors import BotError
from arena.runner.plugin.by_path import is_path, plugin_at
from arena.runner.sandbox.orders import ModulePlace

TWO = '[project.entry-points."arena.bots"]\nmine = "mine.bot:make_bot"\nother = "mine.bot:other"\n'


def package(folder: Path, text: str, inside: str = "src/mine") -> Path:
    (folder / inside).mkdir(parents=True)
    (folder / "pyproject.toml").write_text(text)
    return folder


@pytest.mark.parametrize("name", ["./bot.py", "bot.py", "bot.py:make", "/a/b", ".", "..", "../x:y"])
def test_paths(name: str):
    assert is_path(name)


@pytest.mark.parametrize("name", ["greedy", "module:factory", "package:greedy", "a.b:c"])
def test_names(name: str):
    assert not is_path(name)


def test_a_file_has_its_factory_behind_a_colon_or_make_bot(tmp_path: Path):
    (tmp_path / "bot.py").write_text("")
    found = plugin_at(f"{tmp_path}/bot.py")
    assert (found.plugin.value, found.folder) == ("bot:make_bot", tmp_path)
    assert found.plugin.place == ModulePlace("bot", str(tmp_path / "bot.py"))
    assert plugin_at(f"{tmp_path}/bot.py:other").plugin.value == "bot:other"


@pytest.mark.parametrize("inside", ["src/mine", "mine"])
def test_a_package_has_what_it_registers(tmp_path: Path, inside: str):
    folder = package(tmp_path, TWO.replace('other = "mine.bot:other"\n', ""), inside)
    found = plugin_at(str(folder))
    assert (found.plugin.name, found.plugin.value) == ("mine", "mine.bot:make_bot")
    assert found.folder == (folder / inside).parent
    assert found.plugin.place is not None and found.plugin.place.folders == (str(folder / inside),)


def test_of_several_bots_one_is_named(tmp_path: Path):
    folder = package(tmp_path, TWO)
    assert plugin_at(f"{folder}:other").plugin.value == "mine.bot:other"
    with pytest.raises(BotError, match=f"registers mine, other. Write which: {folder.name}:mine"):
        plugin_at(str(folder))
    with pytest.raises(BotError, match=r"registers no bot 'third'\. It registers: mine, other"):
        plugin_at(f"{folder}:third")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[project]\nname = 'x'\n", "it registers no bot"),
        ("[project", "it cannot be read"),
        (f"x = {'9' * 5000}", "it cannot be read"),
        (f"x = {'[' * 5000}", "it cannot be read"),
        ('[project.entry-points."arena.bots"]\nmine = "gone:make_bot"\n', "there is no module gone"),
        ("project = 3\n", "it registers no bot"),
    ],
)
def test_what_is_no_bots_package_is_said(tmp_path: Path, text: str, problem: str):
    with pytest.raises(BotError, match=problem):
        plugin_at(str(package(tmp_path, text)))


def test_what_is_not_there_is_said(tmp_path: Path):
    for name, problem in (
        ("no.py", "there is no file"),
        (".", "has no pyproject.toml"),
        ("a-b.py", "no Python module"),
    ):
        (tmp_path / "a-b.py").write_text("")
        with pytest.raises(BotError, match=problem):
            plugin_at(f"{tmp_path}/{name}")


@pytest.mark.parametrize("name", ["random", "numpy", "arena", "msgspec"])
def test_a_name_that_python_or_the_arena_has_is_refused(tmp_path: Path, name: str):
    (tmp_path / f"{name}.py").write_text("")
    with pytest.raises(BotError, match="is called like a module that Python or the arena has"):
        plugin_at(f"{tmp_path}/{name}.py")
    text = f'[project.entry-points."arena.bots"]\nmine = "{name}.bot:make_bot"\n'
    with pytest.raises(BotError, match="is called like a module that Python or the arena has"):
        plugin_at(str(package(tmp_path / "package", text, f"src/{name}")))
