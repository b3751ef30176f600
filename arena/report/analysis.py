"""Everything that a list of two-player results says, computed once for text, JSON and pages alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.contract.chance import stream
from arena.ratings.checks import Cycles, GoodnessOfFit, cycles, goodness_of_fit, superiority
from arena.ratings.elo import Gap
from arena.ratings.lines import Lines
from arena.ratings.meetings import Pairing, Pairings, PairTable, SpreadTable, pair_tables, pairings, spread_tables
from arena.ratings.pool import FEWEST_CLUSTERS, SMALL
from arena.ratings.results import GameColumns
from arena.ratings.seats import SeatEffect, first_seat_effect
from arena.ratings.spread import Margins, Spread
from arena.ratings.tables import League, RatingRow, Tables, rate
from arena.ratings.variant_effects import VariantEffects, variant_effects

SIGN_FLIPS = 0x5167  # the seed of the sign patterns drawn by lot: the same answer every time


@dataclass(frozen=True)
class LeagueChecks:
    """What is said of one league beside its table: who is better with which chance, and whether the model fits."""

    names: tuple[str, ...]
    superiority: NDArray[np.float64]
    fit: GoodnessOfFit
    advantage: float
    advantage_se: float | None
    errors: str
    clusters: int


@dataclass(frozen=True)
class Analysis:
    """All figures. games, prior, anchor: what went in; seats: variant -> effect, "" over all of them."""

    games: int
    prior: float
    anchor: tuple[str, float] | None
    tables: Tables
    checks: tuple[LeagueChecks, ...]  # beside tables.leagues
    pairings: Pairings
    pairs: Lines[PairTable]
    spreads: tuple[SpreadTable, ...]
    seats: dict[str, SeatEffect]
    cycles: Cycles
    variants: VariantEffects | None


def analyse(
    results: GameColumns,
    *,
    prior: float = 0.0,
    advantage: bool = False,
    anchor: tuple[str, float] | None = None,
    margins: Margins = (),
    moved: Sequence[bool] | NDArray[np.bool_] = (),
    tables: Tables | None = None,
) -> Analysis:
    """Return all figures of some results.

    margins: first mover's points minus the other's, game by game. moved: whether anybody moved in a game; the others
    say nothing of moving first. () for all of them. tables: those of these results, where they are there already.
    """
    tables = tables or rate(results, prior=prior, advantage=advantage, anchor=anchor)
    met = pairings(results)
    points = np.asarray(margins, dtype=np.float64)
    begun = np.asarray(moved, dtype=np.bool_) if len(moved) else np.ones(results.games, dtype=np.bool_)

    def seat_effect(chosen: NDArray[np.bool_]) -> SeatEffect:
        return first_seat_effect(results.where(chosen), points[chosen] if len(points) else ())

    seats = {"": seat_effect(begun)}
    if len(results.variants) > 1:
        seats |= {variant: seat_effect(begun & (results.variant == at)) for at, variant in enumerate(results.variants)}
    return Analysis(
        results.games,
        prior,
        anchor,
        tables,
        tuple(_checks(results, league) for league in tables.leagues),
        met,
        pair_tables(results),
        tuple(spread_tables(results, margins, stream(SIGN_FLIPS, "spread"))) if len(margins) else (),
        seats,
        cycles(met),
        variant_effects(results) if len(results.variants) > 1 else None,
    )


def _checks(results: GameColumns, league: League) -> LeagueChecks:
    fit = league.fit
    own = results.among(fit.players)
    names, table = superiority(fit, results.names)
    test = goodness_of_fit(own, fit)
    clusters = int(own.cluster.max()) + 1
    return LeagueChecks(names, table, test, fit.advantage, fit.advantage_se, fit.errors, clusters)


def prior_text(prior: float) -> str:
    """Return in words what a prior of so many virtual draws is."""
    return f"prior: {prior:g} virtual draw{'s' * (prior != 1)} of each bot against the middle of the pool"


def how_rated(analysis: Analysis, unit: str = "pair") -> list[str]:
    """Return the sentences that a rating table must carry: model, prior, zero, interval.

    unit: what games share their luck in ("pair", "seed", "game").
    """
    prior = "no prior (maximum likelihood)" if not analysis.prior else prior_text(analysis.prior)
    zero = (
        f"{analysis.anchor[0]} is held at {analysis.anchor[1]:g}"
        if analysis.anchor
        else "0 is the mean of the rated bots"
    )
    kinds = {check.errors for check in analysis.checks}
    sources = []
    if "clustered" in kinds:
        sources.append(f"errors from whole {unit}s")
    if "model" in kinds:
        few = f"fewer than {FEWEST_CLUSTERS} {unit}s, or none that differ"
        sources.append(f"errors from the model where there are {few}")
    errors = f"{'; '.join(sources)} (Student's t below {SMALL})" if sources else "none can be given"
    return [
        f"Elo by Bradley-Terry, draws as half points; {prior}; {zero}; 400 points are odds of 10 to 1.",
        f"low, high: the 95 % interval, {errors}. Intervals that overlap are no test.",
    ]


def row_facts(row: RatingRow) -> dict[str, Any]:
    """Return one bot's rating as plain values."""
    return {
        "bot": row.name, "standing": row.standing, "elo": row.elo, "low": row.low, "high": row.high,
        "games": row.games, "wins": row.wins, "draws": row.draws, "losses": row.losses, "score": row.points,
    }  # fmt: skip


