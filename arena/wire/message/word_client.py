"""Messages of the word game: the client's end, for a bot that thinks with our own view of it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.contract.game import GameInfo
from arena.scrabble.moves import Challenge, Change, Pass, Placed, Play, Resign
from arena.scrabble.seen import ChallengeResult
from arena.scrabble.table import Table
from arena.scrabble.view import Mirror, WordView
from arena.wire.message.plain import info_of

Message = Mapping[str, Any]


class WordClient:
    """Follows one game through a Mirror, message by message."""

    def __init__(self, table: Table, start: Message) -> None:
        self._table = table
        self._seat = int(start["you"]) - 1
        hand = {int(tile): int(count) for tile, count in start["hand"].items()}
        self._mirror = Mirror(table, self._seat, int(start["players"]), hand, int(start["first"]) - 1)
        if "placed" in start:
            tiles = [Placed(t["at"][0], t["at"][1], t["tile"], t["char"], t["points"]) for t in start["placed"]]
            self._mirror.begin_at(tiles, start["scores"], start["bag"], start["held"])

    def info(self, start: Message, variant: str) -> GameInfo:
        """Return what the bot's factory is given."""
        return info_of(start, variant, self._table)

    def hear(self, message: Message) -> None:
        """Follow the game by one message."""
        mirror = self._mirror
        match message["type"]:
            case "play_success":
                mirror.played(self._seat, _tiles(message), message["points"], message["new_tiles"])
                _open(mirror, message)
            case "played":
                mirror.played(message["player"] - 1, _tiles(message), message["points"])
                _open(mirror, message)
            case "challenged":
                result = ChallengeResult(
                    message["against"] - 1, tuple(message["phonies"]), message["points"], message["lost_turn"]
                )
                mirror.challenged(message["player"] - 1, result)
            case "errors":
                if not message["again"]:
                    mirror.failed(self._seat, _tiles(message))
            case "play_failed":
                mirror.failed(message["player"] - 1, _tiles(message))
            case "change_success":
                mirror.changed(self._seat, len(message["old_tiles"]), message["old_tiles"], message["new_tiles"])
            case "changed":
                mirror.changed(message["player"] - 1, message["count"])
            case "passed":
                mirror.passed(message["player"] - 1)
            case "timed_out":
                mirror.timed_out(message["player"] - 1)
            case "forfeited":
                mirror.forfeited(message["player"] - 1)

    @property
    def mirror(self) -> Mirror:
        """What the seat knows so far."""
        return self._mirror

    def view(self) -> WordView:
        return self._mirror.view()

    def write(self, move: Any) -> dict[str, Any]:
        """Return the answer that says ``move``; whoever sends it adds turn and time. Raises TypeError for no move."""
        return written(move)


def written(move: Any) -> dict[str, Any]:
    """Return the answer that says a move of the word game, without its turn. Raises TypeError for no move."""
    match move:
        case Play(tiles):
            placed = [{"at": (t.x, t.y), "tile": t.tile, "char": t.char, "points": t.points} for t in tiles]
            return {"type": "play", "tiles": placed}
        case Change(ids):
            return {"type": "change", "tiles": list(ids)}
        case Pass():
            return {"type": "pass"}
        case Challenge():
            return {"type": "challenge"}
        case Resign():
            return {"type": "forfeit"}
    raise TypeError(f"choose() returned {move!r}, which is not a move of the word game")


def _open(mirror: Mirror, message: Message) -> None:
    if message.get("challengeable"):
        mirror.open_play(closing=message.get("closing", False))


def _tiles(message: Message) -> tuple[Placed, ...]:
    return tuple(Placed(t["at"][0], t["at"][1], t["tile"], t["char"], t["points"]) for t in message["tiles"])
