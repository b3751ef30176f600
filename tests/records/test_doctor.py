"""Damaged results: what is whole is read, what is lost is named and played again, and nothing is thrown away."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
import zstandard
from click.testing import CliRunner

from arena.cli.reports.doctor import command
from arena.errors import EXIT_OK, EXIT_RUN, ResultsError
from arena.records.compression import Compressor
from arena.records.doctor import examine, repair
from arena.records.record import GameRecord, MoveRecord
from arena.records.store import GAMES, Results, Store
from tests.databases import database
from tests.records.test_records import manifest

COUNT = 60
MANIFEST = manifest()


def game(number: int) -> GameRecord:
    pair, half = divmod(number, 2)
    tiles = random.Random(number)  # what does not compress, so that records have the size of real ones
    moves = tuple(MoveRecord(turn, turn % 2, f"take {turn} {tiles.getrandbits(160):x}") for turn in range(40))
    return GameRecord(
        id=f"nim/a-vs-b/{pair + 1:04d}/{half + 1}", variant="nim", pairing="a-vs-b", pair=pair + 1, half=half + 1,
        bots=("a", "b"), seed=pair, moves=moves, places=(1, 2), reason="the end",
    )  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Store(tmp_path / "r", MANIFEST) as store:
        for number in range(COUNT):
            store.add(game(number))
        store.add_void("nim/a-vs-b/0001/1", "a worker process ended", "exit status -9", "a")
    return tmp_path / "r"


def lost(health) -> set[str]:
    return {name for name, _ in health.damaged}


def all_ids() -> set[str]:
    return {game(number).id for number in range(COUNT)}


def test_whole_results_are_whole(folder):
    health = examine(folder)
    assert health.sound
    assert (health.games, health.manifest) == (COUNT, "")


def test_a_changed_byte_in_a_record_is_found_by_its_checksum_though_the_file_is_well_formed(folder):
    with database(folder / GAMES) as base:
        (data,) = base.execute("SELECT record FROM games WHERE pair = 7 AND half = 1").fetchone()
        changed = Compressor().compress(zstandard.decompress(data).replace(b"take 3 ", b"take 2 "))
        base.execute("UPDATE games SET record = ? WHERE pair = 7 AND half = 1", (changed,))
    health = examine(folder)
    assert health.damaged == (("nim/a-vs-b/0007/1", "its record is not what was written"),)
    assert health.games == COUNT - 1
    with Results(folder) as results:
        with pytest.raises(ResultsError, match="0007/1: the record is damaged"):
            list(results.records())
        assert results.get("nim/a-vs-b/0008/1") == game(14)  # the rest can be read


@pytest.mark.parametrize("seed", range(25))
def test_any_changed_byte_is_harmless_or_found_and_costs_a_page_or_two(folder, seed):
    path = folder / GAMES
    data = bytearray(path.read_bytes())
    rng = random.Random(seed)
    at = rng.randrange(100, len(data))
    data[at] ^= 1 << rng.randrange(8)
    path.write_bytes(data)
    health = repair(folder) if not examine(folder).sound else examine(folder)
    with Results(folder) as results:
        kept = {record.id: record for record in results.records()}
    assert all(record == game(2 * (record.pair - 1) + record.half - 1) for record in kept.values())
    assert len(kept) == health.games >= COUNT - 12


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9])
def test_a_file_that_was_cut_short_keeps_what_comes_before(folder, share):
    path = folder / GAMES
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    before = set(folder.iterdir())
    with Store(folder, MANIFEST, resume=True) as store:
        kept = store.ids()
        assert kept <= all_ids()
        assert all(store.get(name) for name in kept)
        for number in range(COUNT):  # a resume plays what is not there
            store.add(game(number))
        assert [record.id for record in store.records()] == sorted(all_ids())
        if share:
            assert "games whole" in store.mended
    if share >= 0.9:
        assert len(kept) > COUNT // 2
    if share:
        added = {entry.name for entry in set(folder.iterdir()) - before}
        assert f"{GAMES}.damaged-1" in added  # nothing is thrown away
    assert examine(folder).sound


def test_no_database_at_all_is_told_and_started_anew(folder):
    (folder / GAMES).write_bytes(b"this is no database" * 1000)
    health = examine(folder)
    assert health.games == 0
    assert any("not a database" in fault for fault in health.faults)
    with Store(folder, MANIFEST, resume=True) as store:
        assert store.count() == 0


def test_voids_and_games_set_aside_survive_a_repair(folder):
    with Store(folder, MANIFEST, resume=True) as store:
        store.set_aside(["nim/a-vs-b/0002/1"])
    with database(folder / GAMES) as base:
        base.execute("UPDATE games SET record = '' WHERE pair = 7 AND half = 1")
    health = repair(folder)
    assert lost(health) == {"nim/a-vs-b/0007/1"}
    with Store(folder, MANIFEST, resume=True) as store:
        assert store.voids() == [("nim/a-vs-b/0001/1", "a worker process ended", "exit status -9", "a")]
        store.take_back()
        assert store.count() == COUNT - 1


def test_results_of_an_arena_without_checksums_are_read_and_examined(folder):
    with database(folder / GAMES) as base:
        base.execute("DROP TABLE sums")
    assert examine(folder).sound
    with Results(folder) as results:
        assert len(list(results.records())) == COUNT


def test_the_command_names_what_is_damaged(folder):
    done = CliRunner().invoke(command, [str(folder)], standalone_mode=False)
    assert done.return_value == EXIT_OK
    assert done.output == f"{COUNT} games are whole\n"
    with database(folder / GAMES) as base:
        base.execute("UPDATE games SET pair = 70 WHERE pair = 7 AND half = 1")
    done = CliRunner().invoke(command, [str(folder / GAMES)], standalone_mode=False)
    assert done.return_value == EXIT_RUN
    assert "  nim/a-vs-b/0007/1: its record is that of another game" in done.output
    assert "--resume" in done.output


def test_a_read_only_folder_is_a_clear_error(folder):
    if os.geteuid() == 0:
        pytest.skip("nothing is read-only to the superuser; tests/runner/test_crashes.py mounts a read-only folder")
    folder.chmod(0o500)
    try:
        with pytest.raises(ResultsError):
            Store(folder, MANIFEST, resume=True)
    finally:
        folder.chmod(0o700)
