"""No message of any protocol carries a seed of the game, or what its chance could be worked out from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from arena.config.model import Limits, VariantEntry
from arena.contract import seeds
from arena.contract.chance import seed_of, stream
from arena.contract.game import OpenView
from arena.contract.outcome import Outcome, Void
from arena.errors import Complaints, ConfigError
from arena.games.conformance import check_game
from arena.games.secrets_check import telling_all
from arena.records.record import GameRecord
from arena.records.replay import replay
from arena.runner.dialects import Dialects
from arena.runner.match import Match
from arena.runner.terms import Terms
from arena.schedule import Job, trial_job
from arena.variants import load
from arena.variants.build import build_game
from arena.variants.load import load_variant
from arena.variants.plugins import games
from arena.variants.spec import VariantSpec
from arena.wire.message.codec import encode
from arena.wire.message.plain import PlainClient
from tests.conformance.scripted import ScriptedSeat
from tests.seeds import master
from tests.small_game import Pile, Sticks

SHIPPED = sorted(games())


class Following(ScriptedSeat):
    """A bot that follows the game with its own rules, as arena's bots do, and plays its first legal move."""

    def __init__(self, game: Any, brief: bool = True) -> None:
        super().__init__(self._answer)
        self.brief, self.game, self.client = brief, game, None
        self.views: list[Any] = []

    def _answer(self, message: Any) -> list[Any]:
        message = json.loads(encode(message))
        if message["type"] == "start":
            self.client = PlainClient(self.game, message)
            return [b'{"type": "ready"}']
        if message["type"] == "game_over":
            return []
        if message["type"] != "your_turn":
            self.client.hear(message)
            return []
        view = self.client.view()
        self.views.append(view)
        move = next(iter(view.legal()))
        return [encode(self.client.write(move) | {"turn": message["turn"]}).strip()]


def passes(message: Any) -> list[Any]:
    if message["type"] == "start":
        return [b'{"type": "ready"}']
    return [encode({"type": "pass", "turn": message["turn"]}).strip()] if message["type"] == "your_turn" else []


def played(game: Any, spec: VariantSpec, job: Job, seats: list[ScriptedSeat]) -> tuple[GameRecord, list[str]]:
    """Return a whole game and every line that a bot was sent."""
    lines: list[str] = []
    terms = Terms(60.0, Limits(), 10)
    dialects = Dialects(game, spec, foreign=not seats[0].brief)
    record = Match(
        job, game, dialects, terms, seats.__getitem__,
        lambda seat, server, line: lines.append(line.decode()) if server else None,
    ).play()  # fmt: skip
    assert not isinstance(record, Void), record
    return record, lines


def secrets_of(job: Job, number: int) -> dict[str, int | str]:
    """Return everything that the chance of a game or of a tournament can be worked out from."""
    text = master(number).text
    key = seeds._key(text)
    game = Random(seed_of(job.seed, "game"))
    return {
        "master": text, "master's digits": text.removeprefix("drawn-"), "key": key.hex(),
        "key of games": seeds._branch_key(key, "game").hex(), "key of bots": seeds._branch_key(key, "bots").hex(),
        "seed": job.seed, "seed of the start": seed_of(job.seed, "game"), "bots": job.bot_seed,
        "53 bits of it": job.seed >> 11, "53 bits of the start": seed_of(job.seed, "game") >> 11,
        "state of the generator": game.getstate()[1][0],
    }  # fmt: skip


def search(lines: list[str], found: dict[str, int | str]) -> Iterator[str]:
    """Yield each secret that stands in a line, in decimal or hexadecimal digits or as a number."""
    for line in lines:
        digits = {int(word) for word in re.findall(r"\d+", line)}
        for name, value in found.items():
            if isinstance(value, int):
                if value in digits or f"{value:x}" in line.lower():
                    yield f"{name} in {line[:200]}"
            elif value in line:
                yield f"{name} in {line[:200]}"


def test_the_search_finds_what_is_there():
    job = trial_job(master(9), "v", "p", "ab")
    hidden = secrets_of(job, 9)
    for name, value in hidden.items():
        assert any(hit.startswith(name) for hit in search([json.dumps({"a": [value]})], hidden)), name


@pytest.mark.parametrize("brief", [True, False], ids=["bot", "program"])
@pytest.mark.parametrize("name", SHIPPED)
def test_in_games_without_secrets(name, brief):
    spec = load_variant(VariantEntry(name="small", game=name), seats=games()[name][0].load()().seats)
    game = build_game(spec)
    job = trial_job(master(9), "small", "pair", tuple("ab")[: game.seats])
    record, lines = played(game, spec, job, [Following(game, brief) for _ in range(game.seats)])
    assert not record.forfeits and len(lines) > 4
    assert not list(search(lines, secrets_of(job, 9)))
    assert not any(key in line for line in lines for key in ("game_seed", "chance", "seen"))


def test_in_the_word_game():
    spec = load_variant(VariantEntry(name="hole", board="hole"))
    job = trial_job(master(9), "hole", "pair", ("a", "b"))
    seats = [ScriptedSeat(passes), ScriptedSeat(passes)]
    seats[0].brief = seats[1].brief = False
    record, lines = played(build_game(spec), spec, job, seats)
    assert record.scores is not None and len(lines) > 8
    nonce = build_game(spec).start(Random(seed_of(job.seed, "game"))).nonce
    assert not list(search(lines, {**secrets_of(job, 9), "what changes are drawn from": nonce}))


