"""Ratings of a pool of bots by Bradley and Terry's model, with errors that know about pairs.

Expected points of i against j: 1 / (1 + 10**((R_j - R_i - h) / 400)); a draw is half a point; h is the
first mover's advantage, fitted or 0. The fit needs one group (see ``linking``), or a prior and one league. Ratings
have mean zero over the players fitted; an anchor is a constant added afterwards and changes no difference.

The prior is a phantom that drew so many games with every player; its own rating is fitted like the others', so
that it stands in the middle of the pool. With up to one such draw a player, the order of the ratings cannot
contradict the results: whoever won every game stands above all that it met, and wherever the table is cut, those
above took at least half the points of the games against those below.

Errors are the sandwich C M C: C the inverse of the information, M made of the squared residuals of whole
*clusters* (pairs, or seeds), so that what two halves of a pair have in common is neither counted twice nor
lost. Where two bots' clusters all came out the same, M has besides what may have stayed unseen (see ``hidden``).
With few clusters all this is unreliable, and the model's own C stands in; ``errors`` says which.

Source: Bradley and Terry, Biometrika 39 (1952); Huber (1967) and Liang and Zeger (1986) for the errors.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from arena.errors import RatingError
from arena.ratings.distributions import Z95, normal_shares
from arena.ratings.elo import ELO_PER_NAT, quantile
from arena.ratings.linking import groups
from arena.ratings.numbering import places
from arena.ratings.results import GameColumns

if TYPE_CHECKING:  # SciPy is loaded when something is fitted
    from scipy.sparse import csr_array

FEWEST_CLUSTERS = 10  # below, residuals say too little about their own variance
NOTHING = 1e-9
SINGULAR = 1e-13  # share of an unknown's information below which the others leave nothing of it
LEAST_SHARE = 1e-6  # of the model's variance: a player whose clusters vary by less was not seen to vary at all
MOST_DENSE = 4  # unknowns a game up to which residuals are summed with all their zeros
SMALL = 30  # clusters of a player below which Student's t replaces the normal distribution
Errors = Literal["clustered", "model"]
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted ratings of the players of one league.

    players:    indices into the results' names; every array below is in this order.
    ratings:    float64[n], Elo points, mean zero (or shifted by an anchor).
    covariance: float64[n, n] of the ratings, Elo points squared.
    clusters:   int64[n], the clusters that each player took part in.
    residuals:  sparse float64[all clusters, unknowns]: what each cluster scored above expectation.
    unseen:     sparse float64[pairings whose clusters are all alike, unknowns]: what they may hide, as residuals.
    response:   float64[unknowns, n]: how far such a residual moves each rating (Elo points).
    advantage, advantage_se: the first mover's advantage in Elo points and its error; (0, None) when not fitted.
    errors:     "clustered" or "model".
    prior:      virtual draws that each player was given against a phantom in the pool's middle.
    """

    players: tuple[int, ...]
    ratings: Array
    covariance: Array
    clusters: NDArray[np.int64]
    residuals: csr_array
    unseen: csr_array
    response: Array
    advantage: float
    advantage_se: float | None
    errors: Errors
    prior: float

    def quantile(self, player: int, level: float = 0.95) -> float:
        """Return how many standard errors half an interval of the player at this place spans."""
        n = int(self.clusters[player])
        return quantile(level, max(1, n - 1) if n < SMALL else None)

    def interval(self, player: int, level: float = 0.95) -> tuple[float, float]:
        """Return both ends of the interval of the player at this place, in Elo points."""
        reach = self.quantile(player, level) * float(np.sqrt(max(0.0, self.covariance[player, player])))
        return float(self.ratings[player]) - reach, float(self.ratings[player]) + reach

    def difference(self, player: int, other: int) -> tuple[float, float]:
        """Return the rating difference of two players (by place) and its standard error."""
        c = self.covariance
        variance = c[player, player] + c[other, other] - 2 * c[player, other]
        return float(self.ratings[player] - self.ratings[other]), float(np.sqrt(max(variance, 0.0)))

    def superiority(self) -> Array:
        """Return float64[n, n]: the probability that the row's player is stronger than the column's."""
        own = np.diag(self.covariance)
        variance = own[:, None] + own[None, :] - 2 * self.covariance
        gap = self.ratings[:, None] - self.ratings[None, :]
        se = np.sqrt(np.maximum(variance, 0.0))
        certain = np.where(np.abs(gap) > NOTHING, np.copysign(np.inf, gap), 0.0)
        np.divide(gap, se, out=certain, where=se > NOTHING)
        np.fill_diagonal(certain, 0.0)
        return normal_shares(certain)


