"""Ratings beside those of an earlier day: who is compared with whom, and on which scale."""

from __future__ import annotations

import csv
import dataclasses
import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from arena.cli.reports.report import command as report_command
from arena.cli.reports.since import Since
from arena.ratings.prior import PRIOR
from arena.records.manifest import encode
from arena.records.results import MANIFEST
from arena.records.season import SeasonEntry, counting
from arena.report.data import report_facts
from arena.report.marking.marks import marks_of
from arena.report.marking.rule import MarkRule
from arena.report.page.html import report_html
from arena.report.season.table import season_table
from arena.report.site.site import write_site
from arena.report.standings import make_report, report_of
from arena.report.text import report_text
from arena.report.winner import winner_line
from arena.results import open as open_results
from tests.report.games import game
from tests.report.stored import store

REGISTER = (
    SeasonEntry(bot="ann", version=1, name="ann", source="ann.py", hash="1", joined=50.0, retired=150.0),
    SeasonEntry(bot="ann", version=2, name="ann-v2", source="ann.py", hash="2", joined=150.0),
    SeasonEntry(bot="ben", version=1, name="ben", source="ben.py", hash="3", joined=50.0),
    SeasonEntry(bot="first", version=1, name="first", source="", hash="4", joined=50.0),
)


def dated(records, ended):
    return [
        msgspec.structs.replace(one, circumstances=msgspec.structs.replace(one.circumstances, ended=ended))
        for one in records
    ]


def match(first, second, wins, number=1):
    """Return ten games, of which the first bot wins so many."""
    return [game(number + n, (first, second), (1, 0) if n < wins else (0, 1)) for n in range(10)]


