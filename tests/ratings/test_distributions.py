"""The distributions are those of scipy.stats, at every point that a rating may ask for."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from arena.ratings import distributions as ours

SHARES = (1e-12, 1e-6, 0.0001, 0.005, 0.025, 0.1, 0.3, 0.5, 0.7, 0.9, 0.975, 0.995, 0.9999, 1 - 1e-9)
DEGREES = (1, 2, 2.5, 3, 7, 28, 29, 99, 1000, 1e6)
POINTS = (0.0, 1e-9, 0.01, 0.5, 1.0, 1.9, 3.84, 10.0, 60.0, 500.0)


def same(got: float, wanted: float) -> bool:
    return got == pytest.approx(float(wanted), rel=1e-9, abs=1e-300)


def test_the_normal_distribution():
    points = np.array([-math.inf, -40.0, -8.0, -1.96, -1e-12, 0.0, 0.3, 1.96, 8.0, math.inf])
    assert ours.normal_shares(points) == pytest.approx(stats.norm.cdf(points), rel=1e-12)
    assert ours.normal_share(1.0) == pytest.approx(0.8413447460685429)  # published to 16 digits
    for share in (0.0, *SHARES, 1.0):
        assert same(ours.normal_quantile(share), stats.norm.ppf(share))
    assert ours.normal_quantile(0.975) == ours.Z95


def test_students_t():
    for degrees in DEGREES:
        for share in SHARES:
            if share == 0.5:
                assert abs(ours.student_quantile(share, degrees)) < 1e-12
            else:
                assert same(ours.student_quantile(share, degrees), stats.t.ppf(share, degrees)), (share, degrees)
    assert ours.student_quantile(0.975, 1) == pytest.approx(12.706204736432095)  # the first row of every table


def test_beta():
    for a, b in [(1, 1), (0.5, 20), (1, 200), (17, 3.5), (400, 401)]:
        for share in SHARES:
            assert same(ours.beta_quantile(share, a, b), stats.beta.ppf(share, a, b)), (share, a, b)
    assert ours.beta_quantile(0.975, 1, 30) == pytest.approx(1 - 0.025 ** (1 / 30))  # no point in 30 games


def test_tails():
    for point in POINTS:
        for degrees in (1, 2, 3, 10, 57):
            assert same(ours.chi_squared_tail(point, degrees), stats.chi2.sf(point, degrees)), (point, degrees)
            for below in (1, 2.5, 40):
                assert same(ours.f_tail(point, degrees, below), stats.f.sf(point, degrees, below))
    assert ours.chi_squared_tail(3.841458820694124, 1) == pytest.approx(0.05)
