"""Reports of records with known contents: what each number is, and how it is printed."""

from __future__ import annotations

import csv
import io
import json
import math
import random
import re
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

from arena.records.record import ForfeitRecord, MoveRecord, VoidRecord
from arena.records.tables import game_rows
from arena.report.data import COLUMNS, report_csv, report_facts
from arena.report.gather import gather
from arena.report.numbers import fixed, json_ready, p_text, percent, signed
from arena.report.page.pictures import legend, picture_after, picture_text
from arena.report.standings import make_report
from arena.report.text import report_text
from tests.report.games import CAB, game, play, tournament


def line(report, bot, table=0):
    return report.standings[table].lines[bot]


def test_every_column_is_what_its_head_says():
    report = make_report("night", tournament())
    greedy, rand = line(report, "greedy"), line(report, "random")
    assert (greedy.rating.games, greedy.rating.wins, greedy.rating.losses) == (4, 3, 1)
    assert greedy.points == (120 + 150 + 90 + 130) / 4
    assert greedy.spread.mean == pytest.approx((40 + 80 - 20 + 30) / 4)  # one seed: one observation
    assert greedy.spread.low is None
    assert (greedy.late, greedy.faults, greedy.forfeits) == (1, 0, 0)
    assert (greedy.mean_ms, greedy.longest_ms) == (505.0, 1000.0)  # 10 and 1000
    assert (rand.faults, rand.late, rand.mean_ms) == (1, 0, 25.0)  # a refused try is a fault
    assert line(report, "longest").forfeits == 1
    assert (rand.rating.wins, rand.rating.draws, rand.rating.losses) == (1, 1, 2)


@pytest.mark.parametrize("process", ["kept", "address", "tcp"])
def test_bots_that_outlast_a_game_are_named_with_a_warning(process):
    records = [
        msgspec.structs.replace(
            record, process=tuple(process if bot in ("greedy", "random") else "fresh" for bot in record.bots)
        )
        for record in tournament()
    ]
    report = make_report("night", records)
    assert sorted(report.lasting) == sorted(report_facts(report)["outlasting_games"]) == ["greedy", "random"]
    text = " ".join(report_text(report).split())
    assert f"Warning: {', '.join(report.lasting)} are not started anew for each game." in text
    fresh = make_report("night", [msgspec.structs.replace(record, process=("fresh", "command")) for record in records])
    assert not fresh.lasting and "Warning" not in report_text(fresh)


def test_variants_have_tables_of_their_own_and_one_holds_all():
    report = make_report("night", tournament())
    assert [table.variant for table in report.standings] == ["", "hole", "standard"]
    assert [table.games for table in report.standings] == [6, 2, 4]
    assert set(report.standings[1].lines) == {"longest", "random"}
    text = report_text(report)
    for head in ("All variants, 6 games", "Variant hole, 2 games", "Variant standard, 4 games"):
        assert head in text


def test_one_variant_needs_one_table():
    text = report_text(make_report("small", [record for record in tournament() if record.variant == "standard"]))
    assert text.count("score") >= 1
    assert "Variant standard, 4 games" in text
    assert "All variants" not in text


def test_the_header_states_model_prior_zero_interval_and_unit():
    text = " ".join(report_text(make_report("night", tournament())).split())
    for phrase in (
        "Elo by Bradley-Terry, draws as half points",
        "prior: 1 virtual draw of each bot against the middle of the pool",
        "0 is the mean of the rated bots", "400 points are odds of 10 to 1", "low, high: the 95 % interval",
        "errors from the model", "milliseconds",
    ):  # fmt: skip
        assert phrase in text
    assert "no prior" in report_text(make_report("night", tournament(), prior=0))


def test_the_best_moves_are_found_and_the_last_line_names_the_best():
    report = make_report("night", tournament())
    assert [(play.points, play.word, play.bot) for play in report.best] == [
        (20, "CABS", "random"), (14, "CAB", "greedy"), (9, "CAR", "random"),
    ]  # fmt: skip
    assert [play.word for play in report.best_by_variant] == ["CABS"]
    assert {play.bot: play.word for play in report.best_by_bot} == {"random": "CABS", "greedy": "CAB"}
    text = report_text(report)
    assert text.endswith("\nBest move was played by random for 20 points\n")
    assert "Best move of bot greedy: 14 points by greedy (CAB 14), standard/greedy-vs-random/0001/1, turn 1" in text
    assert "[C|A|B]" in text
    assert "C A B[S]" in text


