"""A site of results in a browser, opened from a disk: readable on phones and projectors, replayed, without faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

import arena.results
from arena.records.record import MoveRecord
from arena.report.marking.rule import MarkRule
from arena.report.site.gathered import SiteOptions
from arena.report.site.site import write_site
from tests.page.browser.site import PATIENCE
from tests.page.browser.test_looking import serious
from tests.report.games import CAB, RARE, game
from tests.report.misses import tiny_spec
from tests.report.site_class import a_class, stored_class
from tests.report.stored import store

RARE_AFTER = msgspec.structs.replace(RARE, turn=2)
NAMES = ["ann", "ben", "cleo", "dora", "emil", "n" * 60, *(f"student-{number}" for number in range(16))]
Show = Callable[..., Any]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site of a class with a long name in it and marks."""
    base = tmp_path_factory.mktemp("site")
    stored_class(base / "course", a_class(NAMES), tiny_spec(base))
    rule = MarkRule(40, 10, "elo", {"ann": 20.0}, 20.0, 2.0)
    write_site(arena.results.open(str(base / "course")), base / "site", rule=rule, options=SiteOptions(games=3))
    return base / "site"


@pytest.fixture
def show(browser: Any, folder: Path) -> Iterator[Show]:
    """Yield what opens a page from the disk. None may fail, break its own policy, or ask anybody anything."""
    contexts, wrong = [], []

    def opened(page: str, width: int = 1280, height: int = 900, scheme: str = "light") -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, offline=True, bypass_csp=False
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        tab = context.new_page()
        tab.on("pageerror", lambda error: wrong.append(str(error)))
        tab.on("console", lambda line: wrong.append(line.text) if line.type in ("error", "warning") else None)
        tab.on("request", lambda asked: None if asked.url.startswith(("file:", "data:")) else wrong.append(asked.url))
        tab.goto((folder / page).as_uri())
        tab.wait_for_selector("#player:not([hidden])", state="attached")
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.mark.parametrize("page", ["index.html", "bots/ann.html"])
@pytest.mark.parametrize(
    ("width", "scheme"), [(360, "dark"), (1024, "light"), pytest.param(2560, "dark", marks=pytest.mark.soak)]
)
def test_pages_fit_their_window_and_have_no_serious_fault(
    show: Show, browser: Any, folder: Path, axe: Any, page: str, width: int, scheme: str
) -> None:
    tab = show(page, width, 768, scheme)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    # axe brings a script of its own, which the pages' policy refuses: it looks at them where that is not in force
    context = browser.new_context(
        viewport={"width": width, "height": 768}, color_scheme=scheme, offline=True, bypass_csp=True
    )
    looked_at = context.new_page()
    looked_at.goto((folder / page).as_uri())
    looked_at.wait_for_selector("#player:not([hidden])", state="attached")
    faults = serious(axe, looked_at)
    context.close()
    assert faults == []


def test_points_of_a_wrong_challenge_are_in_the_score_of_the_replay(browser: Any, tmp_path: Path) -> None:
    note = {"kind": "challenge", "score": 0, "against": 0, "against_points": 5}
    moves = (CAB, MoveRecord(1, 1, "challenge", note), RARE_AFTER)
    stored = store(tmp_path / "results", [game(1, ("ann", "ben"), (30, 9), moves=moves)])
    write_site(arena.results.open(str(stored)), tmp_path / "site")
    with browser.new_context(offline=True) as context:
        tab = context.new_page()
        tab.goto((tmp_path / "site" / "index.html").as_uri() + "#game=standard%2Fann-vs-ben%2F0001%2F1&turn=2")
        expect(tab.locator("#told")).to_contain_text("Turn 2 of 3: ben: challenges, and is wrong", timeout=PATIENCE)
        expect(tab.locator("#score")).to_have_text("ann19ben0")


def test_on_a_projector_the_standings_are_read_without_scrolling_sideways(show: Show) -> None:
    tab = show("index.html", 1024, 768)
    box = tab.locator("#standings .wide").first
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 1
    assert float(tab.evaluate("parseFloat(getComputedStyle(document.querySelector('#standings td')).fontSize)")) >= 16
    assert tab.locator("#standings tbody th a").nth(4).bounding_box()["y"] < 768


def test_a_name_leads_to_its_page_where_the_last_games_are_looked_at_move_by_move(show: Show) -> None:
    tab = show("index.html")
    tab.locator("#standings tbody th a", has_text="cleo").click()
    tab.wait_for_selector("h1:text-is('cleo')")
    tab.get_by_role("link", name="look", exact=True).last.click()
    tab.wait_for_selector("#board svg")
    tab.get_by_role("button", name="Last position").click()
    assert tab.locator("#board .tile").count() > 0
    assert "The game is over" in tab.inner_text("#told")
    tab.locator("#best .miss a").first.click()
    tab.wait_for_function("document.getElementById('turn').value !== '0'")
    tab.get_by_role("link", name="course", exact=True).click()
    tab.wait_for_selector("#crosstable")


def test_a_best_move_on_the_class_page_leads_to_its_turn(show: Show) -> None:
    tab = show("index.html")
    tab.locator("#best tbody a").last.click()
    tab.wait_for_function("document.getElementById('turn').value !== '0'")
    assert tab.locator("#board .fresh").count() > 0
