"""Master seeds: what is made from them, and that nothing that is seen leads back to a drawn one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from arena.contract import seeds
from arena.contract.chance import seed_of
from arena.contract.seeds import Master, drawn_seed, read_seed, was_drawn
from arena.errors import ConfigError
from arena.schedule.jobs import trial_job
from arena.scrabble.rules import WordGame
from tests.scrabble.tables import table
from tests.seeds import of_0_1, quick

VARIANT, PAIRS = "standard", (1, 2, 3)
GAME = WordGame(table("AB BA"), 2)


@pytest.mark.parametrize(
    ("written", "seed"),
    [
        ("7", "7"),
        (" 7 ", "7"),
        ("two words", "two words"),
        ("cafe\u0301", "caf\u00e9"),
        ("-1.5", "-1.5"),
        ("日本", "日本"),
    ],
)
def test_any_text_is_a_seed_in_one_form(written, seed):
    assert read_seed(written) == seed


@pytest.mark.parametrize(
    "wrong", ["", "  ", "a\tb", "a\nb", "\x1b[2J", "x" * 201, "drawn-", quick(1)[:-1], "drawn-" + "G" * 32]
)
def test_what_is_no_seed_is_told_why(wrong):
    with pytest.raises(ConfigError, match="--seed"):
        read_seed(wrong, "--seed")


def test_a_drawn_seed_is_another_one_each_time_and_is_read_back_as_it_is_written():
    drawn = {drawn_seed() for _ in range(100)}
    assert len(drawn) == 100
    assert all(was_drawn(seed) and read_seed(seed) == seed for seed in drawn)


@pytest.mark.parametrize("text", ["42", quick(42)])
def test_the_key_and_its_branches_are_those_of_the_reference(text):
    # Written down a second time: contract/seeds.py must never make other seeds of the same text.
    if was_drawn(text):
        key = hashlib.blake2b(text.encode(), person=b"arena drawn", digest_size=32).digest()
    else:
        key = hashlib.scrypt(
            text.encode(), salt=b"arena: master seed, scheme 2", n=131072, r=8, p=1, maxmem=1 << 28, dklen=32
        )
    branch = hashlib.blake2b(b"game", key=key, person=b"arena branch", digest_size=32).digest()
    names = b"\0\0\0\x08str:hole\0\0\0\x05int:7"
    found = hashlib.blake2b(names, key=branch, digest_size=8).digest()
    assert Master(text).seed("game", "hole", 7) == int.from_bytes(found)


def test_every_branch_and_every_name_has_a_seed_of_its_own():
    master = Master(quick(1))
    names = [(), ("a",), ("a", 1), ("a", "1"), ("a1",), ("a", 11), ("a", 1, 1), ("b", 1)]
    branches = ("game", "bots", "board", "draw", "ladder", "trial")
    assert len({master.seed(branch, *name) for branch in branches for name in names}) == len(names) * len(branches)


def test_the_old_scheme_makes_what_arena_0_1_made():
    old = of_0_1(5)
    game = seed_of(5, "game", "hole", 2)
    assert old.seed("game", "hole", 2) == old.seed("bots", "hole", 2) == game
    assert old.seed("board", "hole") == seed_of(5, "board", "hole")
    assert old.seed("ladder", "greedy") == seed_of(5, "ladder", "greedy")
    assert old.stream("draw").random() == Random(seed_of(5, "draw")).random()


def test_a_scheme_that_is_not_known_is_refused():
    with pytest.raises(ConfigError, match="scheme 3"):
        Master("1", 3).seed("game", "hole", 1)


def test_a_master_seed_is_in_no_repr_and_its_key_is_made_once(monkeypatch):
    made = []
    monkeypatch.setattr(seeds, "stretched", lambda text: made.append(text) or b"k" * 32)
    master = Master("a seed of this test alone")
    assert "alone" not in repr(master)
    assert len({master.seed("game", "hole", pair) for pair in range(100)}) == 100
    assert made == ["a seed of this test alone"]
    seeds._key.cache_clear()


def test_a_machine_without_the_memory_says_so(monkeypatch):
    def fails(*_, **__):
        raise ValueError("memory limit exceeded")

    monkeypatch.setattr(hashlib, "scrypt", fails)
    with pytest.raises(ConfigError, match="128 MiB"):
        seeds.stretched("1")


def test_the_games_of_a_check_are_none_of_a_tournaments():
    master = Master(quick(3))
    trial = trial_job(master, VARIANT, "greedy", ("greedy", "greedy"))
    assert trial.id == "standard/greedy/0001/1"
    of_games = {master.seed(branch, VARIANT, pair) for branch in ("game", "bots") for pair in range(1, 100)}
    assert not {trial.seed, trial.bot_seed} & of_games


# What a bot can do with the source of the arena.


def seen_by_a_bot(master: Master, pair: int, seat: int) -> tuple[int, dict[int, int]]:
    """Return what seat ``seat`` is told of a game: its own seed and its first hand."""
    state = GAME.start(Random(seed_of(master.seed("game", VARIANT, pair), "game")))
    return seed_of(master.seed("bots", VARIANT, pair), "bot", seat) >> 11, dict(state.hands[seat])


def recovered(seen: tuple[int, dict[int, int]], seat: int, guesses: Iterable[Master]) -> Master | None:
    """Return the master seed among ``guesses`` under which a bot would be told this, in any of the first pairs."""
    own, hand = seen
    for guess in guesses:
        for pair in PAIRS:
            if seed_of(guess.seed("bots", VARIANT, pair), "bot", seat) >> 11 == own:
                assert seen_by_a_bot(guess, pair, seat)[1] == hand, "the hand confirms it"
                return guess
    return None


def small_numbers(most: int, scheme: int = 2) -> Iterator[Master]:
    return (Master(str(number), scheme) for number in range(most))


def test_a_small_seed_of_the_old_scheme_is_recovered_from_what_a_bot_sees():
    # So the attack works where it can.
    assert recovered(seen_by_a_bot(of_0_1(471), 2, 1), 1, small_numbers(1_000, scheme=1)) == of_0_1(471)


def test_a_word_of_a_short_list_is_recovered_always():
    # Why the docs warn: ten guesses are ten times half a second, and whoever can guess the seed has it.
    guesses = ["1", "7", "42", "2026", "arena", "night", "test", "quickstart", "secret", "final"]
    for written, pair, seat in (("2026", 3, 0), ("final", 1, 1)):  # each key is made once: ten times in all
        found = recovered(seen_by_a_bot(Master(written), pair, seat), seat, map(Master, guesses))
        assert found == Master(written)


@pytest.fixture
def unstretched(monkeypatch):
    """Have guesses cost nothing: what then still holds does not hang on scrypt."""
    monkeypatch.setattr(seeds, "stretched", lambda text: hashlib.sha256(text.encode()).digest())
    seeds._key.cache_clear()
    yield
    seeds._key.cache_clear()


def test_a_drawn_seed_is_recovered_in_none_of_its_games_though_guesses_cost_nothing(unstretched):
    small = Master("471")
    assert recovered(seen_by_a_bot(small, 1, 0), 0, small_numbers(1_000)) == small
    master = Master(drawn_seed())
    for pair in PAIRS:
        for seat in (0, 1):
            seen = seen_by_a_bot(master, pair, seat)
            own = seen[0]
            related = [str(own), str(own << 11), f"drawn-{own:032x}", f"drawn-{own << 11:032x}", f"{own:x}"]
            guesses = [*small_numbers(300), *map(Master, related), *(Master(quick(n)) for n in range(300))]
            guesses += [Master(str(number), 1) for number in (*range(300), own, own << 11)]
            assert recovered(seen, seat, guesses) is None


@pytest.mark.soak
def test_a_hundred_thousand_guesses_recover_no_drawn_seed(unstretched):
    master = Master(drawn_seed())
    seen = seen_by_a_bot(master, 1, 0)
    assert recovered(seen, 0, small_numbers(100_000)) is None
    assert recovered(seen, 0, (Master(quick(number)) for number in range(100_000))) is None
    assert recovered(seen, 0, small_numbers(100_000, scheme=1)) is None


def test_a_bots_own_seed_says_nothing_of_the_games(unstretched):
    # All that could be made from a bot's own seed by the arena's functions is not the seed of its game.
    master = Master(drawn_seed())
    for pair in range(1, 50):
        game, bots = master.seed("game", VARIANT, pair), master.seed("bots", VARIANT, pair)
        own = seed_of(bots, "bot", 0) >> 11
        names = ((), ("game",), ("game", VARIANT, pair))
        made = {seed_of(base, *name) for base in (own, own << 11, bots) for name in names}
        assert game not in made and seed_of(game, "game") not in made and bots != game
