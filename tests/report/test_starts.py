"""How long starts take and who was kept: where the report says a word, and which."""

from __future__ import annotations

import msgspec

from arena.records.record import Circumstances
from arena.report.data import report_facts
from arena.report.page.html import report_html
from arena.report.standings import make_report
from arena.report.text import report_text
from arena.report.times.starts import start_notes
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
