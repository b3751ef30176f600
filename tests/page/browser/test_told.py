"""What a screen reader meets: names, a line that takes moves, and a region that tells what happens (W14)."""

from __future__ import annotations

import re
from typing import Any

import pytest
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


LEFT: dict[str, Any] = {"kind": "forfeit", "text": "", "lines": []}
RIGHT = {"phonies": ["QAT", "ZZZ"], "points": -12, "lost_turn": False}
WRONG = {"phonies": [], "points": 5, "lost_turn": False}
TOLD: list[tuple[dict[str, Any], str, str]] = [  # a move, and what is told of it: by name, and to whom made it
    (
        {"kind": "play", "text": "8H CAT", "points": 1, "total": 9, "bonus": 0},
        "Ann plays 8H CAT for 1 point, 9 in all.",
        "You play 8H CAT for 1 point, 9 in all.",
    ),
    ({"kind": "move", "text": "b2"}, "Ann: b2.", "You: b2."),
    ({"kind": "change", "count": 1}, "Ann exchanges 1 tile.", "You exchange 1 tile."),
    ({"kind": "change", "count": None}, "Ann exchanges tiles.", "You exchange tiles."),
    ({"kind": "pass"}, "Ann passes.", "You pass."),
    ({"kind": "timeout"}, "Ann is late, and passes.", "You are late, and pass."),
    (
        {"kind": "failed", "text": "8H QAT", "lines": ["QAT is not a word."]},
        "Ann\u2019s play 8H QAT is refused: QAT is not a word.",
        "Your play 8H QAT is refused: QAT is not a word.",
    ),
    (
        {"kind": "failed", "text": "", "lines": []},
        "Ann\u2019s play of these tiles is refused.",
        "Your play of these tiles is refused.",
    ),
    ({"kind": "challenge", "challenge": None}, "Ann challenges.", "You challenge."),
    (
        {"kind": "challenge", "challenge": RIGHT},
        "Ann challenges, and is right: QAT and ZZZ are no words, the play is taken back (-12).",
        "You challenge, and are right: QAT and ZZZ are no words, the play is taken back (-12).",
    ),
    (
        {"kind": "challenge", "challenge": WRONG},
        "Ann challenges, and is wrong: the play stands and brings 5 points more.",
        "You challenge, and are wrong: the play stands and brings 5 points more.",
    ),
    ({**LEFT, "detail": "gave up"}, "Ann leaves the game: gave up.", "You leave the game: you gave up."),
    (
        {**LEFT, "detail": "was too late, too often"},
        "Ann leaves the game: was too late, too often.",
        "You leave the game: you were too late, too often.",
    ),
    ({**LEFT, "detail": ""}, "Ann leaves the game.", "You leave the game."),
]


@pytest.fixture(scope="module")
def told(browser: Any, site: Site) -> Any:
    """Return what the page tells of a move."""
    page = browser.new_page()
    page.goto(site.address)
    say = """([move, name, you]) => import("/web/play/told.js").then((told) => told.moveTold(move, name, you))"""
    yield lambda move, name, you: page.evaluate(say, [move, name, you])
    page.close()


@pytest.mark.parametrize(("move", "theirs", "own"), TOLD, ids=[own for _, _, own in TOLD])
def test_a_sentence_has_the_verb_that_goes_with_its_subject(told: Any, move: Any, theirs: str, own: str) -> None:
    assert told(move, "Ann", False) == theirs
    assert told(move, "Ann", True) == own
    assert told(move, "You", False) == theirs.replace("Ann", "You")  # somebody may be called so


def test_whoever_passes_hears_it_in_the_second_person(open_page: Open, site: Site) -> None:
    first, second = site.game("Ann", "Bob", tiles=site.ones(40), lexicon="any")
    ann, bob = Person(open_page()).sit(first), Person(open_page()).sit(second)
    ann.my_turn()
    for person in (ann, bob):
        person.page.evaluate(HEARD)
    ann.line("pass")
    hears(ann, r"You pass\.")
    hears(bob, r"Ann passes\.")
    bob.line("change AA")
    hears(bob, r"You exchange 2 tiles\.")
    hears(ann, r"Bob exchanges 2 tiles\.")
