"""Records: what goes in comes out, a file is held by one writer, and what is wrong with a disk is said."""

from __future__ import annotations

import multiprocessing
import os
import random
import sqlite3

import pytest

from arena.errors import EXIT_RUN, ResultsError
from arena.records.export import to_csv, to_jsonl
from arena.records.manifest import Manifest
from arena.records.record import (
    Circumstances,
    FaultRecord,
    ForfeitRecord,
    GameRecord,
    MoveRecord,
    decode,
    encode,
)
from arena.records.store import GAMES, MANIFEST, Results, Store, find_results


def record(number=1, half=1, **changed):
    settled = {
        "id": f"standard/a-vs-b/{number:04d}/{half}",
        "variant": "standard",
        "pairing": "a-vs-b",
        "pair": number,
        "half": half,
        "bots": ("a", "b"),
        "seed": 2**63 + number,
        "moves": (
            MoveRecord(0, 1, "0 0 1A1", {"kind": "play", "score": 7, "words": [["AÉ", 7]]}),
            MoveRecord(1, 0, None, {}, FaultRecord("LATE", "no answer within 1 s")),
        ),
        "places": (2, 1),
        "reason": "out of tiles",
        "scores": (0, 7),
        "adjustments": (-3, 3),
        "forfeits": (ForfeitRecord(0, "CRASHED", "exit status 1"),),
        "circumstances": Circumstances(ms=(1.5, 1000.0), own_ms=(1.25, None), outputs=("", "hello"), seconds=2.0),
    }
    return GameRecord(**(settled | changed))


def manifest(**changed):
    settled = {
        "name": "t", "seed": 1, "config": "", "config_hash": "", "tournament": {}, "variants": {}, "bots": {},
        "limits": {}, "isolation": {}, "machine": {}, "repeatable": True,
    }  # fmt: skip
    return Manifest(**(settled | changed))


def test_a_record_comes_back_as_it_went_in():
    assert decode(encode(record())) == record()
    assert decode(encode(record())).outcome().forfeits[0].fault.name == "CRASHED"


@pytest.mark.parametrize("cut", [0, 1, 10, 200, -1])
def test_a_cut_record_is_told_as_damaged(cut):
    with pytest.raises(ResultsError, match="damaged"):
        decode(encode(record())[:cut], "game x")


def test_a_record_of_another_format_is_refused():
    with pytest.raises(ResultsError, match="format 99"):
        decode(encode(record(format=99)))


def test_games_are_stored_once_and_read_in_order(tmp_path):
    with Store(tmp_path / "t", manifest()) as store:
        assert store.add(record(2))
        assert store.add(record(1))
        assert not store.add(record(1, reason="another"))
        assert store.ids() == {record(1).id, record(2).id}
    with Results(tmp_path / "t") as results:
        assert [game.pair for game in results.records()] == [1, 2]
        assert results.get(record(1).id).reason == "out of tiles"
        assert list(results.records(variant="hole")) == []
        assert results.manifest == manifest()


def test_readers_read_while_a_run_writes(tmp_path):
    with Store(tmp_path, manifest()) as store, Results(tmp_path) as reader:
        store.add(record(1))
        assert reader.count() == 1
        store.add(record(2))
        assert reader.count() == 2


def test_a_game_that_is_not_there_is_told_with_some_that_are(tmp_path):
    with Store(tmp_path, manifest()) as store:
        store.add(record(1))
        with pytest.raises(ResultsError, match=r"no game 'nowhere'.*standard/a-vs-b/0001/1"):
            store.get("nowhere")


def test_games_of_an_earlier_run_need_resume(tmp_path):
    with Store(tmp_path, manifest()) as store:
        store.add(record(1))
    with pytest.raises(ResultsError, match="--resume"):
        Store(tmp_path, manifest())
    with Store(tmp_path, manifest(), resume=True) as store:
        assert store.count() == 1


def test_a_changed_tournament_is_refused_with_the_difference(tmp_path):
    with Store(tmp_path, manifest()) as store:
        store.add(record(1))
    with pytest.raises(ResultsError, match="seed: 1 -> 2"):
        Store(tmp_path, manifest(seed=2), resume=True, differences=lambda old, new: ["seed: 1 -> 2"])
    assert Results(tmp_path).manifest.seed == 1, "a refused run changes nothing"


