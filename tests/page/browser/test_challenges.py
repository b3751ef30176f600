"""Challenges on the page: the button and its key, what is told of them, and the last play of a game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.browser.conftest import Open
from tests.page.browser.site import PATIENCE, Person, Site


def few_words(site: Site) -> str:
    """Return a lexicon in which two and three letters are words, and no more are."""
    path = site.folder / "few.txt"
    path.write_text("AA\nAAA\n", encoding="utf-8")
    return str(path)


def test_two_people_challenge_each_other(open_page: Open, site: Site) -> None:
    made = {"tiles": site.ones(30), "lexicon": few_words(site), "challenge": 5}
    links = site.game("Ann", "Bob", **made)
    one, two = open_page(), open_page(viewport={"width": 360, "height": 740})
    ann, bob = Person(one).sit(links[0]), Person(two).sit(links[1])
    ann.my_turn()
    expect(ann.button("Challenge")).to_be_disabled()
    ann.line("8G AAAA")  # a phony, which stands
    bob.my_turn()
    bob.holds("8J", "last play")
    bob.button("Challenge").click()
    expect(two.locator("dialog.ask")).to_contain_text("Challenge AAAA? If every word is good, Ann gains 5 points.")
    two.locator("dialog.ask").get_by_role("button", name="Challenge").click()
    expect(bob.moves).to_have_count(2, timeout=PATIENCE)
    expect(bob.moves.nth(1)).to_contain_text("is right: AAAA is no word, the play is taken back (-4)")
    expect(two.locator("#told")).to_contain_text("You challenge, and are right")
    bob.my_turn()  # still
    bob.holds("8J", "empty")
    expect(ann.rack).to_have_count(7)
    ann.holds("8J", "empty")
    bob.line("8G AAA")
    ann.my_turn()
    one.evaluate("document.activeElement.blur()")  # out of the line for moves
    one.keyboard.press("!")
    one.locator("dialog.ask").get_by_role("button", name="Challenge").click()
    expect(ann.moves.nth(3)).to_contain_text("is wrong: the play stands and brings 5 points more", timeout=PATIENCE)
    ann.my_turn()
    expect(ann.button("Challenge")).to_be_disabled()
    expect(one.locator(".players li").nth(1)).to_contain_text("8")
    ann.line("challenge")
    expect(ann.answer).to_contain_text("There is no play to challenge", ignore_case=True)
    ann.button("Resign").click()
    one.locator("dialog.ask").get_by_role("button", name="Resign").click()
    ann.over()


def test_the_last_play_is_let_stand_or_challenged(open_page: Open, site: Site) -> None:
    made = {"tiles": site.ones(14), "lexicon": few_words(site), "challenge": "double"}
    links = site.game("Ann", "Bob", **made)
    one, two = open_page(), open_page(viewport={"width": 360, "height": 740})
    ann, bob = Person(one).sit(links[0]), Person(two).sit(links[1])
    ann.my_turn()
    ann.line("8G AAAAAAA")
    expect(bob.status).to_have_text("Challenge or end?", timeout=PATIENCE)
    expect(two.locator("#told")).to_contain_text("The game is over unless you challenge the last play.")
    assert two.evaluate("document.documentElement.scrollWidth") <= 360
    expect(bob.button("Play")).to_be_disabled()
    bob.button("Challenge").click()
    two.locator("dialog.ask").get_by_role("button", name="Challenge").click()
    bob.my_turn()
    bob.line("8G AAAAAAA")
    expect(ann.status).to_have_text("Challenge or end?", timeout=PATIENCE)
    ann.button("Let it stand").click()
    ann.over()
    bob.over()
    expect(two.locator(".end")).to_contain_text("You win")
    two.get_by_role("link", name="Look back at this game").click()
    expect(two.locator(".turnline")).to_contain_text("Move 4 of 4", timeout=PATIENCE)
    two.get_by_role("button", name="One move back (left arrow)").click()
    two.get_by_role("button", name="One move back (left arrow)").click()
    expect(two.locator(".turnline")).to_contain_text("challenges, and is right")
    Person(two).holds("8G", "empty")


OUTSIDE = """() => [...document.querySelectorAll('.bar button, .below button, .overview button')]
  .filter((node) => node.getClientRects().length)
  .filter((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  }).map((node) => node.textContent || node.ariaLabel)"""
PHONES = [(360, 740), (390, 844), (320, 568)]


@pytest.mark.parametrize(
    ("names", "made", "status"),
    [
        (("Ann", "Bob"), {"clock": {"kind": "game", "seconds": 3600}}, "Your turn"),
        (("Ann", "Bob"), {"board": "infinite"}, "Your turn"),
        (("Ann", "Bob"), {"count": 14}, "Challenge or end?"),
        (("Ann", "Bob", "Cem", "Dot"), {}, "Your turn"),
    ],
    ids=["clock", "endless", "last play", "four"],
)
def test_on_a_phone_a_turn_needs_no_scrolling(
    open_page: Open, site: Site, names: tuple[str, ...], made: dict[str, Any], status: str
) -> None:
    made = {"tiles": site.ones(made.get("count", 60)), "lexicon": few_words(site), "challenge": 5, **made}
    made.pop("count", None)
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    links = site.game(*names, **made)
    ann, bob = Person(open_page()).sit(links[0]), Person(open_page(**phone)).sit(links[1])
    ann.my_turn()
    ann.line("AAAAAAA 0 0 H" if "board" in made else "8G AAAAAAA")
    expect(bob.status).to_have_text(status, timeout=PATIENCE)
    expect(bob.button("Challenge")).to_be_enabled()
    for width, height in PHONES:
        bob.page.set_viewport_size({"width": width, "height": height})
        bob.drawn()
        assert bob.page.evaluate(OUTSIDE) == [], (width, height)
        assert bob.page.evaluate("document.documentElement.scrollWidth") <= width
        for _ in range(2):
            bob.rack.first.click()
            bob.button("Sort").click()
        bob.drawn()
        assert bob.page.evaluate(OUTSIDE) == [], (width, height)


def test_the_form_offers_the_rules(open_page: Open, site: Site) -> None:
    page = open_page()
    page.goto(f"{site.address}/new?bot=greedy")
    page.get_by_label("Challenges").select_option("double")
    page.get_by_label("Who begins").select_option("0")
    page.get_by_role("button", name="Begin").click()
    ann = Person(page)
    ann.my_turn()
    expect(ann.button("Challenge")).to_be_disabled()