def gap_facts(gap: Gap) -> dict[str, Any]:
    """Return a gap as plain values; los and score are shares of one."""
    error, nelo = gap.nelo_error, gap.nelo
    ends = (None, None) if nelo is None or error is None else (nelo - error, nelo + error)
    return {
        "score": gap.score, "se": gap.se, "elo": gap.elo, "low": gap.low, "high": gap.high,
        "half_width": gap.half_width, "nelo": nelo, "nelo_low": ends[0], "nelo_high": ends[1],
        "nelo_error": error, "los": gap.los, "method": gap.method,
    }  # fmt: skip


def spread_facts(spread: Spread) -> dict[str, Any]:
    """Return a mean of margins as plain values."""
    return {"n": spread.n, "mean": spread.mean, "se": spread.se, "low": spread.low, "high": spread.high}


def pair_facts(table: PairTable) -> dict[str, Any]:
    """Return one pairing's pair statistics as plain values."""
    counts = dict(zip(("LL", "LD", "middle", "WD", "WW"), table.statistics.counts, strict=True))
    return {
        "bot": table.one, "opponent": table.other, "pairs": table.statistics.gap.n, "counts": counts,
        **gap_facts(table.statistics.gap), "saving": table.statistics.saving, "ratio": table.statistics.ratio,
        "half_width_of_single_games": table.statistics.single.half_width, "games_left_out": table.left_out,
    }  # fmt: skip


def pairing_facts(pairing: Pairing) -> dict[str, Any]:
    """Return what two bots did against each other as plain values."""
    p = pairing
    return {
        "bot": p.one, "opponent": p.other, "games": p.games, "wins": p.wins, "draws": p.draws, "losses": p.losses,
        "score": p.score, "se": p.se,
    }  # fmt: skip


def _matrix(values: NDArray[np.float64]) -> Lines[list[float]]:
    return Lines(len(values), lambda row: values[row].tolist())


def analysis_facts(analysis: Analysis) -> dict[str, Any]:
    """Return the whole analysis as plain JSON values (units as in the reference page of ratings).

    What may be very long (pairings, pairs, the matrix of who is stronger) stands there as ``Lines``, for
    ``json_text`` to write one after the other.
    """
    leagues = []
    for league, check in zip(analysis.tables.leagues, analysis.checks, strict=True):
        facts: dict[str, Any] = {
            "members": list(league.members), "prior_draws": league.fit.prior,
            "bots": [row_facts(row) for row in league.rows],
            "errors": check.errors, "clusters": check.clusters,
            "superiority": {"bots": list(check.names), "probability": _matrix(check.superiority)},
            "goodness_of_fit": {
                "chi_squared": check.fit.chi_squared, "degrees": check.fit.degrees, "p": check.fit.p,
            },
        }  # fmt: skip
        if check.advantage_se is not None:
            facts["first_mover_advantage"] = {"elo": check.advantage, "se": check.advantage_se}
        leagues.append(facts)
    return {
        "games": analysis.games,
        "model": "Bradley-Terry, draws as half points",
        "prior_draws": analysis.prior,
        "anchor": None if analysis.anchor is None else {"bot": analysis.anchor[0], "elo": analysis.anchor[1]},
        "interval": 0.95,
        "leagues": leagues,
        "without_games": [row.name for row in analysis.tables.idle],
        "pairings": Lines(len(analysis.pairings), lambda index: pairing_facts(analysis.pairings[index])),
        "pairs": Lines(len(analysis.pairs), lambda index: pair_facts(analysis.pairs[index])),
        "spreads": [
            {"bot": table.one, "opponent": table.other, **spread_facts(table.spread), "p_sign_flip": table.p}
            for table in analysis.spreads
        ],
        "first_seat": [
            {
                "variant": variant or None, "games": effect.games, **gap_facts(effect.gap),
                "margin": spread_facts(effect.margin), "separates": effect.separates, "every_pair_even": effect.even,
            }
            for variant, effect in analysis.seats.items()
        ],
        "cycles": [{"bots": list(cycle.bots), "scores": list(cycle.scores)} for cycle in analysis.cycles.listed],
        "cycles_in_all": analysis.cycles.total,
        "variants": None if analysis.variants is None else variant_facts(analysis.variants),
    }  # fmt: skip


def variant_facts(effects: VariantEffects) -> dict[str, Any]:
    """Return the variant question's answer as plain values."""
    return {
        "variants": list(effects.variants),
        "bots": [
            {
                "bot": bot.name, "elo": bot.overall, "low": bot.low, "high": bot.high,
                "welch_f": bot.statistic, "p": bot.p, "p_holm": bot.p_holm,
                "by_variant": [
                    {
                        "variant": cell.variant, "games": cell.games, "elo": cell.elo, "low": cell.low,
                        "high": cell.high, "difference": cell.difference, "difference_low": cell.difference_low,
                        "difference_high": cell.difference_high,
                    }
                    for cell in bot.cells
                ],
            }
            for bot in effects.bots
        ],
        "chi_squared": effects.chi_squared, "degrees": effects.degrees, "p": effects.p, "p_from": effects.method,
        "left_out": list(effects.left_out), "problem": effects.problem,
    }  # fmt: skip
