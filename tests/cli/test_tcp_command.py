"""``arena tcp`` as people use it: two processes on the loopback, and what goes wrong at once."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.main import main
from tests.databases import database

ROOT = Path(__file__).parents[2]
ARENA = [sys.executable, "-c", "from arena.cli.main import main; main()", "tcp"]
WORDS = str(ROOT / "tests" / "serve" / "words.txt")


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*ARENA, *arguments], cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip


def serve(folder: Path, *arguments: str) -> tuple[subprocess.Popen[str], str]:
    """Start a server on a free port; return it and the port."""
    server = start(folder, "serve", "--port", "0", "--lexicon", WORDS, "--name", "t", *arguments)
    for line in server.stderr:
        if "listening at 127.0.0.1:" in line:
            return server, line.partition("127.0.0.1:")[2].split()[0]
    raise AssertionError(server.communicate())


def join(folder: Path, port: str, name: str, bot: str) -> subprocess.Popen[str]:
    return start(folder, "join", "--port", port, "--name", name, "--bot", bot, "--lexicon", WORDS)


def test_a_server_and_a_client_play_a_tournament_with_its_report(tmp_path):
    server, port = serve(tmp_path, "--players", "2", "--bots", "passer", "--games", "2")
    client = join(tmp_path, port, "ann", "opener")
    text, _ = client.communicate(timeout=240)
    report, _ = server.communicate(timeout=240)
    assert (client.returncode, server.returncode) == (0, 0)
    assert text.splitlines()[0] == "registered as ann"
    assert re.fullmatch(r"the tournament is (won|lost|drawn)\n2 games, [012] won", "\n".join(text.splitlines()[-2:]))
    assert "BEST MOVES" in report
    assert report.rstrip().endswith("The results are in results/t")


def test_ctrl_c_keeps_what_is_finished_and_leaves_with_130(tmp_path):
    server, port = serve(tmp_path, "--games", "1000")
    with socket.create_connection(("127.0.0.1", int(port)), timeout=120) as peer:
        peer.sendall(b'(register "ann")')
        assert peer.recv(100) == b"()\n"
        server.send_signal(signal.SIGINT)
        assert peer.recv(1000) == b'(error "the tournament was stopped")\n'
    _, err = server.communicate(timeout=240)
    assert server.returncode == 130
    assert "stopped" in err
    assert "Traceback" not in err


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as left:
        main(["tcp", *arguments])
    return int(str(left.value.code)), capsys.readouterr().err


def test_a_port_in_use_is_said_and_nothing_is_left_behind(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        status, said = fails(capsys, "serve", "--port", port, "--lexicon", WORDS)
    assert status == 2
    assert f"127.0.0.1:{port}: the port is in use" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("serve", "--bots", "passer,passer"), "2 bots leave no seat"),
        (("serve", "--bots", "passr"), "Did you mean 'passer'?"),
        (("serve", "--players", "6", "--seats", "4"), "at one table or at tables of two"),
        (("serve", "--move-time", "5"), "not a duration"),
        (("serve", "--name", "a/b"), "cannot be a folder's name"),
        (("join", "--name", 'a"b'), "cannot be registered"),
    ],
)
def test_what_cannot_be_is_refused_before_anybody_connects(capsys, arguments, problem):
    status, said = fails(capsys, *arguments)
    assert status in (2, 3)
    assert problem in said


def test_rules_with_challenges_are_refused_as_the_protocol_has_none(capsys, tmp_path):
    (tmp_path / "mine.yaml").write_text("challenge: double\n", encoding="utf-8")
    status, said = fails(capsys, "serve", "--rules", str(tmp_path / "mine.yaml"), "--lexicon", WORDS)
    assert status == 2
    assert "--rules: the protocol of the course has no challenges" in said


def test_old_results_are_not_played_over(capsys, tmp_path):
    with database(tmp_path / "games.sqlite") as base:
        base.execute("CREATE TABLE games (id TEXT)")
        base.execute("INSERT INTO games VALUES ('scrabble/a-vs-b/0001/1')")
    status, said = fails(capsys, "serve", "--output", str(tmp_path), "--lexicon", WORDS)
    assert status == 2
    assert "there already are results here" in said


def test_listening_to_everybody_is_said_loudly(tmp_path):
    server = start(tmp_path, "serve", "--port", "0", "--bind", "0.0.0.0", "--lexicon", WORDS)
    lines = [server.stderr.readline()]
    while "listening at 0.0.0.0:" not in lines[-1]:  # from here on a signal is a wish
        lines.append(server.stderr.readline())
        assert lines[-1], lines
    server.send_signal(signal.SIGINT)
    server.communicate(timeout=240)
    assert any(line.startswith("warning: whoever reaches this machine at port") for line in lines)
    assert server.returncode == 130
