"""A class in one file: installed, tried, played, reported, gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena.errors import EXIT_OK, EXIT_PARTIAL, EXIT_PREFLIGHT, Complaints, ResultsError
from arena.runner.preflight import DoNotStart
from arena.runner.sandbox.isolation import offered
from arena.tournament import Played, Tournament
from tests.submissions.conftest import Arena
from tests.submissions.made import BOT, project, wheel, write, zip_of

FILE = """
name: class
seed: 1
bots:
  - first
  - {from: submissions/*}
wheels: wheels
variants:
  - {name: small, game: nim(2)}
pairs: 1
move_time: 20s
workers: 1
"""
# Plays only where its dependency is this version, and lies in an environment of its own.
NEEDS = """
import dep, sys
assert dep.version == "{version}", dep.version
folders = [path for path in sys.path if "environments" in path]
assert len(folders) == 2, sys.path
assert sys.path.index(folders[0]) < min(i for i, path in enumerate(sys.path) if path.endswith("site-packages"))
"""
# Plays only where nothing of the others, of the results or of the teacher can be read.
SPY = """
import os
for path in {paths}:
    for attempt in (os.listdir, open):
        try:
            attempt(path)
        except OSError:
            continue
        raise SystemExit(f"{{path}} could be read")
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A folder with a tournament file, wheels and a handful of submissions."""
    for version in ("1.0", "2.0"):
        wheel(tmp_path / "wheels", "dep", version, {"dep.py": f"version = {version!r}\n"})
    handed_in = tmp_path / "submissions"
    for name, version in (("ann", "1.0"), ("ben", "2.0")):  # the same package, with other versions of one dependency
        text = project("mine", "mine", (f"dep=={version}",))
        write(handed_in / name, {"pyproject.toml": text, "src/mine/__init__.py": NEEDS.format(version=version) + BOT})
    (handed_in / "Ann.zip").write_bytes(zip_of({"bot.py": BOT}))
    secrets = [str(handed_in / "ann"), str(tmp_path / "cache" / "environments" / "bots"), str(tmp_path / "t.yaml")]
    secrets += [str(tmp_path / "results" / "class" / name) for name in ("games.sqlite", "manifest.json")]
    spy = SPY.format(paths=secrets) if {"landlock", "namespaces"} <= offered() else ""
    write(handed_in, {"eve.py": spy + BOT})
    (tmp_path / "t.yaml").write_text(FILE, encoding="utf-8")
    return tmp_path


def tournament(course: Path, resume: bool = False) -> Tournament:
    return Tournament.read(course / "t.yaml", output=course / "results" / "class", resume=resume)


def play(course: Path, resume: bool = False) -> Played:
    return tournament(course, resume).run()


def manifest(course: Path) -> dict[str, dict[str, dict[str, str]]]:
    return json.loads((course / "results" / "class" / "manifest.json").read_text())


def test_everybody_plays_in_an_environment_of_their_own_and_changes_are_told(course: Path):
    played = play(course)
    assert (played.complete, played.broken) == (True, ())
    lines = played.results.report().standings[0].lines
    assert sorted(lines) == ["Ann", "ann-2", "ben", "eve", "first"]
    assert all(line.rating.games == 8 and line.faults == line.forfeits == 0 for line in lines.values())
    behind = manifest(course)["bots"]
    assert [behind[name]["wheels"][:8] for name in ("Ann", "ann-2", "ben")] == ["", "dep-1.0-", "dep-2.0-"]
    assert behind["ann-2"]["submission"] == str(course / "submissions" / "ann")
    with (course / "submissions" / "eve.py").open("a") as file:
        file.write("# later\n")
    with pytest.raises(ResultsError, match=r"bot eve: its files changed \(sha256 [0-9a-f]{12} became"):
        play(course, resume=True)


def test_who_fails_forfeits_and_is_told(course: Path, arena: Arena):
    write(
        course / "submissions",
        {"bad/bot.py": "import gone\n" + BOT, "dan.py": BOT.replace("return next", "return 1 / 0 or next")},
    )
    (course / "submissions" / "fay.zip").write_bytes(zip_of({"../../fay.py": BOT}))
    (course / "submissions" / "Ann.zip").unlink()
    shown = arena("run", str(course / "t.yaml"))
    assert shown.returncode == EXIT_PARTIAL
    assert (
        "not admitted, so that they forfeit their games:\nbad on small: import failed: ModuleNotFoundError"
        in shown.stderr
    )
    assert "\nbad: if it needs the package gone, that stands in its requirements.txt" in shown.stderr
    assert "pip install" not in shown.stderr
    section = shown.stdout.split("NOT ADMITTED\n", 1)[1].split("\n\nSTANDINGS", 1)[0]
    assert "\nbad: on small: import failed: ModuleNotFoundError: No module named 'gone'" in section
    assert "\ndan: on small: it has to leave a game against itself" in section and "ZeroDivisionError" in section
    assert "\nfay: the name '../../fay.py' leads out of its folder" in section
    assert list(manifest(course)["refused"]) == ["bad", "dan", "fay"]
    results = tournament(course).results()
    lines = results.report().standings[0].lines
    assert {name for name, line in lines.items() if line.forfeits} == {"bad", "dan", "fay"}
    assert results.report().faults == ()
    facts = arena("report", "class", "--format", "json")
    assert [one["bot"] for one in json.loads(facts.stdout)["not_admitted"]] == ["bad", "dan", "fay"]
    (course / "rule.yaml").write_text("rank: {first: 40, last: 10, by: score}\nbeat: {first: 20}\n")
    marks = arena("report", "class", "--marks", str(course / "rule.yaml"))
    rows = [line.split(",")[0] for line in marks.stdout.splitlines() if not line.startswith("#")]
    assert sorted(rows) == ["ann", "bad", "ben", "bot", "dan", "eve", "fay"]  # the reference bot is not marked
    (course / "rule.yaml").write_text("beat: {gone: 20}\n")
    wrong = arena("report", "class", "--marks", str(course / "rule.yaml"))
    assert wrong.returncode == 2 and "rule.yaml:1:8: beat.gone: no bot 'gone' took part" in wrong.stderr
    asked = arena("ask", "eve", "class/small/eve-vs-first/0001/1", "1")
    assert asked.returncode and "eve was handed in, and plays behind walls only" in asked.stderr
    assert play(course, resume=True).broken == ("bad", "dan", "fay")  # and the reasons are kept
    assert list(manifest(course)["refused"]) == ["bad", "dan", "fay"]


def test_where_nobody_is_admitted_nothing_is_played(course: Path):
    (course / "t.yaml").write_text(FILE.replace("  - first\n", "").replace("wheels: wheels\n", ""), encoding="utf-8")
    for name in ("eve.py", "Ann.zip"):
        (course / "submissions" / name).unlink()
    with pytest.raises(
        DoNotStart, match=r"2 bots do not start:\nann: it needs dep==1\.0, and no folder of wheels is named"
    ):
        play(course)


def test_a_bot_of_the_teacher_that_does_not_start_stops_the_run(course: Path):
    (course / "t.yaml").write_text(FILE.replace("  - first\n", "  - {name: own, path: ./own.py}\n"), encoding="utf-8")
    write(course, {"own.py": "import gone\n"})
    for name in ("ann", "ben"):
        (course / "submissions" / name).rename(course / name)
    with pytest.raises(DoNotStart, match="a bot does not start:\nown on small"):
        play(course)


def test_the_check_installs_and_tells(course: Path, arena: Arena):
    write(course / "submissions", {"bad.py": "x = 1\n"})
    shown = arena("check", str(course / "t.yaml"))
    assert shown.returncode == EXIT_PREFLIGHT
    assert "bad: not ok\n  bad: no Python file at its top has a make_bot (bad.py)" in shown.stdout
    assert "ann-2: ok\n" in shown.stdout


def test_the_plan_installs_nothing(course: Path, arena: Arena):
    shown = arena("plan", str(course / "t.yaml"))
    assert shown.returncode == EXIT_OK and str(course / "submissions" / "eve.py") in shown.stdout.replace("\n", "")
    assert not (course / "cache" / "environments").exists()


def test_the_short_form(course: Path):
    text = FILE.replace(
        "bots:\n  - first\n  - {from: submissions/*}\n", "bots: {from: submissions/*, options: {a: 1}}\n"
    )
    (course / "t.yaml").write_text(text, encoding="utf-8")
    contents = tournament(course).contents
    assert [(bot.name, bot.options) for bot in contents.bots] == [
        (name, {"a": 1}) for name in ("Ann", "ann-2", "ben", "eve")
    ]


@pytest.mark.parametrize(
    ("bots", "more", "problem"),
    [
        ("{from: nothing/*}", "", r"t\.yaml:3:14: bots\.from: there is nothing at 'nothing/\*'"),
        (
            "[first, {from: 'submissions/**'}]",
            "",
            r"t\.yaml:3:22: bots\[1\]\.from: .* would look into folders of folders",
        ),
        ("{from: [a]}", "", r"t\.yaml:3:14: bots\.from: expected a text, not a list"),
        ("{from: submissions/*, name: x}", "", r"t\.yaml:3:29: bots\.name: there is no key 'name' here"),
        ("{from: submissions/*, game_time: 0}", "", r"t\.yaml:3:40: bots\.game_time"),
        ("{from: submissions/*}", "wheels: gone", r"t\.yaml:4:9: wheels: .*/gone is no folder"),
        ("[first, greedy]", "wheels: wheels", r"t\.yaml:4:9: wheels: no bot is installed from wheels"),
        ("{from: submissions/eve.py}", "", r"t\.yaml:3:7: bots: 1 bot cannot fill 2 seats"),
    ],
)
def test_bad_files_are_told(course: Path, bots: str, more: str, problem: str):
    (course / "t.yaml").write_text(f"name: x\nvariants: [{{game: nim(2)}}]\nbots: {bots}\n{more}\n", encoding="utf-8")
    with pytest.raises(Complaints, match=problem):
        tournament(course)
