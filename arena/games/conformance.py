"""Does a game keep the contract? Random play-outs, every promise of ``arena.contract.game.Game`` checked.

Works on anybody's game, the word game too. Pure: chance comes from the seed. Findings are data, one for each
promise that is broken, with the position in which it first was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from arena.contract.chance import Random, stream
from arena.contract.game import GoOn, Over, TryAgain
from arena.contract.outcome import Fault, Offence, Outcome
from arena.errors import IllegalMove, UnreadableMove
from arena.games.findings import CheckResult
from arena.games.gifts_check import check_gifts
from arena.games.secrets_check import check_seen

LONGEST = 10_000  # moves after which a game is taken to have no end
MOST = 20_000  # legal moves of one state that are looked at
_NONSENSE = ("", "   ", "\n", "no such move at all", "X:", "Q: 1", "\N{SNOWMAN}")  # a move in no game
_DOUBTFUL = ("-1", "1e3", "0" * 200)  # may be a move somewhere; then it reads back


class _Stop(Exception):
    """The game cannot be followed any further."""


def check_game(game: Any, *, seed: int = 1, games: int = 20, states: int = 2_000) -> CheckResult:
    """Play ``games`` random games of at most ``states`` states together, and report the promises that break."""
    result = CheckResult(str(getattr(game, "name", "a game without a name")))
    try:
        _about(game, result)
        for number in range(games):
            if result.states < states:
                result.games += 1
                _play_out(game, result, seed, number)
    except _Stop:
        pass
    return result


def _about(game: Any, result: CheckResult) -> None:
    name, seats = getattr(game, "name", None), getattr(game, "seats", None)
    if not isinstance(name, str) or not name.strip() or "\n" in name:
        result.add("name is one line of text", repr(name), [])
    if not isinstance(seats, int) or seats < 1:
        result.add("seats is a whole number, at least 1", repr(seats), [])
        raise _Stop
    first, second = (_call(result, [], "start", game.start, stream(7, "start")) for _ in range(2))
    if _shown(game, first) != _shown(game, second):
        result.add("start takes all its chance from the generator", "two starts from one seed differ", [])


def _play_out(game: Any, result: CheckResult, seed: int, number: int) -> None:
    rng = stream(seed, "conformance", number)
    state = _call(result, [], "start", game.start, stream(seed, "start", number))
    moves: list[Any] = []
    elsewhere: list[Any] = []  # moves that were legal somewhere, to try where they are not
    while True:
        result.states += 1
        before = _shown(game, state)
        outcome = _call(result, moves, "outcome", game.outcome, state)
        if outcome is not None:
            _outcome(game, result, moves, outcome)
        else:
            _seat(game, result, state, moves)
        legal = _call(result, moves, "legal", game.legal, state)
        _texts(game, result, state, moves, legal, outcome)
        _views(game, result, state, moves, legal, outcome)
        check_seen(game, result, state, moves, legal, outcome)
        _rulings(game, result, state, moves, outcome)
        _refusals(game, result, state, moves, legal, elsewhere)
        if outcome is not None:
            check_gifts(game, result, state, moves, legal, outcome)
            if legal:
                result.add("no moves after the end", f"{legal[0]} is still offered", moves)
            return
        if not legal:
            result.add("legal is empty only when the game is over", "no legal move, and no outcome", moves)
            raise _Stop
        if len(moves) >= LONGEST:
            result.add("every game ends", f"{LONGEST} moves and no end", moves[:5])
            raise _Stop
        move = rng.choice(legal)
        after = _step(game, result, state, move, moves, before)
        check_gifts(game, result, state, moves, legal, outcome)
        elsewhere = _sample(rng, elsewhere + legal)
        state = after
        moves.append(move)


def _sample(rng: Random, moves: list[Any]) -> list[Any]:
    return [moves[index] for index in sorted(rng.sample(range(len(moves)), min(30, len(moves))))]


def _call(result: CheckResult, moves: list[Any], name: str, function: Any, *arguments: Any) -> Any:
    """Return what the game answers; an exception is a finding, and the end of the check."""
    try:
        answer = function(*arguments)
        return list(islice(answer, MOST)) if isinstance(answer, Iterator) else answer
    except Exception as error:  # whatever a stranger's game raises
        result.add(f"{name} answers", f"{type(error).__name__}: {error}", moves)
        raise _Stop from error


def _shown(game: Any, state: Any) -> tuple[str, str]:
    try:
        return repr(state), str(game.show(state))
    except Exception:  # reported where show is asked for
        return repr(state), ""


def _seat(game: Any, result: CheckResult, state: Any, moves: list[Any]) -> None:
    seat = _call(result, moves, "to_move", game.to_move, state)
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < game.seats:
        result.add("to_move is a seat", repr(seat), moves)
        raise _Stop


def _step(game: Any, result: CheckResult, state: Any, move: Any, moves: list[Any], before: tuple[str, str]) -> Any:
    first = _call(result, moves, "play", game.play, state, move)
    if _shown(game, state) != before:
        result.add("nothing changes a state", "a state is another one after questions and a move", moves)
        raise _Stop
    second = _call(result, moves, "play", game.play, state, move)
    if _shown(game, first) != _shown(game, second):
        result.add("a move has one result", f"{move} played twice gives two states", moves)
    try:
        if first == state and hash(first) == hash(state):
            result.add("a move changes the state", f"{move} leads to an equal state", moves)
            raise _Stop
    except TypeError:
        pass  # states need not be hashable
    note = _call(result, moves, "note", game.note, state, first)
    try:
        json.dumps(dict(note))
    except (TypeError, ValueError) as error:
        result.add("note is JSON-able", error, moves)
    return first


def _texts(game: Any, result: CheckResult, state: Any, moves: list[Any], legal: list[Any], outcome: Any) -> None:
    shown = _call(result, moves, "show", game.show, state)
    if not isinstance(shown, str) or not shown.endswith("\n") or not shown.strip():
        result.add("show is text that ends in a newline", repr(shown), moves)
    if outcome is None and callable(getattr(game, "prompt", None)):
        prompt = _call(result, moves, "prompt", game.prompt, state)
        if not isinstance(prompt, str) or not prompt.strip() or "\n" in prompt:
            result.add("prompt is one line of text", repr(prompt), moves)
    texts = [str(move) for move in legal]
    for move, text in zip(legal, texts, strict=True):
        if not text.strip() or "\n" in text:
            result.add("a move's text is one line", repr(text), moves)
        read = _call(result, moves, f"read_move of the legal move {text!r}", game.read_move, text)
        if read != move or str(read) != text:
            result.add("read_move is the inverse of str", f"{text!r} is read as {str(read)!r}", moves)
    if len(set(texts)) < len(texts) or len(set(legal)) < len(legal):
        result.add("legal yields every move once", f"{len(texts) - len(set(texts))} texts of moves are repeated", moves)
    for text in (*_NONSENSE, *_DOUBTFUL):
        try:
            read = game.read_move(text)
        except UnreadableMove:
            continue
        except Exception as error:
            result.add("read_move refuses nonsense", f"{text!r} raises {type(error).__name__}: {error}", moves)
            continue
        if text in _NONSENSE or game.read_move(str(read)) != read:
            result.add("read_move refuses nonsense", f"{text!r} is read as {str(read)!r}", moves)


def _views(game: Any, result: CheckResult, state: Any, moves: list[Any], legal: list[Any], outcome: Any) -> None:
    for seat in range(game.seats):
        view = _call(result, moves, "view", game.view, state, seat)
        if getattr(view, "seat", None) != seat:
            result.add("a view knows its seat", repr(getattr(view, "seat", None)), moves)
        if getattr(view, "turn", None) != len(moves):
            result.add("a view counts the turns", f"{getattr(view, 'turn', None)!r} after {len(moves)} moves", moves)
        if outcome is None and seat == _call(result, moves, "to_move", game.to_move, state):
            seen = _call(result, moves, "view.legal", view.legal)
            if set(map(str, islice(seen, MOST))) != set(map(str, legal)):
                result.add("a view has the legal moves of the seat to move", "it has others", moves)


def _rulings(game: Any, result: CheckResult, state: Any, moves: list[Any], outcome: Any) -> None:
    if outcome is not None:
        return
    seat = _call(result, moves, "to_move", game.to_move, state)
    for fault in Fault:
        for final in (False, True):
            offence = Offence(seat, len(moves), fault, "checked", final)
            ruling = _call(result, moves, f"penalize {fault.name}", game.penalize, state, offence)
            match ruling:
                case Over(outcome=Outcome() as end):
                    if final and seat not in [forfeit.seat for forfeit in end.forfeits]:
                        result.add("a seat that must leave is among the forfeits", repr(end), moves)
                case GoOn(state=after):
                    _call(result, moves, "outcome after a ruling", game.outcome, after)
                case TryAgain() if not final:
                    pass
                case _:
                    result.add("penalize answers with a ruling", f"{fault.name}, final={final}: {ruling!r}", moves)


def _refusals(
    game: Any, result: CheckResult, state: Any, moves: list[Any], legal: list[Any], elsewhere: list[Any]
) -> None:
    there = set(map(str, legal))
    wrong = [move for move in elsewhere if str(move) not in there and move not in legal]
    for move in [*wrong, object(), None]:
        try:
            after = game.play(state, move)
        except IllegalMove as error:
            if not error.problem.strip():
                result.add("an illegal move is told the rule", f"{move}: no problem is named", moves)
        except TypeError as error:
            if move in wrong:  # for what is no move at all, TypeError will do
                result.add("play raises IllegalMove", f"{move!r} raises TypeError: {error}", moves)
        except Exception as error:
            result.add("play raises IllegalMove", f"{move!r} raises {type(error).__name__}: {error}", moves)
        else:
            # rules may take it as a turn that failed, as the word game's can; its note then says the faults
            if not dict(_call(result, moves, "note", game.note, state, after)).get("faults"):
                result.add("play refuses what is not legal", f"{move} is played", moves)


def _outcome(game: Any, result: CheckResult, moves: list[Any], outcome: Any) -> None:
    if not isinstance(outcome, Outcome):
        result.add("outcome is an Outcome", repr(outcome), moves)
        raise _Stop
    places = outcome.places
    if len(places) != game.seats or min(places) < 1 or (game.seats > 1 and min(places) != 1 and not outcome.all_lose):
        result.add("an outcome places every seat", repr(places), moves)
        raise _Stop
    if outcome.scores is not None and len(outcome.scores) != game.seats:
        result.add("an outcome scores every seat", repr(outcome.scores), moves)
    if not outcome.reason.strip() or "\n" in outcome.reason:
        result.add("an outcome says why in one line", repr(outcome.reason), moves)
