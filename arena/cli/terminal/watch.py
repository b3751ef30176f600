"""Looking on as bots play: each bot's seat, and beside it somebody who hears what the bot hears and shows it.

Every seat is watched, since a bot that leaves hears nothing more; the console tells each turn once.
"""

from __future__ import annotations

from arena.cli.terminal.console import Console
from arena.runner.seats.around import SeatAround
from arena.runner.seats.seat import Seat
from arena.wire.message.plain import Message
from arena.wire.message.word_client import WordClient


class WatchedSeat(SeatAround):
    """A seat like any other, whose messages are shown: the board after every turn, and the end."""

    def __init__(self, seat: Seat, console: Console) -> None:
        super().__init__(seat)
        self._console = console
        self._client: WordClient | None = None

    def tell(self, message: Message) -> None:
        super().tell(message)
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
