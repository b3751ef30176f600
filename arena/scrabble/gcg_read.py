"""Reading GCG game records: a file's bytes or text in, the game that they say out. Pure; knows no rules.

Old files and the engines' dialects are read too; what needed an assumption is told with the game (``doubts``).
"""

from __future__ import annotations

import codecs
import re
from dataclasses import replace

from arena.errors import Complaints, NotationError
from arena.scrabble.gcg import COORDINATE, Event, GcgGame, Kind, Player

_ENCODINGS = {"utf-8": "utf-8", "utf8": "utf-8", "iso-8859-1": "latin-1", "iso8859-1": "latin-1", "latin1": "latin-1"}
_ENCODING = re.compile(rb"#character-encoding[ \t]+(\S+)[ \t]*")
_PRAGMA = re.compile(r"#([A-Za-z][\w-]*)(?:[ \t]+(.*))?")
_PLAYER = re.compile(r"player([1-9])")
_RACK = re.compile(r"rack([1-9])")
_EVENT = re.compile(r">[ \t]*([^\s:]+):[ \t]*(.*)")
_SCORE = re.compile(r"\+?([+-]\d+)")
_TOTAL = re.compile(r"[+-]?\d+")


def decode(data: bytes) -> str:
    """Return a file's text: by its first line's pragma, else UTF-8 where that fits, else ISO 8859-1.

    Raises NotationError for an encoding that is not known or does not fit.
    """
    data = data.removeprefix(codecs.BOM_UTF8)
    first = re.split(rb"[\r\n]", data, maxsplit=1)[0]
    named = _ENCODING.fullmatch(first)
    if named is None:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("latin-1")
    name = named[1].decode("ascii", "replace")
    encoding = _ENCODINGS.get(name.lower())
    if encoding is None:
        raise NotationError("line 1", f"unknown character encoding {name!r}", "Known are UTF-8 and ISO-8859-1")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise NotationError(f"line {line}", f"a byte that is not {name}", "Correct the first line") from None


def read_gcg(source: bytes | str) -> GcgGame:
    """Return the game that a file's bytes or text say.

    Raises Complaints of NotationErrors, one for every line that cannot be read, each with its number.
    """
    text = decode(source) if isinstance(source, bytes) else source
    reader = _Reader()
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        reader.take(number, line.rstrip())
    return reader.game()


