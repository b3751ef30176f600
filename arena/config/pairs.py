"""The key ``pairs`` of one bot, and what it does not go together with. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from arena.config.model import Tournament
from arena.config.node import Node
from arena.config.walk import Walk

MOST_PAIRS = 10_000_000  # of a tournament, and of a bot
_WHY_NOT: Mapping[str, str] = {
    "swiss": "the matches of a swiss are equally long, for a match is worth one point",
    "knockout": "the matches of a knockout are equally long, for each decides who goes on",
    "ladder": "a ladder owes every bot equally many pairs",
}


def check_pairs(tournament: Tournament, walk: Walk) -> None:
    """Complain about bots with a number of pairs of their own where something else says how long they play."""
    problem = _WHY_NOT.get(tournament.kind.name, "")
    remedy = "Remove it, or write kind: round-robin or {gauntlet: ...}"
    if tournament.stop is not None and tournament.stop.sprt is not None:
        problem = "an SPRT says itself how many pairs its bots play"
        remedy = "Remove it; the tournament's own 'pairs' bounds the test"
    if not problem or walk.troubled("kind") or walk.troubled("stop") or walk.troubled("bots"):
        return
    places = set()  # one entry of the file may stand for many bots
    for number, bot in enumerate(tournament.bots):
        place = walk.marks.get(f"bots[{number}].pairs")
        if bot.pairs is not None and place is not None and place not in places:
            places.add(place)
            walk.complain(Node("scalar", *place), f"bots[{number}].pairs", problem, remedy)
