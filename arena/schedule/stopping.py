"""Stopping a round robin or a gauntlet before its last pair. Pure.

Games are looked at in the order of the schedule and never past the first one that is missing, so neither the
number of workers nor a game that happens to end early changes when a tournament stops, nor which games count:
exactly those up to the one with which the rule was met. What was finished beyond it is set aside by the runner.

- ``sprt``: judged after every pair of the two bots on any variant, both halves played; see ratings.sprt. Pairs of
  which a half does not count (no bot was ready) are left out. Under the normalized and the logistic model the
  pairs are counted in five buckets, under bayeselo their games in three.
- ``half_width``: judged where all pairings on all variants have played equally many pairs (but those that play fewer
  and have played them all, see BotEntry.pairs): after each of the first 50, then each time that number has grown by
  2 %; and not before every bot in question has 20 pairs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from arena.config.model import SprtRule, StopRule, Tournament
from arena.contract.result import Result
from arena.ratings.prior import PRIOR
from arena.schedule.jobs import Job, levels, tables
from arena.schedule.result import score_of

if TYPE_CHECKING:  # scipy takes half a second to load: only for tournaments that may stop
    from arena.ratings.elo import Gap
    from arena.ratings.results import GameResult
    from arena.ratings.sprt import SprtState

SURE_TO_GO_ON = 0.5  # of a bound: below it a cheap form of the ratio is enough to see that nothing is decided
EXACT_PAIRS = 1000  # up to so many pairs the ratio itself is taken after each
FEWEST_PAIRS = 20
EVERY_LEVEL = 50
SWEPT = 6  # pairs all won from which the bound is above 0: 0.025**(1/n) > 1/2
GROWTH = 1.02
UNITS = {"normalized": "nElo", "logistic": "Elo", "bayeselo": "BayesElo"}  # of an SPRT's gap, by its model


class Rule(Protocol):
    """Something that may end a tournament."""

    def add(self, job: Job, game: Result) -> bool:
        """Take the next game of the schedule; return whether the tournament is over with it."""
        ...

    def text(self) -> str:
        """Return where it stands, in a few words."""
        ...

    def verdict_text(self) -> str:
        """Return in a sentence without its stop how the tournament ended."""
        ...

    def caution(self) -> str:
        """Return what the reader of its figures must know, "" where the rule did not stop it."""
        ...

    def facts(self) -> dict[str, Any]:
        """Return the rule, its figures and how it ended as plain values, each named with what it is."""
        ...

    def ending(self) -> str:
        """Return what to say at the end of the tournament."""
        if not self.caution():
            return f"{self.verdict_text()}: {self.text()}"
        return f"{self.verdict_text()}.\n{sentence(self.text())}\n{self.caution()}"


def sentence(words: str) -> str:
    """Return words that begin with a capital and end with a stop."""
    return f"{words[:1].upper()}{words[1:]}."


def rule_of(tournament: Tournament, out: Mapping[str, str]) -> Rule | None:
    """Return the rule of a tournament, None where it has none. out: the bots that are out, as that grows."""
    stop = tournament.stop
    if stop is None:
        return None
    return SprtStop(stop.sprt) if stop.sprt is not None else WidthStop(tournament, stop, out)


class SprtStop(Rule):
    """Stops with the answer of a sequential test."""

    def __init__(self, rule: SprtRule) -> None:
        from arena.ratings.sprt import Sprt

        self.rule = rule
        self._sprt = Sprt(rule.elo0, rule.elo1, rule.alpha, rule.beta, rule.model)
        self._pairing = "-vs-".join(sorted(rule.bots))
        self._half: dict[tuple[str, int], Result] = {}
        self.pairs = [0] * 5  # LL, LD, middle, WD, WW of the first bot
        self.games = [0] * 3  # its losses, draws, wins
        self.verdict: SprtState | None = None

    def add(self, job: Job, game: Result) -> bool:
        if job.pairing != self._pairing:
            return False
        other = self._half.pop((job.variant, job.pair), None)
        if other is None:
            self._half[job.variant, job.pair] = game
            return False
        if not (game.counts and other.counts):
            return False
        both = [score_of([half], self.rule.bots[0]).points for half in (other, game)]
        self.pairs[round(2 * sum(both))] += 1
        for points in both:
            self.games[round(2 * points)] += 1
        if self._plainly_open():
            return False
        self.verdict = self._judge()
        return self.verdict is not None and self.verdict.accepted is not None

    @property
    def _counts(self) -> list[int]:
        return self.games if self.rule.model == "bayeselo" else self.pairs

    def _plainly_open(self) -> bool:
        """Tell whether a long match is so far from both bounds that the cheap ratio shows it."""
        from arena.errors import RatingError
        from arena.ratings.sprt import approximate_ratio

        if sum(self.pairs) <= EXACT_PAIRS or self.rule.model == "bayeselo":
            return False
        try:
            ratio = approximate_ratio(self.pairs, self.rule.elo0, self.rule.elo1, self.rule.model)
        except RatingError:  # results that never vary
            return False
        return SURE_TO_GO_ON * self._sprt.lower < ratio < SURE_TO_GO_ON * self._sprt.upper

    def _judge(self) -> SprtState | None:
        """Return where the test stands; None where the BayesElo model has no ratio yet (no win, draw or loss)."""
        if self.rule.model == "bayeselo" and not all(self.games):
            return None
        return self._sprt.judge(self._counts)

    def text(self) -> str:
        verdict = self._judge()
        sprt = self._sprt
        stands = "none yet" if verdict is None else f"{verdict.llr + 0.0:.2f}".replace("-0.00", "0.00")
        return (
            f"LLR {stands} ({sprt.lower:.2f}, {sprt.upper:.2f}) after {_pairs(sum(self.pairs))}{self._estimate_text()}"
        )

    def _estimate_text(self) -> str:
        return f", {self._estimate()}" if sum(self.pairs) else ""

    def _gap(self) -> Gap:
        from arena.ratings.pairs import pair_statistics

        return pair_statistics(self.pairs, student=sum(self.pairs) < 30).gap

    def _estimate(self) -> str:
        gap = self._gap()
        one, other = self.rule.bots
        if gap.elo is None or gap.low is None or gap.high is None:
            ends = {"at least": gap.low, "at most": gap.high}
            end = ends.get(_standing(gap)) if gap.n >= SWEPT else None  # from fewer it says nothing of who is better
            bound = "" if end is None else f", {_standing(gap)} {end:+.1f} Elo"
            return f"{one} - {other}: {100 * gap.score:.1f} % of the points{bound}"
        return f"{one} - {other}: {gap.elo:+.1f} Elo ({gap.low:+.1f} to {gap.high:+.1f})".replace("-0.0 ", "+0.0 ")

    @property
    def _accepted(self) -> str | None:
        return None if self.verdict is None else self.verdict.accepted

    def verdict_text(self) -> str:
        rule, unit = self.rule, UNITS[self.rule.model]
        claims = f"H0: {rule.elo0:g}, H1: {rule.elo1:g} {unit}, alpha {rule.alpha:g}, beta {rule.beta:g}"
        if self._accepted is None:
            return f"The SPRT came to no verdict ({claims})"
        one, other = rule.bots
        gap, side = (rule.elo1, "at least") if self._accepted == "H1" else (rule.elo0, "at most")
        claim = f"{one} counts as {side} {gap:g} {unit} better than {other}"
        return f"Stopped by SPRT, {self._accepted} accepted ({claims}): {claim}"

    def caution(self) -> str:
        from arena.ratings.length import WIDE, too_wide

        wide = f" {WIDE}" if too_wide(self._sprt) else ""
        return "" if self._accepted is None else f"Stopped by SPRT: Elo is biased outward.{wide}"

    def facts(self) -> dict[str, Any]:
        rule, verdict, gap = self.rule, self._judge(), self._gap()
        return {
            "rule": "sprt", "bots": list(rule.bots), "model": rule.model, "unit": UNITS[rule.model],
            "elo0": rule.elo0, "elo1": rule.elo1, "alpha": rule.alpha, "beta": rule.beta,
            "verdict": self._accepted, "llr": None if verdict is None else verdict.llr,
            "lower": self._sprt.lower, "upper": self._sprt.upper, "pairs": sum(self.pairs),
            "pair_counts": dict(zip(("LL", "LD", "middle", "WD", "WW"), self.pairs, strict=True)),
            "game_counts": dict(zip(("losses", "draws", "wins"), self.games, strict=True)),
            "estimate": {
                "unit": "Elo", "model": "logistic, of the mean score of a pair", "prior_draws": 0.0,
                "interval": 0.95, "clustered_by": "pair", "score": gap.score, "elo": gap.elo,
                "standing": _standing(gap), "low": gap.low, "high": gap.high,
                "biased_outward": self._accepted is not None,
            },
        }  # fmt: skip


def _pairs(count: int) -> str:
    return f"{count} pair{'s' * (count != 1)}"


def _standing(gap: Gap) -> str:
    """Return what a gap is, in the words of the standings: ``at least`` has no upper end, ``at most`` no lower one."""
    if gap.n == 0:
        return "no games"
    return "rated" if gap.elo is not None else "at least" if gap.score == 1 else "at most"


class WidthStop(Rule):
    """Stops when ratings are known to a given precision."""

    def __init__(self, tournament: Tournament, stop: StopRule, out: Mapping[str, str]) -> None:
        self._tournament = tournament
        self._width = stop.half_width or 0.0
        self._bots = stop.bots or tuple(sorted(bot.name for bot in tournament.bots))
        self._out = out
        self._last = ""  # the pairing that ends each of these pairs, among the bots that were in when it was looked up
        self._last_of = range(0)
        self._last_for = -1
        self._games: list[GameResult] = []
        self._judged = 0  # pairs of each pairing on each variant when the widths were taken
        self._next = 1
        self.reached = False
        self.widths: dict[str, float | None] = dict.fromkeys(self._bots)

    def add(self, job: Job, game: Result) -> bool:
        from arena.ratings.results import GameResult

        if game.counts:
            self._games.append(
                GameResult(game.bots[0], game.bots[1], game.points[0], (job.variant, job.pair), job.variant)
            )
        if not self._ends_level(job):
            return False
        if job.pair < self._next:
            return False
        self._judged = job.pair
        self._next = job.pair + 1 if job.pair < EVERY_LEVEL else max(job.pair + 1, round(job.pair * GROWTH))
        self.reached = self._judge()
        return self.reached

    def _ends_level(self, job: Job) -> bool:
        if self._last_for != len(self._out) or job.pair not in self._last_of:
            self._last_for = len(self._out)
            self._last_of = next(level for level in levels(self._tournament) if job.pair in level)
            there = [table for table in tables(self._tournament, job.pair) if not self._out.keys() & set(table)]
            self._last = "-vs-".join(there[-1]) if there else ""
        at_end = job.pairing == self._last and job.half == self._tournament.players
        return at_end and job.variant == self._tournament.variants[-1].name

    def _judge(self) -> bool:
        from arena.ratings.results import GameColumns
        from arena.ratings.tables import rate

        pairs: dict[str, set[object]] = {bot: set() for bot in self._bots}
        for game in self._games:
            for bot in (game.first, game.second):
                if bot in pairs:
                    pairs[bot].add((game.cluster, game.first if bot == game.second else game.second))
        for row in rate(GameColumns.of(self._games), prior=PRIOR).rows:
            if row.name in self.widths:
                ends = row.low, row.high
                self.widths[row.name] = None if None in ends else (ends[1] - ends[0]) / 2  # type: ignore[operator]
        asked = [bot for bot in self._bots if bot not in self._out]
        wide = [self.widths[bot] for bot in asked]
        return bool(asked) and all(len(pairs[bot]) >= FEWEST_PAIRS for bot in asked) and all(
            width is not None and width <= self._width for width in wide
        )  # fmt: skip

    def text(self) -> str:
        known = {bot: width for bot, width in self.widths.items() if bot not in self._out}
        loose = sorted(bot for bot, width in known.items() if width is None)
        wanted = f"wanted +-{self._width:g}"
        if loose or not known:
            return f"no interval yet for {', '.join(loose[:3])}{', ...' * (len(loose) > 3)} ({wanted})"
        worst = max(known, key=lambda bot: known[bot] or 0.0)
        fewer = "up to " if any(most < self._judged for most in self._tournament.caps().values()) else ""
        after = f"after {fewer}{_pairs(self._judged)} each"
        return f"widest interval +-{known[worst]:.1f} Elo, of {worst} ({wanted}), {after}"

    def verdict_text(self) -> str:
        return "Stopped by precision" if self.reached else "The wanted precision was not reached"

    def caution(self) -> str:
        return "Intervals of a run that stops on them are slightly too narrow." if self.reached else ""

    def facts(self) -> dict[str, Any]:
        return {
            "rule": "half_width", "wanted": self._width, "unit": "Elo", "reached": self.reached,
            "model": "Bradley-Terry, draws as half points", "prior_draws": PRIOR, "interval": 0.95,
            "errors": "clustered by seed, with fewer than 10 seeds from the model", "pairs_each": self._judged,
            "half_widths": {bot: width for bot, width in self.widths.items() if bot not in self._out},
            "out": sorted(bot for bot in self._bots if bot in self._out),
        }  # fmt: skip
