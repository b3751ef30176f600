"""Messages of all games but the word game: both ends, for any Game whose moves have a text. Pure.

Server to client: ``start``, ``moved``, ``fault``, ``your_turn``, ``game_over``; client to server: ``move`` and
``forfeit``. Players count from 1. A client that knows the game follows it by the moves' texts; for one that
does not, ``your_turn`` carries the position as text and every legal move (left out of ``brief`` messages).

No message carries a seed of the game. A game without secrets is followed from the draws of its start (``chance``,
left out where there were none) and its ``opening``, moves that nobody is asked for (left out where there are none).
One that has secrets says itself what each seat may see: that is sent with the start and with every turn (``seen``),
and the client knows no more.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import msgspec

from arena.contract.draws import Draw, ToldRandom
from arena.contract.game import Game, GameInfo, GoOn, Ruling, TryAgain, has_secrets, opened
from arena.contract.outcome import Fault, Offence, Outcome
from arena.contract.resignation import RESIGNATION, Resignation, read_turn, resigned
from arena.errors import ArenaError, ConfigError
from arena.wire.message.answers import Action, Forfeit, Move
from arena.wire.message.clocks import game_time_of
from arena.wire.message.codec import Bad

PROTOCOL = 1

Message = Mapping[str, Any]
Letters = list[tuple[int, Message]]  # (seat, message), in the order in which they are sent


def over_message(outcome: Outcome) -> Message:
    """Return ``game_over``, the same in every game."""
    return {
        "type": "game_over",
        "scores": outcome.scores,
        "places": outcome.places,
        "reason": outcome.reason,
        "forfeits": [
            {"player": left.seat + 1, "fault": left.fault.name.lower() if left.fault else None, "detail": left.detail}
            for left in outcome.forfeits
        ],
    }


def as_sent(value: Any) -> Any:
    """Return a JSON-able value as it arrives at the other end."""
    return msgspec.json.decode(msgspec.json.encode(value))


def start_message(
    game: Game[Any, Any],
    variant: str,
    seat: int,
    own: Mapping[str, Any],
    *,
    seed: int,
    seconds: float | None,
    options: Mapping[str, Any],
) -> dict[str, Any]:
    """Return ``start`` to a seat, in every game; ``own`` is what this seat of this game is told beside it."""
    return {
        "type": "start",
        "protocol": PROTOCOL,
        "game": game.name,
        "variant": variant,
        "players": game.seats,
        "you": seat + 1,
        **own,
        "timeout": None if seconds is None else round(seconds * 1000),
        "options": options,
        "seed": seed,
    }


def info_of(start: Message, variant: str, table: Any) -> GameInfo:
    """Return what a bot's factory is given by ``start``, in every game. table: the game's public things."""
    timeout = start["timeout"]
    return GameInfo(
        variant=variant,
        game=str(start["game"]),
        seats=int(start["players"]),
        seat=int(start["you"]) - 1,
        seconds=None if timeout is None else timeout / 1000,
        options=start["options"],
        table=table,
        game_time=game_time_of(start),
    )


class PlainServer:
    """The server's side of one game.

    draws: of the game's start; opening: how it began. Both are told to nobody where the game has secrets.
    """

    def __init__(
        self, game: Game[Any, Any], variant: str, draws: Sequence[Draw] = (), opening: Sequence[str] = ()
    ) -> None:
        self._game, self._variant, self._draws, self._opening = game, variant, draws, opening

    def start(
        self, seat: int, state: Any, *, seed: int, seconds: float | None, options: Mapping[str, Any], brief: bool
    ) -> Message:
        """Return the first message to ``seat``; ``seed`` is for the client's own chance."""
        own = self._seen(state, seat)
        if not has_secrets(self._game):
            own |= {"chance": self._draws} if self._draws else {}
            own |= {"opening": list(self._opening)} if self._opening else {}
        message = start_message(self._game, self._variant, seat, own, seed=seed, seconds=seconds, options=options)
        if not brief:
            message["position"] = self._shown(state, seat)
        return message

    def ask(self, turn: int, state: Any, ms: float | None, *, brief: bool) -> Message:
        """Return ``your_turn``: its number and the milliseconds that are left."""
        message: dict[str, Any] = {"type": "your_turn", "turn": turn, "ms": ms}
        if not brief:
            message["position"] = self._shown(state, self._game.to_move(state))
            message["moves"] = [str(move) for move in self._game.legal(state)]
        return message

    def turn_messages(
        self,
        seat: int,
        turn: int,
        before: Any,
        after: Any,
        move: Hashable | None,
        offence: Offence | None,
        ruling: Ruling[object] | None,
    ) -> Letters:
        """Return who is told what of a turn: everybody the same, but for what a seat sees of secrets."""
        message: dict[str, Any]
        if isinstance(move, Resignation):
            offence, move = resigned(seat, turn), None
        if offence is None:
            message = {"type": "moved", "player": seat + 1, "turn": turn, "move": str(move)}
        else:
            message = {
                "type": "fault",
                "player": seat + 1,
                "turn": turn,
                "fault": offence.fault.name.lower(),
                "detail": offence.detail,
                "final": offence.final,
                "again": isinstance(ruling, TryAgain),
                "move": None if offence.move is None else str(offence.move),
            }
        if after is before:
            return [(other, message) for other in range(self._game.seats)]
        return [(other, message | self._seen(after, other)) for other in range(self._game.seats)]

    def _seen(self, state: Any, seat: int) -> dict[str, Any]:
        return {"seen": self._game.seen(state, seat)} if has_secrets(self._game) else {}

    def _shown(self, state: Any, seat: int) -> str:
        """Return the position as text, with no more in it than ``seat`` may see."""
        game = self._game
        return game.show(game.read_seen(as_sent(game.seen(state, seat)), seat) if has_secrets(game) else state)

    def over(self, outcome: Outcome, seat: int) -> Message:
        return over_message(outcome)

    def read(self, action: Action, state: Any, seat: int) -> Hashable | Bad:
        """Return the move that an answer says, or why it says none."""
        try:
            if isinstance(action, Move):
                move: Hashable = self._game.read_move(action.move)
                return move
            if isinstance(action, Forfeit):
                return read_turn(self._game, str(RESIGNATION))
        except ArenaError as error:
            return Bad(str(error))
        return Bad(f"{type(action).__name__.lower()!r} is not an answer in this game; it takes 'move'")


