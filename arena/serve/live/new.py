"""A new game from what somebody asked for: what is played looked up, seeds drawn, invitations. No threads."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from arena.config.model import VariantEntry
from arena.contract.chance import drawn_bits
from arena.contract.game import Game, first_state
from arena.contract.seeds import Master, drawn_seed
from arena.errors import ArenaError, Complaints, ConfigError
from arena.scrabble.rules import WordGame
from arena.serve.live.asked import MOST_SECONDS, AskedGame, AtPosition, GivenGame, NewGame, Small, Word
from arena.serve.live.from_position import cgp_spec
from arena.serve.live.plan import ClockPlan, GamePlan, Help, SeatPlan
from arena.serve.live.played import variant_name
from arena.serve.live.seating import seats_for
from arena.serve.live.tokens import hash_of, new_token
from arena.serve.people.first import drawing_lines, drawn_first
from arena.serve.problems import Refused
from arena.variants.build import build_game
from arena.variants.load import BOARDS, RULES, TILES, load_variant, shipped
from arena.variants.plugins import make_game
from arena.variants.spec import VariantSpec

_SEEDS = 10_000  # that are drawn at most until the seat begins that is to begin
_LEXICA = ("default", "english", "any", "odd")


@dataclass(frozen=True)
class Made:
    """A new game. token: of the asker's seat, "" for who looks on. invitations: seat -> its invitation."""

    plan: GamePlan
    me: int | None
    token: str
    invitations: Mapping[int, str]


def make(asked: NewGame, number: int, *, paths: bool, given: VariantSpec | None = None) -> Made:
    """Return a new game. paths: whether files may be named. given: the game of the server's own files.

    Raises Complaints with all that is wrong.
    """
    wrong: list[ArenaError] = []

    def attempt(make: Callable[[], Any]) -> Any:
        try:
            return make()
        except Complaints as several:
            wrong.extend(several.errors)
        except ArenaError as error:
            wrong.append(error)
        return None

    if asked.me is not None and not 0 <= asked.me < len(asked.seats):
        wrong.append(ConfigError("me", f"there is no seat {asked.me} of {len(asked.seats)}", "Seats count from 0"))
    elif asked.me is not None and asked.seats[asked.me].kind != "person":
        wrong.append(ConfigError("me", f"seat {asked.me} is a bot's", "Take a person's seat, or null to look on"))
    attempt(lambda: _check_clock(asked.clock))
    seats = attempt(lambda: seats_for(asked.seats, paths=paths))
    first = attempt(lambda: _first(asked))
    spec = attempt(lambda: spec_of(asked.game, len(asked.seats), paths=paths, first=first, given=given))
    if wrong:
        raise Complaints(wrong)
    game = build_game(spec)
    seed, begins = attempt(lambda: _seed(game, first, [seat.called for seat in seats])) or (0, ())
    if wrong:
        raise Complaints(wrong)
    return seated_game(asked, spec, seats, seed, begins, number)


def seated_game(
    asked: NewGame, spec: VariantSpec, seats: list[SeatPlan], seed: int, begins: tuple[str, ...], number: int
) -> Made:
    """Return the game with tokens for its seats."""
    tokens = {seat: new_token() for seat, plan in enumerate(seats) if plan.person}
    for seat, token in tokens.items():
        field = {"key": hash_of(token)} if seat == asked.me else {"invitation": hash_of(token)}
        seats[seat] = msgspec.structs.replace(seats[seat], **field)
    if asked.me is not None and not seats[asked.me].called:
        seats[asked.me] = msgspec.structs.replace(seats[asked.me], called=f"Player {asked.me + 1}")
    people = len(tokens)
    plan = GamePlan(
        id=new_token(),
        number=number,
        spec=spec,
        seats=tuple(seats),
        seed=seed,
        bot_seed=drawn_bits(64),
        title=title_of(spec),
        begins=begins,
        clock=asked.clock,
        bot_seconds=asked.bot_seconds,
        help=asked.help or usual_help(spec, people),
        created=time.time(),
    )
    token = "" if asked.me is None else tokens.pop(asked.me)
    return Made(plan, asked.me, token, tokens)


def again(plan: GamePlan, number: int) -> GamePlan:
    """Return the same game anew, the seats turned by one: who was second is first. People keep their tokens.

    The same seat begins as before, so that another player does.
    """
    game = build_game(plan.spec)
    before = first_state(game, plan.seed)
    seats = (*plan.seats[1:], *plan.seats[:1])
    first = before.first if isinstance(game, WordGame) else None
    seed, _ = _seed(game, "lot" if first is None else first, [])
    return msgspec.structs.replace(
        plan, id=new_token(), number=number, seats=seats, seed=seed, bot_seed=drawn_bits(64), begins=(),
        created=time.time(), before=plan.id,
    )  # fmt: skip


def title_of(spec: VariantSpec) -> str:
    """Return what is played, for people."""
    if spec.word is None:
        return build_game(spec).name
    word = spec.word
    title = f"{word.board_name}, {word.tiles_name}, {word.rules_name}, words of {word.lexicon.name}"
    rule = word.rules.get("challenge", "void")
    return title if rule == "void" else f"{title}, challenges: {rule}{' points' if isinstance(rule, int) else ''}"


def usual_help(spec: VariantSpec, people: int) -> Help:
    """Return how much help there is where nobody said: none where plays may be challenged, for it would say which."""
    if spec.word is not None and spec.word.rules.get("challenge", "void") != "void":
        return "none"
    return "hints" if people == 1 else "check"


