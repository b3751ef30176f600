"""The report's page: self-contained, without a script's help but for the replay, and tried in a real browser."""

from __future__ import annotations

import base64
import json
import re
import shutil
import zlib
from collections import Counter
from dataclasses import replace
from importlib.resources import files

import msgspec
import pytest

from arena.board.marks import square_marks, tile_marks
from arena.records.record import FaultRecord, MoveRecord
from arena.report.boards import layouts
from arena.report.examine import examine
from arena.report.page.boards import rack_tiles
from arena.report.page.html import report_html
from arena.report.replay import ReplayData, board
from arena.report.standings import make_report
from arena.report.text import report_text
from tests.report.games import CAB, game, play, tournament
from tests.report.misses import hand_made
from tests.report.test_report import small_board


def page(records, **rest):
    records = list(records)
    return report_html(make_report("night", records, **rest), lambda: records, {"standard": small_board()})


@pytest.fixture(scope="module")
def made():
    """The page of the tournament that most tests look at."""
    return page(tournament())


def test_the_page_needs_nothing_from_anywhere(made):
    text = made
    assert not re.findall(r"""(?:src|href)=["'](?!#|data:)[^"']+""", text.replace("xlink:href", ""))
    assert not re.findall(r"@import|url\((?!#)", text)
    assert text == page(tournament())


def test_ids_are_unique_and_every_reference_leads_somewhere():
    text = page([*tournament(), *[game(n, ("greedy", "random"), (20 + n, 30)) for n in range(2, 20)]])
    ids = Counter(re.findall(r' id="([^"]+)"', text))
    assert [name for name, count in ids.items() if count > 1] == []
    referred = set(re.findall(r'(?:href="#|url\(#)([^")=]+)[")]', text))
    assert referred <= set(ids)


def test_the_page_shows_what_the_text_shows(made):
    text = made
    for phrase in (
        "All variants, 6 games",
        "Variant hole",
        "virtual draw",
        "CABS",
        "Best move was played by random for 20",
    ):
        assert phrase in text
    assert "Elo with 95 % intervals: " in text  # the plot in words, for those who do not see it
    assert text.count("fresh") >= 2


def test_names_are_text_whatever_they_hold():
    evil = '<img src=x onerror="alert(1)">'
    records = [game(n, (evil, "b"), (30, 20), half=h) for n in range(1, 13) for h in (1, 2)]
    text = page(records)
    assert "<img" not in text
    assert "&lt;img" in text


def test_who_is_not_admitted_has_a_section(made):
    text = page(tournament(), refused={"random": "it needs <b>torch</b>"})
    row = '<th scope="row" class="name">random</th><td class="name">it needs &lt;b&gt;torch&lt;/b&gt;</td>'
    assert row in text.split('<section id="refused"', 1)[1].split("</section>", 1)[0]
    assert '<a href="#refused">' in text and "refused" not in made


def test_an_empty_tournament_and_one_without_points_have_a_page():
    assert "No game has been played yet" in page([], bots=["a", "b"])
    bare = [msgspec.structs.replace(record, scores=None, moves=()) for record in tournament()]
    text = page(bare)
    assert "No move scored points." in text
    assert not re.search(r">(nan|inf|-inf)<", text)


def test_the_games_travel_along_whole(made):
    text = made
    packed = re.search(r'id="data">([^<]+)<', text)[1]
    fields = json.loads(zlib.decompress(base64.b64decode(packed)))
    assert [one["i"] for one in fields["games"]] == [record.id for record in tournament()]
    first = fields["games"][0]
    assert first["m"][0]["t"] == [[0, 0, "C", 3], [1, 0, "A", 1], [2, 0, "B", 3]]
    assert first["m"][2]["f"] == ["LATE", "no answer in 1 s"]
    assert first["m"][1]["ms"] == 20.0
    assert fields["boards"]["standard"]["rows"] == ["..'..", ".....", "... .", "....."]


def test_a_board_without_an_end_is_sent_as_far_as_the_games_went():
    record = tournament()[0]
    replay = ReplayData({"standard": small_board(bounds=None)})
    replay.game(record)
    picture = replay.boards()["standard"]
    assert (picture["x"], picture["y"], len(picture["rows"][0]), len(picture["rows"])) == (
        -2,
        -2,
        8,
        7,
    )  # two squares around 0..3, 0..2
    assert board(small_board(bounds=None), None) is None
    assert board(small_board(bounds=None), (0, 0, 10_000, 10_000)) is None  # too large to send


