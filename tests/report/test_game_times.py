"""Times for games in a report, against figures counted by hand: in text, JSON and on the page."""

from __future__ import annotations

import msgspec

from arena.records.record import Circumstances, GameRecord
from arena.report.data import report_facts
from arena.report.page.html import report_html
from arena.report.standings import make_report
from arena.report.text import report_text
from arena.report.times.game_times import BotGameTimes, GameTimeBook, game_times_text
from tests.report.games import tournament


def record(pair: int, used, left, penalties=(), scores=(300, 280)) -> GameRecord:
    return GameRecord(
        id=f"v/a-vs-b/{pair:04d}/1", variant="v", pairing="a-vs-b", pair=pair, half=1, bots=("a", "b"), seed=pair,
        moves=(), places=(1, 2), reason="", scores=scores, penalties=penalties,
        circumstances=Circumstances(used_ms=tuple(used), left_ms=tuple(left)),
    )  # fmt: skip


GAMES = (
    record(1, (10_000.0, 70_000.0), (50_000.0, -10_000.0), (0, 10), (300, 270)),
    record(2, (30_000.0, 185_000.0), (30_000.0, -125_000.0), (0, 30), (300, 250)),
    record(3, (20_000.0, 60_000.0), (40_000.0, 0.0)),
)


def test_the_figures_of_three_games():
    book = GameTimeBook()
    for game in GAMES:
        book.add(game)
    assert book.times(["b", "a", "nobody"]) == (
        BotGameTimes("b", 3, 105.0, 185.0, -45.0, -125.0, 2, 40),
        BotGameTimes("a", 3, 20.0, 30.0, 40.0, 30.0, 0, 0),
    )


def test_a_bot_without_a_budget_has_nothing_left_and_nothing_missing():
    book = GameTimeBook()
    book.add(record(1, (10_000.0, 70_000.0), (50_000.0, None)))
    assert book.times(["b"]) == (BotGameTimes("b", 1, 70.0, 70.0, None, None, 0, 0),)


def test_text_and_json_say_the_same():
    report = make_report("night", GAMES)
    text = report_text(report)
    section = text.split("TIME FOR THE GAME\n")[1]
    line = next(line for line in section.splitlines() if line.startswith("b "))
    assert line.split() == ["b", "3", "105.000", "185.000", "-45.000", "-125.000", "2", "40"]
    assert report_facts(report)["game_times"]["b"] == {
        "games": 3, "used_s": 105.0, "longest_s": 185.0, "left_s": -45.0, "least_left_s": -125.0,
        "games_in_overtime": 2, "points_lost": 40,
    }  # fmt: skip


def test_the_page_has_the_same_table():
    kept = Circumstances(used_ms=(10_000.0, 70_000.0), left_ms=(50_000.0, -10_000.0))
    games = [msgspec.structs.replace(game, penalties=(0, 10), circumstances=kept) for game in tournament()]
    page = report_html(make_report("night", games), lambda: games)
    assert '<section id="game-times"' in page and "-10.000" in page
    assert '<section id="game-times"' not in report_html(make_report("night", tournament()), tournament)


def test_where_no_such_time_ran_nothing_is_said():
    assert game_times_text(make_report("night", [record(1, (), ())]).game_times) == []
