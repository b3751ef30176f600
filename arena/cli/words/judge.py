"""``arena judge POSITION PLAY``: the words and points of a play, or everything that is wrong with it.

Exit status: 0 for a legal play, 1 for an illegal one (an answer, told on standard output), 2 for
input that cannot be used.
"""

from __future__ import annotations

import json
from collections import Counter

import click

from arena.cli.say import say
from arena.cli.words.fit import warn_of_words
from arena.cli.words.positions import (
    cgp_options,
    given_options,
    position_of,
    read_play,
    read_source,
    strict_option,
    warn,
)
from arena.printable import printable_json
from arena.scrabble.legality import PlayFault, faults_of_play
from arena.scrabble.moves import Play
from arena.scrabble.scoring import Score, score_play
from arena.scrabble.supply import impossible
from arena.variants.position_file import PositionFile

LEGAL, ILLEGAL = 0, 1


def judge_play(position: PositionFile, play: Play) -> Score | list[PlayFault]:
    """Return what a play is worth in a position, or its faults. Without a hand any tiles may be played."""
    hand = position.hand
    if hand is None:
        hand = Counter(tile.tile for tile in play.tiles)
    faults = faults_of_play(position.table, position.board, play.tiles, hand, 1)
    return faults or score_play(position.table, position.board, play.tiles)


def verdict_text(verdict: Score | list[PlayFault]) -> str:
    """Return a verdict for people: one word with its points a line, the bonus, the total; or one fault a line."""
    if isinstance(verdict, list):
        return "\n".join(["illegal", *map(str, verdict)])
    bonus = [f"bonus {verdict.bonus}"] if verdict.bonus else []
    return "\n".join([*(f"{word.text} {word.points}" for word in verdict.words), *bonus, f"total {verdict.total}"])


def verdict_json(verdict: Score | list[PlayFault]) -> str:
    """Return a verdict as one JSON object: legal, words with their points, bonus, score, faults."""
    score = Score((), 0) if isinstance(verdict, list) else verdict
    faults = verdict if isinstance(verdict, list) else []
    told = {
        "legal": not faults,
        "words": [[word.text, word.points] for word in score.words],
        "bonus": score.bonus,
        "score": score.total,
        "faults": [{"fault": fault.name, "details": list(fault.details)} for fault in faults],
    }
    return printable_json(json.dumps(told, ensure_ascii=False))


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("position")
@click.argument("play", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@strict_option
@cgp_options
def judge(position: str, play: tuple[str, ...], as_json: bool, strict: bool, **options: str | None) -> int:
    """Judge a PLAY, '<x> <y> <tile id><char><points> ...' or '8G BUM', in a position.

    POSITION is a JSON file (- is standard input) or a CGP. Prints each word with its points, the bonus, and the total;
    or "illegal" and every fault, one a line. Ends with 0 when the play is legal, 1 when it is not, 2 when something
    cannot be read.
    """
    text, where, base = read_source(position)
    found = position_of(text, where, base, given_options(options), strict)
    warn_of_words(found.table.tiles, found.table.lexicon, bag=False)
    tried = read_play(" ".join(play), found)
    if found.hand is None:  # then the play's own tiles are the hand, and the position was not asked about them
        held = Counter(tile.tile for tile in tried.tiles if found.table.tiles.has(tile.tile))
        more = impossible(found.table, found.board, [held])
        warn([warning for warning in more if warning not in found.warnings], where, strict)
    verdict = judge_play(found, tried)
    say(verdict_json(verdict) if as_json else verdict_text(verdict))
    return ILLEGAL if isinstance(verdict, list) else LEGAL
