"""The site of a season: who plays, in which version, who plays no more, and who is marked."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from arena.cli.reports.results import row_of
from arena.records.manifest import encode
from arena.records.results import MANIFEST
from arena.report.marking.rule import MarkRule
from arena.report.site.naming import Naming
from arena.report.site.pseudonym_file import kept_pseudonyms
from arena.report.site.site import write_site
from arena.results import open as open_results
from tests.report.stored import store
from tests.report.test_season import REGISTER, match
from tests.report.test_site import section, words

GAMES = [*match("ann", "ben", 10), *match("ann", "first", 10), *match("ann-v2", "ben", 8), *match("ben", "first", 7)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = store(tmp_path / "season", GAMES, season=True)
    manifest = open_results(str(path)).manifest
    files = {bot: {**behind, "submission": f"/{bot}.py"} for bot, behind in manifest.bots.items() if bot != "first"}
    manifest = msgspec.structs.replace(
        manifest, season=REGISTER, refused={"cleo": "broken"}, bots={**manifest.bots, **files}
    )
    (path / MANIFEST).write_bytes(encode(manifest))
    return path


def written(folder: Path, to: Path, **more) -> tuple[str, Path]:
    write_site(open_results(str(folder)), to, rule=MarkRule(first=10.0, last=0.0), **more)
    return (to / "index.html").read_text(encoding="utf-8"), to / "bots"


def test_those_who_play_stand_apart_from_those_who_do_not(folder: Path, tmp_path: Path):
    page, bots = written(folder, tmp_path / "site")
    assert "ann-v2, score 80.0 % in 10 games" in words(page)  # its first version has the better record, and left
    season = section(page, "season")
    playing, retired = season.split("<h3>")
    assert 'ann-v2.html">ann-v2' in playing and 'ann.html">ann<' in retired and 'ann.html">ann<' not in playing
    assert "They play no game" in words(section(page, "refused"))
    marks = words(section(page, "marks"))
    assert "ann-v2" in marks and "ann " not in marks
    assert "Version 1 of ann, which plays as ann-v2 now." in words((bots / "ann.html").read_text(encoding="utf-8"))
    assert "Version 2 of ann." in words((bots / "ann-v2.html").read_text(encoding="utf-8"))
    assert "Version" not in words((bots / "ben.html").read_text(encoding="utf-8"))


def test_under_pseudonyms_all_versions_are_found_by_that_of_the_first(folder: Path, tmp_path: Path):
    page, bots = written(folder, tmp_path / "site", pseudonyms="")
    bot = Naming(kept_pseudonyms(str(folder / "pseudonyms.csv"), {"ann", "ann-v2"})).bot
    playing, retired = section(page, "season").split("<h3>")
    assert f"{bot('ann')} v2 {bot('ann-v2')}" in words(playing) and f"{bot('ann')} v1 {bot('ann')}" in words(retired)
    said = words((bots / f"{bot('ann')}.html").read_text(encoding="utf-8"))
    assert f"Version 1 of {bot('ann')}, which plays as {bot('ann-v2')} now." in said
    pages = [page, *(one.read_text(encoding="utf-8") for one in bots.iterdir())]
    assert not any("ann" in words(one) or "ben" in words(one) for one in pages)


def test_a_version_that_left_says_so_and_one_that_nobody_knows_is_left_out():
    left = msgspec.structs.replace(REGISTER[2], retired=200.0)
    naming = Naming({"ann": "x", "ann-v2": "y"})
    assert [(entry.bot, entry.name, entry.source) for entry in naming.season((*REGISTER[:2], left))] == [
        ("x", "x", ""),
        ("x", "y", ""),
    ]
    assert naming.season(()) == () and Naming().season(REGISTER) == REGISTER


def test_the_list_of_results_counts_what_those_who_play_have_to_play(folder: Path):
    row = row_of(folder)
    missing = 3 * 20 - 20  # ten pairs of each two of ann-v2, ben and first, of which two met in ten games each
    assert (row.leader, row.games, row.total, row.state) == ("ann-v2", 40, 40 + missing, "unfinished")
