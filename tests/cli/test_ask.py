"""``arena ask`` and ``arena log``: what a bot is asked again is what it was asked, and its answer is judged fairly."""

from __future__ import annotations

import bdb
import io
import json
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from arena.cli.bots.ask_text import earlier_lines
from arena.cli.main import arena as command
from arena.cli.main import main
from arena.contract.game_time import TimeControl
from arena.contract.seeds import Master
from arena.records.export import to_jsonl
from arena.records.record import FaultRecord, GameRecord, decode, encode
from arena.records.results import Results
from arena.runner.asking.around import Debugger, Profiled
from arena.runner.asking.asked import Plainly, Reply, ask
from arena.runner.asking.question import Conditions, question_of, seed_of_seat
from arena.runner.dialects import clients_of
from arena.schedule.jobs import own_seed
from arena.scrabble.moves import Pass, Placed, Play
from arena.serve.lookback.cgp_of import spec_of
from arena.variants.build import build_game
from tests.guests import asked

SEED = "drawn-00000000000000000000000000000007"
FILE = f"""
name: again
seed: {SEED}
pairs: 1
move_time: 60s
workers: 1
variants: [{{name: standard, board: standard}}, {{name: ttt, game: tictactoe}}]
kind: {{gauntlet: {{hero: watcher}}}}
bots:
  - {{name: watcher, bot: "tests.guests.asked:watcher", options: {{slack: 9}}}}
  - {{name: stumbler, bot: "tests.guests.asked:stumbler"}}
  - {{name: never, bot: "tests.guests.asked:never"}}
  - {{name: program, command: ["{sys.executable}", "-c", "pass"]}}
"""
WORD = "standard/stumbler-vs-watcher/0001/1"
SMALL = "ttt/stumbler-vs-watcher/0001/1"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament that was played once, with all kinds of faults in it."""
    folder = tmp_path_factory.mktemp("asked")
    (folder / "again.yaml").write_text(FILE)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        CliRunner().invoke(command, ["run", "again.yaml", "--keep-going"], catch_exceptions=False)
    return folder


@pytest.fixture
def there(played: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(played)
    return played


def record(folder: Path, game: str) -> GameRecord:
    with Results(folder / "results" / "again") as results:
        return results.get(game)


def arena(*words: object, status: int = 0) -> str:
    result = CliRunner().invoke(command, list(map(str, words)), catch_exceptions=False, standalone_mode=False)
    assert (result.return_value or 0) == status, result.output
    return result.output


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """Return what a command that ends with the status of an error says on standard error, without a traceback."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as left:
        main(list(map(str, words)))
    assert left.value.code in (2, 3, 4)
    told = capsys.readouterr().err
    assert "Traceback" not in told
    return told


def turns_of(game: GameRecord, bot: str) -> list[int]:
    return [move.turn + 1 for move in game.moves if game.bots[move.seat] == bot and move.fault is None]


@pytest.mark.parametrize("game", [WORD, SMALL])
def test_a_bot_sees_answers_and_draws_what_it_did_in_the_game(there: Path, game: str):
    stored = record(there, game)
    last = turns_of(stored, "watcher")[-1]
    text = arena("ask", "watcher", f"again/{game}", last)
    printed = stored.circumstances.outputs[stored.bots.index("watcher")]
    assert text.startswith(printed)  # info, options, and every view of every turn
    assert len(printed.splitlines()) == 1 + len(turns_of(stored, "watcher"))
    assert "slack" in printed.splitlines()[0]
    assert "it played:  the same" in text
    assert "as it played them then" in text


def test_the_first_turn_of_every_seat_is_asked_with_its_own_numbers(there: Path):
    for half in (1, 2):
        game = f"{SMALL[:-1]}{half}"
        stored = record(there, game)
        assert len(set(stored.own_seeds)) == 2
        assert "it played:  the same" in arena(
            "ask", "watcher", game, turns_of(stored, "watcher")[0], "--results", "again"
        )


