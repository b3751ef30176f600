"""A seat for a person at a terminal: shows the table, reads moves, says why the rules forbid one.

What a forbidden play costs is the rule book's, for people too (``failed_play``). But a slip of the keyboard is warned
of first: only a play that nothing but the dictionary forbids, or one that is written again, goes to the referee.
It is a Seat like any bot's (runner/seats/seat.py), and knows of the game what its messages said. No clock runs for
people: a line is waited for as long as it takes.
"""

from __future__ import annotations

import re
from typing import Any

from arena.cli.terminal.console import Console, Left
from arena.cli.terminal.help import help_text
from arena.contract.outcome import Fault
from arena.errors import ArenaError, NotationError
from arena.report.numbers import plural
from arena.runner.seats.seat import Closing, Gone, Heard
from arena.scrabble.legality import faults_of_change, faults_of_play
from arena.scrabble.moves import Challenge, Change, Pass, Play, WordMove, read_move
from arena.scrabble.view import WordView
from arena.serve.people.refusals import cost_of_failing, refusals, square
from arena.serve.people.typed import read_word, typed
from arena.wire.message.codec import encode
from arena.wire.message.plain import Message
from arena.wire.message.word_client import WordClient
from arena.words.boardtext import rack_text

HINTS = 10

PROMPT = "enter WORD ROW COL DIR[H/V]: "
_COMMANDS = ("HINT", "SWAP", "PASS", "BOARD", "HELP", "QUIT")