# Games with chance, and with secrets.


class LuckySticks(Sticks):
    """How many there are, and who begins, is drawn; nothing is hidden."""

    name = "lucky sticks"

    def start(self, rng: Random) -> Pile:
        return Pile(rng.randint(5, 30), rng.randrange(2))


class KeepsItsGenerator(Sticks):
    name = "keeper"

    def start(self, rng: Random) -> Pile:
        self.rng = rng
        return super().start(rng)

    def play(self, state: Pile, move: int) -> Pile:
        return replace(super().play(state, move), sticks=state.sticks - self.rng.randint(1, 1))


@dataclass(frozen=True)
class Throws(Pile):
    """Sticks by dice: after each turn a throw, made from a hidden number, says how many may be taken at most."""

    number: int | None = None
    most: int = 3


class DiceSticks(Sticks):
    name = "dice sticks"

    def start(self, rng: Random) -> Throws:
        return self._thrown(Throws(25, rng.randrange(2), number=rng.getrandbits(64)))

    def _thrown(self, state: Throws) -> Throws:
        return replace(state, most=stream(state.number, "throw", state.turn).randint(1, 3))

    def legal(self, state: Throws) -> Iterator[int]:
        return iter(range(1, min(state.most, state.sticks) + 1) if self.outcome(state) is None else ())

    def play(self, state: Throws, move: int) -> Throws:
        return self._thrown(super().play(state, move))

    def view(self, state: Throws, seat: int) -> OpenView:
        return OpenView(self, replace(state, number=None), seat, state.turn)


class ToldDice(DiceSticks):
    def seen(self, state: Throws, seat: int) -> Any:
        return [state.sticks, state.mover, state.turn, state.last, state.most]

    def read_seen(self, seen: Any, seat: int) -> Throws:
        sticks, mover, turn, last, most = seen
        return Throws(sticks, mover, turn, (), last, None, most)


SMALL = VariantSpec(name="small", game="small", seats=2)


@pytest.mark.parametrize("number", range(5))
def test_public_chance_reaches_a_bot_as_the_draws_of_the_start(number):
    game = LuckySticks()
    job = trial_job(master(number), "small", "pair", ("a", "b"))
    seats = [Following(game), Following(game)]
    record, lines = played(game, SMALL, job, seats)
    assert record.reason == "the end" and not record.forfeits
    states = [state for _, state in replay(record, game)]
    assert seats[states[0].mover].views[0].state == states[0]
    assert [line for line in lines if "chance" in line] and not list(search(lines, secrets_of(job, number)))


@pytest.mark.parametrize("brief", [True, False], ids=["bot", "program"])
def test_hidden_chance_reaches_nobody(brief):
    game = ToldDice()
    job = trial_job(master(4), "small", "pair", ("a", "b"))
    seats = [Following(game, brief), Following(game, brief)]
    record, lines = played(game, SMALL, job, seats)
    assert record.reason == "the end" and not record.forfeits
    states = [state for _, state in replay(record, game)]
    assert len({state.most for state in states}) > 1, "something was thrown on the way"
    for seat in seats:
        for view in seat.views:
            assert view.state == replace(states[view.state.turn], number=None)
    assert not list(search(lines, {**secrets_of(job, 4), "number": states[0].number}))
    assert not any("chance" in line for line in lines)


def test_a_game_that_hides_chance_and_does_not_say_what_is_seen_is_refused(monkeypatch):
    assert telling_all(LuckySticks()) is telling_all(ToldDice()) is telling_all(Sticks()) is None
    assert isinstance(telling_all(DiceSticks()), ConfigError)
    monkeypatch.setattr(load, "make_game", lambda name, options: DiceSticks())
    monkeypatch.setattr(load, "build_game", lambda spec: DiceSticks())
    with pytest.raises(Complaints, match="dice sticks: it draws by chance and shows a seat less than its state"):
        load_variant(VariantEntry(name="dice", game="dice"))


def test_a_game_that_keeps_its_generator_is_our_failure_and_told_as_such():
    game = KeepsItsGenerator()
    job = trial_job(master(1), "small", "pair", ("a", "b"))
    result = Match(
        job, game, Dialects(game, SMALL, foreign=False), Terms(60.0, Limits(), 10),
        lambda seat: Following(Sticks()),
    ).play()  # fmt: skip
    assert isinstance(result, Void) and "draws from its start's generator" in result.detail


def test_the_check_of_games_holds_what_is_seen_against_the_state():
    class Wrong(ToldDice):
        def read_seen(self, seen: Any, seat: int) -> Throws:
            return replace(super().read_seen(seen, seat), most=1)

    class Unsendable(ToldDice):
        def seen(self, state: Throws, seat: int) -> Any:
            return {1, 2}

    def promises(game: Any) -> set[str]:
        return {found.promise for found in check_game(game, games=3, states=60).findings}

    sound = promises(ToldDice())
    assert "what a seat sees is sent and read" not in sound and "read_seen shows a seat what was seen" not in sound
    assert promises(Wrong()) - sound >= {"read_seen shows a seat what was seen"}
    assert promises(Unsendable()) - sound >= {"what a seat sees is sent and read"}


def test_what_a_game_says_of_its_end_needs_no_secret():
    assert ToldDice().outcome(ToldDice().read_seen([0, 1, 7, 0, 2], 1)) == Outcome((1, 2), "the end")
