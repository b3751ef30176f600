"""Each misbehaving guest ends inside its budget, with the right fault, alone, and without a process left."""

from __future__ import annotations

import time

import pytest

from arena.contract.outcome import Fault
from tests.runner.tables import MOVE_TIME

HONEST = "tests.guests.players:first"

# guest -> the fault with which it loses, words of its detail, the longest that the whole game may take (seconds,
# the start of two interpreters included)
LOSERS = {
    "tests.guests.at_import:make_bot": (Fault.NOT_READY, "written for another planet", 8),
    "tests.guests.exits_at_import:make_bot": (Fault.NOT_READY, "exit status 3", 8),
    "tests.guests.nowhere:make_bot": (Fault.NOT_READY, "No module named 'tests.guests.nowhere'", 8),
    "tests.guests.zoo:no_such_factory": (Fault.NOT_READY, "no_such_factory", 8),
    "tests.guests.zoo:at_construction": (Fault.NOT_READY, "no bot today", 8),
    "tests.guests.zoo:raises": (Fault.CRASHED, "lost my way", 8),
    "tests.guests.zoo:exits": (Fault.CRASHED, "exit status 0", 8),
    "tests.guests.zoo:sleeper": (Fault.LATE, "no answer within 0.2 s", 8),
    "tests.guests.zoo:ignores_term": (Fault.LATE, "", 8),
    "tests.guests.zoo:holds_the_interpreter": (Fault.LATE, "", 8),
    "tests.guests.zoo:spins": (Fault.LATE, "", 8),
    "tests.guests.zoo:late_once": (Fault.LATE, "", 8),
    "tests.guests.zoo:wrong_type": (Fault.GARBLED, "42.5", 8),
    "tests.guests.zoo:unreadable": (Fault.GARBLED, "take the whole table", 8),
    "tests.guests.zoo:garbles": (Fault.GARBLED, "hello?", 8),
    "tests.guests.zoo:huge_line": (Fault.GARBLED, "1048576 bytes", 8),
    "tests.guests.zoo:half_a_line": (Fault.LATE, "", 8),
    "tests.guests.zoo:not_utf8": (Fault.GARBLED, "UTF-8", 8),
    "tests.guests.zoo:nested": (Fault.GARBLED, "", 8),
    "tests.guests.zoo:not_a_number": (Fault.GARBLED, "", 8),
    "tests.guests.zoo:floods_wire": (Fault.FLOOD, "", 8),
    "tests.guests.zoo:closes_wire": (Fault.CRASHED, "closed its channel", 8),
    "tests.guests.zoo:kills_its_parent": (Fault.CRASHED, "", 8),
    "tests.guests.zoo:eats_memory": (Fault.MEMORY, "", 8),
}


@pytest.mark.parametrize("guest", LOSERS)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_guest_that_misbehaves_loses_by_its_fault(play_one, guest, seat):
    fault, words, seconds = LOSERS[guest]
    bots = [HONEST, HONEST]
    bots[seat] = guest
    began = time.monotonic()
    record = play_one(*bots)
    assert time.monotonic() - began < seconds
    assert [(left.seat, left.fault) for left in record.forfeits] == [(seat, fault.name)]
    assert words in record.forfeits[0].detail
    assert record.places[seat] == 2
    assert record.places[1 - seat] == 1
    assert record.counts
    others = [move.fault for move in record.moves if move.seat != seat]
    assert others == [None] * len(others), "the honest bot was blamed"


def test_a_hang_at_import_ends_with_the_start_budget(play_one):
    from arena.config.model import Limits

    limits = Limits(start_time=2.5, shutdown_time=0.2)
    record = play_one(HONEST, "tests.guests.hangs_at_import:make_bot", limits=limits)
    assert record.forfeits[0].fault == "NOT_READY"
    assert "took more than 2.5 s" in record.forfeits[0].detail


def test_a_hang_at_construction_ends_with_the_start_budget(play_one):
    from arena.config.model import Limits

    limits = Limits(start_time=2.5, shutdown_time=0.2)
    record = play_one("tests.guests.zoo:hang_at_construction", HONEST, limits=limits)
    assert record.forfeits[0].fault == "NOT_READY"
    assert "not ready within 2.5 s" in record.forfeits[0].detail


def test_a_game_that_nobody_is_ready_for_is_over_but_counts_for_nobody(play_one):
    record = play_one("tests.guests.at_import:make_bot", "tests.guests.zoo:at_construction")
    assert not record.counts
    assert record.moves == ()
    assert record.reason.startswith("no player was ready")


@pytest.mark.parametrize(
    "guest",
    ["prints", "floods_output", "forks", "answers_twice", "answers_early", "offers_then_searches", "spoils_everything",
     "hangs_on_the_way_out"],
)  # fmt: skip
def test_a_guest_that_only_makes_a_mess_plays_its_game_to_the_end(play_one, guest):
    record = play_one(f"tests.guests.zoo:{guest}", HONEST)
    assert record.forfeits == ()
    assert record.reason == "the last stick is taken"


def test_what_a_bot_prints_is_kept_up_to_its_limit_with_a_mark(play_one):
    record = play_one("tests.guests.zoo:floods_output", HONEST)
    output = record.circumstances.outputs[0]
    assert len(output) < 66_000
    assert output.startswith("y" * 100)
    assert "more bytes were dropped]" in output


def test_print_is_harmless_and_kept(play_one):
    record = play_one("tests.guests.zoo:prints", HONEST)
    assert record.circumstances.outputs[0].startswith('{"type": "game_over"}\n')
    assert record.circumstances.outputs[1] == ""


def test_answers_that_nobody_asked_for_are_dropped_and_noted(play_one):
    record = play_one("tests.guests.zoo:answers_early", HONEST)
    assert [dropped.seat for dropped in record.circumstances.dropped] == [0]
    assert "answer to turn 999" in record.circumstances.dropped[0].first or record.circumstances.dropped[0].count > 1


def test_the_best_offer_is_played_when_the_time_is_up(play_one):
    record = play_one("tests.guests.zoo:offers_then_searches", HONEST)
    own = [move for move in record.moves if move.seat == 0]
    assert all(move.offered for move in own)
    assert own[0].move == "X: take 3"  # it offers the last legal move
    assert all(move.fault is None for move in own)


def test_a_deadline_is_held_to_within_twenty_milliseconds(play_one):
    record = play_one("tests.guests.zoo:sleeper", HONEST)
    used = record.circumstances.ms[0] / 1000
    assert MOVE_TIME <= used < MOVE_TIME + 0.1  # 20 ms on an idle machine; the suite shares its cores


def test_every_game_has_a_process_that_remembers_nothing(worker_for):
    from tests.runner.tables import job_for, setup_for

    setup = setup_for("tests.guests.players:remembering", HONEST)
    worker = worker_for(setup)
    first, second = (worker.play(job_for(setup, number)) for number in (1, 2))
    assert first.circumstances.outputs == second.circumstances.outputs
    assert "moves I remember: 1 files I find: []" in first.circumstances.outputs[0]


def test_a_kept_process_plays_game_after_game_and_the_record_says_so(worker_for):
    from tests.runner.tables import job_for, setup_for

    setup = setup_for("tests.guests.players:remembering", HONEST, process="kept")
    worker = worker_for(setup)
    first, second = (worker.play(job_for(setup, number)) for number in (1, 2))
    assert first.process == second.process == ("kept", "kept")
    own = sum(move.seat == 0 for move in first.moves)
    assert f"moves I remember: {own + 1} " in second.circumstances.outputs[0]
