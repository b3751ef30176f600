"""The course's client, written from docs/reference/course-client.md alone: whole games, and a transcript."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from arena.serve.live import new
from arena.serve.page.course import CourseClient
from arena.serve.page.course_telling import Telling
from tests.page.client import PATIENCE, Served, dial, served
from tests.serve.peers import in_threads

GOLDEN = Path(__file__).parent / "course.txt"


class Client:
    """One client: its rack, the board as it knows it, and everything that was said."""

    def __init__(self, page: Served, name: str, computer: bool, most: int = 225) -> None:
        """most: with more tiles on the board than that, it passes."""
        self.name, self.log, self.most = name, list[str](), most
        self.rack: list[str] = []
        self.board: dict[tuple[int, int], str] = {}
        self.me = self.turn = ""
        self.over: Any = None
        self.socket = dial(page, "/ws")
        self.say("MsgJoin", [name, computer])

    def say(self, tag: str, contents: Any = None) -> None:
        message = {"tag": tag} if contents is None else {"tag": tag, "contents": contents}
        self.log.append(f"{self.name} -> {json.dumps(message)}")
        self.socket.send(json.dumps(message))

    def hear(self) -> Any:
        text = self.socket.recv(timeout=PATIENCE)
        self.log.append(f"{self.name} <- {text}")
        message = json.loads(text)
        contents = message.get("contents")
        match message["tag"]:
            case "MsgJoinAck":
                self.me, self.rack = contents["jaTurn"], contents["jaRack"]
            case "MsgTurn":
                self.turn = contents
            case "MsgRack":
                self.rack = contents
            case "MsgMoveAck" if "Right" in contents:
                for (row, column), (letter, _) in contents["Right"]["mrWord"]:
                    self.board[row, column] = letter
            case "MsgEog":
                self.over = contents
        return message

    def until(self, tag: str) -> Any:
        while True:
            message = self.hear()
            if message["tag"] == tag:
                return message.get("contents")

    def words(self, letters: list[str]) -> Iterator[list[Any]]:
        """Yield ways to lay a word with one letter of the board, or across the centre of an empty board."""
        spots = self.board or {(7, 7): ""}
        for (row, column), there in spots.items():
            for at, letter in enumerate(letters):
                if there and letter != there:
                    continue
                for down, right in ((0, 1), (1, 0)):
                    squares = [(row + (n - at) * down, column + (n - at) * right) for n in range(len(letters))]
                    if all(0 <= r < 15 and 0 <= c < 15 for r, c in squares):
                        yield [[list(square), [letter, 1]] for square, letter in zip(squares, letters, strict=True)]

    def take_turn(self) -> None:
        """Try the hints one way after the other until one is taken; else pass."""
        if len(self.board) > self.most:
            self.say("MsgPass")
            self.until("MsgAnnounce")
            return
        self.say("MsgHint")
        for letters in self.until("MsgHint"):
            for word in self.words(letters):
                held = list(self.rack)
                blanks = []
                for index, ((row, column), (letter, _)) in enumerate(word):
                    if (row, column) in self.board:
                        continue
                    if letter in held:
                        held.remove(letter)
                    elif "Blank" in held:
                        held.remove("Blank")
                        blanks.append(index)
                self.say("MsgMove", {"word": word, "blanks": blanks})
                if "Right" in self.until("MsgMoveAck"):
                    return
                self.until("MsgTurn")
        self.say("MsgPass")
        self.until("MsgAnnounce")

    def play(self) -> None:
        """Play until the end."""
        while self.over is None:
            self.hear()
            if self.turn == self.me and self.over is None and self.log[-1].endswith('"}') and "MsgTurn" in self.log[-1]:
                self.take_turn()


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Client:
    """Return a client that has played a whole game against the computer."""
    with pytest.MonkeyPatch.context() as patched, served(tmp_path_factory.mktemp("alone")) as page:
        patched.setattr(new, "drawn_bits", lambda bits: 20_260_101)
        ann = Client(page, "Ann", True)
        ann.play()
        ann.socket.close()
    return ann


def test_a_client_plays_a_whole_game_against_the_computer(alone: Client):
    ann = alone
    assert ann.me == "P1" and [score["theTurn"] for score in ann.over] == ["P1", "P2"]
    assert any('"mrTurn":"P1"' in line for line in ann.log), "a play of its own was taken"
    assert any('"mrTurn":"P2"' in line for line in ann.log)


def test_a_game_is_told_as_it_always_was(alone: Client):
    golden = GOLDEN.read_text().splitlines()
    assert alone.log[: len(golden)] == golden


def golden(name: str, log: list[str]) -> None:
    """Compare what was said with the kept transcript."""
    kept = (Path(__file__).parent / name).read_text().splitlines()
    assert kept and log[: len(kept)] == kept


@pytest.mark.parametrize("most", [30, pytest.param(225, marks=pytest.mark.soak)])
def test_two_clients_play_a_whole_game_as_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int):
    """In the suite they pass once the board has some thirty tiles: finding the place of a hint takes many tries.

    To the last tile a game against the computer is played, above.
    """
    monkeypatch.setattr(new, "drawn_bits", lambda bits: 20_260_101)
    with served(tmp_path) as page:
        ann = Client(page, "Ann", False, most)
        assert "Waiting" in ann.until("MsgAnnounce")
        bob = Client(page, "Bob", False, most)
        in_threads(ann.play, bob.play)
        for client in (ann, bob):
            client.socket.close()
    assert (ann.me, bob.me) == ("P1", "P2") and ann.over == bob.over
    assert ann.board == bob.board and len(ann.board) > 30
    for one in ("P1", "P2"):
        plays = [line for line in ann.log if f'"mrTurn":"{one}"' in line]
        assert len(plays) > 3, "both have played words"
        assert plays and len(plays) == len([line for line in bob.log if f'"mrTurn":"{one}"' in line])
    racks = [line for line in ann.log + bob.log if "MsgRack" in line or "jaRack" in line]
    assert racks, "each heard of a rack of its own"
    golden("course-two-ann.txt", ann.log)
    golden("course-two-bob.txt", bob.log)


def test_two_clients_play_each_other_and_who_leaves_has_given_up(page: Served):
    ann = Client(page, "Ann", False)
    assert "Waiting" in ann.until("MsgAnnounce")
    bob = Client(page, "Ann", False)
    assert ann.until("MsgJoinAck") | {"jaRack": 0} == {
        "jaName": "Ann", "jaRack": 0, "jaTurn": "P1", "jaOppName": "Ann 2",
    }  # fmt: skip
    assert bob.until("MsgJoinAck")["jaOppName"] == "Ann"
    players = {"P1": ann, "P2": bob}
    assert ann.until("MsgTurn") == bob.until("MsgTurn")
    mover, other = players[ann.turn], players["P1" if ann.turn == "P2" else "P2"]
    other.say("MsgPass")
    assert "not your turn" in other.until("MsgMoveAck")["Left"]
    mover.say("MsgMove", {"word": [[[0, 0], ["Q", 10]], [[0, 1], ["Q", 10]]], "blanks": []})
    assert "Left" in mover.until("MsgMoveAck") and mover.until("MsgTurn") == mover.me
    before = list(mover.rack)
    mover.say("MsgSwap", [mover.rack[0]])
    assert mover.until("MsgAnnounce").endswith("swapped 1 tile.")
    assert len(mover.until("MsgRack")) == len(before)
    assert other.until("MsgAnnounce").endswith("swapped 1 tile.") and other.until("MsgTurn") == other.me
    assert not any("MsgRack" in line for line in other.log)
    other.say("MsgFly", 1)
    assert other.until("MsgAnnounce").startswith("Not understood:")
    other.socket.close()
    mover.say("MsgPass")
    assert mover.until("MsgEog") and mover.over is not None
    mover.socket.close()


@pytest.mark.parametrize("said", ["[", "{}", '"x"', '{"tag": "MsgMove"}', '{"tag": "MsgJoin", "contents": ["", true]}'])
def test_what_is_no_join_is_told_so(page: Served, said: str):
    with connect(f"ws://127.0.0.1:{page.port}/ws", open_timeout=PATIENCE) as socket:
        socket.send(said)
        answer = json.loads(socket.recv(timeout=PATIENCE))
        assert answer["tag"] == "MsgAnnounce" and answer["contents"].startswith("Not understood:")


def test_another_site_may_not_open_it(page: Served):
    with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{page.port}/ws", origin="http://evil.example"):
        pass


def test_with_bind_it_needs_the_servers_own_page(tmp_path: Path):
    with served(tmp_path, token="secret", host="0.0.0.0") as bound:
        for origin in (None, bound.base):
            with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{bound.port}/ws", origin=origin):
                pass


def test_who_leaves_while_the_game_begins_has_given_it_up(page: Served, monkeypatch: pytest.MonkeyPatch):
    ann = Client(page, "Ann", False)
    assert ann.until("MsgAnnounce") == "Waiting for another player."
    make = page.hall.make

    def made(*asked: Any, **more: Any) -> Any:
        ann.socket.close()
        for _ in range(1000):
            known = [one for one in gc.get_objects() if type(one) is CourseClient]
            if all(one.gone for one in known if one.name == "Ann"):
                break
            page.wait(0.05)
        return make(*asked, **more)

    monkeypatch.setattr(page.hall, "make", made)
    bob = Client(page, "Bob", False)
    assert bob.until("MsgJoinAck")["jaOppName"] == "Ann"
    bob.until("MsgTurn")
    if bob.turn == bob.me:
        bob.say("MsgPass")
    assert len(bob.until("MsgEog")) == 2
    bob.socket.close()
    for _ in range(1000):
        if not page.hub._feeds:
            break
        page.wait(0.05)
    assert not page.hub._feeds


def test_whoever_hears_late_hears_every_turn_in_its_order():
    """A quick bot may have played before its opponent was told that the game has begun."""
    turns = [{"seat": 1, "kind": "pass", "turn": 0}, {"seat": 0, "kind": "pass", "turn": 1}]
    table = SimpleNamespace(tiles=SimpleNamespace(wild=None, tiles=()))
    course = SimpleNamespace(turns=turns, hand=lambda seat: {}, to_move=1, game=SimpleNamespace(table=table))
    plan = SimpleNamespace(called=("Ann", "Bot"))
    game: Any = SimpleNamespace(lock=nullcontext(), course=course, status="playing", plan=plan)
    telling = Telling(game, 0, "Ann")
    assert list(telling.more(gone=False)) == [
        ("MsgJoinAck", {"jaName": "Ann", "jaRack": [], "jaTurn": "P1", "jaOppName": "Bot"}),
        ("MsgTurn", "P2"), ("MsgAnnounce", "Bot passed."),
        ("MsgTurn", "P1"), ("MsgAnnounce", "Ann passed."),
        ("MsgTurn", "P2"),
    ]  # fmt: skip
    turns.append({"seat": 1, "kind": "pass", "turn": 2})
    course.to_move = 0
    assert list(telling.more(gone=False)) == [("MsgAnnounce", "Bot passed."), ("MsgTurn", "P1")]
