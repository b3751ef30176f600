"""The folder of a site: ours or empty, whole whenever anybody looks, and nobody else's files are touched."""

from __future__ import annotations

import fcntl
import os

import pytest

import arena.report.site.site as sites
import arena.results
from arena.errors import ConfigError, ResultsError
from arena.records.store import Store
from arena.report.site.folder import MARKER, NEW, SiteFolder
from tests.report.games import game, tournament
from tests.report.stored import store


@pytest.fixture
def results(tmp_path):
    """Results of three bots, whose pages are quickly made."""
    return arena.results.open(str(store(tmp_path / "night", tournament())))


def there(site):
    return sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())


def test_a_folder_with_other_files_is_refused_and_left_alone(results, tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    (site / "thesis.txt").write_text("mine")
    with pytest.raises(ConfigError, match=r"site: it holds other files, such as 'thesis.txt'\. Name an empty folder"):
        sites.write_site(results, site)
    assert there(site) == ["thesis.txt"]
    with pytest.raises(ConfigError, match="other files"):
        sites.write_site(results, results.folder)


def test_its_own_old_pages_go_and_what_others_put_there_stays(results, tmp_path):
    site = tmp_path / "a" / "site"
    sites.write_site(results, site)
    (site / "CNAME").write_text("course.example")
    (site / "bots" / "photo.png").write_bytes(b"png")
    fewer = store(tmp_path / "fewer", [game(1, ("greedy", "newcomer"), (1, 0))])
    sites.write_site(arena.results.open(str(fewer)), site)
    assert there(site) == [
        "CNAME", MARKER, "bots/greedy.html", "bots/newcomer.html", "bots/photo.png", "index.html", "site.css",
        "site.js",
    ]  # fmt: skip


def test_one_that_is_interrupted_leaves_the_old_site_and_nothing_else(results, tmp_path, monkeypatch):
    site = tmp_path / "site"
    sites.write_site(results, site)
    before = {path: (site / path).read_bytes() for path in there(site)}
    made = []

    def fail(*given, **more):
        made.append(1)
        raise KeyboardInterrupt

    monkeypatch.setattr(sites, "class_page", fail)  # the last of all pages
    with pytest.raises(KeyboardInterrupt):
        sites.write_site(results, site)
    assert made
    assert {path: (site / path).read_bytes() for path in there(site)} == before
    assert not (site / NEW).exists()
    with pytest.raises(KeyboardInterrupt):
        sites.write_site(results, tmp_path / "fresh")
    assert not (tmp_path / "fresh").exists()


def test_one_that_was_killed_is_cleared_up_by_the_next(results, tmp_path):
    site = tmp_path / "site"
    (site / NEW / "bots").mkdir(parents=True)
    (site / NEW / "bots" / "half.html").write_text("<html>")
    sites.write_site(results, site)
    assert not (site / NEW).exists()


def test_a_kill_while_files_are_put_in_place_leaves_none_that_nobody_knows(results, tmp_path, monkeypatch):
    site = tmp_path / "site"
    sites.write_site(results, site)
    more = store(tmp_path / "more", [game(1, ("greedy", "newcomer"), (1, 0))])
    seen = SiteFolder._write_marker

    def killed(folder, files):
        seen(folder, files)
        if "bots/newcomer.html" in files:
            raise KeyboardInterrupt

    monkeypatch.setattr(SiteFolder, "_write_marker", killed)
    with pytest.raises(KeyboardInterrupt):
        sites.write_site(arena.results.open(str(more)), site)
    monkeypatch.undo()
    sites.write_site(results, site)
    assert there(site) == [
        MARKER, "bots/greedy.html", "bots/longest.html", "bots/random.html", "index.html", "site.css", "site.js",
    ]  # fmt: skip


def test_a_marker_that_says_nothing_is_refused_and_one_that_lies_takes_nothing_away(results, tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    for text in ("", "[]", '{"files": 3}', '{"files": [3]}'):
        (site / MARKER).write_text(text)
        with pytest.raises(ConfigError, match="does not say what of the folder is a site"):
            sites.write_site(results, site)
    (tmp_path / "precious.html").write_text("mine")
    (site / MARKER).write_text('{"files": ["../precious.html", "/etc/passwd", "bots/../../precious.html"]}')
    sites.write_site(results, site)
    assert (tmp_path / "precious.html").read_text() == "mine"


def test_two_do_not_write_into_one_folder(results, tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    held = os.open(site, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    with pytest.raises(ResultsError, match="another `arena report` is writing there"):
        sites.write_site(results, site)
    os.close(held)
    sites.write_site(results, site)


def test_a_site_is_of_one_state_of_results_that_are_being_written(tmp_path, monkeypatch):
    """A game that comes while pages are made is in the next site, and in no page of this one."""
    folder = store(tmp_path / "night", tournament())
    results = arena.results.open(str(folder))
    with Store(folder, results.manifest, resume=True, differences=lambda old, new: []) as run:
        read = sites.read_figures

        def meanwhile(*given):
            run.add(game(7, ("greedy", "late-comer"), (1, 0)))
            return read(*given)

        monkeypatch.setattr(sites, "read_figures", meanwhile)
        sites.write_site(results, tmp_path / "site")
        monkeypatch.undo()
        assert "6 games" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
        assert "bots/late-comer.html" not in there(tmp_path / "site")
        sites.write_site(results, tmp_path / "site")
    assert "7 games" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "bots/late-comer.html" in there(tmp_path / "site")


def test_what_is_no_folder_is_told(results, tmp_path):
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "file" / "site", tmp_path / ("n" * 300), "/dev/null/x"):
        with pytest.raises(ResultsError, match="cannot be written"):
            sites.write_site(results, path)
    (tmp_path / "site").mkdir()
    sites.write_site(results, tmp_path / "site")
    (tmp_path / "elsewhere").mkdir()
    for name in there(tmp_path / "site"):
        if name.startswith("bots/"):
            (tmp_path / "site" / name).unlink()
    (tmp_path / "site" / "bots").rmdir()
    (tmp_path / "site" / "bots").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ConfigError, match="leads elsewhere"):
        sites.write_site(results, tmp_path / "site")
