"""Pseudonyms: no name is left anywhere in a site, nothing else tells who is who, and the table is the teacher's."""

from __future__ import annotations

import base64
import re
import stat
import zlib

import msgspec
import pytest

import arena.results
from arena.errors import ConfigError, ResultsError
from arena.report.kind import KindReport
from arena.report.marking.rule import MarkRule
from arena.report.site.naming import Naming
from arena.report.site.pseudonyms import drawn, read_table, table_text
from arena.report.site.site import write_site
from tests.report.site_class import a_class, not_played, stored_class

NAMES = ["Marguerite", "bartholomew", "x-Kunigunde", "Zacharias+2", "theo.dora"]
SWISS = KindReport(
    "swiss", True, "Swiss, 2 of 2 rounds", ("rank", "bot", "matches"),
    tuple((str(place), name, "1") for place, name in enumerate(NAMES, 1)),
    (
        "matches: 1 for a match won.", f"Seeding: drawn by lot ({', '.join(NAMES)}).",
        f"{NAMES[1]} was out before the end.",
    ),
    tuple({"bot": name, "matches_won": 1.0, "matches_won_by_opponents": 0.0, "points": 2.0,
           "rounds": [{"opponent": NAMES[0]}]} for name in NAMES),
    verdict=f"{NAMES[0]} is better", stopping={"rule": "sprt", "bots": NAMES[:2]},
)  # fmt: skip
KNOCKOUT = KindReport(
    "knockout", True, f"Knockout, won by {NAMES[0]}", ("round", "winner", "loser", "points", "decided by"),
    (("1", NAMES[0], NAMES[1], "2 : 0", "points"),), (), ({"winner": NAMES[0], "loser": NAMES[1], "round": 1},),
)  # fmt: skip


def write(folder, to, **more):
    return write_site(arena.results.open(str(folder)), to, **more)


def everything(site):
    """Return all that can be read of a site: names of files, their bytes, and the games that are packed in them."""
    parts = []
    for path in sorted(site.rglob("*")):
        parts.append(path.relative_to(site).as_posix().encode())
        if path.is_file():
            data = path.read_bytes()
            parts.append(data)
            parts += [zlib.decompress(base64.b64decode(packed)) for packed in re.findall(rb'id="data">([^<]+)<', data)]
    return b"\n".join(parts)


@pytest.fixture
def course(tmp_path, spec):
    """A class whose records have its names in every text, one of whom is not admitted and one without a game."""
    games = [*a_class(NAMES), not_played(NAMES[0], "Refusanna", 2)]
    bots = {name: {"plugin": name, "submission": f"/srv/{name}.zip"} for name in (*NAMES, "Refusanna", "Idlewine")}
    why = "Refusanna.py cannot be read as Python: /srv/Refusanna.zip"
    return stored_class(tmp_path / "course", games, spec, bots=bots, refused={"Refusanna": why})


@pytest.mark.parametrize("kind", [None, SWISS, KNOCKOUT], ids=["none", "swiss", "knockout"])
def test_no_name_is_left_anywhere(course, tmp_path, kind):
    rule = MarkRule(40, 10, "swiss" if kind is SWISS else "elo", {NAMES[0]: 20.0}, 20.0, 2.0)
    written = write(course, tmp_path / "site", pseudonyms="", rule=rule, kind=kind)
    assert written.pages == 8
    bytes_ = everything(tmp_path / "site").lower()
    for name in (*NAMES, "Refusanna", "Idlewine"):
        assert name.lower().encode() not in bytes_, name
    assert b"/srv/" not in bytes_ and b"/home/" not in bytes_  # nor any text of a guest's
    index = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    for pseudonym in read_table((course / "pseudonyms.csv").read_text(encoding="utf-8"), "").values():
        assert pseudonym in index


def test_with_names_the_same_texts_are_there(course, tmp_path):
    """So that the test before this one looks for what is there."""
    write(course, tmp_path / "site", kind=SWISS)
    bytes_ = everything(tmp_path / "site")
    for name in (*NAMES, "Refusanna", "Idlewine"):
        assert name.encode() in bytes_, name
    assert b"/srv/Refusanna.zip" in bytes_ and b"/home/Marguerite/" in bytes_


def test_a_site_tells_nothing_of_the_order_of_names(tmp_path, spec):
    """The same class under names in another order, with the same pseudonyms, has the same site, byte for byte.

    In results the names' order is that of who begins, of the ids, and of what comes first among equals.
    """
    people, games = NAMES, a_class(NAMES, 2)
    other = dict(zip(people, ["e5", "d4", "c3", "b2", "a1"], strict=True))
    sites = []
    for number, names in enumerate([{name: name for name in people}, other]):
        folder = tmp_path / str(number)
        stored_class(folder / "course", [renamed(game, names) for game in games], spec)
        table = {names[name]: f"team-{at}" for at, name in enumerate(people)}
        (folder / "who.csv").write_text(table_text(table), encoding="utf-8")
        write(folder / "course", folder / "site", pseudonyms=folder / "who.csv")
        sites.append(folder / "site")
    one, two = (
        {path.relative_to(site): path.read_bytes() for path in site.rglob("*") if path.is_file()} for site in sites
    )
    assert one.keys() == two.keys()
    assert [path for path in one if one[path] != two[path]] == []


