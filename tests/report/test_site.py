"""A site of a tournament: its pages, their links, what they say, whatever bots are called, and how large it is."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
import zlib
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from urllib.parse import unquote

import msgspec
import pytest

import arena.results
from arena.records.record import FaultRecord
from arena.report.boards import word_specs
from arena.report.kind import KindReport
from arena.report.marking.rule import MarkRule, UnfitRule
from arena.report.regret import look_at
from arena.report.site.away import GivenAway
from arena.report.site.file_names import page_names
from arena.report.site.gathered import SiteOptions
from arena.report.site.site import write_site
from tests.report.games import game, tournament
from tests.report.misses import hand_made, specs_of
from tests.report.site_class import a_class, not_played, record, stored_class
from tests.report.stored import store


def write(folder, to, **more):
    return write_site(arena.results.open(str(folder)), to, **more)


def pages(site):
    """Return path in the site -> text of every page."""
    return {path.relative_to(site).as_posix(): path.read_text(encoding="utf-8") for path in site.rglob("*.html")}


def games_in(text):
    packed = re.search(r'id="data">([^<]*)<', text)[1]
    return json.loads(zlib.decompress(base64.b64decode(packed)))["games"]


def section(text, name):
    return text.split(f'<section id="{name}"', 1)[1].split("</section>", 1)[0]


def words(html):
    """Return what a piece of a page says."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.fixture(scope="module")
def named(tmp_path_factory, spec):
    """A class of five with names: its results and its site."""
    folder = tmp_path_factory.mktemp("named")
    games = [*a_class(["ann", "ben", "cleo", "dora", "emil"]), not_played("emil", "ann", 2)]
    stored_class(folder / "course", games, spec)
    write(folder / "course", folder / "site", options=SiteOptions(games=3))
    return folder / "course", folder / "site"


def test_a_site_has_a_page_for_the_class_and_one_for_each_bot(named):
    _, site = named
    assert sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()) == [
        "arena-site.json", "bots/ann.html", "bots/ben.html", "bots/cleo.html", "bots/dora.html", "bots/emil.html",
        "index.html", "site.css", "site.js",
    ]  # fmt: skip


def faults_of_links(site):
    """Return links that lead nowhere: to a page, a place on it or a game that is not there."""
    texts, wrong = pages(site), []
    for path, text in texts.items():
        for href in re.findall(r'href="([^"]+)"', text):
            if href == "data:,":
                continue
            target, _, place = href.replace("&amp;", "&").partition("#")
            at = (Path(path).parent / target) if target else Path(path)
            there = Path(*at.parts).as_posix().replace("bots/../", "")
            if not (site / there).is_file():
                wrong.append((path, href))
            elif place.startswith("game="):
                game = unquote(place.removeprefix("game=").partition("&")[0])
                if game not in [one["i"] for one in games_in(texts[there])]:
                    wrong.append((path, href))
            elif place and f'id="{place}"' not in texts[there]:
                wrong.append((path, href))
    return wrong


def test_every_link_leads_to_a_page_a_place_or_a_game_that_is_there(named):
    assert faults_of_links(named[1]) == []


def test_ids_are_unique_on_every_page(named):
    for path, text in pages(named[1]).items():
        ids = Counter(re.findall(r' id="([^"]+)"', text))
        assert [name for name, count in ids.items() if count > 1] == [], path


def test_pages_run_and_fetch_nothing_but_the_shared_files(named):
    for path, text in pages(named[1]).items():
        policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'"
        assert f"content=\"{policy}; form-action 'none'\"" in text, path
        assert not re.findall(r"\sstyle=|<style|\son[a-z]+=|javascript:|@import|url\(", text), path
        for attributes in re.findall(r"<script([^>]*)>", text):
            assert 'src="' in attributes or 'type="application/octet-stream"' in attributes, path
        assert not re.findall(r'(?:src|href)="(?:[a-z]+:|//)(?!,)[^"]*"', text.replace("data:,", "")), path
    script = (named[1] / "site.js").read_text(encoding="utf-8")
    assert not re.findall(r"^\s*(?:export|import)\b|https?://(?!www\.w3\.org/2000/svg)", script, flags=re.M)


