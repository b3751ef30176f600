"""The kind's table and the stopping rule, as JSON and on the page: the figures of the text, each named."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from arena.cli.main import arena as command
from arena.cli.reports.kind_of import kind_report_of
from arena.config.model import Kind, SprtRule, StopRule
from arena.ratings.pairs import pair_statistics
from arena.ratings.sprt import Sprt
from arena.records.record import ForfeitRecord
from arena.report.kind import KindReport, kind_facts
from arena.report.page.html import report_html
from arena.report.standings import make_report
from arena.results import open as open_results
from arena.schedule.schedule import Schedule
from tests.report.games import game
from tests.report.stored import store
from tests.schedule.simulated import by_name, play
from tests.schedule.simulated import tournament as made_up


def output_of(folder, *arguments):
    done = CliRunner().invoke(command, ["report", str(folder), *arguments], catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


def match(pairs, wins=1):
    """Games of a and b: of so many pairs, a wins both games of every one but each ``wins + 1``-th, which it loses."""
    games = []
    for pair in range(1, pairs + 1):
        winner = "b" if pair % (wins + 1) == 0 else "a"
        for half, bots in ((1, ("a", "b")), (2, ("b", "a"))):
            games.append(game(pair, bots, tuple(30 if bot == winner else 20 for bot in bots), half=half))
    return games


def test_a_verdict_stands_in_the_json_with_the_figures_that_the_test_is_made_of(tmp_path):
    rule = SprtRule(bots=("a", "b"), elo0=0.0, elo1=60.0)
    folder = store(tmp_path / "night", match(60, wins=3), pairs=60, stop=StopRule(sprt=rule))
    facts = json.loads(output_of(folder, "--format", "json"))["course"]
    assert (facts["kind"], facts["table"]) == ("round-robin", None)
    stopping = facts["stopping"]
    counts = [0] * 5
    for pair in range(1, 61):  # by hand: until the ratio is first beyond a bound
        counts[0 if pair % 4 == 0 else 4] += 1
        verdict = Sprt(0, 60).judge(counts)
        if verdict.accepted:
            break
    assert verdict.accepted == "H1"
    assert stopping["verdict"] == "H1"
    assert stopping["llr"] == pytest.approx(verdict.llr)
    assert stopping["pair_counts"] == dict(zip(("LL", "LD", "middle", "WD", "WW"), counts, strict=True))
    assert stopping["pairs"] * 2 == sum(stopping["game_counts"].values())
    assert (stopping["unit"], stopping["model"], stopping["alpha"]) == ("nElo", "normalized", 0.05)
    gap = pair_statistics(counts, student=sum(counts) < 30).gap
    assert stopping["estimate"]["low"] == pytest.approx(gap.low)
    assert stopping["estimate"] | {"unit": "Elo", "interval": 0.95, "biased_outward": True} == stopping["estimate"]
    text = output_of(folder)
    assert f"LLR {verdict.llr:.2f} (-2.94, 2.94) after {sum(counts)} pairs" in text
    page = output_of(folder, "--format", "html")
    assert 'href="#stopping"' in page
    assert "H1 accepted</td>" in page
    assert f"{gap.low:+.1f} to {gap.high:+.1f}; biased outward" in page


def test_a_tournament_that_is_not_finished_has_no_verdict_yet(tmp_path):
    rule = SprtRule(bots=("a", "b"), elo0=0.0, elo1=10.0)
    folder = store(tmp_path / "night", match(9), pairs=5000, stop=StopRule(sprt=rule))
    stopping = json.loads(output_of(folder, "--format", "json"))["course"]["stopping"]
    assert (stopping["complete"], stopping["verdict"], stopping["caution"]) == (False, None, None)
    assert stopping["pairs"] == 9
    assert not stopping["estimate"]["biased_outward"]
    winner, _, rest = output_of(folder).partition("\n\n")
    assert winner.startswith("In front, with games still to play: a")
    assert rest.startswith("The tournament is not finished; its stopping rule: LLR ")
    assert "The tournament is not finished.</p>" in output_of(folder, "--format", "html")


@pytest.mark.parametrize(
    ("winner", "standing", "shown_as", "words"),
    [
        ("a", "at least", "&gt;= {low:+.1f}", "every game was won, so the gap has a lower bound only; "),
        ("b", "at most", "&lt;= {high:+.1f}", "every game was lost, so the gap has an upper bound only; "),
    ],
)
def test_a_match_without_a_lost_game_says_that_its_interval_has_no_upper_end(
    tmp_path, winner, standing, shown_as, words
):
    games = [
        game(pair, bots, tuple(30 if bot == winner else 20 for bot in bots), half=half)
        for pair in range(1, 41)
        for half, bots in ((1, ("a", "b")), (2, ("b", "a")))
    ]
    rule = SprtRule(bots=("a", "b"), elo0=0.0, elo1=60.0)
    folder = store(tmp_path / "night", games, pairs=40, stop=StopRule(sprt=rule))
    stopping = json.loads(output_of(folder, "--format", "json"))["course"]["stopping"]
    counts = tuple(stopping["pair_counts"].values())
    gap = pair_statistics(counts).gap
    assert (stopping["estimate"]["standing"], stopping["estimate"]["elo"]) == (standing, None)
    assert (stopping["estimate"]["low"], stopping["estimate"]["high"]) == (gap.low, gap.high)
    page = output_of(folder, "--format", "html")
    bound = shown_as.format(low=gap.low or 0, high=gap.high or 0)
    ends = f"{gap.low:+.1f} to no upper end" if winner == "a" else f"no lower end to {gap.high:+.1f}"
    assert f"{bound}</td>" in page
    assert f"{words}95 % interval over pairs {ends}; biased outward" in page
    points = "100.0" if winner == "a" else "0.0"
    assert f"a - b: {points} % of the points, {standing} {gap.low or gap.high:+.1f} Elo" in output_of(folder)


def test_the_widths_of_a_precision_rule_are_those_of_the_standings(tmp_path):
    folder = store(tmp_path / "night", match(40), pairs=40, stop=StopRule(half_width=500.0))
    facts = json.loads(output_of(folder, "--format", "json"))
    stopping = facts["course"]["stopping"]
    assert (stopping["reached"], stopping["wanted"], stopping["unit"]) == (True, 500.0, "Elo")
    assert stopping["pairs_each"] == 20  # never before
    twenty = make_report("t", match(20))
    for row in twenty.standings[0].tables.rows:
        assert stopping["half_widths"][row.name] == pytest.approx((row.high - row.low) / 2)
    page = output_of(folder, "--format", "html")
    assert "Stopped by precision. Intervals of a run that stops on them are slightly too narrow.</p>" in page


def shown(kind, name):
    """Return a kind's table as the page and the JSON have it, of a tournament that the later names win."""
    tournament = made_up("a b c", "standard", kind=kind)
    schedule, _ = play(tournament, by_name)
    assert isinstance(schedule, Schedule)
    table = schedule.table()
    taken = KindReport(name, True, table.title, table.head, table.rows, table.notes, table.facts)
    records = match(2)
    page = report_html(make_report("t", records), lambda: records, kind_report=taken)
    section = page[page.index('<section id="kind"') : page.index('<section id="standings"')]
    rows = [re.findall(r"<t[hd][^>]*>([^<]*)<", row) for row in section.split("<tbody>")[1].split("<tr>")[1:]]
    assert [tuple(row) for row in rows] == list(table.rows)
    return kind_facts(taken)["table"]["rows"]


