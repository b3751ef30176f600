"""Bots that are started without a tournament file stand behind its walls all the same, unless they are switched off."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.cli.bots.bots import command
from arena.cli.play.play_word import WordGameSetup, play_word
from arena.config.model import VariantEntry
from arena.contract.seeds import Master
from arena.errors import EXIT_OK, EXIT_PREFLIGHT, ConfigError
from arena.runner.sandbox import isolation
from arena.runner.sandbox.isolation import choose
from tests.guests.burglar import burglar_in

GOT = "GOT file_of_the_harness results passwords network"
PROGRAM = """\
import json, sys
def say(message):
    print(json.dumps(message), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        try:
            open(SECRET).read()
            sys.exit("GOT the secret")
        except OSError:
            say({"type": "ready"})
    elif message["type"] == "your_turn":
        say({"type": "pass", "turn": message["turn"]})
    elif message["type"] == "game_over":
        break
"""


@pytest.fixture
def burglar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    try:
        choose("sandbox", "isolation")
    except ConfigError as error:
        pytest.skip(str(error))
    monkeypatch.syspath_prepend(tmp_path / "code")
    (tmp_path / "words.txt").write_text("AT\nTA\nTAT\n", encoding="utf-8")
    with burglar_in(tmp_path) as value:
        monkeypatch.chdir(tmp_path / "code")
        yield value
    sys.modules.pop("burglar_bot", None)


@pytest.mark.parametrize("how", [[], ["--isolation", "process"]])
def test_a_check_of_a_bot_stands_behind_the_walls(burglar: str, how: list[str], capsys: pytest.CaptureFixture[str]):
    status = command.main(["check", burglar, "--game", "sticks(14)", *how], standalone_mode=False)
    text = capsys.readouterr().out
    assert status == (EXIT_PREFLIGHT if how else EXIT_OK), text
    assert (GOT in text) is bool(how)


@pytest.mark.parametrize("how", [[], ["--isolation", "process"]])
def test_so_does_a_check_of_a_program_from_its_first_message_on(
    burglar: str, how: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "program").mkdir()
    program = tmp_path / "program" / "pries.py"
    program.write_text(PROGRAM.replace("SECRET", repr(str(tmp_path / "home" / "secret.txt"))), encoding="utf-8")
    words = shlex.join([sys.executable, str(program)])
    status = command.main(["check", "--command", words, "--on", "standard", *how], standalone_mode=False)
    text = capsys.readouterr().out
    assert status == (EXIT_PREFLIGHT if how else EXIT_OK), text
    assert ("GOT the secret" in text) is bool(how)


@pytest.mark.parametrize("mode", ["auto", "process"])
def test_so_do_bots_at_the_terminal(burglar: str, mode: str):
    printed: list[str] = []
    lines = [":PASS", ":PASS", ":QUIT"]
    entry = VariantEntry(name="table", board="standard", lexicon="../words.txt")
    setup = WordGameSetup(
        entry, 2, frozenset({0}), (burglar,), Master("drawn-0000000000000000000000000000001a"), 20.0, isolation=mode
    )  # type: ignore[arg-type]
    assert play_word(setup, lambda prompt: lines.pop(0), printed.append) == EXIT_OK
    text = "\n".join(printed)
    assert ("leaves the game" in text) is (mode == "process"), text


def test_a_sandbox_that_cannot_be_had_is_refused_before_anything_starts(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(isolation, "offered", lambda: frozenset({"seccomp"}))
    with pytest.raises(ConfigError, match="this machine has no sandbox") as refused:
        command.main(["check", "greedy", "--game", "sticks(14)", "--isolation", "sandbox"], standalone_mode=False)
    assert str(refused.value).startswith("--isolation")
