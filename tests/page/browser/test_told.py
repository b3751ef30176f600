"""What a screen reader meets: names, a line that takes moves, and a region that tells what happens (W14)."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.page.browser.conftest import Open
from tests.page.browser.site import Person, Site

HEARD = """() => {
  window.heard = [];
  new MutationObserver(() => window.heard.push(document.getElementById('told').textContent))
    .observe(document.getElementById('told'), {childList: true, characterData: true, subtree: true});
}"""


def hears(person: Person, what: str) -> None:
    """Wait until the live region has told something."""
    for _ in range(300):
        if any(re.search(what, told) for told in person.page.evaluate("window.heard")):
            return
        person.page.wait_for_timeout(50)
    raise AssertionError(f"never told: {what}; but {person.page.evaluate('window.heard')}")


def test_plays_points_rack_clock_and_end_are_told(open_page: Open, site: Site) -> None:
    first, second = site.game("Ann", "Bob", tiles=site.ones(20), lexicon="any", clock={"kind": "move", "seconds": 32})
    ann, bob = Person(open_page()).sit(first), Person(open_page()).sit(second)
    ann.my_turn()
    for person in (ann, bob):
        person.page.evaluate(HEARD)
    region = ann.page.locator("#told")
    expect(region).to_have_attribute("aria-live", "polite")
    ann.line("8H AAAAAAA")  # as at the terminal
    hears(ann, r"You play 8H AAAAAAA for 58 points, 58 in all\.")
    hears(ann, r"Your rack: A, A, A, A, A, A\.")
    hears(bob, r"Ann plays 8H AAAAAAA for 58 points, 58 in all\.")
    hears(bob, r"Your turn\.")
    hears(bob, r"You have (30|10) seconds left\.")
    for text, told in (
        ("rack", "Your rack: A, A, A, A, A, A, A."),
        ("scores", "Ann 58, Bob 0."),
        ("last", "Ann plays 8H AAAAAAA for 58 points, 58 in all."),
    ):
        bob.line(text)
        expect(bob.answer).to_have_text(told)
    bob.line("clock")
    expect(bob.answer).to_have_text(re.compile(r"Ann \d+[:.]\d+, Bob \d+[:.]\d+\."))
    bob.line("pass")
    hears(ann, r"Bob passes\.")
    ann.line("9H AAAAAA")
    hears(bob, r"The game is over\.")


def test_squares_have_names_and_the_board_is_one_stop_of_the_tab_key(open_page: Open, site: Site) -> None:
    link, _ = site.game("Ann", "Bob", tiles=site.ones(40), lexicon="any")
    ann = Person(open_page()).sit(link)
    ann.my_turn()
    page = ann.page
    board: Any = page.get_by_role("grid", name="The board")
    expect(board).to_be_visible()
    expect(board.get_by_role("gridcell")).to_have_count(225)
    names = board.get_by_role("gridcell").evaluate_all(
        "(cells) => cells.map((cell) => cell.getAttribute('aria-label'))"
    )
    assert len(names) == 225 and len(set(names)) == 225
    assert "8H, the centre, empty" in names and "1A, triples the word's points" in names
    board.focus()
    page.keyboard.press("ArrowRight")
    expect(board).to_have_attribute("aria-activedescendant", str(ann.square("8I").get_attribute("id")))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('arena-board') === null"), "one stop, not 225"
    assert page.locator("[tabindex='0']").count() < 10
