"""Each misbehaving guest ends inside its budget, with the right fault, alone, and without a process left."""

from __future__ import annotations

import msgspec
import pytest

from arena.config.model import MIB, Limits
from arena.contract.outcome import Fault
from tests.runner.tables import MOVE_TIME, job_for, setup_for

HONEST = "first"

# guest -> the fault with which it loses, words of its detail
AT_A_MOVE = {
    "at_construction": (Fault.NOT_READY, "no bot today"),
    "raises": (Fault.CRASHED, "lost my way"),
    "exits": (Fault.CRASHED, "exit status 0"),
    "sleeper": (Fault.LATE, "no answer within 0.2 s"),
    "ignores_term": (Fault.LATE, ""),
    "holds_the_interpreter": (Fault.LATE, ""),
    "spins": (Fault.LATE, ""),
    "late_once": (Fault.LATE, ""),
    "illegal": (Fault.ILLEGAL, ""),
    "wrong_type": (Fault.GARBLED, "42.5"),
    "unreadable": (Fault.GARBLED, "take the whole table"),
    "garbles": (Fault.GARBLED, "hello?"),
    "huge_line": (Fault.GARBLED, "1048576 bytes"),
    "half_a_line": (Fault.LATE, ""),
    "not_utf8": (Fault.GARBLED, "UTF-8"),
    "nested": (Fault.GARBLED, ""),
    "not_a_number": (Fault.GARBLED, ""),
    "floods_wire": (Fault.FLOOD, ""),
    "closes_wire": (Fault.CRASHED, "closed its channel"),
    "kills_its_parent": (Fault.CRASHED, ""),
}
AT_IMPORT = {
    "tests.guests.at_import:make_bot": "written for another planet",
    "tests.guests.exits_at_import:make_bot": "exit status 3",
    "tests.guests.nowhere:make_bot": "No module named 'tests.guests.nowhere'",
    "tests.guests.zoo:no_such_factory": "no_such_factory",
}


def lost_by(record, seat, fault, words):
    assert [(left.seat, left.fault) for left in record.forfeits] == [(seat, fault.name)]
    assert words in record.forfeits[0].detail
    assert record.places[seat] == 2
    assert record.places[1 - seat] == 1
    assert record.counts
    others = [move.fault for move in record.moves if move.seat != seat]
    assert others == [None] * len(others), "the honest bot was blamed"


@pytest.mark.parametrize("guest", AT_A_MOVE)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_guest_that_misbehaves_loses_by_its_fault(zoo, guest, seat):
    bots = [HONEST, HONEST]
    bots[seat] = guest
    record = zoo(*bots)
    lost_by(record, seat, *AT_A_MOVE[guest])


@pytest.mark.parametrize("guest", AT_IMPORT)
def test_a_guest_that_cannot_be_imported_loses_and_says_why(play_one, guest):
    lost_by(play_one(HONEST, guest), 1, Fault.NOT_READY, AT_IMPORT[guest])


def test_a_guest_that_eats_memory_is_stopped_by_its_limit(play_one):
    limits = Limits(memory=768 * MIB)
    lost_by(play_one("eats_memory", HONEST, limits=limits, move_time=5.0), 0, Fault.MEMORY, "memory limit")


def test_a_hang_at_import_ends_with_the_start_budget(play_one):
    limits = Limits(start_time=2.5, shutdown_time=0.2)
    record = play_one(HONEST, "tests.guests.hangs_at_import:make_bot", limits=limits)
    assert [(left.seat, left.fault) for left in record.forfeits] == [(1, "NOT_READY")]
    assert "took more than 2.5 s" in record.forfeits[0].detail


def test_a_hang_at_construction_ends_with_the_start_budget(play_one):
    limits = Limits(start_time=2.5, shutdown_time=0.2)
    record = play_one("hang_at_construction", HONEST, limits=limits)
    assert [(left.seat, left.fault) for left in record.forfeits] == [(0, "NOT_READY")]
    assert "not ready within 2.5 s" in record.forfeits[0].detail


def test_a_game_that_nobody_is_ready_for_is_over_but_counts_for_nobody(play_one):
    record = play_one("tests.guests.at_import:make_bot", "at_construction")
    assert not record.counts
    assert record.moves == ()
    assert record.reason.startswith("no player was ready")


