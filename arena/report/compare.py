"""Two runs of the same games side by side: did a bot get better between two versions?

Only games that both runs played count (same id: same variant, opponents, seats and seed), so that their luck
cancels and the *differences* are judged, seed by seed, as one observation each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from arena.contract.chance import stream
from arena.ratings.elo import elo_of
from arena.ratings.spread import Spread, mean_spread, sign_flip_test
from arena.records.record import GameRecord
from arena.records.results import ResultsFolder
from arena.report.analysis import SIGN_FLIPS
from arena.report.numbers import grid, json_ready, p_text, p_value, percent, plural, signed


@dataclass(frozen=True)
class BotChange:
    """What changed for one bot over the games that both runs played (variant "" : all variants).

    games:        of the bot in both runs. same: games whose moves were the same.
    before, after: its mean score (0..1). score: mean difference, after less before, over seeds, with its interval.
    elo:          Elo of the score after less that before; None where either is 0 or 1.
    spread:       the same of the margin in points; n is 0 in games without points.
    p_score, p_spread: sign-flip tests of "nothing changed", two-sided.
    """

    bot: str
    variant: str
    games: int
    same: int
    before: float
    after: float
    score: Spread
    elo: float | None
    spread: Spread
    p_score: float
    p_spread: float | None


@dataclass(frozen=True)
class Comparison:
    """names: of the two runs. versions: bot -> what differs, in words.

    common, only_first, only_second: games. other_seed: games that both played, each with luck of its own.
    """

    names: tuple[str, str]
    common: int
    only_first: int
    only_second: int
    other_seed: int
    versions: dict[str, str]
    changes: tuple[BotChange, ...]


def compare(
    names: tuple[str, str],
    first: Iterable[GameRecord],
    second: Iterable[GameRecord],
    bots: tuple[Mapping[str, Mapping[str, str]], Mapping[str, Mapping[str, str]]] = ({}, {}),
) -> Comparison:
    """Compare two runs; ``bots`` are what their manifests say of each bot. Games that do not count are left out."""
    before = {record.id: record for record in first if record.counts}
    pairs = []
    only_second = other_seed = 0
    for record in second:
        if not record.counts:
            continue
        old = before.pop(record.id, None)
        if old is None:
            only_second += 1
        elif old.seed != record.seed:
            other_seed += 1
        else:
            pairs.append((old, record))
    changes = []
    by_bot: dict[str, list[tuple[GameRecord, GameRecord]]] = defaultdict(list)
    for old, new in pairs:
        if old.bots == new.bots:
            for bot in dict.fromkeys(new.bots):
                by_bot[bot].append((old, new))
    for bot in sorted(by_bot):
        variants = sorted({new.variant for _, new in by_bot[bot]})
        changes.append(_change(bot, "", by_bot[bot]))
        if len(variants) > 1:
            changes += [_change(bot, v, [both for both in by_bot[bot] if both[1].variant == v]) for v in variants]
    return Comparison(names, len(pairs), len(before), only_second, other_seed, _versions(*bots), tuple(changes))


def _change(bot: str, variant: str, games: list[tuple[GameRecord, GameRecord]]) -> BotChange:
    scores: dict[tuple[str, int], list[float]] = defaultdict(list)
    margins: dict[tuple[str, int], list[float]] = defaultdict(list)
    totals = [0.0, 0.0]
    same = 0
    for old, new in games:
        seat = new.bots.index(bot)
        points = [record.outcome().points(seat) for record in (old, new)]
        totals[0] += points[0]
        totals[1] += points[1]
        cluster = new.variant, new.pair
        scores[cluster].append(points[1] - points[0])
        same += [move.move for move in old.moves] == [move.move for move in new.moves]
        if old.scores is not None and new.scores is not None:
            margins[cluster].append(_margin(new, seat) - _margin(old, seat))
    means = [sum(of) / len(of) for of in scores.values()]
    spreads = [sum(of) / len(of) for of in margins.values()]
    before, after = (total / len(games) for total in totals)
    low, high = elo_of(before), elo_of(after)
    return BotChange(
        bot, variant, len(games), same, before, after, mean_spread(means),
        None if low is None or high is None else high - low, mean_spread(spreads),
        sign_flip_test(means, stream(SIGN_FLIPS, bot, variant, "score")),
        sign_flip_test(spreads, stream(SIGN_FLIPS, bot, variant, "spread")) if spreads else None,
    )  # fmt: skip


def _margin(record: GameRecord, seat: int) -> float:
    assert record.scores is not None
    others = [score for index, score in enumerate(record.scores) if index != seat]
    return record.scores[seat] - sum(others) / max(1, len(others))


def _versions(first: Mapping[str, Mapping[str, str]], second: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return what the manifests say differently of each bot that both runs had."""
    versions = {}
    for bot in sorted(first.keys() & second.keys()):
        old, new = first[bot], second[bot]
        keys = [key for key in sorted(old.keys() | new.keys()) if old.get(key) != new.get(key)]
        shown = [f"{key} {old.get(key, '-')} became {new.get(key, '-')}" for key in keys if key != "sha256"]
        if "sha256" in keys:
            shown.append("its file changed")
        if shown:
            versions[bot] = "; ".join(shown)
    return versions


