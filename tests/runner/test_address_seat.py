"""Bots that listen at host:port: a game through a connection each, and what can go wrong with it."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from arena.contract.outcome import Fault
from arena.records.store import Results
from arena.runner import preflight
from arena.runner.preflight import Trouble, start_all
from arena.runner.seats.address import AddressSeat
from arena.runner.seats.not_ready import NotReady
from arena.runner.seats.seat import Gone, Silence
from arena.runner.setup import BotSetup, Setup
from tests.runner.called import call
from tests.runner.conftest import play_on
from tests.runner.shared_zygotes import SharedZygotes
from tests.runner.tables import LIMITS, PLENTY, setup_for

HONEST = "first"
Answer = Callable[[dict], bytes | None]


def said(message: dict) -> bytes | None:
    """Return what a decent bot answers."""
    if message["type"] == "start":
        return b'{"type": "ready"}\n'
    if message["type"] == "your_turn":
        return json.dumps({"type": "move", "move": message["moves"][0], "turn": message["turn"]}).encode() + b"\n"
    return None


class Listener:
    """A bot at a free port; ``heard`` are the messages of all its games. None as an answer says nothing."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._socket.getsockname()[1]}"
        self.heard: list[dict] = []
        self.games = 0
        self._threads = [threading.Thread(target=self._listen)]
        self._threads[0].start()

    def _listen(self) -> None:
        while True:
            try:
                sock, _ = self._socket.accept()
            except OSError:
                return
            self.games += 1
            self._threads.append(threading.Thread(target=self._play, args=(sock,)))
            self._threads[-1].start()

    def _play(self, sock: socket.socket) -> None:
        with sock, sock.makefile("rb") as lines:
            sock.settimeout(PLENTY)
            for line in lines:
                self.heard.append(json.loads(line))
                answer = self._answer(self.heard[-1])
                if answer == b"":
                    return
                if answer is not None:
                    try:
                        sock.sendall(answer)
                    except OSError:
                        return

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for thread in self._threads:
            thread.join(PLENTY)


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch, zygotes: SharedZygotes) -> Callable[[Setup], list[Trouble]]:
    """What is said before the first game."""
    zygotes.serve(monkeypatch, preflight)
    return start_all


@pytest.fixture
def listen() -> Iterator[Callable[[Answer], Listener]]:
    listeners: list[Listener] = []

    def make(answer: Answer) -> Listener:
        listeners.append(Listener(answer))
        return listeners[-1]

    yield make
    for listener in listeners:
        listener.close()


def setup_with(address: str, move_time: float = PLENTY):
    setup = setup_for(HONEST, HONEST, move_time=move_time)
    setup.bots["bot1"] = BotSetup("bot1", address=address)
    return setup


def test_a_bot_at_an_address_plays_a_game_and_hears_its_end(listen, worker_for, bots_home):
    bot = listen(said)
    setup = setup_with(bot.address)
    record = play_on(worker_for(setup), setup, bots_home)
    assert record.forfeits == ()
    assert record.process == ("fresh", "address")
    assert bot.heard[0]["type"] == "start"
    assert bot.heard[0]["position"]  # it is told everything, knowing nothing of ours
    assert bot.heard[-1]["type"] == "game_over"


@pytest.mark.parametrize(
    ("first_move", "fault", "words"),
    [
        (b"", Fault.CRASHED, "closed its channel"),
        (b"hello\n", Fault.GARBLED, "hello"),
        (b'{"type": "move", "move": "", "turn": 99}\n' * 20_001, Fault.FLOOD, "lines in one turn"),
        (None, Fault.LATE, "no answer within"),
    ],
    ids=["hangs up", "garbles", "floods", "says nothing"],
)
def test_a_bot_at_an_address_loses_by_its_own_faults_alone(listen, worker_for, bots_home, first_move, fault, words):
    bot = listen(lambda message: first_move if message["type"] == "your_turn" else said(message))
    setup = setup_with(bot.address, PLENTY if fault is not Fault.LATE else 0.5)
    record = play_on(worker_for(setup), setup, bots_home)
    assert [(left.seat, left.fault) for left in record.forfeits] == [(1, fault.name)]
    assert words in record.forfeits[0].detail


