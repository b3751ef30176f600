"""Bell-curve skills: the systems' own printed figures, and what must hold of any of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import RatingError
from arena.ratings.skills import Skill, openskill, trueskill

skills = st.builds(Skill, st.floats(0, 50), st.floats(0.5, 10))


def test_a_fresh_win_by_trueskills_defaults():
    # printed in the documentation of the package trueskill
    winner, loser = trueskill(Skill(), Skill())
    assert (round(winner.mean, 3), round(winner.deviation, 3)) == (29.396, 7.171)
    assert (round(loser.mean, 3), round(loser.deviation, 3)) == (20.604, 7.171)


def test_a_fresh_draw_by_openskills_defaults():
    # printed in the tests of openskill.py
    for skill in openskill(Skill(), Skill(), 0.5):
        assert skill.mean == pytest.approx(25)
        assert skill.deviation == pytest.approx(8.0655, abs=5e-5)


@given(skills, skills)
def test_a_win_lifts_the_winner_and_a_draw_brings_them_nearer(first: Skill, second: Skill):
    for winner, loser in (trueskill(first, second), openskill(first, second, 1)):
        assert winner.mean >= first.mean
        assert loser.mean <= second.mean
    for one, other in (trueskill(first, second, drawn=True), openskill(first, second, 0.5)):
        assert abs(one.mean - other.mean) <= abs(first.mean - second.mean) + 1e-9


@given(skills, skills)
def test_who_is_named_first_does_not_matter(first: Skill, second: Skill):
    for one, other in (
        (openskill(first, second, 1), openskill(second, first, 0)),
        (trueskill(first, second, drawn=True), trueskill(second, first, drawn=True)),
    ):
        assert [*one[0], *one[1]] == pytest.approx([*other[1], *other[0]])


def test_what_cannot_be_is_refused():
    for wrong in (
        lambda: trueskill(Skill(25, 0), Skill()),
        lambda: openskill(Skill(), Skill(), 0.7),
        lambda: trueskill(Skill(), Skill(), draws=1.0),
    ):
        with pytest.raises(RatingError):
            wrong()
