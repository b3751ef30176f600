"""The options of a bot in the form of a new game: shown for the bot that is chosen, checked beside the field, sent."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.page.browser.conftest import Open
from tests.page.browser.site import PATIENCE, Person, Site
from tests.page.browser.test_pages import serious


def test_a_bots_options_are_written_by_keyboard_and_what_is_wrong_stands_beside_them(
    open_page: Open, site: Site, axe: Any
) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    page.goto(f"{site.address}/new?bot=slow&board=scrabble")
    bot = page.get_by_label("Bot of seat 2")
    options = page.get_by_role("group", name="Options of slow, seat 2")
    options.get_by_text("Options of slow: seconds").press("Enter")
    options.get_by_label("seconds").fill("0.5")
    bot.select_option("passer")  # it takes none
    expect(page.locator("details.options:visible")).to_have_count(0)
    bot.select_option("greedy")
    options = page.get_by_role("group", name="Options of greedy, seat 2")
    options.get_by_text("Options of greedy: threads").press("Enter")
    threads = options.get_by_label("threads")
    expect(threads).to_have_accessible_description("1 to 64; 1 if left empty")
    for text in ("many", "65", "0", "1.5"):
        threads.fill(text)
        threads.press("Enter")  # sends the form
        expect(threads).to_have_accessible_description(re.compile("Write a whole number from 1 to 64, or nothing"))
        expect(threads).to_have_attribute("aria-invalid", "true")
        expect(threads).to_be_focused()
    assert page.url.endswith("board=scrabble")
    assert serious(axe, page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    # what only the server can know is said there too
    complaint = {"code": "invalid", "where": "seats[1].options.threads", "problem": "too many", "remedy": "Write less"}
    refusal = json.dumps({"error": complaint, "more": [{**complaint, "where": "first", "problem": "no such seat"}]})
    page.route("**/api/games", lambda route: route.fulfill(status=400, body=refusal, content_type="application/json"))
    threads.fill("2")
    expect(threads).not_to_have_attribute("aria-invalid", "true")
    threads.press("Enter")
    expect(threads).to_have_accessible_description(re.compile("Too many. Write less."))
    expect(page.locator(".trouble")).to_have_text("No such seat. Write less.")
    page.unroute("**/api/games")
    threads.press("Enter")
    ann = Person(page)
    expect(ann.page.locator(".players")).to_contain_text("greedy (threads 2)", timeout=PATIENCE)
    sent = page.request.get(f"{site.address}/api/games").json()["games"]
    assert any("greedy (threads 2)" in game["players"] for game in sent)