def test_a_swiss_table_names_opponents_and_points_of_each_round():
    first, *_, last = shown(Kind(name="swiss", rounds=3), "swiss")
    assert (first["rank"], first["bot"], first["matches_won"], first["points"]) == (1, "c", 3.0, 4.0)
    assert {round["opponent"] for round in first["rounds"]} == {None, "a", "b"}
    assert [round["points"] for round in first["rounds"] if round["opponent"]] == [2.0, 2.0]
    assert [(round["match"], round["points"]) for round in first["rounds"] if not round["opponent"]] == [(1.0, None)]
    assert (last["bot"], last["matches_won"]) == ("a", 1.0)  # its bye


def test_a_bracket_has_a_row_a_match_with_the_points_of_both():
    bye, first, final = sorted(shown(Kind(name="knockout", seeding=("a", "b", "c")), "knockout"), key=lambda row: (
        row["round"], row["decided_by"]))  # fmt: skip
    assert bye == {"round": 1, "winner": "a", "loser": None, "winner_points": None, "loser_points": None,
                   "decided_by": "bye"}  # fmt: skip
    assert (first["winner"], first["loser"], first["winner_points"], first["loser_points"]) == ("c", "b", 2.0, 0.0)
    assert (final["round"], final["winner"], final["loser"]) == (2, "c", "a")