@pytest.mark.parametrize(
    "guest",
    ["prints", "floods_output", "forks", "answers_twice", "answers_early", "offers_then_searches", "spoils_everything",
     "hangs_on_the_way_out", "talks_after_the_end"],
)  # fmt: skip
def test_a_guest_that_only_makes_a_mess_plays_its_game_to_the_end(zoo, guest):
    record = zoo(guest, HONEST)
    assert record.forfeits == ()
    assert record.reason == "the last stick is taken"


def test_what_a_bot_prints_is_kept_up_to_its_limit_with_a_mark(zoo):
    record = zoo("floods_output", HONEST)
    output = record.circumstances.outputs[0]
    assert len(output) < 66_000
    assert output.startswith("y" * 100)
    assert "more bytes were dropped]" in output


def test_print_is_harmless_and_kept(zoo):
    record = zoo("prints", HONEST)
    assert record.circumstances.outputs[0].startswith('{"type": "game_over"}\n')
    assert record.circumstances.outputs[1] == ""


def test_answers_that_nobody_asked_for_are_dropped_and_noted(zoo):
    record = zoo("answers_early", HONEST)
    assert [dropped.seat for dropped in record.circumstances.dropped] == [0]
    assert "answer to turn 999" in record.circumstances.dropped[0].first or record.circumstances.dropped[0].count > 1


def test_the_best_offer_is_played_when_the_time_is_up(zoo):
    record = zoo("offers_then_searches", HONEST)
    own = [move for move in record.moves if move.seat == 0]
    assert all(move.offered for move in own)
    assert own[0].move == "X: take 3"  # it offers the last legal move
    assert all(move.fault is None for move in own)


def test_a_late_bot_had_all_of_its_time(zoo):
    assert zoo("sleeper", HONEST).circumstances.ms[0] >= MOVE_TIME * 1000


def test_every_game_has_a_process_that_remembers_nothing(worker_for):
    setup = setup_for("remembering", HONEST)
    worker = worker_for(setup)
    first, second = (worker.play(job_for(setup, number)) for number in (1, 2))
    assert first.circumstances.outputs == second.circumstances.outputs
    assert "moves I remember: 1 files I find: []" in first.circumstances.outputs[0]


def test_what_a_kept_bot_says_of_the_last_game_is_not_taken_for_this_one(worker_for):
    setup = setup_for("talks_after_the_end", HONEST, process="kept")
    worker = worker_for(setup)
    records = [worker.play(job_for(setup, number)) for number in (1, 2, 3)]
    assert [record.forfeits for record in records] == [()] * 3
    assert [record.reason for record in records] == ["the last stick is taken"] * 3
    assert any(record.circumstances.dropped for record in records)


def test_a_kept_process_plays_game_after_game_and_the_record_says_so(worker_for):
    setup = setup_for("remembering", HONEST, process="kept")
    worker = worker_for(setup)
    first, second = (worker.play(job_for(setup, number)) for number in (1, 2))
    assert first.process == second.process == ("kept", "kept")
    own = sum(move.seat == 0 for move in first.moves)
    assert f"moves I remember: {own + 1} " in second.circumstances.outputs[0]


def test_one_bot_alone_may_be_kept(worker_for):
    setup = setup_for("remembering", "remembering")
    setup.bots["bot0"] = msgspec.structs.replace(setup.bots["bot0"], process="kept")
    worker = worker_for(setup)
    first, second = (worker.play(job_for(setup, number)) for number in (1, 2))
    assert first.process == second.process == ("kept", "fresh")
    own = sum(move.seat == 0 for move in first.moves)
    assert f"moves I remember: {own + 1} " in second.circumstances.outputs[0]
    assert "moves I remember: 1 " in second.circumstances.outputs[1]
    assert all(0 <= start < 60 for start in (*first.circumstances.starts, *second.circumstances.starts))
    assert len(first.circumstances.starts) == 2


def test_and_one_alone_may_be_fresh(worker_for):
    setup = setup_for("remembering", "remembering", process="kept")
    setup.bots["bot1"] = msgspec.structs.replace(setup.bots["bot1"], process="fresh")
    worker = worker_for(setup)
    assert [worker.play(job_for(setup, number)).process for number in (1, 2)] == [("kept", "fresh")] * 2
