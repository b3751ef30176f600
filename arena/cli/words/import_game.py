"""``arena import game.gcg``: a game record replayed, scored again, and checked line by line.

Exit status: 0 when everything agrees, 1 when some lines do not or cannot be read (they are listed), 2 for a file
that is no record. Several records: import_many.py.
"""

from __future__ import annotations

import json
import os
from typing import Any

import click

from arena.cli.idle import refuse_idle
from arena.cli.say import say
from arena.cli.shared_work import workers_option
from arena.cli.words.import_many import AGREES, DISAGREES, import_many
from arena.cli.words.positions import given_options
from arena.notation.gcg import Event, EventKind, GcgGame, write_gcg
from arena.notation.gcg_replay import GcgReplay, ReplayStep
from arena.printable import printable_json
from arena.report.numbers import plural
from arena.runner.sandbox.limits import cores
from arena.words.checking import replay_record
from arena.words.reading import record_of


@click.command("import")
@click.argument("records", nargs=-1, required=True, metavar="FILE|FOLDER...")
@click.option("--board", help="The board it was played on, by name or path; default: what the file says, or scrabble.")
@click.option("--tiles", help="The tile set; default: what the file says, or english.")
@click.option("--rules", default="tournament", show_default=True, help="The rule book.")
@click.option("--lexicon", help="Report words that are not in this list (default: no word is looked up).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--gcg", "as_gcg", is_flag=True, help="Print the record again, in standard form.")
@workers_option("Processes that share many records  [the cores].")
def command(
    records: tuple[str, ...],
    board: str | None,
    tiles: str | None,
    rules: str,
    lexicon: str | None,
    as_json: bool,
    as_gcg: bool,
    workers: int | None,
) -> int:
    """Read a GCG record (- is standard input), replay it, rescore every play, and list everything that disagrees.

    Of several records, or a folder of them, it lists those that disagree, sums up what each player did, and rates the
    players by the games of two that are finished.
    """
    given = given_options({"board": board, "tiles": tiles, "rules": rules, "lexicon": lexicon})
    if len(records) > 1 or os.path.isdir(records[0]):
        if as_gcg:
            raise click.UsageError("--gcg prints one record: name one file")
        return import_many(records, given, workers or cores(), as_json=as_json)
    [file] = records
    refuse_idle("one record is read by one process", "--workers")
    if as_gcg:
        refuse_idle(
            "--gcg prints the record, and checks nothing", "--json", "--board", "--tiles", "--rules", "--lexicon"
        )
        game = record_of(file, file)
        say(write_gcg(game), nl=False)
        for line, problem in game.doubts:
            say(f"{file}: line {line}: {problem}", err=True)
        return DISAGREES if game.doubts else AGREES
    game, replay, _ = replay_record(file, file, **given)
    say(replay_json(game, replay) if as_json else replay_text(game, replay))
    return DISAGREES if replay.problems else AGREES


def move_text(event: Event) -> str:
    """Return what an event says, as people write it."""
    match event.kind:
        case EventKind.PLAY:
            return f"{event.where} {event.tiles}"
        case EventKind.EXCHANGE:
            return f"exchange {event.tiles or event.count}"
        case EventKind.RACK_POINTS | EventKind.RACK_PENALTY:
            return f"{event.kind} ({event.tiles})"
        case _:
            return str(event.kind)


def replay_text(game: GcgGame, replay: GcgReplay) -> str:
    """Return the replay for people: a line an event, the problems, and how it stands."""
    from tabulate import tabulate

    rows = [
        [
            step.event.line,
            game.players[step.event.player].nick,
            step.event.rack,
            move_text(step.event),
            ", ".join(step.words),
            f"{step.event.score:+d}",
            step.event.total,
        ]
        for step in replay.steps
    ]
    head, sides = (
        ["line", "player", "rack", "move", "words", "points", "total"],
        ["right", *["left"] * 4, *["right"] * 2],
    )
    if any(step.remark for step in replay.steps):
        rows = [[*row, step.remark] for row, step in zip(rows, replay.steps, strict=True)]
        head, sides = [*head, "remark"], [*sides, "left"]
    lines = [tabulate(rows, head, disable_numparse=True, colalign=sides if rows else None), ""]
    lines += [f"line {line}: {text}" for line, text in replay.problems]
    lines += [f"line {line}: remark: {text}" for line, text in replay.remarks]
    score = ", ".join(f"{player.nick} {total}" for player, total in zip(game.players, replay.scores, strict=True))
    state = "finished" if replay.to_move is None else f"unfinished, {game.players[replay.to_move].nick} to move"
    verdict = f"{len(replay.problems)} disagree" if replay.problems else "everything agrees"
    lines.append(f"{score}; {plural(len(replay.board), 'tile')} on the board; {state}; {verdict}")
    return "\n".join(lines)


def replay_json(game: GcgGame, replay: GcgReplay) -> str:
    """Return the replay as one JSON object."""
    fields: dict[str, Any] = {
        "players": [{"nick": player.nick, "name": player.name} for player in game.players],
        "scores": list(replay.scores),
        "finished": replay.finished,
        "to_move": None if replay.to_move is None else replay.to_move + 1,
        "tiles_on_board": len(replay.board),
        "problems": [{"line": line, "problem": text} for line, text in replay.problems],
        "remarks": [{"line": line, "remark": text} for line, text in replay.remarks],
        "events": [_event_json(step) for step in replay.steps],
    }
    return printable_json(json.dumps(fields, ensure_ascii=False))


def _event_json(step: ReplayStep) -> dict[str, Any]:
    event = step.event
    return {
        "line": event.line,
        "player": event.player + 1,
        "kind": str(event.kind),
        "rack": event.rack,
        "where": event.where,
        "text": event.tiles,
        "points": event.score,
        "reckoned": step.points,
        "total": event.total,
        "words": list(step.words),
        "placed": [[tile.x, tile.y, tile.char, tile.points] for tile in step.placed],
        "notes": list(event.notes),
        "remark": step.remark,
    }
