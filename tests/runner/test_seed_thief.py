"""A bot with the source of the arena and time to guess: what it finds, and what it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from arena.contract.outcome import Void
from arena.contract.seeds import Master, drawn_seed
from arena.runner.worker import Worker
from arena.schedule.jobs import Job, trial_job
from tests.runner.tables import setup_for
from tests.seeds import of_0_1

THIEF = "tests.guests.seed_thief:make_bot"
WORDS = ("1", "7", "42", "2026", "arena", "night", "test", "quickstart", "secret", "final")

Found = Callable[..., list[str]]


@pytest.fixture
def found() -> Iterator[Found]:
    """Return what a thief in each seat prints of a game of some pair of a tournament with that master seed."""
    workers: list[Worker] = []

    def play(master: Master, pair: int = 1, **options: Any) -> list[str]:
        setup = setup_for(THIEF, THIEF, game="sticks(4)")
        bots = {name: msgspec.structs.replace(bot, options=options) for name, bot in setup.bots.items()}
        limits = msgspec.structs.replace(setup.limits, memory=None)
        workers.append(Worker(msgspec.structs.replace(setup, bots=bots, limits=limits, move_time=600.0)))
        like = trial_job(master, "small", "pair", tuple(bots), pair)
        seeds = {"seed": master.seed("game", "small", pair), "bot_seed": master.seed("bots", "small", pair)}
        job: Job = msgspec.structs.replace(like, **seeds)
        record = workers[-1].play(job)
        assert not isinstance(record, Void) and not record.forfeits, record
        return [output.strip() for output in record.circumstances.outputs]

    yield play
    for worker in workers:
        worker.close()


def test_a_written_seed_that_can_be_guessed_is_found_always(found: Found):
    assert found(Master("arena"), pair=2, words=WORDS[4:7]) == ["master arena", "master arena"]
    assert found(of_0_1(300), pair=3, numbers=400) == ["master 300", "master 300"]  # numbers of 0.1 need no patience


def test_a_drawn_seed_is_not_found_by_trying(found: Found):
    assert found(Master(drawn_seed()), numbers=500) == ["nothing in 1000 guesses"] * 2


@pytest.mark.soak
def test_a_drawn_seed_is_found_in_none_of_its_games_in_half_a_minute_each(found: Found):
    master = Master(drawn_seed())
    for pair in (1, 2, 3):
        for answer in found(master, pair, words=WORDS, numbers=1000, seconds=30):
            assert answer.startswith("nothing in ")


@pytest.mark.soak
def test_each_word_of_a_list_of_ten_is_found(found: Found):
    for word in WORDS:
        assert found(Master(word), words=WORDS) == [f"master {word}"] * 2
