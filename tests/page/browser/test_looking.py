"""Looking back and on: replays, dropped GCG files, positions that are analysed, a tournament that runs."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from playwright.sync_api import expect

from tests.page.browser.conftest import Open
from tests.page.browser.site import PATIENCE, Site
from tests.page.browser.test_pages import serious
from tests.page.waiting import waiting_tournament

TOURNAMENT = """name: {name}
bots: [first, passer]
seed: 1
variants:
  - {{name: standard, board: standard}}
pairs: {pairs}
move_time: 5s
isolation: process
workers: 1
"""
GCG = """#player1 Ann Ann
#player2 Bob Bob
>Ann: CATERED 8G CAT +{claimed} {claimed}
>Bob: SSSSSSS H7 S.S +3 3
"""


def arena(folder: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", "from arena.cli.main import main; main()", *words]
    return subprocess.Popen(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def played(site: Site, name: str, pairs: int = 1) -> subprocess.Popen[str]:
    """Begin a tournament in the folder that the server looks at."""
    path = site.folder / f"{name}.yaml"
    path.write_text(TOURNAMENT.format(name=name, pairs=pairs), encoding="utf-8")
    return arena(site.folder, "run", str(path), "--output", str(site.folder / "results" / name))


@pytest.fixture(scope="module")
def night(site: Site) -> str:
    """Return the name of a tournament that is over."""
    with played(site, "night") as run:
        told = run.communicate(timeout=240)[0]
    assert run.returncode == 0, told
    return "night"


def test_a_game_is_looked_back_at_move_by_move(open_page: Open, site: Site, night: str, axe: Any) -> None:
    page = open_page(color_scheme="dark")
    page.goto(f"{site.address}/results")
    page.get_by_role("link", name=night).click()
    expect(page.get_by_role("region", name="Standings").get_by_text("%", exact=False).nth(1)).to_be_visible(
        timeout=PATIENCE
    )
    assert serious(axe, page) == []
    page.get_by_role("link", name="/0001/1").first.click()
    line = page.locator(".turnline")
    expect(line).to_contain_text("Move", timeout=PATIENCE)
    page.keyboard.press("Home")
    expect(line).to_have_text("The beginning")
    page.keyboard.press("ArrowRight")
    expect(line).to_contain_text("Move 1 of")
    expect(page).to_have_url(f"{page.url.partition('&move=')[0]}&move=0")
    expect(page.get_by_text("Best plays before move 1")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("ol.plays button").first).to_be_visible()
    page.locator("ol.plays button").first.hover()
    expect(page.locator('[aria-label$="proposed"]').first).to_be_attached()
    page.get_by_label("Moves are ranked").select_option("equity")
    expect(page.get_by_text("Best moves before move 1")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("points of equity given away")).to_be_visible()
    page.locator("ol.moves button").nth(2).click()
    expect(line).to_contain_text("Move 3 of")
    page.reload()  # the link leads to the move
    expect(line).to_contain_text("Move 3 of", timeout=PATIENCE)
    assert serious(axe, page) == []
    for name, head in [("GCG", b"#"), ("SVG", b"<svg"), ("PNG", b"\x89PNG"), ("CGP", b"")]:
        href = page.get_by_role("link", name=name, exact=True).get_attribute("href")
        answer = httpx.get(site.address + str(href), timeout=60)
        assert answer.is_success and answer.content.startswith(head), name


def test_a_dropped_gcg_is_shown_and_what_disagrees_is_marked(open_page: Open, site: Site, axe: Any) -> None:
    page = open_page(color_scheme="dark")
    page.goto(f"{site.address}/gcg")
    page.get_by_text("Board, tiles and words").click()
    drop(page, GCG.format(claimed=99))
    expect(page.locator(".problems")).to_contain_text("99", timeout=PATIENCE)
    expect(page.locator("ol.moves li")).to_have_count(2)
    expect(page.locator('[role="gridcell"][aria-label^="8G,"]')).to_have_attribute("aria-label", "8G, C, 3 points")
    page.get_by_role("button", name="Show").first.click()  # the move shown is one that disagrees
    assert serious(axe, page) == []
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator('[role="gridcell"][aria-label^="8G,"]')).to_have_attribute("aria-label", "8G, empty")
    drop(page, "this is no record")
    expect(page.locator(".trouble")).not_to_be_empty(timeout=PATIENCE)


def drop(page: Any, text: str) -> None:
    """Drop a file with this text on the page."""
    data = page.evaluate_handle(
        "(text) => { const data = new DataTransfer(); data.items.add(new File([text], 'a.gcg')); return data; }", text
    )
    page.dispatch_event("body", "drop", {"dataTransfer": data})


def test_a_position_is_set_up_by_hand_and_analysed(open_page: Open, site: Site, axe: Any) -> None:
    page = open_page()
    page.goto(f"{site.address}/analyse?board=scrabble")
    centre = page.locator('[role="gridcell"][aria-label^="8H,"]')
    expect(centre).to_be_attached(timeout=PATIENCE)
    page.locator('[role="gridcell"][aria-label^="8G,"]').click()
    page.keyboard.type("era")
    expect(centre).to_have_attribute("aria-label", "8H, R, 1 points")
    page.get_by_label("Rack").fill("MUB")
    page.get_by_label("Rack").press("Enter")
    best = page.locator("ol.plays button").first
    # the position and its best play are those of docs/reference/positions.md
    expect(best).to_contain_text("17", timeout=PATIENCE)
    best.hover()
    expect(page.locator('[aria-label$="proposed"]')).to_have_count(3)
    page.get_by_label("Moves are ranked").select_option("equity")
    expect(page.get_by_role("heading", name=re.compile(r"^\d+ moves"))).to_be_visible(timeout=PATIENCE)
    exchange = page.locator("ol.plays button").filter(has_text="exchange BMU")
    exchange.hover()
    expect(page.locator('[aria-label$="proposed"]')).to_have_count(0)
    expect(exchange.locator(".points")).to_have_text("0")
    page.get_by_label("Judge a play").fill("7I BUM")
    page.get_by_role("button", name="Judge").click()
    expect(page.get_by_text("It may be played. 17 points")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_text("greedy plays")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Link to this position").click()
    expect(page).to_have_url(re.compile("cgp="))
    page.reload()
    expect(centre).to_have_attribute("aria-label", "8H, R, 1 points", timeout=PATIENCE)
    assert serious(axe, page) == []


def test_a_running_tournament_is_watched_to_its_end(open_page: Open, site: Site, axe: Any) -> None:
    """W15: standings, games done and left, and the boards, on one page, as they change."""
    page = open_page()
    path, seen = waiting_tournament(site.folder, "running")
    with (
        arena(site.folder, "run", str(path), "--output", str(site.folder / "results" / "running")) as run,
        ExitStack() as ending,
    ):
        ending.callback(seen.touch)  # where something is wrong
        while not (site.folder / "results" / "running" / "games.sqlite").exists():
            assert run.poll() is None, run.communicate()[0]
            page.wait_for_timeout(50)
        page.goto(f"{site.address}/watch/running")
        board = page.locator(".boards .panel").first
        expect(board.locator(".tile").first).to_be_attached(timeout=4 * PATIENCE)
        expect(board).to_contain_text("standard/first-vs-waiting/0001/")
        expect(page.get_by_text(re.compile(r"^[01] of 2 games done, [12] to play"))).to_be_visible()
        expect(page.get_by_role("progressbar", name="Games done")).to_be_visible()
        before = board.locator(".tile").count()
        seen.touch()
        for _ in range(600):  # plays come in while one looks
            if page.locator(".boards .tile").count() > before or page.get_by_text("Over: 2 of 2").count():
                break
            page.wait_for_timeout(100)
        told = run.communicate(timeout=240)[0]
    assert run.returncode == 0, told
    expect(page.get_by_text("Over: 2 of 2 games done")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".standings tbody tr")).to_have_count(2)
    expect(page.locator(".standings tbody tr").first.locator("td").nth(5)).to_have_text("2")
    expect(page.locator(".cross")).to_contain_text("waiting")
    expect(page.locator(".boards .panel")).to_have_count(0)
    expect(page.get_by_text("No game is being played.")).to_be_visible()
    assert serious(axe, page) == []


def test_the_report_has_no_serious_fault_either(open_page: Open, site: Site, night: str, axe: Any) -> None:
    page = open_page(color_scheme="light")
    page.goto(f"{site.address}/api/results/{night}/report.html")
    expect(page.locator("#board svg .square").first).to_be_attached(timeout=PATIENCE)
    page.get_by_role("button", name="Last position").click()
    expect(page.locator("#board .tile.fresh, #board .tile").first).to_be_attached()
    assert serious(axe, page) == []
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert serious(axe, page) == []


def test_two_bots_and_two_results_are_compared_on_the_same_tiles(
    open_page: Open, site: Site, night: str, axe: Any
) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, color_scheme="dark")
    page.goto(f"{site.address}/compare?a={quote(night)}&b={quote(night)}")
    expect(page.get_by_text("2 games on the same tiles; 2 were the same move by move.")).to_be_visible(timeout=PATIENCE)
    assert serious(axe, page) == []
    page.get_by_label("What").select_option("bots")
    page.get_by_label("Bot", exact=True).select_option("first")
    page.get_by_label("Other bot").select_option("passer")
    expect(page.get_by_text("first did better")).to_be_visible(timeout=PATIENCE)
    assert serious(axe, page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.emulate_media(color_scheme="light")
    assert serious(axe, page) == []
    page.locator("tbody a").first.click()
    expect(page.locator(".turnline")).to_contain_text("Move", timeout=PATIENCE)