def _hold(folder, ready, done):
    with Store(folder, manifest()):
        ready.set()
        done.wait(240)


def test_a_second_runner_is_refused_with_the_first_ones_process_id(tmp_path):
    context = multiprocessing.get_context("fork")
    ready, done = context.Event(), context.Event()
    first = context.Process(target=_hold, args=(tmp_path, ready, done))
    first.start()
    try:
        assert ready.wait(120)
        with pytest.raises(ResultsError, match=f"process {first.pid}") as refused:
            Store(tmp_path, manifest())
        assert refused.value.exit_code == EXIT_RUN
    finally:
        done.set()
        first.join(120)
    Store(tmp_path, manifest()).close()  # the lock goes with its holder


def test_a_folder_that_cannot_be_made_is_told_before_the_first_game(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ResultsError, match="Choose a folder"):
        Store(tmp_path / "file" / "t", manifest())


def test_a_file_that_is_no_database_is_told_as_damaged(tmp_path):
    (tmp_path / GAMES).write_bytes(b"not a database, but long enough to look at" * 30)
    with pytest.raises(ResultsError, match="damaged"):
        Store(tmp_path, manifest())
    with Results(tmp_path) as results, pytest.raises(ResultsError, match="damaged"):
        results.ids()
    with Results(tmp_path) as results, pytest.raises(ResultsError, match="damaged"):
        list(results.records())


def test_a_folder_without_its_manifest_is_told_so(tmp_path):
    with Store(tmp_path, manifest()) as store:
        store.add(record())
        store.base.execute("DELETE FROM about")  # as results of an older arena have no copy
    (tmp_path / MANIFEST).unlink()
    with Results(tmp_path) as results, pytest.raises(ResultsError, match=f"{MANIFEST}: the file is missing"):
        assert results.manifest


def test_a_damaged_game_names_itself(tmp_path):
    with Store(tmp_path, manifest()) as store:
        store.add(record(1))
    base = sqlite3.connect(tmp_path / GAMES)
    base.execute("UPDATE games SET record = ?", (b'{"id": ',))
    base.commit()
    base.close()
    with Results(tmp_path) as results, pytest.raises(ResultsError, match=r"standard/a-vs-b/0001/1.*damaged"):
        list(results.records())


def test_a_full_disk_is_told_and_what_was_finished_is_safe(tmp_path):
    with Store(tmp_path, manifest()) as store:
        store.add(record(1))
        pages = store.base.execute("PRAGMA page_count").fetchone()[0]
        store.base.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(ResultsError, match="the disk is full"):
            store.add(record(2, reason=random.Random(1).randbytes(100_000).hex()))
    with Results(tmp_path) as results:
        assert record(1).id in results.ids()


def test_results_are_found_by_name_and_by_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Store(tmp_path / "results" / "night", manifest()).close()
    assert os.path.samefile(find_results("night"), find_results("results/night"))
    with pytest.raises(ResultsError, match="Results of night are here"):
        find_results("day")


def test_voids_are_kept_in_order(tmp_path):
    with Store(tmp_path, manifest()) as store:
        store.add_void("g", "worker ended", "exit status 1")
        store.add_void("g", "worker ended", "exit status 2")
        assert [void.detail for void in store.voids()] == ["exit status 1", "exit status 2"]


def test_an_export_without_times_leaves_out_what_differs_from_run_to_run():
    one = record(circumstances=Circumstances(ms=(1.0, 2.0), seconds=9.0))
    other = record(circumstances=Circumstances(ms=(5.0, 6.0), outputs=("x", "y")))
    assert list(to_jsonl([one])) == list(to_jsonl([other]))
    assert list(to_csv([one])) == list(to_csv([other]))
    assert list(to_jsonl([one], times=True)) != list(to_jsonl([other], times=True))
    assert "AÉ" in next(to_jsonl([one]))


def test_the_csv_has_a_line_a_game_and_seat():
    head, first, second = to_csv([record()])
    assert head.startswith("id,variant,pairing,pair,half,seed,seat,bot,place,points,score")
    assert (
        first == f"standard/a-vs-b/0001/1,standard,a-vs-b,1,1,{2**63 + 1},1,a,2,0,0,-3,1,1,CRASHED,out of tiles,1,0\n"
    )
    assert second.endswith(",2,b,1,1,7,3,1,0,,out of tiles,1,1\n")