class PlainClient:
    """The client's side of one game, for a bot that thinks with the game's own rules."""

    def __init__(self, game: Game[Any, Any], start: Message) -> None:
        self._game = game
        self._seat = int(start["you"]) - 1
        self._state: Any = None
        if not self._saw(start):
            self._state = opened(game, ToldRandom(start.get("chance", ())), start.get("opening", ()))

    def info(self, start: Message, variant: str) -> GameInfo:
        """Return what the bot's factory is given."""
        return info_of(start, variant, self._game)

    def hear(self, message: Message) -> None:
        """Follow the game by one message."""
        if self._saw(message):
            return
        if message["type"] == "moved":
            self._state = self._game.play(self._state, self._game.read_move(message["move"]))
        elif message["type"] == "fault" and not message["again"]:
            offence = Offence(
                message["player"] - 1,
                message["turn"],
                Fault[message["fault"].upper()],
                message["detail"],
                message["final"],
                None if message["move"] is None else self._game.read_move(message["move"]),
            )
            ruling = self._game.penalize(self._state, offence)
            if isinstance(ruling, GoOn):
                self._state = ruling.state

    def _saw(self, message: Message) -> bool:
        """Take over what a message shows, and tell whether it shows anything."""
        if "seen" not in message:
            return False
        if not has_secrets(self._game):
            raise ConfigError(self._game.name, "the server's rules have secrets, and these have none")
        self._state = self._game.read_seen(message["seen"], self._seat)
        return True

    def view(self) -> Any:
        return self._game.view(self._state, self._seat)

    def write(self, move: Any) -> dict[str, Any]:
        """Return the answer that says ``move``; whoever sends it adds turn and time."""
        return {"type": "move", "move": str(move)}