def test_the_class_page_says_what_the_standings_say(named):
    folder, site = named
    text = (site / "index.html").read_text(encoding="utf-8")
    report = arena.results.open(str(folder)).report()
    rows = re.findall(r"<tr>(.*?)</tr>", section(text, "standings").split("<tbody>")[1].split("</tbody>")[0], re.S)
    assert [words(row).split()[1] for row in rows] == list(report.standings[0].order)
    first = report.standings[0].tables.rows[0]
    assert f"{first.wins}-{first.draws}-{first.losses}" in rows[0]
    assert "Not counted: 1 game for which no bot was ready" in text
    assert "out of tiles 20 100.0" in words(section(text, "ends"))


def test_a_bots_page_has_its_record_opponents_faults_time_and_what_it_gave_away(named):
    text = (named[1] / "bots" / "emil.html").read_text(encoding="utf-8")
    assert len(re.findall("<tr>", section(text, "against").split("<tbody>")[1])) == 4
    faults = section(text, "faults")
    assert "ann against emil: /home/emil/ann.py" in faults
    assert "<code>arena ask emil course/tiny/ann-vs-emil/0001/1 4</code>" in faults
    assert "<code>arena ask emil course/tiny/emil-vs-ann/0002/1 0</code>" in faults  # it was not ready
    assert "It has 1 s for a move." in section(text, "time")
    assert re.search(r"Of its time for the game it used 0\.0[34] s on average, 0\.04 s at most", section(text, "time"))
    assert re.search(r"It gave away [\d.]+ points a turn", section(text, "away"))
    assert section(text, "best").count('class="drawn board"') == 3
    assert len(re.findall("<tr>", section(text, "last-games").split("<tbody>")[1])) == 3


def test_what_was_given_away_stands_beside_the_class(tmp_path, spec):
    """Known answers of misses.py: 51 and 10 by one, 2, 0 and 0 by two."""
    store(tmp_path / "tiny", hand_made(), specs=specs_of(spec))
    results = arena.results.open(str(tmp_path / "tiny"))
    away = GivenAway(look_at(results.stream, word_specs(results.manifest.specs)), ["one", "two"])
    assert [row[:3] + row[4:6] for row in away.rows("one")] == [
        ["the whole game", "2", "30.50", "15.58", "+14.92"],  # the class: (30.5 + 2/3) / 2
        ["opening", "1", "51.00", "25.50", "+25.50"],
        ["bag empty", "1", "10.00", "5.00", "+5.00"],
    ]
    assert away.doing_rows("one") == [  # two: nothing but plays, 2 points in two games
        ["plays", "1", "50.0", "75.0", "51.0", "26.0"],
        ["passes", "1", "50.0", "25.0", "10.0", "5.0"],
    ]


def test_the_site_of_results_is_the_same_from_python(named, tmp_path):
    written = arena.results.open(str(named[0])).site(tmp_path / "site", games=3)
    assert written.pages == 6
    for path, text in pages(named[1]).items():
        assert (tmp_path / "site" / path).read_text(encoding="utf-8") == text
    assert written.size == sum(
        path.stat().st_size for path in (tmp_path / "site").rglob("*.*") if path.suffix != ".json"
    )


def test_eighty_bots_fit_into_twenty_megabytes(tmp_path, spec):
    names = [f"student-{number}" for number in range(78)] + ["Ann", "ann"]
    games = [record(one, names[(at + step) % 80], 1, half, (60, 40)) for at, one in enumerate(names)
             for step in (1, 2) for half in (1, 2)]  # fmt: skip
    stored_class(tmp_path / "course", games, spec)
    written = write(tmp_path / "course", tmp_path / "site")
    assert written.pages == 81
    assert written.size < 20e6
    assert len({path.name.casefold() for path in (tmp_path / "site" / "bots").iterdir()}) == 80
    assert faults_of_links(tmp_path / "site") == []


