"""An analysis as text for the terminal: tables that a stranger can read, the same byte for byte each time."""

from __future__ import annotations

from collections.abc import Sequence

from arena.ratings.elo import Gap
from arena.ratings.meetings import Pairing, PairTable, SpreadTable
from arena.ratings.pairs import PairStatistics
from arena.ratings.tables import League, Row
from arena.ratings.variant_effects import VariantEffects
from arena.report.analysis import Analysis, LeagueChecks
from arena.report.numbers import NONE, fixed, grid, p_text, p_value, percent, signed

RELATIONS = {
    "above": "The bots of this table never lost a point to those of the table before: a scale of its own.",
    "below": "The bots of this table never took a point from those of the table before: a scale of its own.",
    "apart": "Nothing says whether the bots of this table are better or worse than those before: a scale of its own.",
}


def elo_cells(row: Row) -> tuple[str, str, str]:
    """Return Elo and both ends of its interval as text; a bound is written ``>= +140.2`` and ``<= -140.2``."""
    if row.standing == "at least":
        return f">= {signed(row.low)}", signed(row.low), NONE
    if row.standing == "at most":
        return f"<= {signed(row.high)}", NONE, signed(row.high)
    return {"above": "above", "below": "below"}.get(row.standing, signed(row.elo)), signed(row.low), signed(row.high)


def league_notes(league: League) -> list[str]:
    """Return what must be said under a league's table, [] for an ordinary one."""
    notes = []
    standings = {row.standing for row in league.rows}
    if "at least" in standings or "above" in standings:
        notes.append(">= : won every game against the bots below it, so its Elo has no upper end (97.5 % sure bound).")
    if "at most" in standings or "below" in standings:
        notes.append("<= : lost every game against the bots above it, so its Elo has no lower end (97.5 % sure bound).")
    if league.fit is None:
        notes.append(f"No two bots here share wins and losses; the scale counts from {league.members[0]}.")
    if league.relation:
        notes.append(RELATIONS[league.relation])
    return notes


def rating_table(league: League, start: int = 1) -> str:
    """Return a league's rating table."""
    rows = [
        [
            str(rank), row.name, *elo_cells(row), str(row.games),
            str(row.wins), str(row.draws), str(row.losses), percent(row.points),
        ]
        for rank, row in enumerate(league.rows, start)
    ]  # fmt: skip
    heads = ["rank", "bot", "Elo", "low", "high", "games", "W", "D", "L", "score\n%"]
    return grid(heads, rows, left=("bot",))


def gap_text(gap: Gap, unit: str) -> str:
    """Return a gap in four lines: score, Elo, normalised Elo, likelihood of superiority."""
    if gap.method == "none" and gap.n == 0:
        return "no games, no rating"
    tail = {"normal": "", "student": ", Student's t", "exact": ", exact bound (Clopper-Pearson)", "none": ""}
    lines = [
        f"{unit + ':':9}{gap.n}",
        f"score:   {percent(gap.score, 2)} %",
        f"Elo:     {_with_ends(gap.elo, gap.low, gap.high, gap.half_width)}{tail[gap.method]}",
    ]
    if gap.nelo is None:
        lines.append("nElo:    - (the results do not vary)")
    else:
        error = gap.nelo_error
        low, high = (None, None) if error is None else (gap.nelo - error, gap.nelo + error)
        lines.append(f"nElo:    {_with_ends(gap.nelo, low, high, error)}")
    lines.append(f"LOS:     {percent(gap.los, 2)} %  (chance that the first is the stronger)")
    return "\n".join(lines)


def _with_ends(value: float | None, low: float | None, high: float | None, half: float | None) -> str:
    if value is None:
        return f">= {signed(low, 2)}" if low is not None else f"<= {signed(high, 2)}" if high is not None else NONE
    if low is None and high is None:
        return f"{signed(value, 2)}  (no interval: too few games)"
    middle = f" +- {fixed(half, 2)}" if half is not None else ""
    return f"{signed(value, 2)}{middle}  (95 %: {_end(low, 'no lower end')} to {_end(high, 'no upper end')})"


def _end(value: float | None, words: str) -> str:
    return words if value is None else signed(value, 2)


def pair_text(statistics: PairStatistics) -> str:
    """Return one list of pairs: counts, gap, and what the pairing saved."""
    names = ("LL", "LD", "middle", "WD", "WW")
    counts = ", ".join(f"{count} {name}" for count, name in zip(statistics.counts, names, strict=True))
    return f"{gap_text(statistics.gap, 'pairs')}\ncounts:  {counts}\npairing: {saving_text(statistics)}"


