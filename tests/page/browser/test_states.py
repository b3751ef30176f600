"""Pages in the states that people meet while something happens: each accessible by axe, and as wide as its screen."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.browser.conftest import Open
from tests.page.browser.site import BLANKS, PATIENCE, Person, Site
from tests.page.browser.test_pages import SMALL_TEXT, serious

PHONE = {"width": 360, "height": 740}
SCREENS = [
    pytest.param(PHONE, "dark", id="phone-dark"),
    pytest.param({"width": 1280, "height": 900}, "light", id="desk-light", marks=pytest.mark.soak),
]
TWO = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob"}]


def sound(axe: Any, page: Any) -> None:
    """Look at what a page shows now."""
    assert serious(axe, page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert page.evaluate(SMALL_TEXT) == []


@pytest.mark.parametrize(("size", "scheme"), SCREENS)
def test_from_the_invitation_to_the_cut_connection(
    size: Any, scheme: str, open_page: Open, site: Site, axe: Any
) -> None:
    told = site.post("/api/games", {"game": {"kind": "word", "lexicon": "any"}, "seats": TWO, "me": 0, "first": 0})
    link = f"{site.address}/play/{told['game']}#{told['me']['token']}"
    page = open_page(viewport=size, color_scheme=scheme)
    sockets: list[Any] = []
    reachable = True

    def routed(socket: Any) -> None:
        if reachable:
            sockets.append(socket)
            socket.connect_to_server()
        else:
            socket.close()

    page.route_web_socket("**/api/live", routed)
    page.add_init_script(
        f"localStorage.setItem('arena.invitations.{told['game']}', {json.dumps(json.dumps(told['invitations']))})"
    )
    ann = Person(page).sit(link)
    expect(page.get_by_label("Invitation for Bob")).to_be_visible()
    sound(axe, page)  # it waits for players
    invited = open_page(viewport=size, color_scheme=scheme)
    invited.goto(page.get_by_label("Invitation for Bob").input_value())
    expect(invited.get_by_role("button", name="Sit down")).to_be_visible()
    sound(axe, invited)
    invited.get_by_role("button", name="Sit down").click()
    Person(invited).status.get_by_text("Ann’s turn").wait_for()
    ann.my_turn()
    reachable = False
    sockets[-1].close()
    expect(page.locator(".banner")).to_contain_text("Connection lost", timeout=PATIENCE)
    sound(axe, page)
    reachable = True
    expect(page.locator(".banner")).to_be_hidden(timeout=PATIENCE)
    other = Person(open_page(viewport=size, color_scheme=scheme)).sit(link)
    other.my_turn()
    expect(page.locator(".banner")).to_contain_text("open in another window", timeout=PATIENCE)
    sound(axe, page)
    other.page.goto(f"{site.address}/mine")
    expect(other.page.locator("ul.games a").first).to_be_visible()
    sound(axe, other.page)
    other.page.goto(site.address)
    expect(other.page.locator(".cards li a").first).to_be_visible()
    sound(axe, other.page)


@pytest.mark.parametrize(("size", "scheme"), SCREENS)
def test_what_comes_up_while_one_plays(size: Any, scheme: str, open_page: Open, site: Site, axe: Any) -> None:
    page = open_page(viewport=size, color_scheme=scheme)
    [link] = site.game("Ann", "bot:passer", tiles=site.tiles("blanks", BLANKS), lexicon="default", help="hints")
    ann = Person(page).sit(link)
    ann.my_turn()
    ann.rack.first.click()
    ann.square("8H").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    sound(axe, page)  # which letter it is
    page.get_by_role("dialog").get_by_role("button", name="B", exact=True).click()
    expect(ann.verdict).to_contain_text("at least 2 tiles")
    sound(axe, page)  # what is wrong with a play
    ann.button("Recall").click()
    ann.button("Exchange").click()
    ann.rack.first.click()
    sound(axe, page)
    page.keyboard.press("Escape")
    ann.button("Hint").click()
    expect(page.locator("ol.plays button, .hints p").first).to_be_visible(timeout=PATIENCE)
    sound(axe, page)
    page.goto(page.url.partition("#")[0].replace("/play/", "/game/"))
    expect(page.locator('[role="gridcell"]').first).to_be_attached(timeout=PATIENCE)
    sound(axe, page)  # who looks on


@pytest.mark.parametrize(("size", "scheme"), SCREENS)
def test_the_window_of_given_files_and_a_form_with_complaints(
    size: Any, scheme: str, open_page: Open, site: Site, axe: Any
) -> None:
    page = open_page(viewport=size, color_scheme=scheme)
    about = page.request.get(f"{site.address}/api/about").json()
    given = {"board": "board", "tiles": "tiles", "rules": "cs351", "words": "words", "first": "earliest-letter"}
    page.route("**/api/about", lambda route: route.fulfill(json={**about, "given": given}))
    page.goto(site.address)
    expect(page.get_by_role("region", name="The game of the files")).to_be_visible()
    sound(axe, page)
    page.goto(f"{site.address}/new")
    page.get_by_label("What to play").select_option("given")
    page.get_by_text("Clock and help").click()
    page.get_by_label("Clock for people").select_option("game")
    page.get_by_role("button", name="Begin").click()  # this server has no such files
    expect(page.locator(".trouble p").first).to_be_visible(timeout=PATIENCE)
    sound(axe, page)