ODD = ["../x", "..", "CON", "con", "Ann", "ann", "a" * 300, "ä", "Ä", "é", "e\u0301", "日本", "a b", "a-b", "", "index",
       "x/y", "x\\y", "-", "a.html", "ann-0123456789", "\ud800", "nul.txt"]  # fmt: skip


def test_pages_have_names_that_any_disk_can_hold():
    found = page_names(ODD)
    assert len({name.casefold() for name in found.values()}) == len(ODD)
    for name in found.values():
        assert re.fullmatch(r"[a-z0-9][a-z0-9-]{0,59}", name)
        assert name not in ("con", "nul", "index")
    assert found["ann"] == "ann" and found["a-b"] == "a-b"
    assert page_names(["Ann"])["Ann"] == found["Ann"]  # whoever else is there


def test_whatever_bots_are_called_their_pages_are_there_and_their_names_are_text(tmp_path, spec):
    evil = '<img src=x onerror="alert(1)">'
    names = [evil, "../x", "CON", "Ann", "ann", "n" * 200, "日本", "</script><script>alert(1)</script>"]
    games = [record(one, other, 1, half, (60, 40)) for one, other in pairwise(names)
             for half in (1, 2)]  # fmt: skip
    stored_class(tmp_path / "course", games, spec)
    assert write(tmp_path / "course", tmp_path / "site").pages == len(names) + 1
    assert faults_of_links(tmp_path / "site") == []
    assert not list(tmp_path.glob("*.html"))
    for text in pages(tmp_path / "site").values():
        assert "<img" not in text
        assert not re.search(r"<script>|alert\(1\)</script><script", text)
    assert "&lt;img" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")


def test_a_bot_without_a_game_and_one_that_is_not_admitted_have_pages(tmp_path, spec):
    bots = {name: {"plugin": name} for name in ("ann", "ben", "idle", "torch")}
    games = [*a_class(["ann", "ben"]), not_played("torch", "ann", 1)]
    stored_class(tmp_path / "course", games, spec, bots=bots, refused={"torch": "it needs <b>torch</b>"})
    write(tmp_path / "course", tmp_path / "site")
    idle = (tmp_path / "site" / "bots" / "idle.html").read_text(encoding="utf-8")
    assert "It has no game that counts." in idle
    torch = (tmp_path / "site" / "bots" / "torch.html").read_text(encoding="utf-8")
    assert "Not admitted: it needs &lt;b&gt;torch&lt;/b&gt;" in torch
    assert "None." in section(torch, "faults")  # that it was never ready is said by that
    assert 'href="bots/idle.html"' in section(
        (tmp_path / "site" / "index.html").read_text(encoding="utf-8"), "standings"
    )


def test_results_without_a_game_and_small_games_have_a_site(tmp_path):
    store(tmp_path / "none", [], name="none")
    assert write(tmp_path / "none", tmp_path / "site").pages == 1
    assert "No game has been played yet" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    bare = [msgspec.structs.replace(one, scores=None, moves=()) for one in tournament()]
    store(tmp_path / "small", bare, name="small")
    assert write(tmp_path / "small", tmp_path / "small-site").pages == 4
    for text in pages(tmp_path / "small-site").values():
        assert not re.search(r">(nan|inf|-inf|None)<", text)
    assert faults_of_links(tmp_path / "small-site") == []


def test_games_of_three_seats_have_a_site(tmp_path):
    games = [game(n, ("a", "b", "c"), (n, 5, 9 - n), half=h) for n in range(1, 9) for h in (1, 2, 3)]
    store(tmp_path / "three", games, name="three")
    for pseudonyms in (None, ""):
        site = tmp_path / f"site{pseudonyms}"
        write(tmp_path / "three", site, pseudonyms=pseudonyms)
        assert "for games of two" in (site / "index.html").read_text(encoding="utf-8")
        assert faults_of_links(site) == []