def compare_text(comparison: Comparison) -> str:
    """Return a comparison as text: what was compared, then one line a bot (and variant)."""
    c = comparison
    lines = [f"{c.names[0]} (before) against {c.names[1]} (after): {plural(c.common, 'game')} that both played"]
    if c.only_first or c.only_second:
        lines.append(f"Left out: {plural(c.only_first, 'game')} only before, {c.only_second} only after.")
    if c.other_seed:
        lines.append(f"Left out: {plural(c.other_seed, 'game')} that both played, but from different seeds.")
    if not c.changes:
        remedy = "Play both with the same seed (written into the file), variants and names of bots."
        return "\n".join([*lines, f"No game of the same id and seed was played by the same bots. {remedy}"]) + "\n"
    lines += [f"{bot}: {what}." for bot, what in c.versions.items()]
    scored = any(change.spread.n for change in c.changes)
    heads = ["bot", "variant", "games", "same\nmoves", "before\n%", "after\n%", "change\n%", "low", "high", "Elo", "p"]
    heads += ["spread\na game", "low\n(points)", "high\n(points)", "p\n(points)"] if scored else []
    rows = []
    for x in c.changes:
        ends = [None if end is None else 100 * end for end in (x.score.mean, x.score.low, x.score.high)]
        row = [x.bot, x.variant or "all", str(x.games), str(x.same), percent(x.before), percent(x.after)]
        row += [*map(signed, ends), signed(x.elo), p_value(x.p_score)]
        row += [*map(signed, (x.spread.mean, x.spread.low, x.spread.high)), p_value(x.p_spread)] if scored else []
        rows.append(row)
    lines += ["", grid(heads, rows, left=("bot", "variant")), ""]
    lines.append(
        "change: score after less score before, the mean over seeds with its 95 % interval; Elo: of the two scores;"
    )
    lines.append("p: sign-flip test over seeds that nothing changed; spread: change of own points less the others'.")
    changed = [x for x in c.changes if not x.variant and x.bot in c.versions]
    for x in changed:
        verdict = "better" if x.after > x.before else "worse" if x.after < x.before else "unchanged"
        sure = "" if x.p_score < 0.05 else ", which may be chance"
        lines.append(
            f"{x.bot} is {verdict}{sure}: {signed(100 * (x.after - x.before))} % of the points, {p_text(x.p_score)}."
        )
    return "\n".join(lines) + "\n"


def compare_facts(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as JSON-able values."""
    ready = json_ready({
        "before": comparison.names[0], "after": comparison.names[1], "games": comparison.common,
        "only_before": comparison.only_first, "only_after": comparison.only_second, "other_seed": comparison.other_seed,
        "versions": comparison.versions,
        "changes": [
            {
                "bot": x.bot, "variant": x.variant or None, "games": x.games, "same_moves": x.same,
                "score_before": x.before, "score_after": x.after, "change": x.score.mean, "change_low": x.score.low,
                "change_high": x.score.high, "elo_change": x.elo, "p": x.p_score, "spread_change": x.spread.mean,
                "spread_low": x.spread.low, "spread_high": x.spread.high, "p_spread": x.p_spread, "seeds": x.score.n,
            }
            for x in comparison.changes
        ],
    })  # fmt: skip
    assert isinstance(ready, dict)
    return ready


def comparison_of(one: ResultsFolder, other: ResultsFolder, names: tuple[str, str] | None = None) -> Comparison:
    """Return what changed from one's results to the other's, over the games that both have.

    names: what the two are called, instead of their tournaments' names.
    """
    first, second = one.manifest, other.manifest
    return compare(names or (first.name, second.name), one.stream(), other.stream(), (first.bots, second.bots))
