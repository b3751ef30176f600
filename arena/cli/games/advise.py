"""``arena advise GAME``: the best move, and who wins when everybody plays their best."""

from __future__ import annotations

import time
from typing import Any

import click

from arena.cli.durations import Seconds
from arena.cli.say import say, say_json
from arena.contract.budget import ClockedBudget
from arena.errors import ConfigError
from arena.report.numbers import noun
from arena.small_games import Advice, Forecast, Position, read_game, start

PLAYERS = ("X", "O")
METHODS = {"plain": "plain search", "compiled": "compiled search", "own search": "a search of the game's own"}


@click.command()
@click.argument("game")
@click.option("--state", "moves", default="", metavar="MOVES", help="Moves from the start, such as 'm um ul' or 4737.")
@click.option("--aggressive", is_flag=True, help="Look for the nearest win, or the most distant loss.")
@click.option(
    "--explain", is_flag=True, help="Also show in how many moves, what the search took, and how good each move is."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--seconds", type=Seconds(min=0), default=60.0, show_default=True, help="Time limit; 0 is none.")
@click.option("--nodes", type=click.IntRange(min=1), default=None, help="Most states to look at.")
@click.option("--memory", type=click.IntRange(min=1), default=512, show_default=True, help="Memory for tables, in MiB.")
def advise(
    game: str,
    moves: str,
    aggressive: bool,
    explain: bool,
    as_json: bool,
    seconds: float,
    nodes: int | None,
    memory: int,
) -> None:
    """Show the best move of GAME in a position, and how the game ends with best play by all.

    GAME is a name with its options: tictactoe, connect(7,6,4), nim(3,5,7), peg(board=cross,hole=d4).
    If a limit is reached, the output says so, and the move is the best one so far.
    """
    made = read_game(game)
    if not hasattr(made, "seats") or made.seats < 1:
        raise ConfigError(f"game {game}", "it has no seats", "Run: arena games check")
    position = start(made, moves)
    budget = ClockedBudget(seconds or None, time.monotonic)
    time_left = budget.time_left if seconds else None
    answer = position.advise(aggressive=aggressive or explain, nodes=nodes, time_left=time_left, memory=memory)
    ranking = position.ranked(nodes=nodes, time_left=time_left, memory=memory) if explain else []
    if as_json:
        say_json(_fields(position, answer, ranking, explain))
    else:
        say(advice(position, answer), nl=False)
        if explain:
            say(explanation(position, answer, ranking), nl=False)


def player(seats: int, seat: int) -> str:
    """Return what people call a seat: X and O where two play, else player 1, 2, ..."""
    return PLAYERS[seat] if seats <= 2 else f"player {seat + 1}"


def verdict(seats: int, answer: Forecast) -> str:
    """Return the forecast in words, without a full stop."""
    if answer.places is None:
        return f"no forecast: the limit of {answer.limit} was reached first"
    if answer.winner is not None:
        return f"{player(seats, answer.winner)} wins"
    if answer.tie:
        winners = [player(seats, seat) for seat, place in enumerate(answer.places) if place == 1]
        return "a tie" if len(winners) == seats else f"a tie of {' and '.join(winners)}"
    return "lost"  # a game of one seat


def advice(position: Position, answer: Advice) -> str:
    """Return position, move and forecast as text."""
    game = position.game
    lines = [game.show(position.state)]
    if answer.move is not None:
        lines.append(f"best move: {answer.move}\n" if not answer.limit else f"best move so far: {answer.move}\n")
        lines.append(f"forecast: {verdict(game.seats, answer)}\n")
    return "".join(lines)


def explanation(position: Position, answer: Advice, ranking: list[tuple[str, Forecast]]) -> str:
    """Return in how many moves, what the search cost, and what each move is worth."""
    lines = []
    if answer.move is not None and answer.plies is not None:
        lines.append(f"in {answer.plies} {'move' if answer.plies == 1 else 'moves'}, counting both sides")
    lines.append(
        f"looked at {answer.nodes:,} {noun(answer.nodes, 'state')}, {answer.hits:,} of them from the table "
        f"({METHODS[answer.method]})"
    )
    for move, after in ranking:
        moves = f" in {after.plies + 1}" if after.plies is not None and after.winner is not None else ""
        lines.append(f"  {move}: {verdict(position.game.seats, after)}{moves}")
    return "\n".join(lines) + "\n"


def _fields(position: Position, answer: Advice, ranking: list[tuple[str, Forecast]], explain: bool) -> dict[str, Any]:
    to_move = position.to_move
    fields = {
        "game": position.game.name,
        "over": to_move is None,
        "to_move": None if to_move is None else to_move + 1,
        "move": answer.move,
        **_outcome(answer),
        "nodes": answer.nodes,
        "hits": answer.hits,
        "limit": answer.limit or None,
        "method": answer.method,
    }
    if explain:
        fields["ranked"] = [
            {"move": move, **_outcome(after, 1), "limit": after.limit or None} for move, after in ranking
        ]
    return fields


def _outcome(answer: Forecast, more: int = 0) -> dict[str, Any]:
    """Return the outcome; players count from 1, and ``in_moves`` from the position asked about."""
    return {
        "winner": None if answer.winner is None else answer.winner + 1,
        "tie": answer.tie if answer.places is not None else None,
        "places": answer.places,
        "in_moves": None if answer.plies is None or answer.winner is None else answer.plies + more,
    }
