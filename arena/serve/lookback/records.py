"""A game record in GCG that somebody sends: every move with its board, and what does not agree."""

from __future__ import annotations

from typing import Any

from arena.errors import ArenaError
from arena.notation.gcg import EventKind, GcgGame
from arena.notation.gcg_read import read_gcg
from arena.notation.gcg_replay import ReplayStep, replay_gcg
from arena.scrabble.table import Table
from arena.serve.live.facts import Facts, play_text, tile_facts
from arena.serve.problems import Refused
from arena.variants.gcg_table import RecordTable, table_of_record

_NAMING = {"lexicon", "tile-distribution", "board-layout", "tiles", "board", "alphabet"}  # pragmas that name parts
KINDS = {
    EventKind.PLAY: "play", EventKind.PASS: "pass", EventKind.EXCHANGE: "change", EventKind.WITHDRAWN: "withdrawn",
    EventKind.CHALLENGE: "challenge", EventKind.RACK_POINTS: "rack points", EventKind.RACK_PENALTY: "rack penalty",
    EventKind.TIME: "time",
}  # fmt: skip


def gcg_facts(text: str, given: dict[str, str], *, paths: bool) -> tuple[Facts, Table]:
    """Return a game record move by move with ``problems``, and its table. given: board, tiles, lexicon by name.

    paths: whether the record may name files of this machine. Raises Refused, and ArenaErrors for what is no record.
    """
    game = read_gcg(text)
    for word, named in () if paths else (*game.pragmas, *game.closing):
        if word.lower() in _NAMING and any(sign in named for sign in "/\\.~"):
            raise Refused("forbidden", f"#{word}", f"{named[:60]!r} looks like a file's path", "Use shipped names")
    found, more = _table(game, given)
    replay = replay_gcg(game, found.table, look_up=True)
    line_of = {step.event.line: number for number, step in enumerate(replay.steps)}
    fields = sorted({*found.problems, *replay.problems})
    moves, before = [], dict[Any, Any]()
    for number, step in enumerate(replay.steps):
        moves.append(_move(found.table, number, step, before))
        before = dict(step.board)
    facts: Facts = {
        "kind": "word",
        "players": [player.name or player.nick for player in game.players],
        "moves": moves,
        "scores": list(replay.scores),
        "finished": replay.finished,
        "to_move": replay.to_move,
        "problems": [*more, *({"line": line, "move": line_of.get(line), "text": text} for line, text in fields)],
        "remarks": [{"line": line, "text": text} for line, text in sorted({*found.remarks, *replay.remarks})],
    }
    return facts, found.table


def _table(game: GcgGame, given: dict[str, str]) -> tuple[RecordTable, list[Facts]]:
    """Return the record's table; where its words are not known here, with the usual ones, and what to say of that."""
    named = given.get("lexicon") or game.pragma("lexicon")

    def made(words: str) -> RecordTable:
        return table_of_record(
            game, board=given.get("board"), tiles=given.get("tiles"), rules="tournament", lexicon=words, base=None
        )

    try:
        return made(named or "default"), []
    except ArenaError:
        if given.get("lexicon") or named is None:
            raise
        text = f"the words of the record, {named!r}, are not known here: taken to be default"
        return made("default"), [{"line": None, "move": None, "text": text}]


def _move(table: Table, number: int, step: ReplayStep, before: dict[Any, Any]) -> Facts:
    event = step.event
    try:
        hand = table.tiles.parse_rack(event.rack)[0] if event.rack else {}
    except ArenaError:
        hand = {}
    withdrawn = None  # the whole board, where tiles were taken from it
    if event.kind is EventKind.WITHDRAWN:
        withdrawn = [tile_facts(table, tile) for tile in step.board.values()]
    return {
        "turn": number,
        "seat": event.player,
        "kind": KINDS[event.kind],
        "tiles": [tile_facts(table, tile) for tile in step.placed],
        "words": [[word, None] for word in step.words],
        "points": event.score,
        "reckoned": step.points,
        "bonus": 0,
        "text": play_text(table, before, step.placed) or f"{event.where} {event.tiles}".strip(),
        "total": event.total,
        "count": event.count,
        "detail": step.remark,
        "lines": list(event.notes),
        "rack": [tile for tile, count in sorted(hand.items()) for _ in range(count)],
        "board": withdrawn,
        "line": event.line,
        "ms": 0,
    }