def saving_text(statistics: PairStatistics) -> str:
    """Return in words what pairing did to the error."""
    saving, single = statistics.saving, statistics.single.half_width
    if saving is None or single is None:
        return "what it saved cannot be told"
    does = f"saves a factor of {fixed(saving, 2)}" if saving >= 1 else f"costs a factor of {fixed(1 / saving, 2)}"
    return f"{does} in games (single games: +- {fixed(single, 2)} Elo)"


def crosstable(names: Sequence[str], pairings: Sequence[Pairing]) -> str:
    """Return who did what against whom: wins-draws-losses and the score in per cent, from the row's side."""
    told: dict[tuple[str, str], str] = {}
    for p in pairings:
        told[p.one, p.other] = f"{p.wins}-{p.draws}-{p.losses}\n{percent(p.score)} %"
        told[p.other, p.one] = f"{p.losses}-{p.draws}-{p.wins}\n{percent(1 - p.score)} %"
    rows = [[name, *("" if name == other else told.get((name, other), NONE) for other in names)] for name in names]
    return grid(["W-D-L", *names], rows, left=("W-D-L",))


def pairs_table(tables: Sequence[PairTable]) -> str:
    """Return the pair statistics of all pairings, one line each, from the first bot's side."""
    rows = []
    for table in tables:
        s, gap = table.statistics, table.statistics.gap
        cells = [*gap_cells(gap), signed(gap.nelo), percent(gap.los), fixed(s.saving, 2)]
        rows.append([table.one, table.other, *map(str, s.counts), *cells])
    heads = [
        "bot",
        "against",
        "LL",
        "LD",
        "mid",
        "WD",
        "WW",
        "Elo",
        "low",
        "high",
        "nElo",
        "LOS\n%",
        "pairing\nsaves x",
    ]
    return grid(heads, rows, left=("bot", "against"))


def spreads_table(tables: Sequence[SpreadTable]) -> str:
    """Return the mean margin of every pairing in points, its interval, and the sign-flip test."""
    rows = [
        [
            t.one,
            t.other,
            str(t.spread.n),
            signed(t.spread.mean),
            signed(t.spread.low),
            signed(t.spread.high),
            p_value(t.p),
        ]
        for t in tables
    ]
    heads = ["bot", "against", "seeds", "spread\na game", "low", "high", "p (sign\nflips)"]
    return grid(heads, rows, left=("bot", "against"))


def superiority_table(check: LeagueChecks) -> str:
    """Return the chance in per cent that the row's bot is stronger than the column's."""
    rows = [
        [name, *("" if i == j else percent(check.superiority[i, j]) for j in range(len(check.names)))]
        for i, name in enumerate(check.names)
    ]
    return grid(["%", *check.names], rows, left=("%",))


def gap_cells(gap: Gap) -> tuple[str, str, str]:
    """Return Elo and both ends of its interval as text, a clean sweep as a bound."""
    low, high = signed(gap.low), signed(gap.high)
    if gap.method == "exact":
        return (f">= {low}" if gap.low is not None else f"<= {high}"), low, high
    return signed(gap.elo), low, high


def seats_table(analysis: Analysis) -> str:
    """Return what moving first is worth, per variant and over all: in Elo and, where there are any, in points."""
    scored = any(effect.margin.mean is not None for effect in analysis.seats.values())
    rows = []
    for variant, effect in sorted(analysis.seats.items(), key=lambda entry: (not entry[0], entry[0])):
        margin = effect.margin
        points = [signed(margin.mean), signed(margin.low), signed(margin.high)] if scored else []
        rows.append([variant or "all", str(effect.games), percent(effect.gap.score), *gap_cells(effect.gap), *points])
    heads = ["variant", "games", "first scores\n%", "Elo", "low", "high"]
    heads += ["points\na game", "low\n(points)", "high\n(points)"] if scored else []
    return grid(heads, rows, left=("variant",))


