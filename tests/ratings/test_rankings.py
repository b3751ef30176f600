"""Rankings of games with many seats: the choices that their orders are made of."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations

import pytest

from arena.ratings.rankings import choices


@pytest.mark.parametrize("places", [(1,), (1, 2), (1, 1), (2, 1, 2), (1, 2, 2, 4), (1, 1, 1, 1), (2, 2, 1, 4, 5)])
def test_the_choices_of_a_ranking_are_those_of_all_its_orders(places: tuple[int, ...]):
    """The oracle lists every order that the places allow and counts the choices it is made of."""
    ways = [
        order
        for order in permutations(range(len(places)))
        if all(places[one] <= places[other] for one, other in pairwise(order))
    ]
    expected: Counter[tuple[int, frozenset[int]]] = Counter()
    for order in ways:
        for stage in range(len(order) - 1):
            expected[order[stage], frozenset(order[stage:])] += 1 / len(ways)
    found: Counter[tuple[int, frozenset[int]]] = Counter()
    for one, among, weight in choices(places):
        found[one, frozenset(among)] += weight
    assert found == pytest.approx(expected)


def test_a_tie_of_eight_is_counted_and_not_listed():
    assert len(list(choices((1,) * 8))) == 8 * 2**7 - 8  # of 40,320 orders with seven choices each
