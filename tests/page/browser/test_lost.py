"""Connections that are cut, servers that are started again, seats that are opened twice."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.browser.conftest import Open
from tests.page.browser.site import PATIENCE, Person, Site, serving


def test_a_seat_that_is_opened_twice_is_held_by_the_later_window(open_page: Open, site: Site) -> None:
    """W11."""
    link, _ = site.game("Ann", "Bob", tiles=site.ones(40), lexicon="any")
    one, two = Person(open_page()).sit(link), Person(open_page())
    one.my_turn()
    two.sit(link).my_turn()
    banner = one.page.locator(".banner")
    expect(banner).to_contain_text("open in another window", timeout=PATIENCE)
    expect(one.button("Pass")).to_be_disabled()
    one.button("Use it here").click()
    expect(two.page.locator(".banner")).to_contain_text("open in another window", timeout=PATIENCE)
    expect(banner).to_be_hidden()
    one.line("8H AA")
    expect(one.moves).to_have_count(1, timeout=PATIENCE)


def test_clocks_are_shown_and_counted_down(open_page: Open, site: Site) -> None:
    """W12."""
    clock = {"kind": "game", "seconds": 600}
    link, _ = site.game("Ann", "Bob", tiles=site.ones(40), lexicon="any", clock=clock)
    ann = Person(open_page()).sit(link)
    ann.my_turn()
    mine = ann.page.locator(".players .clock").first
    expect(mine).to_have_text(re.compile("9:5[0-9]"), timeout=PATIENCE)
    before = mine.inner_text()
    expect(mine).not_to_have_text(before)
    ann.line("clock")
    expect(ann.answer).to_have_text(re.compile(r"Ann 9:[0-9]{2}, Bob "))


def test_a_cut_connection_is_shown_costs_only_time_and_comes_back_whole(open_page: Open, site: Site) -> None:
    """W09, W10: nobody has left; what happened meanwhile is there, and the server's clock is shown at once."""
    clock = {"kind": "game", "seconds": 600}
    first, second = site.game("Ann", "Bob", tiles=site.ones(60), lexicon="any", clock=clock)
    page = open_page()
    sockets: list[Any] = []
    reachable = True

    def routed(socket: Any) -> None:
        if not reachable:
            socket.close()
            return
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket("**/api/live", routed)
    bob = Person(page).sit(second)
    ann = Person(open_page()).sit(first)
    ann.my_turn()
    bob.rack.first.click()
    bob.square("10H").click()
    bob.holds("10H", "yours")
    reachable = False
    sockets[-1].close()
    banner = page.locator(".banner")
    expect(banner).to_contain_text("Connection lost", timeout=PATIENCE)
    expect(bob.button("Pass")).to_be_disabled()
    expect(ann.page.locator(".players")).to_contain_text("not connected", timeout=PATIENCE)
    ann.line("8H AA")
    expect(ann.moves).to_have_count(1, timeout=PATIENCE)
    expect(ann.status).to_have_text("Bob’s turn")  # who is cut off has not left
    running = ann.page.locator(".players li", has_text="Bob").locator(".clock")
    expect(running).to_have_text(re.compile("9:5[0-8]"), timeout=PATIENCE)
    reachable = True
    expect(banner).to_be_hidden(timeout=PATIENCE)
    bob.my_turn()
    bob.holds("8H", "A, 1 points, last play")
    bob.holds("10H", "yours")  # what was laid is still there
    expect(page.locator(".players li", has_text="Bob").locator(".clock")).to_have_text(re.compile("9:[0-5][0-9]"))
    bob.line("9H AA")
    expect(ann.moves).to_have_count(2, timeout=PATIENCE)


@pytest.mark.soak
def test_a_game_goes_on_after_the_server_was_started_again(browser: Any, tmp_path: Path) -> None:
    """W09, W10."""
    results = tmp_path / "results"
    context = browser.new_context()
    with serving(results) as address:
        site = Site(address, tmp_path)
        [link] = site.game("Ann", "bot:passer", tiles=site.ones(60), lexicon="any")
        ann = Person(context.new_page()).sit(link)
        ann.my_turn()
        ann.line("8H AA")
        expect(ann.moves).to_have_count(2, timeout=PATIENCE)
        ann.square("9H").click()
        ann.page.keyboard.type("aa")
        ann.holds("9I", "yours")
    expect(ann.page.locator(".banner")).to_contain_text("Connection lost", timeout=PATIENCE)
    with serving(results, int(address.rpartition(":")[2])):
        expect(ann.page.locator(".banner")).to_be_hidden(timeout=PATIENCE)
        ann.my_turn()
        ann.holds("8H", "A, 1 points")
        ann.holds("9I", "yours")  # what was laid is still there
        ann.button("Play").click()
        expect(ann.moves).to_have_count(4, timeout=PATIENCE)
    context.close()