def fit_pool(results: GameColumns, *, prior: float = 0.0, advantage: bool = False, errors: Errors | None = None) -> Fit:
    """Fit every player that played, who must form one group unless a prior holds them together.

    prior:     virtual draws of every player against a phantom in the pool's middle (0: maximum likelihood).
    advantage: also fit the first mover's advantage.
    errors:    "clustered", "model", or None for clustered where there are at least ten clusters that vary.

    Raises RatingError when the ratings would be infinite; rate such results with ``tables.rate``.
    """
    players = tuple(np.flatnonzero(results.count()).tolist())
    if len(players) < 2:
        raise RatingError("", "ratings need at least one game between two bots")
    if not prior and groups(results.taken()[np.ix_(players, players)])[0] != tuple(range(len(players))):
        raise RatingError("", "the results do not put all bots on one scale", "Give a prior, or split them.")
    place = np.full(len(results.names), -1, dtype=np.int64)
    place[list(players)] = np.arange(len(players))
    n = len(players)
    first, second = results.first, results.second
    if n < len(results.names):
        first, second = place[first], place[second]
    pool = _Pool.of(first, second, results.points, n, prior, advantage)
    theta = pool.solve()
    inverse = centred_inverse(pool.information(theta), n, n + pool.phantom)
    residual = pool.expected(theta, first, second)
    np.subtract(results.points, residual, out=residual)
    count = int(results.cluster.max()) + 1
    scores = _by_cluster(results.cluster, first, second, residual, (count, pool.free), advantage)
    covariance, kind = inverse, errors or ("clustered" if count >= FEWEST_CLUSTERS else "model")
    unseen = scores[:0]
    if kind == "clustered":
        weight = results.points - residual  # what was expected
        weight *= 1 - weight
        unseen = hidden(results.cluster, first, second, results.points, weight, pool.free)
        del weight
        middle = (scores.T @ scores).toarray() + (unseen.T @ unseen).toarray()
        clustered = np.asarray(inverse @ middle @ inverse)
        varied = np.diag(clustered)[:n] > LEAST_SHARE * np.diag(inverse)[:n]
        if errors is None and not varied.all():
            kind, unseen = "model", unseen[:0]
        else:
            covariance = clustered
    return Fit(
        players,
        theta[:n] * ELO_PER_NAT + 0.0,
        covariance[:n, :n] * ELO_PER_NAT**2,
        _clusters_of(results.cluster, first, second, n),
        scores,
        unseen,
        inverse[:, :n] * ELO_PER_NAT,
        float(theta[-1]) * ELO_PER_NAT if advantage else 0.0,
        float(np.sqrt(covariance[-1, -1])) * ELO_PER_NAT if advantage else None,
        kind,
        prior,
    )


def _by_cluster(
    cluster: NDArray[np.int64], first: NDArray[np.int64], second: NDArray[np.int64], residual: Array,
    shape: tuple[int, int], advantage: bool,
) -> csr_array:  # fmt: skip
    """Return sparse float64[clusters, unknowns] of that shape: what each cluster scored above expectation."""
    from scipy.sparse import csr_array

    clusters, free = shape
    if clusters * free > MOST_DENSE * len(residual):
        columns = [(first, residual), (second, -residual)]
        if advantage:
            columns.append((np.full(len(first), free - 1, dtype=np.int64), residual))
        rows = np.concatenate([cluster] * len(columns))
        which, values = (np.concatenate([pair[at] for pair in columns]) for at in (0, 1))
        return csr_array((values, (rows, which)), shape=shape)
    sums = np.bincount(cluster * free + first, weights=residual, minlength=clusters * free)
    sums -= np.bincount(cluster * free + second, weights=residual, minlength=clusters * free)
    if advantage:
        sums[free - 1 :: free] += np.bincount(cluster, weights=residual, minlength=clusters)
    starts = np.arange(0, clusters * free + 1, free, dtype=np.int32 if clusters * free < 2**31 else np.int64)
    return csr_array((sums, np.tile(np.arange(free, dtype=starts.dtype), clusters), starts), shape=shape)


