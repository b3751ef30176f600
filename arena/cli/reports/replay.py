"""``arena replay GAME``: a game move by move, with boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import click

from arena.cli.idle import refuse_idle
from arena.cli.say import say
from arena.contract.game import Game
from arena.records.record import GameRecord, MoveRecord
from arena.records.replay import replay
from arena.records.store import Results, find_results
from arena.records.trace import last_lines
from arena.report.numbers import plural
from arena.serve.lookback.cgp_of import cgp_of, spec_of
from arena.variants.build import build_game


@click.command("replay")
@click.argument("game")
@click.option("--results", "name", metavar="NAME", help="The tournament's name under results/, or a folder.")
@click.option("--no-boards", is_flag=True, help="Print only the moves and the end.")
@click.option(
    "--cgp", is_flag=True, help="Print each position as a CGP instead of a board: one line, with racks and scores."
)
def command(game: str, name: str | None, no_boards: bool, cgp: bool) -> int:
    """Print the game with the id GAME move by move, with the board after each.

    GAME is an id such as infinite/greedy-vs-random/0007/1; with the tournament in front of it
    (quickstart/infinite/greedy-vs-random/0007/1), --results is not needed.
    """
    if no_boards:
        refuse_idle("--no-boards prints no positions", "--cgp")
    if name is None:
        name, _, game = game.partition("/")
    with Results(find_results(name)) as results:
        record = results.get(game)
        spec = spec_of(results.manifest, record.variant, name)
    played = build_game(spec)
    show = cgp_of(played) if cgp else played.show
    for line in replay_text(record, played, boards=not no_boards, show=show):
        say(line)
    return 0


def replay_text(
    record: GameRecord, game: Game[Any, Any], *, boards: bool = True, show: Callable[[Any], str] | None = None
) -> Iterator[str]:
    """Yield a game as lines; raises ResultsError where the rules of today give another game.

    show: how a state is shown, instead of the game's own way.
    """
    yield f"game {record.id}, seed {record.seed}: " + " against ".join(
        f"{bot} (player {seat + 1})" for seat, bot in enumerate(record.bots)
    )
    for move, state in replay(record, game):
        if move is not None:
            yield move_text(record, move)
        if boards:
            yield (show or game.show)(state)
    yield from last_lines(record)


def challenge_text(bots: Sequence[str], note: Mapping[str, Any]) -> str:
    """Return what came of a challenge."""
    other, points = bots[int(note["against"])], int(note["against_points"])
    if note.get("phonies"):
        return f"right: not in the lexicon: {', '.join(note['phonies'])}; {other} loses {plural(-points, 'point')}"
    return "wrong" + (f"; {other} gains {plural(points, 'point')}" if points else "")


def move_text(record: GameRecord, move: MoveRecord) -> str:
    """Return one turn as a line: who, what, its words and points, what was wrong."""
    parts = [f"turn {move.turn + 1}, {record.bots[move.seat]}:"]
    if "hand" in move.note:
        parts.append(f"holding {move.note['hand']},")
    parts.append(move.move if move.move is not None else "no move")
    words = move.note.get("words")
    if words:
        parts.append("makes " + ", ".join(f"{word} ({points})" for word, points in words))
    if move.note.get("score"):
        parts.append(f"for {plural(move.note['score'], 'point')}")
    if move.note.get("kind") == "challenge":
        parts.append(challenge_text(record.bots, move.note))
    elif "taken_back" in move.note:
        parts.append("(taken back, challenged)")
    if move.offered:
        parts.append("(offered before the time ran out)")
    for fault in (*move.tries, *((move.fault,) if move.fault else ())):
        parts.append(f"[{fault.fault.lower().replace('_', ' ')}: {fault.detail}]")
    return " ".join(parts)
