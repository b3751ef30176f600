"""Challenges: the words of a play are asked for once it lies there, by whoever is to move after it. Pure.

All words of the play are looked up together, and no others. If one is not in the lexicon the play is taken back: its
points and tiles go back, the tiles that were drawn after it go into the bag as changed ones do, its player has lost the
turn, and the challenger plays on. Else the play stands, and the rule book says what the challenge costs: nothing
("single"), the turn ("double"), or so many points that the player of the play gains, for the whole play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from arena.contract.chance import stream
from arena.scrabble.bag import put_back
from arena.scrabble.legality import knows
from arena.scrabble.moves import Challenge, Placed
from arena.scrabble.position import Board, text_of, words_through
from arena.scrabble.seen import ChallengeResult
from arena.scrabble.table import Table
from arena.scrabble.turns import WordState, WordTurn, after_seat, ending_of


def phonies_of(table: Table, board: Board, tiles: Sequence[Placed]) -> tuple[str, ...]:
    """Return the words of a play that are not in the lexicon, each once, the main word first.

    board: with the play on it.
    """
    return tuple(dict.fromkeys(text_of(run) for run, _ in words_through(board, tiles) if not knows(table, run)))


def open_phonies(table: Table, state: WordState) -> tuple[str, ...]:
    """Return the words for which the last play would be taken back if it were challenged now; () where it would not."""
    play = state.last
    if state.open_play is None or play is None:
        return ()
    return phonies_of(table, state.board, play.tiles)


def judge_challenge(table: Table, state: WordState) -> WordState:
    """Return the state after the mover has challenged the last play, which must be open to that."""
    play, rule = state.last, table.rules.challenge
    assert play is not None and state.open_play is not None
    phonies = phonies_of(table, state.board, play.tiles)
    if phonies:
        result = ChallengeResult(play.seat, phonies, -play.points)
        after = _taken_back(table, state, play)
    else:
        result = ChallengeResult(play.seat, (), rule if isinstance(rule, int) else 0, rule == "double")
        after = _lost_turn(table, state) if result.lost_turn else state
    turn = WordTurn(state.mover, "challenge", Challenge(), state.hands[state.mover], challenge=result)
    scores = _with(after.scores, play.seat, after.scores[play.seat] + result.points)
    after = replace(after, scores=scores, history=(*state.history, turn), open_play=None)
    return replace(after, ending=ending_of(table.rules, after))


def _taken_back(table: Table, state: WordState, play: WordTurn) -> WordState:
    """Return the state without the last play, but for its points; its player has lost a turn."""
    assert state.open_play is not None
    taken = {tile[:2] for tile in play.tiles}
    chance = stream(state.nonce, "challenge", play.seat, state.turn)
    row, idle = _counted(table, state.open_play.scoreless, state.open_play.idle, play.seat)
    return replace(
        state,
        board={square: tile for square, tile in state.board.items() if square not in taken},
        hands=_with(state.hands, play.seat, play.hand),
        bag=put_back(state.bag, play.seat, play.drawn, chance),
        scoreless=row,
        idle=idle,
    )


def _lost_turn(table: Table, state: WordState) -> WordState:
    """Return the state after the mover has lost its turn."""
    row, idle = _counted(table, state.scoreless, state.idle, state.mover)
    mover = after_seat(state.gone, len(state.hands), state.mover)
    return replace(state, mover=mover, scoreless=row, idle=idle)


def _counted(table: Table, row: int, idle: tuple[int, ...], seat: int) -> tuple[int, tuple[int, ...]]:
    """Return scoreless turns in a row, and each seat's own, after a seat has failed once more."""
    if "failed" in table.rules.scoreless_turns:
        return row + 1, _with(idle, seat, idle[seat] + 1)
    return 0, (0,) * len(idle)


def _with(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])