def variants_text(effects: VariantEffects) -> str:
    """Return the variant question and its answer: Elo side by side, differences, tests."""
    lines = ["Does a bot's strength differ between the variants?"]
    if effects.problem:
        return "\n".join([*lines, f"It cannot be told: {effects.problem}."])
    heads = ["bot", "all", *effects.variants, "F", "p", "p (Holm)"]
    rows = [
        [bot.name, signed(bot.overall), *(signed(cell.elo) for cell in bot.cells),
         fixed(bot.statistic, 2), p_value(bot.p), p_value(bot.p_holm)]
        for bot in effects.bots
    ]  # fmt: skip
    lines += ["", "Elo in each variant alone, over the same bots:", grid(heads, rows, left=("bot",))]
    rows = [
        [bot.name, cell.variant, str(cell.games), signed(cell.difference), signed(cell.difference_low),
         signed(cell.difference_high)]
        for bot in effects.bots
        for cell in bot.cells
    ]  # fmt: skip
    lines += ["", "Difference to the Elo over all variants, with its 95 % interval:"]
    lines.append(grid(["bot", "variant", "games", "difference", "low", "high"], rows, left=("bot", "variant")))
    lines += ["", "F, p: Welch's test of one bot; p (Holm) allows for how many bots were looked at."]
    if effects.p is None:
        lines.append("Over all bots: no test, as some results do not vary at all.")
    else:
        verdict = "they differ" if effects.p < 0.05 else "no difference is proven"
        test = f"chi-squared {fixed(effects.chi_squared)} on {effects.degrees}, {p_text(effects.p)}"
        lines.append(f"Over all bots: {verdict} ({test}).")
    if effects.left_out:
        lines.append(f"Left out, as some variant gives them no rating: {', '.join(effects.left_out)}.")
    return "\n".join(lines)


def fit_lines(analysis: Analysis) -> list[str]:
    """Return what the checks of the model say, a line each."""
    lines = []
    for check in analysis.checks:
        if check is None:
            continue
        if check.advantage_se is not None:
            reach = 1.96 * check.advantage_se
            ends = f"{signed(check.advantage - reach)} to {signed(check.advantage + reach)}"
            lines.append(f"First mover's advantage, fitted: {signed(check.advantage)} Elo (95 %: {ends}).")
        if check.fit.p is not None:
            verdict = "strengths alone do not explain the results" if check.fit.p < 0.05 else "the model fits"
            test = f"chi-squared {fixed(check.fit.chi_squared)} on {check.fit.degrees}, {p_text(check.fit.p)}"
            lines.append(f"Goodness of fit: {verdict} ({test}).")
    for cycle in analysis.cycles:
        steps = ", ".join(
            f"{one} beats {other} ({percent(score)} %)"
            for one, other, score in zip(cycle.bots, cycle.bots[1:] + cycle.bots[:1], cycle.scores, strict=True)
        )
        lines.append(f"A real cycle: {steps}.")
    for variant, effect in sorted(analysis.seats.items()):
        if not effect.separates and (variant or len(analysis.seats) == 1):
            where = f"Variant {variant}" if variant else "This game"
            even = ", and every pair came out even" if effect.even else ""
            lines.append(f"{where} does not separate bots: the first seat scores {percent(effect.gap.score)} %{even}.")
        elif effect.even and (variant or len(analysis.seats) == 1):
            where = f"On variant {variant} every" if variant else "Every"
            lines.append(f"{where} pair came out even; the first seat scores {percent(effect.gap.score)} %.")
    return lines


def analysis_text(analysis: Analysis, heading: Sequence[str]) -> str:
    """Return all of it; ``heading`` are the sentences on model and interval."""
    parts = ["\n".join(heading)]
    rank = 1
    for league in analysis.tables.leagues:
        parts.append("\n".join([rating_table(league, rank), *league_notes(league)]))
        rank += len(league.rows)
    if analysis.tables.idle:
        parts.append(f"Without a game: {', '.join(row.name for row in analysis.tables.idle)}.")
    names = [row.name for row in analysis.tables.rows if row.games]
    if len(names) > 2:
        parts.append("Crosstable, from the row's side:\n" + crosstable(names, analysis.pairings))
        for check in analysis.checks:
            if check is not None and len(check.names) > 1:
                table = superiority_table(check)
                parts.append("Chance in % that the row's bot is stronger than the column's:\n" + table)
    if analysis.pairs:
        parts.append("Pairs (same seed, seats swapped), from the first bot's side:\n" + pairs_table(analysis.pairs))
    parts.append("What moving first is worth:\n" + seats_table(analysis))
    lines = fit_lines(analysis)
    if lines:
        parts.append("\n".join(lines))
    if analysis.variants is not None:
        parts.append(variants_text(analysis.variants))
    return "\n\n".join(parts) + "\n"
