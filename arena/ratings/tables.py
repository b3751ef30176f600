"""Rating tables: bots that games connect, in whatever direction, in one table; ranked by one fit of all their games.

A fit has finite ratings for everybody where all points of a league go both ways, or where a prior holds it together.
A league for which neither is true is fitted with a prior of FALLBACK all the same, and its ``fit.prior`` says so.

Between two groups of a league (see ``linking``) all points went one way, and no interval from their fit can say how
far apart they are: the fit's distance hangs on the prior. There an end of an interval is a bound instead: the
rating at which so clean a record against the bots beyond it has a chance of 2.5 %. Who has nobody above stands with
a lower bound alone, who has nobody below with an upper one. The group of more than half of a league's bots, where
there is one, keeps its own intervals: the others are measured against it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from arena.errors import RatingError
from arena.ratings.elo import ELO_PER_NAT
from arena.ratings.linking import groups, leagues
from arena.ratings.pool import Fit, anchored, fit_pool
from arena.ratings.rankings import Ranking, fit_rankings, taken_points
from arena.ratings.results import GameColumns

Standing = Literal["rated", "at least", "at most", "no games"]
Array = NDArray[np.float64]
FALLBACK = 1.0  # virtual draws of each bot, where the results alone give no finite ratings
CLEAN = 0.025  # chance of a clean record at its bound
TIE = 9  # decimals of Elo within which two ratings are the same


@dataclass(frozen=True, slots=True)
class RatingRow:
    """One bot's line.

    standing:  "rated"; "at least": no upper end, for it lost no point to anybody outside its group and was not
               held from above; "at most": no lower end, the other way round; "no games".
    elo, low, high: Elo points on the league's scale; low and high None where there is no such end, all None
               without games.
    wins, draws, losses: of games of two; with more seats, games won outright or shared, or not won.
    points:    mean share of the points, 0..1; None without games.
    """

    name: str
    standing: Standing
    elo: float | None
    low: float | None
    high: float | None
    games: int
    wins: int
    draws: int
    losses: int
    points: float | None


@dataclass(frozen=True, slots=True)
class League:
    """Bots that games connect, best first, on one scale.

    members:  their names in the fit's order. fit: of all their games.
    fallback: whether no prior was asked for and FALLBACK was taken, as the results alone give no finite ratings.
    apart:    whether there are other leagues, with whose bots no game was played.
    """

    rows: tuple[RatingRow, ...]
    members: tuple[str, ...]
    fit: Fit
    fallback: bool
    apart: bool


@dataclass(frozen=True, slots=True)
class Tables:
    """All leagues, the largest first, and the bots that played no game."""

    leagues: tuple[League, ...]
    idle: tuple[RatingRow, ...]

    @property
    def rows(self) -> tuple[RatingRow, ...]:
        """Every bot once, league by league, those without games last."""
        return (*(row for league in self.leagues for row in league.rows), *self.idle)


@dataclass(frozen=True, slots=True)
class _Sweeps:
    """Games that a group won (or lost) against others all of whose points went that way.

    group: int64[m], number of the group that is meant. games: float64[m], how many. ahead: float64[m], by how many
    natural-log odds the loser is ahead of the winner (mostly negative). The chance of one of these games is
    1 / (1 + exp(ahead)), or less.
    """

    group: NDArray[np.int64]
    games: Array
    ahead: Array

    def of(self, group: int) -> tuple[Array, Array]:
        """Return games and ahead of one group; the rows are sorted by group."""
        start, stop = np.searchsorted(self.group, (group, group + 1))
        return self.games[start:stop], self.ahead[start:stop]


@dataclass(frozen=True, slots=True)
class _Book:
    """What both kinds of results have in common. won and lost: (group of every player, ratings) -> sweeps."""

    names: tuple[str, ...]
    taken: Array
    tallies: NDArray[np.int64]  # [players, (wins, draws, losses)]
    points: Array
    fit: Callable[[tuple[int, ...], float], Fit]
    sweeps: Callable[[NDArray[np.int64], Array], tuple[_Sweeps, _Sweeps]]


def rate(
    results: GameColumns, *, prior: float = 0.0, advantage: bool = False, anchor: tuple[str, float] | None = None
) -> Tables:
    """Return the tables of two-player results (see the module's text for what they hold).

    prior:  virtual draws of each bot against a phantom in the middle of its league (see ``pool``).
    anchor: (bot, its rating): shifts its table.
    Raises RatingError for a negative prior and an anchor that is nobody's name.
    """
    n = len(results.names)
    won = (results.points > 0.5).astype(np.int64) - (results.points < 0.5)
    tallies = np.bincount(results.first * 3 + 1 - won, minlength=3 * n)
    tallies += np.bincount(results.second * 3 + 1 + won, minlength=3 * n)
    taken = results.taken()

    def sweeps(group: NDArray[np.int64], nats: Array) -> tuple[_Sweeps, _Sweeps]:
        winner, loser = np.nonzero((taken > 0) & (group[:, None] != group[None, :]))
        return _sorted_sweeps(group[winner], group[loser], taken[winner, loser], nats[loser] - nats[winner])

    def fit(league: tuple[int, ...], prior: float) -> Fit:
        fitted = fit_pool(results.among(league), prior=prior, advantage=advantage)
        return replace(fitted, residuals=fitted.residuals[:0])  # nobody asks a table for them, and they are long

    book = _Book(results.names, taken, tallies.reshape(n, 3), taken.sum(axis=1), fit, sweeps)
    return _tables(book, prior, anchor)


def _sorted_sweeps(winners: NDArray[np.int64], losers: NDArray[np.int64], games: Array, ahead: Array) -> tuple[
    _Sweeps, _Sweeps
]:  # fmt: skip
    """Return the same games as those that groups won, and as those that groups lost."""
    by_winner, by_loser = np.argsort(winners, kind="stable"), np.argsort(losers, kind="stable")
    return (
        _Sweeps(winners[by_winner], games[by_winner], ahead[by_winner]),
        _Sweeps(losers[by_loser], games[by_loser], ahead[by_loser]),
    )


def rate_rankings(
    rankings: Sequence[Ranking],
    names: Sequence[str] = (),
    *,
    prior: float = 0.0,
    anchor: tuple[str, float] | None = None,
) -> Tables:
    """Return the tables of games with two to eight players: Plackett and Luce's model, clustered by game."""
    everybody = tuple(sorted({*names, *(bot for game in rankings for bot in game.bots)}))
    number = {name: index for index, name in enumerate(everybody)}
    tallies = np.zeros((len(everybody), 3), dtype=np.int64)
    points = np.zeros(len(everybody))
    for game in rankings:
        for bot, place in zip(game.bots, game.places, strict=True):
            others = list(game.places)
            others.remove(place)
            shared = place == 1 and 1 in others
            tallies[number[bot], 1 if shared else 0 if place == 1 else 2] += 1
            points[number[bot]] += sum((1.0, 0.5, 0.0)[(place >= o) + (place > o)] for o in others) / len(others)

    def fit(league: tuple[int, ...], prior: float) -> Fit:
        return fit_rankings(_among(rankings, {everybody[index] for index in league}), everybody, prior=prior)

    def sweeps(group: NDArray[np.int64], nats: Array) -> tuple[_Sweeps, _Sweeps]:
        won, lost = [], []
        for game in rankings:
            seats = [(place, number[bot]) for bot, place in zip(game.bots, game.places, strict=True)]
            for own in sorted({int(group[bot]) for _, bot in seats}):
                mine = [(place, bot) for place, bot in seats if group[bot] == own]
                behind = [bot for place, bot in seats if group[bot] != own and place > max(mine)[0]]
                before = [bot for place, bot in seats if group[bot] != own and place < min(mine)[0]]
                # the chance that the weakest of a group is before all of these, which is more than that all are
                weak, strong = min(nats[bot] for _, bot in mine), max(nats[bot] for _, bot in mine)
                if behind:
                    won.append((own, float(np.logaddexp.reduce(nats[behind])) - weak))
                if before:
                    lost.append((own, strong - min(nats[before])))
        sweeps_of = []
        for games in (won, lost):
            games.sort()
            sweeps_of.append(_Sweeps(
                np.array([own for own, _ in games], dtype=np.int64), np.ones(len(games)),
                np.array([ahead for _, ahead in games], dtype=np.float64),
            ))  # fmt: skip
        return sweeps_of[0], sweeps_of[1]

    return _tables(_Book(everybody, taken_points(rankings, everybody), tallies, points, fit, sweeps), prior, anchor)


def _among(rankings: Sequence[Ranking], group: set[str]) -> list[Ranking]:
    """Return the games cut down to the bots of a group: their order among themselves."""
    cut = []
    for index, game in enumerate(rankings):
        seats = [seat for seat, bot in enumerate(game.bots) if bot in group]
        if len(seats) > 1:
            bots, places = tuple(game.bots[seat] for seat in seats), tuple(game.places[seat] for seat in seats)
            cut.append(Ranking(bots, places, ("alone", index) if game.cluster is None else game.cluster, game.variant))
    return cut


def _tables(book: _Book, prior: float, anchor: tuple[str, float] | None) -> Tables:
    if prior < 0 or not math.isfinite(prior):
        raise RatingError("", f"a prior of {prior:g} virtual draws", "Use 0 or more.")
    if anchor is not None and anchor[0] not in book.names:
        raise RatingError("", f"the anchor {anchor[0]!r} is none of the bots", f"There are {', '.join(book.names)}.")
    met = leagues(book.taken)
    apart = sum(len(league) > 1 for league in met) > 1
    rated = [_league(book, league, prior, anchor, apart) for league in met if len(league) > 1]
    idle = [_row(book, league[0], "no games", None, None, None) for league in met if len(league) == 1]
    return Tables(tuple(rated), tuple(idle))


def _league(
    book: _Book, league: tuple[int, ...], prior: float, anchor: tuple[str, float] | None, apart: bool
) -> League:
    """Return the table of bots that games connect."""
    parts = groups(book.taken[np.ix_(league, league)])
    fallback = not prior and len(parts) > 1
    fit = book.fit(league, FALLBACK if fallback else prior)
    held = None if anchor is None else book.names.index(anchor[0])
    if held in fit.players and anchor is not None:
        fit = anchored(fit, fit.players.index(held), anchor[1])
    ends: list[tuple[float | None, float | None]] = [fit.interval(place) for place in range(len(fit.players))]
    if len(parts) > 1:
        _bound(book, fit, parts, ends, held)
    rows = []
    for place, player in enumerate(fit.players):
        low, high = ends[place]
        standing: Standing = "rated" if None not in (low, high) else "at least" if high is None else "at most"
        rows.append(_row(book, player, standing, float(fit.ratings[place]), low, high))
    rows.sort(key=lambda row: (-round(row.elo or 0.0, TIE), row.name))
    return League(tuple(rows), tuple(book.names[player] for player in fit.players), fit, fallback, apart)


def _bound(
    book: _Book,
    fit: Fit,
    parts: list[tuple[int, ...]],
    ends: list[tuple[float | None, float | None]],
    held: int | None,
) -> None:
    """Put bounds in place of the ends that the fit cannot tell; parts: the groups, as places of the fit."""
    n = len(fit.players)
    group = np.full(len(book.names), -1, dtype=np.int64)
    nats = np.zeros(len(book.names))
    nats[list(fit.players)] = fit.ratings / ELO_PER_NAT
    for number, part in enumerate(parts):
        group[[fit.players[place] for place in part]] = number
    won, lost = book.sweeps(group, nats)
    for number, part in enumerate(parts):
        if 2 * len(part) > n:
            continue
        anchored_here = held is not None and group[held] == number
        moved = 0.0 if anchored_here else 1.0 if held in fit.players else 1 - len(part) / n
        down, up = (_slack(*sweeps.of(number)) for sweeps in (won, lost))
        for place in part:
            if fit.players[place] == held:
                continue
            elo = float(fit.ratings[place])
            low, high = fit.interval(place) if len(part) > 1 else (elo, elo)
            ends[place] = (
                None if down is None else min(low, elo - moved * down),
                None if up is None else max(high, elo + moved * up),
            )


def _slack(games: Array, ahead: Array) -> float | None:
    """Return by how much Elo the winners can be lowered until the chance of all these games is CLEAN; None: no games.

    0 where the chance is less already (a strong prior).
    """
    if not len(games):
        return None

    def surprise(shift: float) -> float:
        return -float(games @ np.logaddexp(0, ahead + shift)) - math.log(CLEAN)

    if surprise(0.0) <= 0:
        return 0.0
    from scipy.optimize import brentq

    far = 1.0
    while surprise(far) > 0:
        far *= 2
    return float(brentq(surprise, 0.0, far, xtol=1e-12)) * ELO_PER_NAT


def _row(
    book: _Book, player: int, standing: Standing, elo: float | None, low: float | None, high: float | None
) -> RatingRow:
    wins, draws, losses = (int(count) for count in book.tallies[player])
    games = wins + draws + losses
    points = float(book.points[player]) / games if games else None
    return RatingRow(book.names[player], standing, elo, low, high, games, wins, draws, losses, points)
