"""Whole games in a browser: by mouse, by keyboard alone, by touch, by two people."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.page.browser.conftest import Open
from tests.page.browser.site import BLANKS, MANY_FACES, PATIENCE, Person, Site

LINE = ["8H", "8I", "8J", "8K", "8L", "8M", "8N"]


def test_a_whole_game_by_mouse(open_page: Open, site: Site) -> None:
    page = open_page()
    page.goto(f"{site.address}/new?tiles={site.ones(16)}&lexicon=any&bot=passer")
    page.get_by_label("Who begins").select_option("0")
    page.get_by_label("Name of seat 1").fill("Ann")
    page.get_by_role("button", name="Begin").click()
    ann = Person(page)
    ann.my_turn()
    for name in LINE:
        ann.drag(ann.rack.first, ann.square(name))
    expect(ann.verdict).to_contain_text("(AAAAAAA 8, bonus 50)")
    ann.button("Play").click()
    expect(ann.moves).to_have_count(2, timeout=PATIENCE)
    expect(ann.moves.nth(1)).to_contain_text("passes")
    ann.my_turn()
    expect(ann.rack).to_have_count(2)
    ann.holds("8H", "last play")
    ann.drag(ann.rack.first, ann.square("9H"))
    ann.drag(ann.rack.first, ann.square("10H"))
    ann.button("Play").click()
    ann.over()
    expect(page.locator(".end")).to_contain_text("You win")
    expect(page.locator(".end")).to_contain_text("passer")
    page.goto(f"{site.address}/mine")
    expect(page.locator("ul.games")).to_contain_text("Ann – passer")


def test_a_whole_game_by_keyboard_alone(open_page: Open, site: Site) -> None:
    [link] = site.game("Ann", "bot:passer", tiles=site.ones(16), lexicon="any")
    page = open_page()
    ann = Person(page).sit(link)
    ann.my_turn()
    keys = page.keyboard
    for _ in range(40):  # to the board, as whoever has no mouse
        keys.press("Tab")
        if page.evaluate("document.activeElement.closest('arena-board') !== null"):
            break
    keys.type("aa")
    ann.holds("8H", "A, 1 points, yours")
    ann.holds("8I", "A, 1 points, yours")
    keys.press("Backspace")
    expect(ann.square("8I")).to_have_attribute("aria-label", re.compile("empty"))
    keys.press("Escape")
    expect(ann.rack).to_have_count(7)
    keys.press("ArrowDown")  # turns the direction
    keys.type("aaaaaaa")
    ann.holds("14H", "yours")
    expect(ann.verdict).to_contain_text("points (AAAAAAA")
    keys.press("Enter")
    expect(ann.moves).to_have_count(2, timeout=PATIENCE)
    ann.my_turn()
    expect(page.locator("#told")).to_contain_text("Your turn.")
    box = page.get_by_label("Type a move")
    for _ in range(40):
        if box.evaluate("(node) => node === document.activeElement"):
            break
        keys.press("Tab")
    keys.type("14H AAA")
    keys.press("Enter")
    ann.over()


def test_a_whole_game_by_touch_on_a_phone(open_page: Open, site: Site) -> None:
    [link] = site.game("Ann", "bot:passer", tiles=site.ones(16), lexicon="any")
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    ann = Person(page).sit(link)
    ann.my_turn()
    board = page.locator("arena-board > svg")
    side = board.bounding_box()
    ann.rack.first.tap()  # a tile, then its square
    ann.square("8H").tap()
    ann.holds("8H", "yours")
    ann.square("8I").tap()  # a square, then tiles one after the other
    for _ in range(6):
        ann.rack.first.tap()
    ann.holds("8N", "yours")
    # the board keeps its size, and no field has the focus that would bring up a keyboard
    assert board.bounding_box() == side
    assert page.evaluate("document.activeElement.tagName") != "INPUT"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    ann.button("Play").tap()
    expect(ann.moves).to_have_count(2, timeout=PATIENCE)
    ann.my_turn()
    ann.square("9H").tap()
    ann.square("9H").tap()  # turns the direction
    ann.rack.first.tap()
    ann.rack.first.tap()
    ann.holds("10H", "yours")
    ann.button("Play").tap()
    ann.over()


def test_two_people_with_a_reload_in_the_middle(open_page: Open, site: Site) -> None:
    one = open_page()
    one.goto(f"{site.address}/new?tiles={site.ones(14)}&lexicon=any&with=person")
    one.get_by_label("Name of seat 1").fill("Ann")
    one.get_by_label("Who begins").select_option("0")
    one.get_by_role("button", name="Begin").click()
    invitation = one.locator(".invite input").input_value()
    two = open_page()
    two.goto(invitation)
    two.get_by_label("Your name").fill("Bob")
    two.get_by_role("button", name="Sit down").click()
    ann, bob = Person(one), Person(two)
    ann.my_turn()
    expect(bob.status).to_have_text("Ann’s turn")
    bob.rack.first.click()
    bob.square("9H").click()  # rack and tiles are free while the other is on turn
    bob.holds("9H", "yours")
    ann.line("8G AAA")
    bob.my_turn()
    bob.holds("8H", "last play")
    two.reload()
    bob.my_turn()
    bob.holds("8H", "last play")
    expect(bob.rack).to_have_count(7)
    bob.line("9G AAAAAAA")
    ann.over()
    bob.over()
    expect(two.locator(".end")).to_contain_text("You win")
    ann.button("Rematch").click()
    bob.button("Rematch").click()
    expect(ann.status).to_have_text("Bob’s turn", timeout=PATIENCE)
    bob.my_turn()


def test_tiles_whose_squares_are_taken_come_back_and_the_others_stay(open_page: Open, site: Site) -> None:
    """W01, W03, W04."""
    first, second = site.game("Ann", "Bob", tiles=site.tiles("blanks", BLANKS), lexicon="any")
    ann, bob = Person(open_page()).sit(first), Person(open_page()).sit(second)
    bob.page.locator("arena-board svg.drawn").first.focus()
    bob.square("8H").click()
    bob.page.keyboard.type("B")  # Shift or not: there are only blanks
    bob.square("10H").click()
    bob.page.keyboard.type("c")
    bob.holds("8H", "blank as B, yours")
    bob.holds("10H", "blank as C, yours")
    bob.drag(bob.square("10H"), bob.square("11H"))  # a blank keeps its letter when it is moved
    bob.holds("11H", "blank as C, yours")
    a = bob.rack.first.bounding_box()
    assert a is not None
    bob.page.mouse.move(a["x"] + 10, a["y"] + 10)
    bob.page.mouse.down()
    bob.page.mouse.move(a["x"] + 40, a["y"] - 60)
    expect(bob.page.locator(".ghost")).to_have_count(1)
    ann.line("8G aaa")
    bob.my_turn()
    bob.holds("8H", "blank as A, last play")
    bob.holds("11H", "blank as C, yours")
    expect(bob.page.locator(".ghost")).to_have_count(0)
    bob.page.mouse.up()
    expect(bob.rack).to_have_count(6)
    expect(bob.moves.first).to_contain_text("blanks as A, A, A")


def test_a_tile_of_several_faces_asks_and_keeps_its_face(open_page: Open, site: Site) -> None:
    """W02, W05."""
    link, _ = site.game("Ann", "Bob", tiles=site.tiles("many", MANY_FACES), lexicon="any")
    page = open_page()
    ann = Person(page).sit(link)
    ann.my_turn()
    ann.drag(ann.rack.first, ann.square("8H"))
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(ann.rack).to_have_count(7)  # without a face it does not lie
    ann.drag(ann.rack.first, ann.square("8H"))
    page.get_by_role("dialog").get_by_role("button", name="B, 3 points").click()
    ann.holds("8H", "B, 3 points, yours")
    ann.drag(ann.square("8H"), ann.square("8I"))
    expect(page.get_by_role("dialog")).to_have_count(0)
    ann.holds("8I", "B, 3 points, yours")
    ann.button("Letter…").click()
    page.keyboard.press("a")
    ann.holds("8I", "A, 1 points, yours")
    ann.drag(ann.square("8I"), ann.rack.first)
    expect(ann.rack).to_have_count(7)


def test_a_small_game_is_clicked(open_page: Open, site: Site) -> None:
    [link] = site.game("Ann", "bot:first", game="tictactoe")
    page = open_page()
    ann = Person(page).sit(link)
    ann.my_turn()

    def cell(x: int, y: int) -> Any:
        return page.locator(f'arena-cells [data-at="{x},{y}"]')

    cell(1, 1).click()
    expect(ann.moves).to_have_count(2, timeout=PATIENCE)
    ann.my_turn()
    free = [(x, y) for x, y in [(0, 0), (2, 2), (0, 2), (2, 0), (0, 1), (2, 1), (1, 0), (1, 2)]]
    for _ in range(4):
        for x, y in free:
            if "empty" in (cell(x, y).get_attribute("aria-label") or ""):
                count = ann.moves.count()
                cell(x, y).focus()
                page.keyboard.press("Enter")
                expect(ann.moves).not_to_have_count(count)
                expect(ann.status).to_have_text(re.compile("Your turn|is over"), timeout=PATIENCE)
                break
        if "over" in ann.status.inner_text():
            break
    ann.over()
    expect(page.locator(".end")).to_be_visible()