@pytest.fixture(scope="module")
def browser():
    """A Chromium, where there is one."""
    playwright = pytest.importorskip("playwright.sync_api")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with playwright.sync_playwright() as started:
        try:
            opened = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        except playwright.Error as error:
            pytest.skip(f"no browser here: {str(error).splitlines()[0]}")
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def window(browser):
    """What all tests open their pages in; the page of a report keeps nothing in the browser."""
    context = browser.new_context(offline=True)
    yield context
    context.close()


@pytest.fixture
def shown(window, made, tmp_path):
    """Open the page at a width and in a colour scheme; whatever it complains of or fetches fails the test."""
    file = tmp_path / "report.html"
    file.write_text(made, encoding="utf-8")
    tabs, troubles = [], []

    def show(width=1280, scheme="light", hash_="", text=None):
        if text is not None:
            file.write_text(text, encoding="utf-8")
        tab = window.new_page()
        tabs.append(tab)
        tab.set_viewport_size({"width": width, "height": 900})
        tab.emulate_media(color_scheme=scheme)
        tab.on("pageerror", lambda error: troubles.append(str(error)))
        tab.on("console", lambda line: troubles.append(line.text) if line.type == "error" else None)
        tab.on("request", lambda asked: troubles.append(asked.url) if asked.url.startswith("http") else None)
        tab.goto(file.as_uri() + hash_)
        tab.wait_for_selector("#player:not([hidden])")
        return tab

    yield show
    for tab in tabs:
        tab.close()
    assert troubles == []


def faces(tab, selector):
    """Return what is written on tiles or squares: the texts that are drawn after their ground."""
    written = """(grounds) => grounds.map((ground) => {
        const texts = [];
        let node = ground;
        while ((node = node.nextElementSibling)?.tagName === "text") texts.push(node.textContent);
        return texts.join(" ");
    })"""
    return tab.locator(selector).evaluate_all(written)


@pytest.mark.parametrize(
    ("width", "scheme"), [pytest.param(1280, "light", marks=pytest.mark.soak), (800, "dark"), (390, "light")]
)
def test_the_page_fits_its_window(shown, width, scheme):
    """Of three widths, the widest is left to the soak: it is what every other test looks at."""
    tab = shown(width, scheme)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    ink, paper = (tab.evaluate(f"getComputedStyle(document.body).{name}") for name in ("color", "backgroundColor"))
    dark = [sum(map(int, re.findall(r"\d+", colour)[:3])) < 384 for colour in (ink, paper)]
    assert dark == ([True, False] if scheme == "light" else [False, True])


@pytest.fixture(scope="module")
def with_moves(spec):
    """A page with every section there is; its board has no end as far as the page knows."""
    boards = layouts({"tiny": spec})
    open_ended = replace(boards["tiny"], bounds=None)
    records = hand_made()
    moves = examine(lambda: records, {"tiny": spec}, {"tiny": open_ended})
    return report_html(make_report("tiny", records), lambda: records, boards, moves)


@pytest.mark.parametrize(
    ("width", "scheme"), [pytest.param(1280, "dark", marks=pytest.mark.soak), (800, "light"), (390, "dark")]
)
def test_the_sections_on_moves_fit_too_and_their_links_lead_to_the_turn(shown, with_moves, width, scheme):
    """Of three widths, the widest is left to the soak."""
    tab = shown(width, scheme, text=with_moves)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    for section in ("regret", "doings", "extents", "pairs"):
        assert tab.is_visible(f"#{section} h2")
        assert tab.locator(f"nav a[href='#{section}']").count() == 1
    assert tab.locator("#regret .board").count() == 4  # two misses, what was played and what was there
    assert faces(tab, "#regret .board >> nth=1 >> .fresh") == ["C 2", "A 1", "B 3", "S 1"]
    tab.click("#regret .miss a >> nth=1")
    tab.wait_for_function("document.getElementById('turn').value === '2'")
    assert "Turn 2 of 4: two: CAB 6" in tab.inner_text("#told")


