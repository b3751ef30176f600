"""A season, night after night, with bots that are handed in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena.cli.tournaments.budgets import budget_text
from arena.errors import EXIT_OK, EXIT_PARTIAL, EXIT_RUN, EXIT_USAGE
from arena.runner.night.durations import Durations
from arena.runner.runs.stop import Stop
from arena.tournament import Tournament
from tests.submissions.conftest import Arena
from tests.submissions.made import BOT, write, zip_of

FILE = """
name: season
seed: 1
season: true
bots:
  - first
  - {from: submissions/*}
variants:
  - {name: small, game: nim(2)}
pairs: 1
move_time: 20s
workers: 1
"""
BROKEN = "def make_bot(info, rng):\n    raise ValueError('not yet')\n"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    write(tmp_path / "submissions", {"ann.py": BOT, "ben.py": BOT + "# ben\n"})
    write(tmp_path / "later", {"ann.py": BOT + "# another ann\n", "cleo.py": BROKEN})
    (tmp_path / "t.yaml").write_text(FILE, encoding="utf-8")
    return tmp_path


def ids(course: Path) -> set[str]:
    return set(Tournament.read(course / "t.yaml", output=course / "results" / "season").results().ids())


def pairings(games: set[str]) -> set[str]:
    return {id.split("/")[1] for id in games}


def test_a_season_from_night_to_night(course: Path, arena: Arena):
    done = arena("run", "t.yaml")
    assert done.returncode == EXIT_OK, done.stderr
    one = ids(course)
    assert pairings(one) == {"ann-vs-ben", "ann-vs-first", "ben-vs-first"} and len(one) == 6

    # Another ann comes, and a bot that does not start: only what the new one needs is played.
    done = arena("run", "t.yaml", "--add", "later/ann.py", "--add", "later/cleo.py", "--budget", "1h")
    assert done.returncode == EXIT_PARTIAL, done.stderr
    assert "ann-2 is new\n" in done.stderr and "cleo is not admitted" in done.stderr and "not yet" in done.stderr
    assert "6 of 6 games that are missing" in done.stderr and "no game is missing any more" in done.stderr
    assert "NOT ADMITTED\n" in done.stdout and "They play no game" in done.stdout
    two = ids(course)
    assert pairings(two - one) == {"ann-vs-ann-2", "ann-2-vs-ben", "ann-2-vs-first"}

    # The same again: there is nothing to do, and it says so. Of cleo nothing was kept.
    done = arena("plan", "t.yaml", "--add", "later/ann.py")
    assert done.returncode == EXIT_OK and done.stdout.startswith("ann-2 is what it was: version 1, ann-2\n0 games ")

    # Ann hands in again, as a zip file: a version of its own plays, and all other games stay.
    (course / "submissions" / "ann.py").unlink()
    (course / "submissions" / "ann.zip").write_bytes(zip_of({"bot.py": BOT + "# better\n"}))
    done = arena("run", "t.yaml", "--retire", "ann-2")
    assert "ann-2 left the season; its games stay\n" in done.stderr
    assert "ann changed, and plays as ann-v2 from now on; the games of ann stay as they are\n" in done.stderr
    assert pairings(ids(course) - two) == {"ann-v2-vs-ben", "ann-v2-vs-first"}

    report = json.loads(arena("report", "season", "--format", "json", "--since", "2020-01-01").stdout)
    playing = {line["name"]: line for line in report["season"]["playing"]}
    assert set(playing) == {"first", "ben", "ann-v2"} and playing["ann-v2"]["version"] == 2
    assert {line["name"] for line in report["season"]["retired"]} == {"ann", "ann-2"}
    assert all(line["change"] is None and line["games_since"] == line["games"] for line in playing.values())
    assert report["course"]["table"] is None

    (course / "t.yaml").write_text(FILE.replace("nim(2)", "nim(3)"), encoding="utf-8")
    done = arena("run", "t.yaml")
    assert done.returncode == EXIT_RUN
    assert "variant small: its board, tiles, rules or words changed" in done.stderr
    assert "begin another season" in done.stderr


def test_a_season_in_pieces_is_the_season_at_once(course: Path):
    (course / "t.yaml").write_text(FILE.replace("pairs: 1", "pairs: 2"), encoding="utf-8")
    whole = Tournament.read(course / "t.yaml", output=course / "whole").run()
    assert whole.complete and len(whole.results) == 12
    late = course / "submissions" / "ben.py"
    text = late.read_text(encoding="utf-8")
    late.unlink()
    (course / "t.yaml").write_text(FILE, encoding="utf-8")
    assert len(Tournament.read(course / "t.yaml", output=course / "pieces").run().results) == 2
    late.write_text(text, encoding="utf-8")
    assert len(Tournament.read(course / "t.yaml", output=course / "pieces").run().results) == 6
    (course / "t.yaml").write_text(FILE.replace("pairs: 1", "pairs: 2"), encoding="utf-8")
    pieces = Tournament.read(course / "t.yaml", output=course / "pieces").run()
    assert list(pieces.results.export()) == list(whole.results.export())


def test_games_of_another_tournament_are_no_season(course: Path, arena: Arena):
    (course / "t.yaml").write_text(FILE.replace("season: true\n", ""), encoding="utf-8")
    assert arena("run", "t.yaml").returncode == EXIT_OK
    (course / "t.yaml").write_text(FILE, encoding="utf-8")
    done = arena("run", "t.yaml")
    assert done.returncode == EXIT_RUN and "no season's" in done.stderr


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--add", "nowhere"), "there is nothing at 'nowhere'"),
        (("--retire", "zoe"), "no bot 'zoe' was added"),
        (("--retire", "ann"), "Take it out of the file, or out of the folder that the file names"),
        (("--budget", "1ms"), "no pair of games fits into 1 ms"),
        (("--budget", "soon"), "'soon' is no time"),
        (("--trace", "1", "--budget", "1h"), "--trace plays one game here"),
    ],
)
def test_what_is_asked_in_vain_changes_nothing(course: Path, arena: Arena, words: tuple[str, ...], problem: str):
    done = arena("run", "t.yaml", *words)
    assert (done.returncode, problem in done.stderr) == (EXIT_USAGE, True), done.stderr
    assert not (course / "results" / "season" / "games.sqlite").exists()


def test_a_plan_does_not_count_who_was_refused_and_is_what_it_was(course: Path, arena: Arena):
    """Only a look tells whether a bot starts, and a plan starts none: it goes by the last night's look."""
    write(course / "submissions", {"cleo.py": BROKEN})

    def planned(*words: str) -> tuple[int, list[str]]:
        done = arena("plan", "t.yaml", "--json", *words)
        assert done.returncode == EXIT_OK, done.stderr
        facts = json.loads(done.stdout)
        assert facts["budget"] is None or facts["budget"]["missing"] == facts["missing"]
        return facts["missing"], facts["news"]

    assert planned()[0] == 12  # nobody has looked at cleo yet
    assert arena("run", "t.yaml").returncode == EXIT_PARTIAL
    for words in ((), ("--budget", "1h")):
        missing, news = planned(*words)
        assert missing == 0 and len(news) == 1
        assert news[0].startswith("cleo is not admitted: as the last time, and it is what it was then: ")
    traced = arena("run", "t.yaml", "--trace", "small/ann-vs-cleo/0001/1")
    assert "not yet" in traced.stdout + traced.stderr  # whose bot it is can still see why
    write(course / "submissions", {"cleo.py": BOT + "# cleo, mended\n"})
    assert planned() == (6, ["cleo is new"])


def test_data_beside_a_bot_and_files_of_its_options_are_part_of_its_version(course: Path):
    project = '[project]\nname = "mine"\n[project.entry-points."arena.bots"]\nmine = "minebot:make_bot"\n'
    files = {"pyproject.toml": project, "minebot/__init__.py": BOT, "minebot/weights.txt": "1\n"}
    write(course / "mine", files)
    (course / "words.txt").write_text("one\n")
    bots = "bots:\n  - {name: mine, path: ./mine}\n  - {name: told, bot: first, options: {file: ./words.txt}}\n"
    (course / "t.yaml").write_text(FILE.replace("bots:\n  - first\n  - {from: submissions/*}\n", bots))

    def hashes() -> dict[str, str]:
        night = Tournament.read(course / "t.yaml", output=course / "results").night()
        assert night.season is not None
        night.close()
        return {entry.bot: entry.hash for entry in night.season.register}

    before = hashes()
    assert hashes() == before
    (course / "mine" / "minebot" / "__pycache__").mkdir()
    (course / "mine" / "minebot" / "__pycache__" / "x.pyc").write_text("")
    assert hashes() == before
    (course / "mine" / "minebot" / "weights.txt").write_text("2\n")
    assert {bot for bot, one in hashes().items() if one != before[bot]} == {"mine"}
    (course / "words.txt").write_text("two\n")
    assert {bot for bot, one in hashes().items() if one != before[bot]} == {"mine", "told"}


def test_who_was_admitted_by_a_slow_look_is_not_looked_at_every_night(course: Path, monkeypatch: pytest.MonkeyPatch):
    """Whoever is slow in a game against itself would have all of every night for it, and nobody would play."""
    monkeypatch.setattr(Durations, "seconds", lambda self, variant, table: 499.99)
    file, results = course / "t.yaml", course / "results"
    with Stop() as stop:
        one = Tournament.read(file, output=results)
        night = one.night(budget=1000.0, stop=stop)
        assert night.budget is not None and (night.budget.games, night.budget.missing) == (0, 6)
        assert "0 of 6 games that are missing; the look at bots took too long" in budget_text(night.budget)
        assert one.run(night=night, stop=stop).complete
        monkeypatch.undo()
        night = Tournament.read(file, output=results).night(budget=1000.0)
        assert night.season is not None and night.season.news == () and night.missing == 6
