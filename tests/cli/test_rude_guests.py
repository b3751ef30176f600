"""Whatever guests, old records and other people's files hold: no command prints or writes a character to be obeyed."""

from __future__ import annotations

import json
import re
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from arena.cli.main import main
from arena.records.record import FaultRecord, ForfeitRecord, GameRecord
from arena.records.store import Results, Store
from tests.cli.test_tcp_command import serve
from tests.guests import rude

PROGRAM = [sys.executable, rude.__file__]
NASTY = "".join(char for char in rude.NASTY if char not in rude.SURROGATES)  # no record can hold those

Arena = Callable[..., tuple[int, str]]


def scanned(data: bytes) -> str:
    """Return output as text, having looked at every byte of it."""
    text = data.decode("utf-8")  # strictly: no surrogate, no byte of 0x80 to 0x9f alone
    assert not rude.obeyed(text), sorted(map(hex, map(ord, rude.obeyed(text))))
    return text


@pytest.fixture
def arena(capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Arena:
    """Give a function that runs a command and returns its status and all that it printed, processes included."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str]:
        capfdbinary.readouterr()
        with pytest.raises(SystemExit) as left:
            main(list(words))
        out, err = capfdbinary.readouterr()
        return int(str(left.value.code)), scanned(out) + scanned(err)

    return run


def tournament(folder: Path, **bots: str) -> str:
    """Write a tournament of rude bots (name -> the rest of its entry) against an honest one; return its file."""
    entries = "".join(f"  - {{name: {name}, {entry}}}\n" for name, entry in bots.items())
    (folder / "rude.yaml").write_text(
        "name: rude\nseed: 3\npairs: 1\nmove_time: 60s\nvariants: [{name: nim, game: 'nim(3,4)'}]\n"
        "kind: {gauntlet: {hero: honest}}\n"
        f"bots:\n  - {{name: honest, bot: 'tests.guests.players:first'}}\n{entries}"
    )
    return "rude.yaml"


ACTS = {name: f"bot: 'tests.guests.rude:{name}'" for name in ("raises", "moves")}
STARTS = {
    name: f"bot: 'tests.guests.rude:{name}'" for name in ("raises_a_name_of_its_own", "refuses", "returns_no_bot")
}
WIRES = {line: f"bot: 'tests.guests.rude:sends', options: {{line: {line}}}" for line in rude.LINES}
SOME = {
    "raises": ACTS["raises"], "starts_not": STARTS["refuses"], "a_type": WIRES["a_type"],
    "program": f"command: {json.dumps([*PROGRAM, 'a_field'])}",
}  # fmt: skip


def test_a_run_of_rude_bots_and_all_that_reads_its_results(arena: Arena, tmp_path: Path):
    file = tournament(tmp_path, **SOME)
    status, text = arena("run", file, "--keep-going", "--workers", "2")
    assert status == 1, text
    assert "these bots do not start" in text and "\\x1b" in text
    results = tmp_path / "results" / "rude"
    scanned((results / "manifest.json").read_bytes())
    with Results(results) as stored:
        records = list(stored.records())
    outputs = "".join(output for record in records for output in record.circumstances.outputs)
    assert "\\x1b]0;owned\\x07" in outputs
    assert not rude.obeyed(outputs)
    details = "".join(left.detail for record in records for left in record.forfeits)
    assert "\\u202e" in details and not rude.obeyed(details)
    reads_everything(arena, tmp_path)
    assert arena("run", file, "--trace", "nim/honest-vs-raises/0001/1")[0] == 0


def reads_everything(arena: Arena, folder: Path) -> None:
    """Have every command that reads results print them and write them, and look at all of it."""
    games = [json.loads(line) for line in arena("export", "rude", "--times")[1].splitlines()]
    for game in games[:3]:
        assert arena("replay", game["id"], "--results", "rude")[0] in (0, 4)
    assert arena("doctor", "rude")[0] == 0
    for form in ("text", "json", "csv"):
        assert arena("report", "rude", "--format", form)[0] == 0
    for form in (["jsonl"], ["csv"], ["csv", "--table", "moves"]):
        assert arena("export", "rude", "--format", *form, "--output", "out")[0] == 0
        scanned((folder / "out").read_bytes())
        assert arena("export", "rude", "--format", *form)[0] == 0
    assert arena("report", "rude", "--html", "page.html")[0] == 0
    scanned((folder / "page.html").read_bytes())
    assert arena("compare", "rude", "rude")[0] == 0


def aged(record: GameRecord) -> GameRecord:
    """Return a record with rude words wherever a record of old could hold some."""
    moves = tuple(
        msgspec.structs.replace(move, fault=None if move.fault is None else FaultRecord(move.fault.fault, NASTY, True),
                                tries=(FaultRecord("ILLEGAL", NASTY),), note={**move.note, "kind": NASTY, "hand": NASTY,
                                "words": [[NASTY, 3]], "score": 3})
        for move in record.moves
    )  # fmt: skip
    return msgspec.structs.replace(
        record, moves=moves, reason=NASTY, versions={"arena": NASTY},
        forfeits=tuple(ForfeitRecord(left.seat, left.fault, NASTY) for left in record.forfeits),
        circumstances=msgspec.structs.replace(record.circumstances, outputs=(NASTY, NASTY), closing=(NASTY, NASTY)),
    )  # fmt: skip


def test_records_of_an_older_arena_are_shown_and_exported_as_well(arena: Arena, tmp_path: Path):
    assert arena("run", tournament(tmp_path, raises=ACTS["raises"]), "--workers", "1")[0] == 0
    folder = tmp_path / "results" / "rude"
    with Results(folder) as stored:
        old, manifest = [aged(record) for record in stored.records()], stored.manifest
    for name in ("games.sqlite", "manifest.json"):
        (folder / name).unlink()
    with Store(folder, msgspec.structs.replace(manifest, limits={NASTY: NASTY}, config=NASTY)) as store:
        for record in old:
            store.add(record)
        store.add_void("nim/a/0001/1", NASTY, NASTY)
    reads_everything(arena, tmp_path)
    exported = [json.loads(line) for line in arena("export", "rude", "--times")[1].splitlines()]
    assert [game["reason"] for game in exported] == [NASTY] * len(old)  # exact, in escapes
    assert exported[0]["circumstances"]["outputs"] == [NASTY, NASTY]


@pytest.mark.parametrize("name", ["moves", *STARTS])
def test_the_check_of_a_rude_bot(arena: Arena, name: str):
    status, text = arena("bots", "check", f"tests.guests.rude:{name}", "--game", "nim(3,4)")
    assert status == 3
    assert "\\x1b" in text
    assert max(map(len, text.splitlines())) < 1500


@pytest.mark.parametrize("line", rude.LINES)
def test_the_check_of_a_rude_program(arena: Arena, line: str):
    command = " ".join([*PROGRAM, line])
    assert arena("bots", "check", "--command", command, "--game", "nim(3,4)")[0] == 3


def test_the_check_of_a_tournament(arena: Arena, tmp_path: Path):
    status, text = arena("check", tournament(tmp_path, raises=ACTS["raises"], named=STARTS["raises_a_name_of_its_own"]))
    assert status == 3
    assert "named: not ok" in text and "raises: not ok" in text and "\\x1b" in text


def test_words_of_the_command_line_and_files_of_other_people(arena: Arena, tmp_path: Path):
    said = NASTY.replace("\0", "")
    for words in (["replay", said], ["report", said], ["run", said], [said], ["export", "--format", said],
                  ["judge", said, said], ["bots", "check", said], ["games", "check", said]):  # fmt: skip
        assert arena(*words)[0] != 0
    (tmp_path / "rude.yaml").write_text(f'name: "{said}"\n{said}: 1\n', encoding="utf-8", newline="")
    assert arena("run", "rude.yaml")[0] == 2
    record = "#player1 a Ann\n#player2 b Bob\n#title x\x1b[31m\u202e\n>a: ABCDEFG 8H CAB +14 14\n#note y\x07\x9b2J\n"
    (tmp_path / "game.gcg").write_text(record, encoding="utf-8")
    for more in ([], ["--json"], ["--gcg"]):
        arena("import", "game.gcg", *more)


def test_an_exception_of_ours_with_a_guest_s_words_in_it(capfdbinary: pytest.CaptureFixture[bytes]):
    from arena.runner.uncaught import uncaught

    try:
        raise ValueError(rude.NASTY)
    except ValueError as error:
        uncaught(type(error), error, error.__traceback__)
    assert "\\x1b]0;owned" in scanned(capfdbinary.readouterr().err)


def test_clients_of_a_server_that_are_rude(tmp_path: Path):
    server, port = serve(tmp_path, "--players", "3", "--games", "1")
    said = NASTY.replace('"', "").encode()
    for words in (b'(register "' + said + b'")', said + b"\n", b"(" + said + b")", b'(register "ann") (' + said + b")",
                  b'(register "\xff\x9b2J")'):  # fmt: skip
        with socket.create_connection(("127.0.0.1", int(port)), timeout=120) as peer:
            peer.sendall(words)
            while peer.recv(1000):
                pass
    server.send_signal(signal.SIGINT)
    out, err = server.communicate(timeout=240)
    text = scanned(out.encode() + err.encode())
    assert server.returncode == 130
    assert text.count("left: ") == 5 and "\\x1b" in text


def test_nothing_but_one_file_prints():
    """A command that echoed by itself would let through what its author did not think of."""
    prints = re.compile(r"\bclick\.s?echo\b|(?<![\w.])print\(|\bstd(?:out|err)\.write\b|\bsecho\b")
    room = Path(main.__code__.co_filename).parent
    found = {
        path.relative_to(room.parent).as_posix()
        for folder in (room, room.parent / "serve", room.parent / "report")
        for path in folder.rglob("*.py")
        if prints.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"cli/say.py"}
