"""Which machine of a cluster played what: told where there were several, doubted where clocks met unlike ones."""

from __future__ import annotations

from itertools import cycle

import msgspec

from arena.records.record import Circumstances, GameRecord
from arena.report.data import report_facts
from arena.report.page.html import report_html
from arena.report.standings import make_report
from arena.report.text import report_text
from tests.report.games import tournament


def records(*machines: tuple[str, float]) -> list[GameRecord]:
    """Return games that were played on these machines in turn."""
    return [
        msgspec.structs.replace(record, circumstances=Circumstances(machine=name, speed=speed))
        for record, (name, speed) in zip(tournament(), cycle(machines), strict=False)
    ]


def test_one_machine_is_not_worth_a_section():
    for played in (tournament(), records(("red", 0.0)), records(("red", 100.0))):
        report = make_report("night", played)
        assert "THE MACHINES" not in report_text(report)
        assert 'id="machines"' not in report_html(report, lambda played=played: played)
    assert report_facts(report)["machines"]["played"]["red"]["games"] == report.games
    assert report_facts(make_report("night", tournament()))["machines"]["played"] == {}


def test_several_machines_are_told_and_without_clocks_nothing_is_doubted():
    played = records(("red", 0.0), ("blue", 0.0))
    report = make_report("night", played)
    text = report_text(report)
    assert "THE MACHINES" in text and "may depend" not in text
    blue, red = report.machines
    assert (blue.machine, red.machine) == ("blue", "red") and blue.games + red.games == report.games
    assert not report_facts(report)["machines"]["doubted"]


def test_unlike_machines_are_doubted_from_a_tenth_on():
    near = make_report("night", records(("red", 100.0), ("blue", 109.0)))
    assert "THE MACHINES" in report_text(near) and "may depend" not in report_text(near)
    played = records(("red", 100.0), ("blue", 125.0))
    report = make_report("night", played)
    said = "may depend on which machine played what: bots had clocks, and the machines' speeds are 25 % apart"
    assert said in " ".join(report_text(report).split())
    page = report_html(report, lambda: played)
    assert '<section id="machines"' in page and "25 % apart" in page
    facts = report_facts(report)["machines"]
    assert facts["doubted"] and round(facts["speeds_apart"], 9) == 0.25
    assert facts["played"]["blue"]["slowest"] == 125.0


def test_games_without_a_cluster_stand_beside_those_with_one():
    report = make_report("night", records(("", 0.0), ("blue", 90.0)))
    assert "(without a cluster)" in report_text(report)
