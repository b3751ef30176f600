"""Marks for a class: known answers, the rule in the file, and rules that are none."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import msgspec
import pytest

from arena.cli.reports.mark_rule import read_rule
from arena.errors import Complaints, ConfigError
from arena.records.manifest import Manifest
from arena.records.record import FaultRecord, MoveRecord
from arena.records.season import SeasonEntry
from arena.report.kind import KindReport
from arena.report.marking.handed_in import handed_in
from arena.report.marking.marks import marks_csv, marks_of
from arena.report.marking.rule import MarkRule
from arena.report.standings import make_report
from tests.report.games import game, tournament

*GAMES, _LEFT = tournament()
# A game that a bot leaves has the fault in its last turn, too: one fault.
LEFT = MoveRecord(0, 1, None, {"kind": "forfeit"}, FaultRecord("CRASHED", "exit status 3", final=True))
GAMES.append(msgspec.structs.replace(_LEFT, moves=(LEFT,)))
REPORT = make_report("course", GAMES, bots=["absent", "late"], refused={"late": "=it does not start"})


def test_places_share_the_mean_of_equal_figures_and_faults_cost():
    marks = {one.bot: one for one in marks_of(REPORT, MarkRule(40, 10, "score", clean=20, per_fault=5))}
    assert [(marks[bot].place, marks[bot].rank) for bot in ("greedy", "random", "longest")] == [
        (1, 40), (2.5, 17.5), (2.5, 17.5),
    ]  # fmt: skip
    assert [(marks[bot].faults, marks[bot].clean) for bot in ("greedy", "random", "longest")] == [(1, 15)] * 3
    assert (marks["absent"].total, marks["absent"].why) == (0, "no game that counts")
    assert (marks["late"].total, marks["late"].place, marks["late"].why) == (0, None, "=it does not start")


def test_clean_play_is_worth_nothing_at_least():
    assert all(one.clean == 0 for one in marks_of(REPORT, MarkRule(clean=20, per_fault=50)))


def test_reference_bots_are_beaten_by_more_than_half_and_not_marked():
    assert [
        (one.bot, one.beat) for one in marks_of(REPORT, MarkRule(beat={"random": 7, "longest": 3})) if one.place
    ] == [
        ("greedy", (7, 0)),  # one game won and one lost against longest
    ]


def test_only_what_was_handed_in_is_marked():
    marks = marks_of(REPORT, MarkRule(30, 10, "score"), {"random": "in/r.py", "late": "in/late"})
    assert [(one.bot, one.place, one.total) for one in marks] == [("random", 1, 30), ("late", None, 0)]
    assert [one.file for one in marks] == ["in/r.py", "in/late"]
    last = marks_csv("course", MarkRule(30, 10, "score"), marks).splitlines()[-1]
    assert last.startswith("late,") and last.endswith(",in/late")


def test_places_by_elo_are_those_of_the_standings():
    marks = marks_of(REPORT, MarkRule(3, 1))
    assert [one.bot for one in marks if one.place] == [row.name for row in REPORT.standings[0].tables.leagues[0].rows]
    assert sum(one.place or 0 for one in marks) == 6


def test_who_was_out_before_the_end_comes_after_those_who_stayed():
    kind = KindReport("round-robin", out={"greedy": "left 3 games in a row; the last: exit status 3"})
    marks = {one.bot: one for one in marks_of(REPORT, MarkRule(40, 10, "score"), kind=kind)}
    assert [(marks[bot].place, marks[bot].rank) for bot in ("random", "longest", "greedy")] == [
        (1.5, 32.5), (1.5, 32.5), (3, 10),
    ]  # fmt: skip
    assert [marks[bot].why for bot in ("random", "greedy")] == [
        "", "it crashed again and again, and was out before the end",
    ]  # fmt: skip
    assert marks["late"].why == "=it does not start"


def test_places_by_a_swiss_table_leave_its_seeding_out():
    facts = tuple(
        {"bot": bot, "rank": rank, "matches_won": won, "matches_won_by_opponents": 1, "points": 2}
        for rank, (bot, won) in enumerate([("random", 1), ("longest", 0.5), ("greedy", 0.5)], 1)
    )
    marks = marks_of(REPORT, MarkRule(10, 0, "swiss"), kind=KindReport("swiss", facts=facts))
    assert {one.bot: one.place for one in marks if one.place} == {"random": 1, "longest": 2.5, "greedy": 2.5}


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        (MarkRule(beat={"nobody": 3}), r"beat\.nobody: no bot 'nobody' took part\. There are: absent, greedy"),
        (MarkRule(3, 1, "swiss"), r"rank\.by: this is no Swiss tournament"),
    ],
)
def test_what_cannot_be_told(rule: MarkRule, problem: str):
    with pytest.raises(ConfigError, match=problem):
        marks_of(REPORT, rule)


def test_elo_of_bots_that_no_games_connect_is_not_compared():
    apart = make_report("two", [game(1, ("a", "b"), (2, 1)), game(1, ("c", "d"), (2, 1))])
    with pytest.raises(ConfigError, match=r"rank\.by: no games connect all bots"):
        marks_of(apart, MarkRule(3, 1))
    assert [one.place for one in marks_of(apart, MarkRule(3, 1, "score"))] == [1.5, 1.5, 3.5, 3.5]


def test_the_file_has_the_rule_and_no_formula():
    rule = MarkRule(40, 10, "score", {"random": 7}, 20, 5)
    text = marks_csv("course", rule, marks_of(REPORT, rule))
    head = [line.removeprefix("# ") for line in text.splitlines() if line.startswith("#")]
    assert head == ["Marks of the tournament course", *rule.lines()]
    rows = list(
        csv.DictReader(io.StringIO("".join(line for line in text.splitlines(True) if not line.startswith("#"))))
    )
    assert rows[0] == {
        "bot": "greedy", "marks": "62.00", "place": "1", "rank": "40.00", "beats_random": "7", "faults": "1",
        "clean": "15", "why": "", "file": "",
    }  # fmt: skip
    assert rows[-1]["why"] == "'=it does not start"


def test_a_rule_is_read(tmp_path: Path):
    file = tmp_path / "rule.yaml"
    file.write_text("rank: {first: 40, last: 10.5, by: score}\nbeat: {greedy: 20}\nclean: 20\nper_fault: 2\n")
    assert read_rule(file) == MarkRule(40, 10.5, "score", {"greedy": 20}, 20, 2)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("rank: {first: 1, last: 2}", "the last place would get more than the first"),
        ("rank: {first: many}", r"rule\.yaml:1:15: rank\.first: expected a number"),
        ("rank: {by: luck, first: 3}", r"rank\.by: 'luck' is not one of the choices"),
        ("beat: {greedy: -1}", r"rule\.yaml:1:16: beat\.greedy"),
        ("beat: [greedy]", r"1:7: beat: expected a mapping, not a list\. Name bots of yours: beat: {greedy: 20}"),
        ("beat: greedy", r"1:7: beat: expected a mapping, not 'greedy'\. Name bots of yours"),
        ("per_fault: 2", "there is nothing to take it from"),
        ("points: 2", "there is no key 'points' here"),
        ("rank: {first: 0}", "the rule gives no marks"),
        ("- 3", "expected a mapping"),
    ],
)
def test_rules_that_are_none_are_told(tmp_path: Path, text: str, problem: str):
    file = tmp_path / "rule.yaml"
    file.write_text(text)
    with pytest.raises(Complaints, match=problem):
        read_rule(file)


def test_of_a_season_the_versions_that_play_are_marked_and_who_was_never_admitted():
    register = (
        SeasonEntry(bot="ann", version=1, name="ann", source="a", hash="1", joined=1.0, retired=2.0),
        SeasonEntry(bot="ann", version=2, name="ann-v2", source="a", hash="2", joined=2.0),
        SeasonEntry(bot="ben", version=1, name="ben", source="b", hash="3", joined=1.0, retired=2.0),
    )
    manifest = Manifest(
        name="t", seed="s", config="", config_hash="", tournament={}, variants={}, limits={}, isolation={},
        machine={}, repeatable=True, season=register, refused={"ann-v3": "bad", "cleo": "worse", "ben-v2": "worst"},
        bots={name: {"submission": f"in/{name}"} for name in ("ann", "ann-v2", "ben")} | {"first": {}},
    )  # fmt: skip
    submitted = handed_in(manifest)
    assert submitted == {"ann-v2": "in/ann-v2", "cleo": "", "ben-v2": ""}
    games = [game(1, ("ann", "first"), (2, 1)), game(1, ("ann-v2", "first"), (1, 2)), game(1, ("ben", "first"), (2, 1))]
    report = make_report("t", games, refused=manifest.refused)
    marks = marks_of(report, MarkRule(30, 10), submitted)
    assert [(one.bot, one.total, one.why) for one in marks] == [
        ("ann-v2", 30, ""), ("ben-v2", 0, "worst"), ("cleo", 0, "worse"),
    ]  # fmt: skip
    assert handed_in(msgspec.structs.replace(manifest, season=())).keys() == {"ann", "ann-v2", "ben"}
