"""An analysis as text for the terminal: tables that a stranger can read, the same byte for byte each time."""

from __future__ import annotations

from collections.abc import Sequence

from arena.ratings.elo import Gap
from arena.ratings.meetings import Pairings, PairTable, SpreadTable
from arena.ratings.pairs import PairStatistics
from arena.ratings.tables import League, RatingRow
from arena.ratings.variant_effects import VariantEffects
from arena.report.analysis import Analysis, LeagueChecks
from arena.report.numbers import (
    MOST_LINES,
    NONE,
    WIDTH,
    fitting,
    fixed,
    grid,
    p_text,
    p_value,
    percent,
    signed,
    wrapped,
)

MOST_CYCLES = 10

OPEN = "* "  # stands before a rating whose interval has one end only
FEWEST_SURE = 6  # clean pairs (or games) from which a bound says with 97.5 % who is better: 0.025**(1/n) > 1/2


def elo_cells(row: RatingRow) -> tuple[str, str, str]:
    """Return Elo and both ends of its interval as text; a star stands before one that has no upper or lower end."""
    mark = OPEN if row.standing in ("at least", "at most") else ""
    return f"{mark}{signed(row.elo)}", signed(row.low), signed(row.high)


def league_notes(league: League) -> list[str]:
    """Return what must be said under a league's table, [] for an ordinary one."""
    notes = []
    standings = {row.standing for row in league.rows}
    others = " (but among bots with such a star)" if _grouped(league) else ""
    draws = f"{league.fit.prior:g} virtual draw{'s' * (league.fit.prior != 1)}"
    if league.fallback:
        notes.append(f"The results alone give no finite ratings here, so each bot has {draws} against the middle.")
    if "at least" in standings:
        notes.append(f"* low only: it lost no point{others}, so its Elo hangs on the prior and has no upper end.")
    if "at most" in standings:
        notes.append(f"* high only: it took no point{others}, so its Elo hangs on the prior and has no lower end.")
    if not standings <= {"rated", "no games"}:
        notes.append("Such an end is a bound: at it, so clean a record would have a chance of 2.5 %.")
    if league.apart:
        notes.append(
            "No game was played between the bots of this table and those of the other tables: each table has its own "
            "ranks and its own zero."
        )
    return notes


def _grouped(league: League) -> bool:
    """Whether a bot with a star won and lost points: then it did so against others with a star."""
    starred = [row for row in league.rows if row.standing in ("at least", "at most")]
    return any(row.points is not None and 0 < row.points < 1 for row in starred)


def rating_table(league: League, width: int) -> str:
    """Return a league's rating table, its first lines where it has many."""
    rows = [
        [
            str(rank), row.name, *elo_cells(row), str(row.games),
            str(row.wins), str(row.draws), str(row.losses), percent(row.points),
        ]
        for rank, row in enumerate(league.rows[:MOST_LINES], 1)
    ]  # fmt: skip
    heads = ["rank", "bot", "Elo", "low", "high", "games", "W", "D", "L", "score\n%"]
    return grid(heads, rows, left=("bot",), width=width, keep=2)


def cut(shown: int, total: int, what: str, rest: str) -> list[str]:
    """Return the sentence that says how many of a table's lines are left out, and where they are; [] for none."""
    return [] if shown >= total else [f"The first {shown:,} of {total:,} {what}; all of them: {rest}."]


def gap_text(gap: Gap, unit: str) -> str:
    """Return a gap in four lines: score, Elo, normalised Elo, likelihood of superiority."""
    if gap.method == "none" and gap.n == 0:
        return "no games, no rating"
    tails = {"normal": "", "student": ", Student's t", "exact": "; exact bounds, as no result differs", "none": ""}
    elo = _sweep(gap, unit) if gap.elo is None else _with_ends(gap.elo, gap.low, gap.high, gap.half_width)
    tail = tails[gap.method] if gap.elo is not None else ""
    lines = [f"{unit + ':':9}{gap.n}", f"score:   {percent(gap.score, 2)} %", f"Elo:     {elo}{tail}"]
    if gap.nelo is None:
        lines.append("nElo:    - (the results do not vary)")
    else:
        error = gap.nelo_error
        low, high = (None, None) if error is None else (gap.nelo - error, gap.nelo + error)
        lines.append(f"nElo:    {_with_ends(gap.nelo, low, high, error)}")
    if gap.los is None:
        lines.append(f"LOS:     - (one of the {unit} does not tell who is the stronger)")
    else:
        lines.append(f"LOS:     {percent(gap.los, 2)} %  (chance that the first is the stronger)")
    return "\n".join(lines)


