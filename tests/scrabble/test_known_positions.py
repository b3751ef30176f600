"""The rules agree with what is known of the plays of some positions."""

from __future__ import annotations

import pytest

from arena.scrabble.legality import faults_of_play
from arena.scrabble.scoring import score_play
from tests.scrabble.known_positions import KNOWN, Known
from tests.scrabble.tables import word


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_the_named_plays_are_legal_and_have_their_points(known: Known):
    at, lying, hand = known.table(), known.lies(), known.held()
    for (text, where), points in known.named.items():
        tiles = word(at, text, where)
        assert faults_of_play(at, lying, tiles, hand, 1) == [], (text, where)
        assert score_play(at, lying, tiles).total == points, (text, where)


@pytest.mark.parametrize("known", [known for known in KNOWN if known.absent], ids=lambda known: known.name)
def test_what_looks_like_a_play_but_is_none_is_refused(known: Known):
    at, lying, hand = known.table(), known.lies(), known.held()
    for text, where in known.absent:
        assert faults_of_play(at, lying, word(at, text, where), hand, 1), (text, where)


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_the_engine_finds_exactly_the_plays_of_the_known_positions(known: Known):
    from arena.engine.field import Field
    from arena.engine.generate import Generator

    at = known.table()
    field = Field(at)
    field.place(tuple(known.lies().values()))
    found = {play.play.key: play.score for play in Generator(at).plays(field, known.held())}
    if known.plays is not None:
        assert len(found) == known.plays
    assert max(found.values(), default=None) == known.best
    if known.best_plays is not None:
        assert sum(score == known.best for score in found.values()) == known.best_plays
    for (text, where), points in known.named.items():
        assert found[tuple(sorted(word(at, text, where)))] == points, (text, where)
    for key, points in found.items():  # the rules in plain Python judge every play alike
        assert faults_of_play(at, known.lies(), key, known.held(), 1) == []
        assert score_play(at, known.lies(), key).total == points
