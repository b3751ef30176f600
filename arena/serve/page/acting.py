"""What a seat does and asks, from a message to the game: moves are put in, questions are answered from the state."""

from __future__ import annotations

from typing import Any

from arena.contract.game import Game
from arena.errors import ArenaError, IllegalMove
from arena.scrabble import moves as word_moves
from arena.scrabble.rules import WordGame
from arena.scrabble.turns import WordState
from arena.serve.live.earlier import line_of
from arena.serve.live.game import LiveGame
from arena.serve.live.helping import (
    advice,
    change_verdict,
    found_plays,
    is_word,
    placed,
    play_facts,
    told_move,
    typed_move,
    verdict,
)
from arena.serve.live.weighing import moves_by_equity, ranked_facts, seen_position
from arena.serve.page import messages
from arena.serve.problems import Refused
from arena.wire.message.codec import encode
from arena.wire.message.word_client import written


def act(
    game: LiveGame,
    seat: int,
    said: messages.Play | messages.Change | messages.Pass | messages.Challenge | messages.Move | messages.Resign,
) -> None:
    """Put a seat's move in. Raises Refused and ArenaErrors; then nothing happened."""
    if isinstance(said, messages.Resign):
        game.resign(seat)
        return
    word = isinstance(game.course.game, WordGame)
    if isinstance(said, messages.Move):
        if word:
            raise Refused("invalid", "type", "the word game takes play, change, pass and challenge", "")
        line = line_of(_checked(game, seat, said), said.turn, word=False)
    else:
        if not word:
            raise Refused("invalid", "type", "this game takes moves", 'Send {"type": "move"}')
        line = encode({**written(_word_move(game, said)), "turn": said.turn}).rstrip(b"\n")
    game.act(seat, said.turn, line, said.id)


def _word_move(
    game: LiveGame, said: messages.Play | messages.Change | messages.Pass | messages.Challenge
) -> word_moves.WordMove:
    match said:
        case messages.Play():
            return word_moves.Play(placed(game.course.game.table, said.tiles))  # type: ignore[attr-defined]
        case messages.Change():
            return word_moves.Change(tuple(said.tiles))
        case messages.Challenge():  # where there is nothing to challenge it would cost a turn, so it is not sent
            with game.lock:
                if game.course.state.open_play is None:
                    raise Refused("state", "challenge", "there is no play to challenge", "Play, exchange or pass")
            return word_moves.Challenge()
    return word_moves.Pass()


def _checked(game: LiveGame, seat: int, said: messages.Move) -> str:
    """Return a small game's move as its rules write it: one that they refuse would lose the game, so it is not sent."""
    rules: Game[Any, Any] = game.course.game
    with game.lock:
        state, turn, mover = game.course.state, game.course.turn, game.course.to_move
    if said.turn != turn or mover != seat:
        raise Refused("state", "turn", "it is not your turn", "Wait for it")
    try:
        move = rules.read_move(said.move)
        rules.play(state, move)
    except IllegalMove as error:
        raise Refused("invalid", "move", error.problem, error.remedy) from None
    except ArenaError as error:
        raise Refused("invalid", "move", error.problem, error.remedy) from None
    return str(move)


def ask(
    game: LiveGame, seat: int, said: messages.Judge | messages.Read | messages.Hints | messages.Lookup
) -> dict[str, Any]:
    """Return the answer to a question of a seat. Raises Refused where the game does not allow it."""
    with game.lock:
        state, turn, over = game.course.state, game.course.turn, game.course.outcome is not None
    rules = game.course.game
    fields = {"id": said.id, "game": game.id, "turn": turn}
    if isinstance(said, messages.Hints | messages.Lookup) and game.plan.help != "hints" and not over:
        what = "hints" if isinstance(said, messages.Hints) else "look-up of words"
        raise Refused("help", "type", f"this game allows no {what}", "It was agreed on when the game was made")
    if not isinstance(rules, WordGame):
        if isinstance(said, messages.Hints):
            return {
                "type": "hints",
                **fields,
                "plays": [],
                "count": 0,
                "advice": None if over else advice(rules, state),
            }
        raise Refused("invalid", "type", "only the word game answers that", "")
    return _asked_word(game, rules, state, seat, said, fields)


def _asked_word(
    game: LiveGame,
    rules: WordGame,
    state: WordState,
    seat: int,
    said: messages.Judge | messages.Read | messages.Hints | messages.Lookup,
    fields: dict[str, Any],
) -> dict[str, Any]:
    table, hand = rules.table, state.hands[seat]
    match said:
        case messages.Judge(change=change) if change is not None:
            return {"type": "verdict", **fields, **change_verdict(table, len(state.bag), change, hand, seat)}
        case messages.Judge():
            words = game.plan.help != "none"
            tiles, stands = placed(table, said.tiles or ()), rules.may_be_challenged(state)
            judged = verdict(table, state.board, tiles, hand, seat, words=words, stands=stands)
            return {"type": "verdict", **fields, **judged}
        case messages.Read():
            return {"type": "read", **fields, **told_move(table, typed_move(table, state.board, hand, said.text))}
        case messages.Hints(by="equity"):
            moves = moves_by_equity(seen_position(table, state.board, hand, len(state.bag)))
            ranked = [ranked_facts(table, state.board, move) for move in moves[: said.most]]
            return {"type": "hints", **fields, "plays": ranked, "count": len(moves), "advice": None}
        case messages.Hints():
            plays, count = found_plays(table, state.board, hand, said.most)
            found = [play_facts(table, state.board, play) for play in plays]
            return {"type": "hints", **fields, "plays": found, "count": count, "advice": None}
        case messages.Lookup():
            return {"type": "lookup", **fields, "word": said.word, "valid": is_word(table, said.word)}
