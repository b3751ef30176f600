"""The look before the first game goes through every variant: a bot may fail on one of them alone."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import msgspec
import pytest

from arena.config.model import VariantEntry
from arena.errors import RunError
from arena.runner import preflight
from arena.runner import worker as workers
from arena.runner.guests import launcher_of, zygote_of
from arena.runner.preflight import start_all
from arena.runner.setup import Setup
from arena.variants.load import load_variant
from tests.runner import tables
from tests.runner.shared_zygotes import SharedZygotes
from tests.runner.tables import setup_for

PROGRAM = """
import json, sys
start = json.loads(sys.stdin.readline())
if start["variant"] == "second":
    sys.exit("never heard of that")
print('{"type": "ready"}', flush=True)
sys.stdin.readline()
"""


def on_two(*bots: str | tuple[str, ...]) -> Setup:
    return setup_for(*bots, variants={name: load_variant(VariantEntry(name=name, game="sticks(14)")) for name in NAMES})


NAMES = ("first", "second")
HONEST = "tests.guests.players:first"


@pytest.fixture(autouse=True)
def one_zygote(zygotes: SharedZygotes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at bots by a zygote that these tests share; those that kill theirs have others put in its place."""
    for user in (preflight, workers):
        zygotes.serve(monkeypatch, user)


@pytest.mark.parametrize(
    ("plugin", "problem"),
    [
        ("tests.guests.one_variant:raises", "before it was ready: ValueError: never heard of that"),
        ("tests.guests.one_variant:hangs", "it was not ready within 2.5 s"),
    ],
)
def test_a_plug_in_that_fails_on_the_second_variant_alone_is_told_before_the_first_game(
    plugin: str, problem: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tables, "NO_START", tables.NO_START | {"one_variant:hangs"})
    [trouble] = start_all(on_two(HONEST, plugin))
    assert (trouble.bot, trouble.variant, trouble.problem) == ("bot1", "second", problem)


def test_a_program_that_fails_on_the_second_variant_alone_is_told_before_the_first_game(tmp_path: Path):
    file = tmp_path / "bot.py"
    file.write_text(PROGRAM)
    [trouble] = start_all(on_two((sys.executable, str(file)), HONEST))
    assert (trouble.bot, trouble.variant) == ("bot0", "second")
    assert "never heard of that" in trouble.problem


def test_a_bot_is_told_once_however_many_variants_it_fails_on():
    [trouble] = start_all(on_two("tests.guests.zoo:at_construction"))
    assert trouble.variant == "first"


def test_a_variant_that_cannot_be_built_where_bots_start_is_not_a_bots_fault(bots_home: Path):
    setup = on_two(HONEST)
    setup.variants["second"] = msgspec.structs.replace(setup.variants["second"], game="a_game_that_nobody_has")
    zygote = zygote_of(setup, rehearsed=False)
    try:
        launcher = launcher_of(setup, zygote, setup.bots["bot0"])
        ours, theirs = socket.socketpair()
        with ours, theirs, pytest.raises(RunError, match=r"variants\.second: .*a_game_that_nobody_has"):
            launcher.start("second", theirs.fileno(), 2)
        launcher.close()
    finally:
        zygote.close()
