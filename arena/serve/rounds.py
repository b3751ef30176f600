"""Who plays whom in a tournament over TCP, and who begins. Pure.

Up to eight players sit at one table, or all in pairs of tables for two: then everybody meets everybody in turn
(the circle method), and with an odd number one sits out. In each round every player plays at most one game.

Games have the ids and seeds of any other tournament (schedule.py): a pair of games has one seed and the seats
rotated. Which of them comes first is chosen so that the players begin in rotation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from arena.config.model import Tournament
from arena.schedule import Job, make_job
from arena.schedule.result import Finished
from arena.schedule.stage import Stage

First = Callable[[Job], int]  # a job -> the seat that will begin


def meetings(players: int, seats: int, number: int) -> list[tuple[int, ...]]:
    """Return the tables of round ``number`` (from 0): players by number, who begins at their first meeting first."""
    if seats == players:
        return [tuple(range(players))]
    assert seats == 2, "tables of two, or one table for all"
    circle = list(range(players + players % 2))  # with an odd number the last of these is nobody
    turned = number % (len(circle) - 1)
    ring = circle[1:]
    ring = ring[-turned:] + ring[:-turned] if turned else ring
    circle = [circle[0], *ring]
    pairs: list[tuple[int, ...]] = []
    for index in range(len(circle) // 2):
        one, two = sorted((circle[index], circle[-1 - index]))
        if two < players:
            pairs.append((one, two) if (one + two) % 2 else (two, one))
    return pairs


def cycle(players: int, seats: int) -> int:
    """Return after how many rounds the same players meet again."""
    return 1 if seats == players else players + players % 2 - 1


def planned(players: int, seats: int, games: int) -> int:
    """Return how many games there are in ``games`` rounds."""
    return games * len(meetings(players, seats, 0))


def rounds(tournament: Tournament, names: Sequence[str], variant: str, games: int, first: First) -> Iterator[list[Job]]:
    """Yield the jobs of each of ``games`` rounds; ``names`` in the order in which they begin."""
    seats = tournament.players
    for number in range(games):
        met = number // cycle(len(names), seats)  # how often these players have met
        jobs = []
        for table in meetings(len(names), seats, number):
            starter = names[table[met % seats]]
            together = tuple(sorted(names[index] for index in table))
            halves = (make_job(tournament, variant, together, met // seats + 1, half + 1) for half in range(seats))
            jobs.append(next(job for job in halves if job.bots[first(job)] == starter))
        yield jobs


class Rounds:
    """A kind of tournament whose stages are rounds of those who are still there (schedule/stage.py: StagedKind).

    A round in which nobody has an opponent is left out, so that ``games``, all that were to be, are then more than are
    played. Who is out for crashing too often is seated all the same: a client that is gone forfeits, as our bots do.
    """

    exact = True

    def __init__(
        self,
        tournament: Tournament,
        names: Sequence[str],
        variant: str,
        games: int,
        first: First,
        present: Callable[[str], bool],
    ) -> None:
        """names: in the order in which they begin. games: of each player. present: who could still play now."""
        self._rounds = rounds(tournament, names, variant, games, first)
        self._present = present
        self.games = planned(len(names), tournament.players, games)

    def stages(self, finished: Finished, recorded: Finished, out: Mapping[str, str]) -> Iterator[Stage]:
        for jobs in self._rounds:
            yield [job for job in jobs if job.id in recorded or sum(map(self._present, job.bots)) > 1]

    def table(self) -> None:
        """Say nothing: the standings say all."""
