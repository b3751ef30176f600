"""What the looks of a tournament come to: rates, means and curves per variant, bot and phase; as rows and as JSON."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arena.board.drawing import Cell, Picture, window_of
from arena.ratings.regret import ClusteredMean, clustered_mean, clustered_share, quantile_curve
from arena.report.gather import EVERYWHERE
from arena.report.looks import PHASES, Basis, Look, Miss, Regret
from arena.report.page.pictures import begun_with, placed

REFERENCES: dict[Basis, str] = {
    "points": "the play with the most points on the spot",
    "equity": "the play or exchange with the most points and value of the tiles that are kept",
}
WHOLE = ""  # the phase of a line over the whole game
SHARES = tuple(step / 100 for step in range(101))  # where the curves are taken: every per cent of the turns


@dataclass(frozen=True)
class RegretLine:
    """One bot in one phase ("" for the whole game) of one variant ("" for all).

    agreement: share of turns that made as many points as the best play, errors clustered by game.
    given_away: points a turn. rank: the median rank among all plays; share: points made of those there were to make.
    """

    variant: str
    bot: str
    phase: str
    agreement: ClusteredMean
    given_away: ClusteredMean
    rank: float
    share: float | None


def regret_lines(regret: Regret, order: Sequence[str] = ()) -> list[RegretLine]:
    """Return every line that has turns: all variants first, bots in ``order``, the whole game before its phases."""
    games = {name: number for number, name in enumerate(dict.fromkeys(look.game for look in regret.looks))}
    groups: dict[tuple[str, str, str], list[Look]] = defaultdict(list)
    variants = sorted({look.variant for look in regret.looks})
    for look in regret.looks:
        for variant in (EVERYWHERE, look.variant) if len(variants) > 1 else (EVERYWHERE,):
            for phase in (WHOLE, look.phase):
                groups[variant, look.bot, phase].append(look)
    bots = bots_of(regret, order)
    return [
        _line(variant, bot, phase, groups[variant, bot, phase], games)
        for variant in (EVERYWHERE, *variants)
        for bot in bots
        for phase in (WHOLE, *PHASES)
        if (variant, bot, phase) in groups
    ]


def bots_of(regret: Regret, order: Sequence[str] = ()) -> list[str]:
    """Return the bots with looks: those of ``order`` first, then the others by name."""
    seen = {look.bot for look in regret.looks}
    return [bot for bot in order if bot in seen] + sorted(seen - set(order))


def _line(variant: str, bot: str, phase: str, looks: Sequence[Look], games: dict[str, int]) -> RegretLine:
    clusters = np.array([games[look.game] for look in looks])
    away = np.array([look.given_away for look in looks], dtype=np.float64)
    best = sum(look.worth for look in looks)
    return RegretLine(
        variant, bot, phase, clustered_share(away == 0, clusters), clustered_mean(away, clusters),
        float(np.median([look.rank for look in looks])), 1 - float(away.sum()) / best if best > 0 else None,
    )  # fmt: skip


def regret_curves(regret: Regret, order: Sequence[str] = ()) -> dict[str, list[float]]:
    """Return bot -> points given away at each of SHARES: so many per cent of its turns gave away no more."""
    values: dict[str, list[float]] = {bot: [] for bot in bots_of(regret, order)}
    for look in regret.looks:
        values[look.bot].append(look.given_away)
    return {bot: quantile_curve(losses, SHARES) for bot, losses in values.items()}


def pictures_of(miss: Miss, layout: Any = None) -> tuple[Picture | None, Picture | None]:
    """Return the board with what was played and with what was there, in one window; None for what lays no tiles."""
    before = _cells(begun_with(miss.record), False)
    for move in miss.record.moves[: miss.look.turn]:
        before |= _cells(placed(move), False)
    played, there = _cells(placed(miss.move), True), _cells(miss.tiles, True)
    window = window_of(before | played | there, layout)
    pictures = [Picture(before | tiles, window) if tiles else None for tiles in (played, there)]
    return pictures[0], pictures[1]


def _cells(tiles: Iterable[tuple[int, int, str, int]], fresh: bool) -> dict[tuple[int, int], Cell]:
    return {(x, y): Cell(char, points, fresh) for x, y, char, points in tiles}


def look_facts(look: Look) -> dict[str, Any]:
    """Return a look as plain values; turn counts from 1."""
    return {**look._asdict(), "turn": look.turn + 1, "given_away": look.given_away}


def miss_facts(miss: Miss) -> dict[str, Any]:
    """Return a miss as plain values: the look, the hand, what was played and what was there."""
    note = miss.move.note
    return {
        **look_facts(miss.look), "hand": note.get("hand", ""), "move": miss.move.move,
        "words": [list(word) for word in note.get("words", ())], "best_word": miss.word,
        "best_tiles": [list(tile) for tile in miss.tiles],
    }  # fmt: skip


def line_facts(line: RegretLine) -> dict[str, Any]:
    """Return a line as plain values: shares of one, points a turn."""
    agreement, away = line.agreement, line.given_away
    return {
        "variant": line.variant, "bot": line.bot, "phase": line.phase, "turns": away.n, "games": away.clusters,
        "agreement": agreement.mean, "agreement_low": agreement.low, "agreement_high": agreement.high,
        "given_away": away.mean, "given_away_se": away.se, "given_away_low": away.low, "given_away_high": away.high,
        "median_rank": line.rank, "share_of_best": line.share,
    }  # fmt: skip


REGRET_COLUMNS = (
    "variant", "bot", "phase", "turns", "games", "agreement", "agreement_low", "agreement_high", "given_away",
    "given_away_se", "given_away_low", "given_away_high", "median_rank", "share_of_best",
)  # fmt: skip


def regret_facts(regret: Regret, order: Sequence[str] = ()) -> dict[str, Any]:
    """Return everything about given-away points as JSON-able values."""
    return {
        "by": regret.by, "reference": REFERENCES[regret.by],
        "turns": regret.turns, "looked_at": len(regret.looks), "sample": regret.sample,
        "turns_without_a_play": dict(regret.forced), "turns_without_a_hand": regret.unseen,
        "left_out": dict(regret.left_out), "interval": 0.95, "clustered_by": "game",
        "lines": [line_facts(line) for line in regret_lines(regret, order)],
        "quantiles": {"shares": list(SHARES), "given_away": regret_curves(regret, order)},
        "worst": [miss_facts(miss) for miss in regret.worst],
        "worst_by_bot": {miss.look.bot: miss_facts(miss) for miss in regret.worst_by_bot},
    }  # fmt: skip
