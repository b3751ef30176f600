"""A budget of time in words, before a night and after it."""

from __future__ import annotations

from arena.cli.tournaments.budgets import budget_text, ended_text
from arena.runner.night.budget import BudgetPlan, PlannedPairing, PlannedRound
from arena.schedule.unplayed import Unplayed

MOST_FIRST = "pairs that tell most for their time come first"
PAIRINGS = (PlannedPairing(("a", "b"), 2, 4, 40.0), PlannedPairing(("c", "long"), 1, 2, 5.0))


def test_of_a_round_robin_the_pairings_are_told():
    plan = BudgetPlan(7200.0, 2, PAIRINGS, 6, 22.5, 30, ("c",), overrun=90.0)
    assert budget_text(plan).splitlines() == [
        f"within 2 h, 2 at a time: 6 of 30 games that are missing, about 22 s; {MOST_FIRST}:",
        "  a - b     2 pairs  4 games  about 40 s",
        "  c - long  1 pair   2 games  about 5 s",
        "no game of c was timed so far, so that what theirs take is a guess",
        "the pair that is begun last is played to its end, at most about 90 s after the budget",
    ]


def test_of_a_kind_with_rounds_the_rounds_are_told_and_the_pairings_of_the_first():
    rounds = tuple(PlannedRound(number, 4, 4) for number in range(2, 14))
    plan = BudgetPlan(
        7200.0, 1, PAIRINGS[:1], 46, 4000.0, 60, bound="about", rounds=(*rounds[:-1], PlannedRound(13, 2, 4))
    )
    lines = budget_text(plan).splitlines()
    assert lines[:3] == [
        "within 2 h, one at a time: 46 of about 60 games that are missing, about 1 h 7 min:",
        "  round 2   4 of 4 games",
        "  round 3   4 of 4 games",
    ]
    assert lines[11:] == [
        "  and 2 more rounds",
        f"in a round {MOST_FIRST}, and who meets later hangs on the results; round 2:",
        "  a - b  2 pairs  4 games  about 40 s",
        "the pair that is begun last is played to its end, whenever that is: nothing ends a move or a game in time",
    ]


def test_where_a_rule_looks_the_schedule_is_the_order():
    plan = BudgetPlan(60.0, 1, PAIRINGS[:1], 4, 40.0, 80, bound="at most", informative=False)
    assert budget_text(plan).startswith(
        "within 60 s, one at a time: 4 of at most 80 games that are missing, about 40 s; the next in the schedule come"
    )


def test_after_it_what_is_missing_is_told_by_how_much_it_was_passed_and_how_it_goes_on():
    plan = BudgetPlan(60.0, 1, PAIRINGS, 6, 40.0, 30)
    again = "arena run t.yaml --resume"
    assert ended_text(plan, Unplayed(), 3.0, again) == "no game is missing any more\n"
    left = Unplayed(24, "", ((("a", "b"), 14), (("c", "long"), 10)))
    assert ended_text(plan, left, 0.01, again).splitlines() == [
        "the budget of 60 s is used up, and 24 games are missing:",
        "  a - b     14 games",
        "  c - long  10 games",
        "Go on with: arena run t.yaml --resume --budget ...",
    ]
    said = ended_text(plan, Unplayed(24, "about", ((("a", "b"), 2),), 3), 2.34, again)
    assert said.startswith(
        "the budget of 60 s is used up (and passed by 2.3 s: its last games took longer than expected), "
        "and about 24 games are missing, 2 of them of round 3:\n"
    )
    many = Unplayed(40, "", tuple(((f"a{number:02d}", "b"), 2) for number in range(20)))
    assert "  and 10 more pairings\n" in ended_text(plan, many, 0.0, again)
    assert (
        ended_text(plan, Unplayed(80, "at most"), 0.0, again).splitlines()[0].endswith("at most 80 games are missing")
    )
    assert ended_text(BudgetPlan(60.0, 1, (), 0, 0.0, 0), Unplayed(), 0.0, again) == ""
