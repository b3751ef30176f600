"""The part of a report that says what went wrong, and how it is brought about again."""

from __future__ import annotations

import random

from arena.records.record import FaultRecord, MoveRecord
from arena.report.data import report_facts
from arena.report.standings import make_report
from arena.report.text import report_text
from arena.report.trouble.faults import FaultBook, FaultKind, repeat_command
from tests.report.games import CAB, game, tournament


def late(turn, seat, detail):
    return MoveRecord(turn, seat, None, {}, FaultRecord("LATE", detail))


def records():
    never = MoveRecord(0, 0, None, {}, FaultRecord("NOT_READY", "import failed"))
    return [
        game(2, ("greedy", "random"), (1, 0), moves=(CAB, late(1, 1, "second"), late(3, 1, "third"))),
        game(1, ("greedy", "random"), (1, 0), moves=(CAB, late(5, 1, "first"))),
        game(1, ("longest", "random"), (0, 1), moves=(never,), process=("fresh", "tcp")),
        game(3, ("greedy", "longest"), (0, 0), counts=False, reason="nobody was ready"),
    ]


def test_the_first_of_each_kind_is_told_whatever_order_games_come_in():
    expected = None
    for seed in range(5):
        book, shuffled = FaultBook(), records()
        random.Random(seed).shuffle(shuffled)
        for one in shuffled:
            book.add(one)
        kinds = book.kinds(["random", "greedy"])
        assert expected is None or kinds == expected
        expected = kinds
    assert expected == (
        FaultKind("random", "LATE", 3, "standard/greedy-vs-random/0001/1", 5, "first"),
        FaultKind("greedy", "NOT_READY", 1, "standard/greedy-vs-longest/0003/1", None, "nobody was ready"),
        FaultKind("longest", "NOT_READY", 2, "standard/greedy-vs-longest/0003/1", None, "nobody was ready"),
    )  # fmt: skip


def test_text_and_data_end_with_the_command():
    report = make_report("night", records())
    text = report_text(report)
    assert "\nrandom: late, 3 times; standard/greedy-vs-random/0001/1, turn 6: first\n" in text
    assert "\n  arena ask random night/standard/greedy-vs-random/0001/1 6\n" in text
    facts = report_facts(report)["faults"]
    assert {fact["repeat"] for fact in facts} >= {"arena ask random night/standard/greedy-vs-random/0001/1 6"}
    assert [fact["turn"] for fact in facts if fact["fault"] == "not_ready"] == [None, None]
    assert text.endswith("Best move was played by greedy for 14 points\n")


def test_where_nothing_went_wrong_nothing_is_said():
    clean = [one for one in tournament() if not one.moves]
    report = make_report("night", clean)
    assert "FAULTS" not in report_text(report)
    assert report_facts(report)["faults"] == []


def test_who_cannot_be_asked_has_no_command_and_a_program_is_handed_its_messages():
    assert repeat_command("ann", "games", "x/y/0001/1", 3, "person") == ""
    assert repeat_command("ann", "games", "x/y/0001/1", 3, "tcp") == ""
    assert repeat_command("c", "games", "x/y/0001/1", None, "command") == "arena ask c games/x/y/0001/1 0 --messages"
    assert repeat_command("a b", "my games", "x/y/0001/1", 0, "") == "arena ask 'a b' 'my games/x/y/0001/1' 1"
