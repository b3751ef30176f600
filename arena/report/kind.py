"""What the kind of a tournament and its stopping rule say, beside the figures of its games: for JSON and for pages.

JSON takes the facts as they are; a page gets tables that a stranger can read. The schedule, two floors up, works
all of it out from the records.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from arena.report.numbers import NONE, fixed, percent, signed

CLAIMS = {
    "normalized": "normalised Elo (nElo): how far the score is from one half, in standard deviations of a game",
    "logistic": "Elo: 400 points are odds of 10 to 1",
    "bayeselo": "raw BayesElo units, the draw parameter taken from the games",
}
NUMBER = re.compile(r"[\d.: -]*")  # also a match's points, 3 : 1
RuleLine = tuple[str, str, str]  # what, its value, what that is


@dataclass(frozen=True)
class KindReport:
    """How a tournament was played.

    kind:    its name, as tournament files have it.
    complete: whether no game that counts is missing.
    title, head, rows, notes: the kind's own table (a Swiss table, a bracket, a ladder), empty where standings say all.
    facts:   the same rows as plain values.
    stopping: the stopping rule as plain values, None where there is none; ``rule`` is "sprt" or "half_width".
    verdict, caution: how it ended, and what readers of its figures must know ("" for nothing).
    out:     bot -> why it is out of the tournament, "" where that is not told; nobody, where the kind's table says it.
    """

    kind: str
    complete: bool = True
    title: str = ""
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()
    facts: tuple[Mapping[str, Any], ...] = ()
    stopping: Mapping[str, Any] | None = None
    verdict: str = ""
    caution: str = ""
    out: Mapping[str, str] = field(default_factory=dict)

    @property
    def gone(self) -> tuple[str, ...]:
        """Who is out, a sentence each."""
        return tuple(f"{bot} is out of the tournament{why and f': {why}'}" for bot, why in sorted(self.out.items()))

    @property
    def lines(self) -> tuple[RuleLine, ...]:
        """The figures of the stopping rule for people."""
        return () if self.stopping is None else stopping_lines(self.stopping)

    @property
    def numeric(self) -> tuple[bool, ...]:
        """Tell of each column of the kind's table whether it holds numbers, which stand to the right."""
        return tuple(all(NUMBER.fullmatch(row[column]) for row in self.rows) for column in range(len(self.head)))


def kind_facts(report: KindReport) -> dict[str, Any]:
    """Return the report of a kind as plain values; ``table`` and ``stopping`` are None where there are none."""
    table = None if not report.title else {
        "title": report.title, "complete": report.complete, "rows": [dict(row) for row in report.facts],
        "notes": list(report.notes),
    }  # fmt: skip
    stopping = None if report.stopping is None else {
        **report.stopping, "complete": report.complete, "told": report.verdict, "caution": report.caution or None,
    }  # fmt: skip
    return {
        "kind": report.kind, "complete": report.complete, "out": dict(report.out), "table": table, "stopping": stopping,
    }  # fmt: skip


def stopping_lines(facts: Mapping[str, Any]) -> tuple[RuleLine, ...]:
    """Return the figures of a stopping rule for people: each with its value and with what it is."""
    return _sprt_lines(facts) if facts["rule"] == "sprt" else _width_lines(facts)


def _sprt_lines(facts: Mapping[str, Any]) -> tuple[RuleLine, ...]:
    one, other = facts["bots"]
    unit, estimate = facts["unit"], facts["estimate"]
    counts = ", ".join(f"{count} {name}" for name, count in facts["pair_counts"].items())
    games = ", ".join(f"{facts['game_counts'][name]} {name}" for name in ("wins", "draws", "losses"))
    biased = "; biased outward, for the match stopped when it looked extreme" if estimate["biased_outward"] else ""
    return (
        ("H0, H1", f"{facts['elo0']:g}, {facts['elo1']:g} {unit}",
         f"two claims by how much {one} is better than {other}, in {CLAIMS[facts['model']]}"),
        ("alpha, beta", f"{facts['alpha']:g}, {facts['beta']:g}",
         "chance of accepting H1 though H0 is true, and H0 though H1 is true"),
        ("verdict", f"{facts['verdict']} accepted" if facts["verdict"] else "none", "which claim the games bear out"),
        ("LLR", fixed(facts["llr"], 2), "log-likelihood ratio of H1 to H0, natural logarithm"),
        ("bounds", f"{fixed(facts['lower'], 2)}, {fixed(facts['upper'], 2)}",
         "at or below the first H0 is accepted, at or above the second H1"),
        ("pairs", str(facts["pairs"]),
         f"pairs of the two over all variants, from {one}'s side: {counts} (both lost to both won)"),
        ("games", str(sum(facts["game_counts"].values())), f"the games of these pairs, from {one}'s side: {games}"),
        ("score", f"{percent(estimate['score'])} %", f"share of the points that {one} took"),
        ("Elo", _gap(estimate),
         f"gap of that score, 400 points are odds of 10 to 1; no prior; {_interval(estimate)}{biased}"),
    )  # fmt: skip


def _gap(estimate: Mapping[str, Any]) -> str:
    """Return an SPRT's Elo as standings write it: a bound where every game was won, or every game was lost."""
    match estimate["standing"]:
        case "at least" | "at most" if _too_few(estimate):
            return NONE
        case "at least":
            return f">= {signed(estimate['low'])}"
        case "at most":
            return f"<= {signed(estimate['high'])}"
    return signed(estimate["elo"])


def _interval(estimate: Mapping[str, Any]) -> str:
    """Return the interval in words; an end that is open is said to be none, and why."""
    low, high = estimate["low"], estimate["high"]
    if _too_few(estimate):
        did = "won" if estimate["standing"] == "at least" else "lost"
        return f"every game was {did}, by too few pairs to say by how much"
    if low is None and high is None:
        return "no interval from so few pairs"
    ends = f"{'no lower end' if low is None else signed(low)} to {'no upper end' if high is None else signed(high)}"
    why = {"at least": "every game was won, so the gap has a lower bound only; ",
           "at most": "every game was lost, so the gap has an upper bound only; "}  # fmt: skip
    return f"{why.get(estimate['standing'], '')}95 % interval over pairs {ends}"


def _too_few(estimate: Mapping[str, Any]) -> bool:
    """Whether every game went one way, and so few did that their bound does not even say who is better."""
    low, high = estimate["low"], estimate["high"]
    match estimate["standing"]:
        case "at least":
            return low is None or low <= 0
        case "at most":
            return high is None or high >= 0
    return False


def _width_lines(facts: Mapping[str, Any]) -> tuple[RuleLine, ...]:
    prior = f"prior: {facts['prior_draws']:g} virtual draw{'s' * (facts['prior_draws'] != 1)} a bot"
    lines = [
        ("wanted", f"+-{facts['wanted']:g} Elo",
         f"half the 95 % interval that no rating's may exceed ({facts['model']}; {prior}; errors {facts['errors']})"),
        ("pairs", str(facts["pairs_each"]), "pairs of each pairing on each variant when it was last judged"),
    ]  # fmt: skip
    lines += [
        (bot, NONE if width is None else f"+-{fixed(width)} Elo", "half the 95 % interval of its rating then")
        for bot, width in facts["half_widths"].items()
    ]  # fmt: skip
    return (*lines, *((bot, "out", "left the tournament; not asked for any more") for bot in facts["out"]))
