"""A bot in this very process that is asked a question, after all that came before it. Without walls and limits.

The bot follows the game as it would in a process of its own: by messages, through the same client's end, with its own
random numbers. Its clock runs, but nobody ends its turn.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic, process_time
from typing import Any, Protocol

from arena.contract.budget import Budget, ClockedBudget
from arena.contract.chance import Random
from arena.contract.game import BotFactory, SomeBot
from arena.contract.game_time import GameTimeLeft
from arena.errors import BotError
from arena.records.record import MoveRecord
from arena.runner.asking.question import Asked, Question
from arena.runner.inside.guest import ClientMaker
from arena.wire.message.challenging import before_choosing
from arena.wire.message.clocks import standing_of
from arena.wire.message.codec import Bad
from arena.wire.message.plain import Message


@dataclass(frozen=True)
class Reply:
    """What the bot said to one question.

    turn: from 0. then: what came of it in the game, None where nobody knows. answer: its message. move: the move's
    text as a record has it, "" where it says none. refusal: why the rules do not take it, "" where they do.
    seconds: how long it thought, on the budget's clock. allowed: how long it may, None without a clock.
    offers: the texts of what it offered meanwhile, in order.
    """

    turn: int
    then: MoveRecord | None
    answer: Message
    move: str
    refusal: str
    seconds: float
    allowed: float | None
    offers: tuple[str, ...] = ()

    @property
    def late(self) -> bool:
        """Whether its time would have been up."""
        return self.allowed is not None and self.seconds > self.allowed

    @property
    def same(self) -> bool:
        """Whether it is what was played then, where anything was."""
        return self.then is not None and self.then.move == self.move


class Around(Protocol):
    """How a bot is called, and by which clock; what a debugger or a profiler takes the place of."""

    def call(self, function: Callable[..., Any], *arguments: Any, last: bool) -> Any:
        """Return what ``function`` returns. last: whether it is the question that this is about."""

    def budget(
        self, seconds: float | None, clock: str, offer: Callable[[Any], None], game: GameTimeLeft | None = None
    ) -> Budget[Any]:
        """Return the budget of a question that is asked now. game: how its clock for the game stands."""

    def now(self, clock: str) -> float:
        """Return the seconds on the clock ("wall" or "cpu") by which a bot's time is taken."""


class Plainly:
    """Calls a bot as it is, by the wall clock, or by processor time where the game was played by it."""

    def call(self, function: Callable[..., Any], *arguments: Any, last: bool) -> Any:
        return function(*arguments)

    def budget(
        self, seconds: float | None, clock: str, offer: Callable[[Any], None], game: GameTimeLeft | None = None
    ) -> Budget[Any]:
        return ClockedBudget(seconds, process_time if clock == "cpu" else monotonic, offer, game=game)

    def now(self, clock: str) -> float:
        return process_time() if clock == "cpu" else monotonic()


def ask(
    question: Question, clients: ClientMaker, factory: BotFactory, around: Around, *, variant: str, only: bool = False
) -> list[Reply]:
    """Make a bot, have it hear and answer all that came before, ask it the question; return its replies in order.

    variant: the variant's name. only: skip its earlier turns, of which it hears then. Raises what the bot raises,
    and BotError for a factory that makes no bot.
    """
    start = question.start
    client = clients(start)
    seed = int(start["seed"])
    random.seed(seed)  # as in a process of its own
    bot: SomeBot = around.call(factory, client.info(start, variant), Random(seed), last=question.last is None)
    if not callable(getattr(bot, "choose", None)):
        raise BotError("", f"the factory returned {bot!r}, which has no method choose(view, budget)")
    replies: list[Reply] = []
    for step in question.steps:
        if not isinstance(step, Asked):
            client.hear(step)
        elif step is question.last or not only:
            replies.append(_turn(step, client, bot, around, step is question.last))
    return replies


def _turn(step: Asked, client: Any, bot: SomeBot, around: Around, last: bool) -> Reply:
    """Ask one turn's question, and again where the rules refuse an answer that could be tried again then."""
    tries = () if step.then is None else step.then.tries
    reply = _once(step, client, bot, around, last)
    for fault in tries:
        if not reply.refusal:
            break
        for message in step.situation.retold(reply.answer, fault):
            client.hear(message)
        reply = _once(step, client, bot, around, last)
    return reply


def _once(step: Asked, client: Any, bot: SomeBot, around: Around, last: bool) -> Reply:
    message = step.message
    offers: list[str] = []
    clock = str(message.get("clock", "wall"))
    seconds = None if message["ms"] is None else message["ms"] / 1000

    def offer(move: Any) -> None:
        offers.append(text_of(step, client.write(move)))

    view = client.view()
    budget = around.budget(seconds, clock, offer, standing_of(message))
    began = around.now(clock)
    chosen = before_choosing(bot, view) or around.call(bot.choose, view, budget, last=last)
    took = around.now(clock) - began
    answer: Mapping[str, Any] = {**client.write(chosen), "turn": message["turn"]}
    return Reply(
        turn=step.situation.turn,
        then=step.then,
        answer=answer,
        move=text_of(step, answer),
        refusal=step.situation.refusal(answer),
        seconds=took,
        allowed=seconds,
        offers=tuple(offers),
    )


def text_of(step: Asked, answer: Message) -> str:
    """Return an answer's move as text, "" where it says none."""
    move = step.situation.move_of(answer)
    return "" if isinstance(move, Bad) else str(move)