def test_ids_are_unique_in_a_page_with_every_section(with_moves):
    ids = Counter(re.findall(r' id="([^"]+)"', with_moves))
    assert [name for name, count in ids.items() if count > 1] == []
    assert set(re.findall(r'(?:href="#|url\(#)([^")=]+)[")]', with_moves)) <= set(ids)
    assert not re.search(r">(nan|inf|-inf|-0\.0+)<", with_moves)
    assert 'href="data:image/png' in with_moves  # the map of where games went travels along


def ids_in(text):
    fields = json.loads(zlib.decompress(base64.b64decode(re.search(r'id="data">([^<]*)<', text)[1])))
    return [one["i"] for one in fields["games"]]


def test_a_large_tournament_brings_the_games_that_the_page_leads_to_and_the_first_pairs():
    records = [game(n, ("a", "b"), (n, 0), half=h, moves=[CAB]) for n in range(1, 21) for h in (1, 2)]
    best = msgspec.structs.replace(records[30], moves=tournament()[0].moves)
    records[30] = best
    report = make_report("night", records)
    text = report_html(report, lambda: records, most=5)
    assert best.id in ids_in(text)
    assert "5 games to replay here" in text
    assert "35 games are left out" in text
    linked = set(re.findall(r'href="#game=([^&"]+)&amp;turn', text))
    assert linked == {play.game for play in report.best}
    assert linked <= set(ids_in(text))
    assert "left out" not in report_html(report, lambda: records)
    assert ids_in(report_html(report, lambda: records, most=0)) == []


def test_games_of_three_seats_say_what_is_for_two():
    records = [game(n, ("a", "b", "c"), (n, 5, 9 - n), half=h) for n in range(1, 9) for h in (1, 2, 3)]
    report = make_report("three", records)
    sentence = "There are games of 3 seats here: the crosstable, the pair statistics"
    assert sentence in report_html(report, lambda: records)
    assert sentence in " ".join(report_text(report).split())
    assert "\n\nthe test of the variants are for games of two" not in report_text(report)
    assert "games of 2 seats" not in report_text(make_report("two", tournament()))


def test_a_game_is_replayed_with_the_keyboard(shown):
    tab = shown()
    tab.focus("#board")
    tab.keyboard.press("ArrowRight")
    assert "Turn 1 of 4: greedy: CAB 14 = 14" in tab.inner_text("#told")
    assert faces(tab, "#board .fresh") == ["C 3", "A 1", "B 3"]
    tab.keyboard.press("End")
    text = tab.inner_text("#told")
    assert "Turn 4 of 4" in text
    assert "greedy 120, random 80" in text
    assert tab.locator("#board .tile").count() == 6
    tab.keyboard.press("ArrowLeft")
    assert "no answer in 1 s" in tab.inner_text("#told")
    tab.keyboard.press("Home")
    assert tab.locator("#board .tile").count() == 0


def test_a_turn_without_a_move_is_told_in_words(shown):
    never = MoveRecord(0, 0, None, {}, FaultRecord("NOT_READY", ""))
    late = MoveRecord(1, 1, None, {"kind": "timeout"}, FaultRecord("LATE", "no answer in 1 s"))
    tab = shown(text=page([game(1, ("greedy", "random"), (0, 0), moves=(never, late))]))
    turns = [turn.strip() for turn in tab.locator("#moves button").all_inner_texts()]
    assert turns == ["greedy: not ready", "random: late (no answer in 1 s)"]


def test_the_replay_plays_by_itself_at_the_speed_asked_for(shown):
    tab = shown()
    tab.focus("#board")
    for _ in range(9):
        tab.keyboard.press("+")
    assert tab.input_value("#speed") == "10"
    tab.keyboard.press(" ")
    assert tab.get_attribute("#play", "aria-pressed") == "true"
    tab.wait_for_function("document.getElementById('turn').value === '4'")
    tab.wait_for_function("document.getElementById('play').getAttribute('aria-pressed') === 'false'")


def test_a_best_move_leads_to_its_game_and_turn(shown):
    tab = shown()
    tab.click("#best a >> nth=0")
    tab.wait_for_function("document.getElementById('turn').value === '4'")
    assert tab.input_value("#game") == "standard/greedy-vs-random/0001/1"
    again = shown(hash_="#game=standard%2Fgreedy-vs-random%2F0001%2F1&turn=2")
    assert "Turn 2 of 4" in again.inner_text("#told")


