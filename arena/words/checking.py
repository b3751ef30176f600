"""Game records checked: replayed, scored again, and summed up for each player."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from arena.words.reading import record_of, replayed

if TYPE_CHECKING:  # replaying brings kernels along
    from arena.notation.gcg import GcgGame
    from arena.notation.gcg_replay import GcgReplay
    from arena.scrabble.table import Table


@dataclass(frozen=True)
class PlayerSum:
    """One player of a record. name: the full name, else the short one. points: as the record has them.

    turns: plays, exchanges, passes and plays that were taken back. bingos: plays that earned the rule book's bonus for
    many tiles. best: the points of the best play, and ``best_words`` its words; 0 and () where there is none.
    """

    name: str
    points: int
    turns: int
    bingos: int
    best: int
    best_words: tuple[str, ...]


@dataclass(frozen=True)
class CheckedRecord:
    """A record and what was found in it.

    where:    its file.
    players:  in the order in which they move.
    finished: whether it has the adjustments of a game's end.
    problems: (line, text) of what does not agree. remarks: of what is good to know although it agrees.
    digest:   the same for two records of the same players and turns, however they are written.
    """

    where: str
    players: tuple[PlayerSum, ...]
    finished: bool
    problems: tuple[tuple[int, str], ...]
    remarks: tuple[tuple[int, str], ...]
    digest: str


def check_record(
    source: str | os.PathLike[str],
    *,
    board: str | None = None,
    tiles: str | None = None,
    lexicon: str | None = None,
    rules: str = "tournament",
) -> CheckedRecord:
    """Return a game record in GCG, replayed and scored again.

    source: a file, or a record as text (more than one line). board, tiles: instead of what the record says.
    lexicon: words that are not in it are remarked on; None: no word is looked up.
    Raises NotationError or Complaints for what is no record, ConfigError and LexiconError for parts that are not there.

    >>> from arena import words
    >>> record = "#player1 Ann Ann\\n#player2 Bob Bob\\n>Ann: CATS 8G CAT +10 10\\n>Bob: DO 9H DO +6 6\\n"
    >>> checked = words.check_record(record)
    >>> [(player.name, player.points) for player in checked.players], checked.finished
    ([('Ann', 10), ('Bob', 6)], False)
    """
    name = os.fspath(source)
    where = "record" if "\n" in name else name
    game, replay, table = replay_record(name, where, board=board, tiles=tiles, lexicon=lexicon, rules=rules)
    return CheckedRecord(
        where,
        tuple(_player_sum(game, replay, table, number) for number in range(len(game.players))),
        replay.finished,
        replay.problems,
        replay.remarks,
        _digest(game),
    )


def replay_record(
    name: str,
    where: str,
    *,
    board: str | None = None,
    tiles: str | None = None,
    lexicon: str | None = None,
    rules: str = "tournament",
) -> tuple[GcgGame, GcgReplay, Table]:
    """Return a record, its replay with all problems and remarks, and its table; see ``check_record``.

    name: a file, ``-`` for standard input, or the record as text. where: what errors call it.
    """
    from arena.variants.gcg_table import table_of_record

    game = record_of(name, where)
    base = None if name == "-" or "\n" in name else Path(name).parent
    setting = table_of_record(game, board=board, tiles=tiles, rules=rules, lexicon=lexicon, base=base)
    replay = replayed(game, setting.table, where, look_up=lexicon is not None)
    replay = replace(
        replay,
        problems=tuple(sorted(setting.problems + replay.problems)),
        remarks=tuple(sorted(setting.remarks + replay.remarks)),
    )
    return game, replay, setting.table


def _player_sum(game: GcgGame, replay: GcgReplay, table: Table, number: int) -> PlayerSum:
    from arena.notation.gcg import EventKind

    turns, stood = 0, []  # plays that were not taken back
    for step in replay.steps:
        if step.event.player != number:
            continue
        turns += step.event.kind in (EventKind.PLAY, EventKind.EXCHANGE, EventKind.PASS)
        if step.event.kind is EventKind.PLAY:
            stood.append(step)
        elif step.event.kind is EventKind.WITHDRAWN and stood:
            stood.pop()
    enough = table.rules.bonus_count(table.hand_size)
    best = max(stood, key=lambda step: step.event.score, default=None)
    player = game.players[number]
    return PlayerSum(
        name=" ".join(player.name.split()) or player.nick,
        points=replay.scores[number],
        turns=turns,
        bingos=sum(len(step.placed) == enough for step in stood),
        best=best.event.score if best else 0,
        best_words=best.words if best else (),
    )


def _digest(game: GcgGame) -> str:
    players = [[player.nick, player.name] for player in game.players]
    turns = [[event.player, event.kind, event.where, event.tiles, event.score, event.total] for event in game.events]
    return hashlib.sha256(repr([players, turns]).encode()).hexdigest()
