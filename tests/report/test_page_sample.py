"""The page of very many games: standings of all, plots and moves of a sample, and it says so."""

from __future__ import annotations

import re

import pytest

from arena.records.results import Results, ResultsFolder
from arena.report.page import sample
from arena.report.page.html import report_html
from arena.report.page.sample import page_games
from arena.report.standings import report_of
from tests.report.test_kept_sums import write


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "SAMPLED", 10)


def test_a_sample_has_the_smallest_pairs_and_the_games_of_the_best_moves(tmp_path):
    write(tmp_path, 0, 60)
    results = ResultsFolder(tmp_path)
    report = report_of(results)
    games = page_games(results, report)
    with Results(tmp_path) as store:
        every = list(store.records())
    first = sorted(every, key=lambda record: (record.pair, record.half, record.id))[:10]
    best = {play.game for play in (*report.best, *report.best_by_variant, *report.best_by_bot)}
    assert [record.id for record in games.records()] == sorted({record.id for record in first} | best)
    counted: list[None] = []
    assert len(list(games.records(lambda: counted.append(None)))) == len(counted) == games.games < games.total == 60


def test_the_page_of_a_sample_says_of_how_many_games_it_is(tmp_path):
    write(tmp_path, 0, 60)
    results = ResultsFolder(tmp_path)
    report = report_of(results)
    games = page_games(results, report)
    page = report_html(report, games.records, most=4, sample=games)
    assert f"of a sample of {games.games} of them" in page and "of all 60 games" in page
    kept = int(re.search(r"(\d+) games to replay here", page)[1])
    assert kept + int(re.search(r"(\d+) games are left out", page)[1]) == 60


def test_a_page_of_few_games_reads_all_and_says_nothing(tmp_path):
    write(tmp_path, 0, 10)
    results = ResultsFolder(tmp_path)
    report = report_of(results)
    games = page_games(results, report)
    assert games.ids is None and games.sentence == ""
    assert len(list(games.records())) == games.games == games.total == 10
    assert 'id="sample"' not in report_html(report, games.records, sample=games)
    write(tmp_path, 10, 30)
    assert page_games(results, report, least=30).ids is None
