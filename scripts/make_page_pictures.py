#!/usr/bin/env python3
"""Makes the pictures of the page of ``arena serve``, docs/pictures/page-*.png, or of every page to be looked at.

    python scripts/make_page_pictures.py results/quickstart
    python scripts/make_page_pictures.py results/quickstart --all FOLDER [--only NAME ...]

Needs Chromium and playwright (the extra ``test``). It serves the results of ``arena run quickstart`` together with
games of its own. The first form takes what the documentation shows; run it when the page has changed. The second writes
every page, in every state that people meet, into a folder, at three widths in light and dark, to be looked at.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, ViewportSize, WebSocketRoute, sync_playwright

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
LARGEST = 200_000  # bytes of a picture
WORD: dict[str, Any] = {"kind": "word"}
ANALYSED = "15/15/15/15/15/15/15/6ERA6/15/15/15/15/15/15/15 MUB/ 0/0 0"
GCG = "#player1 Ann Ann\n#player2 Bob Bob\n>Ann: CATERED 8G CAT +99 99\n>Bob: SSSSSSS H7 S.S +3 3\n"
SIZES = ((360, 760), (1280, 900), (2560, 1300))
BLANKS = "name: blanks\nalphabet: {letters: [A, B, C]}\ntiles:\n  - {wild: 0, count: 30}\n"
COURSE = {
    "board": "7\n3. .. .. 2. .. .. 3.\n.. .3 .. .. .. .3 ..\n.. .. .2 .. .2 .. ..\n2. .. .. 2. .. .. 2.\n"
    ".. .. .2 .. .2 .. ..\n.. .3 .. .. .. .3 ..\n3. .. .. 2. .. .. 3.\n",
    "tiles": "* 0 2\ne 1 9\na 1 9\nt 2 9\nz 10 1\n",
    "words": "EAT\nATE\nTEA\nAT\nTA\nAE\n",
}
SLOW = """name: running
bots: [{name: slow, bot: slow, options: {seconds: 0.3}}, {name: greedy, bot: greedy}]
variants: [{name: standard, board: standard}]
pairs: 200
move_time: 5s
isolation: process
workers: 1
"""


@contextmanager
def serving(folder: Path, *more: str) -> Iterator[str]:
    """Run a server on a folder of results; the value is its address. more: options."""
    command = ["arena", "serve", "--no-browser", "--port", "0", "--results", str(folder), *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip().rstrip("/")
        finally:
            server.terminate()


@contextmanager
def browsing() -> Iterator[Browser]:
    """Run a browser."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


def made(address: str, **body: Any) -> dict[str, Any]:
    """Begin a game of Ann against greedy, or another one, and return what the server tells."""
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "greedy"}]
    answer = httpx.post(f"{address}/api/games", json={"game": WORD, "seats": seats, "me": 0, **body}, timeout=120)
    told: dict[str, Any] = answer.raise_for_status().json()
    return told


def seat(address: str, **game: Any) -> str:
    """Begin a game of Ann against greedy, and return the address of Ann's seat."""
    clock = {"kind": "game", "seconds": 1500}
    return link(address, made(address, game={**WORD, **game}, first=0, clock=clock, help="hints"))


def link(address: str, told: dict[str, Any]) -> str:
    """Return the address of the seat of who made a game."""
    return f"{address}/play/{told['game']}#{told['me']['token']}"


def play(page: Page, turns: int) -> None:
    """Play the best moves of the hints, and lay one more that is not sent."""
    for turn in range(turns + 1):
        page.get_by_text("Your turn", exact=True).first.wait_for()
        page.get_by_role("button", name="Hint").click()
        page.locator("ol.plays button").nth(0 if turn < turns else 2).click()
        page.locator(".worth", has_text="points").wait_for()
        if turn < turns:
            moves = page.locator("ol.moves li")
            before = moves.count()
            page.get_by_role("button", name="Play", exact=True).click()
            moves.nth(before + 1).wait_for(state="attached")  # it may say that it is Ann's turn until then
    page.mouse.move(0, 0)
    page.evaluate("window.scrollTo(0, 0)")