def test_games_are_chosen_by_variant_and_bot(shown):
    tab = shown()
    tab.select_option("#variant", "hole")
    assert tab.locator("#game option").count() == 2
    tab.select_option("#variant", "")
    tab.select_option("#bot", "greedy")
    assert tab.locator("#game option").count() == 4
    tab.click("#moves button >> nth=0")
    assert "Turn 1" in tab.inner_text("#told")


def test_on_paper_the_tables_stay_and_the_replay_goes(shown):
    tab = shown()
    tab.emulate_media(media="print")
    assert tab.is_visible("#standings table")
    assert not tab.is_visible("#replay")
    assert not tab.is_visible("nav")


def cells(tab, column, table="#best table"):
    return tab.locator(f"{table} tbody tr:not(.away) > :nth-child({column})").all_inner_texts()


def test_a_table_sorts_by_the_column_that_is_clicked(shown):
    tab = shown()
    before = cells(tab, 2)
    assert [int(text) for text in before] == sorted(map(int, before), reverse=True)  # points
    head = tab.locator("#best thead th >> nth=1")
    ways = []
    for _ in range(3):
        head.locator("button").click()
        ways.append((head.get_attribute("aria-sort"), cells(tab, 2)))
    assert ways == [("descending", before), ("ascending", before[::-1]), (None, before)]
    words = cells(tab, 3)
    tab.click("#best thead th >> nth=2 >> button")
    assert cells(tab, 3) == sorted(words)  # text goes the other way first


def test_numbers_with_signs_sort_as_numbers_and_what_says_nothing_stays_last(shown):
    games = [game(n, (f"bot{n}", "z"), (20 + n, 30 - n)) for n in range(1, 12)]
    tab = shown(text=page(games))
    table = "#standings table"
    for column in (3, 4, 5, 8, 9, 10):
        tab.click(f"{table} >> nth=0 >> thead th >> nth={column - 1} >> button")
        found = [re.sub("[*<>= ,]", "", text) for text in cells(tab, column, "#standings .part:first-of-type table")]
        numbers = [float(text) for text in found if text != "-"]
        assert found[: len(numbers)] == [text for text in found if text != "-"]


def test_a_long_table_starts_short_and_shows_all_when_asked(shown):
    games = [game(n, ("a", f"b{n:02}"), (5, 5)) for n in range(1, 25)]
    tab = shown(text=page(games))
    table = "#standings .part table"
    assert len(cells(tab, 2, table)) == 10
    assert tab.inner_text("#standings button.more") == "Show all 25"
    tab.click(f"{table} >> thead th >> nth=1 >> button")
    assert cells(tab, 2, table) == ["a", *(f"b{n:02}" for n in range(1, 10))]  # the first ten of the new order
    tab.click("#standings button.more")
    assert len(cells(tab, 2, table)) == 25
    assert tab.get_attribute("#standings button.more", "aria-expanded") == "true"


def test_parts_fold_a_link_opens_them_and_paper_shows_all(shown):
    tab = shown()
    tab.click("#best h2 button")
    assert not tab.is_visible("#best table")
    assert tab.get_attribute("#best h2 button", "aria-expanded") == "false"
    tab.emulate_media(media="print")
    assert tab.is_visible("#best table")
    tab.emulate_media(media="screen")
    tab.click("nav a[href='#best']")
    assert tab.is_visible("#best table")
    tab.click("#standings .part h3 button >> nth=0")
    assert not tab.is_visible("#standings .part table >> nth=0")
    assert tab.is_visible("#standings .part table >> nth=1")


def test_a_table_that_is_cut_says_so_until_its_end_is_seen(shown):
    tab = shown(390)
    box = "#standings .wide >> nth=0"
    assert "cut-right" in tab.get_attribute(box, "class")
    assert tab.is_visible("#standings .cut >> nth=0")
    tab.locator(box).evaluate("box => { box.scrollLeft = box.scrollWidth; }")
    tab.wait_for_function("document.querySelector('#standings .wide').classList.contains('cut-left')")
    assert "cut-right" not in tab.get_attribute(box, "class")
    wide = shown(1900)
    assert "cut" not in wide.get_attribute(box, "class")
    assert not wide.is_visible("#standings .cut >> nth=0")


