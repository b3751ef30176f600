"""Kinds of tournament: who meets whom, and the same games for any number of workers, also killed and resumed."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.config.model import Kind, SprtRule, StopRule, Tournament
from arena.contract.result import Result
from arena.schedule.jobs import Job
from arena.schedule.knockout import bracket
from arena.schedule.schedule import Schedule, first_jobs, replayed
from arena.schedule.swiss import Swiss
from tests.schedule.simulated import by_lot, by_name, counted, play, tournament, won
from tests.seeds import quick

SPRT = SprtRule(bots=("b02", "b01"), elo0=0, elo1=60)
KINDS = {
    "round-robin": {"pairs": 2},
    "gauntlet": {"kind": Kind(name="gauntlet", hero="b03"), "pairs": 3},
    "swiss": {"kind": Kind(name="swiss", rounds=3)},
    "knockout": {"kind": Kind(name="knockout", extra_pairs=2)},
    "ladder": {"kind": Kind(name="ladder"), "pairs": 6},
    "sprt": {"stop": StopRule(sprt=SPRT), "pairs": 400},
    "half-width": {"stop": StopRule(half_width=80.0), "pairs": 200},
}


def crashing(job: Job) -> Result:
    """As by lot, but one bot crashes from its third pair or round on."""
    if "b02" in job.bots and job.pair >= 3:
        seat = job.bots.index("b02")
        points = tuple(float(name != "b02") for name in job.bots)
        return Result(job.id, job.bots, points, None, True, {seat: "exit status 1"})
    return by_lot(job)


@pytest.mark.parametrize("outcome", [by_lot, crashing])
@pytest.mark.parametrize("name", KINDS)
def test_any_number_of_workers_plays_the_same_games(name, outcome):
    config = tournament(5, "standard", **KINDS[name], max_crashes=3)
    schedule, stored = play(config, outcome)
    assert schedule.over
    wanted = counted(schedule, stored)
    assert wanted
    for workers, order in [(2, 1), (8, 2), (8, 3), (50, 4)]:
        assert counted(*play(config, outcome, workers=workers, order=order)) == wanted


@pytest.mark.parametrize("name", KINDS)
def test_a_run_that_was_killed_any_number_of_times_plays_the_same_games(name):
    config = tournament(5, "standard", **KINDS[name], max_crashes=3)
    wanted = counted(*play(config, crashing))
    step = max(1, len(wanted) // 7)
    stored: dict[str, Result] = {}
    for again in range(100):
        schedule, stored = play(config, crashing, workers=3, order=again, recorded=stored.values(), most=step)
        if schedule.over:
            break
    assert schedule.over
    assert counted(schedule, stored) == wanted
    # once more: nothing is left to play, and the surplus is the same
    schedule, again = play(config, crashing, recorded=stored.values())
    assert again == stored
    assert counted(schedule, stored) == wanted


@pytest.mark.parametrize("name", KINDS)
def test_the_total_is_known_at_the_end_and_where_it_is_exact_from_the_beginning(name):
    config = tournament(6, "standard", **KINDS[name])
    before = Schedule(config)
    schedule, stored = play(config, by_name)
    games = len(counted(schedule, stored))
    assert schedule.total == games or not schedule.exact
    if before.exact:
        assert before.total == games
    if name != "sprt":
        assert schedule.total >= games


def test_a_schedule_of_millions_of_games_costs_nothing_until_it_is_played():
    schedule = Schedule(tournament(500, pairs=10_000_000))
    assert schedule.take() is not None
    assert schedule.total == 500 * 499 // 2 * 2 * 10_000_000 * 2


def test_a_bot_that_is_out_is_not_asked_for_again_whatever_was_running():
    config = tournament("a b c", "standard", pairs=50, max_crashes=3)

    def outcome(job: Job) -> Result:
        if "b" not in job.bots:
            return by_lot(job)
        return Result(
            job.id, job.bots, tuple(float(n != "b") for n in job.bots), None, True, {job.bots.index("b"): "x"}
        )

    for workers in (1, 8):
        schedule, stored = play(config, outcome, workers=workers)
        assert list(schedule.out) == ["b"]
        assert sum("b" in game.bots for game in counted(schedule, stored).values()) == 3
        assert sum("b" not in game.bots for game in stored.values()) == 100


# Swiss


def rounds_of(config: Tournament, outcome=by_lot) -> tuple[Swiss, list[set[frozenset[str]]]]:
    """Return the tournament at its end, and who met whom in each round (rounds have ``pairs`` pairs)."""
    schedule, stored = play(config, outcome)
    rounds: dict[int, set[frozenset[str]]] = defaultdict(set)
    for game in stored.values():
        _, _, pair, _ = game.id.split("/")
        rounds[(int(pair) - 1) // config.pairs].add(frozenset(game.bots))
    assert isinstance(schedule._kind, Swiss)
    return schedule._kind, [rounds[number] for number in sorted(rounds)]


def test_five_bots_in_five_rounds_play_ten_matches_and_sit_out_once_each():
    # A single round robin of 5: five rounds, ten games, each one bye (circle method).
    config = tournament(5, "standard", kind=Kind(name="swiss", rounds=5))
    swiss, rounds = rounds_of(config)
    assert [len(matches) for matches in rounds] == [2] * 5
    assert len(set().union(*rounds)) == 10
    byes = {name: sum(not round.opponent for round in played) for name, played in swiss.played.items()}
    assert set(byes.values()) == {1}
    assert all(row[-1].split().count("bye") == 1 for row in swiss.table().rows)


def test_a_draw_does_not_reset_the_score():
    # Six bots, one of them with won, won, level, won, won: 4.5 of 5.
    config = tournament("a b c d e f", "standard", kind=Kind(name="swiss", rounds=5))

    def outcome(job: Job) -> Result:
        if "a" in job.bots:
            return won(job, None if job.pair == 3 else "a")
        return by_lot(job)

    schedule, _ = play(config, outcome)
    table = schedule.table()
    assert table is not None
    assert table.rows[0][:3] == ("1", "a", "4.5")
    assert [mark[-1] for mark in table.rows[0][-1].split()] == list("++=++")


@settings(max_examples=60)
@given(bots=st.integers(2, 17), rounds=st.integers(1, 16), pairs=st.integers(1, 2), seed=st.integers(0, 99))
def test_nobody_meets_twice_or_sits_out_twice_while_that_can_be_helped(bots, rounds, pairs, seed):
    most = bots - 1 + bots % 2
    rounds = min(rounds, most)
    config = tournament(bots, "standard", pairs=pairs, seed=quick(seed), kind=Kind(name="swiss", rounds=rounds))
    swiss, played = rounds_of(config)
    for matches in played:
        assert len(matches) == bots // 2
        assert len(set().union(*matches)) == bots // 2 * 2
    meetings = Counter(match for matches in played for match in matches)
    # By Dirac's theorem half of the rounds can always be paired afresh; so can a whole round robin.
    if rounds <= bots // 2 or rounds == most:
        assert max(meetings.values()) == 1
    byes = [sum(not round.opponent for round in rounds_) for rounds_ in swiss.played.values()]
    assert sum(byes) == (rounds if bots % 2 else 0)
    if rounds <= bots // 2 or rounds == most:
        assert max(byes) <= 1


def test_seats_are_in_balance_within_every_match():
    _, stored = play(tournament(7, "standard", pairs=3, kind=Kind(name="swiss", rounds=4)))
    first = Counter(game.bots[0] for game in stored.values())
    second = Counter(game.bots[1] for game in stored.values())
    assert first == second


def test_winners_meet_winners():
    config = tournament(8, "standard", kind=Kind(name="swiss", rounds=3))
    swiss, rounds = rounds_of(config, by_name)
    winners = {max(match) for match in rounds[0]}
    assert all(len(match & winners) != 1 for match in rounds[1])
    assert swiss.standings()[0] == "b08"
    assert swiss.standings()[-1] == "b01"


def test_the_file_may_seed_the_first_round():
    names = ("d", "a", "c", "b")
    config = tournament("a b c d", "standard", kind=Kind(name="swiss", rounds=2, seeding=names))
    assert {job.pairing for job in first_jobs(config)} == {"c-vs-d", "a-vs-b"}  # top half against bottom half


def test_a_bot_that_is_out_gives_its_opponents_a_walkover():
    config = tournament("a b c d", "standard", max_crashes=2, kind=Kind(name="swiss", rounds=3))

    def outcome(job: Job) -> Result:
        if "a" not in job.bots:
            return by_lot(job)
        return Result(
            job.id, job.bots, tuple(float(n != "a") for n in job.bots), None, True, {job.bots.index("a"): "x"}
        )

    schedule, stored = play(config, outcome)
    assert sum("a" in game.bots for game in stored.values()) == 2
    table = schedule.table()
    assert table is not None
    assert table.notes[-1] == "a was out before the end."
    assert sum("bye" in row[-1] for row in table.rows) == 2  # one bot sits out in each of the last two rounds


# Knockout


@pytest.mark.parametrize(
    ("bots", "order"),
    # The usual bracket for eight: 1-8, 4-5, 2-7, 3-6 (here from 0); for six the two first seeds have a bye.
    [(1, [0]), (2, [0, 1]), (4, [0, 3, 1, 2]), (8, [0, 7, 3, 4, 1, 6, 2, 5]), (6, [0, 7, 3, 4, 1, 6, 2, 5])],
)
def test_brackets_keep_the_first_seeds_apart(bots, order):
    assert bracket(bots) == order


def test_the_strongest_wins_and_everybody_else_loses_once():
    config = tournament(
        6, "standard", kind=Kind(name="knockout", extra_pairs=0, seeding=tuple(f"b0{n}" for n in range(1, 7)))
    )
    schedule, stored = play(config, by_name)
    table = schedule.table()
    assert table is not None
    assert table.title == "Knockout, won by b06"
    assert [row[:3] for row in table.rows if row[-1] == "bye"] == [("1", "b01", "-"), ("1", "b02", "-")]
    losers = [row[2] for row in table.rows if row[2] != "-"]
    assert sorted(losers) == ["b01", "b02", "b03", "b04", "b05"]
    assert len(stored) == 5 * 2
    assert schedule.total == len(stored)


def test_a_level_match_goes_on_until_someone_leads():
    config = tournament("a b", "standard", pairs=2, kind=Kind(name="knockout", extra_pairs=5, seeding=("b", "a")))
    schedule, stored = play(config, lambda job: won(job, "a" if job.pair == 4 else None))
    table = schedule.table()
    assert table is not None
    assert table.rows == (("1", "a", "b", "5 : 3", "points, after 2 extra pairs"),)
    assert sorted({int(id.split("/")[2]) for id in stored}) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("margin", "row"),
    [(7, ("1", "a", "b", "2 : 2", "game points")), (0, ("1", "b", "a", "2 : 2", "seeding"))],
)
def test_after_the_last_extra_pair_the_stated_tie_break_decides(margin, row):
    config = tournament("a b", "standard", kind=Kind(name="knockout", extra_pairs=1, seeding=("b", "a")))
    # Each wins the games in which it begins; a wins its own by more.
    schedule, stored = play(config, lambda job: won(job, job.bots[0], 10 + margin * (job.bots[0] == "a")))
    table = schedule.table()
    assert table is not None
    assert table.rows == (row,)
    assert len(stored) == 4


# Ladder


def pairs_of(stored: dict[str, Result]) -> Counter[str]:
    return Counter(bot for game in stored.values() if game.id.endswith("/1") for bot in game.bots)


def test_everybody_on_the_ladder_gets_its_due_and_nobody_much_more():
    _, stored = play(tournament(7, "standard", pairs=12, kind=Kind(name="ladder")))
    served = pairs_of(stored)
    assert min(served.values()) == 12
    assert max(served.values()) <= 14


def test_neighbours_meet_more_often_than_the_ends_and_the_ends_do_meet():
    _, stored = play(tournament(8, "standard", pairs=60, kind=Kind(name="ladder")), by_name)
    met = Counter(frozenset(game.bots) for game in stored.values())
    names = [f"b{number:02d}" for number in range(1, 9)]
    near = [met[frozenset(pair)] for pair in pairwise(names)]
    assert min(near) > 2 * met[frozenset(("b01", "b08"))] > 0
    assert len(met) == 28


def test_a_bot_that_joins_catches_up_and_no_finished_game_is_lost():
    old = tournament(6, "standard", pairs=10, kind=Kind(name="ladder"))
    _, before = play(old)
    joined = tournament(7, "standard", pairs=10, kind=Kind(name="ladder"))
    schedule, after = play(joined, recorded=before.values(), workers=4)
    assert before.items() <= after.items()
    assert schedule.surplus() == []
    assert counted(schedule, after) == after
    assert pairs_of(after)["b07"] == 10
    fresh = [game for id, game in after.items() if id not in before]
    assert all("b07" in game.bots for game in fresh)
    # and again the run can be killed and resumed
    _, again = play(joined, recorded=list(after.values())[:-5], workers=2)
    assert again == after


def test_a_bot_that_joins_a_ladder_in_the_middle_of_a_round_waits_for_its_end():
    old = tournament(6, "standard", pairs=10, kind=Kind(name="ladder"))
    _, before = play(old, workers=3, most=27)
    schedule, after = play(tournament(7, "standard", pairs=10, kind=Kind(name="ladder")), recorded=before.values())
    assert before.items() <= after.items()
    assert schedule.surplus() == []
    assert Counter(id.rpartition("/")[0] for id in after).most_common()[-1][1] == 2  # no half of a pair is missing


@pytest.mark.parametrize("name", ["swiss", "knockout", "ladder"])
def test_tables_can_be_made_from_the_records_alone(name):
    config = tournament(6, "standard", **KINDS[name])
    schedule, stored = play(config)
    assert replayed(config, stored.values()).table() == schedule.table()


def test_a_swiss_round_is_counted_when_its_last_game_is_in():
    planned = tournament(4, variants="standard", kind=Kind(name="swiss", rounds=2), pairs=1)
    schedule = Schedule(planned)
    titles, stored = [replayed(planned, []).table().title], []
    while (job := schedule.take()) is not None:
        stored.append(by_name(job))
        schedule.finished(stored[-1])
        titles.append(replayed(planned, stored).table().title)
    assert len(stored) == 8  # two matches of a pair a round
    assert titles == [f"Swiss, {games // 4} of 2 rounds" for games in range(9)]


def test_a_ladders_table_has_the_rounds_that_are_complete_and_says_which_is_not():
    planned = tournament(4, variants="standard", kind=Kind(name="ladder"), pairs=2)
    schedule, stored, open_rounds = Schedule(planned), [], set()
    while (job := schedule.take()) is not None:
        stored.append(by_name(job))
        schedule.finished(stored[-1])
        table = replayed(planned, stored).table()
        assert table is not None
        for facts in table.facts:
            assert facts["games"] == 2 * facts["pairs"], "a pair that is not in the points was counted"
        open_rounds |= {note for note in table.notes if note.startswith("Round ")}
        assert len([note for note in table.notes if note.startswith("Round ")]) <= 1
    assert any("Round 1 is not complete" in note for note in open_rounds)
    assert not any(note.startswith("Round ") for note in table.notes)
    assert sum(facts["games"] for facts in table.facts) == 2 * len(stored)
