"""One run that plays what is missing, in an order of its own and perhaps for so long alone: a Source."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from arena.config.compare import changes, fewer_pairs
from arena.contract.result import Result
from arena.records.manifest import Manifest
from arena.records.season import Register
from arena.runner.night.budget import BudgetPlan, PlanInput, plan_within
from arena.runner.night.heard import HeardGames
from arena.runner.night.past import Past, past_of
from arena.runner.night.schedules import favourites, schedule_within
from arena.runner.plan import longest_game, quick_game
from arena.runner.preflight import Trouble
from arena.runner.runs.prepared import Prepared
from arena.runner.runs.stop import Stop
from arena.runner.shared.pool import SharedWork
from arena.schedule.night import NightSchedule, count_missing, missing_jobs
from arena.schedule.schedule import Schedule
from arena.schedule.within import TimeLeft


@dataclass(frozen=True, slots=True)
class Order:
    """Which games a night plays, and until when.

    only: those in which one of these bots plays, None for all that are missing. past: the games before it. budget: what
    it is expected to play of them, None to play them all; until: by ``time.monotonic``, when a budget is over.
    out: bots whose games are not counted in a plan, since they are not expected to be admitted.
    """

    past: Past
    only: Collection[str] | None = None
    budget: BudgetPlan | None = None
    until: float = 0.0
    out: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Season:
    """What a night knows of its season.

    register: who took part up to this night, this one too. before: the manifest of the nights before, None for the
    first. hero: of a gauntlet, under its name in the file. news: sentences on who came, changed and left. absent: bot
    -> why it was not admitted tonight, so that it plays no game; absent_as: the hash of what each of these is.
    """

    register: Register
    before: Manifest | None = None
    hero: str = ""
    news: tuple[str, ...] = ()
    absent: Mapping[str, str] = field(default_factory=dict)
    absent_as: Mapping[str, str] = field(default_factory=dict)

    def extended(self, made: Manifest) -> Manifest:
        """Return the manifest of a night as that of all nights: who plays no more is still spoken of."""
        kind = {**made.tournament["kind"], "hero": self.hero}
        made = msgspec.structs.replace(
            made, season=self.register, refused=dict(self.absent), refused_as=dict(self.absent_as),
            tournament={**made.tournament, "kind": kind},
        )  # fmt: skip
        if self.before is None:
            return made
        bots = {bot["name"]: bot for bot in (*self.before.tournament["bots"], *made.tournament["bots"])}
        return msgspec.structs.replace(
            made,
            bots={**self.before.bots, **made.bots},
            tournament={**made.tournament, "bots": list(bots.values())},
        )

    def differences(self, old: Manifest, new: Manifest) -> list[str]:
        """Return what forbids to go on with the games of ``old``, one sentence each. Bots may come and go."""
        if not old.season:
            return ["they are no season's, or their register is lost"]
        found = list(changes({**old.identity, "bots": ()}, {**new.identity, "bots": ()}).changed)
        return found + [
            f"variant {name}: its board, tiles, rules or words changed"
            for name, digest in old.variants.items()
            if new.variants.get(name, digest) != digest
        ]


@dataclass(frozen=True, slots=True)
class Night(Prepared):
    """What a night plays. troubles: of bots that were looked at already. season: what it belongs to, if to any."""

    order: Order = field(kw_only=True)
    troubles: tuple[Trouble, ...] = ()
    season: Season | None = None

    @classmethod
    def of(
        cls, prepared: Prepared, order: Order, *, troubles: tuple[Trouble, ...] = (), season: Season | None = None
    ) -> Night:
        """Return the night of what was prepared. season: what it belongs to."""
        return cls(
            prepared.tournament, prepared.specs, prepared.plugins, prepared.setup, prepared.workers, prepared.folder,
            prepared.spare, prepared.admitted, prepared.refused, order=order, troubles=troubles, season=season,
        )  # fmt: skip

    @property
    def budget(self) -> BudgetPlan | None:
        """What is expected to be played within the budget; None without one."""
        return self.order.budget

    @property
    def mended(self) -> str:
        """What of the games was damaged, so that it is to be played again; "" for nothing."""
        return self.order.past.mended

    @property
    def passed(self) -> float:
        """By how many seconds the budget is passed now; 0 without one."""
        return 0.0 if self.order.budget is None else max(0.0, time.monotonic() - self.order.until)

    @property
    def missing(self) -> int:
        """How many games are missing that this night may play."""
        if self.order.budget is not None:
            return self.order.budget.missing
        order = self.order
        return sum(count_missing(self.tournament, order.past.ids, order.only, order.out).values())

    def manifest(self) -> Manifest:
        made = Prepared.manifest(self)
        return made if self.season is None else self.season.extended(made)

    def differences(self, old: Manifest, new: Manifest) -> Sequence[str]:
        if self.season is not None:  # whose bots are known by their versions here
            return [*self.season.differences(old, new), *fewer_pairs(old.identity, new.identity)]
        return Prepared.differences(self, old, new)

    def schedule(self, recorded: Iterable[Result]) -> Schedule:
        order, results = self.order, list(recorded)
        if order.budget is None:
            done = {game.id for game in results}
            missing = sum(count_missing(self.tournament, done, order.only).values())
            chosen = missing_jobs(self.tournament, done, order.only)
            return NightSchedule(self.tournament, chosen, len(done) + missing, exact=True)
        durations, names = order.past.durations, [bot.name for bot in self.tournament.bots]
        time_left = TimeLeft(
            lambda: order.until - time.monotonic(), durations.seconds, self.workers,
            longest_game(self.tournament, self.specs),
            lambda: durations.changed(self.setup.variants, names),
        )  # fmt: skip
        return schedule_within(self.tournament, order.past, results, time_left, order.only, order.budget.games)

    def play(self, games: SharedWork, stop: Stop) -> bool:
        """Play the games; what each takes tells how long those take that are still planned."""
        return Prepared.play(self, HeardGames(games, self.order.past.durations.add), stop)

    def look(self, looked_at: Callable[[str], None], stop: Stop) -> list[Trouble]:
        """Return what was found when the night was made."""
        return list(self.troubles)


def ordered(
    prepared: Prepared,
    past: Past,
    budget: float | None,
    began: float,
    only: Collection[str] | None = None,
    *,
    looked: bool = False,
    out: Collection[str] = (),
) -> Order:
    """Return the order of a night. budget: seconds from ``began`` (``time.monotonic``) on, None for none.

    looked: see ``PlanInput``. only, out: see ``Order``. Raises ConfigError where games are missing, and no pair of them
    fits into what is left of the budget.
    """
    if budget is None:
        return Order(past, only, out=out)
    tournament, durations = prepared.tournament, past.durations
    longest = longest_game(tournament, prepared.specs)
    given = PlanInput(
        lambda time_left: schedule_within(tournament, past, past.results, time_left, only, out=out),
        durations.seconds,
        prepared.workers,
        max(0.0, budget - (time.monotonic() - began)),
        favourites(tournament, past),
        looked,
        tuple(bot for bot in unseen(prepared, past) if bot not in out),
        None if longest is None else longest * tournament.players,
    )
    return Order(past, only, plan_within(budget, given), began + budget, out)


def unseen(prepared: Prepared, past: Past) -> tuple[str, ...]:
    """Return the bots that were not seen playing on every variant."""
    variants = [spec.name for spec in prepared.specs]
    names = (bot.name for bot in prepared.tournament.bots)
    return tuple(name for name in names if not all(past.durations.known(variant, name) for variant in variants))


def night_of(
    prepared: Prepared, budget: float, stop: Stop | None, looked_at: Callable[[str], None] = lambda bot: None
) -> Night:
    """Return a night of a tournament that is no season, of so many seconds.

    stop: ends the looks at the bots: every one is started, as before any run, and those that were not seen playing
    play a game against themselves, so that it is known what that takes. None for a plan, which starts nobody.
    Raises ConfigError (see ``ordered``), ResultsError and RunError.
    """
    began = time.monotonic()
    past = past_of(prepared.folder, quick_game(prepared.tournament), mend=stop is not None)
    troubles: list[Trouble] = []
    if stop is not None:
        submitted = prepared.tournament.submitted
        timed = set(unseen(prepared, past)) - submitted
        troubles = prepared.tried(submitted, looked_at, stop, timed=timed, played=past.durations.add)
        prepared.refuse(troubles)
    try:
        return Night.of(prepared, ordered(prepared, past, budget, began), troubles=tuple(troubles))
    except BaseException:
        prepared.close()  # the look left a process for the first game
        raise
