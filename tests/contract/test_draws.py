"""Draws noted at one end of a wire come out at the other, whatever a game does with its generator."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.contract.draws import NotedRandom, ToldRandom
from arena.errors import ConfigError

USES = {
    "random": lambda rng: rng.random(),
    "randrange": lambda rng: rng.randrange(7),
    "randint": lambda rng: rng.randint(3, 10**30),
    "getrandbits": lambda rng: rng.getrandbits(64),
    "no bits": lambda rng: rng.getrandbits(0),
    "choice": lambda rng: rng.choice("abcdef"),
    "choices": lambda rng: rng.choices("abc", [1, 2, 3], k=4),
    "shuffle": lambda rng: (deck := list(range(52)), rng.shuffle(deck))[0],
    "sample": lambda rng: rng.sample(range(1000), 30),
    "gauss": lambda rng: rng.gauss(0, 1),
    "normalvariate": lambda rng: rng.normalvariate(0, 1),
    "uniform": lambda rng: rng.uniform(-1, 1),
    "randbytes": lambda rng: rng.randbytes(9),
    "another": lambda rng: Random(rng.getrandbits(64)).random(),
}


@given(st.integers(0, 2**64 - 1), st.lists(st.sampled_from(sorted(USES)), max_size=12))
def test_the_other_end_draws_the_same_and_replay_does_too(seed, uses):
    noted = NotedRandom(seed, "a game")
    first = [USES[use](noted) for use in uses]
    replayed = ToldRandom(json.loads(json.dumps(noted.draws)))
    assert [USES[use](replayed) for use in uses] == first
    plain = Random(seed)
    assert [USES[use](plain) for use in uses] == first
    if uses and "no bits" not in uses:
        with pytest.raises(ConfigError, match="draw differently"):
            replayed.random()


@pytest.mark.parametrize("use", sorted(USES))
def test_a_generator_that_is_closed_gives_nothing_more(use):
    noted = NotedRandom(1, "dice")
    noted.close()
    with pytest.raises(ConfigError, match="dice: the game draws from its start's generator"):
        USES[use](noted)


def test_the_state_of_the_generator_is_not_to_be_had():
    import copy
    import pickle

    for take in (lambda rng: rng.getstate(), copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(ConfigError, match="nobody may see"):
            take(NotedRandom(1, "dice"))


def test_draws_of_another_kind_are_other_rules():
    with pytest.raises(ConfigError, match="same version"):
        ToldRandom(["ff"]).random()
    with pytest.raises(ConfigError, match="same version"):
        ToldRandom([0.5]).getrandbits(8)
