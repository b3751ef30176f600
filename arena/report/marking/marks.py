"""Marks of bots by a rule, as rows and as CSV with the rule in its first lines. Pure."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from arena.printable import printable
from arena.report.csv_text import CsvText
from arena.report.kind import KindReport
from arena.report.marking.rule import MarkRule, UnfitRule
from arena.report.standings import BotLine, Report

OUT = "it crashed again and again, and was out before the end"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for the beginning of a formula


@dataclass(frozen=True)
class BotMarks:
    """One bot's marks. place: None for who has none. rank, beat, clean: marks for each of these.

    why: why it has no place, or one behind all others. file: what was handed in, "" for a bot that was not.
    """

    bot: str
    place: float | None = None
    rank: float = 0.0
    beat: tuple[float, ...] = ()
    faults: int = 0
    clean: float = 0.0
    why: str = ""
    file: str = ""

    @property
    def total(self) -> float:
        return self.rank + sum(self.beat) + self.clean


def marks_of(
    report: Report, rule: MarkRule, submitted: Mapping[str, str] | None = None, kind: KindReport | None = None
) -> tuple[BotMarks, ...]:
    """Return the marks of all bots but the rule's reference bots, most marks first; of those ``submitted`` if any were.

    submitted: bot -> file or folder that was handed in (``handed_in``). Of a season each bot counts by the version of
    it that plays, reference bots (by the bot's name) too; versions that play no more have no marks and take no place.
    Raises UnfitRule (where: the rule's key) for a reference bot that did not take part, and for places that cannot be
    told: bots that no games connect, or no Swiss tournament.
    kind: says of a Swiss tournament its table, and of others who is out: they crashed again and again, played few games
    for it, and take the places behind all who stayed.
    """
    standings = report.standings[0]
    versions = {} if report.season is None else report.season.counting
    gone = set() if report.season is None else {line.entry.name for line in report.season.retired}
    beat = {bot: versions.get(bot, bot) for bot in rule.beat}
    for bot, version in beat.items():
        if version not in standings.lines:
            raise UnfitRule(
                f"beat.{bot}", f"no bot {bot!r} took part", f"There are: {', '.join(sorted(standings.lines))}"
            )
    if rule.beat and report.analysis is None:
        raise UnfitRule("beat", "that is for games of two", "Leave it out")
    submitted = submitted or {}
    refused = {one.bot: one.why for one in report.refused}
    known = sorted({*standings.lines, *(submitted.keys() & refused.keys())})
    marked = [bot for bot in known if bot not in {*beat.values(), *gone} and (not submitted or bot in submitted)]
    played = [bot for bot in marked if bot not in refused and standings.lines[bot].rating.games]
    out = {} if kind is None else kind.out
    figures = _figures(report, rule, played, kind)
    places = _places({bot: (bot not in out, figure) for bot, figure in figures.items()})
    shares = _shares(report)
    found = [
        BotMarks(bot, why=refused.get(bot, "no game that counts")) if bot not in places
        else _marks(bot, places[bot], len(places), rule, standings.lines[bot], shares, beat)
        for bot in marked
    ]  # fmt: skip
    found = [
        replace(one, file=submitted.get(one.bot, ""), why=OUT if one.bot in out and one.place is not None else one.why)
        for one in found
    ]
    return tuple(sorted(found, key=lambda one: (-one.total, one.place is None, one.place or 0.0, one.bot)))


def _marks(
    bot: str, place: float, count: int, rule: MarkRule, line: BotLine, shares: Mapping[tuple[str, str], float],
    beat: Mapping[str, str],
) -> BotMarks:  # fmt: skip
    """beat: reference bot -> the version of it that counts."""
    part = 0.0 if count == 1 else (place - 1) / (count - 1)
    faults = line.late + line.faults
    beaten = tuple(marks if shares.get((bot, beat[other]), 0.0) > 0.5 else 0.0 for other, marks in rule.beat.items())
    clean = max(0.0, rule.clean - rule.per_fault * faults)
    return BotMarks(bot, place, rule.first + (rule.last - rule.first) * part, beaten, faults, clean)


def _figures(report: Report, rule: MarkRule, bots: Sequence[str], kind: KindReport | None) -> dict[str, Any]:
    """Return what places go by, higher is better."""
    lines, leagues = report.standings[0].lines, report.standings[0].tables.leagues
    if rule.by == "score" or not (rule.first or rule.last):
        return {bot: lines[bot].rating.points or 0.0 for bot in bots}
    if rule.by == "elo":
        if len([league for league in leagues if any(row.name in bots for row in league.rows)]) > 1:
            raise UnfitRule("rank.by", "no games connect all bots, so their Elo cannot be compared", "Write by: score")
        return {bot: round(lines[bot].rating.elo or 0.0, 6) for bot in bots}
    if kind is None or kind.kind != "swiss" or not kind.facts:
        raise UnfitRule("rank.by", "this is no Swiss tournament, or none of its rounds was played", "Write by: elo")
    keys = ("matches_won", "matches_won_by_opponents", "points")
    return {fact["bot"]: tuple(fact[key] for key in keys) for fact in kind.facts if fact["bot"] in bots}


def _places(figures: Mapping[str, Any]) -> dict[str, float]:
    """Return places from 1 on; those with equal figures have the mean of theirs."""
    order = sorted(figures, key=lambda bot: figures[bot], reverse=True)
    same: dict[Any, list[int]] = {}
    for place, bot in enumerate(order, 1):
        same.setdefault(figures[bot], []).append(place)
    return {bot: sum(same[figures[bot]]) / len(same[figures[bot]]) for bot in order}


def _shares(report: Report) -> dict[tuple[str, str], float]:
    """Return each bot's share of the points against each that it met."""
    found = {}
    for pairing in () if report.analysis is None else report.analysis.pairings:
        found[pairing.one, pairing.other] = pairing.score
        found[pairing.other, pairing.one] = 1.0 - pairing.score
    return found


def marks_csv(name: str, rule: MarkRule, marks: Sequence[BotMarks]) -> str:
    """Return marks as CSV; lines that begin with ``#`` before its heads are the rule."""
    out = CsvText()
    for line in (f"Marks of the tournament {name}", *rule.lines()):
        out.write(f"# {printable(line)}\n")
    writer = csv.writer(out, lineterminator="\n")
    heads = [f"beats_{bot}" for bot in rule.beat]
    writer.writerow(["bot", "marks", "place", "rank", *heads, "faults", "clean", "why", "file"])
    for one in marks:
        beaten = one.beat or (0.0,) * len(rule.beat)
        place = "" if one.place is None else f"{one.place:g}"
        cells = [f"{one.rank:.2f}", *(f"{part:g}" for part in beaten), str(one.faults), f"{one.clean:g}"]
        texts = [_harmless(printable(text)) for text in (one.why, one.file)]
        writer.writerow([one.bot, f"{one.total:.2f}", place, *cells, *texts])
    return out.text()


def _harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: what is said of a submission has words of its author."""
    return f"'{text}" if text.startswith(_FORMULA) else text