def test_boards_have_coordinates_and_a_key(shown):
    tab = shown()
    edges = ["-1", "0", "1", "2", "3", "-1", "0", "1", "2"]  # x of five columns, then y of four rows
    for shape in ("#best .board >> nth=0", "#board svg"):
        assert tab.locator(f"{shape} >> .edge").all_text_contents() == edges
        assert tab.locator(f"{shape} >> rect").count() == 5 * 4 - 1  # one of them is a hole
    for key in ("#best .key", "#key"):
        text = " ".join(tab.inner_text(key).split())
        for meaning in ("laid in this turn", "lies there already", "a tile worth nothing", "2L DL", "x and y"):
            assert meaning in text, text
    assert tab.locator("#board .cell title").nth(2).text_content() == "x 1, y -1: DLS"
    assert faces(tab, "#board .cell >> nth=2 >> rect") == ["2L"]


def test_racks_are_tiles(shown):
    tab = shown()
    tab.focus("#board")
    assert not tab.is_visible("#rack")
    tab.keyboard.press("ArrowRight")
    assert tab.inner_text("#rack span") == "Rack of greedy"
    assert faces(tab, "#rack .tile") == ["A 1", "B 3", "C 3", "D", "E", "F", "G"]
    assert tab.get_attribute("#rack", "aria-label") == "Rack of greedy: A B C D E F G"
    assert tab.locator("#best .rack >> nth=0 >> .tile").count() == 7
    tab.keyboard.press("Home")
    assert not tab.is_visible("#rack")


def test_a_printed_hand_is_read_tile_by_tile():
    hand = "AB[CH]#7 ??"
    record = msgspec.structs.replace(tournament()[0], moves=(play(0, 0, "0 0 3C3 1 0 1A1", 4, "CA"),))
    record.moves[0].note["hand"] = hand
    found = [(tile["text"], tile["points"], tile["kind"]) for tile in rack_tiles(record, 0)]
    plain = [("A", 1, "tile"), ("B", None, "tile"), ("CH", None, "tile"), ("#7", None, "tile")]
    assert found == [*plain, ("?", None, "tile wild"), ("?", None, "tile wild")]
    assert rack_tiles(record, 5) == []


def test_boards_here_are_those_of_the_page_of_arena_serve(shown):
    """One drawing: a board that Python made is, mark by mark, what the shared script draws in the browser."""
    tab = shown()
    tab.focus("#board")
    tab.keyboard.press("End")
    looks = [("plain", ""), ("l2", "2L"), ("w4", "4W"), ("other", "*"), ("hole", "")]
    tiles = [
        ("A", 1, False, ""),
        ("Q", 10, False, "fresh"),
        ("CH", 5, False, ""),
        ("E", 0, True, ""),
        ("LONGER", 12, True, "fresh"),
    ]
    for side in (9, 13, 20, 24, 30, 44):
        for kind, mark in looks:
            look = None if kind == "hole" else {"class": kind, "mark": mark}
            assert drawn(tab, "square", look, side) == [told(one) for one in square_marks(kind, mark, side)], (
                kind,
                side,
            )
        for char, points, wild, state in tiles:
            look = {"char": char, "points": points, "wild": wild, "state": state}
            made = [told(one) for one in tile_marks(char, points, side, wild=wild, state=state)]
            assert drawn(tab, "tile", look, side) == made, (char, side)


def drawn(tab, what, look, side):
    """Return what the shared script draws: tag, attributes, text."""
    script = (files("arena.board") / "web" / "draw.js").read_text(encoding="utf-8")
    return tab.evaluate(
        """async ([script, what, look, side]) => {
            window.drawing ??= await import(URL.createObjectURL(new Blob([script], {type: "text/javascript"})));
            return window.drawing[what](look, side).map((node) => [
                node.tagName,
                Object.fromEntries([...node.attributes].map(({name, value}) => [name, value.trim()])),
                node.textContent,
            ]);
        }""",
        [script, what, look, side],
    )


def told(mark):
    values = {name: value if isinstance(value, str) else f"{value:g}" for name, value in mark.attributes.items()}
    return [mark.tag, {**values, "class": mark.classes}, mark.text or ""]
