"""What a client of the course is told of its game: who plays, each turn, whose turn it is, the end. No sockets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arena.scrabble.moves import Placed
from arena.scrabble.table import Table
from arena.serve.live.facts import Facts
from arena.serve.live.game import LiveGame
from arena.serve.page.course_wire import move_contents, player, rack_names

Said = tuple[str, Any]  # a tag, and what belongs to it


class Telling:
    """How far one seat was told its game; ``more`` goes on from there."""

    def __init__(self, game: LiveGame, seat: int, name: str) -> None:
        """name: what the client is called."""
        self._game, self._seat, self._name = game, seat, name
        self._turns_sent = 0
        self.begun = self.ended = False

    def more(self, *, gone: bool) -> Iterator[Said]:
        """Yield what has happened since. gone: whether the client has left, which is not told of a beginning."""
        game = self._game
        with game.lock:
            course, status = game.course, game.status
            turns, outcome = list(course.turns), course.over() if status in ("over", "failed") else None
            hand, mover = dict(course.hand(self._seat) or {}), course.to_move
        if status not in ("playing", "over", "failed") or (gone and not self.begun):
            return
        rack = rack_names(table_of(self._game), hand)
        if not self.begun:
            self.begun = True
            opponent = game.plan.called[1 - self._seat]
            yield "MsgJoinAck", {
                "jaName": self._name, "jaRack": rack, "jaTurn": player(self._seat), "jaOppName": opponent,
            }  # fmt: skip
            yield from turn_of(turns[0]["seat"] if turns else mover)  # a quick bot may have played by now
        for turn in turns[self._turns_sent :]:
            self._turns_sent += 1
            yield from self._turn(turn, turns, rack)
            if self._turns_sent < len(turns) or outcome is None:
                yield from turn_of(mover if self._turns_sent == len(turns) else turns[self._turns_sent]["seat"])
        if status in ("over", "failed") and not self.ended:
            self.ended = True
            scores = (outcome or {}).get("scores") or [0, 0]
            yield "MsgEog", [{"theTurn": player(seat), "theScore": score} for seat, score in enumerate(scores)]

    def _turn(self, turn: Facts, turns: list[Facts], rack: list[str]) -> Iterator[Said]:
        """Yield one turn: everybody the move, its player the new rack."""
        name = self._game.plan.called[turn["seat"]]
        match turn["kind"]:
            case "play":
                board: dict[tuple[int, int], Placed] = {}
                for earlier in turns[: turn["turn"]]:
                    if earlier["kind"] == "play":
                        board |= {(tile.x, tile.y): tile for tile in _placed(earlier)}
                yield (
                    "MsgMoveAck",
                    move_contents(table_of(self._game), board, _placed(turn), turn["seat"], turn["points"]),
                )
            case "change":
                count = turn["count"]
                yield "MsgAnnounce", f"{name} swapped {count} tile{'s' * (count != 1)}."
            case "pass":
                yield "MsgAnnounce", f"{name} passed."
            case "forfeit":
                yield "MsgAnnounce", f"{name} has left the game."
            case _:
                yield "MsgAnnounce", f"{name} lost the turn."
        if turn["seat"] == self._seat and turn["kind"] in ("play", "change"):
            yield "MsgRack", rack


def table_of(game: LiveGame) -> Table:
    """Return the table that is played at."""
    table: Table = game.course.game.table  # type: ignore[attr-defined]
    return table


def turn_of(mover: int | None) -> Iterator[Said]:
    """Yield whose turn it is, nothing where it is nobody's."""
    if mover is not None:
        yield "MsgTurn", player(mover)


def _placed(turn: Facts) -> list[Placed]:
    return [Placed(tile["at"][0], tile["at"][1], tile["tile"], tile["char"], tile["points"]) for tile in turn["tiles"]]