def test_the_gravest_fault_comes_first_and_the_others_are_counted(tmp_path, spec):
    games = a_class(["ann", "ben"], pairs=9)
    crash = msgspec.structs.replace(games[4].moves[0], seat=1, move=None, fault=FaultRecord("CRASHED", "exit status 3"))
    games[4] = msgspec.structs.replace(games[4], moves=(crash,))
    stored_class(tmp_path / "course", games, spec)
    write(tmp_path / "course", tmp_path / "site")
    rows = re.findall(
        r"<tr>(.*?)</tr>", section((tmp_path / "site/bots/ben.html").read_text(encoding="utf-8"), "faults"), re.S
    )
    kinds = [words(row).split()[:2] for row in rows[1:]]
    assert kinds[0] == ["crashed", "1"]
    assert kinds[1][0] == "illegal" and int(kinds[1][1]) > len(kinds) - 1  # more than are listed


RULE = MarkRule(40, 10, "elo", {"ann": 20.0}, 20.0, 2.0)


def test_marks_stand_on_the_class_page_where_a_rule_is_given(named, tmp_path):
    write(named[0], tmp_path / "site", rule=RULE)
    text = section((tmp_path / "site" / "index.html").read_text(encoding="utf-8"), "marks")
    assert "Beating ann: 20 for more than half" in text
    assert "emil" in text
    with pytest.raises(UnfitRule, match=r"beat\.nobody: no bot 'nobody' took part"):
        write(named[0], tmp_path / "site", rule=MarkRule(beat={"nobody": 1.0}))


@pytest.mark.soak
def test_eighty_bots_with_real_games_on_four_boards_fit_into_twenty_megabytes(tmp_path):
    """A round robin of 80, each of its 6,320 games a copy of one that was really played."""
    (tmp_path / "few.yaml").write_text(
        "name: few\nseed: 5\nbots: [greedy, {name: top-3, bot: random, options: {top: 3}}]\n"
        "variants: [standard, infinite, hole, infinite-hole]\npairs: 1\n"
    )
    command = [sys.executable, "-c", "from arena.cli.main import main; main()", "run", "few.yaml", "--output", "few"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    few = arena.results.open(str(tmp_path / "few"))
    played, names = few.records, [f"student-{number:02}" for number in range(80)]
    games = []
    for number, (one, other) in enumerate(combinations(names, 2)):
        for half in (1, 2):
            base, bots = played[(number + half) % len(played)], (one, other) if half == 1 else (other, one)
            pairing = f"{one}-vs-{other}"
            id = f"{base.variant}/{pairing}/0001/{half}"
            games.append(msgspec.structs.replace(base, id=id, pairing=pairing, pair=1, half=half, bots=bots))
    store(tmp_path / "course", games, name="course", specs=few.manifest.specs)
    for pseudonyms in (None, ""):
        written = write(tmp_path / "course", tmp_path / f"site{pseudonyms}", pseudonyms=pseudonyms,
                        options=SiteOptions(sample=5000))  # fmt: skip
        assert (written.pages, written.size < 20e6) == (81, True), written


def test_a_swiss_tournament_has_its_table_and_each_bot_its_rank_there(tmp_path):
    bare = [msgspec.structs.replace(one, scores=None, moves=()) for one in tournament()]
    store(tmp_path / "small", bare, name="small")
    bots = ["longest", "greedy", "random"]
    kind = KindReport(
        "swiss", True, "Swiss, 2 of 2 rounds", ("rank", "bot", "matches"),
        tuple((str(place), bot, "1") for place, bot in enumerate(bots, 1)), (),
        tuple({"rank": place, "bot": bot} for place, bot in enumerate(bots, 1)),
    )  # fmt: skip
    write(tmp_path / "small", tmp_path / "site", kind=kind)
    index = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "Winner: longest, in the Swiss tournament" in index
    assert 'href="bots/longest.html"' in section(index, "kind")
    assert "spread" not in section(index, "standings").split("</thead>")[0]  # games without points
    page = (tmp_path / "site" / "bots" / "greedy.html").read_text(encoding="utf-8")
    assert "<dt>Swiss rank</dt><dd>2 of 3</dd>" in page and "rank by Elo" in page
