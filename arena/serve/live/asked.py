"""What is asked for when a game is to be made: the body of ``POST /api/games``, checked for its form alone."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from arena.serve.live.plan import ClockPlan, Help
from arena.serve.people.first import First

MOST_SEATS = 8
MOST_SECONDS = 86_400.0  # of a clock
LONGEST = 400  # characters of a name or path

Name = Annotated[str, Meta(max_length=LONGEST)]
Challenges = Literal["void", "single", "double", 5, 10]
Seconds = Annotated[float, Meta(ge=0, le=MOST_SECONDS)]


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="word"):
    """The word game, by names. challenge: as in a rule book; None for what the one that is named has."""

    board: Name = "standard"
    tiles: Name = "english"
    rules: Name = "itu"
    lexicon: Name = "default"
    hand_size: Annotated[int, Meta(ge=1, le=100)] | None = None
    board_seed: Annotated[int, Meta(ge=0, lt=1 << 31)] | None = None
    challenge: Challenges | None = None


class AtPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="position"):
    """The word game from a position on: a CGP, and names that go before its own."""

    cgp: Annotated[str, Meta(max_length=200_000)]
    board: Name | None = None
    tiles: Name | None = None
    rules: Name | None = None
    lexicon: Name | None = None
    challenge: Challenges | None = None


class Small(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="small"):
    """A small game, by its text."""

    game: Name


class GivenGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="given"):
    """The word game with the files that the server was started with (given.py)."""


AskedGame: TypeAlias = Word | AtPosition | Small | GivenGame


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit there. name: of a person. bot: of an installed bot."""

    kind: Literal["person", "bot"]
    name: Annotated[str, Meta(max_length=LONGEST)] = ""
    bot: Name = ""
    options: dict[str, Any] = {}


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for; see docs/reference/page-protocol.md. first: a seat, or how it is chosen who begins."""

    game: AskedGame
    seats: Annotated[list[Seat], Meta(min_length=1, max_length=MOST_SEATS)]
    me: int | None = None
    first: int | First = "lot"
    clock: ClockPlan = ClockPlan()
    bot_seconds: Annotated[float, Meta(ge=0.1, le=60)] = 5.0
    help: Help | None = None
