"""The word game through real processes: what each fault costs there, and foreign programs at the table."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from arena.config.model import Limits, VariantEntry
from arena.contract.outcome import Void
from arena.records.replay import replay
from arena.runner import guests
from arena.runner.sandbox.isolation import choose
from arena.variants.build import build_game
from arena.variants.load import load_variant
from tests.runner.tables import PLENTY, ROOT, job_for, setup_for

# A program that passes, in another way each time.
FOREIGN = """
import json, os, sys
act = sys.argv[1]
if act == "dies": sys.exit("no licence found")
out = sys.stdout
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start": answer = {"type": "ready"}
    elif message["type"] == "your_turn": answer = {"type": "pass", "turn": message["turn"]}
    elif message["type"] == "game_over": break
    else: continue
    if act == "own count": answer.pop("turn", None)
    out.write(json.dumps(answer) + ("\\r\\n" if act == "crlf" else "\\n"))
    if act != "buffers": out.flush()
"""


@pytest.fixture(scope="module")
def variant():
    return load_variant(VariantEntry(name="words", board="hole", rules="itu"))


@pytest.fixture
def play(worker_for, variant):
    def play_words(*bots, **changed):
        setup = setup_for(*bots, variants={"words": variant}, **{"move_time": 0.5, **changed})
        record = worker_for(setup).play(job_for(setup))
        assert not isinstance(record, Void), record
        states = [state for _, state in replay(record, build_game(variant))]  # the record tells the whole game
        assert len(states) == len(record.moves) + 1
        return record

    return play_words


@pytest.fixture
def program(tmp_path: Path):
    path = tmp_path / "program.py"
    path.write_text(FOREIGN)
    return lambda act: (sys.executable, str(path), act)


@pytest.mark.parametrize("mode", ["auto", pytest.param("process", marks=pytest.mark.soak)])
def test_the_engine_comes_to_bots_without_the_compiler_that_made_it(play, monkeypatch, mode):
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    isolation = choose(mode, "isolation")
    with_bundle = play("tests.guests.engine:by_engine", "tests.guests.engine:compiles_too", isolation=isolation)
    assert with_bundle.forfeits == ()
    outputs = [set(output.splitlines()) for output in with_bundle.circumstances.outputs]
    assert outputs == [{"no compiler Generator"}, {"numba Generator"}]
    monkeypatch.setattr(guests, "compile_ahead", lambda specs: "")
    without = play("tests.guests.engine:by_engine", "tests.guests.engine:compiles_too", isolation=isolation)
    assert set(without.circumstances.outputs[0].splitlines()) == {"numba Generator"}
    assert [turn.move for turn in without.moves] == [turn.move for turn in with_bundle.moves]


def test_honest_bots_play_a_whole_game_without_a_fault(play):
    record = play("arena_bots.greedy:make_bot", "arena_bots.random_play:make_bot")
    assert [move.fault for move in record.moves] == [None] * len(record.moves)
    assert record.reason in {"out of tiles", "scoreless turns"}
    points = [sum(m.note["score"] for m in record.moves if m.seat == seat) for seat in (0, 1)]
    assert tuple(p + a for p, a in zip(points, record.adjustments, strict=True)) == record.scores


@pytest.mark.parametrize("process", ["fresh", "kept"])
def test_two_threads_at_every_move_play_the_same_game_behind_the_walls(play, process):
    alone, together = (
        play(f"tests.guests.together:{bot}", "arena_bots.first:make_bot", process=process)
        for bot in ("alone", "together")
    )
    assert [move.fault for move in together.moves] == [None] * len(together.moves)
    assert [move.move for move in together.moves] == [move.move for move in alone.moves]


def test_a_bot_that_is_late_loses_its_turns_and_not_the_game(play):
    record = play("late_once", "arena_bots.passer:make_bot")
    own = [move for move in record.moves if move.seat == 0]
    assert own[0].fault.fault == "LATE"
    assert own[0].note["kind"] == "timeout"
    assert own[1].fault is None
    assert record.forfeits == ()


@pytest.mark.parametrize("guest", ["sleeper", "spins"])
def test_a_bot_that_never_comes_back_is_ended_and_has_left(play, guest):
    record = play(guest, "arena_bots.passer:make_bot", move_time=0.3)
    own = [move for move in record.moves if move.seat == 0]
    assert [move.fault.fault for move in own] == ["LATE", "LATE"]
    assert [move.fault.final for move in own] == [False, True]
    assert record.forfeits[0].detail == "did not come back from turn " + str(own[0].turn + 1)


def test_a_turn_that_an_earlier_one_cost_names_that_one(play):
    record = play("sleeper", "arena_bots.passer:make_bot", move_time=0.1, limits=Limits(late_time=PLENTY))
    first, *others = [move.fault.detail for move in record.moves if move.seat == 0]
    assert first == "no answer within 0.1 s"
    assert others and set(others) == {"no answer within 0.1 s; it was still at turn 1"}


def test_nonsense_costs_a_turn_and_the_third_time_the_game(play):
    record = play("garbles", "arena_bots.passer:make_bot")
    assert record.forfeits[0].fault == "GARBLED"
    assert sum(move.fault is not None for move in record.moves) == 3


def test_coordinates_beyond_all_boards_are_nonsense(play):
    record = play("plays_far_away", "arena_bots.passer:make_bot")
    first = next(move for move in record.moves if move.seat == 0)
    assert first.fault.fault == "GARBLED"
    assert "a number beyond" in first.fault.detail


def test_a_record_has_no_play_that_cannot_be_read_again(play):
    record = play("plays_what_nobody_can_read", "arena_bots.passer:make_bot")
    first = next(move for move in record.moves if move.seat == 0)
    assert (first.move, first.fault.fault) == (None, "GARBLED")
    assert "no game writes" in first.fault.detail


@pytest.mark.parametrize("act", ["plain", "crlf"])
def test_a_foreign_program_takes_part(play, program, act):
    record = play(program(act), "arena_bots.passer:make_bot")
    assert [move.fault for move in record.moves] == [None] * len(record.moves)
    assert record.reason == "scoreless turns"
    assert record.process == ("command", "fresh")


@pytest.mark.parametrize(
    ("act", "fault", "words"),
    [
        ("dies", "NOT_READY", "no licence found"),
        ("buffers", "NOT_READY", "not ready within 2 s"),
    ],
)
def test_a_foreign_program_that_does_not_start_forfeits(play, program, act, fault, words):
    limits = Limits(start_time=2.0, shutdown_time=0.2)
    record = play(program("plain"), program(act), limits=limits)
    assert record.forfeits[0].fault == fault
    assert words in record.forfeits[0].detail


def test_a_program_that_is_not_there_is_told_as_its_failure(play, program):
    record = play(program("plain"), ("/nowhere/at/all",))
    assert record.forfeits[0].fault == "NOT_READY"
    assert "cannot start '/nowhere/at/all': No such" in record.forfeits[0].detail


def test_answers_without_a_turn_number_are_not_taken_for_this_turns(play, program):
    record = play(program("own count"), "arena_bots.passer:make_bot")
    assert record.circumstances.dropped[0].seat == 0
    assert record.forfeits[0].fault == "LATE"


def test_the_sample_in_another_language_plays_without_a_fault(play):
    # It takes a quarter of its time, by the wall, and so has more than enough of it by the processor.
    sample = (str(ROOT / "examples" / "foreign_bot.py"),)
    record = play(sample, "arena_bots.first:make_bot", clock="cpu", backstop=2 * PLENTY)
    own = [move for move in record.moves if move.seat == 0]
    assert [move.fault for move in own] == [None] * len(own)
    assert any(move.note["kind"] == "play" for move in own)


def test_the_sample_knows_nothing_of_ours():
    text = (ROOT / "examples" / "foreign_bot.py").read_text()
    assert "import arena" not in text
    assert "from arena" not in text
    assert len(text.splitlines()) < 150