class PersonSeat:
    """One person's seat; several may share a console."""

    process = "person"
    brief = True
    family = None

    def __init__(self, console: Console) -> None:
        self._console, self._table = console, console.table
        self._client: WordClient | None = None
        self._seat = 0
        self._ready = False
        self._turn = -1
        self._verdict: Gone | None = None
        self._warned: WordMove | None = None  # of what this move would cost

    # The Seat.

    def tell(self, message: Message) -> None:
        if message["type"] == "start":
            self._client, self._seat = WordClient(self._table, message), int(message["you"]) - 1
            return
        assert self._client is not None
        board = self._view.board
        match message["type"]:
            case "your_turn":
                self._turn = message["turn"]
            case "game_over":
                self._console.over(message, board)
            case _:
                self._console.turn(message.get("player", self._seat + 1) - 1, message, board)
                self._client.hear(message)
                if message["type"] == "challenged" and message["phonies"] and message["against"] == self._seat + 1:
                    self._console.say(f"Your rack again: {rack_text(self._table, self._view.hand)}")
                if message["type"] in ("change_success", "play_success") and message["new_tiles"]:
                    self._console.say(f"Your new rack: {rack_text(self._table, self._view.hand)}")

    def hear(self, deadline: float) -> Heard:
        if self._verdict is not None:
            return self._verdict
        if not self._ready:
            self._ready = True
            return encode({"type": "ready"}).strip()
        move = self._ask()
        assert self._client is not None
        return encode(self._client.write(move) | {"turn": self._turn}).strip()

    def fresh_turn(self) -> None: ...

    def stage(self) -> str:
        return ""

    def condemn(self, fault: Fault, detail: str) -> Gone:
        """Ask the person nothing more."""
        self._verdict = Gone(fault, detail)
        return self._verdict

    def rest(self) -> str:
        return ""

    def close(self, *, patience: float) -> Closing:
        return Closing("", "")

    # The person.

    @property
    def _view(self) -> WordView:
        assert self._client is not None
        return self._client.view()

    def _ask(self) -> WordMove:
        view, console = self._view, self._console
        console.situation(view)
        self._warned = None
        while True:
            line = console.line(f"{console.names[self._seat]}, {PROMPT}")
            if not line:
                continue
            try:
                move = self._command(line, view) if line.startswith(":") else self._move(line, view)
            except ArenaError as error:
                console.say(f"Refused: {_sentence(error)}")
                continue
            if move is not None and self._stands(move, view):
                return move

    def _move(self, line: str, view: WordView) -> WordMove:
        """Return the move that a line says; raise an ArenaError."""
        first = line.split()[0].lower()
        numbers = re.match(r"[+-]?\d", line)
        if numbers or (first in ("pass", "change", "challenge", "forfeit") and not re.search(r"\s[HVhv]$", line)):
            return read_move(line)
        return read_word(line, self._table, view.board, view.hand, self._letter)

    def _letter(self, x: int, y: int) -> str:
        while True:
            letter = self._console.line(f"Which letter does the blank at {square((x, y))} stand for? ")
            if letter:
                return letter.strip("[]")

    def _stands(self, move: WordMove, view: WordView) -> bool:
        """Tell whether a move goes to the referee; say what is wrong with it, and warn of what it would cost."""
        faults: list[Any] = []
        cost = cost_of_failing(self._table)
        if isinstance(move, Play):
            faults = faults_of_play(self._table, view.board, move.tiles, view.hand, self._seat + 1)
            if self._console.challenges and view.players - len(view.gone) > 1:
                faults = [fault for fault in faults if fault.name != "WordNotInDictionary"]  # the next player asks
        elif isinstance(move, Challenge) and view.challengeable is None:
            self._console.say("Refused: there is no play to challenge.")
            return False
        elif isinstance(move, Change) and (move.tiles or self._table.rules.empty_change == "illegal"):
            faults = faults_of_change(self._table, view.bag_count, move.tiles, view.hand, self._seat + 1)
            cost = "loses the turn"  # in every rule book
        for line in refusals(faults, self._table):
            self._console.say(f"Refused: {line}")
        if not faults or not cost:
            return not faults
        risked = all(fault.name == "WordNotInDictionary" for fault in faults)
        if not risked and move != self._warned:
            self._warned = move
            self._console.say(f"By the rules of {self._table.rules.name} that {cost}, if you write it again.")
            return False
        return True

    def _command(self, line: str, view: WordView) -> WordMove | None:
        """Carry a command out; return the move that it is, None where it is none."""
        name, _, rest = line[1:].strip().partition(" ")
        match name.upper():
            case "HELP":
                self._console.say(help_text(self._table, len(self._console.names)))
            case "BOARD":
                self._console.situation(view)
            case "HINT":
                self._hint(rest.strip(), view)
            case "PASS":
                return Pass()
            case "CHALLENGE" if self._console.challenges:
                return Challenge()
            case "SWAP":
                return self._swap(rest.strip(), view)
            case "QUIT":
                raise Left(f"{self._console.names[self._seat]} broke the game off.")
            case _:
                commands = (*_COMMANDS, "CHALLENGE") if self._console.challenges else _COMMANDS
                known = ", ".join(f":{command}" for command in commands)
                self._console.say(f"Refused: there is no command :{name}. The commands are {known}.")
        return None

    def _hint(self, rest: str, view: WordView) -> None:
        if rest and not (rest.isascii() and rest.isdigit() and len(rest) < 6):
            self._console.say("Refused: :HINT takes how many words to show, such as :HINT 5.")
            return
        plays = view.table.generator.plays(view.field, view.hand)
        best = plays.sorted()[: int(rest or HINTS)]
        if not best:
            most = view.may_change
            other = f":SWAP up to {plural(most, 'tile')}" if most else ":PASS"
            self._console.say(f"Your rack and the board allow no word; {other}.")
            return
        lines, listed = [], set()
        for scored in best:
            text, letters = typed(scored.play, view.board, self._table)
            blanks = f"  (blank: {', '.join(letters)})" if letters else ""
            if (text, letters) not in listed:
                listed.add((text, letters))
                lines.append(f"{scored.score:5}  {text}{blanks}")
        more = len(plays) - len(best)
        self._console.say("\n".join(lines) + (f"\n       and {more} more" if more > 0 else ""))

    def _swap(self, rest: str, view: WordView) -> Change | None:
        text = rest or self._console.line("Which tiles? ")
        if not text:
            return None
        try:
            wanted = self._table.tiles.parse_hand(text.replace("_", "?"))
        except NotationError as error:
            raise NotationError("", error.problem, error.remedy) from error
        return Change(tuple(tile for tile, count in sorted(wanted.items()) for _ in range(count)))


def _sentence(error: ArenaError) -> str:
    """Return an error as sentences, without the place it was found in."""
    remedy = error.remedy.rstrip(".")
    problem = error.problem[:1].upper() + error.problem[1:]
    return f"{problem}. {remedy}." if remedy else f"{problem}."
