"""How long starts take and who was kept: where the report says a word, and which."""

from __future__ import annotations

import msgspec

from arena.records.record import Circumstances
from arena.report.data import report_facts
from arena.report.page.html import report_html
from arena.report.standings import make_report
from arena.report.text import report_text
from arena.report.times.starts import BotStarts, rest_note, shown_starts, start_notes, starts_text
from tests.report.games import tournament


def records(starts: tuple[float, float], ms: float, process: tuple[str, str] = ("fresh", "fresh")):
    """Return games in which seats start and think so long; seats are swapped, starts and processes with them."""
    found = []
    for record in tournament():
        turn = 1 if record.bots == tuple(sorted(record.bots)) else -1
        circumstances = Circumstances(ms=(ms,) * len(record.moves), starts=starts[::turn])
        found.append(msgspec.structs.replace(record, circumstances=circumstances, process=process[::turn]))
    return found


def test_quick_starts_are_not_worth_a_section():
    text = report_text(make_report("night", records((0.04, 0.02), 1.0)))
    assert "THE STARTS" not in text
    assert "THE STARTS" not in report_text(make_report("night", tournament()))  # records of an older arena


def test_a_start_of_over_half_a_second_is_told_with_its_remedy():
    played = records((0.75, 0.02), 2000.0)
    report = make_report("night", played)
    first, second = sorted(start.bot for start in report.starts)[:2]
    text = report_text(report)
    assert "THE STARTS" in text
    (note,) = start_notes(report.starts)
    assert note.startswith(f"{first} starts for 0.75 s a game and thinks for ")
    assert "process: kept" in note
    facts = report_facts(report)["starts"]
    assert facts[first]["heavy"] and not facts[second]["heavy"]
    assert facts[first]["mean_s"] == facts[first]["longest_s"] == 0.75
    page = report_html(report, lambda: played)
    assert '<section id="starts"' in page and note.split(" and ")[0] in page


def test_a_start_of_more_than_all_thinking_is_told_too_unless_it_is_no_matter():
    heavy = {start.bot for start in make_report("night", records((0.2, 0.01), 1.0)).starts if start.heavy}
    assert len(heavy) == 1


def test_a_bot_that_was_kept_is_named_and_not_told_to_be_kept():
    played = records((3.0, 0.01), 1.0, ("kept", "fresh"))
    report = make_report("night", played)
    kept = [start for start in report.starts if start.kept]
    assert kept and not any(start.heavy for start in kept)
    assert all(start.process == ("kept" if start.kept == start.games else f"kept in {start.kept}") for start in kept)
    text = " ".join(report_text(report).split())
    names = ", ".join(start.bot for start in kept)
    assert f"{names} stayed from game to game (process: kept) and may remember earlier ones." in text


def bot_starts(bot: str, mean: float, kept: int = 0, thinking: float = 1.0) -> BotStarts:
    return BotStarts(bot, 4, mean, 2 * mean, thinking, 4, kept)


def test_only_those_of_whom_something_is_to_be_told_are_in_the_table():
    starts = [bot_starts("slow", 0.75), *(bot_starts(f"bot-{number}", 0.02) for number in range(7))]
    (text,) = starts_text(starts)
    head, table = text.split("\n\n")
    assert "slow starts for 0.75 s a game" in head
    assert head.endswith("The other 7 bots took 0.04 s at the longest.")
    assert "slow" in table and "bot-" not in table
    assert starts_text(starts[1:]) == []
    (two,) = starts_text(starts[:2])
    assert "bot-0 took 0.04 s at the longest." in two


def test_many_slow_ones_are_told_together():
    starts = [bot_starts(f"slow-{number}", 0.6 + number / 10) for number in range(5)]
    (note,) = start_notes(starts)
    assert note.startswith("5 of 5 bots start for longer than they think, or than 0.5 s; the longest is slow-4, 1.00 s")
    assert len(shown_starts(starts)) == 5 and rest_note(starts) == []


def test_a_class_that_was_kept_as_a_whole_takes_a_line():
    starts = [bot_starts(f"bot-{number}", 0.02, kept=4) for number in range(8)]
    (text,) = starts_text(starts)
    assert text == "THE STARTS\nAll 8 bots stayed from game to game (process: kept) and may remember earlier ones."
    one = [*starts[1:], bot_starts("other", 0.02)]
    assert [start.bot for start in shown_starts(one)] == ["other"]