class _Reader:
    """Takes the lines of one file one after the other."""

    def __init__(self) -> None:
        self.players: dict[int, Player] = {}
        self.pragmas: list[tuple[str, str]] = []
        self.closing: list[tuple[str, str]] = []
        self.events: list[Event] = []
        self.notes: list[list[str]] = []  # of the last event
        self.racks: dict[int, str] = {}
        self.incomplete: str | None = None
        self.doubts: list[tuple[int, str]] = []
        self.errors: list[NotationError] = []
        self.in_note = False
        self.turn = -1  # whose the last move was, where nicks cannot tell

    def take(self, number: int, line: str) -> None:
        if not line.strip():
            return
        try:
            if line.lstrip().startswith(">"):
                self.in_note = False
                self._event(number, line.strip())
            elif (pragma := _PRAGMA.fullmatch(line)) is not None:
                self._pragma(number, pragma[1], (pragma[2] or "").strip())
            elif self.in_note:
                self.notes[-1].append(line.removeprefix("#- ") if line.startswith("#- ") else line)
            elif line.startswith("#"):
                self.doubts.append((number, f"ignored: {line[:40]!r}"))
            else:
                raise _bad(
                    number, f"neither a pragma nor an event: {line[:60]!r}", "Events begin with '>', pragmas with '#'"
                )
        except NotationError as error:
            self.errors.append(error)

    def _pragma(self, number: int, word: str, text: str) -> None:
        if word == "note":
            if not self.events:
                self.doubts.append((number, "a note before the first move was dropped"))
                return
            self.notes.append([text])
            self.in_note = True
            return
        self.in_note = False
        if player := _PLAYER.fullmatch(word):
            self._player(number, int(player[1]) - 1, text)
        elif rack := _RACK.fullmatch(word):
            self.racks[int(rack[1]) - 1] = text
        elif word == "incomplete":
            self.incomplete = text
        elif word == "character-encoding":
            if number != 1:
                raise _bad(number, "#character-encoding may only be the very first line", "Move it there")
        elif self.events:
            self.closing.append((word, text))
        else:
            self.pragmas.append((word, text))

    def _player(self, number: int, index: int, text: str) -> None:
        nick, _, name = text.partition(" ")
        if not nick:
            raise _bad(number, f"player {index + 1} has no nickname", "Write '#player1 NICK Full Name'")
        if index in self.players:
            raise _bad(number, f"player {index + 1} is named twice", "Remove one of the lines")
        if self.events:
            raise _bad(number, "a player is named after the first event", "Name the players first")
        if any(player.nick == nick for player in self.players.values()):
            self.doubts.append((number, f"two players have the nickname {nick!r}: told apart by taking turns"))
        self.players[index] = Player(nick, name.strip())

    def _event(self, number: int, line: str) -> None:
        matched = _EVENT.fullmatch(line)
        if matched is None:
            raise _bad(number, f"not an event: {line[:60]!r}", "Write '>NICK: RACK 8G PLAY +22 22'")
        nick, words = matched[1], matched[2].split()
        if len(words) < 3 or not _SCORE.fullmatch(words[-2]) or not _TOTAL.fullmatch(words[-1]):
            raise _bad(number, f"the line does not end in a score and a total: {line[:60]!r}", "Such as '+22 131'")
        score, total = int(words[-2].lstrip("+")), int(words[-1])
        event = _body(number, words[:-2], score)
        player = self._who(number, nick, event.kind)
        if self.events:
            self._close()
        self.events.append(
            Event(
                event.kind, player, event.rack, score, total, event.where, event.tiles, event.count, event.extra,
                line=number,
            )
        )  # fmt: skip

    def _who(self, number: int, nick: str, kind: Kind) -> int:
        named = sorted(index for index, player in self.players.items() if player.nick == nick)
        if not named:
            known = ", ".join(player.nick for player in self.players.values()) or "nobody"
            raise _bad(number, f"no player is called {nick!r}", f"Players: {known}")
        if len(named) == 1:
            self.turn = named[0]
        elif kind in (Kind.PLAY, Kind.PASS, Kind.EXCHANGE):
            self.turn = next((index for index in named if index > self.turn), named[0])
        elif self.turn not in named:
            self.turn = named[0]
        return self.turn

    def _close(self) -> None:
        """Give the notes read since the last event to it."""
        if self.notes:
            last = self.events[-1]
            self.events[-1] = _with_notes(last, tuple("\n".join(lines) for lines in self.notes))
            self.notes = []

    def game(self) -> GcgGame:
        if self.events:
            self._close()
        if not self.players and not self.errors:
            self.errors.append(_bad(1, "no players are named", "A GCG file begins with '#player1 NICK Full Name'"))
        if self.errors:
            raise Complaints(self.errors)
        order = sorted(self.players)
        if order != list(range(len(order))):
            raise _bad(1, f"players {', '.join(str(index + 1) for index in order)} are named", "Number them from 1")
        return GcgGame(
            tuple(self.players[index] for index in order),
            tuple(self.events),
            tuple(self.pragmas),
            dict(self.racks),
            self.incomplete,
            tuple(self.closing),
            tuple(self.doubts),
        )


def _bad(number: int, problem: str, remedy: str) -> NotationError:
    return NotationError(f"line {number}", problem, remedy)


def _with_notes(event: Event, notes: tuple[str, ...]) -> Event:
    return replace(event, notes=event.notes + notes)


def _body(number: int, words: list[str], score: int) -> Event:
    """Return the kind of an event and what it says, from the words between nickname and score."""
    last, rack = words[-1], words[0] if len(words) > 1 else ""
    if last == "(challenge)":
        return Event(Kind.CHALLENGE, 0, rack)
    if last == "(time)":
        return Event(Kind.TIME, 0, rack)
    if last.startswith("(") and last.endswith(")"):
        kind = Kind.RACK_PENALTY if score < 0 else Kind.RACK_POINTS
        return Event(kind, 0, rack, tiles=last[1:-1])
    if len(words) <= 2 and last == "--":
        return Event(Kind.WITHDRAWN, 0, rack)
    if len(words) <= 2 and last.startswith("-"):
        given = last[1:]
        if given in ("", "0"):
            return Event(Kind.PASS, 0, rack)
        if given.isdigit():
            return Event(Kind.EXCHANGE, 0, rack, count=int(given))
        return Event(Kind.EXCHANGE, 0, rack, tiles=given)
    at = next((index for index in (1, 0) if index + 1 < len(words) and COORDINATE.fullmatch(words[index])), None)
    if at is None:
        raise _bad(number, f"cannot read the move {' '.join(words)!r}", "Such as 'AEINRST 8G RETINAS'")
    rack = words[0] if at == 1 else ""
    return Event(Kind.PLAY, 0, rack, where=words[at].upper(), tiles=words[at + 1], extra=tuple(words[at + 2 :]))