def _clusters_of(
    cluster: NDArray[np.int64], first: NDArray[np.int64], second: NDArray[np.int64], n: int
) -> NDArray[np.int64]:  # fmt: skip
    """Return int64[players]: the clusters that each of n players took part in."""
    clusters = int(cluster.max()) + 1
    if clusters * n > MOST_DENSE * len(first):
        pairs, _ = places(np.concatenate((cluster * n + first, cluster * n + second)))
        return np.bincount(pairs % n, minlength=n).astype(np.int64)
    there = np.zeros(clusters * n, dtype=np.bool_)
    there[cluster * n + first] = True
    there[cluster * n + second] = True
    return np.asarray(there.reshape(clusters, n).sum(axis=0), dtype=np.int64)


def anchored(fit: Fit, player: int, rating: float) -> Fit:
    """Return the fit shifted so that the player at this place has ``rating``, and errors are relative to it.

    Its own error becomes 0 and everybody else's that of the difference; no difference changes.
    """
    n = len(fit.players)
    shift = np.eye(n)
    shift[:, player] -= 1
    ratings = shift @ fit.ratings + rating
    return replace(fit, ratings=ratings, covariance=shift @ fit.covariance @ shift.T, response=fit.response @ shift.T)


@dataclass(frozen=True, slots=True)
class _Pool:
    """Games that share both players, counted together: the cost of a step does not grow with the games.

    a, b: int64[pairings], players by place; the phantom of the prior is number n. games, taken: float64[pairings].
    Unknowns: n ratings, the phantom's (phantom = 1) and the first mover's advantage (advantage = 1).
    """

    a: NDArray[np.int64]
    b: NDArray[np.int64]
    games: Array
    taken: Array
    n: int
    phantom: int
    advantage: int

    @classmethod
    def of(
        cls, first: NDArray[np.int64], second: NDArray[np.int64], points: Array, n: int, prior: float, advantage: bool
    ) -> _Pool:
        key, where = places(first * n + second)
        a, b = key // n, key % n
        games = np.bincount(where).astype(np.float64)
        taken = np.asarray(np.bincount(where, weights=points), dtype=np.float64)
        if prior:
            a, b = np.concatenate((a, np.arange(n))), np.concatenate((b, np.full(n, n)))
            games, taken = np.concatenate((games, np.full(n, prior))), np.concatenate((taken, np.full(n, prior / 2)))
        return cls(a, b, games, taken, n, int(prior > 0), int(advantage))

    @property
    def free(self) -> int:
        """How many unknowns there are."""
        return self.n + self.phantom + self.advantage

    def gap(self, theta: Array, a: NDArray[np.int64], b: NDArray[np.int64]) -> Array:
        """Return by how much the first movers are ahead, in natural-log odds; against the phantom nobody moves."""
        ahead = theta[a]
        ahead -= theta[b]  # in place, as all below: games may be a million
        return ahead + np.where(b == self.n, 0.0, theta[-1]) if self.advantage else ahead

    def expected(self, theta: Array, a: NDArray[np.int64], b: NDArray[np.int64]) -> Array:
        """Return the points that the first movers are expected to take of a game."""
        from scipy.special import expit

        gap = self.gap(theta, a, b)
        return np.asarray(expit(gap, out=gap))

    def cost(self, theta: Array) -> float:
        """Return the negative log likelihood."""
        gap = self.gap(theta, self.a, self.b)
        return float(np.sum(self.games * np.logaddexp(0, gap) - self.taken * gap))

    def slope(self, theta: Array) -> Array:
        """Return the slope of the log likelihood."""
        rest = self.taken - self.games * self.expected(theta, self.a, self.b)
        slope: Array = np.zeros(self.free)
        slope += np.bincount(self.a, weights=rest, minlength=self.free)
        slope -= np.bincount(self.b, weights=rest, minlength=self.free)
        if self.advantage:
            slope[-1] = rest[self.b != self.n].sum()
        return slope

    def information(self, theta: Array) -> Array:
        """Return the information matrix float64[free, free], per squared unit of natural-log odds."""
        nodes = self.n + self.phantom
        expected = self.expected(theta, self.a, self.b)
        weight = expected * (1 - expected) * self.games
        pair = np.bincount(self.a * nodes + self.b, weights=weight, minlength=nodes * nodes).reshape(nodes, nodes)
        matrix = np.zeros((self.free, self.free))
        matrix[:nodes, :nodes] = -(pair + pair.T)
        out, into = pair.sum(axis=1), pair.sum(axis=0)
        matrix[np.arange(nodes), np.arange(nodes)] += out + into
        if self.advantage:
            real = self.b != self.n
            moved = np.bincount(self.a[real], weights=weight[real], minlength=nodes)
            matrix[-1, :nodes] = moved - np.bincount(self.b[real], weights=weight[real], minlength=nodes)
            matrix[:nodes, -1] = matrix[-1, :nodes]
            matrix[-1, -1] = weight[real].sum()
        return matrix

    def solve(self) -> Array:
        """Return the maximum of the likelihood on natural-log odds, ratings summing to zero, by Newton's steps."""
        theta = np.zeros(self.free)
        nodes = self.n + self.phantom
        best = self.cost(theta)
        for _ in range(200):
            step = centred_solve(self.information(theta), self.slope(theta), nodes)
            if float(np.max(np.abs(step))) < 1e-13:
                break
            size = 1.0
            while size > 1e-10 and self.cost(theta + size * step) > best + 1e-12 * abs(best):
                size /= 2
            theta = theta + size * step
            theta[:nodes] -= theta[: self.n].mean()
            best = self.cost(theta)
        return theta


