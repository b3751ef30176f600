"""Files that are no UTF-8 text, and pipes, wherever a command reads a file: a line, a status, and no waiting."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest

from arena.cli.main import main
from arena.config.given_file import opened
from arena.engine.leaf_files import read_leaves
from arena.errors import EXIT_OK, EXIT_USAGE, ConfigError
from arena.variants.load import load_tiles
from tests.cli.test_import import GAME

PICTURE = ".. .2 ..\n.. 3. ..\n.. .. ..\n"
BOARD = "name: plus\npicture: |\n  .. .. ..\n  .. .. ..\n"
RUN = "name: t\nbots: [first, longest]\nvariants: [{game: sticks}]\n"
POSITION = json.dumps({"board": "standard", "hand": "CAT", "lexicon": "odd"})
READERS = {  # a command, the name of the file that it reads, and what is in it
    "picture": (["boards", "check"], "b.txt", PICTURE),
    "board": (["boards", "check"], "b.board", BOARD),
    "words": (["lexicon", "check", "{}", "CAT"], "w.txt", "CAT\nDOG\nDOGS\n"),
    "tournament": (["plan"], "t.yaml", RUN),
    "position": (["moves", "{}", "--cgp"], "p.json", POSITION),
}


def status_of(words: list[str], path: str) -> object:
    with pytest.raises(SystemExit) as end:
        main([path if word == "{}" else word for word in words] + ([path] if "{}" not in words else []))
    return end.value.code


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("reader", READERS)
def test_utf_16_is_named_with_what_to_do(reader: str, encoding: str, capfd: pytest.CaptureFixture[str]):
    words, name, text = READERS[reader]
    Path(name).write_bytes(text.encode(encoding))
    assert status_of(words, name) == EXIT_USAGE
    told = capfd.readouterr().err
    assert name in told
    assert "It looks like UTF-16: save it in the encoding UTF-8" in told
    assert len(told) < 400


@pytest.mark.parametrize("reader", READERS)
def test_a_pipe_that_nobody_writes_to_is_not_waited_for(
    reader: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("arena.config.given_file.WAIT", 0.01)
    words, name, _ = READERS[reader]
    os.mkfifo(name)
    assert status_of(words, name) in (EXIT_USAGE, EXIT_OK)
    assert "Traceback" not in capfd.readouterr().err


def test_who_writes_to_a_pipe_once_it_is_read_is_heard(tmp_path: Path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"CAT\n",))  # its open returns when ours does
    writer.start()
    with opened(pipe) as file:
        assert file.read() == b"CAT\n"
    writer.join()


def test_a_list_that_comes_through_a_pipe_is_read_once_and_told_whole(capfd: pytest.CaptureFixture[str]):
    reading, writing = os.pipe()
    os.write(writing, b"CAT\nDOG\nD0G\n")
    os.close(writing)
    assert status_of(["lexicon", "info"], f"/dev/fd/{reading}") == EXIT_OK
    told = capfd.readouterr().out
    assert "2 words" in told
    assert "1 line has a character outside the alphabet and was left out: 'D0G'" in told
    os.close(reading)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_leave_tables_in_utf_16_are_told(encoding: str):
    Path("l.csv").write_bytes("A,1.5\nÄ,2\n".encode(encoding))
    with pytest.raises(ConfigError, match=r"l\.csv"):
        read_leaves("l.csv", load_tiles("english"))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_records_in_utf_16_are_read(encoding: str, capfd: pytest.CaptureFixture[str]):
    Path("g.gcg").write_bytes(GAME.encode(encoding))
    status_of(["import"], "g.gcg")
    assert "read as UTF-16" in capfd.readouterr().out