def test_equal_best_moves_go_to_the_first_game_whatever_order_they_are_read_in():
    records = [game(n, ("a", "b"), (30, 20), moves=[CAB]) for n in (3, 1, 2, 11, 10)]
    for _ in range(5):
        random.Random(1).shuffle(records)
        found = make_report("x", records, top=2)
        assert [play.game for play in found.best] == ["standard/a-vs-b/0001/1", "standard/a-vs-b/0002/1"]


def test_a_report_depends_neither_on_the_order_of_records_nor_on_the_run():
    records = tournament()
    expected = report_text(make_report("night", records))
    assert report_text(make_report("night", records[::-1])) == expected
    assert report_text(make_report("night", records)) == expected


def test_no_report_prints_what_is_no_number():
    sweeps = [game(n, ("a", "b"), (40, 20), half=h) for n in range(1, 4) for h in (1, 2)]
    equal = [game(n, bots, (20, 20)) for n in range(1, 20) for bots in (("a", "b"), ("b", "a"))]
    for records in ([], sweeps, equal, tournament(), sweeps[:1]):
        for text in (
            report_text(make_report("x", records, bots=("a", "b", "idle"))),
            report_csv(make_report("x", records)),
            json.dumps(report_facts(make_report("x", records))),
        ):
            assert not re.search(r"\b(nan|inf|infinity)\b|-0\.0+\b", text, flags=re.I)


def test_a_bot_that_won_everything_is_ranked_by_its_rating_and_marked_with_a_bound():
    records = [game(n, ("a", "b"), (40, 20)) for n in range(1, 11)]
    report = make_report("x", records)
    text = report_text(report)
    facts = report_facts(report)
    top, other = facts["standings"]
    assert (top["bot"], top["standing"], top["elo_high"], other["elo_low"]) == ("a", "at least", None, None)
    assert f"* +{top['elo']:.1f}  +70.1       -" in text
    assert top["elo_low"] - other["elo_high"] == pytest.approx(140.2, abs=0.05)  # ten to nothing, exact
    assert "it lost no point, so its Elo hangs on the prior" in text
    assert ">=" not in text


def test_standings_fit_the_terminal_and_lose_no_column():
    report = make_report("night", tournament())
    wide = report_text(report, width=160).splitlines()
    heads = next(line for line in wide if line.split()[:2] == ["rank", "bot"]).split()
    for width in (50, 80, 100):
        text = report_text(report, width=width)
        tables = text.split("CROSSTABLE")[0].split("STANDINGS")[1]
        assert all(len(line) <= width for line in tables.splitlines())
        found = [line.split() for line in tables.splitlines() if line.split()[:2] == ["rank", "bot"]]
        assert [*found[0][:2], *(head for line in found for head in line[2:])][: len(heads)] == heads


def test_of_many_bots_the_text_shows_what_fits_and_says_where_the_rest_is():
    records = [
        game(1, bots, (30, 20), half=half)
        for n in range(120)
        for half, bots in ((1, (f"b{n:03}", f"b{n + 1:03}")), (2, (f"b{n + 1:03}", f"b{n:03}")))
    ]
    report = make_report("class", records)
    text = report_text(report, width=80)
    words = " ".join(text.split())
    assert "The first 100 of 121 bots; all of them: `arena report NAME --format csv`." in words
    assert "of 121 bots, as more do not fit; all of them: `arena report NAME --format json`." in words
    assert "The first 100 of 120 pairings" in words
    assert all(len(line) <= 80 for line in text.split("BEST MOVES")[0].splitlines())
    assert len(list(csv.DictReader(io.StringIO(report_csv(report))))) == 121 * 2  # over all, and the variant
    assert len(report_facts(report)["analysis"]["pairings"]) == 120


