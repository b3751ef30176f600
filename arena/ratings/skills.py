"""Skills as bell curves, updated game by game: TrueSkill and the Plackett-Luce form of openskill, for two players.

For players who change, and for comparison with tables made that way; bots do not change: rate them with ``pool``.
A skill is a mean and a deviation in the systems' own unit (a new player: 25 and 25/3), not Elo.
"""

from __future__ import annotations

from math import erfc, exp, sqrt
from statistics import NormalDist
from typing import NamedTuple

from arena.errors import RatingError

_BELL = NormalDist()
BETA = 25 / 6  # how much a single game's performance scatters around the skill
TAU = 25 / 300  # what a skill's deviation gains between two games (TrueSkill)
DRAWS = 0.10  # share of draws between equals that TrueSkill takes for granted


def _below(x: float) -> float:
    return erfc(-x / sqrt(2)) / 2  # exact far out to the left, where NormalDist.cdf rounds to 0


class Skill(NamedTuple):
    """What is believed of a player: the mean, and how unsure one is of it."""

    mean: float = 25.0
    deviation: float = 25 / 3


def trueskill(winner: Skill, loser: Skill, *, drawn: bool = False, draws: float = DRAWS) -> tuple[Skill, Skill]:
    """Return both skills after one game (of a draw, in the order that was given).

    Raises RatingError for a deviation that is not positive, or a share of draws outside 0 to 1.
    Source: Herbrich, Minka and Graepel, TrueSkill: a Bayesian skill rating system, NIPS 19 (2006).
    """
    _check(winner, loser)
    if not 0 < draws < 1:
        raise RatingError("", f"a share of draws of {draws}", "Between 0 and 1.")
    variances = [skill.deviation**2 + TAU**2 for skill in (winner, loser)]
    spread = sqrt(2 * BETA**2 + sum(variances))
    margin = _BELL.inv_cdf((draws + 1) / 2) * sqrt(2) * BETA / spread
    gap = (winner.mean - loser.mean) / spread
    if drawn:
        far = abs(gap)  # on this side both tails are small numbers, whose difference is exact
        inside = _below(margin - far) - _below(-margin - far)
        low, high = _BELL.pdf(-margin - far), _BELL.pdf(margin - far)
        pull = (low - high) / inside
        shift = pull if gap >= 0 else -pull
        shrink = pull**2 + ((margin - far) * high + (margin + far) * low) / inside
    else:
        shift = _BELL.pdf(gap - margin) / _below(gap - margin)
        shrink = shift * (shift + gap - margin)
    after = []
    for skill, variance, sign in zip((winner, loser), variances, (1, -1), strict=True):
        mean = skill.mean + sign * variance / spread * shift
        after.append(Skill(mean, sqrt(variance * (1 - variance / spread**2 * shrink))))
    return after[0], after[1]


def openskill(first: Skill, second: Skill, points: float) -> tuple[Skill, Skill]:
    """Return both skills after one game in which the first player scored ``points``: 1, 0.5 or 0.

    Raises RatingError for other points, or a deviation that is not positive.
    Source: Weng and Lin, A Bayesian approximation method for online ranking, JMLR 12 (2011), algorithm 4.
    """
    _check(first, second)
    if points not in (0, 0.5, 1):
        raise RatingError("", f"{points} points of one game", "1, 0.5 or 0.")
    spread = sqrt(sum(skill.deviation**2 + BETA**2 for skill in (first, second)))
    share = 1 / (1 + exp((second.mean - first.mean) / spread))  # the first player's chance
    after = []
    for skill, gained, chance in ((first, points, share), (second, 1 - points, 1 - share)):
        part = skill.deviation / spread
        shrink = 1 - part**3 * chance * (1 - chance)
        after.append(Skill(skill.mean + skill.deviation * part * (gained - chance), skill.deviation * sqrt(shrink)))
    return after[0], after[1]


def _check(*skills: Skill) -> None:
    for skill in skills:
        if not skill.deviation > 0:
            raise RatingError("", f"a deviation of {skill.deviation}", "It is above 0.")
