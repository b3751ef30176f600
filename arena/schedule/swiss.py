"""Swiss tournaments: in every round bots of like success meet, and nobody meets the same bot again. Pure.

A match is ``pairs`` pairs on each variant; who takes more points of it wins it (1), level ones get 1/2 each.
Bots stand by matches won, then by the matches won by those they met (byes and walkovers bring nobody), then by
points, then by seeding. Round by round from the top, each bot gets the best opponent that leaves all others
pairable: one of its own score group, the top half against the bottom half, then of the next group down.

- Nobody meets the same bot twice while the whole round can be paired without it; else as few times as can be.
- With an odd number one bot sits out: the lowest that sat out least and leaves the rest pairable. A bye is a won
  match without games, marked as such.
- Seats are in balance by themselves: every match is made of pairs, and in a pair each bot sits in each seat once.
- With as many rounds as a round robin has, it is one, in the order of the circle method, for pairing by results
  could run into a dead end there.

The pairs of round r are numbered from (r - 1) * pairs + 1, so that each round has tiles of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from arena.config.model import Tournament
from arena.schedule.matching import pair_up
from arena.schedule.result import Finished, MatchScore, score_of
from arena.schedule.stage import KindTable, Match, Stage, match_jobs, seeded, still_in


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One bot's round: whom it met ("" for a bye), what the match was worth to it, and the games' score."""

    opponent: str
    worth: float
    score: MatchScore | None


def round_facts(round: PlayedRound) -> dict[str, Any]:
    """Return a bot's round as plain values: the match's worth, and both sides' points in it; None for a bye."""
    score = round.score
    return {
        "opponent": round.opponent or None, "match": round.worth, "points": None if score is None else score.points,
        "opponent_points": None if score is None else score.other,
    }  # fmt: skip


