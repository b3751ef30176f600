"""A position of the word game as a question: of a file, a CGP, or a move of a GCG record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, repeat
from pathlib import Path

from arena.cli.bots.ask_case import AskedCase, named
from arena.errors import ConfigError, NotationError
from arena.runner.asking.question import Asked, AskedState, Question
from arena.scrabble.rules import WordGame
from arena.scrabble.turns import WordState
from arena.wire.message.word import WordServer
from arena.wire.message.word_client import WordClient
from arena.words import Position, parse_position, read_record
from arena.words.ranking import unseen_tiles
from arena.words.reading import is_cgp, read_source, record_of, record_table

Scores = Sequence[int]
NAME = "position"  # of the variant, as the bot is told


def is_record(name: str) -> bool:
    """Tell whether an argument names a GCG record."""
    return name.lower().endswith(".gcg")


def position_case(
    bot: str, source: str, given: Mapping[str, str], seats: int | None, seed: int, move_time: float | None
) -> AskedCase:
    """Return the question of a position file or a CGP; the bot is the player on turn. Raises ArenaErrors.

    seats: how many play, None for two, or as many as the CGP has racks.
    """
    text, where, base = read_source(source)
    position = parse_position(text, where=where, base=base, given=given)
    scores: Scores = _scores_of_cgp(text, where, base, given) if is_cgp(text) else (0,) * (seats or 2)
    if seats is not None and seats != len(scores):
        raise ConfigError(where, f"the CGP has {len(scores)} racks, not {seats}", "Leave --seats out")
    return _case(bot, position, scores, 0, where, seed, move_time)


def record_case(
    bot: str, source: str, number: int, given: Mapping[str, str], seed: int, move_time: float | None
) -> AskedCase:
    """Return the question of a move (from 1, as ``arena import`` lists them) of a GCG record. Raises ArenaErrors."""
    position = read_record(
        source, move=number, board=given.get("board"), tiles=given.get("tiles"), lexicon=given.get("lexicon"),
        rules=given.get("rules", "tournament"),
    )  # fmt: skip
    scores, seat = _scores_of_record(source, number, given, position)
    return _case(bot, position, scores, seat, f"{source}, move {number}", seed, move_time)


def _scores_of_cgp(text: str, where: str, base: Path | None, given: Mapping[str, str]) -> Scores:
    from arena.variants.position_cgp import read_cgp_position

    return read_cgp_position(text, where, base, given).cgp.scores


def _scores_of_record(source: str, number: int, given: Mapping[str, str], position: Position) -> tuple[Scores, int]:
    """Return every player's points before a move, and the seat that made it."""
    from arena.notation.gcg_replay import replay_gcg

    game = record_of(source, source)
    setting, _ = record_table(
        game, given.get("board"), given.get("tiles"), given.get("lexicon"), given.get("rules", "tournament"),
        Path(source).parent,
    )  # fmt: skip
    replay = replay_gcg(game, setting.table)
    seat = replay.steps[number - 1].event.player
    if position.hand is None:
        raise NotationError(position.where, f"move {number} says no rack", "Name a move whose rack is known")
    before = replay.steps[number - 2].scores if number > 1 else (0,) * len(game.players)
    return before, seat


def _case(
    bot: str, position: Position, scores: Scores, seat: int, where: str, seed: int, move_time: float | None
) -> AskedCase:
    plugin, folder = named(bot)
    if position.hand is None:
        raise ConfigError(where, "there is no hand", 'Write one, such as "hand": "ABCDE??"')
    seats = len(scores)
    game = WordGame(position.table, seats)
    state = _state(position, position.hand, tuple(scores), seat)
    server = WordServer(game, NAME, None)
    start = server.start(seat, state, seed=seed, seconds=move_time, options={}, brief=True)
    if "placed" not in start:
        start = {**start, "placed": [], "scores": state.scores, "bag": len(state.bag)}
        start["held"] = [sum(held.values()) for held in state.hands]
    ask = server.ask(0, state, None if move_time is None else round(move_time * 1000, 3), brief=True)
    question = Question(start, (Asked(ask, AskedState(game, server, state, seat, 0)),))
    remarks = ("there is no history in its view: a position has none",)
    clients = partial(WordClient, position.table)
    return AskedCase(bot, plugin, folder, seat, where, NAME, question, clients, "", (*position.warnings, *remarks))


def _state(position: Position, hand: Mapping[int, int], scores: tuple[int, ...], seat: int) -> WordState:
    """Return the position with the tiles that are not seen in the others' hands, as full as they can be, and the bag.

    Which of them lie where is nothing that a view shows.
    """
    table, seats = position.table, len(scores)
    unseen = list(
        chain.from_iterable(repeat(*item) for item in sorted(unseen_tiles(table, position.board, hand).items()))
    )
    hands: list[Mapping[int, int]] = []
    for other in range(seats):
        if other == seat:
            hands.append(dict(hand))
            continue
        taken, unseen = unseen[: table.hand_size], unseen[table.hand_size :]
        hands.append({tile: taken.count(tile) for tile in set(taken)})
    nothing = (0,) * seats
    return WordState(dict(position.board), tuple(hands), tuple(unseen), scores, seat, seat, 0, 0, nothing, nothing)
