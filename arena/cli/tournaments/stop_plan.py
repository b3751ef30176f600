"""What ``arena plan`` says of a tournament that may stop early: how long that will take."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from arena.config.model import Tournament
from arena.schedule.jobs import tables_with_pairs


def stop_figures(tournament: Tournament) -> dict[str, Any] | None:
    """Return the figures of the stopping rule, None where there is none.

    Of an SPRT the pairs of its two bots, over all variants; of a precision the pairs on each variant, None where bots
    play fewer by their own ``pairs``, and too few.
    """
    stop = tournament.stop
    if stop is None:
        return None
    import numpy as np  # scipy takes half a second to load

    from arena.ratings.length import rounds_for_width, rounds_with_most, sprt_length, too_wide
    from arena.ratings.sprt import Sprt

    if stop.sprt is not None:
        rule = stop.sprt
        sprt = Sprt(rule.elo0, rule.elo1, rule.alpha, rule.beta, rule.model)
        most = tournament.pairs * len(tournament.variants)
        return {"rule": "sprt", **asdict(sprt_length(sprt)), "at_most": most, "too_wide": too_wide(sprt)}
    number = {name: index for index, name in enumerate(sorted(bot.name for bot in tournament.bots))}
    games = np.zeros((len(number), len(number)))
    rounds = np.zeros((len(number), len(number)), dtype=np.int64)
    for (one, other), pairs in tables_with_pairs(tournament):
        games[number[one], number[other]] = games[number[other], number[one]] = 2.0 * len(tournament.variants)
        rounds[number[one], number[other]] = rounds[number[other], number[one]] = pairs
    width = stop.half_width or 0.0
    if tournament.caps():
        whose = [number[name] for name in stop.bots or number]
        enough = rounds_with_most(games, rounds, width, whose)
        return {"rule": "half_width", "pairs": enough, "at_most": tournament.pairs}
    return {"rule": "half_width", "pairs": rounds_for_width(games, width), "at_most": tournament.pairs}


def stop_text(tournament: Tournament, figures: dict[str, Any]) -> str:
    """Return the figures for people."""
    stop = tournament.stop
    assert stop is not None
    most = figures["at_most"]
    if stop.sprt is None and figures["pairs"] is None:
        fewer = ", ".join(f"{pairs:,} of {name}" for name, pairs in tournament.caps().items())
        return (
            f"It stops at ratings known to +-{stop.half_width:g} Elo, which so few pairs do not allow: {fewer}.\n"
            "Name the bots whose rating counts: stop: {half_width: ..., bots: [...]}."
        )
    if stop.sprt is None:
        fewer = " that plays so many" if tournament.caps() else ""
        verdict = "" if figures["pairs"] <= most else f", which 'pairs' ({most:,}) does not allow"
        return (
            f"It stops when ratings are known to +-{stop.half_width:g} Elo, after about {figures['pairs']:,} pairs of "
            f"each pairing{fewer} on each variant{verdict}\n"
            "(for bots of equal strength, without draws, the halves of a pair taken as independent;\n"
            "the shared seed usually makes it fewer)."
        )
    from arena.ratings.length import WIDE
    from arena.report.numbers import wrapped

    rule = stop.sprt
    unit = {"normalized": "nElo", "logistic": "Elo", "bayeselo": "BayesElo"}[rule.model]
    wide = "".join(f"\n{line}" for line in wrapped([WIDE])) if figures["too_wide"] else ""
    verdict = "" if figures["most"] <= most else f" 'pairs' allows {most:,}: it may end without a verdict."
    return (
        f"It stops when the SPRT of {rule.bots[0]} against {rule.bots[1]} has its verdict ({rule.elo0:g} or "
        f"{rule.elo1:g} {unit}; alpha {rule.alpha:g}, beta {rule.beta:g}).\n"
        f"Pairs of the two, over all variants: about {figures['under_h0']:,} if the gap is {rule.elo0:g}, "
        f"{figures['under_h1']:,} if it is {rule.elo1:g}, and at the longest\n"
        f"{figures['half_way']:,} if it is half way between, where 19 of 20 tests end within {figures['most']:,}."
        f"{verdict}{wide}"
    )
