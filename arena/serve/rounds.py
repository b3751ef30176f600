"""Who plays whom in a tournament over TCP, and who begins. Pure.

Up to eight players sit at one table, or all in pairs of tables for two: then everybody meets everybody in turn
(the circle method), and with an odd number one sits out. In each round every player plays at most one game.

Games have the ids and seeds of any other tournament (schedule.py): a pair of games has one seed and the seats
rotated. Which of them comes first is chosen so that the players begin in rotation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from arena.config.model import Tournament
from arena.schedule import Job, make_job

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