def renamed(game, names):
    """Return a game as a run of bots with other names stores it: pairings in the order of names, half 1 theirs."""
    bots = tuple(names[bot] for bot in game.bots)
    pairing = "-vs-".join(sorted(bots))
    half = 1 + bots.index(sorted(bots)[0])
    return msgspec.structs.replace(
        game, id=f"{game.variant}/{pairing}/{game.pair:04d}/{half}", pairing=pairing, half=half, bots=bots
    )


def test_pseudonyms_stay_and_new_bots_get_their_own(course, tmp_path, spec):
    write(course, tmp_path / "site", pseudonyms="")
    table = course / "pseudonyms.csv"
    first, bytes_ = table.read_text(encoding="utf-8"), everything(tmp_path / "site")
    assert stat.S_IMODE(table.stat().st_mode) == 0o600
    write(course, tmp_path / "site", pseudonyms="")
    assert (table.read_text(encoding="utf-8"), everything(tmp_path / "site")) == (first, bytes_)
    more = stored_class(tmp_path / "more", a_class([*NAMES, "Newcomer"]), spec)
    write(more, tmp_path / "more-site", pseudonyms=table)
    now = read_table(table.read_text(encoding="utf-8"), "")
    assert read_table(first, "").items() < now.items() and "Newcomer" in now
    table.unlink()
    write(course, tmp_path / "again", pseudonyms="")
    assert table.read_text(encoding="utf-8") != first  # nothing leads from a name to its pseudonym


def test_pseudonyms_are_drawn_evenly_and_hold_nobodys_name():
    names = [f"n{number:04}" for number in range(6000)]  # more than there are words for
    found = drawn([*names, "heron", "amber"], {}, lambda below: below - 1)
    assert len(set(found.values())) == 6002
    assert not any("heron" in pseudonym or "amber" in pseudonym for pseudonym in list(found.values())[:3000])
    firsts = {drawn(["ann"], {}, lambda below, place=place: place)["ann"] for place in range(50)}
    assert len(firsts) == 50


def test_a_table_is_read_as_people_and_spreadsheets_write_it():
    assert read_table("name,pseudonym\nann,Team A\n\n", "t") == {"ann": "Team A"}
    assert read_table("\ufeffName;Pseudonym\r\nann;owl\r\nben;hawk\r\n", "t") == {"ann": "owl", "ben": "hawk"}
    odd = {"=1+1": "owl", "+x": "hawk", "'quoted": "seal", 'a,"b': "swan", "x": "x"}
    assert read_table(table_text(odd), "t") == odd
    assert read_table("", "t") == {}
    assert "\n=1+1" not in table_text(odd)  # a formula for nobody


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ann,owl\n", r"who.csv:1: this is no table of pseudonyms"),
        ("name,pseudonym\nann\n", r"who.csv:2: a line has a name and a pseudonym"),
        ("name,pseudonym\nann,\n", r"who.csv:2: a line has a name and a pseudonym"),
        ("name,pseudonym\nann,owl\nben,Owl\n", r"who.csv:3: Owl stands there twice"),
        ("name,pseudonym\nann,owl\nann,hawk\n", r"who.csv:3: ann stands there twice"),
        (f"name,pseudonym\nann,{'x' * 41}\n", r"who.csv:2: a pseudonym has up to 40 characters"),
        ("name,pseudonym\nann,\x1b[2J\n", r"who.csv:2: a pseudonym has up to 40 characters"),
    ],
)
def test_a_table_that_cannot_be_read_is_told_by_line(text, message):
    with pytest.raises(ConfigError, match=message):
        read_table(text, "who.csv")


def test_the_table_never_lies_in_the_site_nor_where_it_cannot_be_written(course, tmp_path):
    (tmp_path / "site").mkdir()
    for inside in (tmp_path / "site" / "who.csv", tmp_path / "site" / "bots" / ".." / "who.csv"):
        with pytest.raises(ConfigError, match="would lie in the site"):
            write(course, tmp_path / "site", pseudonyms=inside)
    assert list((tmp_path / "site").iterdir()) == []
    with pytest.raises(ResultsError, match="cannot be read or written"):
        write(course, tmp_path / "site", pseudonyms=tmp_path / "nowhere" / "who.csv")
    (tmp_path / "bytes.csv").write_bytes(b"name,pseudonym\n\xff,owl\n")
    with pytest.raises(ConfigError, match="not in UTF-8"):
        write(course, tmp_path / "site", pseudonyms=tmp_path / "bytes.csv")


def test_what_a_naming_hides_is_everything_but_what_the_rules_and_clocks_say(course):
    names = Naming({name: f"team-{at}" for at, name in enumerate([*NAMES, "Refusanna"])})
    for stored in arena.results.open(str(course)).records:
        shown = names.record(stored)
        assert not re.search("|".join(map(re.escape, NAMES)), str(shown))
        assert (shown.scores, shown.places, shown.counts) == (stored.scores, stored.places, stored.counts)
        assert [move.move for move in shown.moves] == [move.move for move in stored.moves]
    assert Naming().record(stored) is stored