def rest(page: Page) -> None:
    """Wait until what was asked for is drawn."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)


def take(results: Path) -> list[str]:
    """Write the pictures of the documentation; return what is wrong with them, one line each."""
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(results, Path(folder, "quickstart"))
        with serving(Path(folder)) as address, browsing() as browser:

            def shot(
                name: str, link: str, size: tuple[int, int], shows: str, dark: bool = False, turns: int | None = None
            ) -> None:
                view: ViewportSize = {"width": size[0], "height": size[1]}
                page = browser.new_page(viewport=view, color_scheme="dark" if dark else "light")
                page.goto(link)
                if turns is not None:
                    play(page, turns)
                page.locator(shows).first.wait_for()  # fails where what the picture is about does not come
                rest(page)
                place = PICTURES / f"page-{name}.png"
                page.screenshot(path=place)
                page.close()
                if place.stat().st_size > LARGEST:
                    wrong.append(f"{place.name} has {place.stat().st_size} bytes, and {LARGEST} is the most")

            replayed = f"{address}/results/quickstart/game?id={a_game(address)}&move=9"
            PICTURES.mkdir(exist_ok=True)
            shot("game", seat(address), (1180, 820), ".tile.laid", turns=4)
            shot("phone", seat(address), (390, 780), ".tile.laid", dark=True, turns=3)
            shot("endless", seat(address, board="infinite"), (1180, 820), ".tile.laid", dark=True, turns=4)
            shot("replay", replayed, (1180, 820), "ol.plays button")
            shot("analyse", f"{address}/analyse?cgp={ANALYSED}&board=scrabble", (1180, 820), "ol.plays button")
            shot("watch", f"{address}/watch/quickstart", (1180, 640), ".standings tbody tr")
    return wrong


def a_game(address: str) -> str:
    """Return the id of a game of the word game."""
    asked = f"{address}/api/results/quickstart/games?variant=standard"
    return str(httpx.get(asked, timeout=60).raise_for_status().json()["games"][0]["id"])


@dataclass(frozen=True)
class State:
    """A page in one of its states: its address, what is done there before it is shown, and what it shows then."""

    name: str
    address: str
    shows: str
    act: Callable[[Page], object] = lambda page: None
    kept: str = ""  # the games of the browser, as it keeps them


def states(address: str, tiles: str, browser: Browser) -> list[State]:
    """Return every page, in every state in which somebody meets it; games are made for them."""
    found = pages_of_the_site(address)
    found += games_of_words(address, tiles, browser)
    for one in httpx.get(f"{address}/api/choices", timeout=60).json()["small"]:
        told = made(
            address,
            game={"kind": "small", "game": one["example"]},
            seats=[{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "perfect"}][: one["seats"]],
            first=0,
            help="hints",
        )
        found.append(State(f"small-{one['name']}", link(address, told), ".status:has-text('Your turn')"))
    return found


def first_looks(address: str) -> list[State]:
    """Return the pages of a server on which nothing was played yet."""
    paths = ("", "mine", "watch", "results", "compare")
    return [State(f"empty-{path or 'home'}", f"{address}/{path}", "h1") for path in paths]


def windows_of_a_course(address: str) -> list[State]:
    """Return the pages of a server that was started with the files of a course."""

    def chosen(page: Page) -> None:
        page.get_by_label("What to play").select_option("given")

    told = made(address, game={"kind": "given"}, first=0)
    return [
        State("course-home", f"{address}/", "section[aria-label='The game of the files']"),
        State("course-new", f"{address}/new", "form.new", chosen),
        State("course-game", link(address, told), ".status:has-text('Your turn')"),
    ]


def pages_of_the_site(address: str) -> list[State]:
    """Return the pages that are no game."""
    night = f"{address}/results/quickstart"

    def opened(page: Page) -> None:
        page.get_by_text("Clock and help").click()

    def options(page: Page) -> None:
        page.get_by_text("Options of sim").click()
        page.get_by_label("plies").fill("many")
        page.get_by_role("button", name="Begin").click()

    def dropped(page: Page) -> None:
        page.locator("input[type=file]").set_input_files({"name": "a.gcg", "mimeType": "", "buffer": GCG.encode()})
        page.locator(".problems").wait_for()

    analysed = f"{address}/analyse?cgp={ANALYSED}&board=scrabble"
    return [
        State("home", f"{address}/", ".cards"),
        State("new", f"{address}/new", "form.new", opened),
        State("new-options", f"{address}/new?bot=sim", "[aria-invalid]", options),
        State("new-small", f"{address}/new?small=connect", "form.new"),
        State("new-position", f"{address}/new?cgp={ANALYSED}", "form.new"),
        State("join", f"{address}/join/nothing#x", "form"),
        State("mine-empty", f"{address}/mine", "ul.games"),
        State("results", f"{address}/results", "tbody tr"),
        State("results-one", night, "td:has-text('%')"),
        State("report", f"{address}/api/results/quickstart/report.html", "#best"),
        State("replay", f"{night}/game?id={a_game(address)}&move=9", "ol.plays button"),
        State("watch", f"{address}/watch", "ul.games"),
        State("watch-running", f"{address}/watch/running", ".boards .panel"),
        State("watch-over", f"{address}/watch/quickstart", ".standings tbody tr"),
        State("gcg", f"{address}/gcg", ".drop"),
        State("gcg-dropped", f"{address}/gcg", ".drop", dropped),
        State("analyse", f"{address}/analyse", "arena-board.set"),
        State("analyse-plays", analysed, "ol.plays button", lambda page: page.locator("ol.plays button").first.hover()),
        State("compare", f"{address}/compare?results=quickstart&a=greedy&b=top-3", "tbody tr"),
        State("compare-results", f"{address}/compare?a=quickstart&b=quickstart", "tbody tr"),
        State("wrong-address", f"{address}/nothing/here", "h1"),
        State("wrong-game", f"{address}/game/nothing", "h1"),
        State("wrong-results", f"{address}/results/nothing", "h1"),
    ]


def games_of_words(address: str, tiles: str, browser: Browser) -> list[State]:
    """Return a game at every stage, and what comes up while one plays."""
    alone = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "passer"}]
    two = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob"}]
    found, page = [], browser.new_page()

    def after(turns: int, **game: Any) -> str:
        where = seat(address, **game)
        page.goto(where)
        play(page, turns)
        return where

    def lay(page: Page) -> None:
        play(page, 0)

    def asks(page: Page) -> None:
        page.locator("arena-rack button").first.click()
        page.locator('[role="gridcell"][aria-label^="8H,"]').click()
        page.get_by_role("dialog").wait_for()

    def passes(page: Page) -> None:
        page.get_by_role("button", name="Pass").click()

    mine = "Your turn"
    waiting = made(address, seats=two)
    invitation = waiting["invitations"][0]["invitation"]

    def invites(page: Page) -> None:
        """Have the links at hand, as the browser has that made the game."""
        kept = json.dumps(waiting["invitations"])
        page.evaluate(f"localStorage.setItem('arena.invitations.{waiting['game']}', {kept!r})")
        page.reload()

    blanks = made(address, game={**WORD, "tiles": tiles, "lexicon": "any"}, first=0)
    ended = made(address, seats=alone, first=0)
    page.goto(link(address, ended))
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.locator(".end").wait_for()
    middle = after(6)
    found += [
        State("waiting", link(address, waiting), ".invite input", invites),
        State("invited", f"{address}/join/{waiting['game']}#{invitation}", "form"),
        State("game-start", seat(address), f".status:has-text('{mine}')"),
        State("game-middle", middle, ".tile.laid", lay),
        State("game-end", link(address, ended), ".end"),
        State("look-on", middle.partition("#")[0].replace("/play/", "/game/"), ".tile"),
        State("endless", after(6, board="infinite"), ".tile.laid", lay),
        State("holes", after(3, board="hole"), ".tile.laid", lay),
        State("programs", after(3, board="checkpoints"), ".tile.laid", lay),
        State("blank", link(address, blanks), "dialog", asks),
        State("pass", seat(address), "dialog", passes),
        State("cut", middle, ".banner:not([hidden])", cut),
    ]  # fmt: skip
    four = [*two, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]
    told = made(address, seats=four, first=2)
    for one in told["invitations"]:
        body = {"game": told["game"], "invitation": one["invitation"]}
        httpx.post(f"{address}/api/join", json=body, timeout=60).raise_for_status()
    found.append(State("game-of-four", link(address, told), f".status:has-text('{mine}')"))
    token, game = (told["me"]["token"], told["game"])
    kept = [{"game": game, "token": token, "seat": 0}]
    for where in (middle, link(address, waiting), link(address, ended)):
        kept.append({"game": where.split("/play/")[1].partition("#")[0], "token": where.partition("#")[2], "seat": 0})
    found += [
        State("mine", f"{address}/mine", "ul.games li a", kept=json.dumps(kept)),
        State("home-with-games", f"{address}/", ".cards li a", kept=json.dumps(kept)),
    ]
    page.close()
    return found


def cut(page: Page) -> None:
    """Take the page's connection away, as a network does that fails, and let it find none again."""
    open_ones: list[WebSocketRoute] = []

    def routed(socket: WebSocketRoute) -> None:
        if open_ones:
            socket.close()
            return
        open_ones.append(socket)
        socket.connect_to_server()

    page.route_web_socket("**/api/live", routed)
    page.reload()
    page.get_by_text("Your turn", exact=True).first.wait_for()
    open_ones[0].close()


