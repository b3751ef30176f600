"""Every report says where bots played in the arena's own processes: as text, page and JSON, and in a notebook."""

from __future__ import annotations

import msgspec

from arena.report.data import report_facts, standings_html
from arena.report.page.html import report_html
from arena.report.standings import make_report
from arena.report.text import report_text, shared_text
from arena.report.times.starts import start_facts
from tests.report.test_report import tournament


def test_games_of_trusted_bots_are_counted_and_named_everywhere():
    records = [msgspec.structs.replace(record, process=("shared", "shared")) for record in tournament()]
    mixed = [*records[:2], *tournament()[2:]]
    report = make_report("night", mixed)
    assert report.shared == report_facts(report)["shared_games"] == 2
    said = "Warning: trusted bots. 2 games were played in the arena's own processes (process: shared, isolation: none)"
    assert said in " ".join(report_text(report).split())
    assert shared_text(2) in report_html(report, lambda: mixed).replace("&#39;", "'")
    assert shared_text(2).replace("'", "&#x27;") in standings_html("night", report.standings[0], [shared_text(2)])
    assert shared_text(1).startswith("Warning: trusted bots. 1 game was played")
    every = make_report("night", records)
    assert {start["games_shared"] for start in start_facts(every.starts).values()} == {4}
    assert {start.process for start in every.starts} == {"shared"}


def test_of_other_games_nothing_is_said():
    report = make_report("night", tournament())
    assert report.shared == report_facts(report)["shared_games"] == 0
    assert "trusted" not in report_text(report) + report_html(report, tournament)
