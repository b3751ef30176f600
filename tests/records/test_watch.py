"""What people do to the files of a running tournament: it ends at the next look, says what happened, keeps games."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from arena.errors import ResultsError
from arena.records.store import GAMES, LOCK, MANIFEST, Results, Store
from tests.records.test_doctor import game
from tests.records.test_records import manifest

COUNT = 7


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "r", manifest()) as store:
        for number in range(COUNT):
            assert store.add(game(number))
        yield store


def noticed(store: Store) -> str:
    """Return what the next write says; nothing can be written afterwards, and closing works."""
    with pytest.raises(ResultsError) as caught:
        store.add(game(COUNT))
    with pytest.raises(ResultsError, match="nothing is written here any more"):
        store.add(game(COUNT))
    store.close()
    return str(caught.value)


def kept(folder: Path) -> int:
    with Results(folder) as results:
        assert results.manifest.name == "t"
        return len(list(results.records()))


def test_the_file_of_games_is_removed(store):
    (store.folder / GAMES).unlink()
    message = noticed(store)
    assert "games.sqlite was removed while games were being written" in message
    assert f"All 7 finished games were saved in {store.folder / GAMES}; go on with --resume" in message
    assert kept(store.folder) == COUNT
    with Store(store.folder, manifest(), resume=True) as again:
        assert again.add(game(COUNT)) and again.count() == COUNT + 1


def test_it_is_noticed_between_two_games_as_well(store):
    store.look()
    (store.folder / GAMES).unlink()
    with pytest.raises(ResultsError, match="was removed"):
        store.look()


def test_all_files_are_removed(store):
    for path in store.folder.iterdir():
        path.unlink()
    assert "was removed" in noticed(store)
    assert kept(store.folder) == COUNT


def test_the_folder_is_removed(store):
    shutil.rmtree(store.folder)
    message = noticed(store)
    assert "the folder was removed" in message and "All 7 finished games were saved in" in message
    assert kept(store.folder) == COUNT


def test_the_folder_is_removed_and_made_again(store):
    shutil.rmtree(store.folder)
    store.folder.mkdir()
    (store.folder / "mine").write_text("x")
    assert "the folder was removed" in noticed(store)
    assert kept(store.folder) == COUNT


def test_the_folder_is_renamed(store, tmp_path):
    store.folder.rename(tmp_path / "s")
    message = noticed(store)
    assert f"the folder was moved to {tmp_path / 's'}" in message and "move it back" in message
    assert not store.folder.exists()
    assert kept(tmp_path / "s") == COUNT


def test_another_file_takes_its_place(store, tmp_path):
    other = tmp_path / "other"
    other.write_text("another one")
    os.replace(other, store.folder / GAMES)
    message = noticed(store)
    assert "games.sqlite was replaced by another file" in message and "games.sqlite.saved-1" in message
    assert (store.folder / GAMES).read_text() == "another one"
    os.replace(store.folder / f"{GAMES}.saved-1", store.folder / GAMES)
    for ending in ("-wal", "-shm"):
        (store.folder / f"{GAMES}{ending}").unlink(missing_ok=True)
    assert kept(store.folder) == COUNT


def test_it_is_cut_to_nothing(store):
    store.base.execute("PRAGMA wal_checkpoint")
    store.look()
    os.truncate(store.folder / GAMES, 0)
    message = noticed(store)
    assert "games.sqlite was cut short" in message
    assert "saved in" in message or "`arena doctor` says what is whole" in message


def test_what_has_not_reached_the_file_yet_is_removed(store):
    (store.folder / f"{GAMES}-wal").unlink()
    assert "games.sqlite-wal was removed" in noticed(store)
    assert kept_in_any(store.folder) == COUNT


def kept_in_any(folder: Path) -> int:
    """Return the most games that any file of the folder holds."""
    counts = []
    for path in folder.glob(f"{GAMES}*"):
        if path.suffix in (".sqlite", ".saved-1"):
            base = sqlite3.connect(path)
            counts.append(base.execute("SELECT count(*) FROM games").fetchone()[0])
            base.close()
    return max(counts)


def test_a_copy_of_old_results_is_written_over_it(store, tmp_path):
    for number in range(COUNT, 60):
        store.add(game(number))
    subprocess.run(["cp", store.folder / GAMES, tmp_path / "old"], check=True)  # hardly anything has reached it yet
    store.base.execute("PRAGMA wal_checkpoint")  # now the games stand in the file itself,
    store.add(game(60))  # and no more in what waits to be written there
    subprocess.run(["cp", tmp_path / "old", store.folder / GAMES], check=True)
    with pytest.raises(ResultsError, match=r"games.sqlite was (cut short|written by somebody else)"):
        store.add(game(61))


def test_somebody_who_only_looks_or_adds_is_no_reason_to_stop(store):
    base = sqlite3.connect(store.folder / GAMES)
    base.execute("SELECT count(*) FROM games").fetchone()
    base.execute("CREATE TABLE notes(text)")
    base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    base.close()
    assert store.add(game(COUNT))
    assert store.count() == COUNT + 1


def test_the_lock_is_removed_and_taken_again(store):
    (store.folder / LOCK).unlink()
    assert store.add(game(COUNT))
    assert (store.folder / LOCK).read_text() == f"{os.getpid()}\n"
    with pytest.raises(ResultsError, match=f"another runner \\(process {os.getpid()}\\)"):
        Store(store.folder, manifest(), resume=True)


def test_another_runner_takes_the_folder_once_the_lock_is_removed(store):
    (store.folder / LOCK).unlink()
    with Store(store.folder, manifest(), resume=True) as second:
        message = noticed(store)
        assert "another runner may write here" in message and "The finished games are safe" in message
        assert second.add(game(COUNT)) and second.count() == COUNT + 1


def test_a_disk_that_can_no_longer_be_written(store):
    store.base.execute("PRAGMA query_only = ON")
    with pytest.raises(ResultsError, match="cannot be written"):
        store.add(game(COUNT))
    assert store.count() == COUNT


def test_a_manifest_that_is_damaged_is_read_from_its_copy(store):
    for data in (b"", b"{", b"[]", b"\xff\xfe", None):
        path = store.folder / MANIFEST
        path.unlink(missing_ok=True)
        if data is not None:
            path.write_bytes(data)
        with Results(store.folder) as results:
            assert results.manifest == manifest()
