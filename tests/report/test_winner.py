"""The winner in one line: who, on what it rests, and what there is to say where nobody is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.reports.report import command as report_command
from arena.cli.tournaments.run import command as run
from arena.records.store import Results
from arena.report.kind import KindReport
from arena.report.page.html import report_html
from arena.report.standings import make_report
from arena.report.winner import winner_line
from tests.report.games import game, tournament

SPLIT = [(30, 20), (20, 30)]


def pair(number, bots, *results):
    return [game(number + n, bots, scores, half=1) for n, scores in enumerate(results)]


def test_the_winner_is_the_first_of_the_standings_with_what_it_rests_on():
    report = make_report("night", tournament())
    line = winner_line(report)
    assert line.startswith("Winner: greedy, score 75.0 % in 4 games; second: longest, ")
    assert line.count("\n") == 0
    assert report.standings[0].order[:2] == ("greedy", "longest")
    assert winner_line(report, KindReport("round-robin", complete=False)).startswith(
        "In front, with games still to play: gr"
    )


def test_a_chance_is_never_told_as_certain():
    games = [game(n, ("a", "b"), (30, 20) if n % 10 else (20, 30), half=h) for n in range(1, 200) for h in (1, 2)]
    assert winner_line(make_report("x", games)).endswith("; chance of being stronger: over 99.9 %.")


def test_level_bots_are_no_winners():
    report = make_report("x", pair(1, ("a", "b"), *SPLIT))
    assert winner_line(report) == "No winner: a and b are level, score 50.0 % in 2 games."
    every = [game(n, (f"b{n}", f"b{n % 7 + 1}"), (5, 5)) for n in range(1, 8)]
    assert winner_line(make_report("x", every)).startswith("No winner: b1, b2, b3, b4, b5 and 2 more are level, ")


def test_pools_that_never_met_have_no_single_winner(monkeypatch):
    monkeypatch.setattr(
        "arena.report.winner.leagues_in_order", lambda table: [(1, one) for one in table.tables.leagues]
    )
    games = [
        *pair(1, ("a", "b"), (30, 20), (20, 30), (31, 20)),
        *pair(1, ("c", "d"), (30, 20), (20, 30), (31, 20)),
    ]
    line = winner_line(make_report("x", games))
    assert line == "No single winner: 2 pools that never met; first in theirs: a and c."


def test_without_games_and_with_one_bot():
    assert winner_line(make_report("x", [], bots=["a", "b"])) == "No game has been played yet."


def test_a_knockout_and_a_swiss_name_their_own_winner():
    report = make_report("x", tournament())
    bracket = KindReport("knockout", facts=({"winner": "greedy"}, {"winner": "random"}))
    assert winner_line(report, bracket) == "Winner: random, in the knockout."
    assert winner_line(report, replace(bracket, complete=False)).startswith(
        "In front, with games still to play: greedy"
    )
    swiss = KindReport("swiss", facts=({"bot": "longest"}, {"bot": "greedy"}))
    assert winner_line(report, swiss) == "Winner: longest, in the Swiss tournament."


def test_the_page_begins_with_the_same_line():
    records = tournament()
    report = make_report("night", records)
    page = report_html(report, lambda: records)
    assert f'<p class="result">{winner_line(report)}</p>' in page
    assert page.index('class="result"') < page.index("<nav")


def test_the_line_is_the_first_of_a_report_and_of_a_run(tmp_path: Path):
    file = tmp_path / "night.yaml"
    file.write_text("name: night\nbots: [first, random]\nvariants: [{name: nim, game: nim}]\npairs: 4\n")
    ran = CliRunner().invoke(run, [str(file), "--output", str(tmp_path / "out")], standalone_mode=False)
    result = CliRunner().invoke(report_command, [str(tmp_path / "out")], standalone_mode=False)
    first = result.stdout.splitlines()[0]
    assert first.startswith(("Winner: ", "No winner: "))
    assert ran.stdout.splitlines()[0] == first


@pytest.mark.soak
def test_every_table_of_the_quickstart_has_an_elo_for_everybody(tmp_path: Path):
    file = Path(__file__).parents[2] / "configs/tournaments/quickstart.yaml"
    ran = CliRunner().invoke(run, [str(file), "--output", str(tmp_path)], standalone_mode=False)
    with Results(tmp_path) as results:
        report = make_report("quickstart", results.records())
    assert len(report.standings) == 5
    for standings in report.standings:
        assert {line.rating.standing for line in standings.lines.values()} == {"rated"}
    assert report.analysis is not None
    assert report.analysis.variants is not None
    assert not report.analysis.variants.problem
    assert not report.analysis.variants.left_out
    assert ran.stdout.startswith("Winner: greedy, ")
