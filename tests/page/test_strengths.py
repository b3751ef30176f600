"""What the choices say of bots: how strong results show them to be, and which options they take."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arena.records.season import SeasonEntry
from arena.runner.plugin.about import BotOption, about
from arena.runner.plugin.find import Plugin, installed
from arena.serve.lookback import strengths as room
from arena.serve.lookback.strengths import Strengths
from tests.page.client import PATIENCE


def test_options_are_read_from_the_text_of_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert about(installed()["greedy"][0]).options == (BotOption("threads", True, 1, least=1, most=64),)
    assert about(installed()["random"][0]).options == (BotOption("top", True, None, least=1),)  # asked for where given
    assert about(installed()["passer"][0]).options == ()
    (tmp_path / "bot_of_a_test.py").write_text(
        'raise SystemExit("nothing of a bot is imported")\n'
        "MOST, FEW, OFTEN = 5, 1, 2\nLEVELS = 10\nTWICE = 1\nTWICE = 2\n"
        "def make(info, rng):\n"
        '    info.allow_options("level", "pace", "depth", "file", computed())\n'
        '    info.whole_option("depth", computed(), -1, TWICE)\n'
        '    return info.whole_option("level", LEVELS, most=LEVELS), info.whole_option("pace", default=2)\n'
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    said = about(Plugin("test", "bot_of_a_test:make")).options
    assert said == (
        BotOption("level", True, 10, least=1, most=10), BotOption("pace", True, 2, least=1),
        BotOption("depth", True, None, least=-1), BotOption("file"),
    )  # fmt: skip


def test_what_is_damaged_says_nothing_and_is_not_looked_at_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "games.sqlite").write_bytes(b"no database")
    looked = []
    said = room._said
    monkeypatch.setattr(room, "_said", lambda at: looked.append(at) or said(at))
    strengths = Strengths(tmp_path)
    assert strengths.known(PATIENCE) == strengths.known(PATIENCE) == {}
    assert looked == [tmp_path / "bad"]


def _manifest(bots: list[dict[str, Any]], season: tuple[SeasonEntry, ...] = ()) -> Any:
    return SimpleNamespace(tournament={"bots": bots}, season=season)


def test_of_several_entries_of_a_bot_its_own_name_counts_or_the_first_and_never_the_best():
    entries = [{"name": "a", "plugin": "greedy"}, {"name": "b", "plugin": "greedy"}, {"name": "random", "plugin": ""}]
    assert room._plain_bots(_manifest(entries)) == {"greedy": "a", "random": "random"}
    named = [*entries, {"name": "greedy", "plugin": "greedy"}]
    assert room._plain_bots(_manifest(named)) == {"greedy": "greedy", "random": "random"}


@pytest.mark.parametrize("key", ["options", "address", "command", "path", "submission", "move_time", "game_time"])
def test_who_does_not_play_as_it_is_installed_says_nothing_of_the_installed_one(key: str):
    assert room._plain_bots(_manifest([{"name": "greedy", "plugin": "greedy", key: "own"}])) == {}


def test_of_a_season_the_version_that_plays_counts():
    def entry(name: str, version: int, retired: float = 0.0) -> SeasonEntry:
        return SeasonEntry(
            bot=name.partition("-")[0], version=version, name=name, source="", hash=name, joined=1.0, retired=retired
        )

    bots = [{"name": "greedy", "plugin": "greedy"}, {"name": "random", "plugin": "random"}]
    register = (entry("greedy", 1, retired=2.0), entry("greedy-v2", 2), entry("random", 1, retired=2.0))
    assert room._plain_bots(_manifest(bots, register)) == {"greedy": "greedy-v2"}
