"""A play of every kind that the rules refuse: what the page says while it lies, and what sending it does."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from arena.variants.load import load_board
from tests.page.browser.conftest import Open
from tests.page.browser.site import PATIENCE, Person, Site


@pytest.fixture
def opening(open_page: Open, site: Site) -> Person:
    """Return somebody who opens a game in which everybody holds As and may try again."""
    [link] = site.game("Ann", "bot:passer", tiles=site.ones(40), rules="brighton", lexicon="default", help="hints")
    ann = Person(open_page()).sit(link)
    ann.my_turn()
    return ann


def lay(person: Person, *names: str) -> None:
    """Lay tiles by click, one tile and then its square."""
    for name in names:
        person.rack.first.click()
        person.square(name).click()
        person.holds(name, "yours")


def test_every_kind_of_play_that_is_refused_says_why(opening: Person) -> None:
    ann = opening
    for names, told in [
        (["8A", "8B"], "The first word must cover the centre, 8H."),
        (["8H"], "The first move must place at least 2 tiles."),
        (["8H", "9I"], "must all lie on one row or on one column"),
        (["8G", "8I"], "There is a gap between the tiles"),
        (["8H", "8I", "8J"], "AAA is not a word of the dictionary"),
    ]:
        lay(ann, *names)
        expect(ann.verdict).to_contain_text(told, timeout=PATIENCE)
        ann.button("Play").click()  # one may try again: it is sent, and the server says it too
        expect(ann.verdict).to_contain_text(told, timeout=PATIENCE)
        ann.my_turn()
        ann.button("Recall").click()
        expect(ann.rack).to_have_count(7)
    expect(ann.moves).to_have_count(0)


def test_every_other_kind_is_refused_by_the_server_too(open_page: Open, site: Site) -> None:
    """The line for moves says what no drag can: tiles that nobody holds, squares that are no squares."""
    rules = site.tiles("strict", "name: strict\nfailed_play: try_again\nchange_min_bag: 6\nchange_max_tiles: 2\n")
    [link] = site.game("Ann", "bot:passer", board="hole", tiles=site.ones(19), rules=rules, lexicon="any")
    ann = Person(open_page()).sit(link)
    ann.my_turn()
    ann.line("8G AAA")
    expect(ann.moves).to_have_count(2, timeout=PATIENCE)
    ann.my_turn()
    board = load_board("hole")
    (x, y), bounds = board.centre, board.bounds
    assert bounds is not None
    gaps = [at for at in range(bounds[0], bounds[2]) if not board.has(at, y + 4)]
    said = ann.page.locator(".below")
    for line, told in [
        (f"{x} {y + 1} 99A1", "There is no tile number 99: tiles have the numbers 0 to 0."),
        (f"{x} {y + 1} 0B1", "The tile A does not show B for 1 point."),
        (" ".join(f"{x} {y + step} 0A1" for step in range(-4, 5)), "You do not hold (enough of) the tile A"),
        (f"{x} {y} 0A1", "The square at 8H is taken: new tiles go on empty squares."),
        (f"{gaps[0]} {y + 4} 0A1", "The board has no square at"),
        (f"{gaps[0] - 1} {y + 4} 0A1 {gaps[0] + 3} {y + 4} 0A1", "Between the tiles there is a hole"),
        (f"{bounds[0]} {bounds[1]} 0A1", "A new word must touch a tile that is already on the board."),
    ]:
        ann.line(line)
        expect(said).to_contain_text(told, timeout=PATIENCE)
        ann.my_turn()
    ann.button("Recall").click()
    expect(ann.button("Play")).to_be_disabled()  # a play of no tiles is not sent
    # an exchange that the rules refuse would cost the turn: it is told before it is sent
    for line, told in [
        ("change 0 0 0", "You may swap at most 2 tiles in one turn, not 3."),
        ("change 0", "There are 2 tiles in the bag; for this swap it must hold at least 6."),
        ("change", "A move must use at least one tile of your rack."),
    ]:
        ann.line(line)
        expect(ann.answer).to_contain_text(told, timeout=PATIENCE)
        expect(ann.answer).to_contain_text("Sent all the same, it loses the turn. Go once more to send it.")
    ann.button("Exchange").click()
    ann.rack.first.click()
    ann.button("Exchange 1").click()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_contain_text("it must hold at least 6. Sent all the same, it loses the turn.")
    dialog.get_by_role("button", name="No").click()
    ann.page.keyboard.press("Escape")
    expect(ann.moves).to_have_count(2)
    ann.line("9G AAA")
    expect(ann.moves).to_have_count(4, timeout=PATIENCE)  # what was refused cost nothing


def test_lines_that_cannot_be_played_say_why(opening: Person) -> None:
    ann = opening
    for line, told in [
        ("8H B", "B"),
        ("99Z AA", "is not on the board"),
        ("what is this", ""),
        ("change B", "B"),
    ]:
        ann.line(line)
        expect(ann.answer).to_contain_text(told, timeout=PATIENCE)
        expect(ann.answer).not_to_be_empty()
    ann.line("rack")
    expect(ann.answer).to_have_text("Your rack: A, A, A, A, A, A, A.")
    ann.line("8H AA")
    expect(ann.moves).to_have_count(2, timeout=PATIENCE)
    lay(ann, "1A", "1B")
    expect(ann.verdict).to_contain_text("must touch a tile that is already on the board")


def test_a_refused_play_that_costs_the_turn_is_asked_about_first(open_page: Open, site: Site) -> None:
    [link] = site.game("Ann", "bot:passer", tiles=site.ones(40), lexicon="default")
    ann = Person(open_page()).sit(link)
    ann.my_turn()
    lay(ann, "8H", "8I", "8J")
    expect(ann.verdict).to_contain_text("Sent all the same, it loses the turn.")
    ann.button("Play").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_role("button", name="No").click()
    expect(ann.moves).to_have_count(0)
    ann.button("Play").click()
    dialog.get_by_role("button", name="Send it all the same").click()
    expect(ann.moves).to_have_count(2, timeout=PATIENCE)
    expect(ann.moves.first).to_contain_text("is refused")
    expect(ann.rack).to_have_count(7)


def test_tiles_are_exchanged_and_a_turn_is_passed(open_page: Open, site: Site) -> None:
    [link] = site.game("Ann", "bot:passer", tiles=site.ones(40), lexicon="any")
    ann = Person(open_page()).sit(link)
    ann.my_turn()
    ann.button("Exchange").click()
    ann.rack.nth(0).click()
    ann.rack.nth(3).click()
    ann.button("Exchange 2").click()
    expect(ann.moves).to_have_count(2, timeout=PATIENCE)
    expect(ann.moves.first).to_contain_text("exchanges 2 tiles")
    ann.my_turn()
    ann.button("Pass").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Pass").click()
    expect(ann.moves).to_have_count(4, timeout=PATIENCE)
    ann.my_turn()
    ann.button("Resign").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ann.over()
    expect(ann.page.locator(".end")).to_contain_text("passer wins")


def test_hints_are_shown_and_go_with_their_turn(open_page: Open, site: Site) -> None:
    """W16."""
    [link] = site.game("Ann", "bot:passer", tiles=site.ones(40), lexicon="any", help="hints")
    ann = Person(open_page()).sit(link)
    ann.my_turn()
    ann.button("Hint").click()
    plays = ann.page.locator("ol.plays button")
    expect(plays.first).to_contain_text("58", timeout=PATIENCE)
    plays.first.hover()
    expect(ann.page.locator('[aria-label$="proposed"]').first).to_be_attached()
    plays.first.click()
    expect(ann.rack).to_have_count(0)
    ann.button("Play").click()
    expect(ann.moves).to_have_count(2, timeout=PATIENCE)
    expect(plays).to_have_count(0)
    ann.page.get_by_label("Look up a word").fill("aab")
    ann.page.get_by_role("button", name="Look up").click()
    expect(ann.page.locator("form.line", has_text="Look up").locator(".told")).to_have_text("AAB is a word here.")
