"""``arena sprt run``: two versions of a bot until the verdict, without a tournament file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arena.cli.main import main
from arena.cli.versions import Versions, versions
from arena.errors import ConfigError
from arena.records.store import Results
from tests.runner.test_revisions import git

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")

# Takes the best play, or passes.
BEST = """
class Best:
    def choose(self, view, budget):
        found = view.best(budget)
        return found.play if found is not None else next(iter(view.legal()))

def make_bot(info, rng):
    return Best()
"""
PASSES = """
from arena.bot import Pass

class Passes:
    def choose(self, view, budget):
        return Pass()

def make_bot(info, rng):
    return Passes()
"""


@pytest.fixture(autouse=True)
def versions_of_a_bot(repository: Path) -> None:
    """Have mybot.py in the repository, whose first commit is worse than the file."""
    committed(repository, PASSES).write_text(BEST)


def committed(folder: Path, text: str) -> Path:
    """Return the file mybot.py of a repository, with this text in its last commit."""
    file = folder / "mybot.py"
    file.write_text(text)
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "one")
    return file


def called(*words: str) -> int:
    with pytest.raises(SystemExit) as stop:
        main(["sprt", "run", *words])
    assert isinstance(stop.value.code, int)
    return stop.value.code


QUICK = ("--elo", "0", "200", "--board", "hole", "--workers", "1", "--isolation", "process", "--seed", "7")


def test_a_better_version_is_told_from_the_last_commit(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert called("--new", "./mybot.py", "--old", "HEAD", *QUICK) == 0
    said = capsys.readouterr().out
    commit = git(repository, "rev-parse", "HEAD")[:12]
    _, _, markdown = said.rpartition("\n\n### ")
    assert markdown.startswith(
        "Stopped by SPRT, H1 accepted (H0: 0, H1: 200 nElo, alpha 0.05, beta 0.05): new counts as"
    )
    rows = dict(
        line.strip("| ").split(" | ")
        for line in markdown.splitlines()
        if line.count(" | ") == 1 and "---" not in line and line != "| | |"
    )
    assert rows["match"].startswith("`mybot.py` as it is (sha256 ")
    assert rows["match"].endswith(f" against `mybot.py` at HEAD ({commit})")
    assert (rows["boards"], rows["seed"], rows["verdict"]) == ("hole", "7", "H1 accepted")
    assert rows["pairs (LL, LD, middle, WD, WW)"] == f"0, 0, 0, 0, {rows['pairs']}"
    with Results(repository / "results" / "mybot-HEAD") as results:
        games = len(list(results.records()))
    assert games >= 2 * int(rows["pairs"])
    # it has its answer: the same again plays nothing more
    assert called("--new", "./mybot.py", "--old", "HEAD", *QUICK, "--resume") == 0
    with Results(repository / "results" / "mybot-HEAD") as results:
        assert len(list(results.records())) == games
    assert capsys.readouterr().out.rpartition("\n\n### ")[2] == markdown
    # another seed alone is no hindrance: whoever goes on has that of the games
    assert called("--new", "./mybot.py", "--old", "HEAD", *QUICK[:-2]) == 4
    assert f"there are {games} games of an earlier run here. Go on with --resume, or choose another folder with" in (
        capsys.readouterr().err
    )
    # the sources were edited: both ways of calling it say what differs, and the option that helps
    (repository / "mybot.py").write_text(f"{BEST}\n# edited\n")
    for more in ((), ("--resume",)):
        assert called("--new", "./mybot.py", "--old", "HEAD", *QUICK, *more) == 4
        told = capsys.readouterr().err
        assert "bot new: its files changed (sha256 " in told
        assert "hoose another folder with --output" in told
        assert "--resume" not in told.splitlines()[-1]
    assert called("--new", "./mybot.py", "--old", "HEAD", *QUICK, "--output", "results/edited") == 0


@pytest.mark.parametrize(
    ("words", "problem"),
    [  # three: of a bot, the others of what was written
        (("--new", "greedy", "--old", "HEAD"), "--new: 'greedy' is no path"),
        (("--new", "./mybot.py", "--old", "v9"), "has no revision 'v9'"),
        (("--new", "./mybot.py", "--old", "./older.py"), "--old: there is no file or folder"),
        (("--new", "./newer.py", "--old", "./mybot.py"), "--new: there is no file or folder"),
        (("--new", "./mybot.py", "--old", "HEAD", "--elo", "5", "0"), "elo"),
        (("--new", "./mybot.py", "--old", "HEAD", "--elo", "0", "300"), "a normalised bound of 300 is out of reach"),
        (("--new", "./mybot.py", "--old", "HEAD", "--errors", "0.7", "0.7"), "alpha"),
        (("--new", "./mybot.py", "--old", "HEAD", "--move-time", "soon"), "--move-time: 'soon' is not a duration"),
        (("--new", "./mybot.py", "--old", "HEAD", "--board", "nowhere"), "no board called 'nowhere'"),
        (("--new", "./mybot.py", "--old", "HEAD", "--board", "hole", "--board", "hole"), "two boards have one name"),
        (("--new", "./mybot.py"), "Missing option '--old'"),
    ],
)
def test_what_is_wrong_is_told_without_a_traceback(
    repository: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], problem: str
) -> None:
    elo = () if "--elo" in words else ("--elo", "0", "5")
    assert called(*words, *elo) == (3 if "revision" in problem or "folder" in problem else 2)
    assert problem in capsys.readouterr().err
    assert not (repository / "results").exists()


def test_old_is_a_revision_unless_it_looks_like_a_path(repository: Path) -> None:
    (repository / "main").mkdir()
    assert versions("./mybot.py", "main") == Versions("./mybot.py", "./mybot.py", "main")
    assert versions("./mybot.py", "./main") == Versions("./mybot.py", "./main")
    assert versions("mybot.py", "other.py").old == "other.py"
    assert versions(".", "v1/2").title == "work-v1-2"
    with pytest.raises(ConfigError, match="is no path"):
        versions("nothing", "main")
