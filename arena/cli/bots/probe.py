"""The first minute with a foreign program: one start and one question, and a close look at every byte it says.

Games tell whether a program plays; this tells why it cannot: no line feed, output that waits in a buffer, answers
without a turn, lines that are no JSON.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arena.contract.seeds import Master
from arena.errors import IllegalMove
from arena.printable import shorten
from arena.runner.dialects import Dialects
from arena.runner.guests import pipes_to
from arena.runner.sandbox.homes import make_home, remove_home, sweep_homes
from arena.runner.seats.not_ready import NotReady
from arena.runner.setup import BotSetup, Setup
from arena.variants.build import build_game
from arena.variants.spec import VariantSpec
from arena.wire.message.answers import Offer, Ready, read_answer
from arena.wire.message.codec import LINE_LIMIT, Bad, LineDecoder, encode

LONGER = "give it longer: --start-time here, limits.start_time in a file"
FLUSH = (
    "it does not flush its output after each line "
    "(fflush(stdout) in C, flush=True in Python, $| = 1 in Perl, fflush() in awk)"
)
_AFTERWARDS = 1.0  # seconds to look for what comes once its input is closed
_QUIET = 0.1  # seconds in which nothing more may come after an answer


@dataclass
class ProbeResult:
    """problems: what breaks a rule of the protocol. remarks: what does not, but is worth knowing."""

    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


class Talk:
    """A process and the bytes it says, behind the walls of a setup. Raises NotReady."""

    def __init__(self, setup: Setup, command: Sequence[str], folder: str) -> None:
        self.errors = Path(folder) / "stderr"
        home = Path(folder) / "home"
        home.mkdir()
        with self.errors.open("wb") as errors:
            self.process = pipes_to(setup, BotSetup("", command=tuple(command)), str(home), errors.fileno())
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self.held = b""
        self.ended = False

    def say(self, message: Any) -> None:
        with contextlib.suppress(OSError):  # it ended: hearing tells
            self.stdin.write(encode(message))
            self.stdin.flush()

    def hear(self, seconds: float) -> bytes | None:
        """Return the next line with its end, None when there is none in time."""
        until = time.monotonic() + seconds
        while b"\n" not in self.held and not self.ended and len(self.held) <= LINE_LIMIT:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.stdout], [], [], left)[0]:
                return None
            data = os.read(self.stdout.fileno(), 1 << 16)
            self.held += data
            self.ended = not data
        line, feed, rest = self.held.partition(b"\n")
        if not feed:
            return None
        self.held = rest
        return line + feed

    def last_words(self) -> str:
        """Return the end of what it wrote to standard error."""
        lines = self.errors.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        return "".join(f"\n    | {line[:200]}" for line in lines[-8:])

    def close(self) -> None:
        """End it and all that it started."""
        for pipe in (self.stdin, self.stdout):
            with contextlib.suppress(OSError):
                pipe.close()
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def probe(setup: Setup, command: Sequence[str], spec: VariantSpec, master: Master, move_time: float) -> ProbeResult:
    """Start a program, tell it the start, ask it once, and return what is wrong."""
    report = ProbeResult()
    sweep_homes()
    folder = make_home()
    try:
        talk = Talk(setup, command, folder)
        try:
            _Exam(talk, spec, master, setup.limits.start_time, move_time, report).run()
            if report.problems:
                report.problems[-1] += talk.last_words() + _paths(command)
        finally:
            talk.close()
    except NotReady as failure:
        report.problems.append(failure.detail)
    finally:
        remove_home(folder)
    return report


def _paths(command: Sequence[str]) -> str:
    """Return a word on arguments that name files here, where the program does not run."""
    here = [word for word in command[1:] if not os.path.isabs(word) and os.path.isfile(word)]
    if not here:
        return ""
    return f"\n    It starts in an empty folder, where {here[0]!r} is not: write {str(Path(here[0]).absolute())!r}"


class _Exam:
    """One start, one question, one end."""

    def __init__(
        self, talk: Talk, spec: VariantSpec, master: Master, start_time: float, move_time: float, report: ProbeResult
    ) -> None:
        self.talk, self.report = talk, report
        self.start_time, self.move_time = start_time, move_time
        self.game = build_game(spec)
        self.state, self.dialect = Dialects(self.game, spec, foreign=True).begin(master.seed("trial", "probe"))

    def run(self) -> None:
        seat = self.game.to_move(self.state)
        begin = self.dialect.start(seat, self.state, seed=1, seconds=self.move_time, options={}, brief=False)
        if not self._ready(begin) or not self._answer(seat):
            return
        over = {
            "type": "game_over",
            "scores": None,
            "places": [1] * self.game.seats,
            "reason": "a trial",
            "forfeits": [],
        }
        self.talk.say(over)
        try:
            self.talk.process.wait(_AFTERWARDS)
        except subprocess.TimeoutExpired:
            self.report.remarks.append("it does not leave by itself after game_over, and will be ended")

    def _ready(self, begin: Any) -> bool:
        self.talk.say(begin)
        line = self._line("start", self.start_time)
        if line is None:
            return False
        answer = read_answer(line)
        if not isinstance(answer, Ready):
            why = answer.detail if isinstance(answer, Bad) else f"it is {type(answer).__name__.lower()!r}"
            self._wrong(f'its first line must be {{"type": "ready"}}, and was {shorten(line)}: {why}')
            return False
        return self._quiet("ready")

    def _answer(self, seat: int) -> bool:
        ms = self.move_time * 1000
        self.talk.say(self.dialect.ask(0, self.state, ms, brief=False))
        until = time.monotonic() + self.move_time
        while True:
            line = self._line("your_turn", max(0.0, until - time.monotonic()))
            if line is None:
                return False
            answer = read_answer(line)
            if isinstance(answer, Bad):
                return self._wrong(f"its answer to your_turn cannot be read: {answer.detail}")
            if isinstance(answer, Ready):
                return self._wrong("it says ready a second time, where a move was asked for")
            if answer.turn == -1:
                return self._wrong(f"its answer has no turn: {shorten(line)}; copy the turn of your_turn (here 0)")
            if answer.turn != 0:
                return self._wrong(f"its answer is to turn {answer.turn}, and turn 0 was asked: {shorten(line)}")
            if not isinstance(answer, Offer):
                break
        move = self.dialect.read(answer, self.state, seat)
        if isinstance(move, Bad):
            return self._wrong(f"its answer says no move: {move.detail}")
        try:
            self.game.play(self.state, move)
        except IllegalMove as error:
            self._wrong(f"its first move is not allowed: {error}")
        return self._quiet("its answer")

    def _line(self, to: str, seconds: float) -> bytes | None:
        """Return its next line, or say why there is none."""
        began = time.monotonic()
        line = self.talk.hear(seconds)
        if line is None:
            self._wrong(self._silence(to, seconds))
            return None
        if line.endswith(b"\r\n") and not any("CR LF" in remark for remark in self.report.remarks):
            self.report.remarks.append("its lines end in CR LF; LF is enough")
        heard = LineDecoder().feed(line)
        if not heard:
            self.report.remarks.append("it sends empty lines, which say nothing")
            return self._line(to, max(0.0, seconds - (time.monotonic() - began)))
        if isinstance(heard[0], Bad):
            self._wrong(f"its answer to {to} is {heard[0].detail}: {shorten(line)}")
            return None
        return heard[0]

    def _silence(self, to: str, seconds: float) -> str:
        talk = self.talk
        if len(talk.held) > LINE_LIMIT:
            return f"its answer to {to} is a line of more than {LINE_LIMIT} bytes"
        if talk.ended:
            with contextlib.suppress(subprocess.TimeoutExpired):
                talk.process.wait(_AFTERWARDS)
            code = talk.process.returncode
            how = (
                "closed its output"
                if code is None
                else f"ended with status {code}"
                if code >= 0
                else f"was killed by signal {-code}"
            )
            part = f", after {shorten(talk.held)} without a line feed" if talk.held else ""
            return f"it {how} instead of answering {to}{part}"
        if talk.held:
            return f"it wrote {shorten(talk.held)} without a line feed within {seconds:.3g} s; a message ends in one"
        began = time.monotonic()
        late = talk.hear(_AFTERWARDS)
        if late:
            over = seconds + time.monotonic() - began
            longer = f"; {LONGER}" if to == "start" else ""
            return f"no answer to {to} within {seconds:.3g} s: {shorten(late)} came after {over:.3g} s{longer}"
        with contextlib.suppress(OSError):
            talk.stdin.close()
        late = talk.hear(_AFTERWARDS) or talk.held
        if late:
            return f"its answer to {to}, {shorten(late)}, came only when its input was closed: {FLUSH}"
        longer = f" If it takes longer to start, {LONGER}" if to == "start" else ""
        return f"no answer to {to} within {seconds:.3g} s; does the program flush its output?{longer}"

    def _quiet(self, after: str) -> bool:
        """Look whether it says more than it was asked."""
        more = self.talk.hear(_QUIET) or self.talk.held
        if more and more.strip():
            return self._wrong(f"it says more after {after} without being asked: {shorten(more)}")
        return True

    def _wrong(self, problem: str) -> bool:
        self.report.problems.append(problem)
        return False
