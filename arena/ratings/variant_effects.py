"""Does a bot's strength differ between variants? Ratings side by side, and tests of the difference.

Every variant is fitted by itself and all games together, both over the *same* bots, so that both scales have the
same zero: those that form one group (see ``linking``) in every variant. The rest are named as left out. No prior:
it would pull a small variant further in than a large one and look like a difference.

The interval of a difference to the overall rating comes from what each cluster of games moves in both fits, so it
knows that the variant's games are part of the whole. The test of one bot is Welch's for equal means with
unequal variances; the p values of all bots are Holm's, which allows for how many were looked at.

The test over all bots is Wald's chi-squared where there are clusters enough to know the ratings' covariance. With
few of them it finds differences that are not there (7 to 9 of 100 instead of 5 from ten pairs); there the clusters
themselves change variants by lot: if strengths are the same everywhere, a pair belongs to one variant as well as to
another. Its statistic is the score of each variant's games at the ratings over all, in units of its information.

Source: Welch, Biometrika 38 (1951); Holm, Scandinavian Journal of Statistics 6 (1979); Pitman, Supplement to the
Journal of the Royal Statistical Society 4 (1937), for the permutations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from arena.ratings.distributions import chi_squared_tail, f_tail
from arena.ratings.elo import ELO_PER_NAT
from arena.ratings.linking import groups
from arena.ratings.pool import SMALL, Fit, centred_inverse, fit_pool
from arena.ratings.results import GameColumns

Array = NDArray[np.float64]
NOTHING = 1e-9  # Elo points squared
CLUSTERS_A_BOT = 5  # with fewer, or fewer than SMALL, the test over all bots is by lot
LOTS = 1999
LOTS_SEED = 0x5EED
MANY = 64  # clusters of a kind, for each sort of result: then they are drawn as a table of sorts by variants
MOST_WORK = 500_000  # of the other clusters times bots, and LOT_WORK more for each: some seconds of lots
LOT_WORK = 20


@dataclass(frozen=True, slots=True)
class VariantCell:
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
    cells: tuple[VariantCell, ...]
    statistic: float | None
    p: float | None
    p_holm: float | None


@dataclass(frozen=True, slots=True)
class VariantEffects:
    """All bots that could be compared, best first; the joint test; who was left out and why nothing was tested.

    chi_squared, degrees, p: the test over all bots; p is None when it cannot be made. method: where p is from.
    left_out:  bots without a finite rating in some variant. problem: "" or why there is no comparison.
    """

    variants: tuple[str, ...]
    bots: tuple[BotEffect, ...]
    chi_squared: float
    degrees: int
    p: float | None
    left_out: tuple[str, ...]
    problem: str
    method: Literal["chi-squared", "permutation"] = "chi-squared"


def holm(ps: Sequence[float]) -> list[float]:
    """Return Holm's step-down adjusted p values, in the order given."""
    order = sorted(range(len(ps)), key=lambda index: ps[index])
    adjusted = [0.0] * len(ps)
    highest = 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, ps[index] * (len(ps) - rank)))
        adjusted[index] = highest
    return adjusted


def variant_effects(results: GameColumns) -> VariantEffects:
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
    fits, reaches, counts = [], [], []
    for variant in results.variants:
        part = games.of_variant(variant)
        fits.append(fit_pool(part))
        reaches.append(_reaches(games, whole, part, fits[-1]))
        counts.append(part.count())
    ratings = np.array([fit.ratings for fit in fits])  # [variants, bots]
    variances = np.array([np.diag(fit.covariance) for fit in fits])
    varied = np.array([_varied(fit) for fit in fits])
    clusters = np.array([fit.clusters for fit in fits])
    tests = [
        _welch(ratings[:, bot], variances[:, bot], clusters[:, bot]) if varied[:, bot].all() else None
        for bot in range(len(common))
    ]
    made = [test for test in tests if test is not None]
    adjusted = iter(holm([p for _, p in made]))
    bots = []
    for bot, test in enumerate(tests):
        cells = tuple(
            _cell(whole, variant, fit, bot, float(reach[bot]), int(played[fit.players[bot]]))
            for variant, fit, reach, played in zip(results.variants, fits, reaches, counts, strict=True)
        )
        low, high = whole.interval(bot)
        name, overall = results.names[whole.players[bot]], float(whole.ratings[bot])
        statistic, p = test if test is not None else (None, None)
        bots.append(BotEffect(name, overall, low, high, cells, statistic, p, None if test is None else next(adjusted)))
    bots.sort(key=lambda effect: (-effect.overall, effect.name))
    chi_squared, degrees, p = _joint(ratings, [fit.covariance for fit in fits]) if varied.all() else (0.0, 0, None)
    few = min(int(fit.clusters.min()) for fit in fits) < max(SMALL, CLUSTERS_A_BOT * len(common))
    by_lot = _by_lot(games, whole) if p is not None and few else None
    if by_lot is not None:
        return VariantEffects(results.variants, tuple(bots), chi_squared, degrees, by_lot, left_out, "", "permutation")
    return VariantEffects(results.variants, tuple(bots), chi_squared, degrees, p, left_out, "")


