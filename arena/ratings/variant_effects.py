"""Does a bot's strength differ between variants? Ratings side by side, and tests of the difference.

Every variant is fitted by itself and all games together, both over the *same* bots, so that both scales have the
same zero: those that form one league in every variant. The rest are named as left out. No prior: it would pull
a small variant further in than a large one and look like a difference.

The interval of a difference to the overall rating comes from what each cluster of games moves in both fits, so it
knows that the variant's games are part of the whole. The test of one bot is Welch's for equal means with
unequal variances; the p values of all bots are Holm's, which allows for how many were looked at. The test over
all bots is Wald's chi-squared.

Source: Welch, Biometrika 38 (1951); Holm, Scandinavian Journal of Statistics 6 (1979).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2
from scipy.stats import f as f_distribution

from arena.ratings.linking import leagues
from arena.ratings.pool import Fit, fit_pool
from arena.ratings.results import Results

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Cell:
    """One bot in one variant: its rating there, and how far that lies from its rating over all variants."""

    variant: str
    games: int
    elo: float
    low: float
    high: float
    difference: float
    difference_low: float
    difference_high: float


@dataclass(frozen=True, slots=True)
class BotEffect:
    """One bot: overall rating, its cells by variant, and the test of "equally strong everywhere".

    statistic: Welch's F; p: its tail; p_holm: p allowing for the number of bots tested. None where the results
    do not vary at all.
    """

    name: str
    overall: float
    low: float
    high: float
    cells: tuple[Cell, ...]
    statistic: float | None
    p: float | None
    p_holm: float | None


@dataclass(frozen=True, slots=True)
class VariantEffects:
    """All bots that could be compared, best first; the joint test; who was left out and why nothing was tested.

    chi_squared, degrees, p: the test over all bots; p is None when it cannot be made.
    left_out:  bots without a finite rating in some variant. problem: "" or why there is no comparison.
    """

    variants: tuple[str, ...]
    bots: tuple[BotEffect, ...]
    chi_squared: float
    degrees: int
    p: float | None
    left_out: tuple[str, ...]
    problem: str


def holm(ps: Sequence[float]) -> list[float]:
    """Return Holm's step-down adjusted p values, in the order given."""
    order = sorted(range(len(ps)), key=lambda index: ps[index])
    adjusted = [0.0] * len(ps)
    highest = 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, ps[index] * (len(ps) - rank)))
        adjusted[index] = highest
    return adjusted


def variant_effects(results: Results) -> VariantEffects:
    """Compare the strength of every bot between the variants of these results (clusters must not span variants)."""
    common = _common_league(results)
    everyone = set(np.flatnonzero(results.played().sum(axis=1)).tolist())
    left_out = tuple(results.names[player] for player in sorted(everyone - set(common)))
    if len(results.variants) < 2 or len(common) < 2:
        problem = (
            "there is one variant only" if len(results.variants) < 2 else "no two bots have a rating in every variant"
        )
        return VariantEffects(results.variants, (), 0.0, 0, None, left_out, problem)
    games = results.among(common)
    whole = fit_pool(games)
    parts = [games.of_variant(variant) for variant in results.variants]
    fits = [fit_pool(part) for part in parts]
    ratings = np.array([fit.ratings for fit in fits])  # [variants, bots]
    variances = np.array([np.diag(fit.covariance) for fit in fits])
    tests = [
        _welch(ratings[:, bot], variances[:, bot], np.array([fit.clusters[bot] for fit in fits]))
        for bot in range(len(common))
    ]
    made = [test for test in tests if test is not None]
    adjusted = iter(holm([p for _, p in made]))
    bots = []
    for bot, test in enumerate(tests):
        cells = tuple(_cell(games, whole, part, fit, bot) for part, fit in zip(parts, fits, strict=True))
        low, high = whole.interval(bot)
        name, overall = results.names[whole.players[bot]], float(whole.ratings[bot])
        statistic, p = test if test is not None else (None, None)
        bots.append(BotEffect(name, overall, low, high, cells, statistic, p, None if test is None else next(adjusted)))
    bots.sort(key=lambda effect: (-effect.overall, effect.name))
    chi_squared, degrees, p = _joint(ratings, [fit.covariance for fit in fits])
    return VariantEffects(results.variants, tuple(bots), chi_squared, degrees, p, left_out, "")


