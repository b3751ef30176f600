"""Sums that are kept beside the games: what they say is what a full pass over the records says, whatever happened."""

from __future__ import annotations

import dataclasses
import os
import random
import shutil
from array import array
from functools import partial
from pathlib import Path

import msgspec
import pytest

from arena.parallel import share
from arena.records.doctor import repair
from arena.records.kept_sums import SUMS, KeptSums
from arena.records.record import Circumstances, FaultRecord, ForfeitRecord, GameRecord, MoveRecord
from arena.records.results import Results, ResultsFolder
from arena.records.store import GAMES, Store
from arena.report.data import report_facts
from arena.report.gather import Gathered, gather
from arena.report.standings import Report, make_report, report_of
from arena.report.sums import kept
from arena.report.sums.counts import Counts
from arena.report.sums.packed import pack, unpack
from arena.report.sums.top_plays import Top
from arena.report.text import report_text
from arena.report.trouble.lost_turns import LostTurns
from tests.databases import database
from tests.records.test_formats import old_results
from tests.records.test_records import manifest

BOTS = ("ann", "bob", "cat")


def game(number: int, seats: int = 2) -> GameRecord:
    """Return one of many games, each with its own points, times, faults and processes."""
    lot = random.Random(number)
    pair, half = divmod(number, 2)
    bots = tuple(lot.sample(BOTS, seats))
    pairing = "-vs-".join(sorted(bots))
    variant = lot.choice(("big", "small"))
    scores = tuple(lot.randrange(100) for _ in bots)
    moves = []
    for turn in range(lot.randrange(9)):
        note = {"kind": "play", "score": lot.randrange(40), "words": [["WORD", lot.randrange(40)]]}
        fault = FaultRecord(lot.choice(("LATE", "ILLEGAL")), f"turn {turn}") if lot.random() < 0.1 else None
        moves.append(MoveRecord(turn, turn % seats, None if fault else "x", {} if fault else note, fault))
    count = len(moves)
    kept_times = Circumstances(
        ms=tuple(round(lot.expovariate(0.1), 3) for _ in range(count)),
        own_ms=tuple(lot.choice((None, lot.random())) for _ in range(count)),
        cpu_ms=tuple(lot.choice((None, round(lot.random(), 3))) for _ in range(count)),
        idle_ms=tuple(round(lot.random(), 3) for _ in bots), starts=tuple(round(lot.random(), 6) for _ in bots),
        used_ms=tuple(round(lot.random() * 9, 3) for _ in bots), left_ms=tuple(lot.choice((None, 5.25)) for _ in bots),
        machine=lot.choice(("red", "blue")), speed=lot.choice((0.0, 100.0, 150.0)),
    )  # fmt: skip
    return GameRecord(
        id=f"{variant}/{pairing}/{pair:04d}/{half + 1}", variant=variant, pairing=pairing, pair=pair, half=half + 1,
        bots=bots, seed=pair, moves=tuple(moves), places=tuple(1 + sum(o > own for o in scores) for own in scores),
        reason=f"adjudicated: {('turns', 'lead')[number % 2]}" if number % 7 < 2 else "the end",
        adjudicated=number % 7 < 2, scores=scores if lot.random() < 0.98 else None, circumstances=kept_times,
        forfeits=(ForfeitRecord(0, "CRASHED", "it fell"),) if lot.random() < 0.1 else (),
        counts=lot.random() < 0.95, process=tuple(lot.choice(("fresh", "kept", "shared")) for _ in bots),
        penalties=tuple(lot.choice((0, 10)) for _ in bots),
    )  # fmt: skip


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("SIZE", 4), ("FANOUT", 2), ("LEVELS", 3), ("WORTH_SHARING", 10**6)):
        monkeypatch.setattr(kept, name, value)


def said(report: Report) -> tuple[str, object]:
    return report_text(report), report_facts(report)


def full(folder: Path, **options: int) -> tuple[str, object]:
    """Return what a pass over all records says."""
    results = ResultsFolder(folder)
    return said(make_report(results.manifest.name, results.stream(), bots=sorted(results.manifest.bots), **options))


def summed(folder: Path, **options: int) -> tuple[str, object]:
    return said(report_of(ResultsFolder(folder), **options))