def test_bots_that_no_game_connects_stand_in_tables_of_their_own_each_ranked_from_one():
    records = [game(n, bots, (30, 20)) for n in range(1, 4) for bots in (("a", "b"), ("b", "c"), ("x", "y"))]
    report = make_report("two", records)
    rows = list(csv.DictReader(io.StringIO(report_csv(report))))
    assert [(row["league"], row["rank"], row["bot"]) for row in rows if not row["variant"]] == [
        ("1", "1", "a"), ("1", "2", "b"), ("1", "3", "c"), ("2", "1", "x"), ("2", "2", "y"),
    ]  # fmt: skip
    words = " ".join(report_text(report).split())
    assert words.count("No game was played between the bots of this table and those of the other tables") == 2


def test_a_tournament_with_a_table_of_its_own_says_which_is_which():
    assert "The tournament's own table stands before this" in report_text(
        make_report("x", tournament()), own_table=True
    )


def test_games_in_which_nobody_moved_say_nothing_of_moving_first():
    # case C227: one bot never started; it sat in the first seat of one game and left both
    gone = (ForfeitRecord(0, "CRASHED", "no module"),)
    records = [
        game(1, ("broken", "greedy"), (0, 1), forfeits=gone, moves=[MoveRecord(0, 0, None, {}, gone[0])]),
        game(1, ("greedy", "broken"), (1, 0), half=2, moves=[MoveRecord(0, 1, None, {}, gone[0])]),
    ]
    assert [record.first_seat for record in records] == [None, None]
    report = make_report("x", records)
    assert report.analysis.seats[""].games == 0
    assert report.games == 2
    line = next(line for line in report_text(report).split("MOVING FIRST")[1].splitlines() if line.startswith("all"))
    assert line.split() == ["all", "0", "-", "-", "-", "-"]
    assert not any(row["first"] for row in game_rows(records))


def test_games_that_nobody_was_ready_for_are_told_and_left_out():
    records = [*tournament(), game(2, ("greedy", "random"), (0, 0), counts=False)]
    killed = VoidRecord("standard/greedy-vs-random/0001/1", "a bot's process was killed", "by signal 9", "greedy")
    ours = VoidRecord("standard/greedy-vs-random/0001/2", "a worker process ended", "exit status -9")
    report = make_report("night", records, voids=[ours, killed, ours])
    assert (report.games, report.not_counted) == (6, 1)
    text = report_text(report)
    assert "Not counted: 1 game for which no bot was ready." in text
    assert "Played again: 3 attempts, see below." in text
    shown = text.split("GAMES PLAYED AGAIN\n")[1].split("\n\n")[1].splitlines()
    assert [" ".join(row.split()) for row in shown[-2:]] == [
        "greedy 1 a bot's process was killed by signal 9",
        "(none: the arena) 2 a worker process ended exit status -9",
    ]
    assert report_facts(report)["played_again"] == [
        {"bot": "greedy", "reason": "a bot's process was killed", "attempts": 1, "last": "by signal 9"},
        {"bot": None, "reason": "a worker process ended", "attempts": 2, "last": "exit status -9"},
    ]
    rows = {
        (row["variant"], row["bot"]): row["played_again"] for row in csv.DictReader(report_csv(report).splitlines())
    }
    assert rows["", "greedy"] == rows["standard", "greedy"] == "1"
    assert {count for key, count in rows.items() if key not in (("", "greedy"), ("standard", "greedy"))} == {"0"}
    assert "GAMES PLAYED AGAIN" not in report_text(make_report("night", records))
    assert line(report, "greedy").rating.draws == 0


def test_a_tournament_without_games_and_one_without_points_have_reports_too():
    empty = report_text(make_report("x", [], bots=["a", "b"]))
    assert "No game has been played yet." in empty
    moves = [MoveRecord(0, 0, "1"), MoveRecord(1, 1, "5")]
    open_game = [game(n, bots, (1, 0), variant="nim", moves=moves) for n in (1, 2) for bots in (("a", "b"), ("b", "a"))]
    open_game = [msgspec.structs.replace(record, scores=None) for record in open_game]
    text = report_text(make_report("y", open_game))
    assert "No move scored points." in text
    assert "spread" not in text.split("Variant nim")[1].split("CROSSTABLE")[0]
    assert not text.rstrip().endswith("points\n")