def test_earlier_turns_that_take_too_long_are_named_since_later_ones_pay_for_them():
    def reply(turn: int, seconds: float) -> Reply:
        return Reply(turn, None, {}, "ul", "", seconds, 0.3)

    in_time, late, later, last = reply(1, 0.2), reply(9, 1.3), reply(11, 12.0), reply(13, 5.0)
    assert list(earlier_lines([in_time, last])) == ["its 1 earlier turn: as it played them then"]
    assert list(earlier_lines([in_time, late, later, last])) == [
        "its 3 earlier turns: as it played them then",
        "  too late are: 10, 12; turn 10 takes 1300.0 ms, and has 300.0 ms",
        "  In a game a bot is busy with such a turn until it is done, and that time is lost to its next turns.",
    ]


def test_only_skips_the_earlier_turns(there: Path):
    last = turns_of(record(there, SMALL), "watcher")[-1]
    answers = json.loads(
        CliRunner().invoke(command, ["ask", "watcher", f"again/{SMALL}", str(last), "--only", "--json"]).stdout
    )
    assert answers["earlier"] == []
    assert answers["turn"] == last
    whole = json.loads(CliRunner().invoke(command, ["ask", "watcher", f"again/{SMALL}", str(last), "--json"]).stdout)
    assert [reply["as_then"] for reply in whole["earlier"]] == [True] * (
        len(turns_of(record(there, SMALL), "watcher")) - 1
    )
    assert whole["played"]["move"] == whole["answers"][0]["move"]
    assert whole["best"]["the solver"]


def test_the_key_is_neither_needed_nor_shown(there: Path, tmp_path: Path):
    whole = arena("ask", "watcher", f"again/{WORD}", turns_of(record(there, WORD), "watcher")[1])
    results = there / "results" / "again"
    manifest = json.loads((results / "manifest.json").read_text())
    assert manifest["seed"] == SEED
    other = tmp_path / "again"
    other.mkdir()
    (other / "games.sqlite").write_bytes((results / "games.sqlite").read_bytes())
    (other / "manifest.json").write_text(json.dumps({**manifest, "seed": "drawn-" + "0" * 32}))
    without = arena("ask", "watcher", WORD, turns_of(record(there, WORD), "watcher")[1], "--results", other)
    drop = [line for line in whole.splitlines() if not line.startswith(("again/", "it answers"))]
    assert drop == [line for line in without.splitlines() if not line.startswith((str(other), "it answers"))]
    told = whole + arena("log", "again", "--bot", "watcher")
    assert SEED not in told
    assert str(Master(SEED).seed("game", "standard", 1)) not in told


def test_exports_do_not_have_the_bots_seeds_and_old_records_are_read(there: Path):
    stored = record(there, SMALL)
    [line] = to_jsonl([stored], times=True)
    assert "own_seeds" not in json.loads(line)
    fields = json.loads(encode(stored))
    assert fields.pop("own_seeds") == list(stored.own_seeds)
    old = decode(json.dumps(fields))
    assert old.own_seeds == ()
    assert seed_of_seat(old, 0, 2) is None
    assert seed_of_seat(old, 1, 1) == own_seed(old.seed, 1)  # by scheme 1 it follows from the game's
    spec = question_spec(there, SMALL)
    assert not question_of(old, spec, build_game(spec), 0, 0, Conditions()).exact
    assert question_of(stored, spec, build_game(spec), 0, 0, Conditions()).exact


def question_spec(folder: Path, game: str):
    with Results(folder / "results" / "again") as results:
        return spec_of(results.manifest, game.partition("/")[0], "again")


def question_here(folder: Path, bot: str, turn: int, game: str = SMALL, move_time: float | None = None):
    stored, spec = record(folder, game), question_spec(folder, game)
    given = Conditions(control=TimeControl(move_time))
    return question_of(stored, spec, build_game(spec), stored.bots.index(bot), turn - 1, given), clients_of(spec)


