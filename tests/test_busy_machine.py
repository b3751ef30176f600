"""No test's outcome may go by how busy the machine is."""

from __future__ import annotations

import time

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

FEW = settings(max_examples=3)  # made while this module is imported, as those of all tests are


def test_settings_of_a_test_begin_with_the_profile_of_all():
    assert FEW.max_examples == 3
    assert FEW.deadline is None
    assert HealthCheck.too_slow in FEW.suppress_health_check
    assert HealthCheck.filter_too_much not in FEW.suppress_health_check  # what a busy machine has no part in


def test_examples_that_take_their_time_fail_nothing(monkeypatch):
    """The clock of the machine runs a minute at every look: no machine is as busy as that."""
    clock = iter(range(0, 10**9, 60))
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(clock)))
    tried = []

    @FEW
    @given(st.integers())
    def examples(number: int) -> None:
        tried.append(number)

    examples()
    assert tried