def test_a_ladder_says_the_share_of_the_points():
    rows = shown(Kind(name="ladder"), "ladder")
    assert [row["rung"] for row in rows] == [1, 2, 3]
    assert sorted(row["bot"] for row in rows) == ["a", "b", "c"]
    assert rows[0]["score"] == 1.0
    assert rows[-1]["bot"] == "a"
    assert rows[-1]["score"] == 0.0


def test_a_plain_round_robin_has_neither_table_nor_rule(tmp_path):
    folder = store(tmp_path / "night", match(2))
    assert json.loads(output_of(folder, "--format", "json"))["course"] == {
        "kind": "round-robin", "complete": False, "out": {}, "table": None, "stopping": None,
    }  # fmt: skip
    page = output_of(folder, "--format", "html")
    assert 'id="kind"' not in page
    assert 'id="stopping"' not in page
    assert kind_report_of(open_results(str(folder))) == (KindReport("round-robin", complete=False), [])


def crashing(pairs, *, of, begin=1):
    """Games of a, b and c, in which c crashes in its first ``of`` games; it meets a, then b."""
    left, games = 0, []
    for pair in range(begin, pairs + 1):
        for one, other in (("a", "b"), ("a", "c"), ("b", "c")):
            for half, bots in ((1, (one, other)), (2, (other, one))):
                if other == "c" and left == of:
                    continue
                left += other == "c"
                seat = bots.index(other)
                forfeits = (ForfeitRecord(seat, "CRASHED", "exit status 3"),) if other == "c" else ()
                scores = tuple(30 if bot == one else 20 for bot in bots)
                games.append(game(pair, bots, scores, half=half, forfeits=forfeits))
    return games


def test_a_round_robin_is_over_when_only_games_of_a_bot_are_missing_that_is_out(tmp_path):
    folder = store(tmp_path / "night", crashing(3, of=5), pairs=3, max_crashes=5)
    gone = "c is out of the tournament: left 5 games in a row; the last: exit status 3."
    text = output_of(folder)
    assert text.startswith("Winner: a, ")
    assert gone in text.splitlines()
    assert f"<p>{gone}</p>" in output_of(folder, "--format", "html")
    course = json.loads(output_of(folder, "--format", "json"))["course"]
    assert (course["complete"], course["out"]) == (True, {"c": gone.removeprefix("c is out of the tournament: ")[:-1]})


@pytest.mark.parametrize(
    ("games", "most"),
    [(crashing(3, of=5)[:-1], 5), (crashing(3, of=4), 5), (crashing(3, of=5, begin=2), 5)],
    ids=["its last crash is missing", "it is not out", "a whole pair is missing before"],
)
def test_a_round_robin_is_not_over_while_a_game_is_missing_of_bots_that_are_in(tmp_path, games, most):
    folder = store(tmp_path / "night", games, pairs=3, max_crashes=most)
    text = output_of(folder)
    assert text.startswith("In front, with games still to play: a, ")
    assert json.loads(output_of(folder, "--format", "json"))["course"]["complete"] is False


def test_three_at_a_table_are_over_too_when_one_is_out(tmp_path):
    games = [
        game(1, bots, (30, 20, 10), half=half, forfeits=(ForfeitRecord(bots.index("c"), "CRASHED", "exit status 3"),))
        for half, bots in ((1, ("a", "b", "c")), (2, ("b", "c", "a")), (3, ("c", "a", "b")))
    ]
    folder = store(tmp_path / "night", games, pairs=4, max_crashes=3, players=3)
    text = output_of(folder)
    assert "still to play" not in text
    assert "c is out of the tournament: left 3 games in a row; the last: exit status 3." in text


def test_an_sprt_says_who_left_it(tmp_path):
    games = [
        game(pair, bots, (30, 20) if half == 1 else (20, 30), half=half,
             forfeits=(ForfeitRecord(bots.index("b"), "CRASHED", "exit status 3"),))
        for pair in (1, 2) for half, bots in ((1, ("a", "b")), (2, ("b", "a")))
    ]  # fmt: skip
    rule = SprtRule(bots=("a", "b"), elo0=0.0, elo1=10.0)
    folder = store(tmp_path / "night", games, pairs=40, max_crashes=4, stop=StopRule(sprt=rule))
    assert "b is out of the tournament: left 4 games in a row; the last: exit status 3." in output_of(folder)
    page = output_of(folder, "--format", "html")
    assert "<p>b is out of the tournament: left 4 games in a row; the last: exit status 3.</p>" in page
