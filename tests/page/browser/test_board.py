"""Boards of every shape in the browser: without end, with holes, with squares that are programs."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.page.browser.conftest import Open
from tests.page.browser.site import PATIENCE, Person, Site


def box_of(person: Person, label: str) -> Any:
    """Return where a square lies on the screen, None while it is not drawn."""
    found = person.page.locator(f'arena-board [role="gridcell"][aria-label^="{label},"]')
    return found.bounding_box() if found.count() else None


def test_a_board_without_end_is_moved_and_scaled_by_mouse_and_keys(open_page: Open, site: Site) -> None:
    link, _ = site.game("Ann", "Bob", board="infinite", tiles=site.ones(60), lexicon="any")
    page = open_page()
    ann = Person(page).sit(link)
    ann.my_turn()
    home = box_of(ann, "column 0, row 0")
    frame = page.locator("arena-board > svg").bounding_box()
    assert home is not None and frame is not None
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 90, y - 60, steps=4)
    page.mouse.up()
    until(page, _moved(home["x"] - 90))
    page.mouse.wheel(0, -240)
    until(page, f"{_box()}.width > {home['width'] * 1.2}")
    page.locator("arena-board > svg").focus()
    page.keyboard.press("0")
    until(page, f"Math.abs({_box()}.width - {home['width']}) < 2")
    page.keyboard.press("-")
    until(page, f"{_box()}.width < {home['width'] * 0.9}")
    page.keyboard.press("Shift+ArrowRight")
    page.get_by_role("button", name="Larger").click()
    page.get_by_role("button", name="View: up").click()
    page.get_by_role("button", name="All", exact=True).click()
    expect(page.locator(".map .frame")).to_be_visible()
    # far off there are squares, too, and the cursor leads there
    page.locator("arena-board > svg").focus()
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    far = page.locator('arena-board [role="gridcell"][aria-label^="column 30, row"]').first
    expect(far).to_be_attached(timeout=PATIENCE)
    expect(far).to_have_attribute("aria-label", re.compile("empty|doubles|triples"))


def test_a_board_without_end_follows_the_play(open_page: Open, site: Site) -> None:
    first, second = site.game("Ann", "Bob", board="infinite", tiles=site.ones(60), lexicon="any")
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    ann, bob = Person(open_page()).sit(first), Person(open_page(**phone)).sit(second)
    ann.my_turn()
    ann.page.locator("arena-board > svg").focus()
    expect(ann.square("column 0, row 0")).to_be_attached()
    ann.square("column 0, row 0").click()
    ann.page.keyboard.type("aaaaaaa")
    ann.button("Play").click()
    bob.my_turn()
    last = bob.square("column 6, row 0").bounding_box()
    assert last is not None and last["x"] + last["width"] <= 360
    # one finger moves the board, and the page stays where it is; two make it larger
    frame = bob.page.locator("arena-board > svg").bounding_box()
    assert frame is not None
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    fingers(bob.page, [[(x, y - 12 * step)] for step in range(6)])
    until(bob.page, f"Math.abs({_box('column 6')}.y - {last['y'] - 60}) < 3 && scrollY === 0")
    fingers(bob.page, [[(x - 20 - 10 * step, y), (x + 20 + 10 * step, y)] for step in range(6)])
    until(bob.page, f"{_box('column 3')}.width > {last['width'] * 1.3}")
    bob.page.evaluate(
        "document.querySelector('arena-board').port.centre(60, 60); document.querySelector('arena-board').moved()"
    )
    bob.line("-1 0 0A1 -2 0 0A1")
    until(bob.page, "document.querySelector('arena-board').port.sees([-2, 0, -1, 0])")


def test_holes_are_no_squares_and_programs_say_what_they_do(open_page: Open, site: Site) -> None:
    holes, _ = site.game("Ann", "Bob", board="hole", tiles=site.ones(40), lexicon="any")
    ann = Person(open_page()).sit(holes)
    ann.my_turn()
    expect(ann.page.locator('arena-board [role="gridcell"]')).to_have_count(225 - 4 * 9)
    programs, _ = site.game("Ann", "Bob", board="checkpoints", tiles=site.ones(40), lexicon="any")
    ann.sit(programs)
    ann.my_turn()
    toll = ann.page.locator('arena-board [role="gridcell"][aria-label*="toll: "]').first
    expect(toll.locator("title")).to_have_text(re.compile("toll: .+"))


def until(page: Any, told: str) -> None:
    """Wait until an expression is true; the page itself evaluates no text."""
    for _ in range(300):
        if page.evaluate(told):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never: {told}")


def fingers(page: Any, steps: list[list[tuple[float, float]]]) -> None:
    """Move fingers over the page: where each of them is at each step."""
    session = page.context.new_cdp_session(page)
    for number, points in enumerate(steps):
        kind = "touchMove" if number else "touchStart"
        touches = [{"x": x, "y": y, "id": id} for id, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def _box(column: str = "column 0") -> str:
    cell = f"document.querySelector('arena-board [aria-label^=\"{column}, row 0,\"]')"
    return f"({cell}?.getBoundingClientRect() ?? {{}})"


def _moved(x: float) -> str:
    return f"Math.abs({_box()}.x - {x}) < 3"


def test_a_wide_game_opens_on_a_phone_so_that_its_letters_can_be_read(open_page: Open, site: Site) -> None:
    first, second = site.game("Ann", "Bob", board="infinite", tiles=site.ones(60), lexicon="any")
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    ann, bob = Person(open_page()).sit(first), Person(open_page(**phone)).sit(second)
    for turn, person in enumerate((ann, bob, ann, bob)):  # 28 tiles in a row: shown whole, a square has 12 px
        person.my_turn()
        person.line(f"{7 * (turn + 1) * 'A'} 0 0 H")
    ann.my_turn()
    bob.button("All").click()
    until(bob.page, f"{_side()} < 16")
    bob.page.set_viewport_size({"width": 380, "height": 740})  # who asked for all sees all
    bob.drawn()
    assert bob.page.evaluate(_side()) < 16
    bob.page.evaluate("document.querySelector('arena-board').open()")
    until(bob.page, f"{_side()} === 16")
    bob.drawn()
    last = bob.square("column 27, row 0").bounding_box()  # the last play is seen
    assert last is not None and 0 <= last["x"] <= 380 - last["width"]


def _side() -> str:
    return "document.querySelector('arena-board').port.side"