def _sweep(gap: Gap, unit: str) -> str:
    """Return what a match says in which every point went one way; a bound only where it says who is better."""
    did = "won" if gap.score == 1 else "lost"
    if gap.n < FEWEST_SURE:
        many = f"all {gap.n} {unit}" if gap.n > 1 else f"the only one of the {unit}"
        return f"-  (the first {did} {many}: too few for a bound, which {FEWEST_SURE} would give)"
    bound = f">= {signed(gap.low, 2)}" if gap.low is not None else f"<= {signed(gap.high, 2)}"
    return f"{bound}  ({did} all: 97.5 % sure, exact bound)"


def _with_ends(value: float, low: float | None, high: float | None, half: float | None) -> str:
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
        return "what it saved is unknown"
    does = f"saves a factor of {fixed(saving, 2)}" if saving >= 1 else f"costs a factor of {fixed(1 / saving, 2)}"
    return f"{does} in games (single games: +- {fixed(single, 2)} Elo)"


def crosstable(names: Sequence[str], pairings: Pairings, rest: str, width: int) -> str:
    """Return who did what against whom, wins-draws-losses and score from the row's side: the first that fit."""
    count = fitting(names, 9, width)
    shown = names[:count]
    cells: dict[tuple[str, str], str] = {}
    for p in pairings.among(shown):
        cells[p.one, p.other] = f"{p.wins}-{p.draws}-{p.losses}\n{percent(p.score)} %"
        cells[p.other, p.one] = f"{p.losses}-{p.draws}-{p.wins}\n{percent(1 - p.score)} %"
    rows = [[name, *("" if name == other else cells.get((name, other), NONE) for other in shown)] for name in shown]
    table = grid(["W-D-L", *shown], rows, left=("W-D-L",))
    return "\n".join([table, *wrapped(cut(count, len(names), "bots, as more do not fit", rest), width)])


LOS_NOTE = (  # beside it stand chances of the same name in words, by another reckoning
    "LOS: the chance that the first bot is the stronger, by the pairs of these two alone. Chances of being "
    "stronger elsewhere here go by the ratings, so by the games against everybody: the two may differ."
)


def pairs_table(tables: Sequence[PairTable], rest: str, width: int) -> str:
    """Return the pair statistics of all pairings, one line each, from the first bot's side: the first lines."""
    rows = []
    swept = False
    for line in tables[:MOST_LINES]:
        s, gap = line.statistics, line.statistics.gap
        swept = swept or gap.elo is None
        cells = [*gap_cells(gap), signed(gap.nelo), percent(gap.los), fixed(s.saving, 2)]
        rows.append([line.one, line.other, *map(str, s.counts), *cells])
    heads = ["bot", "against", "LL", "LD", "mid", "WD", "WW", "Elo", "low", "high", "nElo", "LOS\n%",
             "pairing\nsaves x"]  # fmt: skip
    notes = [f"won all, lost all: low and high are bounds, 97.5 % sure, from {FEWEST_SURE} on."] if swept else []
    notes += [LOS_NOTE, *cut(MOST_LINES, len(tables), "pairings", rest)]
    table = grid(heads, rows, left=("bot", "against"), width=width, keep=2)
    return "\n".join([table, *wrapped(notes, width)])


def spreads_table(tables: Sequence[SpreadTable], rest: str, width: int) -> str:
    """Return the mean margin of every pairing in points, its interval, and the sign-flip test: the first lines."""
    rows = [
        [
            t.one, t.other, str(t.spread.n), signed(t.spread.mean), signed(t.spread.low), signed(t.spread.high),
            p_value(t.p),
        ]
        for t in tables[:MOST_LINES]
    ]  # fmt: skip
    heads = ["bot", "against", "seeds", "spread\na game", "low", "high", "p (sign\nflips)"]
    table = grid(heads, rows, left=("bot", "against"), width=width, keep=2)
    return "\n".join([table, *wrapped(cut(MOST_LINES, len(tables), "pairings", rest), width)])


