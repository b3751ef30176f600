"""Which candidate is best, by paired samples: those that cannot catch up are dropped, with a stated error.

All candidates that are left meet the same draws, so that what counts is the difference from the leader, draw by draw.
After every block of draws (a look), one is dropped when the leader is ahead of it by more than z standard errors of the
mean difference. At look t of n candidates, z leaves the normal tail an error of ``error`` / (n t (t + 1)): over all
looks and candidates the chance that the best one is ever dropped is ``error`` at the most, as far as means of LEAST or
more draws are normally distributed (a union bound over looks and arms; Audibert, Bubeck and Munos 2010 and Garivier
and Kaufmann 2016 have sharper ones).

So sure a rule needs many draws. Where few are to be had, most candidates would stay to the end, and the few good ones
would get a tenth of the draws each. So the effort is parted in equal stages as well, and each stage begins with half as
many candidates as the one before it, down to two: *sequential halving*. With H the largest i / gap(i)^2 of the
candidates in order, the chance that the best is not what is left of T rollouts of n candidates falls as
3 log2(n) exp(-T / (8 H log2 n)), for gaps in units of the deviation (Karnin, Koren and Somekh 2013; they begin each
stage anew, here all draws so far count).

Few draws say little, so what they say is drawn towards what was thought before. That goes in two steps: how the
candidates stand once they have been answered differs less by chance, from draw to draw, than how they stand in the end,
and is not far from it. The means of the answers are believed against what was thought beforehand as far as ANSWER draws
to the contrary leave, and how the ends differ from the answers as far as END draws to the contrary do. Measured:
docs/explanation/simulation.md.
"""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

LEAST = 16  # draws before anybody is dropped
ERROR = 0.05
FEWEST = 2  # candidates of the last stage
ANSWER, END = 24, 56  # draws that are set against those of a candidate


class Race:
    """Sums over draws of what candidates are worth; ``left`` are the numbers of those that are not dropped.

    error: chance that ``look`` drops the best; 0 to drop none, neither by looks nor by stages. beforehand:
    float64[count], what the candidates are thought to be worth, but for what is the same for all; None for the same.
    """

    def __init__(self, count: int, error: float = ERROR, beforehand: NDArray[np.float64] | None = None) -> None:
        self._beforehand = np.zeros(count) if beforehand is None else beforehand - beforehand.mean()
        self.left = np.arange(count)
        self.sizes = sizes(count) if error > 0 else [count]
        self.draws = np.zeros(count, np.int64)
        self._error, self._looks, self._count = error, 0, count
        self._sums, self._products = np.zeros(count), np.zeros((count, count))
        self._answered = np.zeros(count)

    def add(self, worth: NDArray[np.float64], answered: NDArray[np.float64] | None = None) -> None:
        """Add float64[draws, left], one column for each candidate that is left.

        answered: the same by how it stood when the candidate had been answered; None where nothing is known of that.
        """
        left = self.left
        self.draws[left] += len(worth)
        self._sums[left] += worth.sum(axis=0)
        self._answered[left] += (worth if answered is None else answered).sum(axis=0)
        self._products[np.ix_(left, left)] += worth.T @ worth

    @property
    def means(self) -> NDArray[np.float64]:
        """float64[candidates]; 0 for one without draws."""
        means: NDArray[np.float64] = self._sums / np.maximum(1, self.draws)
        return means

    @property
    def worth(self) -> NDArray[np.float64]:
        """float64[left]: what those that are left are worth by all that is known of them, as differences."""
        left = self.left
        draws = self.draws[left]
        before, ends = self._beforehand[left], self.means[left]
        answered = self._answered[left] / np.maximum(1, draws)
        before, answered, ends = before - before.mean(), answered - answered.mean(), ends - ends.mean()
        by_answers, by_ends = draws / (draws + ANSWER), draws / (draws + END)
        worth: NDArray[np.float64] = before + by_answers * (answered - before) + by_ends * (ends - answered)
        return worth

    @property
    def leader(self) -> int:
        """The first of the best candidates that are left."""
        return int(self.left[np.argmax(self.worth)])

    def stage_end(self, used: float) -> float:
        """Return where the stage of a share of the effort ends: the next share at which candidates are dropped."""
        return (self._stage(used) + 1) / len(self.sizes)

    def narrow(self, used: float) -> None:
        """Keep the best so far, as many as are left in the stage of a share of the effort, 0 to 1."""
        most, left = self.sizes[self._stage(used)], self.left
        if len(left) > most:
            self.left = np.sort(left[np.argsort(-self.worth, kind="stable")[:most]])

    def _stage(self, used: float) -> int:
        return min(len(self.sizes) - 1, int(used * len(self.sizes)))

    def look(self) -> None:
        """Drop those that cannot catch up."""
        means, left = self.means, self.left
        leader = int(left[np.argmax(means[left])])  # by draws alone: the error is that of means
        count = int(self.draws[leader])
        self._looks += 1
        if count < LEAST or len(left) == 1 or self._error <= 0:
            return
        tail = self._error / (self._count * self._looks * (self._looks + 1))
        behind = means[leader] - means[left]
        products = self._products
        squares = products[leader, leader] + products[left, left] - 2 * products[leader, left]
        variance = np.maximum(0.0, squares / count - behind**2) * count / (count - 1)
        self.left = left[behind <= NormalDist().inv_cdf(1 - tail) * np.sqrt(variance / count)]


def sizes(count: int) -> list[int]:
    """Return how many candidates there are in each stage."""
    found = [count]
    while found[-1] > FEWEST:
        found.append(max(FEWEST, (found[-1] + 1) // 2))
    return found
