"""What everybody at one terminal reads: the board, the turns as they are taken, and the end.

Several people may sit at one terminal; each turn is told once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from arena.errors import UnreadableMove
from arena.scrabble.legality import faults_of_play
from arena.scrabble.moves import Placed, Play, read_move
from arena.scrabble.placement import on_one_line
from arena.scrabble.position import Board, Square
from arena.scrabble.scoring import Score, score_play
from arena.scrabble.table import Table
from arena.scrabble.view import WordView
from arena.serve.people.refusals import refusals
from arena.serve.people.typed import typed
from arena.words.boardtext import board_text, rack_text


class Left(BaseException):
    """A person has left, or the input has ended: the game is broken off.

    No Exception, because a match takes those for failures of its own.
    """


@dataclass
class Console:
    """One terminal. ask: prompt -> a line, None at the end of the input. names: of the seats."""

    table: Table
    names: tuple[str, ...]
    ask: Callable[[str], str | None]
    say: Callable[[str], Any]
    bonus_squares: bool = True
    colour: bool = False
    _last_turn: int = -1  # the last turn that was shown
    _over: bool = False
    _marks: tuple[Square, ...] = ()  # of the last play
    _best: tuple[int, str] = (0, "")
    _best_before: tuple[int, str] = (0, "")  # before the last play
    _scores: dict[int, int] = field(default_factory=dict)

    @property
    def challenges(self) -> bool:
        """Whether plays may be challenged here."""
        return self.table.rules.challenge != "void"

    def line(self, prompt: str) -> str:
        """Return a line of the person; raise Left where there is none."""
        line = self.ask(prompt)
        if line is None:
            raise Left("The input ended before the game did.")
        return line.strip()

    def board(self, board: Board) -> None:
        self.say(
            board_text(
                self.table, board, bonus_squares=self.bonus_squares, marks=self._marks, colour=self.colour
            )
        )  # fmt: skip

    def situation(self, view: WordView) -> None:
        """Show a person whose turn it is all that it may see."""
        self.say("")
        self.board(view.board)
        scores = (f"{name}: {points}" for name, points in zip(self.names, view.scores, strict=True))
        many = f"{view.bag_count} tiles in the bag" if view.bag_count != 1 else "1 tile in the bag"
        self.say(f"{', '.join(scores)}; {many}")
        self.say(f"Rack of {self.names[view.seat]}: {rack_text(self.table, view.hand)}")
        if view.closing:
            self.say("The game is over unless you challenge the last play (:CHALLENGE); :PASS lets it stand.")
        elif view.challengeable is not None:
            self.say("You may challenge the last play (:CHALLENGE).")

    def turn(self, seat: int, message: Mapping[str, Any], board: Board) -> bool:
        """Tell a turn once, and say whether this was the time; ``board`` as it was before."""
        if message["turn"] <= self._last_turn or message.get("again"):
            return False
        self._last_turn = message["turn"]
        self.say(f"{self.names[seat]} {self._done(seat, message, board)}")
        return True

    def _done(self, seat: int, message: Mapping[str, Any], board: Board) -> str:
        match message["type"]:
            case "play_success" | "played":
                return self._played(seat, Play(tiles_of(message)), message["points"], board)
            case "play_failed":
                play = Play(tiles_of(message))
                what = f": {self._written(play, board)} was refused" if play.tiles else " through a refused answer"
                return f"loses the turn{what}."
            case "errors":
                return "loses the turn."  # its person was told why
            case "change_success":
                return f"swaps {_tiles(len(message['old_tiles']))}."
            case "changed":
                return f"swaps {_tiles(message['count'])}."
            case "passed":
                return "passes."
            case "challenged":
                return self._challenged(message)
            case "timed_out":
                return "has used up the time and loses the turn."
            case "forfeited":
                why = self._why(message["reason"], seat, board)
                return f"leaves the game ({why})." if why else "leaves the game."
        return str(message["type"])

    def _challenged(self, message: Mapping[str, Any]) -> str:
        other, points = message["against"] - 1, message["points"]
        self._scores[other] = self._scores.get(other, 0) + points
        if message["phonies"]:
            self._marks = ()
            self._best = self._best_before
            words = " and ".join(message["phonies"]) + (" are" if len(message["phonies"]) > 1 else " is")
            taken = f"{self.names[other]} has {self._total(other)}"
            return f"challenges, and is right: {words} not in the dictionary; the play is taken back, {taken}."
        cost = f"; {self.names[other]} gains {_points(points)}, {self._total(other)}" * bool(points)
        return f"challenges, and is wrong: the play stands{' and the turn is lost' * message['lost_turn']}{cost}."

    def _played(self, seat: int, play: Play, points: int, board: Board) -> str:
        score = score_play(self.table, board, play.tiles)
        self._marks = tuple((tile.x, tile.y) for tile in play.tiles)
        self._scores[seat] = self._scores.get(seat, 0) + points
        self._best_before = self._best
        if points > self._best[0]:
            self._best = points, self.names[seat]
        return f"plays {typed(play, board, self.table)[0]} for {_points(points)}{_words(score)}, {self._total(seat)}."

    def _written(self, play: Play, board: Board) -> str:
        """Return a play as people write it; one that is in no line has no such way."""
        return typed(play, board, self.table)[0] if on_one_line(play.tiles) else "a play that is in no line"

    def _why(self, reason: str, seat: int, board: Board) -> str:
        """Return the reason of a forfeit; a play in it as people write it, with its faults in words."""
        move, parted, rest = reason.partition(": ")
        try:
            play = read_move(move) if parted else None
        except UnreadableMove:  # the reason is about something else, or the play is too long to be told whole
            return reason
        if not isinstance(play, Play) or not play.tiles:
            return reason
        hand = Counter(tile.tile for tile in play.tiles)  # the console knows no rack
        faults = faults_of_play(self.table, board, play.tiles, hand, seat + 1)
        lines = [line.rstrip(".") for line in refusals(faults, self.table, own=False)]
        lines += ["the rack did not hold these tiles"] * ("PlayerDoesNotHavePiece" in rest)
        borne = re.search(r" \(fault .*\)$", rest)
        return f"{self._written(play, board)}: {'; '.join(lines) or rest}{borne[0] if borne and lines else ''}"

    def _total(self, seat: int) -> str:
        return f"{self._scores[seat]} in all"

    def over(self, message: Mapping[str, Any], board: Board) -> None:
        """Tell the end and the winner, once."""
        if self._over:
            return
        self._over = True
        self.say("")
        self.board(board)
        self.say(f"The game is over: {message['reason']}.")
        scores, places = message["scores"], message["places"]
        for name, points in zip(self.names, scores, strict=True):
            self.say(f"{name}: {_points(points)}")
        first = [name for name, place in zip(self.names, places, strict=True) if place == 1]
        if len(self.names) > 1:
            self.say(f"{first[0]} wins." if len(first) == 1 else f"A draw between {' and '.join(first)}.")
        if self._best[1]:
            self.say(f"Best move was played by {self._best[1]} for {_points(self._best[0])}")

    def broken_off(self, why: str) -> None:
        """Tell that the game was left, and how it stood."""
        self.say(why)
        stood = ", ".join(f"{name}: {self._scores.get(seat, 0)}" for seat, name in enumerate(self.names))
        self.say(f"So far: {stood}")


def tiles_of(message: Mapping[str, Any]) -> tuple[Placed, ...]:
    """Return the placed tiles of a message."""
    return tuple(Placed(t["at"][0], t["at"][1], t["tile"], t["char"], t["points"]) for t in message["tiles"])


def _words(score: Score) -> str:
    """Return the words beside the main one, and the bonus."""
    parts = []
    if len(score.words) > 1:
        parts.append("also " + ", ".join(f"{word.text} {word.points}" for word in score.words[1:]))
    if score.bonus:
        parts.append(f"bonus {score.bonus}")
    return f" ({'; '.join(parts)})" if parts else ""


def _points(count: int) -> str:
    return f"{count} point{'s' if abs(count) != 1 else ''}"


def _tiles(count: int) -> str:
    return f"{count} tile{'s' if count != 1 else ''}"