def _common_league(results: GameColumns) -> tuple[int, ...]:
    """Return the largest set of bots found that is one group in every variant, among its own games."""
    chosen = tuple(np.flatnonzero(results.played().sum(axis=1)).tolist())
    while len(chosen) > 1:
        before = chosen
        for variant in results.variants:
            taken = results.of_variant(variant).taken()[np.ix_(chosen, chosen)]
            largest = groups(taken)[0]
            chosen = tuple(chosen[index] for index in largest)
            if len(chosen) < 2:
                return chosen
        if chosen == before:
            break
    return chosen


def _cell(whole: Fit, variant: str, fit: Fit, bot: int, reach: float, games: int) -> VariantCell:
    """Return a bot's rating in one variant and its difference to the whole, which reaches so far either way."""
    low, high = fit.interval(bot)
    rating = float(fit.ratings[bot])
    difference = rating - float(whole.ratings[bot])
    return VariantCell(variant, games, rating, low, high, difference, difference - reach, difference + reach)


def _reaches(games: GameColumns, whole: Fit, part: GameColumns, fit: Fit) -> Array:
    """Return float64[bots]: half the interval of each bot's difference between a variant and the whole."""
    own, overall = np.diag(fit.covariance), np.diag(whole.covariance)
    if fit.errors == whole.errors == "clustered":
        chosen = np.unique(games.cluster[games.variant == part.variant[0]])  # in the part's own order of clusters
        both = (whole.residuals[chosen].T @ fit.residuals).toarray()
        variance = own + overall - 2 * np.einsum("in,ij,jn->n", whole.response, both, fit.response, optimize=True)
    else:  # the whole weighs the variant in by its information: then var(difference) = var(part) - var(whole)
        variance = own - overall
    quantiles = np.array([fit.quantile(bot) for bot in range(len(own))])
    return np.asarray(quantiles * np.sqrt(np.maximum(variance, 0.0)))


def _varied(fit: Fit) -> NDArray[np.bool_]:
    """Return bool[bots]: whose results differ at all from what is expected of them."""
    middle = (fit.residuals.T @ fit.residuals).toarray()
    return np.asarray(np.einsum("in,ij,jn->n", fit.response, middle, fit.response, optimize=True) >= NOTHING)


def _by_lot(games: GameColumns, whole: Fit) -> float | None:
    """Return the p value of "equally strong everywhere" by clusters that change variants; None where none can.

    Clusters change places with those in which the same bots met in the same seats as often, so that the games of a
    variant stay what they are but for their results.
    """
    clusters, n = whole.residuals.shape[0], len(whole.players)
    variant = np.empty(clusters, dtype=np.int64)
    variant[games.cluster] = games.variant
    kind = _kinds(games)
    if len(np.unique(kind * len(games.variants) + variant)) == len(np.unique(kind)):
        return None
    inverses = [_information_inverse(games.where(games.variant == index), whole) for index in np.unique(variant)]
    number = np.unique(variant, return_inverse=True)[1]
    residuals = whole.residuals[:, :n].tocsr()
    lots: list[_Lots] = []
    rest = np.ones(clusters, dtype=np.bool_)
    for one in np.flatnonzero(np.bincount(kind) >= MANY):
        here = kind == one
        table = _Table.of(residuals[here].toarray(), number[here], len(inverses))
        if table is not None:
            lots.append(table)
            rest &= ~here
    if int(rest.sum()) * (n + LOT_WORK) > MOST_WORK:
        return None
    if rest.any():
        lots.append(_Places(residuals[rest].toarray(), number[rest], kind[rest], len(inverses)))

    def statistic(scores: Array) -> float:
        return float(sum(score @ inverse @ score for score, inverse in zip(scores, inverses, strict=True)))

    seen = statistic(np.sum([lot.seen for lot in lots], axis=0))
    generator = np.random.default_rng(LOTS_SEED)
    drawn = [statistic(np.sum([lot.draw(generator) for lot in lots], axis=0)) for _ in range(LOTS)]
    return (sum(value >= seen * (1 - 1e-9) for value in drawn) + 1) / (LOTS + 1)