def _common_league(results: Results) -> tuple[int, ...]:
    """Return the largest set of bots found that is one league in every variant, among its own games."""
    chosen = tuple(np.flatnonzero(results.played().sum(axis=1)).tolist())
    while len(chosen) > 1:
        before = chosen
        for variant in results.variants:
            taken = results.of_variant(variant).taken()[np.ix_(chosen, chosen)]
            largest = leagues(taken)[0]
            chosen = tuple(chosen[index] for index in largest)
            if len(chosen) < 2:
                return chosen
        if chosen == before:
            break
    return chosen


def _cell(games: Results, whole: Fit, part: Results, fit: Fit, bot: int) -> Cell:
    """Return a bot's rating in one variant and its difference to the whole, with intervals."""
    low, high = fit.interval(bot)
    difference = float(fit.ratings[bot] - whole.ratings[bot])
    chosen = np.unique(games.cluster[games.variant == part.variant[0]])  # in the part's own order of clusters
    if fit.errors == whole.errors == "clustered":
        moved = -whole.influence[:, bot]
        moved[chosen] += fit.influence[:, bot]
        variance = float(moved @ moved)
    else:  # the whole weighs the variant in by its information: then var(difference) = var(part) - var(whole)
        variance = max(0.0, float(fit.covariance[bot, bot] - whole.covariance[bot, bot]))
    reach = fit.quantile(bot) * float(np.sqrt(variance))
    count = int(((part.first == fit.players[bot]) | (part.second == fit.players[bot])).sum())
    variant = games.variants[int(part.variant[0])]
    rating = float(fit.ratings[bot])
    return Cell(variant, count, rating, low, high, difference, difference - reach, difference + reach)


def _welch(means: Array, variances: Array, clusters: NDArray[np.int64]) -> tuple[float, float] | None:
    """Return Welch's F and its p for equal means, given each mean's variance and number of clusters."""
    k = len(means)
    if (variances < 1e-9).any() or (clusters < 2).any():
        return None
    weight = 1 / variances
    share = weight / weight.sum()
    middle = float(share @ means)
    wobble = float(np.sum((1 - share) ** 2 / (clusters - 1)))
    top = float(weight @ (means - middle) ** 2) / (k - 1)
    statistic = top / (1 + 2 * (k - 2) / (k * k - 1) * wobble)
    return statistic, float(f_distribution.sf(statistic, k - 1, (k * k - 1) / (3 * wobble)))


def _joint(ratings: Array, covariances: list[Array]) -> tuple[float, int, float | None]:
    """Return Wald's chi-squared that all bots are equally strong in all variants, with degrees and p."""
    k, n = ratings.shape
    basis = np.linalg.svd(np.ones((1, n)))[2][1:]  # [n - 1, n]: the ratings sum to zero, so one of them is no news
    weights = []
    for covariance in covariances:
        inside = basis @ covariance @ basis.T
        if np.linalg.eigvalsh(inside)[0] < 1e-9:
            return 0.0, 0, None
        weights.append(np.linalg.inv(inside))
    points = ratings @ basis.T
    middle = np.linalg.solve(
        np.sum(weights, axis=0), np.sum([w @ x for w, x in zip(weights, points, strict=True)], axis=0)
    )
    total = sum(float((x - middle) @ w @ (x - middle)) for w, x in zip(weights, points, strict=True))
    degrees = (k - 1) * (n - 1)
    return total, degrees, float(chi2.sf(total, degrees))
