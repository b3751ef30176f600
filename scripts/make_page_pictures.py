#!/usr/bin/env python3
"""Makes the pictures of the page of ``arena serve``, docs/pictures/page-*.png.

    python scripts/make_page_pictures.py results/quickstart

Needs Chromium and playwright (the extra ``test``). It serves the results of ``arena run quickstart``
together with games of its own, and takes each page in light or dark as people see it. Run it when the page has changed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, sync_playwright

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
LARGEST = 200_000  # bytes of a picture
WORD: dict[str, Any] = {"kind": "word"}


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Run a server on a folder of results; the value is its address."""
    command = ["arena", "serve", "--no-browser", "--port", "0", "--results", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip().rstrip("/")
        finally:
            server.terminate()


def seat(address: str, **game: Any) -> str:
    """Begin a game of Ann against greedy, and return the address of Ann's seat."""
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "greedy"}]
    clock = {"kind": "game", "seconds": 1500}
    body = {"game": {**WORD, **game}, "seats": seats, "me": 0, "first": 0, "clock": clock, "help": "hints"}
    told = httpx.post(f"{address}/api/games", json=body, timeout=120).json()
    return f"{address}/play/{told['game']}#{told['me']['token']}"


def play(page: Page, turns: int) -> None:
    """Play the best moves of the hints, and lay one more that is not sent."""
    for turn in range(turns + 1):
        page.get_by_text("Your turn", exact=True).first.wait_for()
        page.get_by_role("button", name="Hint").click()
        page.locator("ol.plays button").nth(0 if turn < turns else 2).click()
        page.locator(".worth", has_text="points").wait_for()
        if turn < turns:
            page.get_by_role("button", name="Play", exact=True).click()
            page.locator("ol.plays").wait_for(state="detached")
    page.mouse.move(0, 0)
    page.evaluate("window.scrollTo(0, 0)")


def take(results: Path) -> list[str]:
    """Write the pictures; return what is wrong with them, one line each."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        shutil.copytree(results, Path(folder, "quickstart"))
        with serving(Path(folder)) as address:
            browser = started.chromium.launch(executable_path=program, args=["--no-sandbox"])

            def shot(
                name: str, link: str, size: tuple[int, int], shows: str, dark: bool = False, turns: int | None = None
            ) -> None:
                view = {"width": size[0], "height": size[1]}
                page = browser.new_page(viewport=view, color_scheme="dark" if dark else "light")
                page.goto(link)
                if turns is not None:
                    play(page, turns)
                page.locator(shows).first.wait_for()  # fails where what the picture is about does not come
                page.wait_for_load_state("networkidle")
                page.wait_for_timeout(500)  # until what was asked for last is drawn
                place = PICTURES / f"page-{name}.png"
                page.screenshot(path=place)
                page.close()
                if place.stat().st_size > LARGEST:
                    wrong.append(f"{place.name} has {place.stat().st_size} bytes, and {LARGEST} is the most")

            games = httpx.get(f"{address}/api/results/quickstart/games?variant=standard", timeout=60).json()["games"]
            PICTURES.mkdir(exist_ok=True)
            shot("game", seat(address), (1180, 820), ".tile.laid", turns=4)
            shot("phone", seat(address), (390, 780), ".tile.laid", dark=True, turns=3)
            shot("endless", seat(address, board="infinite"), (1180, 820), ".tile.laid", dark=True, turns=4)
            shot(
                "replay",
                f"{address}/results/quickstart/game?id={games[0]['id']}&move=9",
                (1180, 820),
                "ol.plays button",
            )
            analysed = "15/15/15/15/15/15/15/6ERA6/15/15/15/15/15/15/15 MUB/ 0/0 0"
            shot("analyse", f"{address}/analyse?cgp={analysed}&board=scrabble", (1180, 820), "ol.plays button")
            shot("watch", f"{address}/watch/quickstart", (1180, 640), ".standings tbody tr")
            browser.close()
    return wrong


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit("\n".join(take(Path(sys.argv[1]))) or None)
