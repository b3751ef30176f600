"""Mouse, fingers and keys: everything that one of them does the others do too, and nothing moves by itself."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.page.browser.conftest import Open
from tests.page.browser.site import BLANKS, PATIENCE, Person, Site

LETTERS = "ABCDEFGHIJKLMN"  # one tile of each: two racks of seven, and no two tiles are alike
SEVERAL = f"name: several\nalphabet: {{letters: [{', '.join(LETTERS)}]}}\ntiles:\n" + "".join(
    f"  - {{faces: {{{letter}: 1}}, count: 1}}\n" for letter in LETTERS
)
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def seated(open_page: Open, site: Site, tiles: str, **options: Any) -> Person:
    """Return somebody on turn in a game of two, in which every word counts."""
    link, _ = site.game("Ann", "Bob", tiles=tiles, lexicon="any")
    ann = Person(open_page(**options)).sit(link)
    ann.my_turn()
    return ann


def rack_of(person: Person) -> list[str]:
    """Return the names of the tiles on the rack, in their order."""
    person.drawn()
    return [str(tile.get_attribute("aria-label")) for tile in person.rack.all()]


def test_every_key_has_a_button(open_page: Open, site: Site) -> None:
    """W13: a word is laid, taken back, ordered and sent with the mouse's one button, as it is with keys."""
    ann = seated(open_page, site, site.tiles("several", SEVERAL))
    keys = ann.page.keyboard
    for name, key in (("Recall", "Escape"), ("Shuffle", "/"), ("Sort", "."), ("Play", "Enter")):
        expect(ann.button(name)).to_have_attribute("title", key)
    ann.button("Sort").click()
    order = rack_of(ann)
    assert order == sorted(order) and len(set(order)) == 7
    ann.button("Shuffle").click()
    keys.press(".")
    assert rack_of(ann) == order
    ann.square("8H").click()
    ann.rack.first.click()
    ann.holds("8H", "yours")
    ann.button("Recall").click()
    expect(ann.rack).to_have_count(7)
    keys.type(order[0][0])
    ann.holds("8H", f"{order[0][0]}, 1 points, yours")
    keys.press("Escape")
    expect(ann.rack).to_have_count(7)
    # the direction is turned by a key and by a click; a third click leaves the square
    arrow = ann.page.locator("arena-board .arrow")
    ann.drawn()
    across = str(arrow.get_attribute("points"))
    keys.press("ArrowDown")
    expect(arrow).not_to_have_attribute("points", across)
    ann.square("8H").click()
    expect(arrow).to_have_attribute("points", across)
    ann.square("8H").click()
    expect(arrow).to_have_count(0)
    keys.press("ArrowLeft")  # and a key sets it again
    expect(arrow).to_have_count(1)


def test_a_knob_that_was_clicked_keeps_no_key(open_page: Open, site: Site) -> None:
    """Whoever clicks one and then types goes on as if nothing were clicked: arrows turn, Enter sends the play."""
    ann = seated(open_page, site, site.tiles("several", SEVERAL))
    keys = ann.page.keyboard
    ann.square("8H").click()
    ann.button("Sort").click()
    first, second = (name[0] for name in rack_of(ann)[:2])
    keys.press("ArrowDown")
    keys.type(first + second)
    ann.holds("9H", "yours")
    ann.button("Shuffle").click()
    expect(ann.verdict).to_contain_text("points")
    keys.press("Enter")
    expect(ann.moves).to_have_count(1)


def test_a_knob_reached_by_keys_keeps_its_own_and_leaves_the_arrows(open_page: Open, site: Site) -> None:
    ann = seated(open_page, site, site.tiles("several", SEVERAL))
    ann.square("8H").click()
    ann.drawn()
    arrow = ann.page.locator("arena-board .arrow")
    across = str(arrow.get_attribute("points"))
    sort = ann.button("Sort")
    sort.focus()
    ann.page.keyboard.press("Enter")
    assert rack_of(ann) == sorted(rack_of(ann))
    expect(sort).to_be_focused()
    ann.page.keyboard.press("ArrowDown")
    expect(arrow).not_to_have_attribute("points", across)


