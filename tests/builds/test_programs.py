"""Programs that a stated command builds of their sources, once for each state of them, and that run where they lie."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from arena.errors import BotError, Complaints
from arena.runner.builds import build
from arena.runner.sandbox.isolation import offered
from tests.builds.games import first_takes, said, tournament
from tests.builds.test_packages import committed
from tests.runner.test_revisions import git
from tests.submissions.made import write

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")
SANDBOX = {"landlock", "namespaces"} <= offered()

# Takes a stick, and says on standard error what lies beside it where it was started.
PROGRAM = """#!/usr/bin/env python3
import json, os, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        reply = {"type": "ready"}
    elif message["type"] == "your_turn":
        print(open("data/word.txt").read(), len(sys.argv), file=sys.stderr)
        try:
            open("data/mine.txt", "w")
            print("wrote", file=sys.stderr)
        except OSError:
            pass
        open(os.environ["HOME"] + "/mine.txt", "w")
        reply = {"type": "move", "turn": message["turn"], "move": message["legal"][0]}
    else:
        continue
    print(json.dumps(reply), flush=True)
"""
BUILD = "mkdir data && cp engine.py engine && chmod +x engine && tr a-z A-Z < word.txt > data/word.txt"
COMMAND = "command: [./engine, --uci]"


def old(build: str = BUILD, command: str = COMMAND, rev: str = "v1") -> str:
    return f"{{name: old, path: ./engine, rev: {rev}, build: '{build}', {command}}}"


def new(build: str = BUILD, command: str = COMMAND) -> str:
    return f"{{name: new, path: ./engine, build: '{build}', {command}}}"


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """Return a repository whose commit v1 has the word one, and whose files have two."""
    folder = write(tmp_path / "engine", {"engine.py": PROGRAM, "word.txt": "one"})
    committed(folder, "v1")
    write(folder, {"word.txt": "two"})
    return folder


def test_two_revisions_are_built_and_play_in_their_folders(tmp_path: Path, engine: Path, cache: Path):
    assert tournament(tmp_path, new(), old()).run().complete
    printed = first_takes(tmp_path)
    assert printed["new"] >= {"TWO", "2"} and printed["old"] >= {"ONE", "2"}
    if SANDBOX:
        assert not any("wrote" in words for words in printed.values())
    about, commit = said(tmp_path), git(engine, "rev-parse", "v1")
    assert (about["old"]["commit"], about["old"]["rev"], about["old"]["command"]) == (commit, "v1", "./engine --uci")
    assert (about["new"]["head"], about["new"]["dirty"]) == (commit, "yes")
    assert about["old"]["build"].endswith(BUILD)
    assert not (engine / "data").exists() and not (engine / "engine").exists()


def test_it_is_built_once_and_again_where_that_is_damaged(tmp_path: Path, engine: Path, cache: Path):
    bots = old("echo built it; " + BUILD), new("echo built it; " + BUILD)
    one = tournament(tmp_path, *bots).prepared()
    folder = one.built["old"].keeps[0]
    made = (folder / "sums.json").stat().st_mtime_ns
    assert "built it" in (folder / "output.txt").read_text()
    assert tournament(tmp_path, *bots).prepared().built == one.built
    assert (folder / "sums.json").stat().st_mtime_ns == made
    (folder / "files" / "data" / "word.txt").write_text("nine")
    assert tournament(tmp_path, *bots).prepared().built == one.built
    assert (folder / "files" / "data" / "word.txt").read_text() == "ONE"
    assert one.setup.versions["old"] == f"./engine --uci {git(engine, 'rev-parse', 'v1')[:12]}"


def test_without_a_build_a_revision_is_laid_out(tmp_path: Path, engine: Path):
    (engine / "engine.py").chmod(0o755)
    committed(engine, "v2")
    bot = "{name: old, path: ./engine, rev: v2, command: [./engine.py]}"
    prepared = tournament(tmp_path, bot, bot.replace("old", "same")).prepared()
    started = prepared.built["old"].command[0]
    assert os.access(started, os.X_OK) and Path(started).read_text() == PROGRAM
    python = bot.replace("[./engine.py]", "[python3, engine.py]").replace("old", "other")
    assert tournament(tmp_path, bot, python).prepared().built["other"].command == ("python3", "engine.py")


@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        (old("echo first; echo last >&2; exit 3"), r"its build failed \(exit status 3\)\n    \| first\n    \| last\n"),
        (old("kill -9 $$"), r"its build failed \(killed by signal 9"),
        (old("true"), r"there is no \./engine after the build. Programs that are there: none"),
        (old("cp engine.py engine"), r"\./engine is there, and may not be executed"),
        (old(command="command: [./engine/../../x]"), "leads out of the folder of the bot"),
        (old(command="command: [no-such-program]"), "there is no program 'no-such-program' on PATH"),
        (old(rev="v9"), "has no revision 'v9'"),
        (old("ln -s /etc/passwd engine"), r"there is no \./engine after the build"),
    ],
)
def test_what_goes_wrong_is_told_with_its_place(tmp_path: Path, engine: Path, bot: str, problem: str):
    with pytest.raises(BotError, match=problem) as error:
        tournament(tmp_path, old().replace("old", "good"), bot).prepared()
    assert "versions.yaml:6:" in str(error.value) and "bots[1].rev" in str(error.value)


def test_all_that_a_failed_build_printed_is_kept(tmp_path: Path, engine: Path, cache: Path):
    loud = "for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do echo line $n; done; exit 1"
    with pytest.raises(BotError) as error:
        tournament(tmp_path, old(loud), new()).prepared()
    text, file = str(error.value), Path(str(error.value).rpartition(" is in ")[2])
    assert "| line 15" in text and "| line 3\n" not in text
    assert file.parent == cache / "failed" and "line 3\n" in file.read_text()


def test_a_folder_that_is_no_repository(tmp_path: Path):
    write(tmp_path / "engine", {"engine.py": PROGRAM, "word.txt": "one"})
    with pytest.raises(BotError, match="Only what lies in a git repository has revisions"):
        tournament(tmp_path, new(), old()).prepared()
    built = tournament(tmp_path, new(), new().replace("new", "same")).prepared().built
    assert built["new"].folder == built["same"].folder and "head" not in built["new"].facts


@pytest.mark.skipif(not SANDBOX, reason="this machine has no walls")
def test_a_build_is_behind_walls(tmp_path: Path, engine: Path):
    secret = write(tmp_path / "secret", {"x.txt": "x"}) / "x.txt"
    tries = (
        f"cat {secret} && exit 0; echo x > {secret.parent}/y.txt && exit 0; ls /proc/{os.getpid()} && exit 0; exit 5"
    )
    with pytest.raises(BotError, match=r"exit status 5"):
        tournament(tmp_path, old(tries), new()).prepared()
    assert not (secret.parent / "y.txt").exists()


@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        ("{name: x, path: ./engine, command: [./engine]}", "a program in a folder as it lies needs no path"),
        ("{name: x, command: [python3], build: make}", "which a command starts. Add path: ../engine"),
        ("{name: x, path: ./engine, build: make}", "which a command starts. Add command: [./engine]"),
        ("{name: x, bot: first, build: make}", "which a command starts. Add path: ../engine and command: [./engine]"),
        ("{name: x, path: ./nowhere, build: make, command: [./engine]}", "nowhere is no folder"),
        ("{name: x, path: ./engine, build: make, command: ./engine}", "a command is a list of words"),
        ("{name: x, path: ./engine, build: 7, command: [./engine]}", "build"),
        ("{name: x, path: ./engine, build: make, command: [./engine], process: kept}", "cannot be combined"),
        ("{name: x, path: ./engine, rev: v1, command: [./engine], address: '127.0.0.1:1'}", "cannot be combined"),
    ],
)
def test_entries_that_make_no_sense(tmp_path: Path, engine: Path, bot: str, problem: str):
    with pytest.raises(Complaints, match=re.escape(problem)):
        tournament(tmp_path, bot, "random")


def test_a_build_that_takes_too_long_is_ended(
    tmp_path: Path, engine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(build, "LONGEST", 1.0)
    with pytest.raises(BotError, match="its build was ended: it took more than 1 s"):
        tournament(tmp_path, old("sleep 600"), new("sleep 600")).prepared()
