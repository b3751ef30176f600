"""Places of numbers among the different ones: what np.unique says, of dense and of thin numbers."""

from __future__ import annotations

import numpy as np
import pytest

from arena.ratings.numbering import places


@pytest.mark.parametrize("span", [1, 5, 100, 10_000, 10**12])
@pytest.mark.parametrize("count", [0, 1, 7, 3000])
def test_places_are_those_of_unique(span, count):
    numbers = np.random.default_rng(count + span).integers(0, span, count)
    found, place = places(numbers)
    known, inverse = np.unique(numbers, return_inverse=True)
    assert found.tolist() == known.tolist() and place.tolist() == inverse.tolist()
    assert found.dtype == place.dtype == np.int64
