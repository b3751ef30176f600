"""Packages by path and revision that have to be built, or need wheels: each state once, each in its own environment."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path

import pytest

from arena.errors import BotError, Complaints, ConfigError, ResultsError
from arena.runner.submissions import kept as cache_of_folders
from tests.builds.games import first_takes, said, tournament
from tests.runner.test_revisions import git
from tests.submissions.made import BACKEND, BUILT, project, wheel, write

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")

# Takes a stick, and prints a word that a build has written, or the version of what it needs.
TAKER = """
{imports}


class Taker:
    def choose(self, view, budget):
        print({word})
        return next(iter(view.legal()))


def make_bot(info, rng):
    return Taker()
"""
NEW, OLD = "{name: new, path: ./engine}", "{name: old, path: ./engine, rev: v1}"


def committed(folder: Path, *names: str) -> str:
    """Commit all that is in a folder, as a repository, and name the commit."""
    if not (folder / ".git").exists():
        git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "more")
    for name in names:
        git(folder, "tag", name)
    return git(folder, "rev-parse", "HEAD")


def built(word: str) -> dict[str, str]:
    """Return a package whose module is made by its build."""
    own = BACKEND.format(before="pass").replace(
        'open("source.txt").read()', 'open("source.txt").read().replace("WORD", open("word.txt").read())'
    )
    return {
        "pyproject.toml": BUILT + 'backend-path = ["."]\n',
        "own.py": own,
        "source.txt": TAKER.format(imports="", word="'WORD'"),
        "word.txt": word,
    }


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """Return a repository whose commit v1 is built with the word one, and whose files would be with two."""
    folder = write(tmp_path / "engine", built("one"))
    committed(folder, "v1")
    write(folder, {"word.txt": "two"})
    return folder


def test_two_revisions_are_built_and_play(tmp_path: Path, engine: Path, cache: Path):
    assert tournament(tmp_path, NEW, OLD).run().complete
    assert first_takes(tmp_path) == {"new": {"two"}, "old": {"one"}}
    about, commit = said(tmp_path), git(engine, "rev-parse", "v1")
    assert about["old"]["built"] == "wheel" and about["old"]["rev"] == "v1" and about["old"]["commit"] == commit
    assert (about["new"]["head"], about["new"]["dirty"]) == (commit, "yes") and "commit" not in about["new"]
    assert about["new"]["sha256"] != about["old"]["sha256"]
    assert about["old"]["distribution"] == "built" and about["old"]["version"] == "1"
    assert len(list((cache / "bots").iterdir())) == 2


def test_a_state_is_built_once_whatever_it_is_called(tmp_path: Path, engine: Path, cache: Path):
    committed(engine, "v2")
    one = tournament(tmp_path, NEW, "{name: old, path: ./engine, rev: v2}").prepared()
    assert one.built["new"].paths == one.built["old"].paths  # what is committed is what lies there
    assert one.manifest().bots["new"]["dirty"] == "no"
    assert one.setup.versions["old"] == one.setup.versions["new"] == f"built 1 {git(engine, 'rev-parse', 'v2')[:12]}"
    folder = one.built["old"].keeps[0]
    made = (folder / "sums.json").stat().st_mtime_ns
    again = tournament(tmp_path, NEW, "{name: old, path: ./engine, rev: v2}").prepared()
    assert again.built["old"].keeps[0] == folder
    assert (folder / "sums.json").stat().st_mtime_ns == made


@pytest.mark.parametrize("harm", ["changed", "gone", "more", "mode", "sums"])
def test_a_damaged_folder_is_made_again(cache: Path, harm: str):
    def make(made: Path) -> None:
        (made / "files" / "bot.py").write_text("one")

    def folder() -> Path:
        return cache_of_folders.kept("bots", "same", make)

    module = folder() / "files" / "bot.py"
    compiled = module.parent / "__pycache__" / "bot.pyc"
    compiled.parent.mkdir()
    compiled.write_text("x")  # Python may add that at any time
    folder()
    assert compiled.exists()
    status = module.stat()
    if harm == "changed":
        module.write_text("two")
        os.utime(module, ns=(status.st_atime_ns, status.st_mtime_ns))
    elif harm == "gone":
        module.unlink()
    elif harm == "more":
        (module.parent / "json.py").write_text("")
    elif harm == "mode":
        module.chmod(0o777)
    else:
        (folder() / "sums.json").write_text("{")
    folder()
    assert module.read_text() == "one" and module.stat().st_mode == status.st_mode
    assert not (module.parent / "json.py").exists() and not compiled.exists()


def test_many_at_once_make_a_folder_once(cache: Path):
    made, ready = [], threading.Barrier(4)

    def make(folder: Path) -> None:
        made.append(folder)
        (folder / "files" / "x").write_text("x")

    def one() -> None:
        ready.wait()
        cache_of_folders.kept("bots", "same", make)

    threads = [threading.Thread(target=one) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1 and [path.name for path in (cache / "bots").iterdir()] == ["same"]


def test_two_revisions_have_other_versions_of_one_dependency(tmp_path: Path):
    for version in ("1.0", "2.0"):
        wheel(tmp_path / "wheels", "dep", version, {"dep.py": f"version = {version!r}\n"})
    folder = write(
        tmp_path / "engine",
        {"pyproject.toml": project("mine", "mine", ("dep<2",)), "mine.py": TAKER.format(
            imports="import dep", word="dep.version")},
    )  # fmt: skip
    committed(folder, "v1")
    write(folder, {"pyproject.toml": project("mine", "mine", ("dep>=2",))})
    assert tournament(tmp_path, NEW, OLD, more="wheels: wheels").run().complete
    assert first_takes(tmp_path) == {"new": {"2.0"}, "old": {"1.0"}}
    about = said(tmp_path)
    assert about["new"]["wheels"].startswith("dep-2.0-") and about["old"]["wheels"].startswith("dep-1.0-")


def test_without_wheels_what_is_installed_beside_the_arena_serves(tmp_path: Path):
    files = {"pyproject.toml": project("mine", "mine", ("packaging>1", "bot-arena")), "mine.py": TAKER.format(
        imports="import packaging", word="packaging.__name__")}  # fmt: skip
    write(tmp_path / "engine", files)
    prepared = tournament(tmp_path, NEW, "{name: other, path: ./engine}").prepared()
    assert not prepared.built and prepared.plugins["new"].place is not None  # as it lies, with nothing to install
    write(tmp_path / "engine", {"pyproject.toml": project("mine", "mine", ("packaging<1",))})
    with pytest.raises(BotError, match="it needs packaging<1, and the arena has packaging"):
        tournament(tmp_path, NEW, NEW.replace("new", "other")).prepared()
    write(tmp_path / "engine", {"pyproject.toml": project("mine", "mine", ("no-such-thing",))})
    with pytest.raises(
        BotError, match="no-such-thing, which is not installed beside the arena, and no folder of wheels is named"
    ):
        tournament(tmp_path, NEW, NEW.replace("new", "other")).prepared()


def test_a_build_may_need_what_is_installed_beside_the_arena(tmp_path: Path):
    files = built("one")
    files["pyproject.toml"] = files["pyproject.toml"].replace("requires = []", 'requires = ["packaging"]')
    files["own.py"] = f"import packaging\n{files['own.py']}"
    write(tmp_path / "engine", files)
    assert tournament(tmp_path, NEW, NEW.replace("new", "other")).prepared().built["new"].plugin is not None


def test_one_of_several_bots_is_chosen(tmp_path: Path):
    own = built("one")["own.py"].replace("built = built:make_bot", "first = built:make_bot\\nsecond = built:other")
    folder = write(tmp_path / "engine", {**built("one"), "own.py": own})
    first = "{name: first, path: './engine:first'}"
    prepared = tournament(tmp_path, first, "{name: second, path: './engine:second'}").prepared()
    assert [prepared.plugins[name].value for name in ("first", "second")] == ["built:make_bot", "built:other"]
    with pytest.raises(BotError, match="registers no bot 'third', only first, second"):
        tournament(tmp_path, first, "{name: third, path: './engine:third'}").prepared()
    with pytest.raises(BotError, match="its wheel registers first, second"):
        tournament(tmp_path, first, f"{{name: all, path: {folder}}}").prepared()


def test_a_build_that_fails_says_its_last_lines_and_what_was_not_fetched(tmp_path: Path, engine: Path):
    own = BACKEND.format(before="print('line 1\\nline 2', flush=True); raise SystemExit('no compiler')")
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 9\n"
    write(engine, {"own.py": own, "net.bin": pointer})
    (engine / "link.txt").symlink_to("word.txt")
    git(engine, "update-index", "--add", "--cacheinfo", "160000", git(engine, "rev-parse", "HEAD"), "lib/other")
    git(engine, "add", "own.py", "net.bin", "link.txt")
    git(engine, "commit", "-qm", "broken")
    with pytest.raises(BotError) as error:
        tournament(tmp_path, NEW, "{name: old, path: ./engine, rev: HEAD}").prepared()
    text = str(error.value)
    assert "versions.yaml:" in text and "its build failed (exit status 1): no compiler" in text
    assert "    | line 1\n    | line 2\n    | no compiler" in text
    assert "built without submodules: lib/other; links: link.txt; contents of LFS files: net.bin, which nobody" in text


def test_a_resume_goes_by_the_files_and_not_by_the_commit(tmp_path: Path, engine: Path):
    assert tournament(tmp_path, NEW, OLD).run().complete
    committed(engine)  # the same files, which are no longer dirty
    assert tournament(tmp_path, NEW, OLD, resume=True).run().complete
    write(engine, {"word.txt": "three"})
    with pytest.raises(ResultsError, match=r"bot new: its files changed \(sha256 "):
        tournament(tmp_path, NEW, OLD, resume=True).run()


def test_files_that_git_ignores_are_no_part_of_a_build(tmp_path: Path, engine: Path):
    write(engine, {".gitignore": "*.log\n", "build.log": "x", "notes.txt": "y"})
    committed(engine)
    before = tournament(tmp_path, NEW, OLD).prepared().built["new"].facts
    write(engine, {"build.log": "other", "results/versions/games.sqlite": "x", "results/versions/manifest.json": "y"})
    assert tournament(tmp_path, NEW, OLD).prepared().built["new"].facts == before
    write(engine, {"more.txt": "z"})  # neither tracked nor ignored: it would be committed
    after = tournament(tmp_path, NEW, OLD).prepared().built["new"].facts
    assert after["dirty"] == "yes" and after["sha256"] != before["sha256"]


def test_bots_that_share_a_process_are_not_built(tmp_path: Path, engine: Path):
    with pytest.raises(ConfigError, match="new needs an environment of its own, and process: shared"):
        tournament(tmp_path, NEW, OLD, isolation="none", more="process: shared").prepared()


def test_plain_bots_name_their_commit_too(tmp_path: Path):
    folder = write(tmp_path / "engine", {"mine.py": TAKER.format(imports="", word="'x'"), "beside.txt": "x"})
    commit = committed(folder)
    new, other = "{name: new, path: ./engine/mine.py}", "{name: other, path: ./engine/mine.py}"
    write(folder, {"beside.txt": "y"})
    about = tournament(tmp_path, new, other).prepared().manifest().bots["new"]
    assert (about["head"], about["dirty"]) == (commit, "no")
    write(folder, {"mine.py": TAKER.format(imports="", word="'y'")})
    assert tournament(tmp_path, new, other).prepared().manifest().bots["new"]["dirty"] == "yes"


def test_wheels_need_a_bot_that_may_use_them(tmp_path: Path):
    (tmp_path / "wheels").mkdir()
    with pytest.raises(Complaints, match="no bot is installed from wheels"):
        tournament(tmp_path, "greedy", "random", more="wheels: wheels")
