"""GCG game records: what is in one, and one as text. Pure; knows no rules. gcg_read.py reads them.

GCG is what the field's programs write (poslfit's description, version 1.2 of 2019, and the dialects
of the engines). Tiles stay text here; gcg_replay.py puts them on a board and scores them again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class EventKind(StrEnum):
    """What an event line says."""

    PLAY = "play"
    PASS = "pass"
    EXCHANGE = "exchange"
    WITHDRAWN = "withdrawn"  # the player's own last play is taken back
    CHALLENGE = "challenge"  # a bonus for a valid play that was challenged
    RACK_POINTS = "rack points"  # gained for tiles left on other racks
    RACK_PENALTY = "rack penalty"  # lost for tiles left on the own rack
    TIME = "time"  # a time penalty


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a game.

    player: index into the players; rack: the rack before the event as written, "" when unknown.
    score, total: points of this event and of the player after it, as the file has them.
    where:  the coordinate of a play, row first for across ("8G"), column first for down ("G8").
    tiles:  the play's letters, the exchanged tiles, or the tiles that end points are for.
    count:  how many tiles an exchange of unknown tiles gives away, else None.
    extra:  further words of a play's line (old files append the cross words).
    remark: what stands behind the total: the words that the play made, or anything else.
    notes:  the notes that follow, one text each, lines joined by newlines.
    line:   where it stands in the file; not part of what an event is.
    """

    kind: EventKind
    player: int
    rack: str = ""
    score: int = 0
    total: int = 0
    where: str = ""
    tiles: str = ""
    count: int | None = None
    extra: tuple[str, ...] = ()
    remark: str = ""
    notes: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Player:
    """A player's nickname (no blanks, no colon) and full name."""

    nick: str
    name: str


@dataclass(frozen=True, slots=True)
class GcgGame:
    """A game record.

    pragmas:    (word, text) of every other pragma before the events, in the file's order, words in any case.
    racks:      player -> the last known rack, from #rack1, #rack2 ...
    incomplete: the text of #incomplete, or None where the file has no such line.
    closing:    (word, text) of other pragmas after the first event.
    What is not part of what a game is, but of how it was read:

    doubts:  (line, problem) of what could not be read, or only with an assumption.
    remarks: (line, text) of what a reader may want to know although nothing is wrong, such as a guessed encoding.
    unread:  the lines of events that were left out.
    lines:   pragma -> its (last) line.
    """

    players: tuple[Player, ...]
    events: tuple[Event, ...] = ()
    pragmas: tuple[tuple[str, str], ...] = ()
    racks: Mapping[int, str] = field(default_factory=dict)
    incomplete: str | None = None
    closing: tuple[tuple[str, str], ...] = ()
    doubts: tuple[tuple[int, str], ...] = field(default=(), compare=False)
    remarks: tuple[tuple[int, str], ...] = field(default=(), compare=False)
    unread: tuple[int, ...] = field(default=(), compare=False)
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    def pragma(self, word: str) -> str | None:
        """Return the text of a pragma, by its name in small letters (several joined by newlines), or None."""
        texts = [text for name, text in self.pragmas if name.lower() == word]
        return "\n".join(texts) if texts else None


COORDINATE = re.compile(r"(?:(\d+)([A-Za-z]+)|([A-Za-z]+)(\d+))")


def write_gcg(game: GcgGame) -> str:
    """Return the game as text, UTF-8, lines ending in LF; ``read_gcg`` reads the same game back."""
    lines = ["#character-encoding UTF-8"]
    lines += [f"#player{index} {player.nick} {player.name}".rstrip() for index, player in enumerate(game.players, 1)]
    lines += [_pragma_line(word, text) for word, text in game.pragmas]
    for event in game.events:
        lines.append(_event_line(game.players[event.player].nick, event))
        for note in event.notes:
            lines += [f"#note {part}".rstrip() if not at else part for at, part in enumerate(note.split("\n"))]
    lines += [_pragma_line(word, text) for word, text in game.closing]
    lines += [f"#rack{player + 1} {rack}".rstrip() for player, rack in sorted(game.racks.items())]
    if game.incomplete is not None:
        lines.append(f"#incomplete {game.incomplete}".rstrip())
    return "\n".join(lines) + "\n"


def _pragma_line(word: str, text: str) -> str:
    return f"#{word} {text}".rstrip()


def _event_line(nick: str, event: Event) -> str:
    match event.kind:
        case EventKind.PLAY:
            what = " ".join([event.where, event.tiles, *event.extra])
        case EventKind.PASS:
            what = "-"
        case EventKind.EXCHANGE:
            what = f"-{event.tiles if event.count is None else event.count}"
        case EventKind.WITHDRAWN:
            what = "--"
        case EventKind.CHALLENGE | EventKind.TIME:
            what = f"({event.kind.value})"
        case EventKind.RACK_POINTS | EventKind.RACK_PENALTY:
            what = f"({event.tiles})"
    rack = f"{event.rack} " if event.rack else ""
    return f">{nick}: {rack}{what} {event.score:+d} {event.total} {event.remark}".rstrip()


def nicknames(names: Iterable[str]) -> list[Player]:
    """Return players for any names: nicknames without white space or colons, no two alike."""
    taken: set[str] = set()
    players = []
    for name in names:
        base = re.sub(r"[\s:>#]+", "_", name.strip()).strip("_") or "player"
        nick, number = base, 2
        while nick in taken:
            nick, number = f"{base}_{number}", number + 1
        taken.add(nick)
        players.append(Player(nick, " ".join(name.split())))
    return players