def superiority_table(check: LeagueChecks, rest: str, width: int) -> str:
    """Return the chance in per cent that the row's bot is stronger than the column's: the first bots that fit."""
    count = fitting(check.names, 5, width)
    rows = [
        [name, *("" if i == j else percent(check.superiority[i, j]) for j in range(count))]
        for i, name in enumerate(check.names[:count])
    ]
    table = grid(["%", *check.names[:count]], rows, left=("%",))
    return "\n".join([table, *wrapped(cut(count, len(check.names), "bots, as more do not fit", rest), width)])


def gap_cells(gap: Gap) -> tuple[str, str, str]:
    """Return Elo and both ends of its interval as text; of a sweep a bound, where it says who is better."""
    low, high = signed(gap.low), signed(gap.high)
    if gap.elo is None:
        sure = gap.n >= FEWEST_SURE
        return (NONE if not gap.n else "won all" if gap.score == 1 else "lost all"), *(
            (low, high) if sure else (NONE, NONE)
        )
    return signed(gap.elo), low, high


def seats_table(analysis: Analysis, width: int = WIDTH) -> str:
    """Return what moving first is worth, per variant and over all: in Elo and, where there are any, in points."""
    scored = any(effect.margin.mean is not None for effect in analysis.seats.values())
    rows = []
    for variant, effect in sorted(analysis.seats.items(), key=lambda entry: (not entry[0], entry[0])):
        margin = effect.margin
        points = [signed(margin.mean), signed(margin.low), signed(margin.high)] if scored else []
        score = percent(effect.gap.score) if effect.games else NONE
        rows.append([variant or "all", str(effect.games), score, *gap_cells(effect.gap), *points])
    heads = ["variant", "games", "first scores\n%", "Elo", "low", "high"]
    heads += ["points\na game", "low\n(points)", "high\n(points)"] if scored else []
    return grid(heads, rows, left=("variant",), width=width)


def variants_text(effects: VariantEffects, rest: str, width: int) -> str:
    """Return the variant question and its answer: Elo side by side, differences, tests."""
    bots = effects.bots[:MOST_LINES]
    lines = ["Does a bot's strength differ between the variants?"]
    if effects.problem:
        return "\n".join([*lines, f"It cannot be computed: {effects.problem}."])
    heads = ["bot", "all", *effects.variants, "F", "p", "p (Holm)"]
    rows = [
        [bot.name, signed(bot.overall), *(signed(cell.elo) for cell in bot.cells),
         fixed(bot.statistic, 2), p_value(bot.p), p_value(bot.p_holm)]
        for bot in bots
    ]  # fmt: skip
    lines += ["", "Elo in each variant alone, over the same bots:", grid(heads, rows, left=("bot",), width=width)]
    lines += wrapped(cut(MOST_LINES, len(effects.bots), "bots", rest), width)
    rows = [
        [bot.name, cell.variant, str(cell.games), signed(cell.difference), signed(cell.difference_low),
         signed(cell.difference_high)]
        for bot in bots
        for cell in bot.cells
    ]  # fmt: skip
    lines += ["", "Difference to the Elo over all variants, with its 95 % interval:"]
    heads = ["bot", "variant", "games", "difference", "low", "high"]
    lines.append(grid(heads, rows[:MOST_LINES], left=("bot", "variant"), width=width, keep=2))
    lines += wrapped(cut(MOST_LINES, len(effects.bots) * len(effects.variants), "lines", rest), width)
    lines += ["", "F, p: Welch's test of one bot; p (Holm) allows for how many bots were looked at."]
    lines += wrapped([overall_test(effects)], width)
    if effects.left_out:
        lines += wrapped([f"Left out, as some variant gives them no rating: {listed(effects.left_out)}."], width)
    return "\n".join(lines)


