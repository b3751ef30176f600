"""``arena report NAME --site FOLDER``: what it writes and says, and what it refuses."""

from __future__ import annotations

import sys

import pytest

from arena.cli.main import main
from arena.errors import EXIT_OK, EXIT_RUN, EXIT_USAGE
from tests.report.games import tournament
from tests.report.stored import store

RULE = "rank: {first: 40, last: 10}\nbeat: {random: 5}\nclean: 20\nper_fault: 2\n"


@pytest.fixture
def report(tmp_path, monkeypatch, capfd):
    """Return a function that reports stored results in a folder of its own, with status, output and errors."""
    store(tmp_path / "results" / "night", tournament())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(sys, "path", [*sys.path])

    def run(*words: object) -> tuple[object, str, str]:
        with pytest.raises(SystemExit) as end:
            main(["report", *map(str, words)])
        read = capfd.readouterr()
        return end.value.code, read.out, read.err

    return run


def test_it_writes_the_site_and_says_where_to_begin(report, tmp_path):
    status, out, _ = report("night", "--site", "site")
    assert (status, out) == (EXIT_OK, "wrote 4 pages, 0.1 MB; begin with site/index.html\n")
    assert (tmp_path / "site" / "bots" / "greedy.html").is_file()
    assert report("night", "--site", "site")[0] == EXIT_OK  # its own folder


@pytest.mark.parametrize(
    "words", [["night", "--site", "site", "--pseudonyms"], ["night", "--pseudonyms", "--site", "site"]]
)
def test_pseudonyms_lie_beside_the_games(report, tmp_path, words):
    status, out, _ = report(*words)
    assert status == EXIT_OK
    assert out.endswith("who is who: results/night/pseudonyms.csv (keep it to yourself)\n")
    names = (tmp_path / "results" / "night" / "pseudonyms.csv").read_text(encoding="utf-8")
    assert names.startswith("name,pseudonym\ngreedy,")
    assert "greedy" not in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")


def test_pseudonyms_may_lie_elsewhere_and_marks_are_shown(report, tmp_path):
    (tmp_path / "rule.yaml").write_text(RULE)
    (tmp_path / "who.csv").write_text("name,pseudonym\ngreedy,heron\n")
    words = "night", "--site", "site", "--pseudonyms", "who.csv", "--marks", "rule.yaml"
    status, out, _ = report(*words, "--games", 1, "--prior", 2, "--top", 1)
    assert status == EXIT_OK and out.endswith("who is who: who.csv (keep it to yourself)\n")
    text = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "heron" in text and "Clean play: 20" in text and "random" not in text
    assert not (tmp_path / "results" / "night" / "pseudonyms.csv").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["night", "--pseudonyms"], "--pseudonyms goes with --site"),
        (["night", "--site", "s", "--regret"], "leave --regret out"),
        (["night", "--site", "s", "--format", "json"], "leave --format and --html out"),
        (["night", "--site", "s", "--html", "page.html"], "leave --format and --html out"),
        (["night", "--site", "s", "--since", "7d"], "does not go with --site"),
        (["night", "--site", "s", "--leaves", "x"], "--leaves goes with --by equity"),
        (["night", "--site", "results"], "results: it holds other files, such as 'night'. Name an empty folder"),
        (["night", "--site", "s", "--pseudonyms", "s/who.csv"], "would lie in the site s"),
        (["night", "--site", "s", "--pseudonyms", "rule.yaml"], "rule.yaml:1: this is no table of pseudonyms"),
        (["night", "--site", "s", "--marks", "none.yaml"], "none.yaml"),
        (["night", "--site", "s", "--marks", "wrong.yaml"], "wrong.yaml:1:8: beat.nobody: no bot 'nobody' took part"),
    ],
)
def test_what_does_not_go_together_is_told_and_leaves_nothing(report, tmp_path, words, says):
    (tmp_path / "rule.yaml").write_text(RULE)
    (tmp_path / "wrong.yaml").write_text("beat: {nobody: 5}\n")
    status, _, err = report(*words)
    assert status == EXIT_USAGE and says in err and "Traceback" not in err
    assert not (tmp_path / "s").exists()


@pytest.mark.parametrize("path", ["/dev/zero", "n" * 300, "x/" + "n" * 300, "/dev/null/x", "rule.yaml"])
@pytest.mark.parametrize("option", ["--site", "--pseudonyms"])
def test_paths_that_are_none_are_told_in_a_line(report, tmp_path, option, path):
    (tmp_path / "rule.yaml").write_text(RULE)
    words = ["--site", path] if option == "--site" else ["--site", "s", "--pseudonyms", path]
    status, _, err = report("night", *words)
    assert status in (EXIT_USAGE, EXIT_RUN)
    assert 0 < len(err) < 2000 and "Traceback" not in err