def nobodys() -> str:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return f"127.0.0.1:{free.getsockname()[1]}"


def test_where_nobody_listens_the_preflight_says_so(looked_at):
    address = nobodys()
    with pytest.raises(NotReady, match="Connection refused"):
        AddressSeat(address, LIMITS)
    setup = setup_with(address)
    [trouble] = looked_at(setup)
    assert (trouble.bot, trouble.problem) == ("bot1", f"cannot connect to {address}: Connection refused")


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (None, "it was not ready within 0.5 s"),
        (b"", "before it was ready: "),
        (b"hello\n", "it did not say ready: "),
        (b'{"type": "move", "move": "1", "turn": 0}\n', "it did not say ready: it answered 'move'"),
        (b'{"type": "ready"}\n', ""),
    ],
    ids=["says nothing", "hangs up", "garbles", "moves", "is ready"],
)
def test_the_preflight_waits_for_ready_and_says_what_came_instead(listen, looked_at, answer, problem):
    bot = listen(lambda message: answer)
    setup = setup_with(bot.address)
    limits = msgspec.structs.replace(setup.limits, start_time=PLENTY if answer is not None else 0.5)
    troubles = looked_at(msgspec.structs.replace(setup, limits=limits))
    assert bot.heard[0]["type"] == "start"
    assert [trouble.bot for trouble in troubles] == ["bot1"] * bool(problem)
    if problem:
        assert troubles[0].problem.startswith(problem)


def test_an_address_seat_is_silent_until_its_deadline_and_closes_when_its_bot_does(listen):
    bot = listen(lambda message: None)
    seat = AddressSeat(bot.address, LIMITS)
    seat.tell({"type": "start"})
    began = time.monotonic()
    assert seat.hear(began + 0.1) == Silence()
    assert time.monotonic() - began >= 0.1
    assert seat.close(patience=PLENTY).how == ""
    assert seat.close(patience=PLENTY).how == ""  # a second time is the same


def test_an_address_seat_waits_no_longer_than_its_patience_for_a_bot_that_stays():
    with socket.create_server(("127.0.0.1", 0)) as deaf:  # it never closes its end: without a limit this would hang
        seat = AddressSeat(f"127.0.0.1:{deaf.getsockname()[1]}", LIMITS)
        began = time.monotonic()
        assert seat.close(patience=0.1).how == ""
        assert time.monotonic() - began >= 0.1


def test_an_address_seat_whose_bot_has_left_is_gone_for_good(listen):
    bot = listen(lambda message: b"")
    seat = AddressSeat(bot.address, LIMITS)
    seat.tell({"type": "start"})
    for _ in range(2):
        heard = seat.hear(time.monotonic() + PLENTY)
        assert isinstance(heard, Gone)
        seat.tell({"type": "game_over"})
    seat.close(patience=0.1)


def test_a_tournament_file_may_name_an_address(listen, tmp_path: Path):
    bot = listen(said)
    (tmp_path / "tmp").mkdir()
    (tmp_path / "t.yaml").write_text(
        "name: t\nseed: drawn-0000000000000000000000000000000b\npairs: 1\nworkers: 2\n"
        f"bots: [first, {{name: far, address: '{bot.address}'}}]\nvariants: [{{game: sticks(9), name: sticks}}]\n"
    )
    status, _, err = call(tmp_path, "run", "t.yaml")
    assert status == 0, err
    with Results(tmp_path / "results" / "t") as results:
        assert [record.forfeits for record in results.records()] == [(), ()]
        assert results.manifest.bots["far"] == {"address": bot.address}
    assert bot.games == 3  # and one connection before the first game, to see that somebody is there
