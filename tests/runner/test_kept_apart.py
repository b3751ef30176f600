"""From which places each of many bots is kept: those of all others, as they lie and compiled, and none of its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from arena.runner import setup as setups
from arena.runner.guests import hidden_from
from arena.runner.plugin.bytecode import compiled_folder
from arena.runner.sandbox.isolation import PROCESS, Isolation
from arena.runner.sandbox.orders import ModulePlace
from arena.runner.setup import BotSetup, Setup
from tests.runner.tables import setup_for

WALLED = Isolation("auto", ("namespaces", "landlock"))


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    """Return a setup with two files of bots, two entries of one package, and one that was handed in."""
    bots = {}
    for name in ("a", "b"):
        file = tmp_path / f"{name}.py"
        file.touch()
        bots[name] = BotSetup(name, value=f"{name}:make", place=ModulePlace(name, str(file)))
    (tmp_path / "pack").mkdir()
    place = ModulePlace("pack", str(tmp_path / "pack" / "__init__.py"), (str(tmp_path / "pack"),))
    for name in ("c", "d"):
        bots[name] = BotSetup(name, value=f"pack.{name}:make", place=place)
    (tmp_path / "in").mkdir()
    bots["e"] = BotSetup("e", value="e:make", paths=(str(tmp_path / "in"), "/somewhere"), source=str(tmp_path / "in"))
    whole = setup_for(paths=(str(tmp_path),), isolation=WALLED)
    return msgspec.structs.replace(whole, bots=bots)


def kept_from(setup: Setup, bot: str, root: Path) -> set[str]:
    """Return the names of what a bot is kept from, those of compiled modules with a plus."""
    names = {os.path.realpath(compiled_folder(str(root / name))): f"+{name}" for name in ("a.py", "b.py", "pack")}
    return {names.get(path) or str(Path(path).relative_to(root)) for path in hidden_from(setup, setup.bots[bot])}


def test_each_is_kept_from_all_others_and_from_nothing_of_its_own(setup: Setup, tmp_path: Path):
    everything = {"a.py", "+a.py", "b.py", "+b.py", "pack", "+pack", "in"}
    root = tmp_path.resolve()
    assert kept_from(setup, "a", root) == everything - {"a.py", "+a.py"}
    assert kept_from(setup, "b", root) == everything - {"b.py", "+b.py"}
    assert kept_from(setup, "c", root) == kept_from(setup, "d", root) == everything - {"pack", "+pack"}
    assert kept_from(setup, "e", root) == everything - {"in"}


def test_places_behind_links_are_told_as_landlock_sees_them(setup: Setup, tmp_path: Path):
    (tmp_path / "built").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "built")
    program = BotSetup("p", command=("/usr/bin/env",), folder=str(tmp_path / "link"))
    linked = msgspec.structs.replace(setup, bots={**setup.bots, "p": program})
    built = str(tmp_path.resolve() / "built")
    for name in setup.bots:
        assert built in hidden_from(linked, linked.bots[name])
    assert built not in hidden_from(linked, program)
    assert str(tmp_path / "link") not in linked.kept_apart


def test_nobody_is_where_files_are_not_closed(setup: Setup):
    assert hidden_from(msgspec.structs.replace(setup, isolation=PROCESS), setup.bots["a"]) == []


def test_where_bots_lie_is_looked_up_once_for_a_setup(setup: Setup, monkeypatch: pytest.MonkeyPatch):
    asked = list[str]()
    place_of_bot: Callable[[BotSetup], str] = setups.place_of_bot

    def place(bot: BotSetup) -> str:
        asked.append(bot.name)
        return place_of_bot(bot)

    monkeypatch.setattr(setups, "place_of_bot", place)
    for bot in setup.bots.values():
        hidden_from(setup, bot)
    assert sorted(asked) == ["a", "b", "c", "d"]  # and not the one with an environment of its own
    changed = msgspec.structs.replace(setup, bots={"b": setup.bots["b"]})
    assert not any("pack" in path for path in hidden_from(changed, setup.bots["a"]))
