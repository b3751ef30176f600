"""A server of the page for tests, and a person at it: what one reads and clicks, by the names that people know."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

PATIENCE = 30_000  # ms; a machine may be busy

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
OPTIONS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip

ONE_LETTER = "name: ones\nalphabet: {letters: [A, B]}\ntiles:\n  - {faces: {A: 1}, count: COUNT}\n"
MANY_FACES = "name: many\nalphabet: {letters: [A, B, C]}\ntiles:\n  - {faces: {A: 1, B: 3}, count: 30}\n"
BLANKS = "name: blanks\nalphabet: {letters: [A, B, C]}\ntiles:\n  - {wild: 0, count: 30}\n"


@contextmanager
def serving(folder: Path, port: int = 0, *more: str) -> Iterator[str]:
    """Run ``arena serve`` with its results in a folder; the value is its address. more: options."""
    command = [sys.executable, "-c", "from arena.cli.main import main; main()", "serve", "--no-browser"]
    command += ["--port", str(port), "--results", str(folder), "--isolation", "process", *more]
    clean = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**clean, "PYTHONUNBUFFERED": "1"}) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            found = re.match(r"(http://\S+?)/$", line.strip())
            assert found, line
            yield found[1]
        finally:
            server.terminate()
            try:
                server.wait(60)
            except subprocess.TimeoutExpired:
                server.kill()
                raise


class Site:
    """A running server, and games made on it without the page."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address, self.folder = address, folder

    def tiles(self, name: str, text: str) -> str:
        """Return the path of a tile set with this text."""
        path = self.folder / f"{name}.yaml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    def ones(self, count: int = 18) -> str:
        """Return a set in which every tile is an A, so that everybody's rack is known."""
        return self.tiles(f"ones{count}", ONE_LETTER.replace("COUNT", str(count)))

    def post(self, path: str, body: Any) -> Any:
        answer = httpx.post(self.address + path, json=body, timeout=60)
        assert answer.is_success, answer.text
        return answer.json()

    def game(self, *seats: str, first: int = 0, **game: Any) -> list[str]:
        """Begin a game and return the address of each person's seat. seats: ``"Ann"``, a person; ``"bot:first"``."""
        rest = {name: game.pop(name) for name in ("clock", "help", "bot_seconds") if name in game}
        told = self.post(
            "/api/games",
            {
                "game": {"kind": "word", **game} if "game" not in game else {"kind": "small", **game},
                "seats": [
                    {"kind": "bot", "bot": seat[4:]} if seat.startswith("bot:") else {"kind": "person", "name": seat}
                    for seat in seats
                ],
                "me": 0,
                "first": "lot" if "cgp" in game else first,
                **rest,
            },
        )
        links = [f"{self.address}/play/{told['game']}#{told['me']['token']}"]
        for one in told["invitations"]:
            sat = self.post("/api/join", {"game": told["game"], "invitation": one["invitation"]})
            links.append(f"{self.address}/play/{told['game']}#{sat['token']}")
        return links


class Person:
    """Somebody in front of the page of a game."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def sit(self, link: str) -> Person:
        self.page.goto(link)
        expect(self.status).not_to_have_text("Connecting…", timeout=PATIENCE)
        return self

    @property
    def status(self) -> Locator:
        return self.page.locator(".status")

    @property
    def rack(self) -> Locator:
        return self.page.locator("arena-rack button.rack-tile")

    @property
    def verdict(self) -> Locator:
        return self.page.locator(".verdict")

    @property
    def moves(self) -> Locator:
        return self.page.locator("ol.moves li")

    def square(self, name: str) -> Locator:
        """Return the square of a name such as ``8D``, whatever lies there."""
        return self.page.locator(f'arena-board [role="gridcell"][aria-label^="{name},"]')

    def holds(self, name: str, what: str) -> None:
        """Wait until a square is told with these words."""
        expect(self.square(name)).to_have_attribute("aria-label", re.compile(what), timeout=PATIENCE)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def my_turn(self) -> None:
        expect(self.status).to_have_text("Your turn", timeout=PATIENCE)
        self.drawn()

    def drawn(self) -> None:
        """Wait until what the page has been told or asked is on the screen: a board is drawn at the next frame."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def over(self) -> None:
        expect(self.status).to_have_text("The game is over", timeout=PATIENCE)

    def drag(self, tile: Locator, square: Locator) -> None:
        """Move a tile with the mouse."""
        a, b = tile.bounding_box(), square.bounding_box()
        assert a is not None and b is not None
        mouse = self.page.mouse
        mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
        mouse.down()
        mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2 - 20)
        mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=3)
        mouse.up()

    def line(self, text: str) -> None:
        """Say a move in the line for moves."""
        box = self.page.get_by_label("Type a move")
        box.fill(text)
        box.press("Enter")

    @property
    def answer(self) -> Locator:
        return self.page.locator("form.line .told").first