def overall_test(effects: VariantEffects) -> str:
    """Return in a sentence what the test over all bots says of the variants."""
    if effects.p is None:
        return "Over all bots: no test, as some results do not vary at all."
    verdict = "they differ" if effects.p < 0.05 else "no difference is proven"
    if effects.method == "permutation":
        how = "by lot, as there are few pairs: how often pairs that change variants show as much"
        return f"Over all bots: {verdict} ({p_text(effects.p)}, {how})."
    test = f"chi-squared {fixed(effects.chi_squared)} on {effects.degrees}, {p_text(effects.p)}"
    return f"Over all bots: {verdict} ({test})."


def listed(names: Sequence[str], most: int = 20) -> str:
    """Return names in a sentence, the first ones of many."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def fit_lines(analysis: Analysis) -> list[str]:
    """Return what the checks of the model say, a line each."""
    lines = []
    for check in analysis.checks:
        if check.advantage_se is not None:
            reach = 1.96 * check.advantage_se
            ends = f"{signed(check.advantage - reach)} to {signed(check.advantage + reach)}"
            lines.append(f"First mover's advantage, fitted: {signed(check.advantage)} Elo (95 %: {ends}).")
        if check.fit.p is not None:
            verdict = "strengths alone do not explain the results" if check.fit.p < 0.05 else "the model fits"
            test = f"chi-squared {fixed(check.fit.chi_squared)} on {check.fit.degrees}, {p_text(check.fit.p)}"
            lines.append(f"Goodness of fit: {verdict} ({test}).")
    for cycle in analysis.cycles.listed[:MOST_CYCLES]:
        steps = ", ".join(
            f"{one} beats {other} ({percent(score)} %)"
            for one, other, score in zip(cycle.bots, cycle.bots[1:] + cycle.bots[:1], cycle.scores, strict=True)
        )
        lines.append(f"A real cycle: {steps}.")
    if analysis.cycles.total > MOST_CYCLES:
        lines.append(f"{analysis.cycles.total - MOST_CYCLES:,} more such cycles.")
    for variant, effect in sorted(analysis.seats.items()):
        if not effect.separates and (variant or len(analysis.seats) == 1):
            where = f"Variant {variant}" if variant else "This game"
            even = ", and every pair came out even" if effect.even else ""
            lines.append(f"{where} does not separate bots: the first seat scores {percent(effect.gap.score)} %{even}.")
        elif effect.even and (variant or len(analysis.seats) == 1):
            where = f"On variant {variant} every" if variant else "Every"
            lines.append(f"{where} pair came out even; the first seat scores {percent(effect.gap.score)} %.")
    return lines


def analysis_text(analysis: Analysis, heading: Sequence[str], rest: str, width: int = WIDTH) -> str:
    """Return all of it, in so many columns.

    heading: the sentences on model and interval. rest: where that which does not fit is, in words.
    """
    parts = ["\n".join(wrapped(heading, width))]
    for league in analysis.tables.leagues:
        notes = [*cut(MOST_LINES, len(league.rows), "bots", rest), *league_notes(league)]
        parts.append("\n".join([rating_table(league, width), *wrapped(notes, width)]))
    if analysis.tables.idle:
        idle = [row.name for row in analysis.tables.idle]
        parts.append("\n".join(wrapped([f"Without a game: {listed(idle)}."], width)))
    names = [row.name for row in analysis.tables.rows if row.games]
    if len(names) > 2:
        parts.append("Crosstable, from the row's side:\n" + crosstable(names, analysis.pairings, rest, width))
        for check in analysis.checks:
            table = superiority_table(check, rest, width)
            parts.append("Chance in % that the row's bot is stronger than the column's:\n" + table)
    if analysis.pairs:
        table = pairs_table(analysis.pairs, rest, width)
        parts.append("Pairs (same seed, seats swapped), from the first bot's side:\n" + table)
    parts.append("What moving first is worth:\n" + seats_table(analysis, width))
    lines = wrapped(fit_lines(analysis), width)
    if lines:
        parts.append("\n".join(lines))
    if analysis.variants is not None:
        parts.append(variants_text(analysis.variants, rest, width))
    return "\n\n".join(parts) + "\n"
