"""Which games are played, by name, with which seed: jobs, one at a time, as many as are asked for.

Pure. Nothing is made up front, so 100,000 jobs cost nothing until they are taken.

Ids are ``variant/pairing/pair/half``, such as ``infinite/greedy-vs-random/0007/1``; pair and half count
from 1. A pairing is the sorted names of its bots, so neither the order of the file nor another bot nor
more pairs ever changes an id: extending a tournament only adds ids.

Seeds are made from the master seed by variant and pair (contract/seeds.py): shared by the halves of a
pair, and by all pairings of that variant (common random numbers: every pairing meets the same tiles,
which lowers the variance of differences between bots). In a season they are made from the pairing as well: whoever
hands in a new version may have seen the tiles of all games so far.

A pair is one game for each seat of the table: the same seed, the seats rotated by one, so that each bot
sits (and begins) equally often. With more than two seats who follows whom matters too: pair after pair
the table runs through circular orders of its bots, in which everybody follows everybody equally often: through
all of them with three and four seats, through a few chosen ones with more.

Jobs come pair by pair, so that wherever a run stops all variants and pairings are level to one pair; but a table
plays no more pairs than any of its bots may (BotEntry.pairs), and is left out from then on.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import combinations, islice, permutations
from math import comb, factorial

import msgspec

from arena.config.model import Tournament
from arena.contract.chance import seed_of, stream
from arena.contract.game_ids import game_id, name_of, pair_id
from arena.contract.seeds import Master


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One game to be played.

    id:      unique in the tournament, see above.
    variant: the variant's name; pairing: the names of the table's bots, sorted, joined by "-vs-".
    pair, half: numbers from 1; half runs to the number of seats.
    bots:    the bot's name for each seat.
    seed:    of the game's own chance, 64 bits. bot_seed: what each seat's own seed is made from, 64 bits; nothing can
             be learnt from the one about the other.
    """

    id: str
    variant: str
    pairing: str
    pair: int
    half: int
    bots: tuple[str, ...]
    seed: int
    bot_seed: int

    def own_seed(self, seat: int) -> int:
        """Return the seed of a seat's own random numbers, as its bot is told it."""
        return own_seed(self.bot_seed, seat)

    @property
    def pair_id(self) -> str:
        """Return the id that the halves of the pair share."""
        return pair_id(self.id)


def own_seed(bot_seed: int, seat: int) -> int:
    """Return the seed that a seat's bot is told: 53 bits, whole in every language's numbers."""
    return seed_of(bot_seed, "bot", seat) >> 11


def tables(tournament: Tournament, pair: int = 1) -> Iterator[tuple[str, ...]]:
    """Yield every table (in a game of two: pairing) that plays a pair of that number, as the sorted names of its bots.

    Round robin: every choice of ``players`` bots once, so that any two bots meet equally often.
    Gauntlet: the hero with every choice of the others. Other kinds: all tables that may come about.
    """
    return _tables_of(_still_there(tournament, pair), tournament)


def _still_there(tournament: Tournament, pair: int) -> list[str]:
    """Return the bots that may play so many pairs at a table, sorted."""
    return sorted(bot.name for bot in tournament.bots if bot.pairs is None or bot.pairs >= pair)


def _tables_of(names: Sequence[str], tournament: Tournament) -> Iterator[tuple[str, ...]]:
    """Yield every table of these bots, whose names are sorted."""
    if tournament.kind.name != "gauntlet":
        yield from combinations(names, tournament.players)
        return
    hero = tournament.kind.hero
    if hero not in names:
        return
    for others in combinations([name for name in names if name != hero], tournament.players - 1):
        yield tuple(sorted((hero, *others)))


def levels(tournament: Tournament) -> Iterator[range]:
    """Yield the numbers of all pairs, from 1 on, in ranges that the same tables play."""
    last = 0
    for end in sorted({*tournament.caps().values(), tournament.pairs}):
        if next(tables(tournament, end), None) is None:
            return
        yield range(last + 1, end + 1)
        last = end


def most_pairs(tournament: Tournament) -> int:
    """Return how many pairs the tables play that play most."""
    return max((level[-1] for level in levels(tournament)), default=0)


