"""``arena judge POSITION PLAY``: the words and points of a play, or everything that is wrong with it.

Exit status: 0 for a legal play, 1 for an illegal one (an answer, told on standard output), 2 for
input that cannot be used.
"""

from __future__ import annotations

import json

import click

from arena.cli.say import say
from arena.cli.words.fit import warn_of_words
from arena.cli.words.positions import (
    cgp_options,
    given_options,
    position_of,
    strict_option,
    warn,
)
from arena.printable import printable_json
from arena.words import Verdict
from arena.words.reading import read_source

LEGAL, ILLEGAL = 0, 1


def verdict_json(verdict: Verdict) -> str:
    """Return a verdict as one JSON object: legal, words with their points, bonus, score, faults."""
    fields = {
        "legal": verdict.legal,
        "words": [list(word) for word in verdict.words],
        "bonus": verdict.bonus,
        "score": verdict.score,
        "faults": [{"fault": fault.name, "details": list(fault.details)} for fault in verdict.faults],
    }
    return printable_json(json.dumps(fields, ensure_ascii=False))


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("position")
@click.argument("play", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@strict_option
@cgp_options
def judge(position: str, play: tuple[str, ...], as_json: bool, strict: bool, **options: str | None) -> int:
    """Judge a PLAY, '<x> <y> <tile id><char><points> ...' or '8G BUM', in a position.

    POSITION is a JSON file (- is standard input) or a CGP. Prints each word with its points, the bonus, and the total;
    or "illegal" and every fault, one per line. Exit status: 0 when the play is legal, 1 when it is not, 2 when
    something cannot be read.
    """
    text, where, base = read_source(position)
    read = position_of(text, where, base, given_options(options), strict)
    warn_of_words(read.table.tiles, read.table.lexicon, bag=False)
    tried = read.read_play(" ".join(play))
    warn(read.doubts(tried), where, strict)
    verdict = read.judge(tried)
    say(verdict_json(verdict) if as_json else str(verdict))
    return LEGAL if verdict.legal else ILLEGAL
