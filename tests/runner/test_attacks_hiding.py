"""Guests that hide what they take, and leave word for their next game: seen, charged to them, or not to be found."""

from __future__ import annotations

import os

import pytest

from arena.config.model import MIB, Limits
from arena.runner.sandbox.family import Stat
from arena.runner.sandbox.isolation import Isolation
from arena.runner.sandbox.memory import memory_of
from arena.runner.setup import BotSetup
from tests.runner.conftest import play_on
from tests.runner.tables import MOVE_TIME, setup_for
from tests.runner.test_attacks import got, sandbox, stopping  # noqa: F401
from tests.runner.test_more_attacks import lost, naps, said

HIDING = "tests.guests.attackers_hiding"


def played(worker_for, home, act: str, games: int = 1, other: BotSetup | None = None, **changed):
    options = changed.pop("options", {})
    setup = setup_for("first", "first", **{"move_time": 20.0, **changed})
    setup.bots["bot0"] = BotSetup("bot0", value=f"{HIDING}:{act}", options=options)
    if other is not None:
        setup.bots["bot1"] = other
    worker = worker_for(setup)
    return [play_on(worker, setup, home, "bot0", "bot1") for _ in range(games)]


# More time than was given.


def test_offers_without_end_are_no_time(worker_for, bots_home):
    # Only shortly before its time is up: a fast machine hears more lines than a turn may have in the whole of it.
    options = {"children": 40, "before": MOVE_TIME * 3 / 4, "seconds": 1.0}
    changed = {"move_time": MOVE_TIME, "options": options}
    (record,) = played(worker_for, bots_home, "keeps_the_pipe_full", **changed)
    lost(record, "LATE")  # with this turn, or, where an offer was heard, with the next one
    assert record.circumstances.ms[0] < 4000  # to hear all of them takes twice as long


# More memory than was given.


@pytest.mark.parametrize("act", ["hoards_behind_an_ended_thread", "hoards_unseen"])
def test_memory_that_is_not_shown_under_a_process_s_id_counts(worker_for, bots_home, sandbox, act):  # noqa: F811
    changed = {"isolation": sandbox, "limits": Limits(memory=600 * MIB), "options": {"bytes": 150 * MIB, "children": 5}}
    (record,) = played(worker_for, bots_home, act, **changed)
    assert "its processes together take" in lost(record, "MEMORY")


def test_all_that_is_resident_counts_of_who_cannot_be_looked_into():
    gone = os.posix_spawn("/bin/true", ["true"], {})
    os.waitpid(gone, 0)
    assert memory_of({gone: Stat("S", 0.0, 1, 5 * MIB, 0)}) == 5 * MIB


def test_what_lies_in_sockets_counts(worker_for, bots_home, sandbox):  # noqa: F811
    changed = {"isolation": sandbox, "limits": Limits(memory=400 * MIB), "options": {"children": 8}}
    (record,) = played(worker_for, bots_home, "many_hoard_in_sockets", **changed)
    assert "its processes together take" in lost(record, "MEMORY")


def test_no_socket_takes_more_than_is_usual(worker_for, bots_home, sandbox):  # noqa: F811
    (record,) = played(worker_for, bots_home, "hoards_in_sockets", isolation=sandbox, options={"most": 200 * MIB})
    assert record.forfeits == ()
    assert int(said(record)[0].split()[1]) < 100


# Thinking while others are asked.


def test_threads_stand_still_though_the_first_one_has_ended(worker_for, bots_home, sandbox, stopping):  # noqa: F811
    changed = {"isolation": sandbox, "game": "sticks(6)"}
    (record,) = played(worker_for, bots_home, "thinks_behind_an_ended_thread", other=naps(), **changed)
    assert record.forfeits == (), said(record)
    counts = [int(line.split()[1]) for line in said(record) if line.startswith("counted")]
    assert counts and max(counts) < 200_000  # not for the 300 ms of the other's turn


# From one game to the next.


@pytest.mark.parametrize("without", [(), ("namespaces",)])
def test_nothing_can_be_read_of_the_launcher(worker_for, bots_home, sandbox, without):  # noqa: F811
    walls = Isolation("auto", tuple(layer for layer in sandbox.layers if layer not in without))
    for record in played(worker_for, bots_home, "leaves_a_number_with_its_parent", 2, isolation=walls):
        assert record.forfeits == (), said(record)
        assert got(record) == []
        assert said(record)[-1] == "left"


@pytest.mark.parametrize(("status", "another"), [(201, True), (0, False)])
def test_whose_status_is_not_0_plays_in_another_world(worker_for, bots_home, sandbox, status, another):  # noqa: F811
    records = played(worker_for, bots_home, "leaves_a_status", 2, isolation=sandbox, options={"status": status})
    assert all(record.forfeits == () for record in records)
    first, second = map(said, records)
    assert (first == second) is another
