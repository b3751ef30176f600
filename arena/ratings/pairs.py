"""Pairs of games: the same seed twice with the seats swapped, judged as one observation.

The five buckets of a pair are counted from the first bot's side and in this order everywhere:
LL, LD, middle (a win and a loss, or two draws), WD, WW. Half a pair is no pair: leave it out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arena.errors import RatingError
from arena.ratings.elo import Gap, gap_of

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class PairStatistics:
    """What a number of pairs says.

    counts:  LL, LD, middle, WD, WW.
    gap:     Elo, interval, normalised Elo and LOS from the pairs; ``gap.n`` counts pairs.
    single:  the same games taken as independent, as far as the buckets tell (each middle pair a win and a loss).
    saving:  games that unpaired play would need for the same error, per paired game: the square of the ratio of the
             standard errors. Below 1 the pairing widened the interval; None where the pairs do not vary.
    ratio:   winning pairs per losing pair, None without a losing pair.
    """

    counts: tuple[int, int, int, int, int]
    gap: Gap
    single: Gap
    saving: float | None
    ratio: float | None


def count_pairs(scores: Iterable[float]) -> tuple[int, int, int, int, int]:
    """Return the five counts of pair scores, each the mean of two games: 0, 1/4, 1/2, 3/4 or 1."""
    counts = [0] * 5
    for score in scores:
        bucket = score * 4
        if bucket not in (0, 1, 2, 3, 4):
            raise RatingError("", f"{score:g} is not a pair's score", "A pair scores 0, 0.25, 0.5, 0.75 or 1.")
        counts[int(bucket)] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]


def moments(counts: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the population variance of values that occur so many times each."""
    n = sum(counts)
    if not n:
        return 0.5, 0.0
    mean = math.fsum(c * x for c, x in zip(counts, values, strict=True)) / n
    return mean, math.fsum(c * (x - mean) ** 2 for c, x in zip(counts, values, strict=True)) / n


def pair_statistics(
    counts: Sequence[int], *, double_draws: int = 0, student: bool = False, level: float = 0.95
) -> PairStatistics:
    """Return what the five counts say; ``double_draws`` of the middle pairs were two draws.

    The point estimate is the same for pairs and for single games; only the error differs.
    """
    if len(counts) != 5 or min(counts) < 0 or not 0 <= double_draws <= counts[2]:
        raise RatingError("", f"{tuple(counts)} are not counts of pairs", "Give five counts: LL, LD, middle, WD, WW.")
    pairs = sum(counts)
    mean, variance = moments(counts, PAIR_SCORES)
    gap = gap_of(pairs, mean, variance, 2, student=student, level=level)
    ll, ld, middle, wd, ww = counts
    splits = middle - double_draws
    games = (2 * ll + ld + splits, ld + wd + 2 * double_draws, wd + 2 * ww + splits)
    single = gap_of(2 * pairs, *moments(games, (0.0, 0.5, 1.0)), student=student, level=level)
    saving = (single.se / gap.se) ** 2 if single.se is not None and gap.se else None
    losing = ll + ld
    ratio = (wd + ww) / losing if losing else None
    return PairStatistics((ll, ld, middle, wd, ww), gap, single, saving, ratio)
