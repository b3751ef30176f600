"""``arena bots check --command`` says precisely what is wrong with a program; each program here is wrong in one way."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest

from arena.cli.bots import probe
from arena.cli.bots.bots import setup_for
from arena.cli.bots.check_command import check_command
from arena.cli.bots.probe import FLUSH, LONGER
from arena.contract.seeds import Master
from arena.errors import ConfigError
from tests.runner import tables
from tests.runner.tables import PLENTY, afterwards, always, unhurry

MASTER = Master("drawn-00000000000000000000000000000003")  # as if drawn: needs no stretching

# A whole bot: it is asked, it passes; what differs is written in between.
BOT = """\
import json, sys, time
def say(message, end="\\n"):
    sys.stdout.write(json.dumps(message) + end)
    sys.stdout.flush()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        {start}
    elif message["type"] == "your_turn":
        turn = message["turn"]
        {turn}
    elif message["type"] == "game_over":
        {over}
"""
# What is silent tells us when it begins to be, so that nobody has to guess how soon it would have spoken.
SILENT = "print('silent', file=sys.stderr, flush=True)"
UNTIL_CLOSED = SILENT + "; sys.stdin.read(); sys.exit()"
READY, PASS, LEAVE = 'say({"type": "ready"})', 'say({"type": "pass", "turn": turn})', "break"


@pytest.fixture
def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    unhurry(monkeypatch)
    monkeypatch.setitem(tables.NO_ANSWER, "sparring:make_bot", always)
    hear = probe.Talk.hear

    def hear_or_silence(talk: probe.Talk, seconds: float) -> bytes | None:
        if seconds == probe._QUIET:
            return hear(talk, seconds)
        until = time.monotonic() + PLENTY
        while True:
            silent = "silent" in talk.last_words() and not talk.stdin.closed
            line = hear(talk, 0.2)
            if line is not None or silent or talk.ended or time.monotonic() > until:
                return line

    monkeypatch.setattr(probe.Talk, "hear", hear_or_silence)
    (tmp_path / "words.txt").write_text("AT\nTA\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def run(start: str = READY, turn: str = PASS, over: str = LEAVE, **waits: float) -> tuple[int, str]:
        monkeypatch.setattr(probe, "_AFTERWARDS", waits.get("leaves", PLENTY))
        program = BOT.replace("{start}", start).replace("{turn}", turn).replace("{over}", over)
        (tmp_path / "bot.py").write_text(program, encoding="utf-8")
        import msgspec

        setup = setup_for(None, f"{sys.executable} {tmp_path / 'bot.py'}", ("standard",), (), 0.8)
        limits = msgspec.structs.replace(setup.limits, start_time=waits.get("wait", PLENTY))
        lines: list[str] = []
        status = check_command(msgspec.structs.replace(setup, limits=limits), MASTER, lines.append)
        return status, "\n".join(lines)

    return run


def test_a_bot_that_only_passes_is_right_and_told_so(checked: Any):
    status, text = checked()
    assert status == 0, text
    assert "against itself: 6 turns" in text  # itu: three rounds in which everybody passes
    assert "against a sparring partner" in text
    assert "remark: it did nothing but pass" in text
    assert text.endswith("nothing is wrong")


WRONG = {
    "exits at once": (
        {"start": "raise SystemExit('no words here')"},
        "it ended with status 1 instead of answering start\n    | no words here",
    ),
    "is silent": (
        {"start": SILENT, "wait": 1.0},
        f"no answer to start within 1 s; does the program flush its output? If it takes longer to start, {LONGER}",
    ),
    "does not flush": (
        {"start": "print(json.dumps({'type': 'ready'})); " + SILENT, "wait": 1.0},
        f"came only when its input was closed: {FLUSH}",
    ),
    "ends no line": (
        {"start": "say({'type': 'ready'}, ''); " + SILENT, "wait": 1.0},
        'it wrote \'{"type": "ready"}\' without a line feed within 1 s',
    ),
    "greets": ({"start": "print('hello', flush=True)"}, 'must be {"type": "ready"}, and was \'hello\': no JSON'),
    "is not UTF-8": (
        {"start": "sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()"},
        "a line that is not UTF-8 (byte 1 is 0xff)",
    ),
    "talks on": (
        {"start": "say({'type': 'ready'}, '\\n{}\\n')"},
        "it says more after ready without being asked",
    ),
    "debugs": ({"turn": "print('thinking', flush=True); " + PASS}, "its answer to your_turn cannot be read: no JSON"),
    "is an unknown type": ({"turn": "say({'type': 'swap', 'turn': turn})"}, "Invalid value 'swap'"),
    "has no turn": ({"turn": "say({'type': 'pass'})"}, 'its answer has no turn: \'{"type": "pass"}\''),
    "has another turn": (
        {"turn": "say({'type': 'pass', 'turn': turn + 1})"},
        "its answer is to turn 1, and turn 0 was asked",
    ),
    "plays nothing": ({"turn": "say({'type': 'play', 'turn': turn, 'tiles': []})"}, "its first move is not allowed"),
    "is in another game": ({"turn": "say({'type': 'move', 'turn': turn, 'move': 'a1'})"}, "its answer says no move"),
    "thinks too long": ({"turn": UNTIL_CLOSED}, "no answer to your_turn within 0.8 s"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_at_first_is_said_precisely_and_no_game_is_played(checked: Any, name: str):
    changes, said = WRONG[name]
    status, text = checked(**changes)
    assert status == 3
    assert said in text
    assert "against itself" not in text


LATER = {
    "is late": ("time.sleep(600 if turn >= 2 else 0); " + PASS, "turn 2: late: no answer within 0.8 s; does the"),
    "answers an old turn": (
        "say({'type': 'pass', 'turn': turn if turn < 2 else 0})",
        "answer to turn 0 when turn",
    ),
    "loses its turn": ("say({'type': 'pass', 'turn': turn} if turn < 2 else {'type': 'pass'})", "it carries no turn"),
    "says rubbish": ("say({'type': 'pass', 'turn': turn} if turn < 2 else [turn])", "garbled"),
    "crashes": ("print('oh', file=sys.stderr) if turn < 2 else 1 / 0; " + PASS, "ZeroDivisionError"),
}


@pytest.mark.parametrize("name", LATER)
def test_what_goes_wrong_in_a_game_is_said_with_its_turn(checked: Any, name: str, monkeypatch: pytest.MonkeyPatch):
    if name in ("is late", "answers an old turn", "loses its turn"):  # whose answer, from its second turn on, is none
        monkeypatch.setitem(tables.NO_ANSWER, "bot.py", afterwards)
        monkeypatch.setattr(tables, "NO_RETURN", {"bot.py"})
    turn, said = LATER[name]
    status, text = checked(turn=turn)
    assert status == 3
    assert text.startswith("the first messages are right")
    assert said in text


def test_what_breaks_no_rule_is_a_remark(checked: Any):
    status, text = checked(start="say({'type': 'ready'}, '\\r\\n')", over="time.sleep(600)", leaves=1.0)
    assert status == 0, text
    assert "remark: its lines end in CR LF; LF is enough" in text
    assert "it does not leave by itself after game_over" in text


def test_a_relative_file_among_the_arguments_is_pointed_out(checked: Any, tmp_path: Path):
    (tmp_path / "mine.py").write_text("", encoding="utf-8")
    lines: list[str] = []
    assert check_command(setup_for(None, "python3 mine.py", ("standard",), (), 0.4), MASTER, lines.append) == 3
    assert "It starts in an empty folder, where 'mine.py' is not: write " in "\n".join(lines)


def test_what_cannot_be_started_is_said():
    lines: list[str] = []
    assert check_command(setup_for(None, "./no-such-bot", ("standard",), (), 0.4), MASTER, lines.append) == 3
    assert "No such program" in lines[0]
    for command, why in (("", "empty"), ("'./bot", "cannot be read")):
        with pytest.raises(ConfigError, match=why):
            setup_for(None, command, ("standard",), (), 0.4)
