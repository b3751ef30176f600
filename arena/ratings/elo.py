"""Elo points, match scores and the interval of a match between two bots, game by game.

Pure: counts in, numbers out. Elo is the logistic scale, on which 400 points are odds of 10 to 1.
What has no finite value is None, never infinity and never "not a number": the rating of a bot that
won every game, an end of an interval that reaches a score of 0 or 1, the error of a single game.

Results that are all the same have no variance, which does not make them certain. What differs from all n that were
seen has, with the confidence of one end of the interval, a share below u = 1 - 0.025**(1/n); if all of it were lost
the mean score x would be x (1 - u), if all of it were won, x + (1 - x) u. These are the ends, and for a clean sweep the
bound of Clopper and Pearson.
Pairs of games are in ``pairs``, pools of many bots in ``pool``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from arena.errors import RatingError
from arena.ratings.distributions import normal_quantile, normal_share, student_quantile

ELO_PER_NAT: Final = 400 / math.log(10)  # Elo points per unit of natural-log odds
NOTHING: Final = 1e-15  # variance of a score that is the rounding of sums alone


def elo_of(score: float) -> float | None:
    """Return the Elo gap that explains an expected score, or None at or beyond 0 and 1."""
    if not 0 < score < 1:
        return None
    return plain(ELO_PER_NAT * math.log(score / (1 - score)))


def score_of(elo: float) -> float:
    """Return the expected score (0..1) of the stronger side of a gap of ``elo`` points."""
    return 1 / (1 + 10 ** (-elo / 400))


def plain(number: float) -> float:
    """Return the number with a negative zero made positive, so that nobody ever reads -0.00."""
    return number + 0.0


@dataclass(frozen=True, slots=True)
class Gap:
    """How much stronger the first bot of a match is than the second.

    n:          games, or pairs when it comes from pairs.
    score, se:  mean score of the first bot (0..1) and its standard error; se is None for one observation.
    elo:        Elo points; None without games, and when every game was won or every game was lost.
    low, high:  ends of the 95 % interval in Elo, each mapped from score space; None where it is unbounded, and both
                for one observation.
    nelo, nelo_error: normalised Elo (score above one half in units of a game's standard deviation, times 2K) and
                half the width of its 95 % interval; None where the results do not vary.
    los:        likelihood of superiority, 0..1, from the variance at the observed score; None for one observation.
    method:     how the interval was made: "normal", "student", "exact" (nothing varied: see above) or "none".
    """

    n: int
    score: float
    se: float | None
    elo: float | None
    low: float | None
    high: float | None
    nelo: float | None
    nelo_error: float | None
    los: float | None
    method: str

    @property
    def half_width(self) -> float | None:
        """Half the mapped width of the interval: the "plus or minus" that match runners print."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


@lru_cache(maxsize=4096)
def quantile(level: float, degrees: int | None = None) -> float:
    """Return how many standard errors half an interval spans: Student's t, or the normal distribution for None."""
    tail = (1 + level) / 2
    return normal_quantile(tail) if degrees is None else student_quantile(tail, degrees)


def likelihood_of_superiority(score: float, se: float, n: int) -> float:
    """Return the chance that the true score exceeds one half, from the mean of n observations.

    Where they were all the same (se 0) and not one half, it is the chance that more than half of such observations
    favour the one that all n favoured, every share being as likely beforehand: 1 - 0.5**(n + 1) (Laplace).
    """
    if se == 0:
        same = 1 - 0.5 ** (n + 1)
        return 0.5 if score == 0.5 else same if score > 0.5 else 1 - same
    return normal_share((score - 0.5) / se)


def draw_blind_los(wins: float, losses: float) -> float:
    """Return the likelihood of superiority from wins and losses alone: the variance taken at score one half."""
    if wins + losses == 0:
        return 0.5
    return normal_share((wins - losses) / math.sqrt(wins + losses))


def gap_of(
    n: int, score: float, variance: float, games_each: int = 1, *, student: bool = False, level: float = 0.95
) -> Gap:
    """Return the gap from the mean and the (population) variance of ``n`` observations of the score.

    games_each: games that one observation is the mean of: 1, or 2 for pairs.
    student:    take Student's t on n - 1 degrees of freedom instead of the normal distribution.
    """
    if n == 0:
        return Gap(0, 0.5, None, None, None, None, None, None, None, "none")
    if variance < NOTHING:
        variance = 0.0
    sigma = math.sqrt(games_each * variance)  # of a single game, or what a game of a pair amounts to
    nelo = plain((score - 0.5) / sigma * 2 * ELO_PER_NAT) if sigma else 0.0 if score == 0.5 else None
    if n == 1:
        return Gap(n, score, None, elo_of(score), None, None, nelo, None, None, "none")
    se = math.sqrt(variance / n)
    reach = quantile(level, n - 1 if student else None)
    nelo_error = reach / math.sqrt(games_each * n) * 2 * ELO_PER_NAT if nelo is not None else None
    if se:
        low, high, method = score - reach * se, score + reach * se, "student" if student else "normal"
    else:
        unseen = 1 - ((1 - level) / 2) ** (1 / n)
        low, high, method = score * (1 - unseen), score + (1 - score) * unseen, "exact"
    los = likelihood_of_superiority(score, se, n)
    return Gap(n, score, se, elo_of(score), elo_of(low), elo_of(high), nelo, nelo_error, los, method)


def gap_of_games(wins: float, draws: float, losses: float, *, student: bool = False, level: float = 0.95) -> Gap:
    """Return the gap of a match whose games are independent; the counts are the first bot's.

    Elo = 400 log10(s / (1 - s)); the standard error is that of the mean of W ones, D halves and L zeros,
    and both ends of s +- z * se are mapped. Raises RatingError on a negative count.

    Source: Bradley and Terry, Biometrika 39 (1952), in Elo's units; the interval in score space as
    match runners for chess programs print it.
    """
    counts = (losses, draws, wins)
    if min(counts) < 0:
        raise RatingError("", f"a count is negative: {wins:g} wins, {draws:g} draws, {losses:g} losses")
    n = wins + draws + losses
    score = (wins + draws / 2) / n if n else 0.5
    variance = (
        sum(count * (value - score) ** 2 for count, value in zip(counts, (0, 0.5, 1), strict=True)) / n if n else 0.0
    )
    return gap_of(round(n), score, variance, student=student, level=level)