def _first(asked: NewGame) -> int | str:
    """Return the seat that begins, or how it is drawn. Raises ConfigError where a person is to begin and none plays."""
    if asked.first != "human":
        return asked.first
    people = [number for number, seat in enumerate(asked.seats) if seat.kind == "person"]
    if not people:
        raise ConfigError("first", "no person plays", 'Write "lot"')
    return people[0]


def spec_of(
    game: AskedGame, seats: int, *, paths: bool, first: int | str = "lot", given: VariantSpec | None = None
) -> VariantSpec:
    """Return the variant that is asked for, named after what it is. Raises Complaints or ArenaErrors."""
    if isinstance(game, GivenGame):
        if given is None:
            raise ConfigError("game.kind", "this server was started without files of a game", 'Write "word"')
        spec = msgspec.structs.replace(given, seats=seats)
    elif isinstance(game, AtPosition):
        named = {key: getattr(game, key) for key in ("board", "tiles", "rules", "lexicon") if getattr(game, key)}
        if first != "lot":
            raise ConfigError("first", "in a position its player on turn begins", "Leave it out")
        spec = cgp_spec(game.cgp, named, seats, paths=paths)
    elif isinstance(game, Small):
        spec = _small(game.game, seats, paths, first)
    else:
        if not paths:
            _check_shipped(game)
        entry = VariantEntry(
            name="game", board=game.board, tiles=game.tiles, rules=game.rules, lexicon=game.lexicon,
            hand_size=game.hand_size, board_seed=game.board_seed,
        )  # fmt: skip
        spec = load_variant(entry, seats=seats, master=Master(drawn_seed()), where=lambda key: f"game.{key}")
    if isinstance(game, Word | AtPosition) and game.challenge is not None and spec.word is not None:
        rules = {key: value for key, value in spec.word.rules.items() if key != "challenge"}
        if game.challenge != "void":
            rules["challenge"] = game.challenge
        spec = msgspec.structs.replace(spec, word=msgspec.structs.replace(spec.word, rules=rules))
    return msgspec.structs.replace(spec, name=variant_name(spec))


def _check_shipped(game: Word) -> None:
    """Raise Complaints for what is no shipped name: who comes from elsewhere names no files of this machine."""
    wrong: list[ArenaError] = []
    for key, folder in (("board", BOARDS), ("tiles", TILES), ("rules", RULES)):
        if getattr(game, key) not in shipped(folder):
            problem = f"{getattr(game, key)[:60]!r} is not among what this server offers"
            wrong.append(ConfigError(f"game.{key}", problem, f"There are: {', '.join(shipped(folder))}"))
    if game.lexicon not in _LEXICA:
        problem = f"{game.lexicon[:60]!r} is not among what this server offers"
        wrong.append(ConfigError("game.lexicon", problem, f"There are: {', '.join(_LEXICA)}"))
    if wrong:
        raise Complaints(wrong)


def _small(text: str, seats: int, paths: bool, first: int | str) -> VariantSpec:
    if not paths and ":" in text:
        raise ConfigError("game.game", "only installed games are played here", "Name one of GET /api/choices")
    options: dict[str, Any] = {}
    if make_game(text).seats == 2 and "first" not in text:
        begins = drawn_bits(1) + 1 if not isinstance(first, int) else first + 1
        try:
            make_game(text, {"first": begins})
            options = {"first": begins}
        except ArenaError:
            if isinstance(first, int):
                raise ConfigError("first", f"{text} says itself who begins", 'Write "lot"') from None
    entry = VariantEntry(name="game", game=text, options=options)
    return load_variant(entry, seats=seats, where=lambda key: f"game.{key}")


def _check_clock(clock: ClockPlan) -> None:
    for key in ("seconds", "increment"):
        value = getattr(clock, key)
        if not 0 <= value <= MOST_SECONDS:
            raise ConfigError(f"clock.{key}", f"{value} is not from 0 to {MOST_SECONDS:g}")
    if clock.kind != "none" and clock.seconds < 1:
        raise ConfigError("clock.seconds", "a clock gives at least a second", 'Write more, or {"kind": "none"}')


def _seed(game: Game[Any, Any], first: int | str, called: list[str]) -> tuple[int, tuple[str, ...]]:
    """Return a seed under which that seat begins, and for people how it was drawn. Raises Refused and ConfigError."""
    if not isinstance(game, WordGame):
        if first == "earliest-letter":
            raise ConfigError("first", "only the word game has letters to draw", 'Write "lot" or a seat')
        return drawn_bits(64), ()
    begins: tuple[str, ...] = ()
    seat: int | None = None
    if first == "earliest-letter":
        names = [name or f"Player {number}" for number, name in enumerate(called, 1)]
        seat, draws = drawn_first(game.table.tiles, game.seats, Master(drawn_seed()).stream("trial", "who begins"))
        begins = tuple(drawing_lines(draws, seat, game.table.tiles, names))
    elif isinstance(first, int):
        if not 0 <= first < game.seats:
            raise ConfigError("first", f"there is no seat {first} of {game.seats}", "Seats count from 0")
        seat = first
    for _ in range(_SEEDS):
        seed = drawn_bits(64)
        if seat is None or first_state(game, seed).first == seat:
            return seed, begins
    raise Refused("server", "first", "no seed was found under which that seat begins")