def write(folder: Path, first: int, last: int, seats: int = 2) -> None:
    with Store(folder, manifest(), resume=True) as store:
        for number in range(first, last):
            store.add(game(number, seats))


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the ids of the records that are read from now on."""
    seen: list[str] = []
    before = Results._read

    def read(self: Results, name: str, data: bytes, known: int | None) -> GameRecord:
        seen.append(name)
        return before(self, name, data, known)

    monkeypatch.setattr(Results, "_read", read)
    return seen


@pytest.mark.parametrize("seed", range(3))
def test_the_figures_are_those_of_a_full_pass_whatever_happens_to_the_games(tmp_path, seed):
    lot, folder, played = random.Random(seed), tmp_path / "r", 0
    for _ in range(6):
        match lot.choice(("play", "play", "aside", "back", "repair", "damage", "lose")):
            case "play":
                write(folder, played, played := played + lot.randrange(1, 30))
            case "aside" if played:
                with Store(folder, manifest(), resume=True) as store:
                    store.set_aside(lot.sample(sorted(store.ids()), min(5, store.count())))
            case "back" if played:
                with Store(folder, manifest(), resume=True) as store:
                    store.take_back()
            case "repair" if played:
                repair(folder)
            case "damage" if (folder / SUMS).exists():
                data = bytearray((folder / SUMS).read_bytes())
                data[lot.randrange(len(data))] ^= 255
                (folder / SUMS).write_bytes(data)
            case "lose" if played:
                with database(folder / GAMES) as base:
                    base.execute("UPDATE games SET record = '' WHERE id = (SELECT min(id) FROM games)")
                write(folder, 0, played)  # a resume plays it again
        if played:
            assert summed(folder) == full(folder)


def test_only_games_that_are_new_are_read(tmp_path, reads):
    write(tmp_path, 0, 43)
    report_of(ResultsFolder(tmp_path))
    assert len(reads) >= 43
    reads.clear()
    write(tmp_path, 43, 45)
    reads.clear()
    assert summed(tmp_path)[0]
    shown = 5 + 2 + len(BOTS)  # best plays, whose boards are shown
    assert len(reads) <= 5 + shown
    with database(tmp_path / SUMS) as base:
        levels = [row[0] for row in base.execute("SELECT level FROM parts ORDER BY level, place")]
    assert levels == [0, 1, 2, 2]  # 44 games: two parts of 16, one of 8, one of 4


def test_games_that_were_set_aside_have_the_sums_made_again(tmp_path, reads):
    write(tmp_path, 0, 40)
    before = summed(tmp_path)
    with Store(tmp_path, manifest(), resume=True) as store:
        store.set_aside([game(3).id])
    assert summed(tmp_path) == full(tmp_path) != before
    with Store(tmp_path, manifest(), resume=True) as store:
        store.take_back()
    assert summed(tmp_path) == before


def test_more_best_plays_than_are_kept_are_all_there(tmp_path):
    write(tmp_path, 0, 40)
    assert summed(tmp_path, top=60) == full(tmp_path, top=60)


def test_helpers_make_the_same_sums(tmp_path, monkeypatch):
    write(tmp_path, 0, 40)
    alone = summed(tmp_path)
    (tmp_path / SUMS).unlink()
    monkeypatch.setattr(kept, "WORTH_SHARING", 1)
    assert said(report_of(ResultsFolder(tmp_path), share=partial(share, workers=2))) == alone


def test_progress_counts_the_games_that_are_read(tmp_path):
    write(tmp_path, 0, 42)
    totals: list[int] = []
    done: list[int] = []

    def meter(total: int):
        totals.append(total)
        return kept.nullcontext(lambda: done.append(1))

    kept.gathered_of(ResultsFolder(tmp_path), progress=meter)
    assert (totals, len(done)) == ([42], 42)
    kept.gathered_of(ResultsFolder(tmp_path), progress=meter)
    assert (totals, len(done)) == ([42, 2], 44)


def test_games_of_three_and_files_of_format_1_are_read_whole(tmp_path):
    write(tmp_path / "three", 0, 20, seats=3)
    assert summed(tmp_path / "three") == full(tmp_path / "three")
    old_results(tmp_path / "old", 20)
    assert summed(tmp_path / "old") == full(tmp_path / "old")
    assert not (tmp_path / "three" / SUMS).exists() and not (tmp_path / "old" / SUMS).exists()


def test_a_folder_that_cannot_be_written_is_reported_all_the_same(tmp_path, reads):
    write(tmp_path, 0, 40)
    (tmp_path / SUMS).mkdir()  # nothing can be opened there
    assert summed(tmp_path) == full(tmp_path)


def test_sums_of_another_version_and_of_other_games_count_for_nothing(tmp_path, monkeypatch):
    write(tmp_path / "r", 0, 40)
    write(tmp_path / "other", 100, 140)
    summed(tmp_path / "other")
    shutil.copy(tmp_path / "other" / SUMS, tmp_path / "r" / SUMS)
    assert summed(tmp_path / "r") == full(tmp_path / "r")
    with Results(tmp_path / "r") as store:
        numbering, end = store.numbering(), store.game_at(16)
    assert numbering is not None
    with KeptSums(tmp_path / "r", kept.VERSION, numbering) as parts:
        assert parts.get((2, 0), end) is not None
        assert parts.get((2, 0), "another game") is None
    with KeptSums(tmp_path / "r", "another", numbering) as parts:
        assert parts.get((2, 0), end) is None


def put_back(copy: Path, folder: Path) -> None:
    for name in (GAMES, f"{GAMES}-wal", f"{GAMES}-shm"):
        (folder / name).unlink(missing_ok=True)
    shutil.copy(copy, folder / GAMES)


def test_games_that_got_the_numbers_of_lost_ones_are_counted_in_their_stead(tmp_path, reads):
    folder, copy = tmp_path / "r", tmp_path / "copy"
    write(folder, 0, 22)
    shutil.copy(folder / GAMES, copy)
    write(folder, 22, 48)
    before = summed(folder)
    put_back(copy, folder)
    write(folder, 100, 126)  # as many others
    reads.clear()
    after = summed(folder)
    assert len(reads) <= 48 - 16 + 5 + 2 + len(BOTS)  # the first 16 are those that they were
    assert after == full(folder) != before


def test_damaged_parts_are_made_again_once(tmp_path, reads):
    write(tmp_path, 0, 32)
    before = summed(tmp_path)
    for damage in ("data = x'00'", "data = x'00', sum = 3523407757", "data = x'', sum = 0"):
        with database(tmp_path / SUMS) as base:
            base.execute(f"UPDATE parts SET {damage} WHERE place = 0")
        reads.clear()
        assert summed(tmp_path) == before
        assert len(reads) >= 16
        reads.clear()
        assert summed(tmp_path) == before
        assert len(reads) <= 5 + 2 + len(BOTS)


def test_sums_as_an_earlier_arena_laid_them_out_make_room(tmp_path, reads):
    write(tmp_path, 0, 40)
    with database(tmp_path / SUMS) as base:
        base.execute("CREATE TABLE parts (level, place, version, numbering, data, sum, PRIMARY KEY (level, place))")
    before = summed(tmp_path)
    reads.clear()
    assert summed(tmp_path) == before
    assert len(reads) <= 5 + 2 + len(BOTS)


def test_the_end_of_a_snapshot_hides_no_error(tmp_path):
    write(tmp_path, 0, 1)

    def fail() -> None:
        with Results(tmp_path) as store, store.snapshot():
            store.base.execute("ROLLBACK")  # as SQLite does where the disk fails
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()


def test_what_was_gathered_comes_back_from_its_bytes():
    gathered = gather(map(game, range(50)))
    data = pack(gathered)
    assert data is not None and pack(unpack(data)) == data
    with pytest.raises((msgspec.MsgspecError, ValueError)):
        unpack(os.urandom(200))


def plain(value: object) -> object:
    """Return everything that an object of a report holds, to be compared; records of plays are left out."""
    match value:
        case Top():
            return [(play.order, play.bot, play.variant, play.words) for play in value.plays()]
        case LostTurns():
            return [value.count, value.last()]
        case Counts():
            return [each.tolist() for each in value.arrays]
        case dict():
            return {key: plain(each) for key, each in value.items()}
        case list() | tuple() | array():
            return [plain(each) for each in value]
    return (
        plain(vars(value)) if hasattr(value, "__dict__") else repr(sorted(value) if isinstance(value, set) else value)
    )


@pytest.mark.parametrize("field", [field.name for field in dataclasses.fields(Gathered)])
def test_nothing_that_was_gathered_is_lost_on_the_way(field):
    def what(gathered: Gathered) -> object:
        return plain(getattr(gathered, field))

    games = [game(number) for number in range(60)]
    if field == "rankings":
        games = [game(number, seats=3) for number in range(60)]
        assert pack(gather(games)) is None
    else:
        data = pack(gather(games, top=7))
        assert data is not None
        assert what(unpack(data)) == what(gather(games, top=7)) != what(Gathered())
    merged = Gathered(7)
    merged.merge(gather(games[:30], 7))
    merged.merge(gather(games[30:], 7))
    assert what(merged) == what(gather(games, 7)) != what(Gathered())


def test_counts_are_those_of_the_sorted_numbers():
    lot = random.Random(7)
    numbers = [lot.randrange(-50, 50) for _ in range(1000)]
    one, other = Counts(), Counts()
    one.add(numbers[:300])
    other.add(numbers[300:])
    one.merge(other)
    ordered = sorted(numbers)
    assert (len(one), one.total(), one.rank(0.5), one.rank(0.99), one.rank(1)) == (
        1000, sum(numbers), ordered[499], ordered[989], ordered[-1],
    )  # fmt: skip