def test_every_drag_has_a_click_and_a_key(open_page: Open, site: Site) -> None:
    """W13, W03: a tile goes from the rack to the board, on it, back, and along the rack, without a drag."""
    ann = seated(open_page, site, site.tiles("several", SEVERAL))
    keys = ann.page.keyboard
    ann.button("Sort").click()
    order = rack_of(ann)
    first, second = order[0][0], order[1][0]
    left, right = ann.button("Move the tile left"), ann.button("Move the tile right")
    expect(left).to_be_disabled()
    expect(right).to_be_disabled()
    ann.rack.first.click()
    expect(left).to_be_disabled()
    for _ in range(6):
        right.click()
    expect(right).to_be_disabled()
    assert rack_of(ann) == [*order[1:], order[0]]
    ann.rack.last.focus()
    for _ in range(6):
        keys.press("Alt+ArrowLeft")
    assert rack_of(ann) == order
    expect(ann.rack.first).to_be_focused()
    # it is still chosen: a click on a square lays it, clicks pick it up, and bring it back
    ann.square("8H").click()
    ann.holds("8H", f"{first}, 1 points, yours")
    ann.square("8H").click()
    ann.square("9H").click()
    ann.holds("9H", f"{first}, 1 points, yours")
    ann.holds("8H", "empty")
    ann.square("9H").click()
    ann.square("9H").click()
    expect(ann.rack).to_have_count(7)
    # the same by keys: Delete takes back what lies under the cursor, wherever in the play it lies
    ann.square("8H").click()
    keys.type(first + second)
    ann.holds("8I", f"{second}, 1 points, yours")
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    keys.press("Delete")
    ann.holds("8H", "empty")
    ann.holds("8I", f"{second}, 1 points, yours")
    expect(ann.rack).to_have_count(6)


def test_tiles_that_are_laid_change_places(open_page: Open, site: Site) -> None:
    """W03: one that is dropped on another swaps with it, on the board and from the rack."""
    ann = seated(open_page, site, site.tiles("blanks", BLANKS))
    ann.square("8H").click()
    ann.page.keyboard.type("BC")
    ann.holds("8I", "blank as C, yours")
    ann.drag(ann.square("8H"), ann.square("8I"))
    ann.holds("8H", "blank as C, yours")
    ann.holds("8I", "blank as B, yours")
    ann.drag(ann.rack.first, ann.square("8I"))
    ann.page.get_by_role("dialog").get_by_role("button", name="A", exact=True).click()
    ann.holds("8I", "blank as A, yours")
    expect(ann.rack).to_have_count(5)


def test_a_blank_without_a_letter_is_not_sent(open_page: Open, site: Site) -> None:
    """W05: not by a button, not by a key, and the list of moves names letter and blank."""
    ann = seated(open_page, site, site.tiles("blanks", BLANKS))
    dialog = ann.page.get_by_role("dialog")
    ann.drag(ann.rack.first, ann.square("8H"))
    expect(dialog).to_be_visible()
    ann.page.keyboard.press("Enter")  # on the first letter, or on nothing: never a tile without one
    expect(dialog).to_have_count(0)
    ann.holds("8H", "blank as A, yours|empty|centre")
    ann.button("Recall").click()
    ann.drag(ann.rack.first, ann.square("8H"))
    ann.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    ann.holds("8H", "empty|centre")
    expect(ann.button("Play")).to_be_disabled()
    ann.square("8H").click()
    ann.page.keyboard.type("BC")
    ann.button("Play").click()
    expect(ann.moves).to_have_count(1, timeout=PATIENCE)
    expect(ann.moves.first).to_contain_text("blanks as B, C")