BEFORE = dated([*match("ann", "ben", 5), *match("ann", "first", 8), *match("ben", "first", 7)], 100.0)
AFTER = dated([*match("ann-v2", "ben", 8), *match("ann-v2", "first", 9)], 200.0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = store(tmp_path / "season", [*BEFORE, *AFTER], season=True)
    manifest = open_results(str(path)).manifest
    manifest = msgspec.structs.replace(manifest, season=REGISTER, refused={"cleo": "broken"})
    (path / MANIFEST).write_bytes(encode(manifest))
    return path


def test_each_rating_beside_that_of_then(folder: Path):
    table = report_of(open_results(str(folder)), since=120.0).season
    assert table is not None and (table.since, table.undated) == (120.0, 0)
    assert [line.entry.name for line in table.lines] == ["ann-v2", "ben", "first"]
    assert [line.entry.name for line in table.retired] == ["ann"]
    ann, ben, first = table.lines
    old = {row.name: row for row in make_report("t", BEFORE, prior=PRIOR).standings[0].tables.rows}
    now = {row.name: row for row in make_report("t", [*BEFORE, *AFTER], prior=PRIOR).standings[0].tables.rows}
    shift = sum(now[name].elo - old[name].elo for name in ("ann", "ben", "first")) / 3
    assert ann.then is not None and ben.then is not None and ann.then.half is not None
    assert ann.then.elo == pytest.approx(old["ann"].elo + shift)  # by the version that played then
    assert ann.then.half == pytest.approx((old["ann"].high - old["ann"].low) / 2)
    assert ann.change == pytest.approx(now["ann-v2"].elo - old["ann"].elo - shift)
    assert (ann.before, ann.games, ann.recent) == (1, 20, 20)
    assert (ben.before, ben.games, ben.recent) == (1, 30, 10) and first.recent == 10
    (retired,) = table.retired
    assert sum(line.change or 0.0 for line in (retired, ben, first)) == pytest.approx(0.0, abs=1e-9)


def test_before_the_first_game_there_is_nothing_to_compare_with(folder: Path):
    table = report_of(open_results(str(folder)), since=10.0).season
    assert table is not None and all((line.then, line.change, line.before) == (None, None, 0) for line in table.lines)
    alone = report_of(open_results(str(folder))).season
    assert alone is not None and alone.since is None


def test_games_without_a_date_were_played_before(tmp_path: Path):
    store(tmp_path / "old", match("ann", "ben", 5))
    report = report_of(open_results(str(tmp_path / "old")), since=10.0)
    assert report.season is not None and (report.season.undated, report.season.versions) == (10, False)
    assert all(line.change == pytest.approx(0.0) for line in report.season.lines)
    text = report_text(report)
    assert "CHANGES\n" in text and "10 games of an older arena have no date" in text
    assert report_of(open_results(str(tmp_path / "old"))).season is None


def test_text_page_and_json_say_the_same(folder: Path):
    results = open_results(str(folder))
    report = report_of(results, since=120.0)
    text, page = report_text(report), report_html(report, results.stream)
    facts = report_facts(report)["season"]
    change = f"{facts['playing'][0]['change']:+.1f}"
    assert change in text and change in page and "Versions that play no more" in text and 'id="season"' in page
    assert "They play no game" in " ".join(text.split()) and "play no game" in page
    assert facts["retired"][0]["until"] == 150.0 and facts["playing"][0]["version_then"] == 1


def test_the_winner_is_somebody_who_plays(folder: Path):
    done = CliRunner().invoke(report_command, [str(folder), "--since", "1970-01-01T00:02"])
    assert "second: ben" in done.output
    assert "then: the bot's rating from the games up to 1970-01-01 00:02" in done.output
    done = CliRunner().invoke(report_command, [str(folder), "--format", "json"])
    assert json.loads(done.stdout)["season"]["since"] > 1e9  # a week ago, without being asked


@pytest.mark.parametrize("hidden", [False, True])
def test_the_site_of_a_season_knows_who_plays(folder: Path, tmp_path: Path, hidden: bool):
    results, rule = open_results(str(folder)), MarkRule(40, 10, beat={"first": 5})
    write_site(results, tmp_path / "site", pseudonyms=tmp_path / "who.csv" if hidden else None, rule=rule)
    who = dict(csv.reader((tmp_path / "who.csv").read_text().splitlines())) if hidden else {}
    text = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    ann, old, ben, cleo = (who.get(name, name) for name in ("ann-v2", "ann", "ben", "cleo"))
    assert f"second: {ben}" in text and "They play no game" in text and "forfeit their games" not in text
    retired, _, _ = text.partition("Versions that play no more</h3>")[2].partition("</table>")
    assert f">{old}</a>" in retired and ann not in retired.replace(old, "")
    marks = text.partition('id="marks"')[2].partition("</section>")[0]
    assert cleo in text and f">{ann}</a>" in marks  # where nothing was handed in, whoever plays is marked
    assert f">{old}</a>" not in marks  # a bot is marked once, by the version of it that plays


def test_of_equal_versions_the_one_that_plays_counts_and_not_the_luckiest():
    """ann's first version did better by luck; it takes no place, and who beat it has beaten nobody."""
    lucky = dated([*match("ann", "ben", 10), *match("ann", "first", 10)], 100.0)
    now = dated([*match("ann-v2", "ben", 4), *match("ann-v2", "first", 10), *match("ben", "first", 10)], 200.0)
    table = season_table(REGISTER, (), make_report("t", [*lucky, *now]).standings[0].tables, None)
    report = dataclasses.replace(make_report("t", [*lucky, *now]), season=table)
    assert report.standings[0].order[0] == "ann"  # the highest rating
    assert table.counting == {"ann": "ann-v2", "ben": "ben", "first": "first"}
    assert winner_line(report).startswith("Winner: ben")
    marks = marks_of(report, MarkRule(30, 10))
    assert [(one.bot, one.place) for one in marks] == [("ben", 1), ("ann-v2", 2), ("first", 3)]
    beaten = marks_of(report, MarkRule(beat={"ann": 5}))  # by the bot's name, whichever version plays
    assert {one.bot: one.beat for one in beaten} == {"ben": (5.0,), "first": (0.0,)}


def test_a_bot_that_left_counts_by_its_last_version():
    left = [msgspec.structs.replace(entry, retired=300.0 - entry.version) for entry in REGISTER[:2]]
    assert {bot: entry.name for bot, entry in counting(left).items()} == {"ann": "ann-v2"}
    back = [msgspec.structs.replace(REGISTER[0], retired=0.0), msgspec.structs.replace(REGISTER[1], retired=300.0)]
    assert counting(back)["ann"].name == "ann"  # whose old files were put back


@pytest.mark.parametrize(
    ("text", "seconds"), [("1970-01-02", 86400.0), ("1970-01-01T01:00", 3600.0), ("1970-01-01T01:00+01:00", 0.0)]
)
def test_dates_are_utc(text: str, seconds: float):
    assert Since().convert(text, None, None) == seconds


@pytest.mark.parametrize("text", ["999999w", "0001-01-01", "1970-01-01", "9999-12-31T23:59-12:00"])
def test_times_without_a_date_of_games_are_told(folder: Path, text: str):
    done = CliRunner().invoke(report_command, [str(folder), "--since", text])
    shown = "9999-12-31 23:59" if text.startswith("9") and text.endswith("00") else "1970-01-01 00:00"
    assert done.exit_code == 0 and f"the games up to {shown} (UTC)" in done.output


def test_csv_has_no_ratings_of_then(folder: Path):
    done = CliRunner().invoke(report_command, [str(folder), "--format", "csv", "--since", "7d"])
    assert done.exit_code == 2 and "does not go with --format csv" in done.output
    assert CliRunner().invoke(report_command, [str(folder), "--format", "csv"]).output.startswith("variant,league,")


def test_what_is_no_time_is_refused(folder: Path):
    done = CliRunner().invoke(report_command, [str(folder), "--since", "soon"])
    assert done.exit_code == 2 and "neither a time ago" in done.output
