"""Looking on as bots play: each bot's seat, and beside it somebody who hears what the bot hears and shows it.

Every seat is watched, since a bot that leaves hears nothing more; the console tells each turn once.
"""

from __future__ import annotations

from arena.cli.terminal.console import Console
from arena.contract.outcome import Fault
from arena.runner.seats.seat import Closing, Gone, Heard, Processes, Seat
from arena.wire.message.plain import Message
from arena.wire.message.word_client import WordClient


class WatchedSeat:
    """A seat like any other, whose messages are shown: the board after every turn, and the end."""

    def __init__(self, seat: Seat, console: Console) -> None:
        self._seat, self._console = seat, console
        self._client: WordClient | None = None
        self.process, self.brief = seat.process, seat.brief

    @property
    def family(self) -> Processes | None:
        return self._seat.family

    def stage(self) -> str:
        return self._seat.stage()

    def condemn(self, fault: Fault, detail: str) -> Gone:
        return self._seat.condemn(fault, detail)

    def tell(self, message: Message) -> None:
        self._seat.tell(message)
        if message["type"] == "start":
            self._client = WordClient(self._console.table, message)
        elif self._client is not None:
            self._shown(message, self._client)

    def _shown(self, message: Message, client: WordClient) -> None:
        mirror = client.mirror
        match message["type"]:
            case "your_turn":
                return
            case "game_over":
                self._console.over(message, mirror.board)
                return
        seat = message.get("player", mirror.seat + 1) - 1
        new = self._console.turn(seat, message, mirror.board)
        client.hear(message)
        if new:
            self._console.board(mirror.board)
            self._console.say("")

    def hear(self, deadline: float) -> Heard:
        return self._seat.hear(deadline)

    def fresh_turn(self) -> None:
        self._seat.fresh_turn()

    def rest(self) -> str:
        return self._seat.rest()

    def close(self, *, patience: float) -> Closing:
        return self._seat.close(patience=patience)
