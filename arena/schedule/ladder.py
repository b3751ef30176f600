"""Ladders: a pool that bots join at any time; whoever has played least plays next. Pure.

Every bot is owed ``pairs`` pairs on each variant. In each round the bots stand in a queue, the one that played
least first; it meets the opponent with the least (1 + times met) * (1 + places apart in the standings), so near
ones about as often as the distance tells, and nobody never. Nobody meets the same bot twice in a round, and a
round has as many matches of one pair (on each variant) as there are bots, or fewer when all have had their due.
A bot that joins later plays in most matches until it has caught up; the others are only asked for as opponents.

The pair's number is the round's. So the rounds of earlier runs are read from the records as they were played,
also when bots have joined since; an unfinished round is finished before the next one is made.

Standings inside the ladder: by the share of points with one drawn game added, then by lot.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from arena.config.model import Tournament
from arena.contract.game_ids import name_of
from arena.contract.queue import PriorityQueue
from arena.schedule.result import Finished
from arena.schedule.stage import KindTable, Match, Stage, match_jobs, still_in


class Ladder:
    """A ladder; see the module for its rules."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._lot = {bot.name: tournament.master.seed("ladder", bot.name) for bot in tournament.bots}
        self._names = sorted(self._lot, key=self._lot.__getitem__)
        self._pairs: dict[str, int] = dict.fromkeys(self._names, 0)
        self._met: dict[frozenset[str], int] = defaultdict(int)
        self._points: dict[str, Fraction] = dict.fromkeys(self._names, Fraction(0))
        self._counted: dict[str, int] = dict.fromkeys(self._names, 0)
        self._games = 0
        self._unfinished = 0  # the round that is being played, of which the table has nothing yet; 0: none
        self._done: dict[str, int] = dict.fromkeys(self._names, 0)  # pairs of rounds that are complete
        self._over = False
        self._out: Mapping[str, str] = {}

    @property
    def games(self) -> int:
        owed = sum(max(0, self._tournament.pairs - self._pairs[name]) for name in still_in(self._names, self._out))
        return self._games + (owed + 1) // 2 * len(self._tournament.variants) * 2

    @property
    def exact(self) -> bool:
        return self._over

    def stages(self, finished: Finished, recorded: Finished, out: Mapping[str, str]) -> Iterator[Stage]:
        self._out = out
        history = _rounds_of(recorded)
        last = max(history, default=0)
        number = 0
        while True:
            number += 1
            played = history.get(number, [])
            matches = self._round()
            if number < last or not {frozenset(match) for match in played} <= {frozenset(match) for match in matches}:
                matches = [match for match in played if set(match) <= self._lot.keys()]
            if not matches and number > last:
                break
            stage = match_jobs(self._tournament, matches, number, 1)
            self._games += len(stage)
            for match in matches:
                self._met[frozenset(match)] += 1
                for name in match:
                    self._pairs[name] += 1
            if stage:
                self._unfinished = number
                yield stage
            self._unfinished, self._done = 0, dict(self._pairs)
            for job in stage:
                game = finished[job.id]
                for seat, name in enumerate(game.bots):
                    if game.counts:
                        self._points[name] += Fraction(game.points[seat])
                        self._counted[name] += 1
        self._over = True

    def _round(self) -> list[Match]:
        """Return the next matches, those of the least-served bots first."""
        there = still_in(self.standings(), self._out)
        place = {name: index for index, name in enumerate(there)}
        served = dict(self._pairs)
        now: set[frozenset[str]] = set()
        queue = PriorityQueue((served[name], self._lot[name], name) for name in there)
        matches: list[Match] = []
        while queue and len(matches) < len(there):
            count, lot, bot = queue.take()
            if count != served[bot]:  # it was somebody's opponent meanwhile
                queue.insert((served[bot], lot, bot))
                continue
            if count >= self._tournament.pairs:
                break
            free = [name for name in there if name != bot and frozenset((bot, name)) not in now]
            if not free:
                continue

            def cost(name: str, bot: str = bot) -> tuple[int, int, int]:
                apart = abs(place[name] - place[bot])
                return (1 + self._met[frozenset((bot, name))]) * (1 + apart), served[name], self._lot[name]

            other = min(free, key=cost)
            matches.append((bot, other))
            now.add(frozenset((bot, other)))
            served[bot] += 1
            served[other] += 1
            queue.insert((served[bot], lot, bot))
        return matches

    def _share(self, name: str) -> Fraction:
        return (2 * self._points[name] + 1) / (2 * self._counted[name] + 2)

    def standings(self) -> list[str]:
        """Return the bots, best first."""
        return sorted(self._names, key=lambda name: (-self._share(name), self._lot[name]))

    def table(self) -> KindTable:
        rows, facts = [], []
        for index, name in enumerate(self.standings(), start=1):
            games, pairs = self._counted[name], self._done[name]
            share = float(self._points[name] / games) if games else None
            rows.append((str(index), name, str(pairs), str(games), "" if share is None else f"{100 * share:.1f}"))
            facts.append({"rung": index, "bot": name, "pairs": pairs, "games": games, "score": share})
        owed = f"{self._tournament.pairs} pair{'s' * (self._tournament.pairs != 1)}"
        notes = [f"Every bot is owed {owed} on each variant; who has played least plays next."]
        if self._unfinished:
            notes.append(f"Round {self._unfinished} is not complete: none of its games are in this table yet.")
        notes += [f"{name} was out before the end." for name in sorted(self._out)]
        heads = "rung", "bot", "pairs", "games", "points %"
        return KindTable("Ladder", heads, tuple(rows), tuple(notes), tuple(facts))


def _rounds_of(recorded: Iterable[str]) -> dict[int, list[Match]]:
    """Return round -> the matches of which any game is recorded, from the games' ids."""
    rounds: dict[int, set[Match]] = defaultdict(set)
    for id in recorded:
        name = name_of(id)
        one, other = name.pairing.split("-vs-")
        rounds[name.pair].add((one, other))
    return {number: sorted(matches) for number, matches in rounds.items()}