def test_who_moved_first_is_read_from_the_first_turn():
    moves = [play(0, 1, "0 0 1A1 1 0 1A1", 4, "AA"), play(1, 0, "0 1 1A1", 2, "AA")]
    record = game(1, ("a", "b"), (10, 20), moves=moves)
    games = gather([record]).results.ordered()
    (result,) = games.results()
    assert (result.first, result.second, result.points) == ("b", "a", 1.0)
    assert games.margins == [10.0]


def test_the_spread_between_two_bots_is_tested_by_flipping_signs():
    records = [
        game(n, bots, (30 + n, 20) if bots[0] == "a" else (20, 30 + n), half=half)
        for n in range(1, 6)
        for half, bots in ((1, ("a", "b")), (2, ("b", "a")))
    ]
    (table,) = make_report("x", records).analysis.spreads
    assert (table.one, table.other, table.spread.n, table.spread.mean) == ("a", "b", 5, 13.0)
    assert table.p == pytest.approx(2 / 2**5)  # all five seeds went the same way
    assert " 0.06" in report_text(make_report("x", records))


def test_games_of_three_are_ranked_by_plackett_and_luce():
    records = [
        game(n, order, (90, 70, 50) if n % 3 else (50, 70, 90))
        for n in range(1, 13)
        for order in (("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b"))
    ]
    report = make_report("three", records)
    assert report.players == 3
    text = report_text(report)
    assert "Plackett-Luce" in text
    assert "CROSSTABLE" not in text
    assert report_facts(report)["analysis"] is None
    assert line(report, "a").spread.mean == pytest.approx(0, abs=1e-9)


def test_games_with_one_seat_have_points_and_no_elo():
    records = [game(n, (bot,), (base + n,)) for n in range(1, 6) for bot, base in (("b", 100), ("a", 300), ("c", 200))]
    report = make_report("one", records, bots=("a", "b", "c", "late"))
    assert report.players == 1 and report.analysis is None
    assert [(line.rating.name, line.points) for line in report.standings[0].alone] == [
        ("a", 303),
        ("c", 203),
        ("b", 103),
    ]
    low, high = report.standings[0].alone[0].spread.low, report.standings[0].alone[0].spread.high
    assert low == pytest.approx(303 - 1.9632, abs=1e-3) and high == pytest.approx(
        303 + 1.9632, abs=1e-3
    )  # t(4), s/sqrt 5
    text = report_text(report)
    assert "so there is no Elo" in text and "W-D-L" not in text and "MOVING FIRST" not in text
    assert re.search(r"1 +a +5 +303.0 +301.0 +305.0", text)
    assert "Without a game: late." in text
    rows = list(csv.DictReader(io.StringIO(report_csv(report))))
    assert [(row["bot"], row["rank"], row["elo"]) for row in rows if not row["variant"]][:4] == [
        ("a", "1", ""), ("c", "2", ""), ("b", "3", ""), ("late", "", ""),
    ]  # fmt: skip
    assert report_facts(report)["rating"]["model"] == "none"


def test_games_of_eight_are_ranked_and_a_tie_of_all_costs_no_time():
    bots = tuple("abcdefgh")
    records = [game(n, bots, (5,) * 8) for n in range(1, 8)]
    report = make_report("eight", [*records, game(8, bots, tuple(range(8, 0, -1)))])
    assert report.players == 8
    assert report.standings[0].order[0] == "a" and report.standings[0].order[-1] == "h"


def test_where_nobody_made_a_point_no_best_move_is_told():
    records = [game(1, ("a", "b"), (0, 0), moves=[play(0, 0, "x", 0, "AA")])]
    assert report_text(make_report("x", records)).endswith("No move scored points.\n")


def test_csv_has_the_documented_columns_and_json_the_same_numbers():
    report = make_report("night", tournament())
    rows = list(csv.DictReader(io.StringIO(report_csv(report))))
    assert tuple(rows[0]) == COLUMNS
    facts = report_facts(report)
    assert [row["bot"] for row in rows if not row["variant"]] == [row["bot"] for row in facts["standings"]]
    assert float(rows[0]["elo"]) == pytest.approx(facts["standings"][0]["elo"], abs=1e-6)
    assert facts["best_moves"][0]["tiles"] == [[3, 0, "S", 1]]
    assert facts["rating"]["prior_draws"] == 1.0
    assert facts["best_moves"][0]["turn"] == 4
    json.dumps(facts, allow_nan=False)


