"""How games lie in their file: compressed, readable from the file alone, and refused where a newer arena wrote."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from arena import __version__
from arena.cli.reports.doctor import command as doctor
from arena.cli.reports.export import command as export
from arena.errors import ResultsError, UnknownFormat
from arena.records import manifest as manifests
from arena.records import record as records
from arena.records.compression import GAMES_TO_LEARN_FROM, checksum
from arena.records.doctor import examine, repair
from arena.records.record import GameRecord, MoveRecord
from arena.records.schema import COPIES, FORMAT
from arena.records.store import GAMES, MANIFEST, Results, Store
from tests.databases import database
from tests.records.test_records import manifest

COUNT = GAMES_TO_LEARN_FROM + 40

# As arena 0.1 and 0.2 made it before there was a number of the format.
FIRST_SCHEMA = """
CREATE TABLE games (
  id TEXT PRIMARY KEY, variant TEXT NOT NULL, pairing TEXT NOT NULL, pair INTEGER NOT NULL, half INTEGER NOT NULL,
  record BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE aside (
  id TEXT PRIMARY KEY, variant TEXT NOT NULL, pairing TEXT NOT NULL, pair INTEGER NOT NULL, half INTEGER NOT NULL,
  record BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE voids (number INTEGER PRIMARY KEY, id TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL);
CREATE TABLE about (name TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE sums (id TEXT PRIMARY KEY, sum INTEGER NOT NULL) WITHOUT ROWID;
"""


def game(number: int) -> GameRecord:
    lot = random.Random(number)
    moves = tuple(
        MoveRecord(turn, turn % 2, f"take {lot.randrange(900)}", {"kind": "play", "score": lot.randrange(60)})
        for turn in range(30)
    )
    return GameRecord(
        id=f"nim/a-vs-b/{number + 1:04d}/1", variant="nim", pairing="a-vs-b", pair=number + 1, half=1, bots=("a", "b"),
        seed=lot.getrandbits(64), moves=moves, places=(1, 2), reason="the end",
    )  # fmt: skip


def old_results(folder: Path, count: int) -> None:
    """Write results as they were in format 1."""
    folder.mkdir()
    (folder / MANIFEST).write_bytes(manifests.encode(manifest()))
    with database(folder / GAMES) as base:
        base.executescript(FIRST_SCHEMA)
        for one in map(game, range(count)):
            data = records.encode(one)
            row = one.id, one.variant, one.pairing, one.pair, one.half, data
            base.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", row)
            base.execute("INSERT INTO sums VALUES (?, ?)", (one.id, checksum(data)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Store(tmp_path / "r", manifest()) as store:
        for number in range(COUNT):
            store.add(game(number))
    return tmp_path / "r"


def read(folder: Path) -> list[GameRecord]:
    with Results(folder) as results:
        return list(results.records())


def stored(folder: Path) -> list[bytes]:
    with database(folder / GAMES) as base:
        return [row[0] for row in base.execute("SELECT record FROM games ORDER BY id")]


def test_games_before_and_after_the_dictionary_come_back_as_they_went_in(folder):
    assert read(folder) == list(map(game, range(COUNT)))
    sizes = [len(data) for data in stored(folder)]
    early, late = sizes[:GAMES_TO_LEARN_FROM], sizes[GAMES_TO_LEARN_FROM:]
    assert sum(late) / len(late) < 0.6 * sum(early) / len(early)
    plain = [len(records.encode(game(number))) for number in range(COUNT)]
    assert sum(late) / len(late) < 0.3 * sum(plain) / len(plain)


def test_a_run_that_goes_on_uses_the_dictionary_that_is_there(folder):
    with Store(folder, manifest(), resume=True) as store:
        store.add(game(COUNT))
        assert store.base.execute("SELECT count(*) FROM dictionaries").fetchone() == (COPIES,)
    assert read(folder)[-1] == game(COUNT)
    assert len(stored(folder)[-1]) < 0.6 * len(stored(folder)[0])


def test_a_dictionary_is_made_by_a_run_that_goes_on_with_enough_games(tmp_path):
    old_results(tmp_path / "r", COUNT)
    with Store(tmp_path / "r", manifest(), resume=True) as store:
        store.add(game(COUNT))
    assert read(tmp_path / "r") == list(map(game, range(COUNT + 1)))
    sizes = [len(data) for data in stored(tmp_path / "r")]
    assert sizes[-1] < 0.4 * sizes[0]


def test_one_copy_of_the_dictionary_is_enough_and_the_doctor_says_so(folder):
    with database(folder / GAMES) as base:
        base.execute("UPDATE dictionaries SET data = zeroblob(100) WHERE copy = 1")
    assert read(folder) == list(map(game, range(COUNT)))
    health = examine(folder)
    assert health.games == COUNT and health.faults == (f"1 of {COPIES} copies of dictionary 1 are damaged",)
    repair(folder)
    assert examine(folder).sound and read(folder) == list(map(game, range(COUNT)))


def test_without_the_dictionary_the_games_that_need_it_are_damaged_and_the_others_whole(folder):
    with database(folder / GAMES) as base:
        base.execute("DELETE FROM dictionaries")
    health = examine(folder)
    assert health.games == GAMES_TO_LEARN_FROM
    assert {problem for _, problem in health.damaged} == {
        "the dictionary 1 of its compressed records is damaged or missing"
    }
    with pytest.raises(ResultsError, match="dictionary 1"):
        read(folder)
    with Store(folder, manifest(), resume=True) as store:
        assert store.count() == GAMES_TO_LEARN_FROM
        for number in range(GAMES_TO_LEARN_FROM, COUNT):
            store.add(game(number))
    assert read(folder) == list(map(game, range(COUNT)))


def test_results_of_format_1_are_read_examined_exported_and_gone_on_with(tmp_path):
    folder = tmp_path / "r"
    old_results(folder, 20)
    assert read(folder) == list(map(game, range(20)))
    assert examine(folder).sound
    before = CliRunner().invoke(export, [str(folder)], standalone_mode=False).output
    with Store(folder, manifest(), resume=True) as store:
        store.add(game(20))
        store.set_aside([game(3).id, game(20).id])
        assert store.count() == 19
        store.take_back()
    assert examine(folder).sound
    assert read(folder) == list(map(game, range(21)))
    after = CliRunner().invoke(export, [str(folder)], standalone_mode=False).output
    assert before and after.startswith(before)
    with database(folder / GAMES) as base:
        assert base.execute("PRAGMA user_version").fetchone() == (FORMAT,)


def test_a_refused_run_leaves_the_format_as_it_is(tmp_path):
    old_results(tmp_path / "r", 2)
    with pytest.raises(ResultsError, match="--resume"):
        Store(tmp_path / "r", manifest())
    with database(tmp_path / "r" / GAMES) as base:
        assert base.execute("PRAGMA user_version").fetchone() == (0,)


def newer(folder: Path) -> None:
    with database(folder / GAMES) as base:
        base.execute("PRAGMA user_version=7")
        base.execute("UPDATE about SET data = ? WHERE name = 'format'", (b"7",))
        base.execute("UPDATE about SET data = ? WHERE name = 'arena'", (b"3.1.0",))


def test_every_reader_refuses_a_newer_file_naming_versions_and_remedy(folder):
    newer(folder)
    before = (folder / GAMES).read_bytes()
    said = rf"format 7, written by arena 3\.1\.0; this is arena {__version__}.*Install arena 3\.1\.0 or newer"
    for reads in (
        lambda: Results(folder),
        lambda: examine(folder),
        lambda: repair(folder),
        lambda: Store(folder, manifest()),
        lambda: Store(folder, manifest(), resume=True),
        lambda: CliRunner().invoke(export, [str(folder)], standalone_mode=False, catch_exceptions=False),
        lambda: CliRunner().invoke(doctor, [str(folder), "--mend"], standalone_mode=False, catch_exceptions=False),
    ):
        with pytest.raises(UnknownFormat, match=said):
            reads()
    assert (folder / GAMES).read_bytes() == before, "nothing was changed or moved aside"


def test_a_newer_file_without_what_we_know_is_refused_as_well(tmp_path):
    base = sqlite3.connect(tmp_path / GAMES)
    base.execute("CREATE TABLE something (else_ TEXT)")
    base.execute("PRAGMA user_version=3")
    base.close()
    for reads in (lambda: Results(tmp_path), lambda: examine(tmp_path)):
        with pytest.raises(UnknownFormat, match="format 3; this is arena"):
            reads()


@pytest.mark.parametrize("change", ["PRAGMA user_version=9", "UPDATE about SET data = '9' WHERE name = 'format'"])
def test_a_number_that_the_file_says_once_is_damage(folder, change):
    with database(folder / GAMES) as base:
        base.execute(change)
    assert read(folder) == list(map(game, range(COUNT)))
    health = examine(folder)
    assert health.games == COUNT and len(health.faults) == 1
    assert "the number of its format is damaged" in health.faults[0]
    repair(folder)
    assert examine(folder).sound and read(folder) == list(map(game, range(COUNT)))


def test_records_and_manifests_of_a_newer_format_are_refused_also_where_they_cannot_be_read(folder):
    for data in (b'{"format": 5}', msgspec.json.encode({"format": 5, "id": []})):
        with pytest.raises(UnknownFormat, match="the record has format 5"):
            records.decode(data)
        with pytest.raises(UnknownFormat, match="the manifest has format 5"):
            manifests.decode(data, "manifest.json")
    with pytest.raises(UnknownFormat, match="the manifest has format 5"):
        manifests.decode(manifests.encode(manifest(format=5)), "manifest.json")
    (folder / MANIFEST).write_bytes(manifests.encode(manifest(format=5)))
    with pytest.raises(UnknownFormat):
        Store(folder, manifest(), resume=True)
    with Results(folder) as results, pytest.raises(UnknownFormat):
        assert results.manifest


def test_the_doctor_never_drops_a_whole_record_of_a_newer_format(folder):
    data = msgspec.json.encode({"format": 2})
    with database(folder / GAMES) as base:
        base.execute("UPDATE games SET record = ? WHERE pair = 7", (data,))
        base.execute("UPDATE sums SET sum = ? WHERE id = ?", (checksum(data), game(6).id))
    for looks in (lambda: examine(folder), lambda: repair(folder), lambda: Store(folder, manifest(), resume=True)):
        with pytest.raises(UnknownFormat, match="0007/1: the record has format 2"):
            looks()