def test_neither_wheel_nor_arrows_change_the_move_shown_in_a_game(open_page: Open, site: Site) -> None:
    """W08: the list of moves scrolls, the board stays as it is."""
    first, second = site.game("Ann", "Bob", tiles=site.ones(60), lexicon="any")
    ann, bob = Person(open_page()).sit(first), Person(open_page()).sit(second)
    for person, line in ((ann, "8H AA"), (bob, "9H AA"), (ann, "10H AA")):
        person.my_turn()
        person.line(line)
    expect(bob.moves).to_have_count(3, timeout=PATIENCE)
    bob.my_turn()
    before = bob.page.locator("arena-board > svg").inner_html()
    address = bob.page.url
    box = bob.page.locator("arena-board > svg").bounding_box()
    assert box is not None
    for where in ((box["x"] + 200, box["y"] + 200), (box["x"] + box["width"] + 120, box["y"] + 200)):
        bob.page.mouse.move(*where)
        bob.page.mouse.wheel(0, 300)
        bob.page.mouse.wheel(0, -300)
    bob.page.mouse.move(0, 0)
    bob.page.locator("ol.moves").focus()
    for key in ("ArrowLeft", "ArrowRight", "Home", "End"):
        bob.page.keyboard.press(key)
    assert bob.page.locator("arena-board > svg").inner_html() == before
    assert bob.page.url == address
    bob.my_turn()


def swipe(page: Any, x: float, y: float, by: float) -> None:
    """Move a finger up over the page by so many pixels."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", {"x": x, "y": y})
    for step in range(1, 11):
        touch("touchMove", {"x": x, "y": y - by * step / 10})
    touch("touchEnd")
    session.detach()


# A page goes on for a while when the finger has left it; a finger that comes meanwhile only holds it.
STANDS = """() => new Promise((done) => {
  let last = scrollY, same = 0;
  const look = () => {
    same = scrollY === last ? same + 1 : 0;
    last = scrollY;
    same < 10 ? requestAnimationFrame(look) : done(scrollY);
  };
  look();
})"""


def scrolled(page: Any, least: float) -> float:
    """Wait until the page has scrolled that far and stands still, and return how far it has."""
    for _ in range(300):
        if page.evaluate("scrollY") > least:
            break
        page.wait_for_timeout(20)
    return float(page.evaluate(STANDS))


def middle(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_finger_on_ones_own_board_scrolls_nothing_and_elsewhere_it_does(open_page: Open, site: Site) -> None:
    """W06, W07."""
    ann = seated(open_page, site, site.ones(40), **PHONE)
    page = ann.page
    size = "(({width, height}) => [width, height])(document.querySelector('arena-board > svg').getBoundingClientRect())"
    board = page.evaluate(size)
    swipe(page, *middle(page, "arena-board > svg"), 200)
    swipe(page, *middle(page, ".verdict"), 200)  # beside it the page scrolls: as far as one swipe takes it, not two
    assert 100 < scrolled(page, 100) < 450
    page.evaluate("scrollTo(0, 0)")
    ann.square("8H").tap()
    for _ in range(3):
        ann.rack.first.tap()
    # nothing brings up a keyboard, and the board stays as large as it was
    assert page.evaluate("document.activeElement.matches('input, textarea, [contenteditable]')") is False
    assert page.locator("arena-board input, arena-board [contenteditable]").count() == 0
    assert page.evaluate(size) == board
    looks_on = open_page(**{**PHONE, "viewport": {"width": 360, "height": 480}})
    looks_on.goto(page.url.partition("#")[0].replace("/play/", "/game/"))
    expect(looks_on.locator('[role="gridcell"]').first).to_be_attached(timeout=PATIENCE)
    swipe(looks_on, *middle(looks_on, "arena-board > svg"), 200)
    assert scrolled(looks_on, 100) > 100


def test_a_finite_board_is_scaled_by_buttons_as_by_keys(open_page: Open, site: Site) -> None:
    """W13: what plus, minus and 0 do, and two fingers, three buttons do."""
    ann = seated(open_page, site, site.ones(40), **PHONE)
    square = """document.querySelector('arena-board [role="gridcell"][aria-label^="8H,"]')"""

    def wide() -> float:
        """Look for the square and measure it at once: a board that is drawn anew has others."""
        return float(ann.page.evaluate(f"{square}.getBoundingClientRect().width"))

    before = wide()
    for name, larger in (("Larger", True), ("Smaller", False), ("Larger", True), ("All", False)):
        ann.button(name).tap()
        for _ in range(100):
            if (wide() > before * 1.2) is larger:
                break
            ann.page.wait_for_timeout(20)
        assert (wide() > before * 1.2) is larger