def small_board(bounds=(-1, -1, 3, 2), hole=(2, 1)):
    """Return something with the face of a layout: a finite board with one hole and one double letter at (1, -1)."""

    def ids(x0, y0, x1, y1):
        cells = np.zeros((y1 - y0 + 1, x1 - x0 + 1), dtype=np.int32)
        cells[hole[1] - y0, hole[0] - x0] = -1
        cells[-1 - y0, 1 - x0] = 1
        return cells

    kinds = {
        0: SimpleNamespace(name="SLS", glyph=" ", multipliers=(1, 1)),
        1: SimpleNamespace(name="DLS", glyph="a", multipliers=(2, 1)),
    }
    return SimpleNamespace(bounds=bounds, ids=ids, kinds=kinds)


def test_a_picture_shows_squares_holes_tiles_and_the_play():
    record = tournament()[0]
    picture = picture_after(record, 1, small_board())
    assert picture_text(picture, small_board()).splitlines() == [
        " . . ' . .",
        " . C A B .",
        " .[a]. " .rstrip() + "   .",
        " .[R]. . .",
    ]  # fmt: skip
    assert picture_text(picture_after(record, 0)).splitlines() == [" . . . . .", " .[C|A|B].", " . . . . ."]
    key = legend(picture, small_board())
    assert "' DLS" in key
    assert "x -1, y -1" in key


def test_a_failed_play_leaves_no_tiles():
    failed = msgspec.structs.replace(CAB, note={"kind": "failed", "score": 0})
    record = game(1, ("a", "b"), (0, 0), moves=[failed])
    assert picture_after(record, 0).tiles == {}
    assert make_report("x", [record]).best == ()


def test_a_wide_game_is_cut_to_a_window_around_the_play():
    far = play(1, 1, "200 3 1Z10", 10, "Z")
    picture = picture_after(game(1, ("a", "b"), (14, 10), moves=[CAB, far]), 1)
    x0, y0, x1, y1 = picture.window
    assert x0 <= 200 <= x1
    assert x1 - x0 < 40
    assert y1 - y0 < 40
    assert "[Z]" in picture_text(picture)


@pytest.mark.parametrize(
    ("number", "text"),
    [(None, "-"), (math.nan, "-"), (math.inf, "-"), (-0.04, "0.0"), (0.04, "0.0"), (-0.06, "-0.1"), (12.25, "12.2")],
)
def test_numbers_are_printed_plainly(number, text):
    assert fixed(number) == text


def test_signs_shares_and_p_values():
    assert (signed(3), signed(-3), signed(0.0), signed(-0.0), signed(None)) == ("+3.0", "-3.0", "0.0", "0.0", "-")
    assert (percent(0.5), percent(None)) == ("50.0", "-")
    assert (p_text(0.0001), p_text(0.25), p_text(None)) == ("p < 0.001", "p = 0.250", "no p")
    assert json_ready({"a": (math.nan, -0.0, 1)}) == {"a": [None, 0.0, 1]}


def test_a_game_that_the_first_seat_always_wins_is_said_to_separate_nobody():
    def games(variant):
        return [
            game(n, bots, (1, 0), variant=variant, half=half, moves=[CAB])
            for n in range(1, 13)
            for half, bots in ((1, ("a", "b")), (2, ("b", "a")))
        ]

    def with_places(records, first_wins):
        places = (1, 2) if first_wins else (2, 1)
        return [msgspec.structs.replace(record, places=places) for record in records]

    always = with_places(games("nim"), True)
    text = " ".join(report_text(make_report("x", always)).split())
    assert "This game does not separate bots: the first seat scores 100.0 %, and every pair came out even." in text
    never = with_places(games("sticks"), False)
    text = " ".join(report_text(make_report("x", always + never)).split())
    assert "Variant sticks does not separate bots: the first seat scores 0.0 %, and every pair came out even." in text
