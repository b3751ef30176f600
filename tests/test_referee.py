"""The referee: every event, every fault, every ruling, from plain lists of events. No clock, no process."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.contract.chance import Random
from arena.contract.outcome import Fault, Outcome, Void
from arena.errors import ConfigError
from arena.referee.events import (
    Answered,
    Ask,
    Dismiss,
    Exited,
    Finish,
    Garbled,
    HarnessFailed,
    Late,
    Offered,
    Tell,
)
from arena.referee.referee import NOBODY_READY, Referee
from tests.small_game import Sticks


def begin(game=None, *unready, patience=10):
    game = game or Sticks()
    referee = Referee(game, game.start(Random(1)), patience=patience)
    return referee, referee.begin(*unready)


def kinds(orders):
    return [type(order).__name__ for order in orders]


def test_the_first_order_asks_the_first_mover():
    _, orders = begin()
    assert [(o.seat, o.turn, o.again) for o in orders] == [(0, 0, False)]


def test_an_answer_is_told_to_all_and_the_next_seat_is_asked():
    referee, _ = begin()
    tell, asked = referee.hear(Answered(0, 0, 2))
    assert (tell.seat, tell.move, tell.before.sticks, tell.after.sticks) == (0, 2, 9, 7)
    assert (asked.seat, asked.turn) == (1, 1)


def test_the_last_stick_finishes_the_game():
    referee, _ = begin(Sticks(3))
    tell, finish = referee.hear(Answered(0, 0, 3))
    assert isinstance(tell, Tell)
    assert finish.result.places == (1, 2)
    assert referee.hear(Answered(1, 1, 1)) == [], "nothing follows the end"


FAULTS = {
    "illegal": (Answered(0, 0, 4), Fault.ILLEGAL),
    "late": (Late(0, 0, "no answer"), Fault.LATE),
    "garbled": (Garbled(0, "no JSON"), Fault.GARBLED),
    "flood": (Garbled(0, "too much", Fault.FLOOD), Fault.FLOOD),
    "memory": (Exited(0, Fault.MEMORY, "limit"), Fault.MEMORY),
    "crashed": (Exited(0, Fault.CRASHED, "exit status 1"), Fault.CRASHED),
    "not ready": (Exited(0, Fault.NOT_READY, "no start"), Fault.NOT_READY),
}


@pytest.mark.parametrize("name", FAULTS)
def test_where_a_fault_ends_the_game_any_fault_does(name):
    event, fault = FAULTS[name]
    referee, _ = begin(Sticks(faults="ends"))
    orders = referee.hear(event)
    assert orders[0].offence.fault is fault
    assert isinstance(orders[-1], Finish)
    assert orders[-1].result.places == (2, 1)
    assert orders[-1].result.forfeits[0].fault is fault


@pytest.mark.parametrize("name", FAULTS)
def test_where_a_fault_costs_the_turn_only_a_fatal_one_costs_the_seat(name):
    event, fault = FAULTS[name]
    referee, _ = begin(Sticks(seats=3))
    orders = referee.hear(event)
    expected = ["Tell", "Dismiss", "Ask"] if fault.fatal else ["Tell", "Ask"]
    assert kinds(orders) == expected
    assert orders[0].offence.final == fault.fatal
    assert (orders[-1].seat, orders[-1].turn) == (1, 1)


@pytest.mark.parametrize("name", ["illegal", "garbled", "flood"])
def test_where_a_seat_may_try_again_it_is_asked_the_same_turn(name):
    event, _ = FAULTS[name]
    referee, _ = begin(Sticks(faults="again"))
    tell, asked = referee.hear(event)
    assert tell.before is tell.after
    assert (asked.seat, asked.turn, asked.again) == (0, 0, True)
    assert kinds(referee.hear(Answered(0, 0, 1))) == ["Tell", "Ask"]


def test_trying_again_for_ever_ends_with_the_patience():
    referee, _ = begin(Sticks(faults="again"), patience=4)
    for _ in range(3):
        assert kinds(referee.hear(Garbled(0, "?", Fault.FLOOD))) == ["Tell", "Ask"]
    orders = referee.hear(Garbled(0, "?", Fault.FLOOD))
    assert kinds(orders) == ["Tell", "Dismiss", "Finish"]
    assert "fault 4" in orders[0].offence.detail


@pytest.mark.parametrize("cost", ["skips", "again"])
def test_a_forbidden_move_costs_what_the_rules_say_however_often_it_comes(cost):
    referee, orders = begin(Sticks(faults=cost), patience=1)
    for _ in range(100):
        orders = referee.hear(Answered(orders[-1].seat, orders[-1].turn, 9))
        assert kinds(orders) == ["Tell", "Ask"]
        assert not orders[0].offence.final


def test_forbidden_moves_neither_use_up_the_patience_nor_are_judged_by_it():
    referee, _ = begin(Sticks(faults="again"), patience=2)
    for _ in range(5):
        referee.hear(Answered(0, 0, 9))
    assert kinds(referee.hear(Garbled(0, "?", Fault.FLOOD))) == ["Tell", "Ask"]
    assert kinds(referee.hear(Answered(0, 0, 9))) == ["Tell", "Ask"]
    assert kinds(referee.hear(Garbled(0, "?", Fault.FLOOD))) == ["Tell", "Dismiss", "Finish"]


def test_the_third_garbled_message_is_the_last():
    referee, _ = begin(Sticks(30, seats=2))
    for turn in (0, 2):
        assert kinds(referee.hear(Garbled(0, "?"))) == ["Tell", "Ask"]
        referee.hear(Answered(1, turn + 1, 1))
    orders = referee.hear(Garbled(0, "?"))
    assert kinds(orders) == ["Tell", "Dismiss", "Finish"]
    assert orders[0].offence.final
    assert orders[-1].result.places == (2, 1)


@pytest.mark.parametrize(
    ("events", "fault"),
    [
        ([Late(0, 0), Garbled(0, "?")], Fault.GARBLED),
        ([Garbled(0, "?"), Late(0, 0)], Fault.GARBLED),
        ([Late(0, 0), Exited(0, Fault.CRASHED, "")], Fault.CRASHED),
        ([Garbled(0, "?"), Exited(0, Fault.MEMORY, "")], Fault.MEMORY),
        ([Garbled(0, "?", Fault.FLOOD), Late(0, 0), Garbled(0, "?")], Fault.FLOOD),
    ],
)
def test_of_faults_that_hold_at_once_the_gravest_decides(events, fault):
    referee, _ = begin(Sticks(faults="ends"))
    assert referee.hear(*events)[0].offence.fault is fault


def test_our_own_failure_is_a_void_whatever_else_holds():
    referee, _ = begin()
    (finish,) = referee.hear(Exited(0, Fault.CRASHED, ""), HarnessFailed("disk", "full"))
    assert finish.result == Void("disk", "full")


def test_an_answer_counts_though_its_process_ended_right_after_it():
    referee, _ = begin()
    orders = referee.hear(Answered(0, 0, 1), Exited(0, Fault.CRASHED, "exit status 0"))
    assert kinds(orders) == ["Tell", "Ask"]
    assert orders[0].offence is None


def test_a_process_that_ends_out_of_turn_is_noticed_in_its_own_turn():
    referee, _ = begin(Sticks(seats=2))
    assert referee.hear(Exited(1, Fault.CRASHED, "exit status 9")) == []
    orders = referee.hear(Answered(0, 0, 1))
    assert kinds(orders) == ["Tell", "Tell", "Dismiss", "Finish"]
    assert orders[1].offence.seat == 1
    assert orders[-1].result.places == (1, 2)


def test_a_late_answer_is_never_taken_for_the_next_turn():
    referee, _ = begin(Sticks(30))
    referee.hear(Late(0, 0))
    referee.hear(Answered(1, 1, 1))
    assert referee.hear(Answered(0, 0, 3)) == []  # the answer to turn 0 arrives in turn 2
    tell, _ = referee.hear(Answered(0, 2, 1))
    assert tell.before.sticks == 29
    assert referee.dropped(0) == (1, ["answer to turn 0 when turn 2 is on: 3"])


def test_an_answer_before_the_question_and_one_too_many_are_dropped():
    referee, _ = begin(Sticks(30))
    assert referee.hear(Answered(1, 1, 1)) == []
    referee.hear(Answered(0, 0, 1))
    assert referee.hear(Answered(0, 0, 2)) == []
    assert referee.state.sticks == 29
    assert [referee.dropped(seat)[0] for seat in (0, 1)] == [1, 1]


def test_the_best_offer_is_played_when_the_time_is_up():
    referee, _ = begin()
    assert referee.hear(Offered(0, 0, 1)) == []
    assert referee.hear(Offered(0, 0, 3)) == []
    tell, _ = referee.hear(Late(0, 0))
    assert (tell.move, tell.offered, tell.offence) == (3, True, None)


def test_an_offer_that_the_rules_refuse_does_not_save_the_turn():
    referee, _ = begin()
    referee.hear(Offered(0, 0, 7))
    assert referee.hear(Late(0, 0))[0].offence.fault is Fault.LATE


def test_an_offer_serves_its_own_turn_only():
    referee, _ = begin(Sticks(30))
    referee.hear(Offered(0, 0, 3), Answered(0, 0, 1))
    referee.hear(Answered(1, 1, 1))
    assert referee.hear(Late(0, 2))[0].offence.fault is Fault.LATE


def test_an_offer_does_not_save_a_seat_that_is_gone():
    referee, _ = begin(Sticks(faults="ends"))
    referee.hear(Offered(0, 0, 3))
    assert referee.hear(Late(0, 0), Exited(0, Fault.LATE, "did not come back"))[0].offence.final


def test_a_seat_that_was_not_ready_leaves_before_the_first_question():
    _, orders = begin(Sticks(seats=3), Exited(0, Fault.NOT_READY, "no import"))
    assert kinds(orders) == ["Tell", "Dismiss", "Ask"]
    assert orders[-1].seat == 1


def test_a_game_that_nobody_was_ready_for_is_nobodys_win():
    absent = [Exited(seat, Fault.NOT_READY, "no import") for seat in range(2)]
    _, (finish,) = begin(Sticks(), *absent)
    assert finish.result.reason == NOBODY_READY
    assert "player 1: no import; player 2: no import" in finish.result.detail


def test_nobody_hears_a_seat_that_has_left():
    referee, _ = begin(Sticks(30, seats=3))
    referee.hear(Exited(0, Fault.CRASHED, ""))
    assert referee.hear(Answered(0, 1, 1)) == []
    assert referee.hear(Garbled(0, "?")) == []
    assert kinds(referee.hear(Answered(1, 1, 1))) == ["Tell", "Ask"]


EVENTS = st.one_of(
    st.builds(Answered, st.integers(0, 2), st.integers(0, 12), st.integers(0, 4)),
    st.builds(Offered, st.integers(0, 2), st.integers(0, 12), st.integers(0, 4)),
    st.builds(Late, st.integers(0, 2), st.integers(0, 12)),
    st.builds(Garbled, st.integers(0, 2), st.just("?"), st.sampled_from([Fault.GARBLED, Fault.FLOOD])),
    st.builds(Exited, st.integers(0, 2), st.sampled_from([Fault.CRASHED, Fault.MEMORY]), st.just("")),
)


@settings(max_examples=300)
@given(st.sampled_from(["skips", "again", "ends"]), st.lists(st.lists(EVENTS, min_size=1, max_size=3), max_size=40))
def test_whatever_happens_the_orders_make_sense(faults, batches):
    referee, first = begin(Sticks(12, seats=3, faults=faults))
    gone: set[int] = set()
    asked = None
    finished = False
    for orders in itertools.chain([first], (referee.hear(*batch) for batch in batches)):
        if finished:
            assert orders == []
        for index, order in enumerate(orders):
            match order:
                case Ask():
                    assert index == len(orders) - 1
                    assert order.seat not in gone
                    assert asked is None or order.turn > asked or order.again
                    asked = order.turn
                case Dismiss():
                    assert order.seat not in gone
                    gone.add(order.seat)
                case Finish():
                    assert index == len(orders) - 1
                    assert isinstance(order.result, Outcome)
                    finished = True
                case Tell():
                    assert order.seat not in gone
    assert finished or asked is not None


class Breaking(Sticks):
    """Whose rules fail at a move of 7, and say at one of 8 that the game itself is wrong."""

    def play(self, state, move):
        if move == 7:
            raise OverflowError("no such number of sticks")
        if move == 8:
            raise ConfigError("sticks", "there are none")
        return super().play(state, move)


def test_an_offer_that_the_rules_cannot_take_is_none():
    referee, _ = begin(Breaking())
    assert referee.hear(Offered(0, 0, 7)) == []
    tell, asked = referee.hear(Late(0, 0, "no answer"))
    assert (tell.offence.fault, tell.offered, asked.seat) == (Fault.LATE, False, 1)


def test_an_offer_does_not_hide_that_the_game_is_wrong():
    referee, _ = begin(Breaking())
    referee.hear(Offered(0, 0, 8))
    with pytest.raises(ConfigError):
        referee.hear(Late(0, 0, "no answer"))
