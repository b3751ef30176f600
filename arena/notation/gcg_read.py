"""Reading GCG game records: a file's bytes or text in, the game that they say out. Pure; knows no rules.

Old files and the engines' dialects are read too; what needed an assumption is told with the game (``doubts``),
and so is every line that cannot be read: it is left out, and the rest of the record is read.
"""

from __future__ import annotations

import re
from dataclasses import replace

from arena.errors import Complaints, NotationError
from arena.lexicon.alphabet import composed
from arena.notation.gcg import Event, EventKind, GcgGame, Player
from arena.notation.gcg_bytes import Decoded, decode
from arena.notation.gcg_event import bad, read_event

MOST_NAMED = 20  # complaints about a file that is no record at all
_PRAGMA = re.compile(r"#([A-Za-z][\w-]*)(?:\s+(.*))?")
_PLAYER = re.compile(r"player([1-9])")
_RACK = re.compile(r"rack([1-9])")
_EVENT = re.compile(r">\s*([^\s:]+):\s*(.*)")


def read_gcg(source: bytes | str) -> GcgGame:
    """Return the game that a file's bytes or text say.

    Raises Complaints of NotationErrors, each with its line, for what is no record: it names no player.
    """
    decoded = decode(source) if isinstance(source, bytes) else Decoded(source)
    reader = _Reader(decoded)
    for number, line in enumerate(re.split(r"\r\n|\r|\n", composed(decoded.text)), start=1):
        reader.take(number, line.rstrip())
    return reader.game()


class _Reader:
    """Takes the lines of one file one after the other."""

    def __init__(self, decoded: Decoded) -> None:
        self.players: dict[int, Player] = {}
        self.pragmas: list[tuple[str, str]] = []
        self.closing: list[tuple[str, str]] = []
        self.events: list[Event] = []
        self.notes: list[list[str]] = []  # of the last event
        self.racks: dict[int, str] = {}
        self.lines: dict[str, int] = {}
        self.incomplete: str | None = None
        self.doubts: list[tuple[int, str]] = [*decoded.doubts]
        self.remarks = decoded.remarks
        self.unread: list[int] = []
        self.errors: list[NotationError] = []
        self.in_note = False
        self.another = False  # a second game has begun
        self.turn = -1  # whose the last move was, where nicks cannot tell

    def take(self, number: int, line: str) -> None:
        if not line.strip() or self.another:
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
                raise bad(
                    number, f"neither a pragma nor an event: {line[:60]!r}", "Events begin with '>', pragmas with '#'"
                )
        except NotationError as error:
            self.errors.append(error)
            self.doubts.append((number, f"left out: {error.problem}. {error.remedy}"))

    def _pragma(self, number: int, written: str, text: str) -> None:
        word = written.lower()
        self.lines[word] = number
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
                raise bad(number, "#character-encoding may only be the very first line", "Move it there")
        elif self.events:
            self.closing.append((written, text))
        else:
            self.pragmas.append((written, text))

    def _player(self, number: int, index: int, text: str) -> None:
        nick, *names = text.split(maxsplit=1)[:2] or [""]
        if not nick:
            raise bad(number, f"player {index + 1} has no nickname", "Write '#player1 NICK Full Name'")
        if index in self.players and self.events:
            self.another = True
            raise bad(
                number, "another game begins here, and all that follows is of it", "Put it into a file of its own"
            )
        if index in self.players:
            raise bad(number, f"player {index + 1} is named twice", "Remove one of the lines")
        if self.events:
            self.doubts.append((number, "a player is named after the first event"))
        if any(player.nick == nick for player in self.players.values()):
            self.doubts.append((number, f"two players have the nickname {nick!r}: told apart by taking turns"))
        self.players[index] = Player(nick, " ".join(" ".join(names).split()))

    def _event(self, number: int, line: str) -> None:
        try:
            nick, said = self._split(number, line)
            event = read_event(number, said)
            player = self._who(number, nick, event.kind)
        except NotationError:
            self.unread.append(number)
            raise
        if self.events:
            self._close()
        self.events.append(replace(event, player=player))

    def _split(self, number: int, line: str) -> tuple[str, str]:
        """Return an event's nickname and what follows its colon; a known nickname may have colons itself."""
        body = line[1:].lstrip()
        for nick in sorted((player.nick for player in self.players.values()), key=len, reverse=True):
            if body.startswith(nick + ":"):
                return nick, body[len(nick) + 1 :]
        matched = _EVENT.fullmatch(line)
        if matched is None:
            raise bad(number, f"not an event: {line[:60]!r}", "Write '>NICK: RACK 8G PLAY +22 22'")
        return matched[1], matched[2]

    def _who(self, number: int, nick: str, kind: EventKind) -> int:
        named = sorted(index for index, player in self.players.items() if player.nick == nick)
        if not named and len(self.players) < 2:  # a record of two whose line of names is missing or damaged
            named = [next(index for index in (0, 1) if index not in self.players)]
            self.players[named[0]] = Player(nick, "")
            self.doubts.append((number, f"no player is called {nick!r}: taken for player {named[0] + 1}"))
        if not named:
            known = ", ".join(player.nick for player in self.players.values())
            raise bad(number, f"no player is called {nick!r}", f"Players: {known}")
        return self._next_of(named, kind)

    def _next_of(self, named: list[int], kind: EventKind) -> int:
        """Return whose an event is that one of ``named`` has: of several, they take turns."""
        if len(named) == 1:
            self.turn = named[0]
        elif kind in (EventKind.PLAY, EventKind.PASS, EventKind.EXCHANGE):
            self.turn = next((index for index in named if index > self.turn), named[0])
        elif self.turn not in named:
            self.turn = named[0]
        return self.turn

    def _tell_twins_apart(self) -> None:
        """Say anew whose the events are, now that all players are known: a player may be named after its first move."""
        self.turn = -1
        for number, event in enumerate(self.events):
            nick = self.players[event.player].nick
            named = sorted(index for index, player in self.players.items() if player.nick == nick)
            self.events[number] = replace(event, player=self._next_of(named, event.kind))

    def _close(self) -> None:
        """Give the notes read since the last event to it."""
        if self.notes:
            last = self.events[-1]
            notes = tuple("\n".join(lines) for lines in self.notes)
            self.events[-1] = replace(last, notes=last.notes + notes)
            self.notes = []

    def game(self) -> GcgGame:
        if self.events:
            self._close()
        if not self.players:
            missing = bad(1, "no players are named", "A GCG file begins with '#player1 NICK Full Name'")
            raise Complaints([missing, *self.errors[:MOST_NAMED]])
        for index in range(max(self.players)):
            if index not in self.players:
                self.players[index] = Player(self._unused(f"player{index + 1}"), "")
                self.doubts.append((1, f"player {index + 1} is not named"))
        if len({player.nick for player in self.players.values()}) < len(self.players):
            self._tell_twins_apart()
        for index in [index for index in self.racks if index not in self.players]:
            self.doubts.append((self.lines[f"rack{index + 1}"], f"left out: there is no player {index + 1}"))
            del self.racks[index]
        return GcgGame(
            tuple(self.players[index] for index in sorted(self.players)),
            tuple(self.events),
            tuple(self.pragmas),
            dict(self.racks),
            self.incomplete,
            tuple(self.closing),
            tuple(sorted(self.doubts)),
            tuple(self.remarks),
            tuple(self.unread),
            dict(self.lines),
        )

    def _unused(self, nick: str) -> str:
        while any(player.nick == nick for player in self.players.values()):
            nick += "_"
        return nick
