"""A game's message exchange in the course's words: ``Player 2 <- Server: ...`` and so on. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from arena.printable import shorten
from arena.records.record import GameRecord

# message type -> the course's name for it
_NAMES = {
    "start": "Start", "play_success": "PlaySuccess", "played": "Played", "play_failed": "PlayFailed",
    "errors": "Errors", "passed": "Passed", "forfeited": "Forfeited", "timed_out": "TimedOut",
    "changed": "Changed", "change_success": "ChangeSuccess", "your_turn": "YourTurn", "game_over": "GameOver",
    "ready": "Ready", "play": "Play", "change": "Change", "pass": "Pass", "forfeit": "Forfeit", "offer": "Offer",
    "move": "Move", "challenge": "Challenge", "challenged": "Challenged", "moved": "Moved", "fault": "Fault",
}  # fmt: skip
_LONG = ("board", "tiles", "dictionary", "rules", "options")  # of a start message: what is public and long


def traced(seat: int, from_server: bool, line: bytes) -> str:
    """Return one message as a line."""
    arrow = "<-" if from_server else "->"
    return f"Player {seat + 1} {arrow} Server: {message_text(line)}"


def message_text(line: bytes) -> str:
    """Return a message in words; what is no message, as it is."""
    try:
        message = msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError):
        return f"(no message) {shorten(line.strip())}"
    kind = str(message.pop("type", "?"))
    return f"{_NAMES.get(kind, kind)} {_fields(message, kind)}".rstrip()


def _fields(message: Mapping[str, Any], kind: str) -> str:
    parts = []
    for name, value in message.items():
        if kind == "start" and name in _LONG:
            continue
        parts.append(f"{name}={_value(name, value)}")
    return " ".join(parts)


def _value(name: str, value: Any) -> str:
    if name == "tiles" and isinstance(value, list) and value and isinstance(value[0], dict):
        placed = [f"{t['at'][0]} {t['at'][1]} {t['tile']}{t['char']}{t['points']}" for t in value if "at" in t]
        return f"({', '.join(placed)})"
    if name == "errors" and isinstance(value, list) and all(isinstance(error, dict) for error in value):
        return f"[{', '.join(str(error.get('text', '?')) for error in value)}]"
    if isinstance(value, dict) and "type" in value:
        return f"({message_text(msgspec.json.encode(value))})"
    if isinstance(value, str) and "\n" not in value and " " not in value:
        return value
    return msgspec.json.encode(value).decode()


def last_lines(record: GameRecord) -> list[str]:
    """Return how a game ended: each name with its points, the reason, and the best move where moves score."""
    lines = []
    for seat, bot in enumerate(record.bots):
        score = None if record.scores is None else record.scores[seat]
        points = "" if score is None else f": {score} point{'s' * (score != 1)}"
        left = next((f" (left: {f.fault or 'own wish'})" for f in record.forfeits if f.seat == seat), "")
        lines.append(f"Player {seat + 1}, {bot}{points}, place {record.places[seat]}{left}")
    lines.append(f"The game ended: {record.reason}")
    scored = [(int(move.note.get("score", 0)), -move.turn, move) for move in record.moves if "score" in move.note]
    if scored:
        most, _, move = max(scored, key=lambda item: item[:2])
        if most > 0:  # where nobody made a point there was no best move
            lines.append(f"Best move was played by {record.bots[move.seat]} for {most} point{'s' * (most != 1)}")
    return lines
