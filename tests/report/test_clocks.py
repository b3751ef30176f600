"""The clocks of a report, against figures counted by hand."""

from __future__ import annotations

from collections.abc import Iterable

from arena.records.record import Circumstances, FaultRecord, GameRecord, MoveRecord
from arena.report.sums.counts import Counts
from arena.report.times.clocks import ClockBook, Times, clock_facts, clocks_text


def record(ms, own, cpu, idle, late=()):
    moves = tuple(
        MoveRecord(turn, turn % 2, "x", {}, FaultRecord("LATE") if turn in late else None) for turn in range(len(ms))
    )
    circumstances = Circumstances(ms=tuple(ms), own_ms=tuple(own), cpu_ms=tuple(cpu), idle_ms=tuple(idle))
    return GameRecord(
        id="v/a-vs-b/0001/1", variant="v", pairing="a-vs-b", pair=1, half=1, bots=("a", "b"), seed=1, moves=moves,
        places=(1, 2), reason="", circumstances=circumstances,
    )  # fmt: skip


def test_percentiles_are_by_nearest_rank():
    def times_of(milliseconds: Iterable[int]) -> Times:
        counts = Counts()
        counts.add(1000 * number for number in milliseconds)
        return Times.of(counts)

    times = times_of(range(200, 0, -1))
    assert (times.count, times.mean, times.p50, times.p99, times.longest) == (200, 100.5, 100.0, 198.0, 200.0)
    assert times_of([7]) == Times(1, 7.0, 7.0, 7.0, 7.0)
    assert times_of([]) == Times(0, None, None, None, None)


def test_overhead_is_the_arena_s_clock_less_the_bot_s_own_for_answers_in_time():
    book = ClockBook()
    book.add(record([10.0, 30.0, 20.0, 500.0], [9.0, 25.0, None, 1.0], [8.0, 24.0, 19.0, None], [0.5, 2.0], late=(3,)))
    first, second = book.clocks(["a", "b", "nobody"])
    assert (first.bot, first.wall.count, first.overhead.count, first.overhead.longest) == ("a", 2, 1, 1.0)
    assert (second.wall.longest, second.overhead.longest, second.cpu.count) == (500.0, 5.0, 1)
    assert (first.idle.mean, second.idle.mean) == (0.5, 2.0)
    assert clock_facts([first])["a"]["cpu"]["p50_ms"] == 8.0


def test_the_section_is_left_out_where_only_the_wall_was_looked_at():
    book = ClockBook()
    book.add(record([10.0, 30.0], [], [], []))
    assert clocks_text(book.clocks(["a", "b"])) == []
    book.add(record([10.0, 30.0], [], [8.0, 20.0], [0.0, 1.0]))
    (text,) = clocks_text(book.clocks(["a", "b"]))
    assert text.startswith("THE CLOCKS\n")
    assert "8.00" in text
