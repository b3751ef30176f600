"""When a match may stop, and how long it will take.

Verdicts look at the longest contiguous run of pair ids from 0 only, so that they depend neither on the number of
workers nor on which game happened to finish first; and they never stop between the halves of a pair.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from arena.errors import RatingError
from arena.ratings.distributions import normal_quantile
from arena.ratings.elo import score_of
from arena.ratings.pairs import PairStatistics, count_pairs, pair_statistics
from arena.ratings.sprt import LEAST_GAP, Sprt, SprtState


def contiguous_prefix(scores: Mapping[int, float]) -> list[float]:
    """Return the scores of pairs 0, 1, 2... up to the first one that is missing."""
    prefix: list[float] = []
    while len(prefix) in scores:
        prefix.append(scores[len(prefix)])
    return prefix


@dataclass(frozen=True, slots=True)
class StopState:
    """Where a stopping rule stands: after ``pairs`` pairs of the prefix; ``reached`` says that the match may stop.

    verdict: of a sequential test, at the pair where it first crossed a bound (its Elo is then biased outward).
    half_width: of the 95 % interval in Elo, for a precision rule; None while it has no finite value.
    """

    pairs: int
    reached: bool
    verdict: SprtState | None = None
    half_width: float | None = None


def judge_sprt(scores: Mapping[int, float], sprt: Sprt) -> StopState:
    """Return where the test stands on the prefix; once crossed, later pairs do not take the verdict back.

    scores: pair id -> the pair's score for the first bot (0, 1/4, 1/2, 3/4, 1); ids count from 0.
    """
    verdict = sprt.judge((0, 0, 0, 0, 0))
    counts = [0] * 5
    done = 0
    for done, score in enumerate(contiguous_prefix(scores), start=1):
        counts[count_pairs([score]).index(1)] += 1
        verdict = sprt.judge(counts)
        if verdict.accepted:
            return StopState(done, True, verdict)
    return StopState(done, False, verdict)


def judge_half_width(scores: Mapping[int, float], half_width: float, fewest: int = 20) -> StopState:
    """Return whether the interval over the prefix is narrow enough; not before ``fewest`` pairs.

    As with ``judge_sprt``, the first moment at which it held decides.
    """
    if not half_width > 0:
        raise RatingError("half_width", f"{half_width:g} is not a width", "Give a number of Elo points above 0.")
    counts = [0] * 5
    width: float | None = None
    done = 0
    for done, score in enumerate(contiguous_prefix(scores), start=1):
        counts[count_pairs([score]).index(1)] += 1
        width = pair_statistics(counts, student=done < 30).gap.half_width
        if done >= fewest and width is not None and width <= half_width:
            return StopState(done, True, None, width)
    return StopState(done, False, None, width)


def games_needed(elo: float, *, power: float = 0.8, alpha: float = 0.05, draws: float = 0.0) -> int:
    """Return the games that a two-sided test of level alpha needs to see a gap of ``elo`` with this power.

    draws: expected share of drawn games. Source: the normal approximation, n = (z_alpha + z_power)**2 v / (s - 1/2)**2.
    """
    score = score_of(abs(elo))
    _check(elo, power, alpha, draws, 2 * (1 - score))
    return math.ceil(_reach(power, alpha) * (score * (1 - score) - draws / 4) / (score - 0.5) ** 2)


def pairs_needed(
    elo: float, *, power: float = 0.8, alpha: float = 0.05, draws: float = 0.0, variance: float | None = None
) -> int:
    """Return the pairs that are needed; ``variance`` is a pair score's, known from earlier pairs.

    Without it the two halves are taken as independent (half a game's variance): an upper guess where the seed
    decides much of a game, since swapping the seats then cancels it.
    """
    score = score_of(abs(elo))
    _check(elo, power, alpha, draws, 2 * (1 - score))
    if variance is None:
        variance = (score * (1 - score) - draws / 4) / 2
    return math.ceil(_reach(power, alpha) * variance / (score - 0.5) ** 2)


def pair_variance(statistics: PairStatistics) -> float | None:
    """Return the variance of one pair's score, for ``pairs_needed``; None for fewer than two pairs."""
    gap = statistics.gap
    return None if gap.se is None else gap.se**2 * gap.n


def walk(scores: Sequence[float], sprt: Sprt) -> Iterator[float]:
    """Yield the log-likelihood ratio after each pair, for plots."""
    counts = [0] * 5
    for score in scores:
        counts[count_pairs([score]).index(1)] += 1
        yield sprt.judge(counts).llr


def _reach(power: float, alpha: float) -> float:
    return (normal_quantile(1 - alpha / 2) + normal_quantile(power)) ** 2


def _check(elo: float, power: float, alpha: float, draws: float, most: float) -> None:
    if not math.isfinite(elo) or abs(elo) < LEAST_GAP:
        raise RatingError("", f"a gap of {elo:g} Elo can never be seen", f"Give one of {LEAST_GAP:g} or more.")
    if not (0 < alpha < 1 and alpha / 2 < power < 1):
        raise RatingError("", f"power {power:g} at level {alpha:g} is impossible", "0.8 and 0.05 are usual.")
    if not 0 <= draws < most:
        raise RatingError("", f"{draws:g} of the games drawn leaves no gap of {elo:g} Elo", f"Stay below {most:.2f}.")