def hidden(
    cluster: NDArray[np.int64], first: NDArray[np.int64], second: NDArray[np.int64], points: Array, weight: Array,
    free: int,
) -> csr_array:  # fmt: skip
    """Return, for every two players whose clusters (two or more) all came out the same, what that may hide.

    What differs from all that was seen has with 97.5 % certainty a share below 1 - 0.025**(1/clusters); all of it
    together would move the score by so much of its distance to 0 or 1. A residual is made of this, as if it were
    1.96 standard errors, but never more than what the model expects of these games (weight: each one's variance).
    points: the first player's, game by game. free: how many unknowns a residual has.
    """
    from scipy.sparse import csr_array

    span = int(max(first.max(), second.max())) + 1
    pairing, where = places(np.minimum(first, second) * span + np.maximum(first, second))
    clusters = int(cluster.max()) + 1
    meeting, inside = places(where * clusters + cluster)
    of = meeting // clusters
    mean = np.bincount(inside, weights=np.where(first > second, 1 - points, points)) / np.bincount(inside)
    count, games = np.bincount(of), np.bincount(where)
    score = np.bincount(of, weights=mean) / count
    least = np.full(len(pairing), 2.0)
    most = np.full(len(pairing), -1.0)
    np.minimum.at(least, of, mean)
    np.maximum.at(most, of, mean)
    alike = np.flatnonzero((count >= 2) & (most - least < NOTHING))
    moved = np.maximum(score, 1 - score) * (1 - 0.025 ** (1 / count)) * games / Z95
    model = np.sqrt(np.bincount(where, weights=weight))
    size = np.minimum(moved, model)[alike]
    rows = np.arange(len(alike))
    return csr_array(
        (np.concatenate((size, -size)),
         (np.concatenate((rows, rows)), np.concatenate((pairing[alike] // span, pairing[alike] % span)))),
        shape=(len(alike), free),
    )  # fmt: skip


def _definite(matrix: Array, nodes: int) -> tuple[Array, bool]:
    """Return the Cholesky factor of an information matrix made definite: its first ``nodes`` rows sum to zero."""
    from scipy.linalg import cho_factor

    whole = matrix.copy()
    whole[:nodes, :nodes] += max(float(np.trace(matrix[:nodes, :nodes])), 1e-300) / nodes**2
    own = np.diag(whole).copy()
    try:
        factor: tuple[Array, bool] = cho_factor(whole, overwrite_a=True, check_finite=False)
        if not (np.diag(factor[0]) ** 2 > SINGULAR * own).all():
            raise np.linalg.LinAlgError
    except np.linalg.LinAlgError:
        raise RatingError("", "the first mover's advantage cannot be separated from the ratings") from None
    return factor


def centred_solve(matrix: Array, slope: Array, nodes: int) -> Array:
    """Return x with matrix x = slope, where shifting the first ``nodes`` unknowns together changes nothing."""
    from scipy.linalg import cho_solve

    return np.asarray(cho_solve(_definite(matrix, nodes), slope, check_finite=False))


def centred_inverse(matrix: Array, n: int, nodes: int | None = None) -> Array:
    """Return the inverse of ``matrix`` where the first n unknowns sum to zero.

    nodes: how many unknowns can be shifted together without changing anything; n where it is not given.
    """
    from scipy.linalg import cho_solve

    nodes = n if nodes is None else nodes
    inverse = np.asarray(cho_solve(_definite(matrix, nodes), np.eye(len(matrix)), check_finite=False))
    inverse[:nodes] -= inverse[:n].mean(axis=0)
    inverse[:, :nodes] -= inverse[:, :n].mean(axis=1)[:, None]
    return inverse
