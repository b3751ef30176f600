"""Who may ask at all: hosts, origins, the server's token, sizes and rates; what every answer carries; slow clients."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from arena.serve.page import conversation
from arena.serve.page.conversation import MOST_WRONG
from arena.serve.page.guard import CSP, Door, on_loopback
from arena.serve.page.hub import MOST_QUEUED, Feed, Hub, Outbox
from tests.page.client import ANN, GREEDY, PATIENCE, Served, Viewer, served

TOKEN = "a-token-of-the-server"


@pytest.fixture(scope="module")
def bound(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that others may reach, with a token; here it still listens on loopback alone."""
    with served(tmp_path_factory.mktemp("bound"), token=TOKEN, host="0.0.0.0") as running:
        yield running


def test_every_answer_has_the_strict_headers(page: Served):
    for path in ("/", "/play/x", "/web/main.js", "/api/about", "/no/such/page", "/api/nothing"):
        headers = page.http.get(path).headers
        assert headers["content-security-policy"] == CSP
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    assert "unsafe" not in CSP and "http" not in CSP.replace("https", "")
    assert page.http.get("/api/about").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/web/../app.py", "/web/%2e%2e/app.py", "/web/..%2fguard.py", "/web//etc/passwd"])
def test_no_file_but_those_of_the_page_is_given(page: Served, path: str):
    answer = page.http.get(path)
    assert answer.status_code == 404 and "import" not in answer.text


def test_other_names_and_other_sites_are_refused(page: Served):
    for headers in (
        {"host": "evil.example"}, {"host": f"evil.example:{page.port}"}, {"origin": "http://evil.example"},
        {"origin": "null"}, {"origin": f"http://127.0.0.1:{page.port + 1}"},
    ):  # fmt: skip
        answer = page.http.get("/api/about", headers=headers)
        assert answer.status_code == 403 and answer.json()["error"]["code"] == "forbidden"
    for name in ("127.0.0.1", "localhost", "[::1]"):
        host = f"{name}:{page.port}"
        assert page.http.get("/api/about", headers={"host": host, "origin": f"http://{host}"}).status_code == 200


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null"])
def test_a_socket_is_opened_by_the_servers_own_page_alone(page: Served, origin: Any):
    with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{page.port}/api/live", origin=origin):
        pass


def test_with_bind_everything_but_a_seat_needs_the_token(bound: Served):
    with (
        httpx.Client(base_url=bound.base, timeout=PATIENCE) as anybody,
        httpx.Client(base_url=bound.base, timeout=PATIENCE) as guest,
    ):
        _come_in(bound, anybody, guest)


def _come_in(bound: Served, anybody: httpx.Client, guest: httpx.Client) -> None:
    assert anybody.get("/api/about").json()["token"] is False
    for path in ("/api/choices", "/api/games", "/api/results"):
        assert anybody.get(path).status_code == 401
    assert anybody.post("/api/games", json={}).status_code == 401
    assert anybody.get("/?token=wrong").status_code == 401
    entered = anybody.get(f"/results?token={TOKEN}&x=1")
    assert entered.status_code == 303 and entered.headers["location"] == "/results?x=1"
    assert "HttpOnly" in entered.headers["set-cookie"] and "SameSite=strict" in entered.headers["set-cookie"]
    assert anybody.get("/api/choices").status_code == 200
    paths = anybody.post(
        "/api/games",
        json={"game": {"kind": "word", "board": "./mine.board"}, "seats": [{"kind": "person"}], "me": 0},
    )
    assert paths.status_code == 400 and paths.json()["error"]["where"] == "game.board"
    made = anybody.post(
        "/api/games", json={"game": {"kind": "word"}, "seats": [{"kind": "person"}, {"kind": "person"}], "me": 0}
    ).json()
    # A guest has no token of the server's: the invitation opens one seat, and nothing else.
    invitation = made["invitations"][0]["invitation"]
    joined = guest.post("/api/join", json={"game": made["game"], "invitation": invitation})
    assert joined.status_code == 200
    viewer = Viewer(bound, made["game"], joined.json()["token"])
    assert viewer.until(lambda message: message["type"] == "state")["you"] == 1
    viewer.send("look")
    assert viewer.answer("error")["code"] == "token"
    assert guest.get("/api/games").status_code == 401
    viewer.close()


