"""``arena serve`` as one starts it: the link that it prints, ports, and how it ends."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from arena.cli.main import arena
from arena.errors import ConfigError
from arena.serve.page.run import PORT, open_browser, open_port
from tests.page.client import PATIENCE


def test_it_prints_a_link_that_opens_and_ends_with_ctrl_c(tmp_path: Path):
    command = [sys.executable, "-c", "from arena.cli.main import main; main()", "serve", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None and served.stderr is not None
        link = served.stdout.readline().strip()
        assert link.startswith("http://127.0.0.1:") and link.endswith("/"), served.stderr.read()
        answer = httpx.get(link, timeout=PATIENCE)
        assert answer.status_code == 200 and "<!doctype html>" in answer.text.lower()
        served.send_signal(signal.SIGINT)
        assert served.wait(PATIENCE) == 0
        assert "Traceback" not in served.stderr.read()


def test_a_port_that_is_taken_is_told_and_without_one_another_is_taken():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(arena, ["serve", "--port", str(port), "--no-browser"])
        assert isinstance(result.exception, ConfigError) and "in use" in result.exception.problem
    with open_port("127.0.0.1", None) as first, open_port("127.0.0.1", None) as second:
        ports = first.getsockname()[1], second.getsockname()[1]
        assert len(set(ports)) == 2 and (PORT not in ports or ports[0] == PORT)


def test_no_browser_is_opened_where_nobody_looks(monkeypatch: pytest.MonkeyPatch):
    opened: list[str] = []

    def note(link: str) -> bool:
        opened.append(link)
        return True

    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not open_browser("http://x/", note) and not opened
    monkeypatch.setenv("DISPLAY", ":0")
    assert open_browser("http://x/", note) and opened == ["http://x/"]
