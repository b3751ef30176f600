"""What the choices say of bots: how strong results show them to be, and which options they take."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.runner.plugin.about import BotOption, about
from arena.runner.plugin.find import Plugin, installed
from arena.serve.lookback import strengths as room
from arena.serve.lookback.strengths import Strengths
from tests.page.client import PATIENCE

pytestmark = pytest.mark.xdist_group("page")


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