def gallery(results: Path, out: Path, only: list[str]) -> list[str]:
    """Write every state of every page at three widths in light and dark; return what did not come."""
    wrong: list[str] = []
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        shutil.copytree(results, place / "results" / "quickstart")
        options = []
        for name, text in COURSE.items():
            (place / f"{name}.txt").write_text(text, encoding="utf-8")
            options += [f"--{name}", str(place / f"{name}.txt")]
        (place / "blanks.yaml").write_text(BLANKS, encoding="utf-8")
        (place / "running.yaml").write_text(SLOW, encoding="utf-8")
        command = ["arena", "run", "running.yaml", "--output", "results/running"]
        with (
            serving(place / "results") as address,
            serving(place / "none") as empty,
            serving(place / "course", *options) as course,
            browsing() as browser,
            subprocess.Popen(command, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run,
        ):
            found = [*first_looks(empty), *windows_of_a_course(course)]
            for state in [*found, *states(address, str(place / "blanks.yaml"), browser)]:
                if only and not any(state.name.startswith(name) for name in only):
                    continue
                for width, height in SIZES:
                    for scheme in ("light", "dark"):
                        try:
                            shown(browser, state, out / f"{state.name}-{width}-{scheme}.png", (width, height), scheme)
                        except Exception as error:
                            wrong.append(f"{state.name} at {width} in {scheme}: {str(error).splitlines()[0]}")
            run.terminate()
    return wrong


def shown(browser: Browser, state: State, place: Path, size: tuple[int, int], scheme: Any) -> None:
    """Write one state of a page as one sees it with that window."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, has_touch=size[0] < 500
    )
    try:
        page = context.new_page()
        if state.kept:
            page.add_init_script(f"localStorage.setItem('arena.games', {state.kept!r})")
        page.goto(state.address)
        state.act(page)
        page.locator(state.shows).first.wait_for(timeout=10_000)
        page.wait_for_timeout(400)
        page.screenshot(path=place, full_page=size[0] < 2000)
    finally:
        context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, help="the results of arena run quickstart")
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="write every page there")
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="only states whose names begin so")
    told = parser.parse_args()
    sys.exit("\n".join(take(told.results) if told.all is None else gallery(told.results, told.all, told.only)) or None)


if __name__ == "__main__":
    main()
