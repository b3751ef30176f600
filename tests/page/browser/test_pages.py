"""Every page: accessible by axe, as wide as its screen, quick to show, steady, silent."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.browser.conftest import Open
from tests.page.browser.site import PATIENCE, Person, Site

PAGES = (
    "/", "/new", "/mine", "/watch", "/results", "/analyse", "/compare", "/gcg",
    "/join/nothing", "/nothing/here", "/game/nothing",
)  # fmt: skip
SMALL_TEXT = """() => [...document.querySelectorAll('body *')].filter((node) =>
  [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim()) &&
  node.getClientRects().length && !node.closest('.unseen, noscript, option') &&
  parseFloat(getComputedStyle(node).fontSize) < 12).map((node) => node.outerHTML.slice(0, 200))"""
WEIGHT = """() => performance.getEntriesByType('resource').filter((one) => one.name.endsWith('.js'))
  .reduce((sum, one) => sum + one.decodedBodySize, 0)"""
SERIOUS = ("serious", "critical")
# What is in order is not listed node by node, nor is a selector made for each node: on a board of hundreds of squares
# that takes many times as long as the rules themselves.
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "resultTypes": ["violations"],
    "selectors": False,
}


def serious(axe: Any, page: Any) -> list[str]:
    """Return what axe finds wrong with a page and calls serious or worse."""
    if not page.evaluate("'axe' in window"):  # half a megabyte, read once for each document
        page.evaluate(axe.axe_script)
    found = page.evaluate("async (rules) => (await axe.run(rules)).violations", RULES)
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in SERIOUS
    ]


def test_no_page_has_a_serious_fault_of_accessibility_and_all_fit(open_page: Open, site: Site, axe: Any) -> None:
    """One window goes from page to page: a browser takes longer to open one than to show them all."""
    page = open_page()
    for path in PAGES:
        page.set_viewport_size({"width": 360, "height": 740})
        page.emulate_media(color_scheme="dark")
        page.goto(site.address + path)
        expect(page.locator("h1").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        assert serious(axe, page) == [], path
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 1280, "height": 900})
        assert serious(axe, page) == [], path
        assert page.evaluate(SMALL_TEXT) == [], path


def test_what_axe_finds_is_told(open_page: Open, site: Site, axe: Any) -> None:
    page = open_page()
    page.goto(site.address)
    expect(page.locator("h1").first).to_be_visible()
    page.evaluate("() => document.querySelector('h1').append(document.createElement('button'))")
    [found] = serious(axe, page)
    assert found.startswith("button-name: ") and "<button></button>" in found


def test_games_have_no_serious_fault_either(open_page: Open, site: Site, axe: Any) -> None:
    link, _ = site.game(
        "Ann", "Bob", tiles=site.ones(40), lexicon="any", help="hints", clock={"kind": "game", "seconds": 900}
    )
    page = open_page(viewport={"width": 360, "height": 740})
    ann = Person(page).sit(link)
    ann.my_turn()
    ann.line("8H AAA")
    expect(ann.moves).to_have_count(1, timeout=PATIENCE)
    assert serious(axe, page) == []
    assert page.evaluate(SMALL_TEXT) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 1280, "height": 900})
    assert serious(axe, page) == []
    small, _ = site.game("Ann", "Bob", game="connect(7,6,4)")
    ann.sit(small)
    ann.my_turn()
    assert serious(axe, page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    row, _ = site.game("Ann", "Bob", game="sticks(21)")  # a row that is longer than a phone is wide
    ann.sit(row)
    ann.my_turn()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    cells = "document.querySelector('arena-cells')"
    assert page.evaluate(f"{cells}.scrollWidth <= {cells}.clientWidth")
    expect(page.locator("arena-cells [data-at]")).to_have_count(21)
    page.set_viewport_size({"width": 1280, "height": 900})
    endless, _ = site.game("Ann", "Bob", board="infinite", tiles=site.ones(40), lexicon="any")
    ann.sit(endless)
    ann.my_turn()
    assert serious(axe, page) == []
    ann.button("Resign").click()
    assert serious(axe, page) == []  # a question
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ann.over()
    assert serious(axe, page) == []
    assert page.evaluate(SMALL_TEXT) == []


def test_nothing_jumps_while_a_game_is_played(open_page: Open, site: Site) -> None:
    [link] = site.game("Ann", "bot:passer", tiles=site.ones(40), lexicon="any")
    page = open_page(viewport={"width": 1024, "height": 768})
    ann = Person(page).sit(link)
    ann.my_turn()
    board = page.locator("arena-board > svg").bounding_box()
    rack = page.locator("arena-rack").bounding_box()
    knob = ann.button("Play").bounding_box()
    ann.square("8H").click()
    page.keyboard.type("aaaaa")
    expect(ann.verdict).to_contain_text("points")
    ann.button("Play").click()
    expect(ann.moves).to_have_count(2, timeout=PATIENCE)
    ann.my_turn()
    assert page.locator("arena-board > svg").bounding_box() == board
    assert page.locator("arena-rack").bounding_box() == rack
    assert ann.button("Play").bounding_box() == knob


@pytest.mark.soak
def test_pages_are_shown_at_once(open_page: Open, site: Site) -> None:
    """The time of the first paint is printed, in milliseconds; it is no promise of a machine that others use."""
    for path in PAGES:
        page = open_page()
        page.goto(site.address + path)
        expect(page.locator("h1").first).to_be_visible()
        paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
        weight = page.evaluate(WEIGHT)
        print(f"{path}: first paint {paint:.0f} ms, {weight / 1000:.0f} KB of scripts")
        assert weight < 200_000


def test_the_first_page_says_what_to_do_and_one_click_plays(open_page: Open, site: Site) -> None:
    page = open_page()
    page.goto(site.address)
    page.get_by_role("button", name="Play against the computer").click()
    ann = Person(page)
    ann.my_turn()
    expect(ann.rack).to_have_count(7)
    # a link to nothing says so, and leads on
    page.goto(f"{site.address}/game/nothing")
    expect(page.get_by_role("heading", name="There is no such game here")).to_be_visible()


def test_light_and_dark_can_be_chosen_and_are_kept(open_page: Open, site: Site) -> None:
    page = open_page(color_scheme="light")
    page.goto(site.address)
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_role("button", name="Dark colours").click()
    dark = page.evaluate(paper)
    assert light != dark
    page.reload()
    expect(page.get_by_role("button", name="Light colours")).to_be_visible()
    assert page.evaluate(paper) == dark
