"""Rating tables: every bot in the table of its league, and bounds for those that have no finite rating.

Results split the bots into *leagues* (strongly connected sets, see ``linking``). Each league of two or more has a
scale and a table of its own. A bot that only won (or only lost) against a league stands in that league's table
with a bound: the rating at which such a clean record has a chance of 2.5 %. Bots without games come last.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from arena.errors import RatingError
from arena.ratings.elo import ELO_PER_NAT
from arena.ratings.linking import islands, leagues, reaches
from arena.ratings.pool import Fit, anchored, fit_pool
from arena.ratings.rankings import Ranking, fit_rankings, taken_points
from arena.ratings.results import Results

Standing = Literal["rated", "at least", "at most", "above", "below", "no games"]
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Row:
    """One bot's line.

    standing:  "rated": elo with both ends of its interval; "at least" and "at most": one end only, elo None;
               "above" and "below": a clean record that reaches the league only through others; "no games".
    elo, low, high: Elo points on the league's scale, None where there is no finite value.
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
    """One scale and the bots on it, best first.

    rows:     the bots of the league, and those with a bound against it.
    members:  names of the bots that the fit holds (in the fit's order).
    fit:      the fit, or None for a single bot, who defines the scale's zero.
    relation: how the league stands to the first league of its island: "", "above", "below" or "apart".
    """

    rows: tuple[Row, ...]
    members: tuple[str, ...]
    fit: Fit | None
    relation: str