def tables_with_pairs(tournament: Tournament) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield every table with the number of pairs that it plays on each variant."""
    caps, most = tournament.caps(), tournament.pairs
    for table in tables(tournament):
        yield table, min(caps.get(bot, most) for bot in table)


def is_asked_for(bots: Sequence[str], only: Container[str] | None, out: Container[str]) -> bool:
    """Tell whether games of these bots are wanted. only: of one of these bots, None for all; out: of none of these."""
    return not any(bot in out for bot in bots) and (only is None or any(bot in only for bot in bots))


def count_tables(tournament: Tournament) -> int:
    """Return how many tables there are, without making them."""
    bots, seats = len(tournament.bots), tournament.players
    return comb(bots - 1, seats - 1) if tournament.kind.name == "gauntlet" else comb(bots, seats)


def count_pairs(tournament: Tournament) -> int:
    """Return how many pairs all tables of a round robin or a gauntlet play on each variant, without making them."""
    bots, chosen, least = tournament.bots, tournament.players, tournament.pairs
    if tournament.kind.name == "gauntlet":
        least = tournament.pairs_of([tournament.kind.hero])
        bots = tuple(bot for bot in bots if bot.name != tournament.kind.hero)
        chosen -= 1
    most = sorted(least if bot.pairs is None else min(bot.pairs, least) for bot in bots)
    # In order of how much they may play: each bot says how many pairs it plays with all choices of those after it.
    return sum(pairs * comb(len(most) - 1 - place, chosen - 1) for place, pairs in enumerate(most))


def count_jobs(tournament: Tournament) -> int:
    """Return how many games a round robin or a gauntlet has, without making them."""
    return count_pairs(tournament) * len(tournament.variants) * tournament.players


def seating(table: Sequence[str], pair: int, half: int) -> tuple[str, ...]:
    """Return the bot of each seat in one half of one pair of a table."""
    circle = _circle(table, pair)
    return (*circle[half - 1 :], *circle[: half - 1])


def _circle(table: Sequence[str], pair: int) -> tuple[str, ...]:
    """Return the circular order in which a table sits in one pair.

    Up to four seats: all orders in turn. With five and seven, a prime number n: every step from 1 to n - 1, so that
    n - 1 pairs have everybody follow everybody once. With six and eight: a zigzag (Williams, Australian Journal of
    Scientific Research A2, 1949) and its n rotations, in which everybody follows everybody once, and the bot opposite
    twice. Who is who in it is drawn anew after each such round.
    """
    seats = len(table)
    if seats <= 4:
        order = (pair - 1) % factorial(seats - 1)
        return (table[0], *next(islice(permutations(table[1:]), order, None)))
    round_, step = divmod(pair - 1, seats - seats % 2)
    names = list(table)
    if round_:
        stream(0, "circular orders", round_).shuffle(names)
    if seats % 2:
        return tuple(names[seat * (step + 1) % seats] for seat in range(seats))
    zigzag = [(seat + 1) // 2 if seat % 2 else -(seat // 2) for seat in range(seats)]
    return tuple(names[(offset + step) % seats] for offset in zigzag)


def make_job(tournament: Tournament, variant: str, table: Sequence[str], pair: int, half: int) -> Job:
    """Return the job of that name; ``table`` is as ``tables`` yields it."""
    pairing, master = "-vs-".join(table), tournament.master
    names = (variant, pairing, pair) if tournament.season else (variant, pair)
    return Job(
        id=game_id(variant, pairing, pair, half),
        variant=variant,
        pairing=pairing,
        pair=pair,
        half=half,
        bots=seating(table, pair, half),
        seed=master.seed("game", *names),
        bot_seed=master.seed("bots", *names),
    )


def trial_job(master: Master, variant: str, pairing: str, bots: Sequence[str], pair: int = 1, half: int = 1) -> Job:
    """Return a job that is no tournament's, such as that of a check of a bot; its id is as theirs.

    Its games are none that a tournament of the same master seed plays: who takes part in a check learns nothing.
    Both halves of a pair, and all pairings, share the seed here too.
    """
    return Job(
        id=game_id(variant, pairing, pair, half),
        variant=variant,
        pairing=pairing,
        pair=pair,
        half=half,
        bots=tuple(bots),
        seed=master.seed("trial", "game", variant, pair),
        bot_seed=master.seed("trial", "bots", variant, pair),
    )


def jobs(tournament: Tournament) -> Iterator[Job]:
    """Yield every job of a round robin or a gauntlet, pair by pair, each when it is asked for."""
    for level in levels(tournament):
        names = _still_there(tournament, level[0])
        for pair in level:
            for variant in tournament.variants:
                for table in _tables_of(names, tournament):
                    for half in range(1, tournament.players + 1):
                        yield make_job(tournament, variant.name, table, pair, half)


def missing(planned: Iterable[Job], done: Container[str]) -> Iterator[Job]:
    """Yield the planned jobs whose id is not among the ``done`` ones, in their order."""
    return (job for job in planned if job.id not in done)


def job_named(tournament: Tournament, id: str) -> Job | None:
    """Return the job with that id, or None where the tournament has none, without making the others.

    Where games depend on results, any pairing and any pair's number may come about.
    """
    try:
        variant, pairing, pair, half = name_of(id)
        job = make_job(tournament, variant, pairing.split("-vs-"), pair, half)
    except ValueError:
        return None
    known = variant in {entry.name for entry in tournament.variants}
    names = {bot.name for bot in tournament.bots}
    table = tuple(pairing.split("-vs-"))
    fits = len(set(table)) == tournament.players and set(table) <= names and table == tuple(sorted(table))
    meets = tournament.kind.name != "gauntlet" or tournament.kind.hero in table
    within = job.pair <= tournament.pairs_of(table) or not tournament.kind.fixed
    counted = job.pair >= 1 and within and 1 <= job.half <= tournament.players
    return job if known and fits and meets and counted and job.id == id else None
