"""How many games are missing is counted, not listed: there may be millions."""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import msgspec
import pytest

from arena.config.model import Kind, Tournament
from arena.schedule.jobs import Job, jobs, make_job
from arena.schedule.night import count_missing, missing_jobs
from tests.schedule.nights import past_of, plan
from tests.schedule.simulated import tournament

SOME = {
    "round robin": tournament(4, pairs=3),
    "gauntlet": tournament(4, pairs=2, kind=Kind(name="gauntlet", hero="b02")),
    "three seats": tournament(5, pairs=2, players=3),
    "alone": tournament(3, pairs=3, players=1),
}


def with_fewer(what: Tournament) -> Tournament:
    first, *others = what.bots
    return msgspec.structs.replace(what, bots=(msgspec.structs.replace(first, pairs=1), *others))


@pytest.mark.parametrize("fewer", [False, True])
@pytest.mark.parametrize("name", SOME)
def test_as_many_are_counted_as_are_listed(name: str, fewer: bool):
    what, lot = with_fewer(SOME[name]) if fewer else SOME[name], Random(name)
    more = msgspec.structs.replace(what, pairs=5, variants=(*what.variants, *tournament(2, "more").variants))
    ids = [job.id for job in jobs(more)]  # among them pairs and a variant that are none of these games
    for only, out in ((None, ()), ({"b01"}, ()), (None, {"b03"}), ({"b01", "b02"}, {"b01"})):
        for share in (0.0, 0.5, 1.0):
            done = {id for id in ids if lot.random() < share}
            listed = Counter(tuple(sorted(job.bots)) for job in missing_jobs(what, done, only, out))
            assert count_missing(what, done, only, out) == listed


def test_a_plan_makes_no_games_but_those_that_it_plays(monkeypatch: pytest.MonkeyPatch):
    what, made = tournament(3, pairs=1_000_000), list[str]()

    def counted(of: Tournament, variant: str, table: tuple[str, ...], pair: int, half: int) -> Job:
        made.append(variant)
        return make_job(of, variant, table, pair, half)

    for module in ("arena.schedule.jobs", "arena.schedule.informative"):
        monkeypatch.setattr(sys.modules[module], "make_job", counted)
    planned = plan(what, (), 40.0, past_of(what, ()))
    assert planned.missing == 12_000_000
    assert 0 < planned.games <= 40
    assert 0 < len(made) < 100