def test_what_is_sent_up_to_a_turn_is_what_was_sent(there: Path):
    turn = turns_of(record(there, WORD), "watcher")[1]
    lines = arena("ask", "watcher", f"again/{WORD}", turn, "--messages").splitlines()
    messages = [json.loads(line) for line in lines]
    assert [messages[0]["type"], messages[-1]["type"]] == ["start", "your_turn"]
    assert messages[-1]["turn"] == turn - 1
    assert messages[0]["options"] == {"slack": 9}
    hands = sum(len(message.get("new_tiles", ())) for message in messages)
    assert hands and all("new_tiles" not in message for message in messages if message["type"] == "played")
    assert sum(message["type"] == "your_turn" for message in messages) == 2


def test_a_crash_is_repeated_with_the_bots_own_lines_alone(there: Path):
    stored = record(there, WORD)
    crashed = next(move for move in stored.moves if move.fault is not None)
    text = arena("ask", "stumbler", f"again/{WORD}", crashed.turn + 1, status=3)
    assert "LookupError: the third turn" in text
    assert "asked.py" in text and "runner" not in text.split("Traceback")[1].split("LookupError")[0]
    assert "it played:  no move [crashed: LookupError: the third turn]" in text


def test_a_bot_that_never_began_is_made_again(there: Path, capsys: pytest.CaptureFixture[str]):
    game = "ttt/never-vs-watcher/0001/1"
    assert "LookupError: no bot today" in arena("ask", "never", f"again/{game}", 0, status=3)
    assert "it was made, and is ready" in arena("ask", "watcher", f"again/{SMALL}", 0)


def test_asked_often_it_says_whether_it_always_agrees(there: Path):
    turn = turns_of(record(there, SMALL), "watcher")[0]
    assert "asked 5 times, it always gives the same answer" in arena(
        "ask", "watcher", f"again/{SMALL}", turn, "--times", 5
    )
    text = arena("ask", "tests.guests.asked:tossing", f"again/{SMALL}", 1, "--times", 60, status=1)
    assert "asked 60 times, it gives " in text
    assert "is asked in the place of" in text


def test_an_answer_that_the_rules_refuse_is_no_answer(there: Path):
    taken = [move for move in record(there, SMALL).moves if move.move == "X: middle"]
    turn = taken[0].turn + 3 if taken else 2
    text = arena("ask", "tests.guests.asked:wrong", f"again/{SMALL}", turn, "--only", status=3)
    assert "[refused: " in text


def test_what_cannot_be_asked_is_refused_in_plain_words(there: Path, capsys: pytest.CaptureFixture[str]):
    stored = record(there, SMALL)
    own, others = turns_of(stored, "watcher"), turns_of(stored, "stumbler")
    told = refused(capsys, "ask", "watcher", f"again/{SMALL}", others[0])
    assert f"turn {others[0]} is not watcher's but stumbler's. The turns of watcher: {own[0]}, {own[1]}" in told
    assert "the game has no turn 99. It has the turns 1 to" in refused(capsys, "ask", "watcher", f"again/{SMALL}", 99)
    assert "no game 'ttt/x'" in refused(capsys, "ask", "watcher", "again/ttt/x", 1)
    assert "no results of that name" in refused(capsys, "ask", "watcher", "nowhere/ttt/x", 1)
    assert "no bot called 'wotcher'" in refused(capsys, "ask", "wotcher", f"again/{SMALL}", 1)
    assert "name the turn, too" in refused(capsys, "ask", "watcher", f"again/{SMALL}")
    assert "did not play this game" in refused(capsys, "ask", "greedy", f"again/{SMALL}", 0)
    assert "there is no file or folder ./no.py" in refused(capsys, "ask", "./no.py", f"again/{SMALL}", 1)
    assert "--seats is for positions" in refused(capsys, "ask", "watcher", f"again/{SMALL}", 1, "--seats", 3)
    assert "--pdb goes with neither" in refused(capsys, "ask", "watcher", f"again/{SMALL}", 1, "--pdb", "--json")
    assert "'soon' is not a duration" in refused(capsys, "ask", "watcher", f"again/{SMALL}", 1, "--move-time", "soon")
    assert "leave TURN out" in refused(capsys, "ask", "greedy", CGP, 3)
    assert "name the move, too" in refused(capsys, "ask", "greedy", "game.gcg")


