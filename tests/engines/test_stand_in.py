"""A stand-in engine plays whole games through the adapter, and whatever it does wrong is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from arena_engines import bot as module
from arena_engines import make_bot
from arena_engines.process import EngineFault

from arena.bot import BotError, Change, GameInfo, Pass, Play
from arena.contract.budget import ClockedBudget
from arena.contract.chance import stream
from arena.records.store import Results
from arena.tournament import Tournament
from tests.engines.conftest import ADAPTER, Start, table, view_of
from tests.scrabble.tables import board

FILE = """
name: engines
seed: drawn-00000000000000000000000000000001
bots:
  - name: standin
    path: ADAPTER
    options: {engine: ./stand_in.toml, program: ./stand_in.py, words: ./words, act: plays}
  - greedy
variants: VARIANTS
rules: tournament
pairs: 1
workers: 1
move_time: 60s
output: OUTPUT
"""
RACK = "AEINRST"


def tournament(folder: Path, variants: str = "[scrabble]") -> Tournament:
    text = FILE.replace("ADAPTER", str(ADAPTER)).replace("VARIANTS", variants)
    (folder / "engines.yaml").write_text(text.replace("OUTPUT", str(folder / "results")), encoding="utf-8")
    return Tournament.read(str(folder / "engines.yaml"))


def unhurried() -> ClockedBudget:
    return ClockedBudget(None, lambda: 0.0)


def test_it_plays_whole_games_behind_the_walls_without_a_fault(files: dict[str, str], tmp_path: Path):
    run = tournament(tmp_path).run()
    assert run.complete
    with Results(tmp_path / "results") as results:
        for record in results.records():
            seat = record.bots.index("standin")
            assert record.forfeits == ()
            kinds = [move.note["kind"] for move in record.moves if move.seat == seat]
            assert kinds.count("play") > 3 and "failed" not in kinds


def test_what_it_cannot_play_is_said_before_the_first_game(files: dict[str, str], tmp_path: Path):
    with pytest.raises(BotError, match="has 21 by 21 squares, and its own 15 by 15"):
        tournament(tmp_path, "[superscrabble]").run()
    with Results(tmp_path / "results") as results:
        assert list(results.records()) == []


def test_a_play_is_the_engines(started: Start):
    bot = started()
    move = bot.choose(view_of(table(), RACK), unhurried())
    assert isinstance(move, Play) and len(move.tiles) == 3 and (0, 0) in {(tile.x, tile.y) for tile in move.tiles}


READER = """#!/bin/sh
while read -r word rack; do
    case $word in "#incomplete") echo "best -$rack" ;; esac
done < "$1"
"""
READ = """name = "Reader"
[talk]
process = "question"
arguments = ["{gcg}"]
answer = '^best (?P<move>.+)'
"""


def test_a_process_for_each_question_reads_the_game_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("reader.sh").write_text(READER)
    Path("reader.sh").chmod(0o755)
    Path("reader.toml").write_text(READ)
    options = {"engine": "./reader.toml", "program": str(tmp_path / "reader.sh")}
    bot = make_bot(GameInfo("a-variant", "word", 2, 0, 1.0, options, table()), stream(1, "bot"))
    view = view_of(table(), RACK)
    for _ in range(2):
        move = bot.choose(view, unhurried())
        assert isinstance(move, Change) and sorted(move.tiles) == sorted(view.hand)
        assert bot.process is None
    with pytest.raises(EngineFault, match="the game began in a position"):
        bot.choose(view_of(table(), RACK, board(table(), ("ERA", "8G"))), unhurried())


def test_what_it_said_before_its_last_word_is_offered(started: Start):
    offers: list[object] = []
    started().choose(view_of(table(), RACK), ClockedBudget(None, lambda: 0.0, offers.append))
    assert offers[0] == Pass() and isinstance(offers[-1], Play)


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("crashes", r"ended with exit status 7; its last lines: .*ucgiok \| .* \| assertion failed: everything$"),
        ("dies", "ended by SIGSEGV"),
        ("complains", "it says that something is wrong.*error: I do not feel like it"),
        ("empty", "its answer has no move"),
        ("nonsense", "'the usual' is no move"),
        ("not its tiles", r"'8h.ZZZZZ' needs tiles that are not in the hand"),
        ("talks", "said more than 4194304 bytes without an answer"),
    ],
)
def test_what_it_does_wrong_names_it_and_the_position(started: Start, act: str, said: str):
    bot = started(act)
    with pytest.raises(EngineFault, match=f"^Standin, turn 1, asked 15/.* {RACK}/ 0/0 0: .*{said}"):
        bot.choose(view_of(table(), RACK), unhurried())
    assert bot.process is None


def test_a_play_that_the_rules_refuse_is_the_referees_business(started: Start):
    move = started("no word").choose(view_of(table(), "BCDFGHV"), unhurried())
    assert isinstance(move, Play) and [tile.char for tile in move.tiles] == ["B", "C"]


def test_a_late_engine_loses_the_turn_and_is_started_again(started: Start, capsys: pytest.CaptureFixture[str]):
    bot = started("silent")
    first = bot.process
    times = iter((0.0, 0.0))  # then the time is up, whatever the machine's clock says
    bot.choose(view_of(table(), RACK), ClockedBudget(1.0, lambda: next(times, 2.0)))
    assert "Standin, turn 1, asked 15/" in (out := capsys.readouterr().out) and "no answer in time" in out
    assert first._process.returncode is not None and bot.process is None
    assert isinstance(bot.choose(view_of(table(), RACK), unhurried()), Play)  # a new process, and its first question


def test_one_that_says_nothing_without_a_clock_is_not_waited_for_forever(
    started: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    bot = started("silent")
    monkeypatch.setattr(module, "_seconds", lambda seconds: lambda: 0.0)
    with pytest.raises(EngineFault, match="silent for 50 s; no answer in time"):
        bot.choose(view_of(table(), RACK), unhurried())


def test_an_engine_without_its_files_is_refused_with_what_it_says(started: Start, tmp_path: Path):
    with pytest.raises(BotError, match=r"Standin gives no move for 15/.*ABCDEFG/ 0/0 0: ended with .*no words in"):
        started("not ready")
    with pytest.raises(BotError, match=r"options.words: cannot read '.*/none' \(No such file or directory\)"):
        started(words=str(tmp_path / "none"))
    with pytest.raises(BotError, match=r"options.program: is missing"):
        started(program=None)
    (tmp_path / "plain").write_text("no program")
    with pytest.raises(BotError, match=r"cannot be started: Permission denied"):
        started(program=str(tmp_path / "plain"))


def test_options_are_those_of_the_engine(started: Start):
    with pytest.raises(BotError, match=r"there is no option 'depth'. It has: engine, program, words, act"):
        started(depth=3)
    with pytest.raises(BotError, match=r"options.act: '\\x1b\[2J' is not a line of text"):
        started("\x1b[2J")
    with pytest.raises(BotError, match=r"cannot read .*nothing.toml.*Write magpie, quackle, or a path"):
        started(engine="nothing")
    with pytest.raises(BotError, match="is not a line of text"):
        started(engine="./no\nfile.toml")
