"""One event line of a GCG record: its kind, and what it says. Pure; knows no rules."""

from __future__ import annotations

import re
from dataclasses import replace

from arena.errors import NotationError
from arena.notation.gcg import COORDINATE, Event, EventKind

_SCORE = re.compile(r"\+?[+-]?[0-9]{1,9}")  # without a sign it is a plus
_TOTAL = re.compile(r"[+-]?[0-9]{1,9}")
_COUNT = re.compile(r"[0-9]{1,4}")
_GROUP = re.compile(r"\([^()]*\)")


def bad(number: int, problem: str, remedy: str) -> NotationError:
    """Return the complaint about a line."""
    return NotationError(f"line {number}", problem, remedy)


def read_event(number: int, said: str) -> Event:
    """Return what an event says behind its nickname, of player 0; raise NotationError, naming the line.

    The form is ``RACK WHAT SCORE TOTAL REMARK``; the rack may be missing, and so may the remark. A play
    may be followed by further words before its score.
    """
    words = said.split()
    if not words:
        raise bad(number, "the event is empty", "Write '>NICK: RACK 8G PLAY +22 22'")
    at = _move_at(words)
    what = words[at] if at < len(words) else ""
    play = COORDINATE.fullmatch(what) is not None
    if not (play or what.startswith("-") or _GROUP.fullmatch(what)):
        raise bad(number, f"cannot read the move in {said.strip()[:60]!r}", "For example 'AEINRST 8G RETINAS +66 66'")
    first = at + (2 if play else 1)
    last = _score_at(words, first, len(words) if play else first + 1)
    if last is None:
        problem = f"the line has no score and total after the move: {said.strip()[:60]!r}"
        raise bad(number, problem, "For example '+22 131'")
    score, total = int(words[last].replace("+", "")), int(words[last + 1])
    event = Event(
        EventKind.PASS, 0, words[0] if at else "", score, total, remark=" ".join(words[last + 2 :]), line=number
    )
    if play:
        return replace(
            event, kind=EventKind.PLAY, where=what.upper(), tiles=words[at + 1], extra=tuple(words[at + 2 : last])
        )
    return _other(event, what)


def _move_at(words: list[str]) -> int:
    """Return which word says the move: 1 behind a rack, 0 without one."""
    if words[0].startswith("-") or _GROUP.fullmatch(words[0]):
        return 0
    second = words[1] if len(words) > 1 else ""
    return 0 if COORDINATE.fullmatch(words[0]) and not COORDINATE.fullmatch(second) else 1


def _score_at(words: list[str], first: int, end: int) -> int | None:
    """Return where the score stands that a total follows: from ``first`` on, before ``end``."""
    for index in range(first, min(end, len(words) - 1)):
        score, total = words[index], words[index + 1]
        if _SCORE.fullmatch(score) and _TOTAL.fullmatch(total) and (score[0] in "+-" or total[0] != "+"):
            return index
    return None


def _other(event: Event, what: str) -> Event:
    """Return an event that puts nothing on the board."""
    if what.lower() == "(challenge)":
        return replace(event, kind=EventKind.CHALLENGE)
    if what.lower() == "(time)" and what != "(TIME)":  # those may be tiles
        return replace(event, kind=EventKind.TIME)
    if _GROUP.fullmatch(what):
        return replace(
            event, kind=EventKind.RACK_PENALTY if event.score < 0 else EventKind.RACK_POINTS, tiles=what[1:-1]
        )
    if what == "--":
        return replace(event, kind=EventKind.WITHDRAWN)
    content = what[1:]
    if content in ("", "0"):
        return event
    if _COUNT.fullmatch(content):
        return replace(event, kind=EventKind.EXCHANGE, count=int(content))
    return replace(event, kind=EventKind.EXCHANGE, tiles=content)
