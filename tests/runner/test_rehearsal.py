"""What a zygote plays before it is forked: all of ours that a game goes through, nothing of the plug-in."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from arena.config.model import VariantEntry
from arena.runner.sandbox import rehearsal, zygote
from arena.runner.sandbox.orders import Prepare
from arena.runner.sandbox.rehearsal import Rehearsal, rehearse
from arena.runner.sandbox.zygote import Zygote
from arena.variants.load import load_variant
from arena.variants.spec import VariantSpec
from arena.wire.message.word_client import WordClient

SMALL = VariantEntry(name="small", game="sticks(14)")


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The types of the messages that a client of the word game hears, as they come."""
    types: list[str] = []
    hear = WordClient.hear

    def noted(client: WordClient, message: Any) -> None:
        types.append(message["type"])
        hear(client, message)

    monkeypatch.setattr(WordClient, "hear", noted)
    return types


def words() -> VariantSpec:
    return load_variant(VariantEntry(name="words", board="scrabble", rules="tournament", lexicon="default"))


def test_a_rehearsal_of_the_word_game_goes_on_for_many_turns(heard: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rehearsal, "LONGEST", 60.0)
    monkeypatch.setattr(rehearsal, "MOVE", 20.0)
    monkeypatch.setattr(rehearsal, "TURNS", 6)  # the engine may be running as plain Python
    rehearse(words())
    assert heard.count("play_success") == 3
    assert heard.count("played") == 3


def test_a_rehearsal_ends_with_its_time(heard: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rehearsal, "LONGEST", 0.0)
    rehearse(words())
    assert heard == []


def test_a_small_game_is_rehearsed_to_its_end():
    made: list[Rehearsal] = []

    class Watched(Rehearsal):
        def __init__(self, spec: VariantSpec) -> None:
            super().__init__(spec)
            made.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rehearsal, "Rehearsal", Watched)
        patch.setattr(rehearsal, "LONGEST", 60.0)
        rehearse(load_variant(SMALL))
    assert made[0]._game.outcome(made[0]._state) is not None


def test_a_game_that_fails_is_left_to_fail_when_it_is_played(capfd: pytest.CaptureFixture[str]):
    class Failing(Rehearsal):
        def _move(self, seat: int, move: Any) -> None:
            raise RuntimeError("a game with a fault")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rehearsal, "Rehearsal", Failing)
        rehearse(load_variant(SMALL))
    assert capfd.readouterr() == ("", "")


def test_a_zygote_that_prepares_once_more_rehearses_what_is_new_alone(monkeypatch: pytest.MonkeyPatch):
    rehearsed, large = list[str](), list[bool]()
    for name in ("fill_pools", "fill_holes", "join_code"):  # they are for good
        monkeypatch.setattr(zygote, name, lambda: 0)
    monkeypatch.setattr(zygote.gc, "freeze", lambda: None)
    monkeypatch.setattr(zygote, "make_large", lambda: large.append(True))
    monkeypatch.setattr(zygote, "rehearse", lambda spec: rehearsed.append(spec.name))
    one, other = (load_variant(VariantEntry(name=name, game="sticks(5)")) for name in ("one", "other"))
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ready = Zygote(ours)
        for specs, wanted in (([one], False), ([one], True), ([one, other], True), ([one, other], True)):
            assert ready._prepare(Prepare(specs, [], wanted)).failed == {}
    assert rehearsed == ["one", "other"]
    assert len(large) == 3  # each time that games are to follow, as pages were written to
