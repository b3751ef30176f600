"""Knockout tournaments: who loses a match is out. Pure.

The bracket is the usual one: the first seed meets the last, and the two first seeds can only meet in the final.
Where the number of bots is no power of two, the first seeds have no opponent in the first round (a bye).

A match is ``pairs`` pairs on each variant. Level, it goes on pair by pair (one on each variant) until someone
leads, at most ``extra_pairs`` of them; then the larger sum of game points decides, and then the better seed.
All matches of a round are played at the same time; the next one begins when all are decided.

The pairs of round r are numbered from (r - 1) * (pairs + extra_pairs) + 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arena.config.model import Tournament
from arena.contract.result import Result
from arena.schedule.result import Finished, MatchScore, score_of
from arena.schedule.stage import KindTable, Match, Stage, match_jobs, seeded


@dataclass(frozen=True, slots=True)
class Decided:
    """A match that was decided. ``by``: how, for people; score is the winner's, None where nothing was played."""

    round: int
    winner: str
    loser: str
    by: str
    score: MatchScore | None


def bracket(seeds: int) -> list[int]:
    """Return the places (from 0) in the order of a bracket for so many: neighbours meet first.

    Places of ``seeds`` and above are empty.
    """
    order = [0]
    while len(order) < seeds:
        size = 2 * len(order)
        order = [place for one in order for place in (one, size - 1 - one)]
    return order


class Knockout:
    """A knockout tournament; see the module for its rules."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._names = seeded(tournament)
        self._extra = tournament.kind.extra_pairs or 0
        self.decided: list[Decided] = []
        self._extra_games = 0
        self._walkovers = 0
        self._over = False

    @property
    def games(self) -> int:
        matches = len(self._names) - 1 - self._walkovers
        return matches * self._tournament.pairs * len(self._tournament.variants) * 2 + self._extra_games

    @property
    def exact(self) -> bool:
        return self._over or not self._extra

    def stages(self, finished: Finished, recorded: Finished, out: Mapping[str, str]) -> Iterator[Stage]:
        pairs = self._tournament.pairs
        there = [self._names[place] if place < len(self._names) else "" for place in bracket(len(self._names))]
        number = 0
        while len(there) > 1:
            number += 1
            first = (number - 1) * (pairs + self._extra) + 1
            matches = list(zip(there[::2], there[1::2], strict=True))
            winners: dict[Match, str] = {}
            for match in matches:
                if "" in match:
                    winners[match] = match[0] or match[1]
                    self.decided.append(Decided(number, winners[match], "", "bye", None))
                elif out.keys() & set(match):
                    self._walkovers += 1
                    one, other = self._by_seed(match)
                    winner = one if one not in out or other in out else other
                    self._decide(number, match, winner, "walkover", None, winners)
            open_ = [match for match in matches if match not in winners]
            games: dict[Match, list[Result]] = {match: [] for match in open_}
            for extra in range(self._extra + 1):
                if not open_:
                    break
                stage = match_jobs(self._tournament, open_, first if not extra else first + pairs + extra - 1,
                                   pairs if not extra else 1)  # fmt: skip
                self._extra_games += len(stage) if extra else 0
                yield stage
                for job in stage:
                    match = next(match for match in open_ if set(match) == set(job.bots))
                    games[match].append(finished[job.id])
                for match in open_:
                    self._judge(number, match, games[match], extra, winners)
                open_ = [match for match in open_ if match not in winners]
            there = [winners[match] for match in matches]
        self._over = True

    def _judge(self, number: int, match: Match, games: list[Result], extra: int, winners: dict[Match, str]) -> None:
        """Decide a match, where its games so far do, or the tie-break after the last extra pair."""
        better, other = self._by_seed(match)
        score = score_of(games, better)
        by = "points" if not extra else f"points, after {extra} extra pair{'s' * (extra > 1)}"
        lead = score.points - score.other
        if not lead and extra == self._extra:
            lead, by = score.margin, "game points" if score.margin else "seeding"
            lead = lead or 1
        if lead:
            winner = better if lead > 0 else other
            self._decide(number, match, winner, by, score_of(games, winner), winners)

    def _decide(
        self, number: int, match: Match, winner: str, by: str, score: MatchScore | None, winners: dict[Match, str]
    ) -> None:
        winners[match] = winner
        loser = match[1] if match[0] == winner else match[0]
        self.decided.append(Decided(number, winner, loser, by, score))

    def _by_seed(self, match: Match) -> Match:
        """Return the better seed, then the other one."""
        one, other = sorted(match, key=self._names.index)
        return one, other

    def table(self) -> KindTable:
        rows, facts = [], []
        for match in self.decided:
            score = "" if match.score is None else f"{match.score.points:g} : {match.score.other:g}"
            rows.append((str(match.round), match.winner, match.loser or "-", score, match.by))
            facts.append({
                "round": match.round, "winner": match.winner, "loser": match.loser or None,
                "winner_points": None if match.score is None else match.score.points,
                "loser_points": None if match.score is None else match.score.other, "decided_by": match.by,
            })  # fmt: skip
        notes = [
            "points: of the match's games, 1 for a win, 1/2 for a draw. A bye is a round without an opponent.",
            "Level after extra pairs: the larger sum of game points decides, then the better seed.",
            "Seeding: " + ("as the file has it" if self._tournament.kind.seeding else "drawn by lot from the seed")
            + f" ({', '.join(self._names)}).",
        ]  # fmt: skip
        title = f"Knockout, won by {self.decided[-1].winner}" if self._over and self.decided else "Knockout"
        heads = "round", "winner", "loser", "points", "decided by"
        return KindTable(title, heads, tuple(rows), tuple(notes), tuple(facts))
