"""The best moves of a state, beside which a bot's answer is set: by points, by equity, or by the solver."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from arena import small_games, words
from arena.cli.words.ranked import ranked_json, ranked_lines
from arena.contract.game import has_secrets
from arena.errors import ConfigError
from arena.runner.asking.question import AskedState
from arena.words.ranking import RANKINGS

MOST_NODES = 200_000  # positions that the solver looks at


class Best(NamedTuple):
    """The best moves: by what, as lines for people, and as JSON has them. why: there are none, "" where there are."""

    by: str
    lines: tuple[str, ...]
    facts: list[Any]
    why: str = ""


def best_of(situation: AskedState, top: int) -> Iterator[Best]:
    """Yield the best moves of a situation, by each measure that there is."""
    if situation.game.name == "word":
        yield from _words(situation, top)
    elif not has_secrets(situation.game):
        yield _solved(situation, top)


def _words(situation: AskedState, top: int) -> Iterator[Best]:
    game: Any = situation.game
    state, table = situation.state, game.table
    position = words.Position(table, state.board, state.hands[situation.seat])
    for by in RANKINGS:
        try:
            moves = position.ranked(by, top=top, seats=game.seats)
        except ConfigError as error:
            yield Best(by, (), [], error.problem)
            continue
        yield Best(by, tuple(ranked_lines(table, moves)), [ranked_json(position, move) for move in moves])


def _solved(situation: AskedState, top: int) -> Best:
    position = small_games.Position(situation.game, situation.state)
    lines, facts = [], []
    for move, forecast in position.ranked(top, nodes=MOST_NODES):
        places = forecast.places
        if places is None:
            end = f"not known within {MOST_NODES} positions"
        elif len(places) == 1:
            end = "solved" if places[0] == 1 else "not solved"
        else:
            firsts = [seat + 1 for seat, place in enumerate(places) if place == 1]
            end = f"player {firsts[0]} wins" if len(firsts) == 1 else "a tie"
        lines.append(f"{move}: {end}")
        facts.append({"move": move, "places": places})
    return Best("the solver", tuple(lines), facts)