class _Lots(Protocol):
    """Clusters that may change places. seen: float64[variants, bots], the sums of their residuals as they are."""

    @property
    def seen(self) -> Array: ...

    def draw(self, generator: np.random.Generator) -> Array:
        """Return the same sums with the clusters in other places."""


class _Places:
    """Clusters of several kinds, which are put in an order by lot."""

    def __init__(
        self, residuals: Array, variant: NDArray[np.int64], kind: NDArray[np.int64], variants: int
    ) -> None:  # fmt: skip
        self._residuals, self._kind, self._variants = residuals, kind, variants
        self._in_order = variant[np.argsort(kind, kind="stable")]
        self._labels = np.empty_like(variant)
        self.seen = self._sums(variant)

    def draw(self, generator: np.random.Generator) -> Array:
        mixed = np.lexsort((generator.random(len(self._kind)), self._kind))  # kind by kind, in an order by lot
        self._labels[mixed] = self._in_order
        return self._sums(self._labels)

    def _sums(self, labels: NDArray[np.int64]) -> Array:
        return np.array([self._residuals[labels == index].sum(axis=0) for index in range(self._variants)])


class _Table:
    """Clusters of one kind, many of them with the same results: how many of each sort fall to a variant is drawn.

    That is the same as to draw the place of each, whatever their number. sorts: float64[sorts, bots], residuals.
    counts: int64[sorts, variants].
    """

    def __init__(self, sorts: Array, counts: NDArray[np.int64]) -> None:
        self._sorts, self._counts = sorts, counts
        self.seen = counts.T @ sorts

    @classmethod
    def of(cls, residuals: Array, variant: NDArray[np.int64], variants: int) -> Self | None:
        """Return the table, None where there are too many sorts of results for it to spare work."""
        _, first, sort = np.unique(np.round(residuals, 9), axis=0, return_index=True, return_inverse=True)
        if len(first) * MANY > len(residuals):
            return None
        counts = np.bincount(sort.ravel() * variants + variant, minlength=len(first) * variants)
        return cls(residuals[first], counts.reshape(-1, variants))

    def draw(self, generator: np.random.Generator) -> Array:
        left = self._counts.sum(axis=1)
        drawn = []
        for wanted in self._counts.sum(axis=0):
            drawn.append(generator.multivariate_hypergeometric(left, int(wanted), method="marginals"))
            left = left - drawn[-1]
        return np.asarray(np.array(drawn) @ self._sorts)


def _kinds(games: GameColumns) -> NDArray[np.int64]:
    """Return int64[clusters]: equal for clusters of the same games (first and second bot, as often)."""
    code = games.first * len(games.names) + games.second
    order = np.lexsort((code, games.cluster))
    numbers: dict[bytes, int] = {}
    parts = np.split(code[order], np.cumsum(np.bincount(games.cluster))[:-1])
    return np.array([numbers.setdefault(part.tobytes(), len(numbers)) for part in parts], dtype=np.int64)


def _information_inverse(part: GameColumns, whole: Fit) -> Array:
    """Return the inverse of the information of a variant's games at the ratings over all."""
    n = len(whole.players)
    place = np.full(len(part.names), -1, dtype=np.int64)
    place[list(whole.players)] = np.arange(n)
    a, b = place[part.first], place[part.second]
    expected = 1 / (1 + np.exp((whole.ratings[b] - whole.ratings[a]) / ELO_PER_NAT))
    pair: Array = np.zeros((n, n))
    pair += np.bincount(a * n + b, weights=expected * (1 - expected), minlength=n * n).reshape(n, n)
    return centred_inverse(np.diag(pair.sum(axis=0) + pair.sum(axis=1)) - pair - pair.T, n)


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
    return statistic, f_tail(statistic, k - 1, (k * k - 1) / (3 * wobble))


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
    return total, degrees, chi_squared_tail(total, degrees)
