"""Sums that are made while games are written: a report finds them, whoever was killed and whatever was moved."""

from __future__ import annotations

import os
import random
from pathlib import Path

import msgspec
import pytest

from arena.records.kept_sums import SUMS
from arena.records.results import Results, ResultsFolder
from arena.records.store import Store
from arena.report.standings import report_of
from arena.report.sums.written import WrittenSums
from tests.databases import database
from tests.records.test_records import manifest
from tests.report.test_kept_sums import BOTS, full, game, put_back, reads, small_parts, summed

__all__ = ["reads", "small_parts"]  # fixtures

SHOWN = 5 + 2 + len(BOTS)  # records that are read for the best plays


def write(folder: Path, first: int, last: int, seats: int = 2) -> None:
    with Store(folder, manifest(), resume=True) as store:
        store.followed_by(WrittenSums(store))
        lot = random.Random(first)
        while first < last:  # as they come in: one by one, or some together
            together = min(lot.choice((1, 1, 5, 11)), last - first)
            store.add_all([game(number, seats) for number in range(first, first + together)])
            first += together


def levels(folder: Path) -> list[int]:
    with database(folder / SUMS) as base:
        return [row[0] for row in base.execute("SELECT level FROM parts ORDER BY level, place")]


def test_a_report_reads_no_game_whose_part_is_whole(tmp_path, reads):
    write(tmp_path, 0, 43)
    assert levels(tmp_path) == [1, 2, 2]  # 40 games; three are in no whole part
    reads.clear()
    assert summed(tmp_path)[0]
    assert len(reads) <= 3 + SHOWN
    assert summed(tmp_path) == full(tmp_path)


def test_whoever_goes_on_reads_a_part_that_was_begun(tmp_path, reads):
    write(tmp_path, 0, 6)
    reads.clear()
    write(tmp_path, 6, 9)
    assert sorted(reads) == sorted(game(number).id for number in (4, 5))
    assert levels(tmp_path) == [1]
    assert summed(tmp_path) == full(tmp_path)


@pytest.mark.parametrize("seed", range(4))
def test_writers_that_are_killed_leave_sums_that_hold(tmp_path, seed, reads):
    lot, played = random.Random(seed), 0
    for _ in range(4):
        last = played + lot.randrange(1, 25)
        child = os.fork()
        if not child:  # dies with the store open, and a part begun
            store = Store(tmp_path, manifest(), resume=True)
            store.followed_by(WrittenSums(store))
            for number in range(played, last):
                store.add(game(number))
            os._exit(0)
        os.waitpid(child, 0)
        played = last
        if lot.random() < 0.5:
            assert summed(tmp_path) == full(tmp_path)
    reads.clear()
    summed(tmp_path)
    assert len(reads) <= 3 + SHOWN
    assert summed(tmp_path) == full(tmp_path)


def test_a_kill_between_a_game_and_its_sums_loses_a_part_that_the_next_report_makes(tmp_path, reads):
    with Store(tmp_path, manifest()) as store:
        sums = WrittenSums(store)
        store.followed_by(sums)
        for number in range(11):
            store.add(game(number))
        sums._keep = lambda place: None  # type: ignore[method-assign]  # killed before the second part is kept
        store.add(game(11))
        del sums._keep
        for number in range(12, 20):
            store.add(game(number))
    assert levels(tmp_path) == [0, 0, 1]  # the third part is missing, so the fourth is joined with none
    reads.clear()
    assert summed(tmp_path) == full(tmp_path)
    assert sorted(set(reads[:4])) == sorted(game(number).id for number in range(8, 12))


def test_games_that_are_moved_while_they_are_written(tmp_path, reads):
    with Store(tmp_path, manifest(), resume=True) as store:
        store.followed_by(WrittenSums(store))
        for number in range(22):
            store.add(game(number))
        store.set_aside([game(3).id, game(20).id])
        for number in range(22, 31):
            store.add(game(number))
        assert summed(tmp_path) == full(tmp_path)
        store.take_back()
        for number in range(31, 40):
            store.add(game(number))
        store.add(game(35))  # it is there
    assert summed(tmp_path) == full(tmp_path)


def test_an_older_copy_of_the_games_is_told_from_what_the_sums_are_of(tmp_path):
    folder, copy = tmp_path / "r", tmp_path / "copy"
    write(folder, 0, 22)
    copy.write_bytes((folder / "games.sqlite").read_bytes())
    write(folder, 22, 40)
    put_back(copy, folder)
    write(folder, 100, 121)
    assert summed(folder) == full(folder)


def test_a_file_whose_games_nobody_summed_is_gone_on_with(tmp_path):
    with Store(tmp_path, manifest()) as store:
        store.add_all([game(number) for number in range(14)])
    write(tmp_path, 14, 33)
    assert levels(tmp_path) == [0, 2]  # the 4 games in which it began to write, and the 16 after them
    assert summed(tmp_path) == full(tmp_path)
    assert levels(tmp_path) == [2, 2]


def test_games_of_three_seats_and_notes_of_others_end_no_run(tmp_path):
    write(tmp_path / "three", 0, 20, seats=3)
    assert summed(tmp_path / "three") == full(tmp_path / "three")
    assert not (tmp_path / "three" / SUMS).exists()
    with Store(tmp_path / "odd", manifest()) as store:
        store.followed_by(WrittenSums(store))
        odd = msgspec.structs.replace(
            game(0),
            moves=tuple(msgspec.structs.replace(move, note={"score": 50, "words": [5]}) for move in game(0).moves),
        )
        assert odd.moves and store.add(odd)
        store.add_all([game(number) for number in range(1, 11)])
        assert store.count() == 11


def test_a_folder_in_which_no_sums_can_be_kept_is_written_all_the_same(tmp_path):
    tmp_path.joinpath(SUMS).mkdir()
    write(tmp_path, 0, 20)
    assert summed(tmp_path) == full(tmp_path)


def test_sums_of_another_version_are_not_gone_on_with(tmp_path, monkeypatch):
    from arena.report.sums import kept

    write(tmp_path, 0, 16)
    monkeypatch.setattr(kept, "VERSION", "another")
    write(tmp_path, 16, 32)
    with database(tmp_path / SUMS) as base:
        assert {row[0] for row in base.execute("SELECT version FROM parts")} == {"another"}
    assert summed(tmp_path) == full(tmp_path)


def test_a_report_beside_a_run_and_the_run_agree(tmp_path, reads):
    with Store(tmp_path, manifest()) as store:
        store.followed_by(WrittenSums(store))
        for number in range(64):
            store.add(game(number))
            if number % 7 == 0:
                report_of(ResultsFolder(tmp_path))
    with Results(tmp_path) as results:
        assert results.last_number() == 64
    reads.clear()
    assert summed(tmp_path)[0]
    assert len(reads) <= SHOWN
    assert summed(tmp_path) == full(tmp_path)