def test_doors_know_what_is_loopback():
    assert all(map(on_loopback, ("127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost")))
    assert not any(map(on_loopback, ("0.0.0.0", "192.168.1.2", "example.org", "")))
    assert Door("127.0.0.1", 8000).link == "http://127.0.0.1:8000/"
    assert Door("::", 8000, "T").link == "http://[::1]:8000/?token=T"
    assert "T" not in repr(Door("0.0.0.0", 1, "T")).replace("Token", "").replace("True", "")


def test_bodies_and_messages_have_a_size(page: Served):
    long = page.http.post(
        "/api/gcg", content=b'"' + b"x" * (1 << 20) + b'"', headers={"content-type": "application/json"}
    )
    assert long.status_code == 413
    made = page.make(ANN, GREEDY)
    ann = Viewer(page, made["game"], made["me"]["token"])
    ann.socket.send("x" * (1 << 17))
    with pytest.raises(ConnectionClosed):
        ann.until(lambda message: False)


def test_a_flood_of_messages_is_read_at_a_pace_and_nonsense_ends_its_connection_alone(page: Served):
    made = page.make(ANN, GREEDY)
    ann, other = Viewer(page, made["game"], made["me"]["token"]), Viewer(page, made["game"])
    for number in range(200):
        ann.send("ping", id=number)
    other.send("ping", id=1)
    assert other.answer("pong")["id"] == 1
    assert ann.until(lambda message: message.get("id") == 199)["type"] == "pong"
    for _ in range(MOST_WRONG):
        other.socket.send("nonsense")
    with pytest.raises(ConnectionClosed):
        other.until(lambda message: False)
    assert {message["code"] for message in other.answers if message["type"] == "error"} == {"invalid"}
    ann.close()


class Stuck:
    """A client that reads nothing until it is let go."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.free = asyncio.Event()

    async def send_text(self, data: str) -> None:
        await self.free.wait()
        self.sent.append(json.loads(data))


def test_a_slow_client_holds_nobody_up_and_gets_the_state_in_the_end():
    async def run() -> None:
        hub, slow, quick = Hub(), Stuck(), Stuck()
        quick.free.set()
        hub.begin()
        now = {"seq": 1}

        def state() -> dict[str, Any]:
            return {"type": "state", "seq": now["seq"], "epoch": "e"}

        outboxes = [Outbox(slow), Outbox(quick)]
        tasks = [asyncio.create_task(outbox.run()) for outbox in outboxes]
        for outbox in outboxes:
            feed = Feed("topic", outbox, state)
            hub.add(feed)
            feed.start(None, "")
        filling = "x" * 10_000
        for number in range(2, 1002):
            now["seq"] = number
            hub.tell("topic", number, {"type": "event", "seq": number, "filling": filling})
            await asyncio.sleep(0)
            assert outboxes[0].waiting <= MOST_QUEUED + 11_000
        await asyncio.sleep(0)
        assert [message["seq"] for message in quick.sent][-1] == 1001
        slow.free.set()
        while not slow.sent or slow.sent[-1]["seq"] != 1001:
            await asyncio.sleep(0)
        assert slow.sent[-1]["type"] == "state" and len(slow.sent) < 50
        hub.tell("topic", 1002, {"type": "event", "seq": 1002})
        while slow.sent[-1]["seq"] != 1002:
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()

    asyncio.run(run())


class Asking(Stuck):
    """One that asks again and again, and reads no answer until it is let go."""

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(0)
        return {"type": "websocket.receive", "text": "{}"}

    async def close(self, code: int, reason: str) -> None: ...


def test_who_reads_no_answers_is_not_heard_meanwhile(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(conversation, "AT_ONCE", 1e9)
    answer = {"filling": "x" * 100_000}

    async def run() -> None:
        client = Asking()
        outbox, asked = Outbox(client), 0

        async def hear(data: str | bytes) -> bool:
            nonlocal asked
            asked += 1
            outbox.put(answer)
            return True

        talk = asyncio.create_task(conversation.converse(client, outbox, hear))  # type: ignore[arg-type]
        for _ in range(3000):
            await asyncio.sleep(0)
        heard, most = asked, outbox.waiting
        client.free.set()
        while asked < 10 * heard:
            await asyncio.sleep(0.001)
        talk.cancel()
        assert most <= conversation.MOST_UNREAD + 200_000
        await talk

    asyncio.run(run())


def test_the_folder_of_another_server_is_left_alone(tmp_path: Path):
    with served(tmp_path) as first, served(tmp_path) as second:
        assert [first.server.played, second.server.played] == ["played", "played-2"]