@dataclass(frozen=True, slots=True)
class Tables:
    """All leagues, the largest first, and the bots that played no game."""

    leagues: tuple[League, ...]
    idle: tuple[Row, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        """Every bot once, league by league, those without games last."""
        return (*(row for league in self.leagues for row in league.rows), *self.idle)


@dataclass(frozen=True, slots=True)
class _Book:
    """What both kinds of results have in common."""

    names: tuple[str, ...]
    taken: Array
    tallies: NDArray[np.int64]  # [players, (wins, draws, losses)]
    points: Array
    fit: Callable[[tuple[int, ...]], Fit]
    clean: Callable[[int, tuple[int, ...]], list[tuple[int, ...]]]  # opponents of each game against a league


def rate(
    results: Results, *, prior: float = 0.0, advantage: bool = False, anchor: tuple[str, float] | None = None
) -> Tables:
    """Return the tables of two-player results (see the module's text for what they hold).

    prior:  virtual draws of each bot against the mean of its league. anchor: (bot, its rating): shifts its table.
    Raises RatingError for a negative prior and an anchor that is nobody's name.
    """
    n = len(results.names)
    won = (results.points > 0.5).astype(np.int64) - (results.points < 0.5)
    tallies = np.zeros((n, 3), dtype=np.int64)
    np.add.at(tallies, (results.first, 1 - won), 1)
    np.add.at(tallies, (results.second, 1 + won), 1)
    taken = results.taken()

    def clean(player: int, group: tuple[int, ...]) -> list[tuple[int, ...]]:
        played = results.played()[player]
        return [(other,) for other in group for _ in range(int(played[other]))]

    book = _Book(
        results.names, taken, tallies, taken.sum(axis=1),
        lambda group: fit_pool(results.among(group), prior=prior, advantage=advantage), clean,
    )  # fmt: skip
    return _tables(book, prior, anchor)


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

    def fit(group: tuple[int, ...]) -> Fit:
        return fit_rankings(_among(rankings, {everybody[index] for index in group}), everybody, prior=prior)

    def clean(player: int, group: tuple[int, ...]) -> list[tuple[int, ...]]:
        mine = [game for game in rankings if everybody[player] in game.bots]
        met = [tuple(number[bot] for bot in game.bots if number[bot] in group) for game in mine]
        return [others for others in met if others]

    return _tables(_Book(everybody, taken_points(rankings, everybody), tallies, points, fit, clean), prior, anchor)


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
    done: list[League] = []
    idle = [player for player in range(len(book.names)) if not book.tallies[player].any()]
    for island in islands(book.taken):
        if island[0] not in idle:
            done += _of_island(book, island, anchor)
    done.sort(key=lambda league: -len(league.rows))  # stable: the leagues of an island stay in their order
    rows = tuple(Row(book.names[player], "no games", None, None, None, 0, 0, 0, 0, None) for player in idle)
    return Tables(tuple(done), rows)


def _of_island(book: _Book, island: tuple[int, ...], anchor: tuple[str, float] | None) -> list[League]:
    """Return the leagues of bots that games connect; lone bots stand in the table of the main league."""
    cut = book.taken[np.ix_(island, island)]
    groups = [tuple(island[index] for index in group) for group in leagues(cut)]

    def rank(group: tuple[int, ...]) -> tuple[int, int, int, int]:
        above = sum(reaches(book.taken, other, group) for other in groups if other != group)
        below = sum(reaches(book.taken, group, other) for other in groups if other != group)
        return (
            -len(group),
            -int(book.tallies[list(group)].sum()),
            abs(above - below),
            below if len(group) == 1 else above,
        )

    main, *others = sorted(groups, key=rank)
    rated, fit = _rated(book, main, anchor)
    scale = {player: row.elo for player, row in zip(main, rated, strict=True) if row.elo is not None}
    lone = [group[0] for group in others if len(group) == 1]
    above = [player for player in lone if reaches(book.taken, (player,), main)]
    below = [player for player in lone if reaches(book.taken, main, (player,))]
    apart = [player for player in lone if player not in above and player not in below]
    top = [_bounded(book, player, main, scale, +1) for player in _by_dominance(book, above)]
    bottom = [_bounded(book, player, main, scale, -1) for player in _by_dominance(book, below)]
    members = tuple(book.names[player] for player in main)
    middle = sorted(rated, key=lambda row: (-(row.elo or 0.0), row.name))
    found = [League((*top, *middle, *bottom), members, fit, "")]
    for group in [*(group for group in others if len(group) > 1), *((player,) for player in apart)]:
        rows, own = _rated(book, group, anchor)
        up, down = reaches(book.taken, group, main), reaches(book.taken, main, group)
        rows.sort(key=lambda row: (-(row.elo or 0.0), row.name))
        names = tuple(book.names[player] for player in group)
        found.append(League(tuple(rows), names, own, "above" if up else "below" if down else "apart"))
    return found


def _rated(book: _Book, group: tuple[int, ...], anchor: tuple[str, float] | None) -> tuple[list[Row], Fit | None]:
    """Return the rows of one league's own members, in the group's order, and their fit."""
    if len(group) == 1:
        zero = anchor[1] if anchor is not None and anchor[0] == book.names[group[0]] else 0.0
        return [_row(book, group[0], "rated", zero, None, None)], None
    fit = book.fit(group)
    if anchor is not None and anchor[0] in {book.names[player] for player in group}:
        fit = anchored(fit, fit.players.index(book.names.index(anchor[0])), anchor[1])
    rows = []
    for place, player in enumerate(fit.players):
        low, high = fit.interval(place)
        rows.append(_row(book, player, "rated", float(fit.ratings[place]), low, high))
    return rows, fit


def _by_dominance(book: _Book, players: list[int]) -> list[int]:
    """Return lone bots best first: whoever beat more of the others, directly or through others, stands higher."""

    def key(player: int) -> tuple[int, float, str]:
        beaten = sum(reaches(book.taken, (player,), (other,)) for other in players if other != player)
        return -beaten, -float(book.points[player]), book.names[player]

    return sorted(players, key=key)


def _bounded(book: _Book, player: int, main: tuple[int, ...], scale: dict[int, float], side: int) -> Row:
    """Return the row of a bot whose record against the main league is clean: all won (side +1) or all lost."""
    games = book.clean(player, main)
    if not games:
        return _row(book, player, "above" if side > 0 else "below", None, None, None)

    def surprise(rating: float) -> float:
        total = 0.0
        for opponents in games:
            if side > 0:  # ahead of all of them
                total -= math.log1p(sum(math.exp((scale[o] - rating) / ELO_PER_NAT) for o in opponents))
            else:  # behind every one of them: the exact chance for one opponent, a bound for more
                total -= math.log1p(min(math.exp((rating - scale[o]) / ELO_PER_NAT) for o in opponents))
        return total - math.log(0.025)

    ends = min(scale.values()) - 8000, max(scale.values()) + 8000
    bound = float(brentq(surprise, *ends, xtol=1e-9))
    return _row(book, player, "at least" if side > 0 else "at most", None, *((bound, None)[::side]))


def _row(book: _Book, player: int, standing: Standing, elo: float | None, low: float | None, high: float | None) -> Row:
    wins, draws, losses = (int(count) for count in book.tallies[player])
    games = wins + draws + losses
    points = float(book.points[player]) / games if games else None
    return Row(book.names[player], standing, elo, low, high, games, wins, draws, losses, points)