def circle(names: Sequence[str], number: int) -> tuple[list[Match], str]:
    """Return the matches of round ``number`` (from 1) of a round robin, and who sits out ("" for nobody).

    Source: the circle method of round-robin tables, as the rules of chess (FIDE, Berger tables) give it.
    """
    ring = [*names, *([""] if len(names) % 2 else [])]
    turned = (number - 1) % (len(ring) - 1)
    rest = ring[1:]
    ring = [ring[0], *rest[len(rest) - turned :], *rest[: len(rest) - turned]]
    matches = [(ring[index], ring[-1 - index]) for index in range(len(ring) // 2)]
    bye = next((one or other for one, other in matches if not (one and other)), "")
    return [match for match in matches if all(match)], bye


class Swiss:
    """A Swiss tournament; see the module for its rules."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._names = seeded(tournament)
        self._rounds = tournament.kind.rounds or 1
        self._whole = self._rounds >= len(self._names) - 1 + len(self._names) % 2
        self.played: dict[str, list[PlayedRound]] = {name: [] for name in self._names}
        self._games = 0
        self._begun = self._ended = 0  # rounds
        self._out: Mapping[str, str] = {}

    @property
    def games(self) -> int:
        bots = len(still_in(self._names, self._out))
        a_round = bots // 2 * self._tournament.pairs * len(self._tournament.variants) * 2
        return self._games + (self._rounds - self._begun) * a_round

    @property
    def exact(self) -> bool:
        return True

    def stages(self, finished: Finished, recorded: Finished, out: Mapping[str, str]) -> Iterator[Stage]:
        self._out = out
        pairs = self._tournament.pairs
        for number in range(1, self._rounds + 1):
            matches, byes = self._round(number)
            stage = match_jobs(self._tournament, matches, (number - 1) * pairs + 1, pairs)
            self._games += len(stage)
            self._begun = number
            if stage:
                yield stage
            by_match = defaultdict(list)
            for job in stage:
                by_match[job.pairing].append(finished[job.id])
            for one, other in matches:
                for bot, opponent in ((one, other), (other, one)):
                    score = score_of(by_match["-vs-".join(sorted((one, other)))], bot)
                    worth = 1.0 if score.points > score.other else 0.5 if score.points == score.other else 0.0
                    self.played[bot].append(PlayedRound(opponent, worth if score.games else 0.0, score))
            for bot in byes:
                self.played[bot].append(PlayedRound("", 1.0, None))
            self._ended = number

    def _round(self, number: int) -> tuple[list[Match], list[str]]:
        """Return the matches of a round, and who sits out."""
        if self._whole:
            matches, bye = circle(self._names, number)
            there = [match for match in matches if not self._out.keys() & set(match)]
            met = {name for match in there for name in match}
            return there, [name for match in [*matches, (bye,)] for name in match if name and name not in met
                           and name not in self._out]  # fmt: skip
        order = still_in(self.standings(), self._out)
        if len(order) < 2:
            return [], []
        if len(order) % 2 == 0:
            return self._pair(order, most=None), []
        byes = {name: sum(not round.opponent for round in self.played[name]) for name in order}
        fewest_first = sorted(order, key=lambda name: (byes[name], -order.index(name)))
        for fresh in (True, False):
            for bye in fewest_first:
                rest = [name for name in order if name != bye]
                matches = self._pair(rest, most=0 if fresh else None)
                if matches:
                    return matches, [bye]
        raise AssertionError("any number of bots can be paired when they may meet again")

    def _pair(self, order: list[str], most: int | None) -> list[Match]:
        """Return matches of all these bots, none of whom met more than ``most`` times before; [] if that cannot be."""
        met = {name: self._meetings(name) for name in order}
        scores = [self._worth(name) for name in order]
        limits = [most] if most is not None else range(self._rounds + 1)

        def may_meet(limit: int, one: int, other: int) -> bool:
            return met[order[one]].get(order[other], 0) <= limit

        def wishes(one: int, free: Sequence[int]) -> Sequence[int]:
            group = [other for other in free if scores[other] == scores[one]]
            half = max(0, (len(group) + 1) // 2 - 1)  # the group without ``one``: where its bottom half begins
            near = [*group[half:], *reversed(group[:half])]
            rest = [other for other in free if scores[other] != scores[one]]
            return sorted([*near, *rest], key=lambda other: met[order[one]].get(order[other], 0))

        for limit in limits:
            pairs = pair_up(len(order), partial(may_meet, limit), wishes)
            if pairs:
                return [(order[one], order[other]) for one, other in pairs]
        return []

    def _meetings(self, name: str) -> dict[str, int]:
        meetings: dict[str, int] = defaultdict(int)
        for round in self.played[name]:
            if round.opponent:
                meetings[round.opponent] += 1
        return meetings

    def _worth(self, name: str) -> float:
        return sum(round.worth for round in self.played[name])

    def _points(self, name: str) -> float:
        return sum(round.score.points for round in self.played[name] if round.score)

    def _strength(self, name: str) -> float:
        """Return the matches won by those that a bot met."""
        return sum(self._worth(round.opponent) for round in self.played[name] if round.opponent)

    def standings(self) -> list[str]:
        """Return the bots, best first."""
        place = {name: index for index, name in enumerate(self._names)}
        return sorted(
            self._names, key=lambda name: (-self._worth(name), -self._strength(name), -self._points(name), place[name])
        )

    def table(self) -> KindTable:
        rows, facts = [], []
        seats = {name: str(index) for index, name in enumerate(self.standings(), start=1)}
        for name, number in seats.items():
            met = " ".join(
                f"{seats[round.opponent]}{'+' if round.worth == 1 else '=' if round.worth else '-'}"
                if round.opponent
                else "bye"
                for round in self.played[name]
            )
            total = f"{self._worth(name):g}"
            rows.append((number, name, total, f"{self._strength(name):g}", f"{self._points(name):g}", met))
            facts.append({
                "rank": int(number), "bot": name, "matches_won": self._worth(name),
                "matches_won_by_opponents": self._strength(name), "points": self._points(name),
                "rounds": [round_facts(round) for round in self.played[name]],
            })  # fmt: skip
        notes = [
            "matches: 1 for a match won, 1/2 for a level one; a bye counts as won, without games.",
            "opponents: matches won by those it met; points: of its games, 1 for a win, 1/2 for a draw.",
            "Equal in all: the seeding decides.",
            "Seeding: " + ("as the file has it" if self._tournament.kind.seeding else "drawn by lot from the seed")
            + f" ({', '.join(self._names)}).",
        ]  # fmt: skip
        notes += [f"{name} was out before the end." for name in sorted(self._out)]
        return KindTable(
            f"Swiss, {self._ended} of {self._rounds} round{'s' * (self._rounds != 1)}",
            ("rank", "bot", "matches", "opponents", "points", "rounds (opponent's rank: + won, = level, - lost)"),
            tuple(rows),
            tuple(notes),
            tuple(facts),
        )