def test_a_program_is_handed_its_messages_instead(there: Path, capsys: pytest.CaptureFixture[str]):
    told = refused(capsys, "ask", "program", "again/ttt/program-vs-watcher/0001/1", 0)
    assert "program is no plug-in of ours" in told
    assert "--messages | " in told
    start = json.loads(arena("ask", "program", "again/ttt/program-vs-watcher/0001/1", 0, "--messages"))
    assert start["type"] == "start" and "position" in start  # a program is told everything


CGP = "15/15/15/15/15/15/15/4CAT8/15/15/15/15/15/15/15 AEINRST/ 12/10 0"
GCG = "#player1 Ann Ann\n#player2 Bob Bob\n>Ann: CATS 8G CAT +10 10\n>Bob: DOE 9H DO +10 10\n"


def test_positions_are_questions_of_their_own(there: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    text = arena("ask", "tests.guests.asked:watcher", CGP, "--move-time", "2s")
    assert "holding AEINRST" in text and "best by points:" in text and "best by equity:" in text
    assert "(12, 10)" in text  # points
    assert "(7, 7)" in text  # tiles in the hands
    assert ", 2.0)" in text  # seconds
    (tmp_path / "game.gcg").write_text(GCG)
    text = arena("ask", "tests.guests.asked:watcher", tmp_path / "game.gcg", 2)
    assert "(player 2), holding DEO" in text and "(10, 0)" in text
    (tmp_path / "position.json").write_text('{"board": "standard", "hand": "QI"}')
    assert "(player 1), holding IQ" in arena("ask", "greedy", tmp_path / "position.json", "--seats", 3)
    (tmp_path / "position.json").write_text('{"board": "standard"}')
    assert "there is no hand" in refused(capsys, "ask", "greedy", tmp_path / "position.json")
    assert "has 2 racks, not 3" in refused(capsys, "ask", "greedy", CGP, "--seats", 3)
    assert "there is no move 9" in refused(capsys, "ask", "greedy", tmp_path / "game.gcg", 9)


def test_the_debugger_stops_where_choose_begins_and_where_the_bot_is_when_its_time_is_up(there: Path):
    question, clients = question_here(there, "watcher", turns_of(record(there, SMALL), "watcher")[0], move_time=0.05)
    page = io.StringIO()
    debugger = Debugger(
        io.StringIO("continue\np done, rounds > 0\np budget.time_left()\n!done = True\ncontinue\n"), page
    )
    [reply] = ask(question, clients, asked.brooding, debugger, variant="ttt")
    text = page.getvalue()
    first, _, rest = text.partition("its time is up")
    assert "choose()" in first and "(Pdb)" in first
    assert "asked.py" in rest and "(False, True)" in rest and "0.0" in rest
    assert reply.late and not reply.refusal


@pytest.mark.parametrize("typed", ["quit\n", "next\nquit\n", ""])
def test_who_quits_the_debugger_is_not_told_that_the_bot_returned_nothing(typed: str):
    debugger = Debugger(io.StringIO(typed), io.StringIO())

    def choose() -> int:
        answer = 1
        return answer + 1

    with pytest.raises(bdb.BdbQuit):
        debugger.call(choose, last=True)
    assert sys.gettrace() is None
    assert Debugger(io.StringIO("continue\n"), io.StringIO()).call(choose, last=True) == 2
    assert debugger.call(choose, last=False) == 2


def test_a_clock_stands_still_while_somebody_reads(there: Path):
    question, clients = question_here(there, "watcher", turns_of(record(there, SMALL), "watcher")[0], move_time=60.0)
    page = io.StringIO()
    debugger = Debugger(io.StringIO("p budget.deadline\ncontinue\n"), page)
    debugger.read = 0.0
    ask(question, clients, asked.tossing, debugger, variant="ttt")
    assert debugger.read > 0.0
    budget = debugger.budget(60.0, "wall", lambda move: None)
    before = budget.deadline
    debugger.read += 5.0
    assert before is not None and budget.deadline == before + 5.0


def test_a_profile_names_the_bots_functions(there: Path):
    question, clients = question_here(there, "watcher", turns_of(record(there, SMALL), "watcher")[0])
    profiled = Profiled()
    ask(question, clients, asked.watcher, profiled, variant="ttt")
    assert "(choose)" in profiled.text()


def test_a_turn_that_was_tried_again_is_asked_again(there: Path):
    """Where the rules let a seat try again: so often as then, told in between what was wrong."""
    stored, turn = record(there, WORD), turns_of(record(there, WORD), "watcher")[0]
    moves = list(stored.moves)
    moves[turn - 1] = msgspec.structs.replace(moves[turn - 1], tries=(FaultRecord("ILLEGAL", "not a word"),) * 2)
    spec = question_spec(there, WORD)
    tried = msgspec.structs.replace(stored, moves=tuple(moves))
    seat = stored.bots.index("watcher")
    question = question_of(tried, spec, build_game(spec), seat, turn - 1, Conditions())
    calls: list[int] = []

    class Careless:
        """Lays tiles that nobody has, until it was refused twice."""

        def choose(self, view: Any, budget: Any) -> Any:
            calls.append(view.turn)
            return Play((Placed(0, 0, 1, "A", 1),)) if len(calls) < 3 else Pass()

    [reply] = ask(question, clients_of(spec), lambda info, rng: Careless(), Plainly(), variant="standard")
    assert calls == [turn - 1] * 3
    assert (reply.move, reply.refusal) == (str(Pass()), "")


def test_the_log_has_output_exceptions_and_faults(there: Path, capsys: pytest.CaptureFixture[str]):
    text = arena("log", "again", "--bot", "stumbler")
    assert "crashed: LookupError: the third turn" in text
    assert f"    arena ask stumbler again/{WORD} " in text
    assert "  it printed:" in text and "Traceback" in text
    assert "no bot today" in arena("log", "again", "--bot", "never", "--game", "ttt/never-vs-watcher/0001/1")
    facts = [json.loads(line) for line in arena("log", "again", "--bot", "stumbler", "--json").splitlines()]
    assert [fact["game"] for fact in facts] == sorted(fact["game"] for fact in facts)
    assert {fault["fault"] for fact in facts for fault in fact["faults"]} >= {"crashed"}
    assert "Did you mean 'stumbler'?" in refused(capsys, "log", "again", "--bot", "stumbles")
    assert "no game" in refused(capsys, "log", "again", "--bot", "stumbler", "--game", "ttt/x")
    assert "did not play" in refused(
        capsys, "log", "again", "--bot", "stumbler", "--game", "ttt/never-vs-watcher/0001/1"
    )


def test_a_fault_in_a_report_ends_with_the_command_that_repeats_it(there: Path):
    stored = record(there, WORD)
    crashed = next(move for move in stored.moves if move.fault is not None)
    line = f"arena ask stumbler again/{WORD} {crashed.turn + 1}"
    text = arena("report", "again")
    assert f"\n  {line}\n" in text
    assert "LookupError: the third turn" in arena(*line.split()[1:], status=3)
    facts = json.loads(arena("report", "again", "--format", "json"))["faults"]
    assert line in [fact["repeat"] for fact in facts]
    assert "--messages" in next(fact["repeat"] for fact in facts if fact["bot"] == "program")
    assert [fact["turn"] for fact in facts if fact["bot"] == "never"] == [None]
